"""The lines of a host to an external bot (docs/reference/protocol.md), for a game as one seat sees it.

Also read the answer to `go`: `move +FV`, or several moves, of which the first legal one is played.
"""

import json
from typing import Final

from vanuatu.ai.bot import Limit
from vanuatu.core.game import Game, State
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES
from vanuatu.notation.errors import MoveError
from vanuatu.notation.gain import gain_of
from vanuatu.notation.printable import printable
from vanuatu.notation.session import Session
from vanuatu.notation.tags import FORFEITS

HELLO: Final = "pvn 1"
SIMULATIONS: Final = 1000  # simulations if no limit was set


def newgame_line(session: Session, seat: int, clock: str = "") -> str:
    """Return `newgame vanuatu players=4 variant=waters seat=t clock=10+0.1`."""
    game = session.game
    words = [f"newgame {game.name} players={game.players}"]
    if game.options:
        words.append(f"variant={','.join(game.options)}")
    words.append(f"seat={SEAT_LETTERS[seat]}")
    if clock:
        words.append(f"clock={clock}")
    return " ".join(words)


def position_line(session: Session, seat: int) -> str:
    """Return the position as the seat sees it: an optional start position, then all moves."""
    tokens = " ".join(session.tokens(seat))
    fen = session.record.tags.get("FEN")
    return f"position moves {tokens}" if fen is None else f"position fen {fen} moves {tokens}"


def wanted_lines(session: Session, seat: int, options: set[str]) -> list[str]:
    """Return the lines that a program has requested before `go`."""
    lines = []
    if "legal" in options:
        lines.append("legal " + " ".join(legal_tokens(session)))
    if "after" in options:
        lines.append("after " + _json(gains(session, seat)))
    if options & {"fen", "state"}:
        seen: State = session.seen(seat)
        if "fen" in options:
            lines.append("fen " + session.codec.write_position(seen))
        if "state" in options:
            view = session.codec.view(seen)
            lines.append("state " + _json(view))
    return lines


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def gains(session: Session, seat: int) -> dict[str, dict[str, object]]:
    """Return what each legal move gives the seat, by the tokens of `legal_tokens`.

    It follows from what the seat knows: secrets of others, and of its own next rest, have no effect in it.
    """
    state, codec, seen = session.state, session.codec, session.seen(seat)
    veiled = dict.fromkeys(int(state.seen_by_others(move)) for move in state.legal_moves())
    return {codec.token(state, move): gain_of(codec, seen, move)._asdict() for move in veiled}


def refused_setup(options: set[str], game: Game) -> str:
    """Return why a program does not play this game with its players and variants; empty if it may.

    The program names what it plays in the lines `option game …`, `option players …`, `option variant …`.
    Without a line of a kind, it plays everything. `option variant none` means the base game only.
    """
    wanted = (("game", [game.name]), ("players", [str(game.players)]), ("variant", list(game.options)))
    for kind, values in wanted:
        named = [word for option in options for word in option.split()[1:] if option.startswith(f"{kind} ")]
        missing = [value for value in values if value not in named]
        if named and missing:
            what = "with " + missing[0] + " players" if kind == "players" else f"{kind} {missing[0]}"
            return printable(f"does not play {what} (it says: option {kind} {' '.join(sorted(named))})", 200)
    return ""


def legal_tokens(session: Session) -> list[str]:
    """Return the seat's legal moves in canonical order; secrets as they look to others (`R?`)."""
    state, codec = session.state, session.codec
    tokens = [codec.token(state, int(state.seen_by_others(move))) for move in state.legal_moves()]
    return list(dict.fromkeys(tokens))


def go_line(limit: Limit) -> str:
    """Return `go time 1.5` or `go sims 1000`."""
    if limit.seconds is not None:
        return f"go time {max(limit.seconds, 0.001):.3f}".rstrip("0").rstrip(".")
    return f"go sims {limit.sims if limit.sims is not None else SIMULATIONS}"


def result_line(session: Session) -> str:
    """Return `result 41,37,44 winner=y`, from the tags of the game; `result *` if it was not finished."""
    tags = session.record.tags
    words = [f"result {tags.get('Result', '*')}"]
    winners = [word.strip() for word in tags.get("Winner", "").split(",")]
    letters = [SEAT_LETTERS[SEAT_NAMES.index(name)] for name in winners if name in SEAT_NAMES]
    if letters:
        words.append(f"winner={','.join(letters)}")
    termination = tags.get("Termination", "")
    if termination in FORFEITS and session.state.actor >= 0:
        words.append(f"loser={SEAT_LETTERS[session.state.actor]}")
    if termination:
        words.append(f"termination={termination}")
    return " ".join(words)


MOST_TOKENS: Final = 100


def read_answer(session: Session, text: str) -> int:
    """Return the move of a program's answer. Raise MoveError if none of its moves is legal.

    Of several tokens (`Rb Rv`), the first legal one is played. If they are secrets that are not available, or
    only a veil (`R?`), the first available one is played: the program cannot know what others took.
    """
    words = text.split()[:MOST_TOKENS]
    tokens_wanted = [_parsed(session, word) for word in words]
    if not tokens_wanted or min(tokens_wanted) < 0:  # a long form, such as `build a2`
        try:
            return session.read(text)
        except MoveError:
            move = _first_legal(session, tokens_wanted)
            if move < 0:
                raise
            return move
    move = _first_legal(session, tokens_wanted)
    if move >= 0:
        return move
    try:
        return session.read(words[0])
    except MoveError as error:
        if len(words) == 1:
            raise
        raise MoveError(f"none of these is legal; {words[0]}: {error.reason}", error.nearest) from None


def _first_legal(session: Session, tokens_wanted: list[int]) -> int:
    """Return the first legal move; else an available one in place of a secret; else -1."""
    state = session.state
    legal = [int(move) for move in state.legal_moves()]
    for token_wanted in tokens_wanted:
        if token_wanted in legal:
            return token_wanted
    veils = {int(state.seen_by_others(token_wanted)) for token_wanted in tokens_wanted if token_wanted >= 0}
    for move in legal:
        veil = int(state.seen_by_others(move))
        if veil != move and veil in veils:
            return move
    return -1


def _parsed(session: Session, word: str) -> int:
    """Return the move of a token, with or without the letter of its seat; -1 if it is not a token."""
    if word[1:2] == ":" and word[0] == SEAT_LETTERS[session.state.actor]:
        word = word[2:]
    return int(session.codec.parse(session.state, word))
