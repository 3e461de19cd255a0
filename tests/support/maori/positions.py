"""Short notation for Maori positions, and tokens played in them."""

from vanuatu.core.game import CHANCE
from vanuatu.core.maori.state import MaoriState
from vanuatu.notation.maori.codec import MaoriCodec
from vanuatu.notation.maori.position_reader import read_position
from vanuatu.notation.maori.view_types import PlayerView

CODEC = MaoriCodec()
# Sixteen tiles in the middle: water in the first column, then ends, single islands, ends.
MATRIX = "W0 E1r I1 E1l / WB E2r I1 E2l / WS EX I2 EX / W0 E1t IH E1b"


def position(
    purple: str = "5s",
    *others: str,
    game: str = "",
    turn: str = "3 voyage p",
    more: str = "",
    ship: str = "n1",
    matrix: str = MATRIX,
) -> MaoriState:
    """A game of as many as there are players given, two at least."""
    seats = [purple, *others] if others else [purple, "5s"]
    sections = [f"maori {len(seats)} {game}", turn, "opens p", more, f"ship {ship}", f"matrix {matrix}"]
    sections += [f"{letter} {seat}" for letter, seat in zip("ptyob", seats, strict=False)]
    return read_position("; ".join(section for section in sections if section))


def tokens(state: MaoriState) -> list[str]:
    return [CODEC.token(state, int(move)) for move in state.legal_moves()]


def legal(state: MaoriState, token: str) -> bool:
    listed = token in tokens(state)
    assert listed == state.is_legal(CODEC.parse(state, token))
    return listed


def why(state: MaoriState, token: str) -> str:
    """Return the reason why a token is illegal."""
    move = CODEC.parse(state, token)
    assert move >= 0, token
    refusal = state.refusal(move)
    assert refusal is not None, f"{token} is legal"
    return CODEC.refusal(state, refusal, move)


def play(state: MaoriState, moves: str) -> MaoriState:
    """A copy with these tokens played."""
    state = state.copy()
    for token in moves.split():
        refusal = state.push(CODEC.parse(state, token))
        assert refusal is None, f"{token} is not legal: {tokens(state)}"
    return state


def player(state: MaoriState, letter: str = "p") -> PlayerView:
    return CODEC.view(state)["players"][letter]


def nature_draws(state: MaoriState) -> bool:
    return state.actor == CHANCE
