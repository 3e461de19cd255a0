"""A position of Maori as one seat sees it, entry by entry (docs/reference/environments.md has the layout).

Seats are in turn order, beginning with the viewer. There are no secrets.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.ai.numbering import ObservationWriter, seat_after, turns_after
from vanuatu.core.maori import board, matrix
from vanuatu.core.maori.layout import At, Phase, Rule, Seat, pile_of
from vanuatu.core.maori.state import MaoriState
from vanuatu.core.maori.tables import Shape
from vanuatu.core.maori.tiles import TileTable

_MOST_SHIPS: Final[i64] = 10  # larger values are cut off
_LINE: Final[i64] = 4  # tiles before the explorer ship
_TILE: Final[i64] = 15  # entries


def observe(state: MaoriState, seat: i64, cells: vec[i64], writer: ObservationWriter) -> None:
    """Write all that a seat knows, on boards with these spaces; for seat -1 with seats from purple on."""
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
        _matrix_tile(b, tiles, there, writer)
        n += 1
    writer.start_part("matrix")
    n = 0
    while n < Rule.PLACES:
        _matrix_tile(b, tiles, n, writer)
        n += 1
    writer.start_part("seats")
    n = 0
    while n < players:
        _seat(state, seat_after(viewer, n, players), cells, writer)
        n += 1


def _matrix_tile(b: vec[i64], tiles: TileTable, cell: i64, writer: ObservationWriter) -> None:
    """Write the tile on a cell of the matrix; -1 is no cell."""
    if cell < 0 or b[At.CELL + cell] < 0:
        _tile(tiles, -1, writer)
    else:
        _tile(tiles, b[At.CELL + cell] << 2, writer)


def _tile(tiles: TileTable, tile: i64, writer: ObservationWriter) -> None:
    """Write a tile with its rotation, kind << 2 | turns; -1 is no tile."""
    if writer.measuring:
        tile = 0
    if tile < 0:
        writer.flags(0, _TILE)
        return
    kind = tile >> 2
    writer.one_of(tiles.shape[kind], Shape.VOLCANO + 1)
    writer.flags(tiles.edges[tile], 4)
    writer.flag(tiles.edges[(kind << 2) + 1] >= 0)
    writer.count(tiles.palms[kind], 3)
    writer.count(tiles.huts[kind], 1)
    writer.count(tiles.shells[kind], 2)
    writer.count(tiles.ships[kind], 1)
    writer.count(tiles.leis[kind], 1)


def _seat(state: MaoriState, seat: i64, cells: vec[i64], writer: ObservationWriter) -> None:
    b = state.b
    base = Seat.BASE + seat * Seat.SIZE
    writer.count(b[base + Seat.SHELLS], Rule.SHELLS)
    writer.count(b[base + Seat.SHIPS], _MOST_SHIPS)
    stored: i64 = -1
    if b[base + Seat.STORE] >= 0:
        stored = b[base + Seat.STORE] << 2
    _tile(state.tiles, stored, writer)
    open_islands = board.incomplete(b, base)
    for cell in cells:
        _tile(state.tiles, b[base + Seat.TILE + cell], writer)
        writer.flag(b[base + Seat.BOAT] == cell)
        writer.flag((open_islands >> cell) & 1 == 1)
