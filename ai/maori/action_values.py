"""Estimate the value of tiles on the spaces of a seat's board, in points.

A survey of one seat's board; its buffer is reused. The figures are rough on purpose: they choose the greedy
player's moves, guide playouts and give the search its priors.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.ai.maori import constants as w
from vanuatu.core.maori import board, scoring
from vanuatu.core.maori.layout import At, Seat
from vanuatu.core.maori.tables import Shape
from vanuatu.core.maori.tiles import Grid, Side, TileTable


@final
class TileValues:
    """The survey; `fill` makes it, `lay` evaluates a tile on a space."""

    def __init__(self) -> None:
        self.base: i64 = 0
        self.spaces: i64 = 0
        self.empty: i64 = 0
        self.free: i64 = 0  # empty, and near enough to the small ship
        self.reef: i64 = 0
        self.turns: i64 = 0
        self.bank: i64 = 0
        self.closing = 0.0
        self.shell = w.SHELL
        self.ship = w.SHIP
        # Cells with a neighbour that wants land, by the side of that neighbour.
        self.right: i64 = 0
        self.left: i64 = 0
        self.top: i64 = 0
        self.bottom: i64 = 0
        # Results of `_follow` along an island.
        self.palms: i64 = 0
        self.huts: i64 = 0
        self.leis: i64 = 0
        self.size: i64 = 0
        self.outside: i64 = 0
        self.ends: i64 = 0
        self.dead = False

    def fill(self, b: vec[i64], players: i64, tiles: TileTable, seat: i64) -> None:
        """Survey the board of a seat."""
        base = Seat.BASE + seat * Seat.SIZE
        number = board.board_number(b)
        self.base = base
        self.spaces = tiles.spaces[number]
        self.reef = tiles.reef[number]
        self.empty = self.spaces & ~b[base + Seat.FILLED]
        self.free = self.empty
        if b[base + Seat.BOAT] >= 0:
            self.free &= board.around(1 << b[base + Seat.BOAT])
        self.right = b[base + Seat.LEFT] >> 1
        self.left = b[base + Seat.RIGHT] << 1
        self.top = b[base + Seat.BOTTOM] << Grid.STRIDE
        self.bottom = b[base + Seat.TOP] >> Grid.STRIDE
        self.bank = b[At.BANK]
        self.turns = turns_left(b, players, self.spaces, seat)
        self.closing = w.CLOSING[self.turns if self.turns < w.MANY_TURNS else w.MANY_TURNS]
        self._majorities(b, players, seat)

    def _majorities(self, b: vec[i64], players: i64, seat: i64) -> None:
        """Set the values of a shell and a ship, highest if they decide a majority."""
        shells: i64 = 0
        ships: i64 = 0
        other: i64 = 0
        while other < players:
            if other != seat:
                base = Seat.BASE + other * Seat.SIZE
                if b[base + Seat.SHELLS] > shells:
                    shells = b[base + Seat.SHELLS]
                if b[base + Seat.SHIPS] > ships:
                    ships = b[base + Seat.SHIPS]
            other += 1
        late = 1.0 - float(self.turns) / w.EARLY
        if late < 0.0:
            late = 0.0
        self.shell = w.SHELL * (1.0 - late) + late * near(b[self.base + Seat.SHELLS] - shells)
        self.ship = w.SHIP * (1.0 - late) + late * near(b[self.base + Seat.SHIPS] - ships)

    def lay(self, b: vec[i64], tiles: TileTable, tile: i64, cell: i64) -> float:
        """Return the gain of a tile, kind << 2 | turns, on a space that it fits."""
        kind = tile >> 2
        edges = tiles.edges[tile]
        shells = tiles.shells[kind]
        if shells > self.bank:
            shells = self.bank
        gain = w.FILLED + float(shells) * self.shell + float(tiles.ships[kind]) * self.ship
        if edges == 0:
            if tiles.shape[kind] == Shape.WATER:
                return gain - self._waste(cell)
            reef = 2.0 if self.reef >> cell & 1 else 1.0
            palms = float(tiles.palms[kind]) * (2.0 if tiles.huts[kind] > 0 else 1.0)
            return gain + reef * palms - self._waste(cell)
        self.palms = 0
        self.huts = 0
        self.leis = 0
        self.size = 0
        self.outside = 0
        self.ends = 0
        self.dead = False
        if edges & Side.RIGHT:
            self._follow(b, tiles, cell, 1, Side.RIGHT, self.top | self.bottom)
        if edges & Side.LEFT:
            self._follow(b, tiles, cell, -1, Side.LEFT, self.top | self.bottom)
        if edges & Side.TOP:
            self._follow(b, tiles, cell, -Grid.STRIDE, Side.TOP, self.left | self.right)
        if edges & Side.BOTTOM:
            self._follow(b, tiles, cell, Grid.STRIDE, Side.BOTTOM, self.left | self.right)
        return gain + self._joined(tiles, kind, cell) - self._waste(cell)

    def _joined(self, tiles: TileTable, kind: i64, cell: i64) -> float:
        """Return the value that the tile adds to its island."""
        before = 0.0
        closing = self.closing
        if self.size > 0:
            before = self._island(self.palms, self.huts, 0) * closing
            if self.ends > 0 and not self.dead:
                before *= closing
        if self.dead:
            return w.DEAD - before
        joined = self.size > 0
        lone_half = self.leis
        self.size += 1
        if not self.reef >> cell & 1:
            self.outside += 1
        palms = self.palms + tiles.palms[kind]
        huts = self.huts + tiles.huts[kind]
        if self.ends == 0:
            leis: i64 = 0
            if self.size == 2 and lone_half + tiles.leis[kind] == 2:
                leis = 1
            return self._island(palms, huts, leis) - before
        after = self._island(palms, huts, 0) + w.PARTNER * float(self.ends)
        after *= closing if self.ends == 1 else closing * closing
        if tiles.leis[kind] > 0 and not joined:
            after += w.LEI * closing
        return after - before

    def _island(self, palms: i64, huts: i64, leis: i64) -> float:
        points = float(palms) * (2.0 if huts > 0 else 1.0)
        if self.outside == 0 and self.size > 0:
            points *= 2.0
        return points + float(scoring.LEI_POINTS * leis)

    def _follow(self, b: vec[i64], tiles: TileTable, cell: i64, step: i64, onward: i64, across: i64) -> None:
        """Add up the tiles of an island from a cell on; note whether it ends closed or open there."""
        at = cell + step
        while at >= 0 and b[self.base + Seat.FILLED] >> at & 1:
            tile = b[self.base + Seat.TILE + at]
            self.palms += tiles.palms[tile >> 2]
            self.huts += tiles.huts[tile >> 2]
            self.leis += tiles.leis[tile >> 2]
            self.size += 1
            if not self.reef >> at & 1:
                self.outside += 1
            if not tiles.edges[tile] & onward:
                return
            at += step
        self.ends += 1
        if at < 0 or not self.empty >> at & 1 or across >> at & 1:
            self.dead = True

    def _waste(self, cell: i64) -> float:
        """Return a small cost for each empty neighbour that wants land: it becomes harder to fill."""
        asked = self.empty & (self.right | self.left | self.top | self.bottom)
        beside: i64 = (
            (1 << cell) << 1 | (1 << cell) >> 1 | (1 << cell) << Grid.STRIDE | (1 << cell) >> Grid.STRIDE
        )
        hit = asked & beside
        waste = 0.0
        while hit > 0:
            hit &= hit - 1
            waste += w.ASKED
        # Empty spaces in the middle suit land best: edges and corners are filled first.
        room = self.empty & beside
        while room > 0:
            room &= room - 1
            waste += w.ROOM
        return waste


def near(lead: i64) -> float:
    """Return the value of one more at the end, by the lead over the best other seat."""
    if lead >= 2:
        return w.AHEAD
    if lead >= -1:
        return w.EVEN
    return w.BEHIND if lead == -2 else w.FAR_BEHIND


def turns_left(b: vec[i64], players: i64, spaces: i64, seat: i64) -> i64:
    """Return about how many more tiles the seat will lay, until the fullest board is full."""
    if b[At.LAST] >= 0:
        if spaces & ~b[Seat.BASE + seat * Seat.SIZE + Seat.FILLED] == 0:
            return 0
        return 1
    fewest: i64 = 99
    other: i64 = 0
    while other < players:
        empty = spaces & ~b[Seat.BASE + other * Seat.SIZE + Seat.FILLED]
        count: i64 = 0
        while empty > 0:
            empty &= empty - 1
            count += 1
        if count < fewest:
            fewest = count
        other += 1
    return fewest
