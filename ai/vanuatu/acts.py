"""What a move of phases II, IV and V gains at once, in points."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.vanuatu.forecast import VATU_POINTS
from ai.vanuatu.plans import Plans
from ai.vanuatu.worth import LAST_VATU, VATU, Worth, goods_worth
from core.vanuatu import Action, At, Character, Island, Kind, Points, Price, RestToken, Rule, Seat
from core.vanuatu.purse import packed_value
from core.vanuatu.tables import GOODS_PRICE

# Taking markers back, and what a treasure or points are sold for without need.
TAKE_BACK: Final = -0.3
NO_NEED: Final = -2.0
# Among equals at the end those win who have more vatus left.
LEFT_OVER: Final = 0.01


def act_gain(b: vec[i64], seat: i64, move: i64, plans: Plans) -> float:
    """What a move in phase IV (or a free action in phase III) gains; `plans` is filled for the seat."""
    worth = plans.worth
    kind = move >> 17
    detail = (move >> 1) & 0xFFFF
    claimed = move & 1 == 1
    if kind == Kind.SAIL:
        return _sail_gain(b, detail, plans)
    if kind == Kind.SELL:
        return _sell_gain(b, seat, detail, worth)
    if kind == Kind.BUILD:
        return _build_gain(b, detail, claimed, worth) - _better_elsewhere(plans, Action.BUILD)
    if kind == Kind.BUY:
        good = detail & 3
        double = claimed and worth.character == Character.BUYER
        return goods_worth(b, good, double) - worth.vatu * float(GOODS_PRICE[good])
    if kind == Kind.EXPLORE:
        value = float(b[At.TREASURE_LEFT + b[At.TILE + detail]])
        return value * (2.0 + (worth.vatu if claimed and worth.character == Character.DIVER else 0.0))
    if kind == Kind.FISH:
        value = float(b[At.FISH_LEFT + b[At.TILE + detail]])
        return value * (1.1 + (1.0 if claimed and worth.character == Character.FISHERMAN else 0.0))
    if kind == Kind.DRAW:
        artist = claimed and worth.character == Character.ARTIST
        return float(Points.ARTIST if artist else Points.DRAWING)
    if kind == Kind.TRANSPORT:
        return _transport_gain(b, detail, claimed, worth)
    if kind == Kind.REST:
        return _rest_gain(b, seat, detail, worth)
    if kind == Kind.TAKE:
        return TAKE_BACK - plans.stay[detail] * 0.5
    if kind == Kind.GOVERN:
        return 0.6 * (plans.stay[detail & 15] - plans.stay[detail >> 4]) - 0.3
    if kind == Kind.BEG or kind == Kind.TREASURE:
        return _coin_gain(b, seat, kind, detail, plans)
    return 0.0


def _better_elsewhere(plans: Plans, action: i64) -> float:
    """What it loses to do here what can still be done better where one means to sail."""
    return plans.sail[action] - plans.stay[action] if plans.own[0] > 0 else 0.0


def _sail_gain(b: vec[i64], detail: i64, plans: Plans) -> float:
    """What the planned actions are worth there more than here."""
    worth = plans.worth
    cell = detail >> 2
    length = detail & 3
    worth.at(b, cell, worth.vatus - length, plans.own[3] > 0)
    gain = -worth.vatu * float(length)
    a: i64 = 1
    while a < Action.COUNT:
        if plans.own[a] > 0:
            gain += worth.here[a] - plans.stay[a]
        a += 1
    return gain


def _sell_gain(b: vec[i64], seat: i64, sold: i64, worth: Worth) -> float:
    value = packed_value(sold)
    vatus = value * b[At.MARKET]
    return worth.vatu * float(vatus) - (0.34 if worth.last else 0.6) * float(value)


def _build_gain(b: vec[i64], detail: i64, claimed: bool, worth: Worth) -> float:
    island = b[At.TILE + (detail >> 6)]
    gain = 0.0
    if (detail >> 5) & 1 == 1:
        price = Price.BUILDERS_HUT if claimed and worth.character == Character.BUILDER else Price.HUT
        gain += worth.hut[island] - worth.vatu * float(price)
    if detail & 31 != 0:
        gain += worth.dike[island] - worth.vatu
    return gain


def _transport_gain(b: vec[i64], cell: i64, claimed: bool, worth: Worth) -> float:
    island = b[At.TILE + cell]
    gain = worth.transport[island]
    if worth.character == Character.GUIDE and not claimed:
        gain -= float(Points.GUIDE * b[Island.BASE + island * Island.SIZE + Island.DRAWINGS])
    return gain


def _rest_gain(b: vec[i64], seat: i64, token: i64, worth: Worth) -> float:
    vatu = LAST_VATU if worth.last else VATU
    if token == RestToken.FIRST:
        if worth.last:
            return 0.0 if b[At.FIRST] == seat else 3.0
        return 0.3 if b[At.FIRST] == seat else 1.3
    if token == RestToken.BOTH:
        return 1.0 + vatu
    return 1.0 if token == RestToken.POINT else vatu


def _coin_gain(b: vec[i64], seat: i64, kind: i64, detail: i64, plans: Plans) -> float:
    """Selling treasure or points makes sense only for money that something planned now lacks."""
    vatus = b[Seat.BASE + seat * Seat.SIZE + Seat.VATUS]
    loss = float(detail) * (2.0 if kind == Kind.TREASURE else 1.0)
    need: i64 = 0
    if plans.own[Action.BUILD] > 0 and plans.stay[Action.BUILD] > 0.0:
        need = Price.HUT
    elif plans.own[Action.BUY] > 0 and plans.stay[Action.BUY] > 0.0:
        need = 2
    if need > vatus and vatus + detail >= need:
        gain = 4.0 * plans.stay[Action.BUILD] if need == Price.HUT else 4.0 * plans.stay[Action.BUY]
        return gain + plans.worth.vatu * float(detail) - loss
    return NO_NEED


def exchange_gain(b: vec[i64], seat: i64, points: i64, round_: i64) -> float:
    """What the Beggar gains when the round ends by giving so many points; in the last round it is exact."""
    base = Seat.BASE + seat * Seat.SIZE
    had = b[base + Seat.VATUS]
    if round_ == Rule.ROUNDS:
        had += packed_value(b[base + Seat.FISH])
        return _final_worth(had + points) - _final_worth(had) - float(points)
    has = had + points
    left = has % Rule.CONVERSION_VATUS
    converted = has // Rule.CONVERSION_VATUS * Rule.CONVERSION_POINTS
    return float(converted - points) + VATU_POINTS[Rule.ROUNDS - round_] * float(left - had)


def _final_worth(vatus: i64) -> float:
    """What money scores in the end."""
    left = vatus % Rule.CONVERSION_VATUS
    return float(vatus // Rule.CONVERSION_VATUS * Rule.CONVERSION_POINTS + left // 3) + LEFT_OVER * float(
        left
    )
