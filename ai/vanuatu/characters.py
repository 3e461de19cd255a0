"""What a character looks worth to a seat at the start of a round, in points."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.vanuatu.plans import Plans
from core.vanuatu import Action, At, Character, Seat
from core.vanuatu.purse import packed_value

# What the characters without an action of their own are worth on the whole.
AT_LARGE: Final = 0.8


def character_worth(b: vec[i64], seat: i64, character: i64, plans: Plans) -> float:
    """`plans` is filled for the seat, whose present character does not count."""
    sail = plans.sail
    base = Seat.BASE + seat * Seat.SIZE
    vatus = b[base + Seat.VATUS]
    if character == Character.ARTIST:
        return 1.8 if sail[Action.DRAW] > 0.0 else 0.0
    if character == Character.BUILDER:
        if sail[Action.BUILD] <= 0.0:
            return 0.2
        return 2.0 if vatus < 3 else 1.3
    if character == Character.BUYER:
        return 1.8 if sail[Action.BUY] > 0.0 and vatus > 1 else 0.2
    if character == Character.DIVER:
        return 0.6 + _most(b, At.TREASURE_LEFT, plans.target) if sail[Action.EXPLORE] > 0.0 else 0.0
    if character == Character.FISHERMAN:
        return 0.3 + _most(b, At.FISH_LEFT, plans.target) if sail[Action.FISH] > 0.0 else 0.0
    if character == Character.GUIDE:
        return 1.6 if sail[Action.TRANSPORT] > 0.0 else 0.1
    if character == Character.NAVIGATOR:
        return 1.2 if vatus < 2 else 0.9
    if character == Character.VENDOR:
        fish = packed_value(b[base + Seat.FISH])
        return 0.5 * float(fish * b[At.MARKET]) * 0.4 if sail[Action.SELL] <= 0.0 and fish > 0 else 0.4
    if character == Character.GOVERNOR or character == Character.PREACHER:
        return AT_LARGE
    if character == Character.BEGGAR:
        return 0.7 if vatus < 2 else 0.2
    return 0.0


def _most(b: vec[i64], stock: i64, cell: i64) -> float:
    return 0.6 * float(b[stock + b[At.TILE + cell]])
