"""The position before the first draw."""

from librt.vecs import vec
from mypy_extensions import i64

from core.vanuatu import At, Kind, Phase, RestToken, Rule, Seat, Supply, Tile, board, placing, tables


def start_array(players: i64, options: i64) -> vec[i64]:
    """The array of a game before its first draw."""
    b = vec[i64]([0] * int(Seat.BASE + players * Seat.SIZE))
    b[At.OPTIONS] = options
    b[At.PHASE] = Phase.SETUP
    b[At.STEP] = Kind.START
    b[At.MARKET] = Rule.MARKET_START
    b[At.FIRST] = -1
    b[At.DIE] = -1
    b[At.GOVERNED] = -1
    b[At.VISIBLE] = -1
    b[At.VISIBLE + 1] = -1
    i: i64 = 0
    while i < 3:
        b[At.SHIP + i] = -1
        i += 1
    i = 0
    while i < Supply.SHIP_KINDS:
        b[At.SHIP_PILE + i] = tables.SHIP_COUNTS[i]
        i += 1
    i = 0
    while i < 5:
        b[At.TOURIST_PILE + i] = tables.TOURIST_TILES[i] - (1 if tables.TOURIST_TILE_OUT[players] == i else 0)
        i += 1
    i = 0
    while i < 28:
        b[At.TILE + i] = -1
        i += 1
    seat: i64 = 0
    while seat < players:
        base = board.seat_base(seat)
        b[base + Seat.VATUS] = Supply.START_VATUS
        b[base + Seat.HUTS] = Supply.HUTS
        b[base + Seat.CHARACTER] = -1
        seat += 1
    i = 0
    while i < RestToken.COUNT:
        b[At.TAKEN + i] = -1
        i += 1
    placing.place_tile(b, Tile.E0, tables.EFATE_CELL)
    return b
