"""What became of each seat's chance to win: by luck, by its own moves, by those of the others.

The search judges every position where somebody decides or something is drawn. From one to the next the
chances change, and the change is put down to whoever moved or to the draw. Two kinds of change are
nobody's doing and have columns of their own: a search that ends at the end of a round says something else
than the next one, which looks on from there (`revised`), and two searches of one position differ (`rest`).
So what stands here always adds up to what happened, and how much of it the search cannot explain shows.
"""

import math
from dataclasses import dataclass, field
from typing import Final

from vanuatu.ai.mcts.evaluation import Evaluation

# How far what a draw gave is off in short searches against long ones, and two searches of a position from one
# another if one is in parts: this part of p (1 - p), as a standard deviation (docs/explain/reviews.md).
LUCK_BIAS: Final = 0.1


@dataclass
class Ledger:
    """The account of one game, by seat."""

    players: int
    start: list[float] = field(default_factory=list)
    now: list[float] = field(default_factory=list)
    luck: list[float] = field(default_factory=list)
    luck_variance: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)
    others: list[float] = field(default_factory=list)
    revised: list[float] = field(default_factory=list)
    rest: list[float] = field(default_factory=list)
    rest_variance: list[float] = field(default_factory=list)
    _mover: int | None = None  # whose move has led here, if that is not put down yet
    cut: bool = False  # whether the search before this ended here

    def __post_init__(self) -> None:
        for column in (self.luck, self.luck_variance, self.own, self.others, self.revised, self.rest):
            column += [0.0] * self.players
        self.rest_variance += [0.0] * self.players

    def judged(self, win: list[float]) -> None:
        """The position is judged: put down what has changed since the last one that was."""
        if not self.start:
            self.start = list(win)
        else:
            for seat in range(self.players):
                self._column(seat)[seat] += win[seat] - self.now[seat]
        self.now = list(win)
        self._mover, self.cut = None, False

    def moved(self, mover: int | None, horizon: list[float] | None) -> None:
        """A seat has moved, None for a move without a choice; `horizon` if the search before it ends here."""
        if mover is not None:
            self._mover = mover
        if horizon is not None:
            self.judged(horizon)
            self.cut = True

    def drawn(self, before: Evaluation, after: Evaluation) -> None:
        """Something was drawn; the position was searched before and after it."""
        self.judged(before.win)
        for seat in range(self.players):
            chance = (before.win[seat] + after.win[seat]) / 2
            bias = LUCK_BIAS * chance * (1 - chance) if before.sims or after.sims else 0.0
            self.luck[seat] += after.win[seat] - before.win[seat]
            self.luck_variance[seat] += before.noise[seat] + after.noise[seat] + bias * bias
            self.rest_variance[seat] += 2 * after.noise[seat] + bias * bias  # it is searched again at once
        self.now = list(after.win)

    def _column(self, seat: int) -> list[float]:
        """Where a change of this seat's chance is put down."""
        if self.cut:
            return self.revised
        if self._mover is None:
            return self.rest
        return self.own if self._mover == seat else self.others

    def of(self, seat: int) -> dict[str, float]:
        """The account of a seat; all but the last figure add up to the end."""
        return {
            "start": self.start[seat],
            "luck": self.luck[seat],
            "own": self.own[seat],
            "others": self.others[seat],
            "revised": self.revised[seat],
            "rest": self.rest[seat],
            "end": self.now[seat],
            "rest_sd": math.sqrt(self.rest_variance[seat]),
        }
