"""What a seat can do: the lists of legal moves, in canonical order."""

from librt.vecs import append, vec
from mypy_extensions import i64

from core.maori.board import around, board_number, open_cells
from core.maori.layout import At, Option, Phase, Rule, Seat
from core.maori.matrix import farthest, kinds_in_reach, steps_to
from core.maori.moves import Kind, make
from core.maori.tiles import TileTable


def voyages(v: vec[i64], seat: i64, moves: vec[i64]) -> vec[i64]:
    """Where the explorer ship can go."""
    reach = farthest(v, seat)
    place: i64 = 0
    while place < Rule.PLACES:
        if steps_to(v, place) <= reach:
            moves = append(moves, make(Kind.EXPLORE, place))
        place += 1
    return moves


def spaces_for(v: vec[i64], seat: i64, tiles: TileTable, boat: i64) -> i64:
    """The spaces of a board, only those round the small ship if it is on the board (ruling 10)."""
    spaces = tiles.spaces[board_number(v)]
    return spaces & around(1 << boat) if boat >= 0 else spaces


def _placings(
    v: vec[i64], seat: i64, tiles: TileTable, kind: i64, spaces: i64, base: i64, moves: vec[i64]
) -> vec[i64]:
    """All ways to lay a tile of a kind; `base` is the move on cell 0, not turned."""
    land = tiles.land[board_number(v)]
    first = open_cells(v, seat, spaces, land, tiles.edges[kind << 2])
    second: i64 = 0
    third: i64 = 0
    fourth: i64 = 0
    if tiles.edges[(kind << 2) + 1] >= 0:
        second = open_cells(v, seat, spaces, land, tiles.edges[(kind << 2) + 1])
        if tiles.edges[(kind << 2) + 2] >= 0:
            third = open_cells(v, seat, spaces, land, tiles.edges[(kind << 2) + 2])
            fourth = open_cells(v, seat, spaces, land, tiles.edges[(kind << 2) + 3])
    cells = first | second | third | fourth
    cell: i64 = 0
    while cells >> cell:
        if cells >> cell & 1:
            move = base + (cell << 2)
            if first >> cell & 1:
                moves = append(moves, move)
            if second >> cell & 1:
                moves = append(moves, move + 1)
            if third >> cell & 1:
                moves = append(moves, move + 2)
            if fourth >> cell & 1:
                moves = append(moves, move + 3)
        cell += 1
    return moves


def cells_for(v: vec[i64], seat: i64, tiles: TileTable, kind: i64, spaces: i64) -> i64:
    """The spaces where a tile of a kind fits, however it is turned."""
    land = tiles.land[board_number(v)]
    cells: i64 = 0
    tile = kind << 2
    end = tile + 4
    while tile < end:
        if tiles.edges[tile] >= 0:
            cells |= open_cells(v, seat, spaces, land, tiles.edges[tile])
        tile += 1
    return cells


def cells_for_any(v: vec[i64], seat: i64, tiles: TileTable, shells: i64) -> i64:
    """The spaces, wherever the small ship is, where some tile fits that so many shells can take,
    or the stored one."""
    spaces = tiles.spaces[board_number(v)]
    cells: i64 = 0
    kinds = kinds_in_reach(v, tiles, shells)
    while kinds > 0:
        cells |= cells_for(v, seat, tiles, (kinds & 255) - 1, spaces)
        kinds >>= 8
    if v[seat + Seat.STORE] >= 0:
        cells |= cells_for(v, seat, tiles, v[seat + Seat.STORE], spaces)
    return cells


def boat_goals(v: vec[i64], seat: i64, tiles: TileTable) -> i64:
    """The own tiles to which shells can move the small ship and from which a tile can be placed then."""
    boat = v[seat + Seat.BOAT]
    filled = v[seat + Seat.FILLED]
    shells = v[seat + Seat.SHELLS]
    goals: i64 = 0
    seen: i64 = 1 << boat
    while shells > 0:
        ring = around(seen) & filled & ~seen
        if ring == 0:
            break
        shells -= 1
        seen |= ring
        goals |= ring & around(cells_for_any(v, seat, tiles, shells))
    return goals


def _boat_moves(v: vec[i64], seat: i64, goals: i64, moves: vec[i64]) -> vec[i64]:
    start = v[seat + Seat.BOAT]
    cell: i64 = 0
    while goals >> cell:
        if goals >> cell & 1:
            moves = append(moves, make(Kind.BOAT, start << 5 | cell))
        cell += 1
    return moves


def discoveries(v: vec[i64], seat: i64, tiles: TileTable, moves: vec[i64]) -> vec[i64]:
    """All that can be done in the second step of a turn."""
    free = v[At.PHASE] == Phase.DISCOVER
    boat = v[seat + Seat.BOAT]
    store = v[seat + Seat.STORE]
    if free and boat >= 0:
        moves = _boat_moves(v, seat, boat_goals(v, seat, tiles), moves)
    spaces = spaces_for(v, seat, tiles, boat)
    reach = kinds_in_reach(v, tiles, v[seat + Seat.SHELLS])
    kinds = reach
    n: i64 = 0
    while kinds > 0:
        moves = _placings(v, seat, tiles, (kinds & 255) - 1, spaces, make(Kind.TAKE, n << 7), moves)
        kinds >>= 8
        n += 1
    if free and store < 0:
        n = 0
        while reach > 0:
            moves = append(moves, make(Kind.STORE, n))
            reach >>= 8
            n += 1
    if store >= 0:
        moves = _placings(v, seat, tiles, store, spaces, make(Kind.UNSTORE, 0), moves)
    if free:
        filled = v[seat + Seat.FILLED]
        if v[At.OPTIONS] & Option.MUST and boat >= 0:
            filled &= ~(1 << boat)
        cell: i64 = 0
        while filled >> cell:
            if filled >> cell & 1:
                moves = append(moves, make(Kind.REMOVE, cell))
            cell += 1
        moves = append(moves, make(Kind.PASS, 0))
    return moves


def sailings(v: vec[i64], seat: i64, moves: vec[i64]) -> vec[i64]:
    """Variation 1, after the tile: any own tile, or staying where it is if a tile is there."""
    filled = v[seat + Seat.FILLED]
    here: i64 = 1 << v[seat + Seat.BOAT]
    moves = _boat_moves(v, seat, filled & ~here, moves)
    if filled & here:
        moves = append(moves, make(Kind.PASS, 0))
    return moves
