"""Measure how often the 95 % intervals of `vanuatu stats` contain the true value, with real games.

`python -m tests.support.interval_coverage games.pvn` takes the games of a file as the whole population, so
that the true value of each figure is known. Each trial draws as many games from it, with replacement, and
computes all intervals of the report on them. It needs the extra `learn`.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from vanuatu.cli.match.ratings import Moments
from vanuatu.cli.report import gathering, printing
from vanuatu.cli.report.tables import Mean, Share
from vanuatu.notation.files import read_games

WANTED: Final = 0.95
MARGIN: Final = 0.02

Name = tuple[str, str, str]  # table, row, column
Numbers = tuple[float, ...]


@dataclass
class Figure:
    """A figure with an interval: what each game adds to it."""

    kind: type[Share] | type[Mean]
    clustered: bool
    by_game: dict[int, Numbers] = field(default_factory=dict)

    def of(self, numbers: Numbers) -> Share | Mean:
        """Return the figure of the games that add up to these numbers."""
        first, second, third, squares, products, sizes, games = numbers
        moments = Moments(squares, products, sizes, round(games)) if self.clustered else None
        if issubclass(self.kind, Share):
            return self.kind(first, round(second), moments)
        return self.kind(round(first), second, third, moments)


def numbers_of(cell: Share | Mean) -> Numbers:
    """Return the totals of a figure. All of them add up over games."""
    totals = (cell.part, cell.whole, 0) if isinstance(cell, Share) else (cell.count, cell.total, cell.squares)
    return (*totals, *(cell.moments or (0, 0, 0, 0)))


def cells(report: gathering.GameReport) -> Iterator[tuple[Name, Share | Mean]]:
    """Yield all figures of a report that have intervals."""
    for _, _, tables in printing.reports(report):
        for table in tables:
            for row in table.rows:
                for column in table.columns[1:]:
                    cell = row.get(column.name)
                    if isinstance(cell, Share | Mean):
                        yield (table.name, str(row[table.columns[0].name]), column.name), cell


def figures_of(files: list[Path]) -> tuple[int, dict[Name, Figure]]:
    """Return the number of games, and what each of them adds to each figure."""
    found: dict[Name, Figure] = {}
    games = 0
    for path in files:
        for read in read_games(path):
            report = gathering.GameReport(gathering.Selection())
            report.take(read, path.name, print)
            for name, cell in cells(report):
                figure = found.setdefault(name, Figure(type(cell), cell.moments is not None))
                figure.by_game[games] = numbers_of(cell)
            games += report.games
    for (table, _, _), figure in found.items():
        if table == "part_differences":  # a game has no row for a part in which its winners have 0 more
            figure.by_game = {game: figure.by_game.get(game, (1, *[0] * 6)) for game in range(games)}
    return games, found


@dataclass
class Coverage:
    """How often the interval of a figure contained the true value."""

    name: Name
    count: float  # results of the figure
    value: float
    inside: int
    above: int  # intervals that are above the value
    trials: int

    @property
    def share(self) -> float:
        return self.inside / self.trials


def measure(games: int, figures: dict[Name, Figure], trials: int, seed: int, least: int) -> list[Coverage]:
    """Return the coverage of each figure with at least so many results."""
    import numpy

    generator = numpy.random.default_rng(seed)
    times = generator.multinomial(games, [1 / games] * games, size=trials).astype(float)
    found = []
    for name, figure in figures.items():
        added: Any = numpy.zeros((games, 7))
        for game, numbers in figure.by_game.items():
            added[game] = numbers
        truth = figure.of(tuple(added.sum(axis=0)))
        count = truth.whole if isinstance(truth, Share) else truth.count
        if count < least:
            continue
        inside = above = 0
        for row in times @ added:
            low, high = figure.of(tuple(row)).interval
            inside += low - 1e-9 <= truth.value <= high + 1e-9
            above += low - 1e-9 > truth.value
        found.append(Coverage(name, count, truth.value, inside, above, trials))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--trials", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=int, default=100, help="results of a figure that is measured")
    given = parser.parse_args()
    games, figures = figures_of(given.files)
    found = measure(games, figures, given.trials, given.seed, given.least)
    print(f"{games} games, {given.trials} trials, {len(found)} intervals")
    by_column: dict[tuple[str, str], list[Coverage]] = {}
    for one in found:
        by_column.setdefault((one.name[0], one.name[2]), []).append(one)
    for (table, column), group in by_column.items():
        shares = [one.share for one in group]
        mean = sum(shares) / len(shares)
        print(f"{table:26} {column:16} {len(group):3}  {mean:6.1%} ({min(shares):.1%}–{max(shares):.1%})")
    print("\nOutside of 95 ± 2 %:")
    for one in found:
        if abs(one.share - WANTED) > MARGIN:
            below = one.trials - one.inside - one.above
            print(
                f"{' / '.join(one.name):60} n={one.count:<6.0f} value={one.value:.4f} {one.share:6.1%}"
                f" missed above {one.above}, below {below}"
            )


if __name__ == "__main__":
    main()
