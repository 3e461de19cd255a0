"""A player's board: where tiles fit, which islands are complete, where the small ship can go.

`b` is a position's array, `base` the start of the seat's block in it.
"""

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.core.maori.layout import At, Option, Seat
from vanuatu.core.maori.tiles import Grid, Side, TileTable


def board_number(b: vec[i64]) -> i64:
    if b[At.OPTIONS] & Option.ATOLL:
        return 1
    return 0


def around(cells: i64) -> i64:
    """Return the cells and all adjacent ones, also diagonally; may contain bits that are not cells."""
    wide = cells | cells << 1 | cells >> 1
    return wide | wide << Grid.STRIDE | wide >> Grid.STRIDE


def open_cells(b: vec[i64], base: i64, spaces: i64, land: i64, edges: i64) -> i64:
    """Return the empty spaces where a tile with these open sides fits its neighbours (ruling 4)."""
    filled = b[base + Seat.FILLED]
    wall = filled | land
    right = b[base + Seat.RIGHT]
    left = b[base + Seat.LEFT]
    top = b[base + Seat.TOP]
    bottom = b[base + Seat.BOTTOM]
    bad = (wall & ~left) >> 1 if edges & Side.RIGHT else left >> 1
    bad |= (wall & ~right) << 1 if edges & Side.LEFT else right << 1
    bad |= (wall & ~bottom) << Grid.STRIDE if edges & Side.TOP else bottom << Grid.STRIDE
    bad |= (wall & ~top) >> Grid.STRIDE if edges & Side.BOTTOM else top >> Grid.STRIDE
    return spaces & ~filled & ~bad


def put(b: vec[i64], base: i64, tiles: TileTable, cell: i64, tile: i64) -> None:
    """Place a tile, kind << 2 | turns, on an empty cell."""
    here: i64 = 1 << cell
    edges = tiles.edges[tile]
    b[base + Seat.TILE + cell] = tile
    b[base + Seat.FILLED] |= here
    if edges & Side.RIGHT:
        b[base + Seat.RIGHT] |= here
    if edges & Side.LEFT:
        b[base + Seat.LEFT] |= here
    if edges & Side.TOP:
        b[base + Seat.TOP] |= here
    if edges & Side.BOTTOM:
        b[base + Seat.BOTTOM] |= here


def clear(b: vec[i64], base: i64, cell: i64) -> None:
    """Remove the tile from a cell."""
    keep: i64 = ~(1 << cell)
    b[base + Seat.TILE + cell] = -1
    b[base + Seat.FILLED] &= keep
    b[base + Seat.RIGHT] &= keep
    b[base + Seat.LEFT] &= keep
    b[base + Seat.TOP] &= keep
    b[base + Seat.BOTTOM] &= keep


def distance(b: vec[i64], base: i64, start: i64, goal: i64) -> i64:
    """Return the steps of the small ship over the seat's tiles, also diagonally; -1 if there is no path."""
    filled = b[base + Seat.FILLED]
    seen: i64 = 1 << start
    aim: i64 = 1 << goal
    steps: i64 = 0
    while not seen & aim:
        wider = seen | (around(seen) & filled)
        if wider == seen:
            return -1
        seen = wider
        steps += 1
    return steps


def incomplete(b: vec[i64], base: i64) -> i64:
    """Return the tiles of incomplete islands.

    These are the tiles open to an empty space, the board's edge or land, and all tiles connected to them.
    """
    right = b[base + Seat.RIGHT]
    left = b[base + Seat.LEFT]
    top = b[base + Seat.TOP]
    bottom = b[base + Seat.BOTTOM]
    bad = (right & ~(left >> 1)) | (left & ~(right << 1))
    bad |= (top & ~(bottom << Grid.STRIDE)) | (bottom & ~(top >> Grid.STRIDE))
    if not bad:
        return 0
    while True:
        wider = bad | ((bad & right) << 1) | ((bad & left) >> 1)
        wider |= ((bad & top) >> Grid.STRIDE) | ((bad & bottom) << Grid.STRIDE)
        if wider == bad:
            return bad
        bad = wider
