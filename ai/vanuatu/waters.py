"""Estimate the chance that the waters destroy an island, and that three islands are lost.

The estimate depends on the dikes that an island needs: some before the next rising, others before later ones.
Two islands may be lost. So the table must build the dikes of the three least needy islands. The danger grows
with this task and falls with the time left. Urgent need on an island without a boat nearby counts most.
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.ai.vanuatu import constants as w
from vanuatu.core.vanuatu import board
from vanuatu.core.vanuatu.layout import At, Island, Phase, Seat
from vanuatu.core.vanuatu.tables import BOARD, DIRECTIONS, Rule, Tile

# More dikes than exist: the island is gone.
SUNK: Final = 1000.0
MUST_STAY: Final[i64] = Tile.ISLANDS - Rule.LOST_ISLANDS + 1


def risings(b: vec[i64], round_: i64) -> i64:
    """Return how often the waters will still rise."""
    later = Rule.ROUNDS // 2 - round_ // 2
    if round_ % 2 == 0 and (b[At.PHASE] == Phase.SETUP or b[At.DIE] > 0):
        later += 1
    return later


@final
class Waters:
    """The estimates for one position; call `fill` first."""

    def __init__(self) -> None:
        self.ruin = 0.0
        self.lost = vec[float]([0.0] * 5)  # the chance that an island is lost
        self.level = vec[float]([0.0] * 5)  # its expected waters at the end
        self.tasks = vec[float]([0.0] * 5)  # the dikes it needs, more if time is short
        self.order = vec[float]([0.0] * 5)
        self.water = vec[i64]([0] * 5)
        self.open = vec[float]([0.0] * 5)  # open sides at the next rising, and at later ones
        self.coming = vec[float]([0.0] * 5)
        self.lonely = vec[float]([1.0] * 5)
        self.rises: i64 = 0
        self.hands = 1.0
        self.rounds = 1.0

    def fill(self, b: vec[i64], players: i64, round_: i64) -> None:
        rises = risings(b, round_)
        self.rises = rises
        filled = board.filled_cells(b)
        boats: i64 = 0
        seat: i64 = 0
        while seat < players:
            boats |= board.one(b[Seat.BASE + seat * Seat.SIZE + Seat.BOAT])
            seat += 1
        begun = b[At.PHASE] != Phase.SETUP
        self.rounds = float(Rule.ROUNDS - round_) + (w.BEGUN if begun else 1.0)
        self.hands = (w.HANDS_HALF if begun else w.HANDS) + (w.HANDS_ROUND if round_ % 2 == 1 else 0.0)
        unplaced: i64 = 0
        island = Tile.ISLANDS - 1
        while island >= 0:
            if b[Island.BASE + island * Island.SIZE + Island.CELL] == 0:
                self.tasks[island] = w.TASK_LATE if unplaced < w.LATE_ISLANDS else w.TASK_EARLY
                self.lost[island] = w.UNPLACED_LOST
                self.level[island] = w.UNPLACED_LEVEL
                self.water[island] = 0
                self.open[island] = 0.0
                self.coming[island] = 0.0
                unplaced += 1
            else:
                self._fill_island(b, island, filled, boats)
            island -= 1
        self.ruin = self._ruin()

    def _fill_island(self, b: vec[i64], island: i64, filled: i64, boats: i64) -> None:
        at = Island.BASE + island * Island.SIZE
        water = b[at + Island.WATER]
        self.water[island] = water
        if water >= Rule.SUBMERGED:
            self.tasks[island] = SUNK
            self.lost[island] = 1.0
            self.level[island] = float(Rule.SUBMERGED)
            return
        sides = float(board.count_bits(board.open_sides(b, island)))
        empty = float(empty_sides(b[at + Island.CELL], filled))
        # Two tiles are placed before the next rising, on unknown cells.
        self.open[island] = sides + (w.FILLED_NEXT * empty if b[At.PHASE] == Phase.SETUP else 0.0)
        self.coming[island] = sides + (1.0 - w.UNFILLED_LESS * float(self.rises - 1)) * empty
        self.lonely[island] = w.LONELY if board.spread(board.one(b[at + Island.CELL])) & boats == 0 else 1.0
        self.tasks[island] = self._task(island, 0.0)
        self.lost[island] = self._danger(self.tasks[island])
        level = float(water) + w.RISING * self.coming[island] * float(self.rises)
        most = float(Rule.SUBMERGED - 1)
        self.level[island] = level if level < most else most

    def _task(self, island: i64, dikes: float) -> float:
        """Return the dikes that an island needs after it got this many more."""
        if self.rises == 0:
            return 0.0
        left: i64 = Rule.SUBMERGED - 1 - self.water[island]
        now = self.open[island] - dikes - float(left)
        later = self.coming[island] - dikes - float(left // self.rises)
        task = later if later > 0.0 else 0.0
        return task + now * self.lonely[island] / self.hands if now > 0.0 else task

    def _danger(self, task: float) -> float:
        """Return the chance to lose an island that needs this many dikes."""
        return 1.0 - math.exp(-w.ISLAND_DANGER * task / (w.ISLAND_PACE * self.rounds + w.ISLAND_START))

    def saved(self, island: i64) -> float:
        """Return by how much one more dike on an island lowers the chance of a common loss."""
        task = self.tasks[island]
        if task == 0.0 or self.open[island] == 0.0 or task >= SUNK:
            return 0.0
        self.tasks[island] = self._task(island, 1.0)
        then = self._ruin()
        self.tasks[island] = task
        return self.ruin - then

    def relief(self, island: i64) -> float:
        """Return by how much one more dike lowers the chance that this island is lost."""
        task = self.tasks[island]
        if task == 0.0 or self.open[island] == 0.0 or task >= SUNK:
            return 0.0
        return self.lost[island] - self._danger(self._task(island, 1.0))

    def _ruin(self) -> float:
        """Return the danger for the least needy islands, as many as must stay.

        It never becomes constant, so that each dike has value even if many are missing.
        """
        if self.rises == 0:
            return 0.0
        tasks, order = self.tasks, self.order
        island: i64 = 0
        while island < Tile.ISLANDS:
            i = island
            while i > 0 and order[i - 1] > tasks[island]:
                order[i] = order[i - 1]
                i -= 1
            order[i] = tasks[island]
            island += 1
        task = 0.0
        island = 0
        while island < MUST_STAY:
            task += order[island]
            island += 1
        if task >= SUNK:
            return 1.0
        if task == 0.0:
            return 0.0
        spare = order[MUST_STAY]
        task += w.SPARE * (spare if spare < w.SPARE_DIKES else w.SPARE_DIKES)
        return task / (task + w.TABLE_PACE * self.rounds + w.TABLE_START)


def empty_sides(cell: i64, filled: i64) -> i64:
    """Return how many neighbours of a cell are on the board and have no tile yet."""
    n: i64 = 0
    i: i64 = 0
    while i < 6:
        there = cell + DIRECTIONS[i]
        if there > 0 and ((BOARD & ~filled) >> there) & 1 == 1:
            n += 1
        i += 1
    return n
