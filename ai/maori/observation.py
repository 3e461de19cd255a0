"""A position of Maori as one seat sees it, entry by entry (docs/environments.md has the layout).

Seats stand in the order of turns, the one that looks first. Everything lies open.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.ai.numbering import Sight, seat_after, turns_after
from vanuatu.core.maori import At, Phase, Rule, Seat, Shape, TileTable, board, matrix
from vanuatu.core.maori.layout import pile_of
from vanuatu.core.maori.state import MaoriState

_MOST_SHIPS: Final[i64] = 10  # more are cut off
_LINE: Final[i64] = 4  # tiles before the explorer ship
_TILE: Final[i64] = 15  # entries


def observe(state: MaoriState, seat: i64, cells: vec[i64], sight: Sight) -> None:
    """All that a seat knows, on boards with these spaces; for seat -1 the same, seats from purple on."""
    b = state.b
    tiles = state.tiles
    players = state.players
    viewer = seat
    if seat < 0:
        viewer = 0
    sight.part("phase")
    sight.one_of(b[At.PHASE], Phase.END + 1)
    sight.part("seat to move")
    sight.one_of(turns_after(viewer, state.actor, players), players)
    sight.part("whose turn it is")
    turn: i64 = -1
    if b[At.OPENER] >= 0:
        turn = turns_after(viewer, b[At.TURN], players)
    sight.one_of(turn, players)
    sight.part("first player")
    sight.one_of(turns_after(viewer, b[At.OPENER], players), players)
    sight.part("last turns")
    sight.flag(b[At.LAST] >= 0)
    sight.count(b[At.LAST], players)
    sight.part("idle turns")
    sight.count(b[At.IDLE], Rule.IDLE_TURNS)
    sight.part("bank")
    sight.count(b[At.BANK], Rule.SHELLS)
    sight.part("explorer ship")
    sight.one_of(b[At.EXPLORER], Rule.PLACES)
    sight.part("supply")
    kind: i64 = 0
    while kind < tiles.kinds:
        sight.count(b[pile_of(players) + kind], tiles.counts[kind])
        kind += 1
    sight.part("tiles before the ship")
    n: i64 = 1
    while n <= _LINE:
        there: i64 = -1
        if b[At.EXPLORER] >= 0:
            there = matrix.nth_cell(b, n)
        _matrix_tile(b, tiles, there, sight)
        n += 1
    sight.part("matrix")
    n = 0
    while n < Rule.PLACES:
        _matrix_tile(b, tiles, n, sight)
        n += 1
    sight.part("seats")
    n = 0
    while n < players:
        _seat(state, seat_after(viewer, n, players), cells, sight)
        n += 1


def _matrix_tile(b: vec[i64], tiles: TileTable, cell: i64, sight: Sight) -> None:
    """The tile on a cell of the matrix, -1 for no cell."""
    if cell < 0 or b[At.CELL + cell] < 0:
        _tile(tiles, -1, sight)
    else:
        _tile(tiles, b[At.CELL + cell] << 2, sight)


def _tile(tiles: TileTable, tile: i64, sight: Sight) -> None:
    """A tile as it lies, kind << 2 | turns; -1 for none."""
    if sight.measuring:
        tile = 0
    if tile < 0:
        sight.flags(0, _TILE)
        return
    kind = tile >> 2
    sight.one_of(tiles.shape[kind], Shape.VOLCANO + 1)
    sight.flags(tiles.edges[tile], 4)
    sight.flag(tiles.edges[(kind << 2) + 1] >= 0)
    sight.count(tiles.palms[kind], 3)
    sight.count(tiles.huts[kind], 1)
    sight.count(tiles.shells[kind], 2)
    sight.count(tiles.ships[kind], 1)
    sight.count(tiles.leis[kind], 1)


def _seat(state: MaoriState, seat: i64, cells: vec[i64], sight: Sight) -> None:
    b = state.b
    base = Seat.BASE + seat * Seat.SIZE
    sight.count(b[base + Seat.SHELLS], Rule.SHELLS)
    sight.count(b[base + Seat.SHIPS], _MOST_SHIPS)
    stored: i64 = -1
    if b[base + Seat.STORE] >= 0:
        stored = b[base + Seat.STORE] << 2
    _tile(state.tiles, stored, sight)
    open_islands = board.incomplete(b, base)
    for cell in cells:
        _tile(state.tiles, b[base + Seat.TILE + cell], sight)
        sight.flag(b[base + Seat.BOAT] == cell)
        sight.flag((open_islands >> cell) & 1 == 1)
