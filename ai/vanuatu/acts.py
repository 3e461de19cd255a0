"""What a move of phases II, IV and V gains at once, in points."""

from librt.vecs import vec
from mypy_extensions import i64

from ai.vanuatu import weights as w
from ai.vanuatu.plans import Plans
from ai.vanuatu.worth import Worth, goods_worth
from core.vanuatu import At, Island, Kind, Seat, bonus_of, detail_of, kind_of, purse
from core.vanuatu.tables import GOODS_PRICE, Action, Character, Points, Price, RestToken, Rule


def act_gain(b: vec[i64], seat: i64, move: i64, plans: Plans) -> float:
    """What a move in phase IV (or a free action in phase III) gains; `plans` is filled for the seat."""
    worth = plans.worth
    kind = kind_of(move)
    detail = detail_of(move)
    claimed = bonus_of(move) == 1
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
        diver = worth.vatu if claimed and worth.character == Character.DIVER else 0.0
        return value * (float(Points.TREASURE) + diver)
    if kind == Kind.FISH:
        value = float(b[At.FISH_LEFT + b[At.TILE + detail]])
        return value * (w.CATCH + (1.0 if claimed and worth.character == Character.FISHERMAN else 0.0))
    if kind == Kind.DRAW:
        artist = claimed and worth.character == Character.ARTIST
        return float(Points.ARTIST if artist else Points.DRAWING)
    if kind == Kind.TRANSPORT:
        return _transport_gain(b, detail, claimed, worth)
    if kind == Kind.REST:
        return _rest_gain(b, seat, detail, worth)
    if kind == Kind.TAKE:
        return w.TAKE_BACK - plans.stay[detail] * w.GIVEN_UP
    if kind == Kind.GOVERN:
        return w.GOVERNED * (plans.stay[detail & 15] - plans.stay[detail >> 4]) + w.GOVERN
    if kind == Kind.BEG or kind == Kind.TREASURE:
        return _coin_gain(b, seat, kind, detail, plans)
    return 0.0


def _better_elsewhere(plans: Plans, action: i64) -> float:
    """What it loses to do here what can still be done better where one means to sail."""
    return plans.sail[action] - plans.stay[action] if plans.markers[Action.SAIL] > 0 else 0.0


def _sail_gain(b: vec[i64], detail: i64, plans: Plans) -> float:
    """What the planned actions are worth there more than here."""
    worth = plans.worth
    cell = detail >> 2
    length = detail & 3
    worth.at(b, cell, worth.vatus - length, plans.markers[Action.FISH] > 0)
    gain = -worth.vatu * float(length)
    a: i64 = 1
    while a < Action.COUNT:
        if plans.markers[a] > 0:
            gain += worth.here[a] - plans.stay[a]
        a += 1
    return gain


def _sell_gain(b: vec[i64], seat: i64, sold: i64, worth: Worth) -> float:
    value = purse.packed_value(sold)
    vatus = value * b[At.MARKET]
    return worth.vatu * float(vatus) - (w.LAST_KEPT_FISH if worth.last else w.KEPT_FISH) * float(value)


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
    vatu = w.LAST_VATU if worth.last else w.VATU
    if token == RestToken.FIRST:
        if worth.last:
            return 0.0 if b[At.FIRST] == seat else float(Points.FIRST_PLAYER)
        return w.KEPT_FIRST if b[At.FIRST] == seat else w.NEW_FIRST
    if token == RestToken.BOTH:
        return w.TOKEN_POINT + vatu
    return w.TOKEN_POINT if token == RestToken.POINT else vatu


def _coin_gain(b: vec[i64], seat: i64, kind: i64, detail: i64, plans: Plans) -> float:
    """Selling treasure or points makes sense only for money that something planned now lacks."""
    vatus = b[Seat.BASE + seat * Seat.SIZE + Seat.VATUS]
    loss = float(detail * Points.TREASURE if kind == Kind.TREASURE else detail)
    need: i64 = 0
    if plans.markers[Action.BUILD] > 0 and plans.stay[Action.BUILD] > 0.0:
        need = Price.HUT
    elif plans.markers[Action.BUY] > 0 and plans.stay[Action.BUY] > 0.0:
        need = w.NEED_TO_BUY
    if need > vatus and vatus + detail >= need:
        gain = w.NEED * plans.stay[Action.BUILD if need == Price.HUT else Action.BUY]
        return gain + plans.worth.vatu * float(detail) - loss
    return w.NO_NEED


def exchange_gain(b: vec[i64], seat: i64, points: i64, round_: i64) -> float:
    """What the Beggar gains when the round ends by giving `points`; in the last round it is exact."""
    base = Seat.BASE + seat * Seat.SIZE
    had = b[base + Seat.VATUS]
    if round_ == Rule.ROUNDS:
        had += purse.packed_value(b[base + Seat.FISH])
        return _final_worth(had + points) - _final_worth(had) - float(points)
    has = had + points
    left = has % Rule.CONVERSION_VATUS
    converted = has // Rule.CONVERSION_VATUS * Rule.CONVERSION_POINTS
    return float(converted - points) + w.VATU_POINTS[Rule.ROUNDS - round_] * float(left - had)


def _final_worth(vatus: i64) -> float:
    """What money scores in the end."""
    left = vatus % Rule.CONVERSION_VATUS
    return float(vatus // Rule.CONVERSION_VATUS * Rule.CONVERSION_POINTS + left // 3) + w.LEFT_OVER * float(
        left
    )
