"""Estimate the value of each action for a seat, in points, at every possible cell of its boat.

A survey of one position for one seat; its buffers are reused. The figures are rough on purpose: they guide
playouts and give the search its priors, and the search corrects them.

Surveys take much of a search's time. So each values only the actions that are wanted. A seat that plans wants
all of them, but while seats plan, nothing that counts changes: `is_of` says whether the last survey holds.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.ai.vanuatu import constants as w
from vanuatu.ai.vanuatu.expected_scores import hut_filling
from vanuatu.ai.vanuatu.waters import Waters
from vanuatu.core.vanuatu import actions, board, purse, sea, tables
from vanuatu.core.vanuatu.layout import At, Island, Option, Phase, Seat
from vanuatu.core.vanuatu.tables import (
    BOARD,
    Action,
    Character,
    Points,
    Price,
    RestToken,
    Rule,
    Tile,
)

# The set of all actions.
ALL_ACTIONS: Final[i64] = (1 << Action.COUNT) - 1
# The cells of a survey.
NOWHERE: Final[i64] = 0
AT_BOAT: Final[i64] = 1
AFTER_SAILING: Final[i64] = 2
_CELLS: Final[i64] = 28  # more than any cell


@final
class ActionValues:
    """The survey; `fill` makes it, the other attributes are its results."""

    def __init__(self) -> None:
        self.seat: i64 = 0
        self.boat: i64 = 0
        self.vatus: i64 = 0
        self.character: i64 = -1
        self.wanted: i64 = 0
        self.vatu = w.VATU
        self.filling = 0.0
        self.waters = Waters()
        self.game_points = w.GAME_POINTS
        self.round: i64 = 0
        self.last = False
        # Cells by the vatus for sailing there.
        self.can_sail = False
        self.after1: i64 = 0
        self.after2: i64 = 0
        self.after3: i64 = 0
        # By island; `building` and `buying` are the best way to do so with some money.
        self.beside = vec[i64]([0] * 5)  # the cells beside it; none if it cannot be used
        self.drawing = vec[float]([0.0] * 5)
        self.hut = vec[float]([0.0] * 5)
        self.dike = vec[float]([0.0] * 5)
        self.transport = vec[float]([0.0] * 5)
        self.building = vec[float]([0.0] * 5)
        self.buying = vec[float]([0.0] * 5)
        self.goods = vec[float]([0.0] * 3)  # by good: the points for a cube, minus its price
        self.rest = 0.0
        self.selling = 0.0
        self.markets: i64 = 0  # the cells where the seat may sell
        # By cell and action: the values at the cells that were asked for, and what sailing there costs.
        self.table = vec[float]([0.0] * int(_CELLS * Action.COUNT))
        self.fares = vec[i64]([-1] * int(_CELLS))
        # What `remember` keeps: the array of the survey, and its round.
        self.surveyed = vec[i64]()
        self.surveyed_round: i64 = -1  # none

    def is_of(self, b: vec[i64], players: i64, seat: i64, round_: i64, game_points: float) -> bool:
        """Return whether the survey that is remembered holds for this position too.

        Markers, points, treasures, the order of seats and what the others have may differ.
        """
        known = self.surveyed
        n = len(b)
        if round_ != self.surveyed_round or game_points != self.game_points or n != len(known):
            return False
        base = Seat.BASE + seat * Seat.SIZE
        if (
            b[base + Seat.VATUS] != known[base + Seat.VATUS]
            or b[base + Seat.BOAT] != known[base + Seat.BOAT]
            or b[base + Seat.FISH] != known[base + Seat.FISH]
            or b[base + Seat.HUTS] != known[base + Seat.HUTS]
            or b[base + Seat.CHARACTER] != known[base + Seat.CHARACTER]
            or b[base + Seat.USED] != known[base + Seat.USED]
            or b[At.OPTIONS] != known[At.OPTIONS]
        ):
            return False
        if not (
            _are_same(b, known, At.MARKET, At.CAST)
            and b[At.RESTS] == known[At.RESTS]
            and _are_same(b, known, At.SHIP, At.NEUTRALS)
            and _are_same(b, known, At.TILE, Seat.BASE)
        ):
            return False
        if players == 2 or b[At.OPTIONS] & Option.WATERS != 0:
            # The other boat is in the way, or boats are there to build dikes, in the time that is left.
            i = Seat.BASE + Seat.BOAT
            while i < n:
                if b[i] != known[i]:
                    return False
                i += Seat.SIZE
            return (b[At.PHASE] == Phase.SETUP) == (known[At.PHASE] == Phase.SETUP)
        return True

    def fill(
        self,
        b: vec[i64],
        players: i64,
        seat: i64,
        round_: i64,
        game_points: float,
        wanted: i64,
        cells: i64,
    ) -> None:
        """Survey the actions in `wanted` for a seat: on the islands, and at some `cells`.

        These are NOWHERE, AT_BOAT, or AFTER_SAILING: there too.
        """
        base = Seat.BASE + seat * Seat.SIZE
        self.seat = seat
        self.boat = b[base + Seat.BOAT]
        self.vatus = b[base + Seat.VATUS]
        self.character = -1
        if b[base + Seat.USED] == 0:
            self.character = b[base + Seat.CHARACTER]
        self.wanted = wanted
        self.last = round_ == Rule.ROUNDS
        self.game_points = game_points
        if b[At.OPTIONS] & Option.WATERS != 0:
            self.waters.fill(b, players, round_)
        self.vatu = w.LAST_VATU if self.last else w.VATU
        self.filling = -1.0  # not known yet
        self.round = round_
        self.can_sail = False
        self.surveyed_round = -1
        self._fill_islands(b, players, BOARD if cells == AFTER_SAILING else board.one(self.boat))
        if cells == NOWHERE:
            return
        if self._wants(Action.BUY):
            self._fill_goods(b)
        self.selling = self._sale(purse.packed_value(b[base + Seat.FISH]), b[At.MARKET])
        self.rest = rest_value(b, self.last)
        self._value_cells(b, board.one(self.boat), 0)
        if cells == AFTER_SAILING:
            self._find_trips(b, players)
            free = self.character == Character.NAVIGATOR
            self._value_cells(b, self.after1, 0 if free else 1)
            self._value_cells(b, self.after2, 0 if free else 2)
            self._value_cells(b, self.after3, 0 if free else 3)

    def remember(self, b: vec[i64], round_: i64) -> None:
        """Keep the position of a survey of all actions, for `is_of`."""
        self.surveyed = b[:]
        self.surveyed_round = round_

    def _wants(self, action: i64) -> bool:
        return (self.wanted >> action) & 1 == 1

    def _find_trips(self, b: vec[i64], players: i64) -> None:
        """Find the cells where the boat can sail, by the vatus for it; not its own cell."""
        after1, after2, after3 = sea.trips_of(b, players, self.seat)
        after3 &= ~after1 & ~after2
        after2 &= ~after1
        if self.character != Character.NAVIGATOR:
            if self.vatus < 1:
                after1 = 0
            if self.vatus < 2:
                after2 = 0
            if self.vatus < 3:
                after3 = 0
        self.can_sail = after1 | after2 | after3 != 0
        elsewhere = ~board.one(self.boat)
        self.after1 = after1 & elsewhere
        self.after2 = after2 & elsewhere
        self.after3 = after3 & elsewhere

    def _fill_goods(self, b: vec[i64]) -> None:
        good: i64 = 0
        while good < 3:
            points = goods_value(b, good, self.character == Character.BUYER)
            self.goods[good] = points - self.vatu * float(tables.GOODS_PRICE[good])
            good += 1

    def _fill_islands(self, b: vec[i64], players: i64, cells: i64) -> None:
        """Fill the values of the islands beside these cells."""
        seat = self.seat
        beside, drawing = self.beside, self.drawing
        draws, builds = self._wants(Action.DRAW), self._wants(Action.BUILD)
        transports = self._wants(Action.TRANSPORT) and b[At.TOURISTS] > 0
        drawn = float(Points.ARTIST if self.character == Character.ARTIST else Points.DRAWING)
        markets: i64 = 0
        if self.character == Character.VENDOR:
            markets = BOARD
        island: i64 = 0
        while island < Tile.ISLANDS:
            at = Island.BASE + island * Island.SIZE
            cell = b[at + Island.CELL]
            beside[island] = 0
            if cell > 0 and b[at + Island.WATER] < Rule.SUBMERGED:
                around = board.spread(board.one(cell))
                if around & cells == 0:
                    island += 1
                    continue
                beside[island] = around
                own_huts = board.huts_of(b, island, seat)
                if own_huts > 0:
                    markets |= around
                drawing[island] = 0.0
                if draws and b[at + Island.DRAWINGS] < tables.DRAWING_SITES[island]:
                    drawing[island] = drawn
                if builds:
                    self._fill_building(b, island, at, own_huts)
                if transports:
                    self._fill_transport(b, players, island, at, own_huts)
                else:
                    self.transport[island] = 0.0
            island += 1
        self.markets = markets

    def _fill_building(self, b: vec[i64], island: i64, at: i64, own_huts: i64) -> None:
        """Fill the values of a hut on an island, and of a dike."""
        waters = b[At.OPTIONS] & Option.WATERS != 0
        self.hut[island] = 0.0
        left = b[Seat.BASE + self.seat * Seat.SIZE + Seat.HUTS]
        if left > 0 and board.huts_on(b, island) < tables.HUT_SITES[island]:
            if self.filling < 0.0:
                self.filling = hut_filling(b, self.round)
            tourists = b[at + Island.TOURISTS]
            room = float(tables.TOURIST_ROOM[island] - tourists)
            value = float(Points.TOURIST) * (float(tourists) + self.filling * room)
            if waters:
                value = (value - self.waters.level[island]) * (1.0 - self.waters.lost[island])
            self.hut[island] = value
        self.dike[island] = 0.0
        if waters:
            self.dike[island] = self._dike(island, own_huts)

    def _fill_transport(self, b: vec[i64], players: i64, island: i64, at: i64, own_huts: i64) -> None:
        """Fill the value of a tourist for an island."""
        self.transport[island] = 0.0
        if b[at + Island.TOURISTS] < tables.TOURIST_ROOM[island]:
            huts = board.huts_on(b, island)
            others = float(huts - own_huts) / float(players - 1)
            value = float(Points.TOURIST * own_huts) - float(Points.TOURIST) * w.ENVY * others
            value += self.vatu * float(huts)
            if self.character == Character.GUIDE:
                value += float(Points.GUIDE * b[at + Island.DRAWINGS])
            self.transport[island] = value

    def _dike(self, island: i64, own_huts: i64) -> float:
        """Return the value of one more dike: for own huts, and against a common loss."""
        waters = self.waters
        saved_huts = float(own_huts) * (w.DIKE + w.DIKE_SAVES * waters.relief(island))
        return saved_huts + self.game_points * waters.saved(island)

    def _sale(self, fish: i64, price: i64) -> float:
        """Return the gain of selling fish of this value instead of keeping them."""
        if fish == 0:
            return 0.0
        vatus = float(fish * price)
        if self.last:
            return self.vatu * vatus * w.LAST_SALE - w.LAST_KEPT_FISH * float(fish)
        return w.VATU * vatus * w.SALE

    def value_trip(self, b: vec[i64], cell: i64, fare: i64) -> None:
        """Value the actions at a cell after paying this for sailing there."""
        if self.fares[cell] != fare:
            self._value_cells(b, board.one(cell), fare)

    def _value_cells(self, b: vec[i64], cells: i64, fare: i64) -> None:
        """Value the actions at cells after paying this for sailing there; see `row` about sales."""
        if cells == 0:
            return
        self._fill_for_money(b, cells, self.vatus - fare)
        table, fares, beside = self.table, self.fares, self.beside
        drawing, transport, building, buying = self.drawing, self.transport, self.building, self.buying
        diver = self.vatu if self.character == Character.DIVER else 0.0
        found = float(Points.TREASURE) + diver
        caught = (w.LAST_FISH_PRICE if self.last else w.FISH_PRICE) * self.vatu
        if self.character == Character.FISHERMAN:
            caught += 1.0
        cell: i64 = 0
        while cells >> cell != 0:
            if (cells >> cell) & 1 == 1:
                fares[cell] = fare
                tile = b[At.TILE + cell]
                best_build = 0.0
                best_buy = 0.0
                best_drawing = 0.0
                best_transport = 0.0
                island: i64 = 0
                while island < Tile.ISLANDS:
                    if (beside[island] >> cell) & 1 == 1:
                        if drawing[island] > best_drawing:
                            best_drawing = drawing[island]
                        if transport[island] > best_transport:
                            best_transport = transport[island]
                        if building[island] > best_build:
                            best_build = building[island]
                        if buying[island] > best_buy:
                            best_buy = buying[island]
                    island += 1
                at = cell * Action.COUNT
                table[at + Action.REST] = self.rest
                table[at + Action.BUILD] = best_build
                table[at + Action.EXPLORE] = 0.0
                if b[At.TREASURE_LEFT + tile] > 0:
                    table[at + Action.EXPLORE] = float(b[At.TREASURE_LEFT + tile]) * found
                table[at + Action.FISH] = 0.0
                if b[At.FISH_LEFT + tile] > 0:
                    table[at + Action.FISH] = float(b[At.FISH_LEFT + tile]) * caught
                table[at + Action.BUY] = best_buy
                table[at + Action.DRAW] = best_drawing
                table[at + Action.TRANSPORT] = best_transport
            cell += 1

    def _fill_for_money(self, b: vec[i64], cells: i64, vatus: i64) -> None:
        """Fill the values of building and buying on the islands beside these cells, with this money."""
        beside, building, buying = self.beside, self.building, self.buying
        builds, buys = self._wants(Action.BUILD), self._wants(Action.BUY)
        island: i64 = 0
        while island < Tile.ISLANDS:
            building[island] = 0.0
            buying[island] = 0.0
            if beside[island] & cells != 0:
                if builds:
                    building[island] = self._value_building(island, vatus)
                if buys:
                    buying[island] = self._value_buying(b, island, vatus)
            island += 1

    def _value_building(self, island: i64, vatus: i64) -> float:
        best = 0.0
        hut = self.hut[island]
        if hut > 0.0:
            price: i64 = Price.BUILDERS_HUT if self.character == Character.BUILDER else Price.HUT
            value = hut - self.vatu * float(price)
            if vatus < price:
                value *= w.UNPAID
            if value > best:
                best = value
        dike = self.dike[island]
        if dike > 0.0 and vatus >= 1:
            value = dike - self.vatu
            if value > best:
                best = value
        return best

    def _value_buying(self, b: vec[i64], island: i64, vatus: i64) -> float:
        goods = self.goods
        at = Island.BASE + island * Island.SIZE + Island.GOODS
        best = 0.0
        good: i64 = 0
        while good < 3:
            if b[at + good] > 0:
                value = goods[good]
                if vatus < tables.GOODS_PRICE[good]:
                    value *= w.UNPAID
                if value > best:
                    best = value
            good += 1
        return best

    def sale(self, fished: bool) -> float:
        """Return the value of selling fish where that is possible.

        `fished`: in this round, the seat fishes before it sells.
        """
        if self.selling == 0.0 and fished:
            return w.SALE_TO_COME
        return self.selling

    def row(self, cell: i64, sale: float) -> i64:
        """Return where the row of a cell begins in the table; this fills in the sale of fish."""
        at = cell * Action.COUNT
        self.table[at + Action.SELL] = sale if (self.markets >> cell) & 1 == 1 else 0.0
        return at


def _are_same(b: vec[i64], other: vec[i64], begin: i64, end: i64) -> bool:
    """Return whether two arrays have the same numbers from one index up to another one."""
    i = begin
    while i < end:
        if b[i] != other[i]:
            return False
        i += 1
    return True


def goods_value(b: vec[i64], good: i64, double: bool) -> float:
    """Return the points for exporting a cube, or with the Buyer perhaps two."""
    points = actions.export_points(b, good)
    if points == 0:
        return 0.0
    return float(points) + (w.SECOND_CUBE * float(tables.GOODS_POINTS[good]) if double else 0.0)


def rest_value(b: vec[i64], last: bool) -> float:
    """Return the value of resting, which is higher for earlier rests."""
    rests = b[At.RESTS]
    if rests >= RestToken.COUNT:
        return 0.0
    value = w.REST - w.REST_LATER * float(rests)
    return value + w.LAST_REST if last and rests == 0 else value
