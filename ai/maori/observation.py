"""A position of Maori as one seat sees it, entry by entry (docs/reference/environments.md has the layout).

Seats are in turn order, beginning with the viewer. There are no secrets.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from vanuatu.ai.numbering import ObservationWriter, seat_after, turns_after
from vanuatu.core.maori import board, matrix
from vanuatu.core.maori.layout import At, Phase, Rule, Seat, pile_of
from vanuatu.core.maori.state import MaoriState
from vanuatu.core.maori.tables import Shape
from vanuatu.core.maori.tiles import TileTable

_MOST_SHIPS: Final[i64] = 10  # larger values are cut off
_LINE: Final[i64] = 4  # tiles before the explorer ship
# Of a tile: its shape, one of five; open to the right, left, top, bottom; whether it can be turned; palms,
# huts, shells, ships, half leis.
_TILE: Final = vec[i64]([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 1, 2, 1, 1])
_BITS: Final[i64] = 4  # for each of these
_MOST: Final[i64] = (1 << 4) - 1


def observe(
    state: MaoriState, seat: i64, cells: vec[i64], looks: vec[i64], writer: ObservationWriter
) -> None:
    """Write all that a seat knows, on boards with these spaces; for seat -1 with seats from purple on.

    `looks` are those of `looks_of`.
    """
    b = state.b
    tiles = state.tiles
    players = state.players
    viewer = seat
    if seat < 0:
        viewer = 0
    writer.start_part("phase")
    writer.one_of(b[At.PHASE], Phase.END + 1)
    writer.start_part("seat to move")
    writer.one_of(turns_after(viewer, state.actor, players), players)
    writer.start_part("whose turn it is")
    turn: i64 = -1
    if b[At.OPENER] >= 0:
        turn = turns_after(viewer, b[At.TURN], players)
    writer.one_of(turn, players)
    writer.start_part("first player")
    writer.one_of(turns_after(viewer, b[At.OPENER], players), players)
    writer.start_part("last turns")
    writer.flag(b[At.LAST] >= 0)
    writer.count(b[At.LAST], players)
    writer.start_part("idle turns")
    writer.count(b[At.IDLE], Rule.IDLE_TURNS)
    writer.start_part("bank")
    writer.count(b[At.BANK], Rule.SHELLS)
    writer.start_part("explorer ship")
    writer.one_of(b[At.EXPLORER], Rule.PLACES)
    writer.start_part("supply")
    kind: i64 = 0
    while kind < tiles.kinds:
        writer.count(b[pile_of(players) + kind], tiles.counts[kind])
        kind += 1
    writer.start_part("tiles before the ship")
    n: i64 = 1
    while n <= _LINE:
        there: i64 = -1
        if b[At.EXPLORER] >= 0:
            there = matrix.nth_cell(b, n)
        _matrix_tile(b, looks, there, writer)
        n += 1
    writer.start_part("matrix")
    n = 0
    while n < Rule.PLACES:
        _matrix_tile(b, looks, n, writer)
        n += 1
    writer.start_part("seats")
    n = 0
    while n < players:
        _seat(state, seat_after(viewer, n, players), cells, looks, writer)
        n += 1


def looks_of(tiles: TileTable) -> vec[i64]:
    """Return the entries of each tile with its rotation (kind << 2 | turns), packed as `_TILE` says."""
    looks = vec[i64](capacity=4 * tiles.kinds)
    tile: i64 = 0
    while tile < 4 * tiles.kinds:
        kind = tile >> 2
        counts = _before(tiles.ships[kind], tiles.leis[kind])
        counts = _before(tiles.shells[kind], counts)
        counts = _before(tiles.huts[kind], counts)
        counts = _before(tiles.palms[kind], counts)
        turnable: i64 = 0
        if tiles.edges[(kind << 2) + 1] >= 0:
            turnable = 1
        counts = _before(turnable, counts)
        edge: i64 = 3
        while edge >= 0:
            counts = _before((tiles.edges[tile] >> edge) & 1, counts)
            edge -= 1
        shape: i64 = Shape.VOLCANO
        while shape >= 0:
            counts = counts << _BITS
            if tiles.shape[kind] == shape:
                counts |= 1
            shape -= 1
        looks = append(looks, counts)
        tile += 1
    return looks


def _before(count: i64, counts: i64) -> i64:
    """Return the packed counts with one before them."""
    if count > _MOST:
        count = _MOST
    return counts << _BITS | count


def _matrix_tile(b: vec[i64], looks: vec[i64], cell: i64, writer: ObservationWriter) -> None:
    """Write the tile on a cell of the matrix; -1 is no cell."""
    if cell < 0 or b[At.CELL + cell] < 0:
        _tile(looks, -1, writer)
    else:
        _tile(looks, b[At.CELL + cell] << 2, writer)


def _tile(looks: vec[i64], tile: i64, writer: ObservationWriter) -> None:
    """Write a tile with its rotation, kind << 2 | turns; -1 is no tile."""
    if tile >= 0 or writer.measuring:
        writer.packed(looks[tile], _BITS, _TILE)
    else:
        writer.skip(len(_TILE))


def _seat(state: MaoriState, seat: i64, cells: vec[i64], looks: vec[i64], writer: ObservationWriter) -> None:
    b = state.b
    base = Seat.BASE + seat * Seat.SIZE
    writer.count(b[base + Seat.SHELLS], Rule.SHELLS)
    writer.count(b[base + Seat.SHIPS], _MOST_SHIPS)
    stored: i64 = -1
    if b[base + Seat.STORE] >= 0:
        stored = b[base + Seat.STORE] << 2
    _tile(looks, stored, writer)
    open_islands = board.incomplete(b, base)
    for cell in cells:
        _tile(looks, b[base + Seat.TILE + cell], writer)
        writer.flag(b[base + Seat.BOAT] == cell)
        writer.flag((open_islands >> cell) & 1 == 1)
