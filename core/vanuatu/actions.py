"""Phase IV: in which ways a seat may perform an action, and what that brings about.

For each action the legal moves and their effect stand side by side. `mark` is the bonus of a move
that claims none for its own action: 0, but 1 when the Preacher performs an action without the
majority, since that is then the bonus of every such move (ruling 18).
"""

from librt.vecs import append, vec
from mypy_extensions import i64

from core.vanuatu.board import (
    barred,
    dikes_left,
    huts_of,
    huts_on,
    island_at,
    neighbour,
    one,
    open_sides,
    reserve,
    seat_base,
    spread,
    wanting_ship,
)
from core.vanuatu.layout import (
    FISH_LEFT,
    I_DIKES,
    I_DRAWINGS,
    I_GOODS,
    I_HUTS,
    I_TOURISTS,
    ISLAND,
    ISLAND_SIZE,
    LOADED,
    MARKET,
    OCEANS,
    OPTIONS,
    P_BOAT,
    P_CHARACTER,
    P_FISH,
    P_HUTS,
    P_POINTS,
    P_TREASURE,
    P_USED,
    P_VATUS,
    RESTS,
    SHIP,
    TAKEN,
    TILE,
    TOURISTS,
    TREASURE_LEFT,
    WATERS,
)
from core.vanuatu.moves import (
    M_BUILD,
    M_BUY,
    M_DRAW,
    M_EXPLORE,
    M_FISH,
    M_REST,
    M_SAIL,
    M_SELL,
    M_TRANSPORT,
    make,
)
from core.vanuatu.purse import earn, packed_tile, packed_value
from core.vanuatu.tables import (
    ARTIST,
    ARTIST_POINTS,
    BUILD,
    BUILDER,
    BUILDER_PRICE,
    BUY,
    BUYER,
    DIKE_PRICE,
    DIRECTIONS,
    DIVER,
    DRAW,
    DRAWING_POINTS,
    DRAWING_SITES,
    EXPLORE,
    FISH,
    FISHERMAN,
    GOODS_POINTS,
    GOODS_PRICE,
    GUIDE,
    GUIDE_POINTS,
    HUT_PRICE,
    HUT_SITES,
    NAVIGATOR,
    REST,
    REST_TOKENS,
    SAIL,
    SELL,
    SHIP_BONUS,
    SHIP_WANTS,
    TOURIST_ROOM,
    TRANSPORT,
    VENDOR,
)


def bonus_open(b: vec[i64], seat: i64, character: i64) -> bool:
    """Whether the seat has this character and has not used it this round."""
    base = seat_base(seat)
    return b[base + P_CHARACTER] == character and b[base + P_USED] == 0


def action_moves(b: vec[i64], players: i64, seat: i64, action: i64, mark: i64, moves: vec[i64]) -> vec[i64]:
    """Append every way in which the seat can perform an action, in ascending order."""
    if action == SAIL:
        return _sail_moves(b, players, seat, mark, moves)
    if action == BUILD:
        return _build_moves(b, seat, mark, moves)
    if action == EXPLORE:
        return _take_moves(b, seat, mark, M_EXPLORE, TREASURE_LEFT, DIVER, moves)
    if action == FISH:
        return _take_moves(b, seat, mark, M_FISH, FISH_LEFT, FISHERMAN, moves)
    if action == SELL:
        return _sell_moves(b, seat, mark, moves)
    if action == REST:
        return _rest_moves(b, mark, moves)
    return _island_moves(b, seat, action, mark, moves)


def perform(b: vec[i64], seat: i64, action: i64, detail: i64, bonus: bool) -> None:
    """Carry out an action; markers and the flood die are the caller's business."""
    base = seat_base(seat)
    if action == SAIL:
        _sail(b, base, detail)
    elif action == BUILD:
        _build(b, base, seat, detail, bonus)
    elif action == EXPLORE:
        _explore(b, base, bonus)
    elif action == FISH:
        _fish(b, base, bonus)
    elif action == SELL:
        _sell(b, base, detail)
    elif action == BUY:
        _buy(b, base, detail, bonus)
    elif action == DRAW:
        _draw(b, base, detail, bonus)
    elif action == TRANSPORT:
        _transport(b, base, detail, bonus)
    else:
        _rest(b, seat, detail)


# Sail (rulings 9 and 28)


def _sail_moves(b: vec[i64], players: i64, seat: i64, mark: i64, moves: vec[i64]) -> vec[i64]:
    base = seat_base(seat)
    oceans = b[OCEANS]
    open_cells = ~barred(b, players, seat)
    vatus = b[base + P_VATUS]
    after1 = spread(one(b[base + P_BOAT])) & oceans
    after2 = spread(after1) & oceans
    after3 = spread(after2) & oceans
    free: i64 = 0
    if mark == 0 and bonus_open(b, seat, NAVIGATOR):
        free = (after1 | after2 | after3) & open_cells
    after1 = after1 & open_cells if vatus >= 1 else 0
    after2 = after2 & open_cells if vatus >= 2 else 0
    after3 = after3 & open_cells if vatus >= 3 else 0
    rest = after1 | after2 | after3 | free
    cell: i64 = 0
    while rest >> cell != 0:
        if (rest >> cell) & 1 == 1:
            detail = cell << 2
            if (free >> cell) & 1 == 1:
                moves = append(moves, make(M_SAIL, detail, 1))
            if (after1 >> cell) & 1 == 1:
                moves = append(moves, make(M_SAIL, detail | 1, mark))
            if (after2 >> cell) & 1 == 1:
                moves = append(moves, make(M_SAIL, detail | 2, mark))
            if (after3 >> cell) & 1 == 1:
                moves = append(moves, make(M_SAIL, detail | 3, mark))
        cell += 1
    return moves


def _sail(b: vec[i64], base: i64, detail: i64) -> None:
    b[base + P_VATUS] -= detail & 3
    b[base + P_BOAT] = detail >> 2


# Build (rulings 15 and 23)


def _build_moves(b: vec[i64], seat: i64, mark: i64, moves: vec[i64]) -> vec[i64]:
    base = seat_base(seat)
    vatus = b[base + P_VATUS]
    boat = b[base + P_BOAT]
    builder = mark == 0 and bonus_open(b, seat, BUILDER)
    dikes = b[OPTIONS] & WATERS != 0 and dikes_left(b) > 0
    i: i64 = 0
    while i < 6:
        cell = neighbour(boat, i)
        i += 1
        island = island_at(b, cell) if cell > 0 else -1
        if island < 0:
            continue
        sides = open_sides(b, island) if dikes else 0
        detail = cell << 6
        if sides != 0 and vatus >= DIKE_PRICE:
            moves = _dike_moves(cell, sides, detail, mark, False, moves)
        if huts_on(b, island) >= HUT_SITES[island] or b[base + P_HUTS] == 0:
            continue
        detail |= 1 << 5
        if vatus >= HUT_PRICE:
            moves = append(moves, make(M_BUILD, detail, mark))
        if builder and vatus >= BUILDER_PRICE:
            moves = append(moves, make(M_BUILD, detail, 1))
        if sides == 0:
            continue
        plain = vatus >= HUT_PRICE + DIKE_PRICE
        cheap = builder and vatus >= BUILDER_PRICE + DIKE_PRICE
        if plain:
            moves = _dike_moves(cell, sides, detail, mark, cheap, moves)
        elif cheap:
            moves = _dike_moves(cell, sides, detail, 1, False, moves)
    return moves


def _dike_moves(cell: i64, sides: i64, detail: i64, mark: i64, both: bool, moves: vec[i64]) -> vec[i64]:
    """One move for each open side; with `both` a second one that claims the bonus."""
    i: i64 = 0
    while i < 6:
        if (sides >> i) & 1 == 1:
            faced = detail | (cell + DIRECTIONS[i])
            moves = append(moves, make(M_BUILD, faced, mark))
            if both:
                moves = append(moves, make(M_BUILD, faced, 1))
        i += 1
    return moves


def _build(b: vec[i64], base: i64, seat: i64, detail: i64, bonus: bool) -> None:
    cell = detail >> 6
    island = b[TILE + cell]
    faced = detail & 31
    if (detail >> 5) & 1 == 1:
        builder = bonus and b[base + P_CHARACTER] == BUILDER
        b[base + P_VATUS] -= BUILDER_PRICE if builder else HUT_PRICE
        b[base + P_HUTS] -= 1
        b[ISLAND + island * ISLAND_SIZE + I_HUTS] += one(3 * seat)
    if faced != 0:
        b[base + P_VATUS] -= DIKE_PRICE
        i: i64 = 0
        while cell + DIRECTIONS[i] != faced:
            i += 1
        b[ISLAND + island * ISLAND_SIZE + I_DIKES] |= one(i)


# Explore and fish (ruling 16)


def _take_moves(
    b: vec[i64], seat: i64, mark: i64, kind: i64, left: i64, character: i64, moves: vec[i64]
) -> vec[i64]:
    boat = b[seat_base(seat) + P_BOAT]
    if b[left + b[TILE + boat]] == 0:
        return moves
    moves = append(moves, make(kind, boat, mark))
    if mark == 0 and bonus_open(b, seat, character):
        moves = append(moves, make(kind, boat, 1))
    return moves


def _explore(b: vec[i64], base: i64, bonus: bool) -> None:
    stock = TREASURE_LEFT + b[TILE + b[base + P_BOAT]]
    value = b[stock]
    b[stock] = value - 1
    b[base + P_TREASURE] += packed_tile(value)
    if bonus and b[base + P_CHARACTER] == DIVER:
        earn(b, base, value)


def _fish(b: vec[i64], base: i64, bonus: bool) -> None:
    stock = FISH_LEFT + b[TILE + b[base + P_BOAT]]
    value = b[stock]
    b[stock] = value - 1
    b[base + P_FISH] += packed_tile(value)
    if bonus and b[base + P_CHARACTER] == FISHERMAN:
        b[base + P_POINTS] += value


# Sell fish (rulings 10 and 15)


def beside_own_hut(b: vec[i64], seat: i64, boat: i64) -> bool:
    i: i64 = 0
    while i < 6:
        cell = neighbour(boat, i)
        if cell > 0:
            island = island_at(b, cell)
            if island >= 0 and huts_of(b, island, seat) > 0:
                return True
        i += 1
    return False


def _sell_moves(b: vec[i64], seat: i64, mark: i64, moves: vec[i64]) -> vec[i64]:
    base = seat_base(seat)
    fish = b[base + P_FISH]
    if fish == 0:
        return moves
    if not beside_own_hut(b, seat, b[base + P_BOAT]):
        if mark == 1 or not bonus_open(b, seat, VENDOR):
            return moves
        mark = 1
    n3: i64 = 0
    while n3 <= fish >> 8:
        n2: i64 = 0
        while n2 <= (fish >> 4) & 15:
            n1: i64 = 0
            while n1 <= fish & 15:
                sold = n1 | n2 << 4 | n3 << 8
                if sold != 0:
                    moves = append(moves, make(M_SELL, sold, mark))
                n1 += 1
            n2 += 1
        n3 += 1
    return moves


def _sell(b: vec[i64], base: i64, sold: i64) -> None:
    price = b[MARKET]
    b[base + P_FISH] -= sold
    b[MARKET] = price - 1 if price > 1 else 1
    earn(b, base, packed_value(sold) * price)


# Buy, draw, transport: beside an island (rulings 11, 15, 17)


def _island_moves(b: vec[i64], seat: i64, action: i64, mark: i64, moves: vec[i64]) -> vec[i64]:
    boat = b[seat_base(seat) + P_BOAT]
    if action == TRANSPORT and b[TOURISTS] == 0:
        return moves
    i: i64 = 0
    while i < 6:
        cell = neighbour(boat, i)
        i += 1
        island = island_at(b, cell) if cell > 0 else -1
        if island < 0:
            continue
        base = ISLAND + island * ISLAND_SIZE
        if action == BUY:
            moves = _buy_moves(b, seat, base, cell, mark, moves)
        elif action == DRAW:
            if b[base + I_DRAWINGS] < DRAWING_SITES[island]:
                moves = append(moves, make(M_DRAW, cell, mark))
                if mark == 0 and bonus_open(b, seat, ARTIST):
                    moves = append(moves, make(M_DRAW, cell, 1))
        elif b[base + I_TOURISTS] < TOURIST_ROOM[island]:
            moves = append(moves, make(M_TRANSPORT, cell, mark))
            if mark == 0 and b[base + I_DRAWINGS] > 0 and bonus_open(b, seat, GUIDE):
                moves = append(moves, make(M_TRANSPORT, cell, 1))
    return moves


def _buy_moves(b: vec[i64], seat: i64, island: i64, cell: i64, mark: i64, moves: vec[i64]) -> vec[i64]:
    vatus = b[seat_base(seat) + P_VATUS]
    good: i64 = 0
    while good < 3:
        if b[island + I_GOODS + good] > 0 and vatus >= GOODS_PRICE[good]:
            moves = append(moves, make(M_BUY, cell << 2 | good, mark))
            if mark == 0 and bonus_open(b, seat, BUYER) and reserve(b, good) > 0:
                moves = append(moves, make(M_BUY, cell << 2 | good, 1))
        good += 1
    return moves


def export_points(b: vec[i64], good: i64) -> i64:
    """What one more cube of a good would score on the ships: 0 if none wants it."""
    ship = wanting_ship(b, good)
    if ship < 0:
        return 0
    loaded = b[LOADED + ship] + one(2 * good)
    return GOODS_POINTS[good] + (SHIP_BONUS if loaded == SHIP_WANTS[b[SHIP + ship]] else 0)


def _export(b: vec[i64], base: i64, good: i64) -> None:
    ship = wanting_ship(b, good)
    if ship >= 0:
        b[base + P_POINTS] += export_points(b, good)
        b[LOADED + ship] += one(2 * good)


def _buy(b: vec[i64], base: i64, detail: i64, bonus: bool) -> None:
    good = detail & 3
    b[ISLAND + b[TILE + (detail >> 2)] * ISLAND_SIZE + I_GOODS + good] -= 1
    b[base + P_VATUS] -= GOODS_PRICE[good]
    _export(b, base, good)
    if bonus and b[base + P_CHARACTER] == BUYER:
        _export(b, base, good)


def _draw(b: vec[i64], base: i64, cell: i64, bonus: bool) -> None:
    b[ISLAND + b[TILE + cell] * ISLAND_SIZE + I_DRAWINGS] += 1
    artist = bonus and b[base + P_CHARACTER] == ARTIST
    b[base + P_POINTS] += ARTIST_POINTS if artist else DRAWING_POINTS


def _transport(b: vec[i64], base: i64, cell: i64, bonus: bool) -> None:
    island = b[TILE + cell]
    b[TOURISTS] -= 1
    b[ISLAND + island * ISLAND_SIZE + I_TOURISTS] += 1
    if bonus and b[base + P_CHARACTER] == GUIDE:
        b[base + P_POINTS] += GUIDE_POINTS * b[ISLAND + island * ISLAND_SIZE + I_DRAWINGS]
    earn(b, base, huts_on(b, island))


# Rest (ruling 13)


def rest_tokens_out(b: vec[i64]) -> i64:
    """The tokens that seats hold, a bit each; bit 4 for one that nobody here has seen."""
    out: i64 = 0
    i: i64 = 0
    while i < b[RESTS]:
        out |= one(b[TAKEN + i] & 7)
        i += 1
    return out


def _rest_moves(b: vec[i64], mark: i64, moves: vec[i64]) -> vec[i64]:
    if b[RESTS] == REST_TOKENS:
        return moves
    out = rest_tokens_out(b)
    token: i64 = 0
    while token < REST_TOKENS:
        if (out >> token) & 1 == 0:
            moves = append(moves, make(M_REST, token, mark))
        token += 1
    return moves


def _rest(b: vec[i64], seat: i64, token: i64) -> None:
    """Take a token; the Governor may come to rest twice in a round and then holds two."""
    b[TAKEN + b[RESTS]] = seat << 3 | token
    b[RESTS] += 1
