"""Features of a position between two rounds for learned evaluations: integers, per seat and for the table.

Training and play use the same function. Weights files contain the names and order of the features, and a file
for other features is refused. So after adding a feature, train again.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.core.game import State
from vanuatu.core.vanuatu import actions, board, purse, sea, tables
from vanuatu.core.vanuatu.layout import At, Island, Option, Seat
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.core.vanuatu.tables import CELLS, Rule, Supply, Tile


@final
class SeatFeature:
    """Features of a seat. "Near" is at its boat, "far" is beside cells one sail away (for fish: two)."""

    ONE: Final[i64] = 0
    POINTS: Final[i64] = 1
    VATUS: Final[i64] = 2
    BROKE: Final[i64] = 3
    POOR: Final[i64] = 4
    RICH: Final[i64] = 5
    FISH: Final[i64] = 6
    FISH_TILES: Final[i64] = 7
    TREASURE: Final[i64] = 8
    FIRST: Final[i64] = 9
    TURN: Final[i64] = 10
    HUTS: Final[i64] = 11
    HUT_TOURISTS: Final[i64] = 12
    HUT_ROOM: Final[i64] = 13
    HUT_COMING: Final[i64] = 14
    HUT_ISLANDS: Final[i64] = 15
    SHARED: Final[i64] = 16
    FISH_HERE: Final[i64] = 17
    FISH_NEAR: Final[i64] = 18
    FISH_FAR: Final[i64] = 19
    TREASURE_HERE: Final[i64] = 20
    TREASURE_NEAR: Final[i64] = 21
    TREASURE_FAR: Final[i64] = 22
    SITES_NEAR: Final[i64] = 23
    SITES_FAR: Final[i64] = 24
    DRAWINGS_NEAR: Final[i64] = 25
    DRAWINGS_FAR: Final[i64] = 26
    OWN_ROOM_NEAR: Final[i64] = 27
    OWN_ROOM_FAR: Final[i64] = 28
    ROOM_NEAR: Final[i64] = 29
    GOODS_NEAR: Final[i64] = 30
    GOODS_FAR: Final[i64] = 31
    SELLER: Final[i64] = 32
    SALE: Final[i64] = 33
    CHARACTER: Final[i64] = 34  # the character of the round before: one feature each
    HUT_WATERS: Final[i64] = 45
    HUT_OPEN: Final[i64] = 46
    HUT_LOW: Final[i64] = 47
    COUNT: Final[i64] = 48


@final
class TableFeature:
    """Features of the table."""

    TOURISTS_COMING: Final[i64] = 0
    ROOM: Final[i64] = 1
    SITES: Final[i64] = 2
    DRAWINGS: Final[i64] = 3
    FISH: Final[i64] = 4
    TREASURE: Final[i64] = 5
    GOODS: Final[i64] = 6
    LOST: Final[i64] = 7
    DIKES: Final[i64] = 8
    OPEN: Final[i64] = 9
    WATERS: Final[i64] = 10
    UNPLACED: Final[i64] = 11
    ROUNDS: Final[i64] = 12  # still to play
    COUNT: Final[i64] = 13


# The names of the features in weights files.
SEAT_FEATURES: Final = (
    "one points vatus broke poor rich fish fish_tiles treasure first turn huts hut_tourists hut_room"
    " hut_coming hut_islands shared fish_here fish_near fish_far treasure_here treasure_near treasure_far"
    " sites_near sites_far drawings_near drawings_far own_room_near own_room_far room_near goods_near"
    " goods_far seller sale"
    " artist beggar builder buyer diver fisherman governor guide navigator preacher vendor"
    " hut_waters hut_open hut_low"
).split()
TABLE_FEATURES: Final = (
    "tourists_coming room sites drawings fish treasure goods lost dikes open waters unplaced rounds"
).split()
# Variants without weights of their own; they use those of the base game.
SHARED_VARIANTS: Final = ("nocharacters",)
STAGES: Final = 7  # sets of weights: with one to seven rounds still to play

_RICH: Final[i64] = 7
_LOW: Final[i64] = 2  # levels of water before an island is lost


@final
class FeatureVector:
    """The features of one position: `fill` writes those of all seats to `values`, then those of the table."""

    def __init__(self) -> None:
        self.values = vec[i64]([0] * 72)
        self.players: i64 = 0
        # By island: whether it is on the board, its cell, and what it has.
        self.cell = vec[i64]([0] * 5)
        self.sites = vec[i64]([0] * 5)
        self.drawings = vec[i64]([0] * 5)
        self.room = vec[i64]([0] * 5)
        self.open = vec[i64]([0] * 5)
        self.goods = vec[i64]([0] * 15)  # points for a wanted cube of each good
        # The cells with fish and treasure, and the totals.
        self.fish_cells: i64 = 0
        self.treasure_cells: i64 = 0

    def fill(self, b: vec[i64], players: i64, round_: i64) -> None:
        size = players * SeatFeature.COUNT + TableFeature.COUNT
        if players != self.players:
            self.players = players
            self.values = vec[i64]([0] * int(size))
        values = self.values
        i: i64 = 0
        while i < size:
            values[i] = 0
            i += 1
        self._fill_table(b, players * SeatFeature.COUNT, round_)
        seat: i64 = 0
        while seat < players:
            self._fill_seat(b, players, seat, seat * SeatFeature.COUNT)
            seat += 1

    def _fill_table(self, b: vec[i64], at: i64, round_: i64) -> None:
        values = self.values
        values[at + TableFeature.TOURISTS_COMING] = tourists_coming(b, round_)
        values[at + TableFeature.ROUNDS] = Rule.ROUNDS + 1 - round_
        waters = b[At.OPTIONS] & Option.WATERS != 0
        worth = vec[i64]([0, 0, 0])
        good: i64 = 0
        while good < 3:
            worth[good] = actions.export_points(b, good)
            good += 1
        island: i64 = 0
        while island < Tile.ISLANDS:
            base = Island.BASE + island * Island.SIZE
            cell = b[base + Island.CELL]
            self.cell[island] = 0
            if cell == 0:
                values[at + TableFeature.UNPLACED] += 1
            elif b[base + Island.WATER] >= Rule.SUBMERGED:
                values[at + TableFeature.LOST] += 1
            else:
                self.cell[island] = cell
                self.sites[island] = tables.HUT_SITES[island] - board.huts_on(b, island)
                self.drawings[island] = tables.DRAWING_SITES[island] - b[base + Island.DRAWINGS]
                self.room[island] = tables.TOURIST_ROOM[island] - b[base + Island.TOURISTS]
                values[at + TableFeature.ROOM] += self.room[island]
                values[at + TableFeature.SITES] += self.sites[island]
                values[at + TableFeature.DRAWINGS] += self.drawings[island]
                good = 0
                while good < 3:
                    self.goods[island * 3 + good] = 0
                    if b[base + Island.GOODS + good] > 0:
                        self.goods[island * 3 + good] = worth[good]
                        values[at + TableFeature.GOODS] += worth[good]
                    good += 1
                if waters:
                    self.open[island] = board.count_bits(board.open_sides(b, island))
                    values[at + TableFeature.OPEN] += self.open[island]
                    values[at + TableFeature.WATERS] += b[base + Island.WATER]
            island += 1
        if waters:
            values[at + TableFeature.DIKES] = Supply.DIKES - board.dikes_left(b)
        self._fill_oceans(b, at)

    def _fill_oceans(self, b: vec[i64], at: i64) -> None:
        values = self.values
        self.fish_cells = 0
        self.treasure_cells = 0
        i: i64 = 0
        while i < len(CELLS):
            cell = CELLS[i]
            tile = b[At.TILE + cell]
            if tile >= Tile.ISLANDS:
                fish = b[At.FISH_LEFT + tile]
                treasure = b[At.TREASURE_LEFT + tile]
                if fish > 0:
                    self.fish_cells |= board.one(cell)
                    values[at + TableFeature.FISH] += pile(fish)
                if treasure > 0:
                    self.treasure_cells |= board.one(cell)
                    values[at + TableFeature.TREASURE] += pile(treasure)
            i += 1

    def _fill_seat(self, b: vec[i64], players: i64, seat: i64, at: i64) -> None:
        values = self.values
        base = Seat.BASE + seat * Seat.SIZE
        vatus = b[base + Seat.VATUS]
        fish = b[base + Seat.FISH]
        values[at + SeatFeature.ONE] = 1
        values[at + SeatFeature.POINTS] = b[base + Seat.POINTS]
        values[at + SeatFeature.VATUS] = vatus
        if vatus == 0:
            values[at + SeatFeature.BROKE] = 1
        elif vatus < 3:
            values[at + SeatFeature.POOR] = 1
        elif vatus >= _RICH:
            values[at + SeatFeature.RICH] = 1
        values[at + SeatFeature.FISH] = purse.packed_value(fish)
        values[at + SeatFeature.FISH_TILES] = (fish & 15) + (fish >> 4 & 15) + (fish >> 8)
        values[at + SeatFeature.TREASURE] = purse.packed_value(b[base + Seat.TREASURE])
        turn = seat - b[At.FIRST]
        if turn == 0:
            values[at + SeatFeature.FIRST] = 1
        elif turn < 0:
            turn += players
        values[at + SeatFeature.TURN] = turn
        values[at + SeatFeature.HUTS] = Supply.HUTS - b[base + Seat.HUTS]
        character = b[base + Seat.CHARACTER]
        if character >= 0:
            values[at + SeatFeature.CHARACTER + character] = 1
        self._fill_huts(b, players, seat, at)
        boat = b[base + Seat.BOAT]
        if boat > 0:
            self._fill_reach(b, seat, at, boat, vatus)

    def _fill_huts(self, b: vec[i64], players: i64, seat: i64, at: i64) -> None:
        """Add the tourists of the seat's huts, the possible ones, and the huts of others there."""
        values = self.values
        table = players * SeatFeature.COUNT
        waters = b[At.OPTIONS] & Option.WATERS != 0
        island: i64 = 0
        while island < Tile.ISLANDS:
            huts = board.huts_of(b, island, seat)
            if huts > 0 and self.cell[island] > 0:
                base = Island.BASE + island * Island.SIZE
                values[at + SeatFeature.HUT_TOURISTS] += huts * b[base + Island.TOURISTS]
                values[at + SeatFeature.HUT_ROOM] += huts * self.room[island]
                values[at + SeatFeature.HUT_ISLANDS] += 1
                values[at + SeatFeature.SHARED] += huts * (board.huts_on(b, island) - huts)
                if waters:
                    water = b[base + Island.WATER]
                    values[at + SeatFeature.HUT_WATERS] += huts * water
                    values[at + SeatFeature.HUT_OPEN] += huts * self.open[island]
                    if water + self.open[island] >= Rule.SUBMERGED - _LOW:
                        values[at + SeatFeature.HUT_LOW] += huts
            island += 1
        if values[table + TableFeature.ROOM] > 0:
            values[at + SeatFeature.HUT_COMING] = (
                values[at + SeatFeature.HUT_ROOM]
                * values[table + TableFeature.TOURISTS_COMING]
                // values[table + TableFeature.ROOM]
            )

    def _fill_reach(self, b: vec[i64], seat: i64, at: i64, boat: i64, vatus: i64) -> None:
        """Add what the seat can take at its boat and near it."""
        values = self.values
        here = board.one(boat)
        after1, after2, _ = sea.trips_from(b, boat)
        after1 &= ~here
        after2 &= ~(here | after1)
        values[at + SeatFeature.FISH_HERE] = stock_on(b, At.FISH_LEFT, self.fish_cells & here)
        values[at + SeatFeature.FISH_NEAR] = stock_on(b, At.FISH_LEFT, self.fish_cells & after1)
        values[at + SeatFeature.FISH_FAR] = stock_on(b, At.FISH_LEFT, self.fish_cells & after2)
        values[at + SeatFeature.TREASURE_HERE] = stock_on(b, At.TREASURE_LEFT, self.treasure_cells & here)
        values[at + SeatFeature.TREASURE_NEAR] = stock_on(b, At.TREASURE_LEFT, self.treasure_cells & after1)
        values[at + SeatFeature.TREASURE_FAR] = stock_on(b, At.TREASURE_LEFT, self.treasure_cells & after2)
        near = board.spread(here)
        far = board.spread(after1) & ~near
        island: i64 = 0
        while island < Tile.ISLANDS:
            cell = self.cell[island]
            if cell > 0 and (near >> cell) & 1 == 1:
                huts = board.huts_of(b, island, seat)
                values[at + SeatFeature.SITES_NEAR] += self.sites[island]
                values[at + SeatFeature.DRAWINGS_NEAR] += self.drawings[island]
                values[at + SeatFeature.OWN_ROOM_NEAR] += huts * self.room[island]
                values[at + SeatFeature.ROOM_NEAR] += self.room[island]
                values[at + SeatFeature.GOODS_NEAR] += self._goods(island, vatus)
                if huts > 0:
                    values[at + SeatFeature.SELLER] = 1
                    values[at + SeatFeature.SALE] = values[at + SeatFeature.FISH]
            elif cell > 0 and (far >> cell) & 1 == 1:
                values[at + SeatFeature.SITES_FAR] += self.sites[island]
                values[at + SeatFeature.DRAWINGS_FAR] += self.drawings[island]
                values[at + SeatFeature.OWN_ROOM_FAR] += board.huts_of(b, island, seat) * self.room[island]
                values[at + SeatFeature.GOODS_FAR] += self._goods(island, vatus - 1)
            island += 1

    def _goods(self, island: i64, vatus: i64) -> i64:
        """Return the points for wanted goods of an island that this money buys, one cube of each."""
        points: i64 = 0
        good: i64 = 0
        while good < 3:
            if vatus >= tables.GOODS_PRICE[good]:
                points += self.goods[island * 3 + good]
            good += 1
        return points


def tourists_coming(b: vec[i64], round_: i64) -> i64:
    """Return the tourists that are there and still expected, in tenths."""
    total: i64 = 0
    left: i64 = 0
    value: i64 = 0
    while value < 5:
        total += value * b[At.TOURIST_PILE + value]
        left += b[At.TOURIST_PILE + value]
        value += 1
    coming = 10 * b[At.TOURISTS]
    if left > 0:
        rounds = Rule.ROUNDS + 1 - round_
        if rounds > left:
            rounds = left
        coming += 10 * total * rounds // left
    return coming


def pile(value: i64) -> i64:
    """Return the value of a tile and all tiles below it: 3 and 2 and 1."""
    return value * (value + 1) // 2


def stock_on(b: vec[i64], stock: i64, cells: i64) -> i64:
    """Return the sum of the top tiles on these cells."""
    total: i64 = 0
    cell: i64 = 0
    while cells != 0:
        if cells & 1 == 1:
            total += b[stock + b[At.TILE + cell]]
        cells >>= 1
        cell += 1
    return total


def features_of(state: State) -> list[int]:
    """Return the features of a position for training: those of all seats, then the table's."""
    assert isinstance(state, VanuatuState)
    vector = FeatureVector()
    vector.fill(state.b, state.players, state.round)
    return [int(value) for value in vector.values]


def stage(state: State) -> i64:
    """Return the set of weights for a position: the rounds still to play, minus one."""
    return Rule.ROUNDS - state.round
