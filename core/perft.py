"""Count the sequences of legal plies from a position, for any game.

Move generators are tested with such counts. docs/reference/perft.md defines them exactly.
"""

from typing import final

from mypy_extensions import i64

from vanuatu.core.game import CHANCE, State


@final
class SequenceCount:
    """Counts sequences of plies, by their last ply: a decision of a seat, or a draw of chance."""

    def __init__(self) -> None:
        self.decisions: i64 = 0
        self.draws: i64 = 0

    def add(self, state: State, depth: i64) -> None:
        """Add the sequences of exactly `depth` plies (1 or more) from the position, which stays as it is."""
        moves = state.legal_moves()
        if depth == 1:
            if state.actor == CHANCE:
                self.draws += len(moves)
            else:
                self.decisions += len(moves)
            return
        for move in moves:
            after = state.copy()
            after.apply(move)
            self.add(after, depth - 1)
