"""What the board offers to one seat: from which cells a boat could do what, and what the seat has.

Taken once for a position and then asked many times: by the planning rule, by its reasons, and by
players who weigh plans.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from core.vanuatu.board import barred, dikes_left, huts_of, huts_on, one, open_sides, seat_base, spread
from core.vanuatu.layout import (
    FISH_LEFT,
    I_CELL,
    I_DRAWINGS,
    I_GOODS,
    I_TOURISTS,
    I_WATER,
    ISLAND,
    ISLAND_SIZE,
    OCEANS,
    OPTIONS,
    P_BOAT,
    P_CHARACTER,
    P_FISH,
    P_HUTS,
    P_POINTS,
    P_TREASURE,
    P_USED,
    P_VATUS,
    TILE,
    TOURISTS,
    TREASURE_LEFT,
    WATERS,
)
from core.vanuatu.purse import packed_value
from core.vanuatu.tables import (
    BEGGAR,
    BUILDER,
    BUILDER_PRICE,
    CELLS,
    DRAWING_SITES,
    HUT_PRICE,
    HUT_SITES,
    ISLANDS,
    SUBMERGED,
    TOURIST_ROOM,
)

# Points beyond these are nothing to the Beggar.
MOST_BEGGED: Final[i64] = 3


@final
class Offers:
    """Sets of boat cells by what can be done there, and the seat's means."""

    def __init__(self, b: vec[i64], players: i64, seat: i64) -> None:
        base = seat_base(seat)
        self.b = b
        self.seat = seat
        self.boat = b[base + P_BOAT]
        self.vatus = b[base + P_VATUS]
        self.fish = b[base + P_FISH]
        self.treasure = b[base + P_TREASURE]
        # The character while its bonus is unused, else -1.
        self.character: i64 = -1 if b[base + P_USED] != 0 else b[base + P_CHARACTER]
        # Points that can become vatus.
        self.points: i64 = 0
        if self.character == BEGGAR:
            points = b[base + P_POINTS]
            self.points = points if points < MOST_BEGGED else MOST_BEGGED
        self.huts = b[base + P_HUTS]
        self.hut_price: i64 = BUILDER_PRICE if self.character == BUILDER else HUT_PRICE
        # What the seat can pay at once with all its treasures sold.
        self.liquid: i64 = self.vatus + packed_value(self.treasure) + self.points
        self._survey_sea(players)
        self._survey_islands()

    def _survey_sea(self, players: i64) -> None:
        """Where the boat can be after one, two and three cells; where fish and treasures are."""
        b = self.b
        oceans = b[OCEANS]
        after1 = spread(one(self.boat)) & oceans
        after2 = spread(after1) & oceans
        after3 = spread(after2) & oceans
        ends = ~barred(b, players, self.seat)
        self.after1: i64 = after1 & ends
        self.after2: i64 = after2 & ends
        self.after3: i64 = after3 & ends
        fish: i64 = 0
        treasure: i64 = 0
        i: i64 = 0
        while i < 16:
            cell = CELLS[i]
            if (oceans >> cell) & 1 == 1:
                tile = b[TILE + cell]
                if b[FISH_LEFT + tile] > 0:
                    fish |= one(cell)
                if b[TREASURE_LEFT + tile] > 0:
                    treasure |= one(cell)
            i += 1
        self.at_fish: i64 = fish
        self.at_treasure: i64 = treasure

    def _survey_islands(self) -> None:
        b = self.b
        oceans = b[OCEANS]
        tourists = b[TOURISTS]
        self.by_site: i64 = 0
        self.by_dike: i64 = 0
        self.by_kava: i64 = 0
        self.by_copra: i64 = 0
        self.by_beef: i64 = 0
        self.by_drawing: i64 = 0
        self.by_room: i64 = 0
        self.by_own_hut: i64 = 0
        self.most_huts: i64 = 0  # on any one island
        self.dikes: bool = b[OPTIONS] & WATERS != 0 and dikes_left(b) > 0
        island: i64 = 0
        while island < ISLANDS:
            base = ISLAND + island * ISLAND_SIZE
            cell = b[base + I_CELL]
            if cell > 0 and b[base + I_WATER] < SUBMERGED:
                around = spread(one(cell)) & oceans
                huts = huts_on(b, island)
                if huts > self.most_huts:
                    self.most_huts = huts
                if self.huts > 0 and huts < HUT_SITES[island]:
                    self.by_site |= around
                if self.dikes and open_sides(b, island) != 0:
                    self.by_dike |= around
                if b[base + I_GOODS] > 0:
                    self.by_kava |= around
                if b[base + I_GOODS + 1] > 0:
                    self.by_copra |= around
                if b[base + I_GOODS + 2] > 0:
                    self.by_beef |= around
                if b[base + I_DRAWINGS] < DRAWING_SITES[island]:
                    self.by_drawing |= around
                if tourists > 0 and b[base + I_TOURISTS] < TOURIST_ROOM[island]:
                    self.by_room |= around
                if huts_of(b, island, self.seat) > 0:
                    self.by_own_hut |= around
            island += 1

    def beside(self, island: i64, boat: i64) -> bool:
        """Whether an island that can be used lies beside a boat's cell."""
        base = ISLAND + island * ISLAND_SIZE
        cell = self.b[base + I_CELL]
        return cell > 0 and self.b[base + I_WATER] < SUBMERGED and (spread(one(cell)) >> boat) & 1 == 1
