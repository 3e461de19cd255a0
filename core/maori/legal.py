"""Legal moves of a seat: the lists in canonical order, and the test of one move.

Both agree on every number. The test checks a single move, since the reader of a game tests every move.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from vanuatu.core.maori import matrix
from vanuatu.core.maori.board import around, board_number, open_cells
from vanuatu.core.maori.layout import At, Option, Phase, Rule, Seat
from vanuatu.core.maori.moves import Kind, detail_of, kind_of, make
from vanuatu.core.maori.tiles import Grid, TileTable

_LINE: Final[i64] = 4  # tiles before the explorer ship


def legal_moves(b: vec[i64], actor: i64, tiles: TileTable) -> vec[i64]:
    """Return all legal moves of the seat, ascending."""
    base = Seat.BASE + actor * Seat.SIZE
    phase = b[At.PHASE]
    if phase == Phase.DISCOVER or phase == Phase.PLACE:
        return discoveries(b, base, tiles)
    if phase == Phase.SAIL:
        return sailings(b, base)
    return voyages(b, base)


def is_legal(b: vec[i64], actor: i64, tiles: TileTable, move: i64) -> bool:
    """Return whether the move is legal."""
    base = Seat.BASE + actor * Seat.SIZE
    kind = kind_of(move)
    detail = detail_of(move)
    phase = b[At.PHASE]
    if phase == Phase.SAIL:
        return _is_sailing(b, base, kind, detail)
    if phase != Phase.DISCOVER and phase != Phase.PLACE:
        return kind == Kind.EXPLORE and _is_voyage(b, base, detail)
    if kind == Kind.TAKE:
        return _fits(b, base, tiles, _kind_before(b, base, tiles, detail >> 7), detail & 127)
    if kind == Kind.UNSTORE:
        return _fits(b, base, tiles, b[base + Seat.STORE], detail)
    if phase == Phase.PLACE:
        return False
    if kind == Kind.STORE:
        return b[base + Seat.STORE] < 0 and _kind_before(b, base, tiles, detail) >= 0
    if kind == Kind.REMOVE:
        return detail < Grid.COUNT and removable(b, base) >> detail & 1 == 1
    if kind == Kind.BOAT:
        goal = detail & 31
        boat = b[base + Seat.BOAT]
        return boat >= 0 and detail >> 5 == boat and boat_goals(b, base, tiles) >> goal & 1 == 1
    return kind == Kind.PASS and detail == 0


# The explorer ship


def voyages(b: vec[i64], base: i64) -> vec[i64]:
    """Return the places that the explorer ship can reach."""
    moves = vec[i64]()
    reach = _reach(b, base)
    place: i64 = 0
    while place < Rule.PLACES:
        if matrix.steps_to(b, place) <= reach:
            moves = append(moves, make(Kind.EXPLORE, place))
        place += 1
    return moves


def _is_voyage(b: vec[i64], base: i64, place: i64) -> bool:
    """Return whether a place is one of `voyages`."""
    return place < Rule.PLACES and matrix.steps_to(b, place) <= _reach(b, base)


def _reach(b: vec[i64], base: i64) -> i64:
    """Return the most steps of the explorer ship: at the start any place, then as far as the seat can pay."""
    if b[At.PHASE] == Phase.START:
        return Rule.PLACES
    return matrix.farthest(b, base)


# Laying tiles


def spaces_for(b: vec[i64], base: i64, tiles: TileTable, boat: i64) -> i64:
    """Return the spaces of a board, only those around the small ship if it is on the board (ruling 10)."""
    spaces = tiles.spaces[board_number(b)]
    return spaces & around(1 << boat) if boat >= 0 else spaces


def _placings(
    b: vec[i64],
    base: i64,
    tiles: TileTable,
    kind: i64,
    spaces: i64,
    land: i64,
    on_first_cell: i64,
    moves: vec[i64],
) -> vec[i64]:
    """List all ways to place a tile of a kind; `on_first_cell` is the move on cell 0, unturned."""
    first = open_cells(b, base, spaces, land, tiles.edges[kind << 2])
    second: i64 = 0
    third: i64 = 0
    fourth: i64 = 0
    if tiles.edges[(kind << 2) + 1] >= 0:
        second = open_cells(b, base, spaces, land, tiles.edges[(kind << 2) + 1])
        if tiles.edges[(kind << 2) + 2] >= 0:
            third = open_cells(b, base, spaces, land, tiles.edges[(kind << 2) + 2])
            fourth = open_cells(b, base, spaces, land, tiles.edges[(kind << 2) + 3])
    cells = first | second | third | fourth
    cell: i64 = 0
    while cells >> cell:
        if cells >> cell & 1:
            move = on_first_cell + (cell << 2)
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


def _kind_before(b: vec[i64], base: i64, tiles: TileTable, n: i64) -> i64:
    """Return the kind of the tile that costs n shells, -1 if the seat cannot take it (ruling 3)."""
    if n >= _LINE:
        return -1
    return (matrix.kinds_in_reach(b, tiles, b[base + Seat.SHELLS]) >> (8 * n) & 255) - 1


def _fits(b: vec[i64], base: i64, tiles: TileTable, kind: i64, detail: i64) -> bool:
    """Return whether a tile of a kind (-1 for none) may be placed like this: cell << 2 | turns."""
    if kind < 0 or detail >= Grid.COUNT << 2:
        return False
    edges = tiles.edges[kind << 2 | detail & 3]
    if edges < 0:
        return False
    spaces = spaces_for(b, base, tiles, b[base + Seat.BOAT])
    return open_cells(b, base, spaces, tiles.land[board_number(b)], edges) >> (detail >> 2) & 1 == 1


def cells_for(b: vec[i64], base: i64, tiles: TileTable, kind: i64, spaces: i64) -> i64:
    """Return the spaces where a tile of a kind fits with some turn."""
    land = tiles.land[board_number(b)]
    cells: i64 = 0
    tile = kind << 2
    end = tile + 4
    while tile < end:
        if tiles.edges[tile] >= 0:
            cells |= open_cells(b, base, spaces, land, tiles.edges[tile])
        tile += 1
    return cells


def cells_for_any(b: vec[i64], base: i64, tiles: TileTable, shells: i64) -> i64:
    """Return the spaces where some tile for at most `shells` shells fits, or the stored one.

    The place of the small ship does not matter.
    """
    spaces = tiles.spaces[board_number(b)]
    cells: i64 = 0
    kinds = matrix.kinds_in_reach(b, tiles, shells)
    while kinds > 0:
        cells |= cells_for(b, base, tiles, (kinds & 255) - 1, spaces)
        kinds >>= 8
    if b[base + Seat.STORE] >= 0:
        cells |= cells_for(b, base, tiles, b[base + Seat.STORE], spaces)
    return cells


# The small ship


def boat_goals(b: vec[i64], base: i64, tiles: TileTable) -> i64:
    """Return the seat's tiles to which shells can move the small ship and from which a tile can be placed."""
    boat = b[base + Seat.BOAT]
    filled = b[base + Seat.FILLED]
    shells = b[base + Seat.SHELLS]
    goals: i64 = 0
    seen: i64 = 1 << boat
    while shells > 0:
        ring = around(seen) & filled & ~seen
        if ring == 0:
            break
        shells -= 1
        seen |= ring
        goals |= ring & around(cells_for_any(b, base, tiles, shells))
    return goals


def _boat_moves(b: vec[i64], base: i64, goals: i64, moves: vec[i64]) -> vec[i64]:
    start = b[base + Seat.BOAT]
    cell: i64 = 0
    while goals >> cell:
        if goals >> cell & 1:
            moves = append(moves, make(Kind.BOAT, start << 5 | cell))
        cell += 1
    return moves


def sailings(b: vec[i64], base: i64) -> vec[i64]:
    """List the ship's moves after the tile in variation 1: to any tile of the seat, or none."""
    filled = b[base + Seat.FILLED]
    here: i64 = 1 << b[base + Seat.BOAT]
    moves = _boat_moves(b, base, filled & ~here, vec[i64]())
    if filled & here:
        moves = append(moves, make(Kind.PASS, 0))
    return moves


def _is_sailing(b: vec[i64], base: i64, kind: i64, detail: i64) -> bool:
    """Return whether a move is one of `sailings`."""
    filled = b[base + Seat.FILLED]
    boat = b[base + Seat.BOAT]
    goal = detail & 31
    if kind == Kind.BOAT:
        return detail >> 5 == boat and goal != boat and filled >> goal & 1 == 1
    return kind == Kind.PASS and detail == 0 and filled >> boat & 1 == 1


# All moves of the second step


def discoveries(b: vec[i64], base: i64, tiles: TileTable) -> vec[i64]:
    """List all moves of the second step of a turn."""
    moves = vec[i64]()
    free = b[At.PHASE] == Phase.DISCOVER
    boat = b[base + Seat.BOAT]
    store = b[base + Seat.STORE]
    if free and boat >= 0:
        moves = _boat_moves(b, base, boat_goals(b, base, tiles), moves)
    spaces = spaces_for(b, base, tiles, boat)
    land = tiles.land[board_number(b)]
    reach = matrix.kinds_in_reach(b, tiles, b[base + Seat.SHELLS])
    kinds = reach
    n: i64 = 0
    while kinds > 0:
        moves = _placings(b, base, tiles, (kinds & 255) - 1, spaces, land, make(Kind.TAKE, n << 7), moves)
        kinds >>= 8
        n += 1
    if free and store < 0:
        n = 0
        while reach > 0:
            moves = append(moves, make(Kind.STORE, n))
            reach >>= 8
            n += 1
    if store >= 0:
        moves = _placings(b, base, tiles, store, spaces, land, make(Kind.UNSTORE, 0), moves)
    if free:
        cells = removable(b, base)
        cell: i64 = 0
        while cells >> cell:
            if cells >> cell & 1:
                moves = append(moves, make(Kind.REMOVE, cell))
            cell += 1
        moves = append(moves, make(Kind.PASS, 0))
    return moves


def removable(b: vec[i64], base: i64) -> i64:
    """Return the tiles the seat may remove; in variation 2 not the one under the small ship."""
    filled = b[base + Seat.FILLED]
    boat = b[base + Seat.BOAT]
    if b[At.OPTIONS] & Option.MUST and boat >= 0:
        filled &= ~(1 << boat)
    return filled
