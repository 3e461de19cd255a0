"""How likely each island is to be lost to the waters, and three of them together.

An island's fate is seen from the waters on it now and those that the open sides will bring, less
the dikes that are usually built in time. Weights are in one place and were set by trying (docs/ai.md).
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from core.vanuatu.board import count_bits, filled_cells, open_sides
from core.vanuatu.layout import DIE, I_CELL, I_WATER, ISLAND, ISLAND_SIZE, PHASE, SETUP
from core.vanuatu.tables import BOARD, DIRECTIONS, ISLANDS, LOST_ISLANDS, ROUNDS, SUBMERGED

# Of the waters that open sides would bring so much comes, for dikes are built meanwhile.
COMING: Final = 0.85
# A side where no tile lies yet counts as so much of an open one.
UNFILLED: Final = 0.4
# Islands still to come: what they will have to bear as far as one can tell.
FUTURE_SIDES: Final = 2.4
# How uncertain an island's waters are: with no rising to come, and more for each.
DOUBT: Final = 0.35
DOUBT_PER_RISING: Final = 0.35


def risings(b: vec[i64], round_: i64) -> i64:
    """How often the waters are still to rise."""
    later = ROUNDS // 2 - round_ // 2
    if round_ % 2 == 0 and (b[PHASE] == SETUP or b[DIE] > 0):
        later += 1
    return later


@final
class Waters:
    """The fate of the islands in one position; `fill` before asking."""

    def __init__(self) -> None:
        self.lost = vec[float]([0.0] * 5)  # the chance that an island is lost
        self.relief = vec[float]([0.0] * 5)  # by how much one more dike lowers it
        self.level = vec[float]([0.0] * 5)  # the waters to expect on it in the end
        self.ruin = 0.0
        self.odds = vec[float]([0.0] * 6)

    def fill(self, b: vec[i64], round_: i64) -> None:
        rises = risings(b, round_)
        filled = filled_cells(b)
        island: i64 = 0
        while island < ISLANDS:
            self._fill_island(b, island, rises, filled)
            island += 1
        self.ruin = self._chance_of_losing(-1, LOST_ISLANDS)

    def _fill_island(self, b: vec[i64], island: i64, rises: i64, filled: i64) -> None:
        at = ISLAND + island * ISLAND_SIZE
        cell = b[at + I_CELL]
        water = float(b[at + I_WATER])
        self.relief[island] = 0.0
        if b[at + I_WATER] >= SUBMERGED:
            self.lost[island] = 1.0
            self.level[island] = 5.0
            return
        if cell == 0:
            # It will bear the risings of the last rounds only.
            later = float(rises if rises < 3 else 3) - 0.5
            expected = FUTURE_SIDES * (later if later > 0.0 else 0.0) * COMING
            self.level[island] = expected
            self.lost[island] = chance_above(expected, rises)
            return
        sides = float(count_bits(open_sides(b, island)))
        coming = sides
        if rises > 1:
            coming += UNFILLED * float(empty_sides(cell, filled))
        expected = water + coming * (1.0 + COMING * float(rises - 1)) if rises > 0 else water
        self.level[island] = expected
        self.lost[island] = chance_above(expected, rises)
        if sides > 0.0 and rises > 0:
            fewer = expected - (1.0 + COMING * float(rises - 1))
            self.relief[island] = self.lost[island] - chance_above(fewer, rises)

    def saved(self, island: i64) -> float:
        """By how much one more dike on an island lowers the chance that all are lost."""
        if self.relief[island] == 0.0:
            return 0.0
        exactly = self._chance_of_losing(island, LOST_ISLANDS - 1) - self._chance_of_losing(
            island, LOST_ISLANDS
        )
        return self.relief[island] * exactly

    def _chance_of_losing(self, without: i64, least: i64) -> float:
        """The chance that at least so many islands are lost, one of them left out if wanted."""
        odds = self.odds
        odds[0] = 1.0
        n: i64 = 0
        island: i64 = 0
        while island < ISLANDS:
            if island != without:
                lost = self.lost[island]
                n += 1
                odds[n] = odds[n - 1] * lost
                i = n - 1
                while i > 0:
                    odds[i] = odds[i] * (1.0 - lost) + odds[i - 1] * lost
                    i -= 1
                odds[0] *= 1.0 - lost
            island += 1
        total = 0.0
        while least <= n:
            total += odds[least]
            least += 1
        return total


def chance_above(expected: float, rises: i64) -> float:
    """The chance that the waters on an island reach five when so many are expected."""
    if rises == 0:
        return 1.0 if expected >= 5.0 else 0.0
    doubt = DOUBT + DOUBT_PER_RISING * float(rises)
    return 1.0 / (1.0 + math.exp((4.5 - expected) / doubt))


def empty_sides(cell: i64, filled: i64) -> i64:
    """How many neighbours of a cell are on the board and have no tile yet."""
    n: i64 = 0
    i: i64 = 0
    while i < 6:
        there = cell + DIRECTIONS[i]
        if there > 0 and ((BOARD & ~filled) >> there) & 1 == 1:
            n += 1
        i += 1
    return n
