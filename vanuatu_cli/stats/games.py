"""Which module tells of a game: `vanuatu_cli/stats/GAME/tables.py`, found by the game's name.

It has `counter()`, what looks at its games, and `tables(results)`, what is said of them beside the results. A
game without such a module gets the results alone.
"""

from typing import Any, Final, Protocol

from core import games
from vanuatu_cli.stats.counting import Counter, ResultCounter
from vanuatu_cli.stats.results import Results
from vanuatu_cli.stats.tables import ReportTable

_PACKAGE: Final = __name__.rpartition(".")[0]


class Teller(Protocol):
    """What such a module offers."""

    def counter(self) -> Counter: ...

    def tables(self, results: Results) -> list[ReportTable]: ...


class _ResultsAlone:
    """For a game that has no module of its own."""

    def counter(self) -> Counter:
        return ResultCounter()

    def tables(self, results: Results) -> list[ReportTable]:
        return []


def part_of(game: str) -> Teller:
    """What tells of a game."""
    module: Any = games.part(_PACKAGE, game, "tables")  # a module fits the protocol by its names
    if module is None:
        return _ResultsAlone()
    part: Teller = module
    return part
