"""Random play to the end, for any game."""

from mypy_extensions import i64

from vanuatu.core.game import CHANCE, OVER, State
from vanuatu.core.rng import Rng


def play_out(state: State, rng: Rng) -> i64:
    """Play uniformly random moves to the end, in place; return the number of decisions."""
    decisions: i64 = 0
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.apply(state.sample(rng))
        else:
            moves = state.legal_moves()
            state.apply(moves[rng.below(len(moves))])
            decisions += 1
    return decisions
