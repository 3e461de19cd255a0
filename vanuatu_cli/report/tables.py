"""Tables as values: rows of named cells, the same for text, JSON, CSV and the page."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from vanuatu.cli.match.ratings import CONFIDENCE, wilson


@dataclass(frozen=True)
class Share:
    """So many of so many, with an interval of 95 %; the first number may be a sum of shares."""

    part: float
    whole: int

    @property
    def value(self) -> float:
        return self.part / self.whole if self.whole else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval."""
        return wilson(self.part, self.whole)


@dataclass(frozen=True)
class Mean:
    """The mean of so many numbers, by their sum and the sum of their squares."""

    count: int
    total: int
    squares: int

    @property
    def value(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def margin(self) -> float:
        """The interval of 95 % is the mean plus or minus this."""
        if self.count < 2:
            return math.inf
        variance = max(0.0, self.squares - self.total * self.value) / (self.count - 1)
        return CONFIDENCE * math.sqrt(variance / self.count)

    @property
    def interval(self) -> tuple[float, float]:
        return self.value - self.margin, self.value + self.margin


Cell = str | int | float | Share | Mean | None
Row = dict[str, Cell]


@dataclass(frozen=True)
class Column:
    """A column: its name in JSON and CSV, its heading, and how many decimals it shows to people.

    `percent` shows 0.25 as 25. With `interval` people see it too; programs always do.
    """

    name: str
    head: str
    digits: int = 0
    percent: bool = False
    interval: bool = False


@dataclass(frozen=True)
class Plot:
    """How a table is drawn: `intervals` (a dot with its interval each row; `even` is a column to compare
    with), `bars` (side by side), `stack` (on one another), or `steps` (a histogram)."""

    kind: str
    columns: tuple[str, ...]
    even: str = ""
    axis: str = ""


@dataclass
class ReportTable:
    """Rows under headings. The first column names the row. Text shows `most` rows, the rest all."""

    name: str
    title: str
    columns: Sequence[Column]
    rows: list[Row] = field(default_factory=list)
    note: str = ""
    most: int = 0
    plots: tuple[Plot, ...] = ()
    shown: bool = True  # False: too long for text, and for the page too if it is drawn there


RATE: Final = Column("win", "win %", 1, True, True)
SCORE: Final = Column("score", "score", 1, interval=True)
EVEN: Final = Column("even", "even %", 1, True)


def per(total: int, count: int) -> float | None:
    """How many a time; None where there was no time."""
    return total / count if count else None
