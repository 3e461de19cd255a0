"""Find why a seat cannot perform an action although it has the majority.

Nothing here decides legality. It runs only after a move has turned out to be illegal.
"""

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.core.game import NOT_A_MOVE, Refusal
from vanuatu.core.vanuatu import actions, board, codes, sea, tables
from vanuatu.core.vanuatu.layout import At, Island, Option, Seat
from vanuatu.core.vanuatu.tables import Action, Character, Price, RestToken, Tile


def why_impossible(b: vec[i64], players: i64, actor: i64, action: i64, detail: i64, bonus: bool) -> Refusal:
    """Return why the seat cannot perform an action, apart from the majority."""
    base = board.seat_base(actor)
    boat = b[base + Seat.BOAT]
    if action == Action.SAIL:
        return _why_not_sail(b, players, actor, detail >> 2, detail & 3)
    if action == Action.BUILD:
        return _why_not_build(b, actor, detail, bonus)
    if action == Action.EXPLORE or action == Action.FISH:
        if detail != boat:
            return Refusal(codes.BOAT_ELSEWHERE, detail, boat)
        return Refusal(codes.NO_TREASURE_LEFT if action == Action.EXPLORE else codes.NO_FISH_LEFT, boat)
    if action == Action.SELL:
        fish = b[base + Seat.FISH]
        if fish == 0:
            return Refusal(codes.NO_FISH_TILES)
        if detail & 15 > fish & 15 or (detail >> 4) & 15 > (fish >> 4) & 15 or detail >> 8 > fish >> 8:
            return Refusal(codes.NOT_THOSE_FISH)
        return Refusal(codes.NO_OWN_HUT, boat)
    if action == Action.BUY or action == Action.DRAW or action == Action.TRANSPORT:
        return _why_not_on_island(b, actor, action, detail)
    if b[At.RESTS] == RestToken.COUNT:
        return Refusal(codes.NO_TOKENS)
    if detail < RestToken.COUNT and (actions.rest_tokens_out(b) >> detail) & 1 == 1:
        return Refusal(codes.TOKEN_GONE, detail)
    return Refusal(NOT_A_MOVE)


def _why_not_sail(b: vec[i64], players: i64, actor: i64, cell: i64, length: i64) -> Refusal:
    base = board.seat_base(actor)
    if not board.on_board(cell) or (b[At.OCEANS] >> cell) & 1 == 0:
        return Refusal(codes.NOT_OCEAN, cell)
    trips = sea.trips_from(b, b[base + Seat.BOAT])
    if (sea.paid_with(trips, 3) >> cell) & 1 == 0:
        return Refusal(codes.TOO_FAR, cell)
    if (sea.barred(b, players, actor) >> cell) & 1 == 1:
        return Refusal(codes.BOAT_THERE, cell)
    after1, after2, after3 = trips
    ends = after1 if length == 1 else (after2 if length == 2 else after3)
    if length == 0 or (ends >> cell) & 1 == 0:
        return Refusal(codes.WRONG_LENGTH, cell, length)
    return Refusal(codes.NO_MONEY, b[base + Seat.VATUS], length)


def _why_not_beside(b: vec[i64], boat: i64, cell: i64) -> Refusal | None:
    """Return why a boat cannot use an island at all."""
    tile: i64 = b[At.TILE + cell] if board.on_board(cell) else -1
    if tile < 0 or tile >= Tile.ISLANDS:
        return Refusal(codes.NO_ISLAND, cell)
    if board.island_at(b, cell) < 0:
        return Refusal(codes.UNDER_WATER, cell)
    if (board.spread(board.one(cell)) >> boat) & 1 == 0:
        return Refusal(codes.NOT_BESIDE, cell, boat)
    return None


def _why_not_build(b: vec[i64], actor: i64, detail: i64, bonus: bool) -> Refusal:
    base = board.seat_base(actor)
    cell = detail >> 6
    away = _why_not_beside(b, b[base + Seat.BOAT], cell)
    if away is not None:
        return away
    island = b[At.TILE + cell]
    faced = detail & 31
    price: i64 = 0
    if (detail >> 5) & 1 == 1:
        if board.huts_on(b, island) >= tables.HUT_SITES[island]:
            return Refusal(codes.NO_SITE, cell)
        if b[base + Seat.HUTS] == 0:
            return Refusal(codes.NO_HUTS)
        builder = bonus and b[base + Seat.CHARACTER] == Character.BUILDER
        price = Price.BUILDERS_HUT if builder else Price.HUT
    if faced != 0:
        if b[At.OPTIONS] & Option.WATERS == 0:
            return Refusal(codes.NO_WATERS)
        if not board.side_is_open(b, island, faced):
            return Refusal(codes.NO_DIKE_SIDE, cell, faced)
        if board.dikes_left(b) == 0:
            return Refusal(codes.NO_DIKES)
        price += Price.DIKE
    return Refusal(codes.NO_MONEY, b[base + Seat.VATUS], price)


def _why_not_on_island(b: vec[i64], actor: i64, action: i64, detail: i64) -> Refusal:
    base = board.seat_base(actor)
    cell = detail >> 2 if action == Action.BUY else detail
    if action == Action.TRANSPORT and b[At.TOURISTS] == 0:
        return Refusal(codes.NO_TOURISTS)
    away = _why_not_beside(b, b[base + Seat.BOAT], cell)
    if away is not None:
        return away
    island = b[At.TILE + cell]
    at = Island.BASE + island * Island.SIZE
    if action == Action.DRAW and b[at + Island.DRAWINGS] >= tables.DRAWING_SITES[island]:
        return Refusal(codes.ALL_DRAWN, cell)
    if action == Action.TRANSPORT and b[at + Island.TOURISTS] >= tables.TOURIST_ROOM[island]:
        return Refusal(codes.NO_ROOM, cell)
    if action == Action.BUY:
        good = detail & 3
        if good > 2:
            return Refusal(NOT_A_MOVE)
        if b[at + Island.GOODS + good] == 0:
            return Refusal(codes.NO_GOODS, cell, good)
        return Refusal(codes.NO_MONEY, b[base + Seat.VATUS], tables.GOODS_PRICE[good])
    return Refusal(NOT_A_MOVE)
