"""What the board offers one seat: the boat cells where each action is possible, and the seat's means.

Computed once for a position and used many times: by the planning rule, by its reasons, and by bots that weigh
plans.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from vanuatu.core.vanuatu import board, purse, sea, tables
from vanuatu.core.vanuatu.layout import At, Island, Option, Seat
from vanuatu.core.vanuatu.tables import CELLS, MOST_BEGGED, Character, Price, Rule, Tile


@mypyc_attr(free_list_len=1, acyclic=True)
@final
class Offers:
    """Sets of boat cells by the action possible there, and the seat's means."""

    def __init__(self, b: vec[i64], players: i64, seat: i64) -> None:
        base = board.seat_base(seat)
        self.b = b
        self.seat = seat
        self.boat = b[base + Seat.BOAT]
        self.vatus = b[base + Seat.VATUS]
        self.fish = b[base + Seat.FISH]
        self.treasure = b[base + Seat.TREASURE]
        # The character while its bonus is unused, else -1.
        self.character: i64 = -1
        if b[base + Seat.USED] == 0:
            self.character = b[base + Seat.CHARACTER]
        # Points that can become vatus.
        self.points: i64 = 0
        if self.character == Character.BEGGAR:
            points = b[base + Seat.POINTS]
            self.points = points if points < MOST_BEGGED else MOST_BEGGED
        self.huts = b[base + Seat.HUTS]
        self.hut_price: i64 = Price.BUILDERS_HUT if self.character == Character.BUILDER else Price.HUT
        # The seat's money after selling all its treasures.
        self.spendable: i64 = self.vatus + purse.packed_value(self.treasure) + self.points
        self._survey_sea(players)
        self._survey_islands()

    def _survey_sea(self, players: i64) -> None:
        """Compute where the boat can be after one, two and three cells, and where fish and treasures are."""
        b = self.b
        oceans = b[At.OCEANS]
        self.trips = sea.trips_of(b, players, self.seat)
        self.reach1 = sea.paid_with(self.trips, 1)
        self.reach2 = sea.paid_with(self.trips, 2)
        self.reach3 = sea.paid_with(self.trips, 3)
        fish: i64 = 0
        treasure: i64 = 0
        i: i64 = 0
        while i < 16:
            cell = CELLS[i]
            if (oceans >> cell) & 1 == 1:
                tile = b[At.TILE + cell]
                if b[At.FISH_LEFT + tile] > 0:
                    fish |= board.one(cell)
                if b[At.TREASURE_LEFT + tile] > 0:
                    treasure |= board.one(cell)
            i += 1
        self.at_fish: i64 = fish
        self.at_treasure: i64 = treasure

    def _survey_islands(self) -> None:
        b = self.b
        oceans = b[At.OCEANS]
        tourists = b[At.TOURISTS]
        self.by_site: i64 = 0
        self.by_dike: i64 = 0
        self.by_kava: i64 = 0
        self.by_copra: i64 = 0
        self.by_beef: i64 = 0
        self.by_drawing: i64 = 0
        self.by_room: i64 = 0
        self.by_own_hut: i64 = 0
        self.most_huts: i64 = 0  # on any one island
        self.dikes: bool = b[At.OPTIONS] & Option.WATERS != 0 and board.dikes_left(b) > 0
        island: i64 = 0
        while island < Tile.ISLANDS:
            base = Island.BASE + island * Island.SIZE
            cell = b[base + Island.CELL]
            if cell > 0 and b[base + Island.WATER] < Rule.SUBMERGED:
                around = board.spread(board.one(cell)) & oceans
                huts = board.huts_on(b, island)
                if huts > self.most_huts:
                    self.most_huts = huts
                if self.huts > 0 and huts < tables.HUT_SITES[island]:
                    self.by_site |= around
                if self.dikes and board.open_sides(b, island) != 0:
                    self.by_dike |= around
                if b[base + Island.GOODS] > 0:
                    self.by_kava |= around
                if b[base + Island.GOODS + 1] > 0:
                    self.by_copra |= around
                if b[base + Island.GOODS + 2] > 0:
                    self.by_beef |= around
                if b[base + Island.DRAWINGS] < tables.DRAWING_SITES[island]:
                    self.by_drawing |= around
                if tourists > 0 and b[base + Island.TOURISTS] < tables.TOURIST_ROOM[island]:
                    self.by_room |= around
                if board.huts_of(b, island, self.seat) > 0:
                    self.by_own_hut |= around
            island += 1

    def reach(self, vatus: i64, free: bool) -> i64:
        """Return where the boat can sail for at most `vatus` vatus, or by a free trip of the Navigator."""
        if free or vatus >= 3:
            return self.reach3
        if vatus == 2:
            return self.reach2
        if vatus == 1:
            return self.reach1
        return 0

    def beside(self, island: i64, boat: i64) -> bool:
        """Return whether a usable island is beside a boat's cell."""
        base = Island.BASE + island * Island.SIZE
        cell = self.b[base + Island.CELL]
        if cell == 0 or self.b[base + Island.WATER] >= Rule.SUBMERGED:
            return False
        return (board.spread(board.one(cell)) >> boat) & 1 == 1
