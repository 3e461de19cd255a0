"""Queries of the board: neighbours, islands, huts, goods, ships, and the majority on an action.

All functions read the array of a position (`layout`) and change nothing. A set of cells is one integer with a
bit for each cell (`tables`).
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.core.vanuatu import tables
from vanuatu.core.vanuatu.layout import At, Island, Seat
from vanuatu.core.vanuatu.tables import BOARD, DIRECTIONS, Rule, Supply, Tile

_EDGE: Final[i64] = 28


def seat_base(seat: i64) -> i64:
    """Return the start of a seat's block."""
    return Seat.BASE + seat * Seat.SIZE


def spread(cells: i64) -> i64:
    """Return all cells adjacent to a set of cells."""
    return (cells << 1 | cells >> 1 | cells << 8 | cells >> 8 | cells << 9 | cells >> 9) & BOARD


def on_board(cell: i64) -> bool:
    return 0 < cell < _EDGE and (BOARD >> cell) & 1 == 1


def neighbour(cell: i64, direction: i64) -> i64:
    """Return the cell in a direction (an index into DIRECTIONS), 0 beyond the edge."""
    there = cell + DIRECTIONS[direction]
    if on_board(there):
        return there
    return 0


def count_bits(bits: i64) -> i64:
    n: i64 = 0
    while bits != 0:
        bits &= bits - 1
        n += 1
    return n


def island_at(b: vec[i64], cell: i64) -> i64:
    """Return the island on a cell, -1 if there is none or it is submerged."""
    tile = b[At.TILE + cell]
    if (
        tile < 0
        or tile >= Tile.ISLANDS
        or b[Island.BASE + tile * Island.SIZE + Island.WATER] >= Rule.SUBMERGED
    ):
        return -1
    return tile


def filled_cells(b: vec[i64]) -> i64:
    """Return the set of cells with a tile."""
    return b[At.OCEANS] | island_cells(b)


def island_cells(b: vec[i64]) -> i64:
    """Return the set of cells with an island, submerged ones too."""
    cells: i64 = 0
    i: i64 = 0
    while i < Tile.ISLANDS:
        cell = b[Island.BASE + i * Island.SIZE + Island.CELL]
        if cell > 0:
            cells |= one(cell)
        i += 1
    return cells


def one(cell: i64) -> i64:
    """Return the set of one cell or one action (below 31, since compiled code shifts a C int here)."""
    bit: i64 = 1
    return bit << cell


def open_sides(b: vec[i64], island: i64) -> i64:
    """Return the sides of an island towards a placed ocean without a dike, a bit for each of DIRECTIONS."""
    base = Island.BASE + island * Island.SIZE
    cell = b[base + Island.CELL]
    oceans = b[At.OCEANS]
    sides: i64 = 0
    bit: i64 = 1
    i: i64 = 0
    while i < 6:
        there = cell + DIRECTIONS[i]
        if there > 0 and (oceans >> there) & 1 == 1:
            sides |= bit
        bit += bit
        i += 1
    return sides & ~b[base + Island.DIKES]


def side_is_open(b: vec[i64], island: i64, faced: i64) -> bool:
    """Return whether a dike can be built on the island's side towards a cell."""
    cell = b[Island.BASE + island * Island.SIZE + Island.CELL]
    i: i64 = 0
    while i < 6:
        if cell + DIRECTIONS[i] == faced:
            return (open_sides(b, island) >> i) & 1 == 1
        i += 1
    return False


def dikes_left(b: vec[i64]) -> i64:
    left = Supply.DIKES
    i: i64 = 0
    while i < Tile.ISLANDS:
        left -= count_bits(b[Island.BASE + i * Island.SIZE + Island.DIKES])
        i += 1
    return left


def huts_of(b: vec[i64], island: i64, seat: i64) -> i64:
    """Return the number of a seat's huts on an island."""
    return (b[Island.BASE + island * Island.SIZE + Island.HUTS] >> (3 * seat)) & 7


def huts_on(b: vec[i64], island: i64) -> i64:
    """Return the number of huts on an island, of all colours."""
    huts = b[Island.BASE + island * Island.SIZE + Island.HUTS]
    n: i64 = 0
    while huts != 0:
        n += huts & 7
        huts >>= 3
    return n


def reserve(b: vec[i64], good: i64) -> i64:
    """Return the number of cubes of a good that are neither on an island nor on a ship."""
    left = tables.RESERVE[good]
    i: i64 = 0
    while i < Tile.ISLANDS:
        left -= b[Island.BASE + i * Island.SIZE + Island.GOODS + good]
        i += 1
    i = 0
    while i < 3:
        left -= (b[At.LOADED + i] >> (2 * good)) & 3
        i += 1
    return left


def wanting_ship(b: vec[i64], good: i64) -> i64:
    """Return the topmost ship that still needs a good, or -1."""
    i: i64 = 0
    while i < 3:
        kind = b[At.SHIP + i]
        if kind >= 0 and (b[At.LOADED + i] >> (2 * good)) & 3 < (tables.SHIP_WANTS[kind] >> (2 * good)) & 3:
            return i
        i += 1
    return -1


def leader(b: vec[i64], players: i64, action: i64) -> i64:
    """Return the seat with the majority on an action, or -1 (rulings 8 and 27)."""
    best: i64 = 0
    seat_ahead: i64 = -1
    seat = b[At.FIRST]
    i: i64 = 0
    while i < players:
        markers = b[Seat.BASE + seat * Seat.SIZE + Seat.MARKERS + action]
        if markers > best:
            best = markers
            seat_ahead = seat
        seat += 1
        if seat == players:
            seat = 0
        i += 1
    if players != 2 or seat_ahead < 0:
        return seat_ahead
    neutral = b[At.NEUTRALS + action]
    if best > neutral:
        return seat_ahead
    if best == neutral and ties_with_neutrals(b, seat_ahead, action):
        return seat_ahead
    return -1


def leads(b: vec[i64], players: i64, seat: i64, action: i64) -> bool:
    """Return whether a seat with markers on an action has the majority there; faster than `leader`."""
    if players == 2:
        return leader(b, players, action) == seat
    own = b[Seat.BASE + seat * Seat.SIZE + Seat.MARKERS + action]
    at = Seat.BASE + Seat.MARKERS + action
    first = b[At.FIRST]
    other: i64 = 0
    while other < players:
        markers = b[at]
        if markers > own:
            return False
        # Among equals, the one earlier in turn order leads: from the first player on, clockwise.
        if markers == own and other != seat and (other < seat) == ((other < first) == (seat < first)):
            return False
        at += Seat.SIZE
        other += 1
    return True


def ties_with_neutrals(b: vec[i64], seat: i64, action: i64) -> bool:
    """Return whether a tie with the neutral markers gives the seat the majority (ruling 27)."""
    character = b[Seat.BASE + seat * Seat.SIZE + Seat.CHARACTER]
    if character >= 0 and tables.CHARACTER_ACTION[character] == action:
        return True
    # Only one seat can be the Governor, and only that seat can have set GOVERNED.
    return b[At.GOVERNED] == action * 2 + seat
