"""How likely an island is to be lost to the waters, and three of them together.

What counts is how many dikes an island still needs: at once, to outlast the next rising, and by and
by, for the ones after it. Two islands may go; so the table's task is to build what the three least needy
ones need, and its danger grows with that task and shrinks with the time left to do it in. Need that is
near and that no boat is beside weighs most.
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from core.vanuatu.board import count_bits, filled_cells, one, open_sides, spread
from core.vanuatu.layout import (
    DIE,
    I_CELL,
    I_WATER,
    ISLAND,
    ISLAND_SIZE,
    P_BOAT,
    PHASE,
    SEAT,
    SEAT_SIZE,
    SETUP,
)
from core.vanuatu.tables import BOARD, DIRECTIONS, ISLANDS, LOST_ISLANDS, ROUNDS, SUBMERGED

# In the end every cell has a tile: a side where none lies yet counts as one for the last rising, and
# so much less for each rising before that.
UNFILLED_LESS: Final = 0.2
# What islands still to come will strain the table: the first two of them stand longer.
STRAIN_EARLY: Final = 0.9
STRAIN_LATE: Final = 0.6
LATE_ISLANDS: Final[i64] = 2
# Dikes that the table has time for before the next rising: in a round that has not begun, in one that has.
HANDS: Final = 0.7
HANDS_HALF: Final = 0.5
HANDS_ROUND: Final = 1.0
# An island that no boat is beside is harder to save.
LONELY: Final = 1.6
# The need for later risings, by the rounds left.
LATER: Final = 0.6
TABLE_START: Final = 0.15
# The fourth least needy island could be kept instead: it counts so much, up to so much strain.
SPARE: Final = 0.3
SPARE_STRAIN: Final = 3.0
# A task that is as likely to fail as not. The danger never quite levels off, so that each dike is worth
# building even where many are missing.
HALF_LOST: Final = 2.5
# One island by itself is not everybody's task.
ISLAND_DANGER: Final = 0.9
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
        self.strains = vec[float]([0.0] * 5)  # what its needs are, measured by the time there is
        self.order = vec[float]([0.0] * 5)
        self.water = vec[i64]([0] * 5)
        self.open = vec[float]([0.0] * 5)  # sides at the next rising, and at later ones
        self.coming = vec[float]([0.0] * 5)
        self.lonely = vec[float]([1.0] * 5)
        self.rises: i64 = 0
        self.hands = 1.0
        self.rounds = 1.0

    def fill(self, b: vec[i64], players: i64, round_: i64) -> None:
        rises = risings(b, round_)
        self.rises = rises
        filled = filled_cells(b)
        boats: i64 = 0
        seat: i64 = 0
        while seat < players:
            boats |= one(b[SEAT + seat * SEAT_SIZE + P_BOAT])
            seat += 1
        begun = b[PHASE] != SETUP
        self.rounds = float(ROUNDS - round_) + (0.5 if begun else 1.0)
        self.hands = (HANDS_HALF if begun else HANDS) + (HANDS_ROUND if round_ % 2 == 1 else 0.0)
        unplaced: i64 = 0
        island = ISLANDS - 1
        while island >= 0:
            if b[ISLAND + island * ISLAND_SIZE + I_CELL] == 0:
                self.strains[island] = STRAIN_LATE if unplaced < LATE_ISLANDS else STRAIN_EARLY
                self.lost[island] = 0.3
                self.level[island] = 2.0
                self.water[island] = 0
                self.open[island] = 0.0
                self.coming[island] = 0.0
                unplaced += 1
            else:
                self._fill_island(b, island, filled, boats)
            island -= 1
        self.ruin = self._ruin()

    def _fill_island(self, b: vec[i64], island: i64, filled: i64, boats: i64) -> None:
        at = ISLAND + island * ISLAND_SIZE
        water = b[at + I_WATER]
        self.water[island] = water
        if water >= SUBMERGED:
            self.strains[island] = SUNK
            self.lost[island] = 1.0
            self.level[island] = 5.0
            return
        sides = float(count_bits(open_sides(b, island)))
        empty = float(empty_sides(b[at + I_CELL], filled))
        # Two tiles are placed before the next rising, wherever that may be.
        self.open[island] = sides + (0.3 * empty if b[PHASE] == SETUP else 0.0)
        self.coming[island] = sides + (1.0 - UNFILLED_LESS * float(self.rises - 1)) * empty
        self.lonely[island] = LONELY if spread(one(b[at + I_CELL])) & boats == 0 else 1.0
        strain = self._strain(island, 0.0)
        self.strains[island] = strain
        self.lost[island] = 1.0 - math.exp(-ISLAND_DANGER * strain)
        level = float(water) + 0.8 * self.coming[island] * float(self.rises)
        self.level[island] = level if level < 4.0 else 4.0

    def _strain(self, island: i64, dikes: float) -> float:
        """How hard it is to keep an island if it had so many dikes more."""
        if self.rises == 0:
            return 0.0
        left = float(SUBMERGED - 1 - self.water[island])
        now = self.open[island] - dikes - left
        strain = now * self.lonely[island] / self.hands if now > 0.0 else 0.0
        later = self.coming[island] - dikes - float((SUBMERGED - 1 - self.water[island]) // self.rises)
        if later > 0.0:
            strain += LATER * later / (self.rounds + TABLE_START)
        return strain

    def saved(self, island: i64) -> float:
        """By how much one more dike on an island lowers the chance that all are lost."""
        strain = self.strains[island]
        if strain == 0.0 or self.open[island] == 0.0 or strain >= SUNK:
            return 0.0
        self.strains[island] = self._strain(island, 1.0)
        then = self._ruin()
        self.strains[island] = strain
        return self.ruin - then

    def relief(self, island: i64) -> float:
        """By how much one more dike lowers the chance that this island is lost."""
        strain = self.strains[island]
        if strain == 0.0 or self.open[island] == 0.0 or strain >= SUNK:
            return 0.0
        return self.lost[island] - (1.0 - math.exp(-ISLAND_DANGER * self._strain(island, 1.0)))

    def _ruin(self) -> float:
        """The danger in what the least needy islands, as many as must stay, still need."""
        strains, order = self.strains, self.order
        island: i64 = 0
        while island < ISLANDS:
            i = island
            while i > 0 and order[i - 1] > strains[island]:
                order[i] = order[i - 1]
                i -= 1
            order[i] = strains[island]
            island += 1
        task = 0.0
        island = 0
        while island < MUST_STAY:
            task += order[island]
            island += 1
        if task >= SUNK:
            return 1.0
        spare = order[MUST_STAY]
        task += SPARE * task * (spare if spare < SPARE_STRAIN else SPARE_STRAIN) / SPARE_STRAIN
        return task / (task + HALF_LOST)


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
