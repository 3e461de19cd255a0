"""What a move of phases II and IV gains at once, in points."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.vanuatu_plans import Plans
from ai.vanuatu_worth import LAST_VATU, VATU, Worth, goods_worth
from core.vanuatu.layout import (
    FIRST,
    FISH_LEFT,
    I_DRAWINGS,
    ISLAND,
    ISLAND_SIZE,
    MARKET,
    P_VATUS,
    SEAT,
    SEAT_SIZE,
    TILE,
    TREASURE_LEFT,
)
from core.vanuatu.moves import (
    M_BEG,
    M_BUILD,
    M_BUY,
    M_DRAW,
    M_EXPLORE,
    M_FISH,
    M_GOVERN,
    M_REST,
    M_SAIL,
    M_SELL,
    M_TAKE,
    M_TRANSPORT,
    M_TREASURE,
)
from core.vanuatu.purse import packed_value
from core.vanuatu.tables import (
    ACTIONS,
    ARTIST,
    ARTIST_POINTS,
    BUILD,
    BUILDER,
    BUILDER_PRICE,
    BUY,
    BUYER,
    DIVER,
    DRAWING_POINTS,
    FISHERMAN,
    GOODS_PRICE,
    GUIDE,
    GUIDE_POINTS,
    HUT_PRICE,
    REST_BOTH,
    REST_FIRST,
    REST_POINT,
)

# Taking markers back, and what a treasure or points are sold for without need.
TAKE_BACK: Final = -0.3
NO_NEED: Final = -2.0


def act_gain(b: vec[i64], seat: i64, move: i64, plans: Plans) -> float:
    """What a move in phase IV (or a free action in phase III) gains; `plans` is filled for the seat."""
    worth = plans.worth
    kind = move >> 17
    detail = (move >> 1) & 0xFFFF
    claimed = move & 1 == 1
    if kind == M_SAIL:
        return _sail_gain(b, detail, plans)
    if kind == M_SELL:
        return _sell_gain(b, seat, detail, worth)
    if kind == M_BUILD:
        return _build_gain(b, detail, claimed, worth) - _better_elsewhere(plans, BUILD)
    if kind == M_BUY:
        good = detail & 3
        double = claimed and worth.character == BUYER
        return goods_worth(b, good, double) - worth.vatu * float(GOODS_PRICE[good])
    if kind == M_EXPLORE:
        value = float(b[TREASURE_LEFT + b[TILE + detail]])
        return value * (2.0 + (worth.vatu if claimed and worth.character == DIVER else 0.0))
    if kind == M_FISH:
        value = float(b[FISH_LEFT + b[TILE + detail]])
        return value * (1.1 + (1.0 if claimed and worth.character == FISHERMAN else 0.0))
    if kind == M_DRAW:
        artist = claimed and worth.character == ARTIST
        return float(ARTIST_POINTS if artist else DRAWING_POINTS)
    if kind == M_TRANSPORT:
        return _transport_gain(b, detail, claimed, worth)
    if kind == M_REST:
        return _rest_gain(b, seat, detail, worth)
    if kind == M_TAKE:
        return TAKE_BACK - plans.stay[detail] * 0.5
    if kind == M_GOVERN:
        return 0.6 * (plans.stay[detail & 15] - plans.stay[detail >> 4]) - 0.3
    if kind == M_BEG or kind == M_TREASURE:
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
    while a < ACTIONS:
        if plans.own[a] > 0:
            gain += worth.here[a] - plans.stay[a]
        a += 1
    return gain


def _sell_gain(b: vec[i64], seat: i64, sold: i64, worth: Worth) -> float:
    value = packed_value(sold)
    vatus = value * b[MARKET]
    return worth.vatu * float(vatus) - (0.34 if worth.last else 0.6) * float(value)


def _build_gain(b: vec[i64], detail: i64, claimed: bool, worth: Worth) -> float:
    island = b[TILE + (detail >> 6)]
    gain = 0.0
    if (detail >> 5) & 1 == 1:
        price = BUILDER_PRICE if claimed and worth.character == BUILDER else HUT_PRICE
        gain += worth.hut[island] - worth.vatu * float(price)
    if detail & 31 != 0:
        gain += worth.dike[island] - worth.vatu
    return gain


def _transport_gain(b: vec[i64], cell: i64, claimed: bool, worth: Worth) -> float:
    island = b[TILE + cell]
    gain = worth.transport[island]
    if worth.character == GUIDE and not claimed:
        gain -= float(GUIDE_POINTS * b[ISLAND + island * ISLAND_SIZE + I_DRAWINGS])
    return gain


def _rest_gain(b: vec[i64], seat: i64, token: i64, worth: Worth) -> float:
    vatu = LAST_VATU if worth.last else VATU
    if token == REST_FIRST:
        if worth.last:
            return 0.0 if b[FIRST] == seat else 3.0
        return 0.3 if b[FIRST] == seat else 1.3
    if token == REST_BOTH:
        return 1.0 + vatu
    return 1.0 if token == REST_POINT else vatu


def _coin_gain(b: vec[i64], seat: i64, kind: i64, detail: i64, plans: Plans) -> float:
    """Selling treasure or points makes sense only for money that something planned now lacks."""
    vatus = b[SEAT + seat * SEAT_SIZE + P_VATUS]
    loss = float(detail) * (2.0 if kind == M_TREASURE else 1.0)
    need: i64 = 0
    if plans.own[BUILD] > 0 and plans.stay[BUILD] > 0.0:
        need = HUT_PRICE
    elif plans.own[BUY] > 0 and plans.stay[BUY] > 0.0:
        need = 2
    if need > vatus and vatus + detail >= need:
        gain = 4.0 * plans.stay[BUILD] if need == HUT_PRICE else 4.0 * plans.stay[BUY]
        return gain + plans.worth.vatu * float(detail) - loss
    return NO_NEED
