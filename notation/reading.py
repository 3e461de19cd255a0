"""Which move a text means: the canonical token at once, anything else if one legal move fits."""

from typing import Final

from core.game import NATURE, OVER, State
from notation.codec import SEAT_LETTERS, SEAT_NAMES, Codec
from notation.errors import AmbiguousMove, IllegalMove, NotAMove, legal_words, nearest, shown

BONUS: Final = "@"
PLAIN: Final = "plain"
NEAREST: Final = 6


def read_move(codec: Codec, state: State, text: str) -> int:
    """The one legal move that the text means; a MoveError that says what is wrong if there is none.

    Canonical tokens cost one look-up and one test of legality. Long forms are compared with every
    spelling of every legal move.
    """
    wanted = " ".join(text.split())
    if wanted[1:2] == ":":
        wanted = _without_seat(codec, state, wanted)
    if state.actor == OVER:
        raise IllegalMove("the game is over")
    move = codec.parse(state, wanted)
    if move >= 0 and state.is_legal(move):
        return move
    legal = [int(m) for m in state.legal_moves()]
    tokens = [codec.token(state, m) for m in legal]
    fitting = _fitting(codec, state, wanted.lower(), legal, tokens)
    if len(fitting) == 1:
        return legal[fitting[0]]
    if fitting:
        names = [tokens[i] for i in fitting]
        listed = ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
        raise AmbiguousMove(f"{shown(text)} can be several moves: {listed}", names)
    near = nearest(tokens, wanted, NEAREST)
    if move >= 0:
        refusal = state.refusal(move)
        if refusal is not None:
            why = codec.refusal(state, refusal, move)
            raise IllegalMove(why + legal_words(tokens, wanted), near)
    raise NotAMove(f"no move is written like this{legal_words(tokens, wanted)}", near)


def who(actor: int) -> str:
    """The seat in words, in lower case as it stands within a sentence."""
    return SEAT_NAMES[actor].lower() if actor >= 0 else "nature"


def _without_seat(codec: Codec, state: State, text: str) -> str:
    """The text after its seat letter, which must be that of the seat that decides."""
    seat = SEAT_LETTERS.find(text[0].lower())
    if seat < 0:
        return text
    if state.actor == OVER:
        raise IllegalMove("the game is over")
    if seat >= state.players:
        raise IllegalMove(f"{who(seat)} does not play in this game")
    if seat != state.actor:
        if state.actor == NATURE:
            raise IllegalMove(f"it is not {who(seat)}'s turn: something is drawn first")
        raise IllegalMove(f"it is {who(int(state.actor))}'s turn, not {who(seat)}'s")
    return text[2:].strip()


def _fitting(codec: Codec, state: State, text: str, legal: list[int], tokens: list[str]) -> list[int]:
    """The places of the legal moves that a long form can mean; with a bonus open it means the bonus."""
    fitting = [
        i for i, move in enumerate(legal) if tokens[i].lower() == text or text in codec.spellings(state, move)
    ]
    if not fitting and text.endswith(" " + PLAIN):
        base = text[: -len(PLAIN) - 1]
        fitting = [i for i in _fitting_any(codec, state, base, legal) if not tokens[i].endswith(BONUS)]
        return fitting
    claimed = {tokens[i] for i in fitting}
    return [i for i in fitting if tokens[i] + BONUS not in claimed]


def _fitting_any(codec: Codec, state: State, text: str, legal: list[int]) -> list[int]:
    return [i for i, move in enumerate(legal) if text in codec.spellings(state, move)]
