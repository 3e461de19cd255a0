"""What a character looks worth to a seat at the start of a round, in points."""

from librt.vecs import vec
from mypy_extensions import i64

from ai.vanuatu import weights as w
from ai.vanuatu.plans import Plans
from core.vanuatu import At, Character, Price, Seat, purse, tables


def character_worth(b: vec[i64], seat: i64, character: i64, plans: Plans) -> float:
    """`plans` is filled for the seat, whose present character does not count."""
    base = Seat.BASE + seat * Seat.SIZE
    vatus = b[base + Seat.VATUS]
    useful = w.CHARACTER_USEFUL[character]
    idle = w.CHARACTER_IDLE[character]
    if character == Character.BEGGAR or character == Character.NAVIGATOR:
        return useful if vatus < w.POOR else idle
    action = tables.CHARACTER_ACTION[character]
    if character == Character.VENDOR:
        fish = purse.packed_value(b[base + Seat.FISH])
        if plans.sail[action] > 0.0 or fish == 0:
            return idle
        return w.VATU * float(fish * b[At.MARKET]) * w.VENDOR_SALE
    if action < 0 or plans.sail[action] <= 0.0 or (character == Character.BUYER and vatus < w.POOR):
        return idle
    if character == Character.BUILDER and vatus < Price.HUT:
        return w.BUILDER_IN_NEED
    if character == Character.DIVER:
        return useful + _treasure_or_fish(b, At.TREASURE_LEFT, plans.target)
    if character == Character.FISHERMAN:
        return useful + _treasure_or_fish(b, At.FISH_LEFT, plans.target)
    return useful


def _treasure_or_fish(b: vec[i64], stock: i64, cell: i64) -> float:
    """What the bonus brings with what lies on a cell."""
    return w.FOUND_VALUE * float(b[stock + b[At.TILE + cell]])
