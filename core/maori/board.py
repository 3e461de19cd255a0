"""A player's board: where tiles fit, what is complete, what it is worth, where the small ship gets to.

`v` is a position's array, `seat` where the block of the seat starts in it.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from core.maori.layout import At, Option, Seat
from core.maori.tables import Shape
from core.maori.tiles import Grid, Side, TileTable


@final
class Item:
    """What a seat's score is made of, in the order of the rulebook."""

    # What a seat's score is made of, in the order of the rulebook.
    PALMS: Final[i64] = 0  # points for palms without and with hut
    HUT_PALMS: Final[i64] = 1
    LEIS: Final[i64] = 2
    SHIPS: Final[i64] = 3
    SHELLS: Final[i64] = 4
    EMPTY: Final[i64] = 5
    COUNT: Final[i64] = 6


LEI_POINTS: Final[i64] = 10


def board_number(v: vec[i64]) -> i64:
    return 1 if v[At.OPTIONS] & Option.ATOLL else 0


def around(cells: i64) -> i64:
    """The cells and all that touch them, also diagonally; may hold bits that are no cells."""
    wide = cells | cells << 1 | cells >> 1
    return wide | wide << Grid.STRIDE | wide >> Grid.STRIDE


def open_cells(v: vec[i64], seat: i64, spaces: i64, land: i64, edges: i64) -> i64:
    """The empty spaces where a tile with these open sides fits its neighbours (ruling 4)."""
    filled = v[seat + Seat.FILLED]
    wall = filled | land
    right = v[seat + Seat.RIGHT]
    left = v[seat + Seat.LEFT]
    top = v[seat + Seat.TOP]
    bottom = v[seat + Seat.BOTTOM]
    bad = (wall & ~left) >> 1 if edges & Side.RIGHT else left >> 1
    bad |= (wall & ~right) << 1 if edges & Side.LEFT else right << 1
    bad |= (wall & ~bottom) << Grid.STRIDE if edges & Side.TOP else bottom << Grid.STRIDE
    bad |= (wall & ~top) >> Grid.STRIDE if edges & Side.BOTTOM else top >> Grid.STRIDE
    return spaces & ~filled & ~bad


def put(v: vec[i64], seat: i64, tiles: TileTable, cell: i64, tile: i64) -> None:
    """Lay a tile, kind << 2 | turns, on an empty cell."""
    mark: i64 = 1 << cell
    edges = tiles.edges[tile]
    v[seat + Seat.TILE + cell] = tile
    v[seat + Seat.FILLED] |= mark
    if edges & Side.RIGHT:
        v[seat + Seat.RIGHT] |= mark
    if edges & Side.LEFT:
        v[seat + Seat.LEFT] |= mark
    if edges & Side.TOP:
        v[seat + Seat.TOP] |= mark
    if edges & Side.BOTTOM:
        v[seat + Seat.BOTTOM] |= mark


def clear(v: vec[i64], seat: i64, cell: i64) -> None:
    """Take the tile off a cell."""
    keep: i64 = ~(1 << cell)
    v[seat + Seat.TILE + cell] = -1
    v[seat + Seat.FILLED] &= keep
    v[seat + Seat.RIGHT] &= keep
    v[seat + Seat.LEFT] &= keep
    v[seat + Seat.TOP] &= keep
    v[seat + Seat.BOTTOM] &= keep


def distance(v: vec[i64], seat: i64, start: i64, goal: i64) -> i64:
    """Steps of the small ship over own tiles, also diagonally; -1 if there is no way."""
    filled = v[seat + Seat.FILLED]
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


def incomplete(v: vec[i64], seat: i64) -> i64:
    """The tiles of incomplete islands: those open to an empty space, the board's edge or land,
    and all that hang together with them."""
    right = v[seat + Seat.RIGHT]
    left = v[seat + Seat.LEFT]
    top = v[seat + Seat.TOP]
    bottom = v[seat + Seat.BOTTOM]
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


def ships_on(v: vec[i64], seat: i64, tiles: TileTable) -> i64:
    """The ships that count in the end: on tiles of no incomplete island, and printed on no tile."""
    kept = v[seat + Seat.FILLED] & ~incomplete(v, seat)
    number = board_number(v)
    printed = tiles.printed_cell[number]
    count: i64 = 0
    if printed < 0 or not kept >> printed & 1:
        count = tiles.printed
    ships = tiles.ships
    cell: i64 = 0
    while cell < Grid.COUNT:
        if kept >> cell & 1:
            count += ships[v[seat + Seat.TILE + cell] >> 2]
        cell += 1
    return count


def score_island(v: vec[i64], seat: i64, tiles: TileTable, reef: i64, first: i64, items: vec[i64]) -> i64:
    """Add up a complete island, from its leftmost or topmost tile on; its cells."""
    edges = tiles.edges
    step: i64 = 0
    onward: i64 = 0
    if edges[v[seat + Seat.TILE + first]] & Side.RIGHT:
        step = 1
        onward = Side.RIGHT
    elif edges[v[seat + Seat.TILE + first]] & Side.BOTTOM:
        step = Grid.STRIDE
        onward = Side.BOTTOM
    palms: i64 = 0
    huts: i64 = 0
    halves: i64 = 0
    cells: i64 = 0
    cell = first
    while True:
        tile = v[seat + Seat.TILE + cell]
        palms += tiles.palms[tile >> 2]
        huts += tiles.huts[tile >> 2]
        halves += tiles.leis[tile >> 2]
        cells |= 1 << cell
        if not edges[tile] & onward:
            break
        cell += step
    if not cells & ~reef:
        palms *= 2
    if huts > 0:
        items[Item.HUT_PALMS] += 2 * palms
    else:
        items[Item.PALMS] += palms
    # Halves sit at the open sides of ends: they meet where the ends are neighbours.
    if halves == 2 and cell == first + step:
        items[Item.LEIS] += LEI_POINTS
    return cells


def score_board(v: vec[i64], seat: i64, tiles: TileTable, items: vec[i64]) -> None:
    """Write what a board scores by itself into `items`: palms, leis, empty spaces (rulings 5 to 7)."""
    kept = v[seat + Seat.FILLED] & ~incomplete(v, seat)
    number = board_number(v)
    spaces = tiles.spaces[number]
    reef = tiles.reef[number]
    items[Item.PALMS] = 0
    items[Item.HUT_PALMS] = 0
    items[Item.LEIS] = 0
    items[Item.EMPTY] = 0
    done: i64 = 0
    cell: i64 = 0
    while cell < Grid.COUNT:
        mark: i64 = 1 << cell
        if not kept & mark:
            if spaces & mark:
                items[Item.EMPTY] -= 1
        elif not done & mark and tiles.shape[v[seat + Seat.TILE + cell] >> 2] != Shape.WATER:
            done |= score_island(v, seat, tiles, reef, cell, items)
        cell += 1
