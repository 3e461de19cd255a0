"""The immediate gain of a move in phases II, IV and V, given the seat's plans; in points."""

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.ai.vanuatu import constants as w
from vanuatu.ai.vanuatu.action_values import ActionValues, goods_value
from vanuatu.ai.vanuatu.plans import PlanValues
from vanuatu.core.vanuatu import purse, tables
from vanuatu.core.vanuatu.layout import At, Island, Seat
from vanuatu.core.vanuatu.moves import Kind, bonus_of, detail_of, kind_of
from vanuatu.core.vanuatu.tables import GOODS_PRICE, Action, Character, Points, Price, RestToken, Rule


def act_gain(b: vec[i64], seat: i64, move: i64, plans: PlanValues) -> float:
    """Return the gain of a move in phase IV or of a free action in phase III, given the seat's plans."""
    values = plans.values
    kind = kind_of(move)
    detail = detail_of(move)
    claimed = bonus_of(move) == 1
    if kind == Kind.SAIL:
        return _sail_gain(b, detail, plans)
    if kind == Kind.SELL:
        return _sell_gain(b, seat, detail, values)
    if kind == Kind.BUILD:
        return _build_gain(b, detail, claimed, values) - _better_elsewhere(plans, Action.BUILD)
    if kind == Kind.BUY:
        good = detail & 3
        double = claimed and values.character == Character.BUYER
        return goods_value(b, good, double) - values.vatu * float(GOODS_PRICE[good])
    if kind == Kind.EXPLORE:
        value = float(b[At.TREASURE_LEFT + b[At.TILE + detail]])
        diver = values.vatu if claimed and values.character == Character.DIVER else 0.0
        return value * (float(Points.TREASURE) + diver)
    if kind == Kind.FISH:
        value = float(b[At.FISH_LEFT + b[At.TILE + detail]])
        return value * (w.CATCH + (1.0 if claimed and values.character == Character.FISHERMAN else 0.0))
    if kind == Kind.DRAW:
        artist = claimed and values.character == Character.ARTIST
        return float(Points.ARTIST if artist else Points.DRAWING)
    if kind == Kind.TRANSPORT:
        return _transport_gain(b, detail, claimed, values)
    if kind == Kind.REST:
        return _rest_gain(b, seat, detail, values)
    if kind == Kind.TAKE:
        return w.WITHDRAW - plans.stay[detail] * w.GIVEN_UP
    if kind == Kind.GOVERN:
        return w.GOVERNED * (plans.stay[detail & 15] - plans.stay[detail >> 4]) + w.GOVERN
    if kind == Kind.BEG or kind == Kind.TREASURE:
        return _coin_gain(b, seat, kind, detail, plans)
    return 0.0


def _better_elsewhere(plans: PlanValues, action: i64) -> float:
    """Return the loss of performing the action here instead of at the target of the boat."""
    return plans.sail[action] - plans.stay[action] if plans.markers[Action.SAIL] > 0 else 0.0


def _sail_gain(b: vec[i64], detail: i64, plans: PlanValues) -> float:
    """Return how much more the planned actions gain there than here."""
    values = plans.values
    length = detail & 3
    values.value_trip(b, detail >> 2, length)
    at = values.row(detail >> 2, values.sale(plans.markers[Action.FISH] > 0))
    markers, stay, table = plans.markers, plans.stay, values.table
    gain = -values.vatu * float(length)
    a: i64 = 1
    while a < Action.COUNT:
        if markers[a] > 0:
            gain += table[at + a] - stay[a]
        a += 1
    return gain


def _sell_gain(b: vec[i64], seat: i64, sold: i64, values: ActionValues) -> float:
    value = purse.packed_value(sold)
    vatus = value * b[At.MARKET]
    return values.vatu * float(vatus) - (w.LAST_KEPT_FISH if values.last else w.KEPT_FISH) * float(value)


def _build_gain(b: vec[i64], detail: i64, claimed: bool, values: ActionValues) -> float:
    island = b[At.TILE + (detail >> 6)]
    gain = 0.0
    if (detail >> 5) & 1 == 1:
        price = Price.BUILDERS_HUT if claimed and values.character == Character.BUILDER else Price.HUT
        gain += values.hut[island] - values.vatu * float(price)
    if detail & 31 != 0:
        gain += values.dike[island] - values.vatu
    return gain


def _transport_gain(b: vec[i64], cell: i64, claimed: bool, values: ActionValues) -> float:
    island = b[At.TILE + cell]
    gain = values.transport[island]
    if values.character == Character.GUIDE and not claimed:
        gain -= float(Points.GUIDE * b[Island.BASE + island * Island.SIZE + Island.DRAWINGS])
    return gain


def _rest_gain(b: vec[i64], seat: i64, token: i64, values: ActionValues) -> float:
    vatu = w.LAST_VATU if values.last else w.VATU
    if token == RestToken.FIRST:
        if values.last:
            return 0.0 if b[At.FIRST] == seat else float(Points.FIRST_PLAYER)
        return w.KEPT_FIRST if b[At.FIRST] == seat else w.NEW_FIRST
    if token == RestToken.BOTH:
        return w.TOKEN_POINT + vatu
    return w.TOKEN_POINT if token == RestToken.POINT else vatu


def _coin_gain(b: vec[i64], seat: i64, kind: i64, detail: i64, plans: PlanValues) -> float:
    """Return the gain of selling treasure or points: useful only if a planned action lacks the money."""
    vatus = b[Seat.BASE + seat * Seat.SIZE + Seat.VATUS]
    loss = float(detail * Points.TREASURE if kind == Kind.TREASURE else detail)
    need: i64 = 0
    if plans.markers[Action.BUILD] > 0 and plans.stay[Action.BUILD] > 0.0:
        need = Price.HUT
    elif plans.markers[Action.BUY] > 0 and plans.stay[Action.BUY] > 0.0:
        need = w.NEED_TO_BUY
    if need > vatus and vatus + detail >= need:
        gain = w.NEED * plans.stay[Action.BUILD if need == Price.HUT else Action.BUY]
        return gain + plans.values.vatu * float(detail) - loss
    return w.NO_NEED


def exchange_gain(b: vec[i64], seat: i64, points: i64, round_: i64) -> float:
    """Return the Beggar's gain from giving `points` at the end of the round; exact in the last round."""
    base = Seat.BASE + seat * Seat.SIZE
    had = b[base + Seat.VATUS]
    if round_ == Rule.ROUNDS:
        had += purse.packed_value(b[base + Seat.FISH])
        return _final_value(had + points) - _final_value(had) - float(points)
    has = had + points
    left = has % Rule.CONVERSION_VATUS
    converted = has // Rule.CONVERSION_VATUS * Rule.CONVERSION_POINTS
    return float(converted - points) + w.VATU_POINTS[Rule.ROUNDS - round_] * float(left - had)


def _final_value(vatus: i64) -> float:
    """Return the points for money at the end."""
    left = vatus % Rule.CONVERSION_VATUS
    return float(vatus // Rule.CONVERSION_VATUS * Rule.CONVERSION_POINTS + left // 3) + w.LEFT_OVER * float(
        left
    )


def character_value(b: vec[i64], seat: i64, character: i64, plans: PlanValues) -> float:
    """Return the value of a character. `plans` is filled for the seat, without its present character."""
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
    """Return the value of the bonus with what is on a cell."""
    return w.FOUND_VALUE * float(b[stock + b[At.TILE + cell]])
