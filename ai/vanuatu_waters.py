"""How likely an island is to be lost to the waters, and three of them together.

What counts is how many dikes each island still needs to outlast the risings to come. Two islands may go;
so the table's task is to build what the three least needy ones need, and its danger grows with
that task and shrinks with the rounds left to do it in.
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from core.vanuatu.board import count_bits, filled_cells, open_sides
from core.vanuatu.layout import DIE, I_CELL, I_WATER, ISLAND, ISLAND_SIZE, PHASE, SETUP
from core.vanuatu.tables import BOARD, DIRECTIONS, ISLANDS, LOST_ISLANDS, ROUNDS, SUBMERGED

# A side where no tile lies yet counts as so much of an open one.
UNFILLED: Final = 0.4
# Dikes that an island still to come will need: the first two of them stand longer.
NEED_EARLY: Final = 1.7
NEED_LATE: Final = 0.8
LATE_ISLANDS: Final[i64] = 2
# Dikes that the table builds in a round for all, and for one island, when it has to.
TABLE_PACE: Final = 1.0
ISLAND_PACE: Final = 0.4
TABLE_START: Final = 0.15
ISLAND_START: Final = 0.5
# A fourth island that could still be kept instead: its needs count so much, up to so many dikes.
SPARE: Final = 0.15
SPARE_NEEDS: Final = 4.0
DANGER: Final = 0.7
SUNK: Final = 1000.0
MUST_STAY: Final[i64] = ISLANDS - LOST_ISLANDS + 1


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
        self.ruin = 0.0
        self.lost = vec[float]([0.0] * 5)  # the chance that an island is lost
        self.level = vec[float]([0.0] * 5)  # the waters to expect on it in the end
        self.needs = vec[float]([0.0] * 5)  # dikes it still needs
        self.rounds = 0.0
        self.order = vec[float]([0.0] * 5)

    def fill(self, b: vec[i64], round_: i64) -> None:
        rises = risings(b, round_)
        filled = filled_cells(b)
        self.rounds = float(ROUNDS - round_) + (1.0 if rises > 0 else 0.0)
        if round_ == ROUNDS and rises > 0 and b[PHASE] != SETUP:
            self.rounds = 0.5
        unplaced: i64 = 0
        island = ISLANDS - 1
        while island >= 0:
            if b[ISLAND + island * ISLAND_SIZE + I_CELL] == 0:
                self.needs[island] = NEED_LATE if unplaced < LATE_ISLANDS else NEED_EARLY
                self.lost[island] = 0.3
                self.level[island] = 2.0
                unplaced += 1
            else:
                self._fill_island(b, island, rises, filled)
            island -= 1
        self.ruin = self._ruin()

    def _fill_island(self, b: vec[i64], island: i64, rises: i64, filled: i64) -> None:
        at = ISLAND + island * ISLAND_SIZE
        water = b[at + I_WATER]
        if water >= SUBMERGED:
            self.needs[island] = SUNK
            self.lost[island] = 1.0
            self.level[island] = 5.0
            return
        if rises == 0:
            self.needs[island] = 0.0
            self.lost[island] = 0.0
            self.level[island] = float(water)
            return
        sides = float(count_bits(open_sides(b, island)))
        if rises > 1:
            sides += UNFILLED * float(empty_sides(b[at + I_CELL], filled))
        bearable = float((SUBMERGED - 1 - water) // rises)
        need = sides - bearable if sides > bearable else 0.0
        self.needs[island] = need
        self.lost[island] = danger(need / (ISLAND_PACE * self.rounds + ISLAND_START))
        level = float(water) + 0.8 * sides * float(rises)
        self.level[island] = level if level < 4.0 else 4.0

    def saved(self, island: i64) -> float:
        """By how much one more dike on an island lowers the chance that all are lost."""
        need = self.needs[island]
        if need == 0.0 or need >= SUNK:
            return 0.0
        self.needs[island] = need - 1.0 if need > 1.0 else 0.0
        then = self._ruin()
        self.needs[island] = need
        return self.ruin - then

    def relief(self, island: i64) -> float:
        """By how much one more dike lowers the chance that this island is lost."""
        need = self.needs[island]
        if need == 0.0 or need >= SUNK:
            return 0.0
        fewer = need - 1.0 if need > 1.0 else 0.0
        return self.lost[island] - danger(fewer / (ISLAND_PACE * self.rounds + ISLAND_START))

    def _ruin(self) -> float:
        """The danger in what the least needy islands, as many as must stay, still need."""
        needs, order = self.needs, self.order
        island: i64 = 0
        while island < ISLANDS:
            i = island
            while i > 0 and order[i - 1] > needs[island]:
                order[i] = order[i - 1]
                i -= 1
            order[i] = needs[island]
            island += 1
        task = 0.0
        island = 0
        while island < MUST_STAY:
            task += order[island]
            island += 1
        if task >= SUNK:
            return 1.0
        if task > 0.0:
            spare = order[MUST_STAY]
            task += SPARE * (spare if spare < SPARE_NEEDS else SPARE_NEEDS)
        return danger(task / (TABLE_PACE * self.rounds + TABLE_START))


def danger(strain: float) -> float:
    """The chance of failing at a task that takes so many times what is usually done."""
    return 1.0 - math.exp(-DANGER * strain * math.sqrt(strain))


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
