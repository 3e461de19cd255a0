"""The account of each seat's win chance: what changed it, from the start of a game to its end.

The search evaluates every position in which somebody decides or something is drawn. Each change from one
evaluation to the next is booked to the seat that moved, or to luck. Two kinds of change belong to no seat and
no draw: a search that ends at the end of a round differs from the next one, which looks further (`revised`);
and two searches of one position differ (`residual`). So the columns always add up to the end, and they show
how much the search cannot explain.
"""

import math
from dataclasses import dataclass, field
from typing import Final

from vanuatu.ai.mcts.evaluation import Evaluation

# The error of luck in short searches, and of two searches of a position if one is in parts: this part of
# p (1 - p), as a standard deviation (docs/guides/reviewing.md).
LUCK_BIAS: Final = 0.1
LUCK_POINTS_BIAS: Final = 0.3  # the same of scores, in points


@dataclass
class ChanceAccount:
    """The account of one game: a list for each column, by seat."""

    players: int
    start: list[float] = field(default_factory=list)
    now: list[float] = field(default_factory=list)
    luck: list[float] = field(default_factory=list)
    luck_variance: list[float] = field(default_factory=list)
    luck_points: list[float] = field(default_factory=list)  # in points of the final score
    luck_points_variance: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)
    others: list[float] = field(default_factory=list)
    revised: list[float] = field(default_factory=list)
    residual: list[float] = field(default_factory=list)
    residual_variance: list[float] = field(default_factory=list)
    _mover: int | None = None  # the seat of the move since the last evaluation, if it had a choice
    cut: bool = False  # the search before ended here

    def __post_init__(self) -> None:
        for column in (self.luck, self.luck_variance, self.own, self.others, self.revised, self.residual):
            column += [0.0] * self.players
        for column in (self.residual_variance, self.luck_points, self.luck_points_variance):
            column += [0.0] * self.players

    def add_evaluation(self, win: list[float]) -> None:
        """Book the changes since the last evaluation."""
        if not self.start:
            self.start = list(win)
        else:
            for seat in range(self.players):
                self._column(seat)[seat] += win[seat] - self.now[seat]
        self.now = list(win)
        self._mover, self.cut = None, False

    def add_move(self, mover: int | None, horizon: list[float] | None) -> None:
        """Note a move (None: without a choice); `horizon` are the chances if the search before ends here."""
        if mover is not None:
            self._mover = mover
        if horizon is not None:
            self.add_evaluation(horizon)
            self.cut = True

    def add_draw(self, before: Evaluation, after: Evaluation) -> None:
        """Book the luck of a draw, from the evaluations before and after it."""
        self.add_evaluation(before.win)
        for seat in range(self.players):
            chance = (before.win[seat] + after.win[seat]) / 2
            bias = LUCK_BIAS * chance * (1 - chance) if before.sims or after.sims else 0.0
            self.luck[seat] += after.win[seat] - before.win[seat]
            self.luck_variance[seat] += before.noise[seat] + after.noise[seat] + bias * bias
            points_bias = LUCK_POINTS_BIAS if before.sims or after.sims else 0.0
            self.luck_points[seat] += after.score[seat] - before.score[seat]
            noise = before.score_noise[seat] + after.score_noise[seat]
            self.luck_points_variance[seat] += noise + points_bias * points_bias
            self.residual_variance[seat] += 2 * after.noise[seat] + bias * bias  # searched again at once
        self.now = list(after.win)

    def _column(self, seat: int) -> list[float]:
        """Return the column in which a change of this seat's chance is booked."""
        if self.cut:
            return self.revised
        if self._mover is None:
            return self.residual
        return self.own if self._mover == seat else self.others

    def of(self, seat: int) -> dict[str, float]:
        """Return the account of a seat; the columns from start to residual add up to the end.

        It is empty before the first evaluation.
        """
        if not self.start:
            return {}
        return {
            "start": self.start[seat],
            "luck": self.luck[seat],
            "own": self.own[seat],
            "others": self.others[seat],
            "revised": self.revised[seat],
            "residual": self.residual[seat],
            "end": self.now[seat],
            "residual_sd": math.sqrt(self.residual_variance[seat]),
        }
