"""What a character looks worth to a seat at the start of a round, in points."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.vanuatu_plans import Plans
from core.vanuatu.layout import FISH_LEFT, MARKET, P_FISH, P_VATUS, SEAT, SEAT_SIZE, TILE, TREASURE_LEFT
from core.vanuatu.purse import packed_value
from core.vanuatu.tables import (
    ARTIST,
    BEGGAR,
    BUILD,
    BUILDER,
    BUY,
    BUYER,
    DIVER,
    DRAW,
    EXPLORE,
    FISH,
    FISHERMAN,
    GOVERNOR,
    GUIDE,
    NAVIGATOR,
    PREACHER,
    SELL,
    TRANSPORT,
    VENDOR,
)

# What the characters without an action of their own are worth on the whole.
AT_LARGE: Final = 0.8


def character_worth(b: vec[i64], seat: i64, character: i64, plans: Plans) -> float:
    """`plans` is filled for the seat, whose present character does not count."""
    sail = plans.sail
    base = SEAT + seat * SEAT_SIZE
    vatus = b[base + P_VATUS]
    if character == ARTIST:
        return 1.8 if sail[DRAW] > 0.0 else 0.0
    if character == BUILDER:
        if sail[BUILD] <= 0.0:
            return 0.2
        return 2.0 if vatus < 3 else 1.3
    if character == BUYER:
        return 1.8 if sail[BUY] > 0.0 and vatus > 1 else 0.2
    if character == DIVER:
        return 0.6 + _most(b, TREASURE_LEFT, plans.target) if sail[EXPLORE] > 0.0 else 0.0
    if character == FISHERMAN:
        return 0.3 + _most(b, FISH_LEFT, plans.target) if sail[FISH] > 0.0 else 0.0
    if character == GUIDE:
        return 1.6 if sail[TRANSPORT] > 0.0 else 0.1
    if character == NAVIGATOR:
        return 1.2 if vatus < 2 else 0.9
    if character == VENDOR:
        fish = packed_value(b[base + P_FISH])
        return 0.5 * float(fish * b[MARKET]) * 0.4 if sail[SELL] <= 0.0 and fish > 0 else 0.4
    if character == GOVERNOR or character == PREACHER:
        return AT_LARGE
    if character == BEGGAR:
        return 0.7 if vatus < 2 else 0.2
    return 0.0


def _most(b: vec[i64], stock: i64, cell: i64) -> float:
    return 0.6 * float(b[stock + b[TILE + cell]])
