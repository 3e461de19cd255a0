"""The position before the first draw."""

from librt.vecs import vec
from mypy_extensions import i64

from core.vanuatu.board import seat_base
from core.vanuatu.layout import (
    DIE,
    FIRST,
    GOVERNED,
    MARKET,
    OPTIONS,
    P_CHARACTER,
    P_HUTS,
    P_VATUS,
    PHASE,
    SEAT,
    SEAT_SIZE,
    SETUP,
    SHIP,
    SHIP_PILE,
    STEP,
    TAKEN,
    TILE,
    TOURIST_PILE,
    VISIBLE,
)
from core.vanuatu.moves import (
    M_START,
)
from core.vanuatu.placing import place_tile
from core.vanuatu.tables import (
    E0,
    EFATE_CELL,
    HUTS,
    MARKET_START,
    REST_TOKENS,
    SHIP_COUNTS,
    SHIP_KINDS,
    START_VATUS,
    TOURIST_TILE_OUT,
    TOURIST_TILES,
)


def start_array(players: i64, options: i64) -> vec[i64]:
    """The array of a game before its first draw."""
    b = vec[i64]([0] * int(SEAT + players * SEAT_SIZE))
    b[OPTIONS] = options
    b[PHASE] = SETUP
    b[STEP] = M_START
    b[MARKET] = MARKET_START
    b[FIRST] = -1
    b[DIE] = -1
    b[GOVERNED] = -1
    b[FIRST] = -1
    b[VISIBLE] = -1
    b[VISIBLE + 1] = -1
    i: i64 = 0
    while i < 3:
        b[SHIP + i] = -1
        i += 1
    i = 0
    while i < SHIP_KINDS:
        b[SHIP_PILE + i] = SHIP_COUNTS[i]
        i += 1
    i = 0
    while i < 5:
        b[TOURIST_PILE + i] = TOURIST_TILES[i] - (1 if TOURIST_TILE_OUT[players] == i else 0)
        i += 1
    i = 0
    while i < 28:
        b[TILE + i] = -1
        i += 1
    seat: i64 = 0
    while seat < players:
        base = seat_base(seat)
        b[base + P_VATUS] = START_VATUS
        b[base + P_HUTS] = HUTS
        b[base + P_CHARACTER] = -1
        seat += 1
    i = 0
    while i < REST_TOKENS:
        b[TAKEN + i] = -1
        i += 1
    place_tile(b, E0, EFATE_CELL)
    return b
