"""`vanuatu moves`: the legal moves of a position, in words if wanted, and why another one is not."""

from typing import Annotated

import typer

from vanuatu.cli.errors import InputFault
from vanuatu.cli.files import inputs
from vanuatu.cli.terminal import console
from vanuatu.core.game import OVER
from vanuatu.notation.session import MoveError, NotAMove, Session, excerpt

EXAMPLES = (
    "vanuatu moves games/teaching.pvn --at 1.12",
    "vanuatu moves games/teaching.pvn --at 1.12 --explain",
    "vanuatu moves games/teaching.pvn --at 1.8 --why +VR",
    "echo 'position fen vanuatu 3; …' | vanuatu moves -",
)
RENAMED = {"--game": "--number"}


def moves(
    source: inputs.SourceArgument,
    at: inputs.AtOption = None,
    ply: inputs.PlyOption = None,
    number: inputs.NumberOption = 1,
    explain: Annotated[bool, typer.Option("--explain", help="Say what each move does and costs.")] = False,
    why: Annotated[
        str | None, typer.Option("--why", metavar="TOKEN", help="Say why this move is not legal.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """The legal moves of a position, one a line, in canonical order.

    A position can also be the line that a bot gets, `position moves …`, with `newgame …` in a line
    before it if the moves fit several games; from stdin as well, as -.
    """
    session = inputs.find_position(source, at=at, ply=ply, number=number)
    if why is not None:
        _answer(session, why, as_json)
        return
    codec, state = session.codec, session.state
    legal = [int(move) for move in state.legal_moves()]
    rows = [(codec.token(state, move), codec.words(state, move)) for move in legal]
    if as_json:
        view = codec.view(state)
        place = {key: view[key] for key in ("round", "phase", "seat")}
        console.write_json(place | {"legal": [{"token": token, "words": words} for token, words in rows]})
        return
    if state.actor == OVER:
        console.say("the game is over: there are no moves")
    width = max((len(token) for token, _ in rows), default=0)
    for token, words in rows:
        console.tell(f"{token.ljust(width)}  {words}" if explain else token)


def _answer(session: Session, text: str, as_json: bool) -> None:
    """Whether the move is legal, and if not, why; InputFault if no move is written like this."""
    codec, state = session.codec, session.state
    try:
        move = session.read(text)
    except NotAMove as error:
        raise InputFault(f"{excerpt(text)}: {error}") from None
    except MoveError as error:
        legal, token, reason = False, text, str(error)
    else:
        legal, token, reason = True, codec.token(state, move), codec.words(state, move)
    if as_json:
        console.write_json({"token": token, "legal": legal, "why": reason})
    else:
        console.tell(f"{token}: legal: {reason}" if legal else _named(token, reason))


def _named(text: str, reason: str) -> str:
    """The reason with the move before it, unless it begins with it."""
    return reason if reason.startswith(text) else f"{excerpt(text)}: {reason}"
