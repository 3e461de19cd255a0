"""`vanuatu moves`: list legal moves, or explain why a move is illegal."""

from typing import Annotated

import typer

from vanuatu.cli.errors import InputFault
from vanuatu.cli.files import inputs
from vanuatu.cli.terminal import console
from vanuatu.core.game import OVER
from vanuatu.notation.errors import MoveError, NotAMove, excerpt
from vanuatu.notation.session import Session

EXAMPLES = (
    "vanuatu moves example:teaching --at 1.12",
    "vanuatu moves example:teaching --at 1.12 --explain",
    "vanuatu moves example:teaching --at 1.8 --why +VR",
    "echo 'position fen vanuatu 3; …' | vanuatu moves -",
)
RENAMED = {"--game": "--number"}


def moves(
    source: inputs.SourceArgument,
    at: inputs.AtOption = None,
    ply: inputs.PlyOption = None,
    number: inputs.NumberOption = 1,
    explain: Annotated[
        bool, typer.Option("--explain", help="Explain what each move does and costs.")
    ] = False,
    why: Annotated[
        str | None, typer.Option("--why", metavar="TOKEN", help="Explain why this move is illegal.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the legal moves of a position, one per line, in canonical order.

    The position can also be a line of the bot protocol, `position moves …`. If its moves fit several
    games, put a line `newgame …` before it. `-` reads these lines from stdin.
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
        console.print_message("the game is finished: there are no moves")
    width = max((len(token) for token, _ in rows), default=0)
    for token, words in rows:
        console.print_data(f"{token.ljust(width)}  {words}" if explain else token)


def _answer(session: Session, text: str, as_json: bool) -> None:
    """Print whether the move is legal, and if not, why. Raise InputFault if the text is not a move."""
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
        console.print_data(f"{token}: legal: {reason}" if legal else _named(token, reason))


def _named(text: str, reason: str) -> str:
    """Return the reason, with the move in front unless it already begins with it."""
    return reason if reason.startswith(text) else f"{excerpt(text)}: {reason}"
