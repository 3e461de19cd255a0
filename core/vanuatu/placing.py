"""Phase I: legal cells for tiles, and the goods of islands (rulings 1 and 2)."""

from librt.vecs import append, vec
from mypy_extensions import i64

from vanuatu.core.vanuatu.board import count_bits, filled_cells, island_cells, one, reserve, spread
from vanuatu.core.vanuatu.layout import At, Island
from vanuatu.core.vanuatu.moves import Kind, make
from vanuatu.core.vanuatu.tables import (
    BOARD,
    CELLS,
    PRINTED_FISH,
    PRINTED_GOODS,
    PRINTED_TREASURE,
    Rule,
    Tile,
)


def placements(b: vec[i64]) -> vec[i64]:
    """List all legal placements of the visible tiles; without any, all cells with two neighbours."""
    moves = vec[i64]()
    lower = b[At.VISIBLE]
    higher = b[At.VISIBLE + 1]
    if higher >= 0 and higher < lower:
        lower, higher = higher, lower
    moves = _cells_to_moves(lower, legal_cells(b, lower), moves)
    moves = _cells_to_moves(higher, legal_cells(b, higher), moves)
    if len(moves) == 0:
        cells = supported_cells(b)
        moves = _cells_to_moves(lower, cells, moves)
        moves = _cells_to_moves(higher, cells, moves)
    return moves


def _cells_to_moves(tile: i64, cells: i64, moves: vec[i64]) -> vec[i64]:
    if tile < 0:
        return moves
    i: i64 = 0
    while i < 16:
        if (cells >> CELLS[i]) & 1 == 1:
            moves = append(moves, make(Kind.PLACE, tile << 5 | CELLS[i]))
        i += 1
    return moves


def supported_cells(b: vec[i64]) -> i64:
    """Return the free cells with at least two filled neighbours."""
    filled = filled_cells(b)
    free = spread(filled) & BOARD & ~filled
    result: i64 = 0
    i: i64 = 0
    while i < 16:
        cell = CELLS[i]
        if (free >> cell) & 1 == 1 and count_bits(spread(one(cell)) & filled) >= 2:
            result |= one(cell)
        i += 1
    return result


def legal_cells(b: vec[i64], tile: i64) -> i64:
    """Return where a tile may be placed: an island away from islands, an ocean beside one."""
    if tile < 0:
        return 0
    beside_island = spread(island_cells(b))
    if tile < Tile.ISLANDS:
        return supported_cells(b) & ~beside_island
    return supported_cells(b) & beside_island


def place_tile(b: vec[i64], tile: i64, cell: i64) -> None:
    """Put a tile on a cell with its fish and treasures, or its goods."""
    b[At.TILE + cell] = tile
    if tile < Tile.ISLANDS:
        b[Island.BASE + tile * Island.SIZE + Island.CELL] = cell
        _fill(b, tile)
        return
    b[At.OCEANS] |= one(cell)
    b[At.FISH_LEFT + tile] = PRINTED_FISH[tile]
    b[At.TREASURE_LEFT + tile] = PRINTED_TREASURE[tile]


def fill_islands(b: vec[i64]) -> None:
    """Fill every island without goods, in the order of cells, while the reserve has cubes."""
    i: i64 = 0
    while i < 16:
        tile = b[At.TILE + CELLS[i]]
        i += 1
        if tile < 0 or tile >= Tile.ISLANDS:
            continue
        base = Island.BASE + tile * Island.SIZE
        if b[base + Island.WATER] >= Rule.SUBMERGED:
            continue
        if b[base + Island.GOODS] + b[base + Island.GOODS + 1] + b[base + Island.GOODS + 2] == 0:
            _fill(b, tile)


def _fill(b: vec[i64], island: i64) -> None:
    good: i64 = 0
    while good < 3:
        printed = PRINTED_GOODS[3 * island + good]
        left = reserve(b, good)
        b[Island.BASE + island * Island.SIZE + Island.GOODS + good] = printed if printed < left else left
        good += 1
