"""Tables of a report: rows of named cells, the same for text, JSON, CSV and the page."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from vanuatu.cli.match.ratings import CONFIDENCE, Moments, share_interval, wins_interval

_TINY: Final = 1e-12


@dataclass(frozen=True)
class Share:
    """A part of a whole, with an interval of 95 %; the part may be a sum of shares.

    With several seats from one game in the whole, `moments` say how they vary together.
    """

    part: float
    whole: int
    moments: Moments | None = field(default=None, compare=False)

    @property
    def value(self) -> float:
        return self.part / self.whole if self.whole else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Return Wilson's interval, for as many independent seats as vary like these."""
        return share_interval(self.part, self.whole, self.moments)


class WinShare(Share):
    """The share of wins of some seats. The seats of a game have one win together."""

    @property
    def interval(self) -> tuple[float, float]:
        """Return the interval below the greatest possible share."""
        if self.moments is None:
            return super().interval
        return wins_interval(self.part, self.whole, self.moments)


@dataclass(frozen=True)
class Mean:
    """The mean of numbers, from their count, their sum and the sum of their squares."""

    count: int
    total: float
    squares: float
    moments: Moments | None = field(default=None, compare=False)  # see Share

    @property
    def value(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def margin(self) -> float:
        """Return half the width of the interval of 95 %."""
        if self.count < 2:
            return math.inf
        moments = self.moments
        if moments is not None and moments.sizes > self.count:
            rest = 1 - moments.sizes / self.count**2  # 1 − 1/games, if they have equal sizes
            if rest < _TINY:
                return math.inf
            return CONFIDENCE * math.sqrt(moments.variance(self.value, self.count) / rest)
        variance = max(0.0, self.squares - self.total * self.value) / (self.count - 1)
        return CONFIDENCE * math.sqrt(variance / self.count)

    @property
    def interval(self) -> tuple[float, float]:
        return self.value - self.margin, self.value + self.margin


Cell = str | int | float | Share | Mean | None
Row = dict[str, Cell]


@dataclass(frozen=True)
class Column:
    """A column: its name in JSON and CSV, its heading, and the decimals shown in text.

    `percent` shows 0.25 as 25. `interval` shows the interval in text; JSON and CSV always have it.
    """

    name: str
    head: str
    digits: int = 0
    percent: bool = False
    interval: bool = False


@dataclass(frozen=True)
class Plot:
    """How a table is drawn: `intervals` (a dot with its interval each row; `even` is a column to compare
    with, or a number), `heat` (a map of rows and columns), or `steps` (histograms, one below the other).

    Rows of `ranked` intervals are sorted by value. `across` is the unit of the values of histograms.
    """

    kind: str
    columns: tuple[str, ...]
    even: str | float = ""
    axis: str = ""
    ranked: bool = False
    across: str = ""


@dataclass
class ReportTable:
    """A table. The first column names the row.

    Text shows at most `most` rows, and none with fewer than `fewest` games. Other formats show all; the page
    folds rows with fewer than `folded` games, and does not draw them.
    """

    name: str
    title: str
    columns: Sequence[Column]
    rows: list[Row] = field(default_factory=list)
    note: str = ""
    most: int = 0
    fewest: int = 0
    folded: int = 0
    plots: tuple[Plot, ...] = ()
    shown: bool = True  # False: too long for text, and for the page too if it is drawn there


RATE: Final = Column("win", "win %", 1, True, True)
SCORE: Final = Column("score", "score", 1, interval=True)
EVEN: Final = Column("even", "even %", 1, True)


def ratio(total: int, count: int) -> float | None:
    """Return `total / count`, or None if `count` is 0."""
    return total / count if count else None
