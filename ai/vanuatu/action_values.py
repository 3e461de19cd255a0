"""Estimate the value of each action for a seat, in points, at every possible cell of its boat.

A survey of one position for one seat; its buffer is reused. The figures are rough on purpose: they guide
playouts and give the search its priors, and the search corrects them.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.ai.vanuatu import constants as w
from vanuatu.ai.vanuatu.waters import Waters
from vanuatu.core.vanuatu import actions, board, purse, sea, tables
from vanuatu.core.vanuatu.layout import At, Island, Option, Seat
from vanuatu.core.vanuatu.tables import TOURIST_ROOM, Action, Character, Points, Price, RestToken, Rule, Tile


def hut_filling(b: vec[i64], round_: i64) -> float:
    """Return the share of free places that tourists will have filled by the end."""
    tourists = b[At.TOURISTS]
    total = 0.0
    left: i64 = 0
    value: i64 = 0
    while value < 5:
        total += float(value * b[At.TOURIST_PILE + value])
        left += b[At.TOURIST_PILE + value]
        value += 1
    coming = float(tourists)
    if left > 0:
        coming += total / float(left) * float(Rule.ROUNDS - round_)
    room: i64 = 0
    island: i64 = 0
    while island < Tile.ISLANDS:
        base = Island.BASE + island * Island.SIZE
        if b[base + Island.CELL] > 0 and b[base + Island.WATER] < Rule.SUBMERGED:
            room += tables.TOURIST_ROOM[island] - b[base + Island.TOURISTS]
        island += 1
    if room == 0:
        return 0.0
    share = w.FILLED * coming / float(room)
    return share if share < w.MOST_FILLED else w.MOST_FILLED


@final
class ActionValues:
    """The survey; `fill` makes it, the other attributes are its results."""

    def __init__(self) -> None:
        self.seat: i64 = 0
        self.boat: i64 = 0
        self.vatus: i64 = 0
        self.character: i64 = -1
        self.vatu = w.VATU
        self.filling = 0.0
        self.waters = Waters()
        self.game_points = w.GAME_POINTS
        self.last = False
        # Cells by the vatus for sailing there.
        self.after1: i64 = 0
        self.after2: i64 = 0
        self.after3: i64 = 0
        # By island.
        self.drawing = vec[float]([0.0] * 5)
        self.hut = vec[float]([0.0] * 5)
        self.dike = vec[float]([0.0] * 5)
        self.transport = vec[float]([0.0] * 5)
        self.rest = 0.0
        self.selling = 0.0
        # By action, at the last cell given to `at`.
        self.here = vec[float]([0.0] * 9)

    def fill(self, b: vec[i64], players: i64, seat: i64, round_: i64) -> None:
        """Survey a position for a seat."""
        base = Seat.BASE + seat * Seat.SIZE
        self.seat = seat
        self.boat = b[base + Seat.BOAT]
        self.vatus = b[base + Seat.VATUS]
        self.character = -1
        if b[base + Seat.USED] == 0:
            self.character = b[base + Seat.CHARACTER]
        self.last = round_ == Rule.ROUNDS
        if b[At.OPTIONS] & Option.WATERS != 0:
            self.waters.fill(b, players, round_)
        self.vatu = w.LAST_VATU if self.last else w.VATU
        self.filling = hut_filling(b, round_)
        after1, after2, after3 = sea.trips_of(b, players, seat)
        self.after1 = after1
        self.after2 = after2 & ~after1
        self.after3 = after3 & ~after1 & ~after2
        if self.character != Character.NAVIGATOR:
            if self.vatus < 1:
                self.after1 = 0
            if self.vatus < 2:
                self.after2 = 0
            if self.vatus < 3:
                self.after3 = 0
        island: i64 = 0
        while island < Tile.ISLANDS:
            at = Island.BASE + island * Island.SIZE
            if b[at + Island.CELL] > 0 and b[at + Island.WATER] < Rule.SUBMERGED:
                self._fill_island(b, players, island, at)
            island += 1
        fish = purse.packed_value(b[base + Seat.FISH])
        self.selling = self._sale(fish, b[At.MARKET])
        self.rest = rest_value(b, self.last)

    def _fill_island(self, b: vec[i64], players: i64, island: i64, at: i64) -> None:
        seat = self.seat
        own_huts = board.huts_of(b, island, seat)
        huts = board.huts_on(b, island)
        tourists = b[at + Island.TOURISTS]
        drawings = b[at + Island.DRAWINGS]
        self.drawing[island] = 0.0
        if drawings < tables.DRAWING_SITES[island]:
            self.drawing[island] = float(
                Points.ARTIST if self.character == Character.ARTIST else Points.DRAWING
            )
        self.hut[island] = 0.0
        if huts < tables.HUT_SITES[island] and b[Seat.BASE + seat * Seat.SIZE + Seat.HUTS] > 0:
            room = float(tables.TOURIST_ROOM[island] - tourists)
            value = float(Points.TOURIST) * (float(tourists) + self.filling * room)
            if b[At.OPTIONS] & Option.WATERS != 0:
                value = (value - self.waters.level[island]) * (1.0 - self.waters.lost[island])
            self.hut[island] = value
        self.transport[island] = 0.0
        if b[At.TOURISTS] > 0 and tourists < tables.TOURIST_ROOM[island]:
            others = float(huts - own_huts) / float(players - 1)
            value = float(Points.TOURIST * own_huts) - float(Points.TOURIST) * w.ENVY * others
            value += self.vatu * float(huts)
            if self.character == Character.GUIDE:
                value += float(Points.GUIDE * drawings)
            self.transport[island] = value
        self.dike[island] = 0.0
        if b[At.OPTIONS] & Option.WATERS != 0:
            self.dike[island] = self._dike(island, own_huts)

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

    def at(self, b: vec[i64], cell: i64, vatus: i64, fished: bool) -> None:
        """Evaluate each action with the boat on a cell and this money.

        `fished`: in this round, the seat fishes before it sells.
        """
        here = self.here
        character = self.character
        action: i64 = 0
        while action < Action.COUNT:
            here[action] = 0.0
            action += 1
        tile = b[At.TILE + cell]
        treasure = float(b[At.TREASURE_LEFT + tile])
        if treasure > 0.0:
            diver = self.vatu if character == Character.DIVER else 0.0
            here[Action.EXPLORE] = treasure * (float(Points.TREASURE) + diver)
        fish = b[At.FISH_LEFT + tile]
        if fish > 0:
            price = (w.LAST_FISH_PRICE if self.last else w.FISH_PRICE) * self.vatu
            here[Action.FISH] = float(fish) * (price + (1.0 if character == Character.FISHERMAN else 0.0))
        own_hut = character == Character.VENDOR
        hut_price: i64 = Price.BUILDERS_HUT if character == Character.BUILDER else Price.HUT
        near = board.spread(board.one(cell))
        island: i64 = 0
        while island < Tile.ISLANDS:
            at = Island.BASE + island * Island.SIZE
            where = b[at + Island.CELL]
            if where > 0 and (near >> where) & 1 == 1 and b[at + Island.WATER] < Rule.SUBMERGED:
                if self.drawing[island] > here[Action.DRAW]:
                    here[Action.DRAW] = self.drawing[island]
                if self.transport[island] > here[Action.TRANSPORT]:
                    here[Action.TRANSPORT] = self.transport[island]
                self._value_building(island, vatus, hut_price)
                self._value_buying(b, at, vatus)
                if board.huts_of(b, island, self.seat) > 0:
                    own_hut = True
            island += 1
        if own_hut:
            here[Action.SELL] = self.selling
            if self.selling == 0.0 and fished:
                here[Action.SELL] = w.SALE_TO_COME
        here[Action.REST] = self.rest

    def _value_building(self, island: i64, vatus: i64, hut_price: i64) -> None:
        here = self.here
        hut = self.hut[island]
        if hut > 0.0:
            value = hut - self.vatu * float(hut_price)
            if vatus < hut_price:
                value *= w.UNPAID
            if value > here[Action.BUILD]:
                here[Action.BUILD] = value
        dike = self.dike[island]
        if dike > 0.0 and vatus >= 1:
            value = dike - self.vatu
            if value > here[Action.BUILD]:
                here[Action.BUILD] = value

    def _value_buying(self, b: vec[i64], at: i64, vatus: i64) -> None:
        here = self.here
        good: i64 = 0
        while good < 3:
            if b[at + Island.GOODS + good] > 0:
                value = goods_value(b, good, self.character == Character.BUYER) - self.vatu * float(
                    tables.GOODS_PRICE[good]
                )
                if vatus < tables.GOODS_PRICE[good]:
                    value *= w.UNPAID
                if value > here[Action.BUY]:
                    here[Action.BUY] = value
            good += 1


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


def expected_seat_score(b: vec[i64], seat: i64, left: i64, filling: float, waters: Waters) -> float:
    """Return the expected final score of a seat with `left` rounds still to play."""
    base = Seat.BASE + seat * Seat.SIZE
    total = float(b[base + Seat.POINTS]) + w.ROUND_POINTS * float(left)
    total += w.VATU_POINTS[left] * float(b[base + Seat.VATUS])
    total += w.FISH_POINTS[left] * float(purse.packed_value(b[base + Seat.FISH]))
    total += w.TREASURE_POINTS[left] * float(purse.packed_value(b[base + Seat.TREASURE]))
    if b[At.FIRST] == seat:
        total += w.FIRST_POINTS[left]
    island: i64 = 0
    while island < Tile.ISLANDS:
        huts = board.huts_of(b, island, seat)
        if huts > 0:
            total += float(huts) * hut_points(b, island, filling, waters)
        island += 1
    return total


def hut_points(b: vec[i64], island: i64, filling: float, waters: Waters) -> float:
    """Return the final value of a hut on an island; `waters` is filled in the variant with rising waters."""
    tourists = b[Island.BASE + island * Island.SIZE + Island.TOURISTS]
    points = float(Points.TOURIST) * (float(tourists) + filling * float(TOURIST_ROOM[island] - tourists))
    if b[At.OPTIONS] & Option.WATERS == 0:
        return points
    return (points - penalty(waters.level[island])) * (1.0 - waters.lost[island])


def penalty(level: float) -> float:
    """Return the final penalty of a hut for its island's waters: `WATER_PENALTY`, interpolated."""
    most = float(Rule.SUBMERGED - 1)
    if level > most:
        level = most
    return 2.0 * level - 1.0 if level > 1.0 else level
