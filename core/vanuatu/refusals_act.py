"""What stands in the way of an action when the majority does not.

Nothing here decides legality; it is asked only after a move has turned out not to be legal.
"""

from librt.vecs import vec
from mypy_extensions import i64

from core.game import NOT_A_MOVE, Refusal
from core.vanuatu.actions import rest_tokens_out
from core.vanuatu.board import (
    barred,
    dikes_left,
    huts_on,
    island_at,
    on_board,
    one,
    seat_base,
    side_is_open,
    spread,
)
from core.vanuatu.layout import (
    I_DRAWINGS,
    I_GOODS,
    I_TOURISTS,
    ISLAND,
    ISLAND_SIZE,
    OCEANS,
    OPTIONS,
    P_BOAT,
    P_CHARACTER,
    P_FISH,
    P_HUTS,
    P_VATUS,
    RESTS,
    TILE,
    TOURISTS,
    WATERS,
)
from core.vanuatu.refusal_codes import (
    ALL_DRAWN,
    BOAT_ELSEWHERE,
    BOAT_THERE,
    NO_DIKE_SIDE,
    NO_DIKES,
    NO_FISH_LEFT,
    NO_FISH_TILES,
    NO_GOODS,
    NO_HUTS,
    NO_ISLAND,
    NO_MONEY,
    NO_OWN_HUT,
    NO_ROOM,
    NO_SITE,
    NO_TOKENS,
    NO_TOURISTS,
    NO_TREASURE_LEFT,
    NO_WATERS,
    NOT_BESIDE,
    NOT_OCEAN,
    NOT_THOSE_FISH,
    TOKEN_GONE,
    TOO_FAR,
    UNDER_WATER,
    WRONG_LENGTH,
)
from core.vanuatu.tables import (
    BUILD,
    BUILDER,
    BUILDER_PRICE,
    BUY,
    DIKE_PRICE,
    DRAW,
    DRAWING_SITES,
    EXPLORE,
    FISH,
    GOODS_PRICE,
    HUT_PRICE,
    HUT_SITES,
    ISLANDS,
    REST_TOKENS,
    SAIL,
    SELL,
    TOURIST_ROOM,
    TRANSPORT,
)


def why_impossible(b: vec[i64], players: i64, actor: i64, action: i64, detail: i64, bonus: bool) -> Refusal:
    """What stands in the way of an action when the majority does not."""
    base = seat_base(actor)
    boat = b[base + P_BOAT]
    if action == SAIL:
        return _why_not_sail(b, players, actor, detail >> 2, detail & 3)
    if action == BUILD:
        return _why_not_build(b, actor, detail, bonus)
    if action == EXPLORE or action == FISH:
        if detail != boat:
            return Refusal(BOAT_ELSEWHERE, detail, boat)
        return Refusal(NO_TREASURE_LEFT if action == EXPLORE else NO_FISH_LEFT, boat)
    if action == SELL:
        fish = b[base + P_FISH]
        if fish == 0:
            return Refusal(NO_FISH_TILES)
        if detail & 15 > fish & 15 or (detail >> 4) & 15 > (fish >> 4) & 15 or detail >> 8 > fish >> 8:
            return Refusal(NOT_THOSE_FISH)
        return Refusal(NO_OWN_HUT, boat)
    if action == BUY or action == DRAW or action == TRANSPORT:
        return _why_not_on_island(b, actor, action, detail)
    if b[RESTS] == REST_TOKENS:
        return Refusal(NO_TOKENS)
    if detail < REST_TOKENS and (rest_tokens_out(b) >> detail) & 1 == 1:
        return Refusal(TOKEN_GONE, detail)
    return Refusal(NOT_A_MOVE)


def _why_not_sail(b: vec[i64], players: i64, actor: i64, cell: i64, length: i64) -> Refusal:
    base = seat_base(actor)
    oceans = b[OCEANS]
    if not on_board(cell) or (oceans >> cell) & 1 == 0:
        return Refusal(NOT_OCEAN, cell)
    reached = one(b[base + P_BOAT])
    anyhow: i64 = 0
    exactly: i64 = 0
    step: i64 = 1
    while step <= 3:
        reached = spread(reached) & oceans
        anyhow |= reached
        if step == length:
            exactly = reached
        step += 1
    if (anyhow >> cell) & 1 == 0:
        return Refusal(TOO_FAR, cell)
    if (barred(b, players, actor) >> cell) & 1 == 1:
        return Refusal(BOAT_THERE, cell)
    if (exactly >> cell) & 1 == 0:
        return Refusal(WRONG_LENGTH, cell, length)
    return Refusal(NO_MONEY, b[base + P_VATUS], length)


def _why_not_beside(b: vec[i64], boat: i64, cell: i64) -> Refusal | None:
    """Whatever keeps a boat from dealing with an island at all."""
    tile: i64 = b[TILE + cell] if on_board(cell) else -1
    if tile < 0 or tile >= ISLANDS:
        return Refusal(NO_ISLAND, cell)
    if island_at(b, cell) < 0:
        return Refusal(UNDER_WATER, cell)
    if (spread(one(cell)) >> boat) & 1 == 0:
        return Refusal(NOT_BESIDE, cell, boat)
    return None


def _why_not_build(b: vec[i64], actor: i64, detail: i64, bonus: bool) -> Refusal:
    base = seat_base(actor)
    cell = detail >> 6
    away = _why_not_beside(b, b[base + P_BOAT], cell)
    if away is not None:
        return away
    island = b[TILE + cell]
    faced = detail & 31
    price: i64 = 0
    if (detail >> 5) & 1 == 1:
        if huts_on(b, island) >= HUT_SITES[island]:
            return Refusal(NO_SITE, cell)
        if b[base + P_HUTS] == 0:
            return Refusal(NO_HUTS)
        builder = bonus and b[base + P_CHARACTER] == BUILDER
        price = BUILDER_PRICE if builder else HUT_PRICE
    if faced != 0:
        if b[OPTIONS] & WATERS == 0:
            return Refusal(NO_WATERS)
        if not side_is_open(b, island, faced):
            return Refusal(NO_DIKE_SIDE, cell, faced)
        if dikes_left(b) == 0:
            return Refusal(NO_DIKES)
        price += DIKE_PRICE
    return Refusal(NO_MONEY, b[base + P_VATUS], price)


def _why_not_on_island(b: vec[i64], actor: i64, action: i64, detail: i64) -> Refusal:
    base = seat_base(actor)
    cell = detail >> 2 if action == BUY else detail
    if action == TRANSPORT and b[TOURISTS] == 0:
        return Refusal(NO_TOURISTS)
    away = _why_not_beside(b, b[base + P_BOAT], cell)
    if away is not None:
        return away
    island = b[TILE + cell]
    at = ISLAND + island * ISLAND_SIZE
    if action == DRAW and b[at + I_DRAWINGS] >= DRAWING_SITES[island]:
        return Refusal(ALL_DRAWN, cell)
    if action == TRANSPORT and b[at + I_TOURISTS] >= TOURIST_ROOM[island]:
        return Refusal(NO_ROOM, cell)
    if action == BUY:
        good = detail & 3
        if good > 2:
            return Refusal(NOT_A_MOVE)
        if b[at + I_GOODS + good] == 0:
            return Refusal(NO_GOODS, cell, good)
        return Refusal(NO_MONEY, b[base + P_VATUS], GOODS_PRICE[good])
    return Refusal(NOT_A_MOVE)
