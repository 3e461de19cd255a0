"""Phase IV: how a seat may perform an action, and the effect.

Each action has its legal moves and its effect side by side. `preached` is 1 if the Preacher performs an
action without the majority, else 0. Then every move uses that bonus, and no other can be claimed (ruling 18).
"""

from librt.vecs import append, vec
from mypy_extensions import i64

from vanuatu.core.vanuatu import board, purse, sea, tables
from vanuatu.core.vanuatu.board import huts_on, island_at, neighbour, one, seat_base
from vanuatu.core.vanuatu.layout import At, Island, Option, Seat
from vanuatu.core.vanuatu.moves import Kind, make
from vanuatu.core.vanuatu.tables import Action, Character, Points, Price, RestToken


def bonus_open(b: vec[i64], seat: i64, character: i64) -> bool:
    """Return whether the seat has this character and has not used it this round."""
    base = seat_base(seat)
    return b[base + Seat.CHARACTER] == character and b[base + Seat.USED] == 0


def action_moves(
    b: vec[i64], players: i64, seat: i64, action: i64, preached: i64, moves: vec[i64]
) -> vec[i64]:
    """Append all ways in which the seat can perform an action, in ascending order."""
    if action == Action.SAIL:
        return _sail_moves(b, players, seat, preached, moves)
    if action == Action.BUILD:
        return _build_moves(b, seat, preached, moves)
    if action == Action.EXPLORE:
        return _take_moves(b, seat, preached, Kind.EXPLORE, At.TREASURE_LEFT, Character.DIVER, moves)
    if action == Action.FISH:
        return _take_moves(b, seat, preached, Kind.FISH, At.FISH_LEFT, Character.FISHERMAN, moves)
    if action == Action.SELL:
        return _sell_moves(b, seat, preached, moves)
    if action == Action.REST:
        return _rest_moves(b, preached, moves)
    return _island_moves(b, seat, action, preached, moves)


def perform(b: vec[i64], seat: i64, action: i64, detail: i64, bonus: bool) -> None:
    """Carry out an action. The caller handles markers and the flood die."""
    base = seat_base(seat)
    if action == Action.SAIL:
        _sail(b, base, detail)
    elif action == Action.BUILD:
        _build(b, base, seat, detail, bonus)
    elif action == Action.EXPLORE:
        _explore(b, base, bonus)
    elif action == Action.FISH:
        _fish(b, base, bonus)
    elif action == Action.SELL:
        _sell(b, base, detail)
    elif action == Action.BUY:
        _buy(b, base, detail, bonus)
    elif action == Action.DRAW:
        _draw(b, base, detail, bonus)
    elif action == Action.TRANSPORT:
        _transport(b, base, detail, bonus)
    else:
        _rest(b, seat, detail)


# Sail (rulings 9 and 28)


def _sail_moves(b: vec[i64], players: i64, seat: i64, preached: i64, moves: vec[i64]) -> vec[i64]:
    vatus = b[seat_base(seat) + Seat.VATUS]
    trips = sea.trips_of(b, players, seat)
    free: i64 = 0
    if preached == 0 and bonus_open(b, seat, Character.NAVIGATOR):
        free = sea.paid_with(trips, 3)
    after1, after2, after3 = trips
    if vatus < 3:
        after3 = 0
    if vatus < 2:
        after2 = 0
    if vatus < 1:
        after1 = 0
    ends = after1 | after2 | after3 | free
    cell: i64 = 0
    while ends >> cell != 0:
        if (ends >> cell) & 1 == 1:
            detail = cell << 2
            if (free >> cell) & 1 == 1:
                moves = append(moves, make(Kind.SAIL, detail, 1))
            if (after1 >> cell) & 1 == 1:
                moves = append(moves, make(Kind.SAIL, detail | 1, preached))
            if (after2 >> cell) & 1 == 1:
                moves = append(moves, make(Kind.SAIL, detail | 2, preached))
            if (after3 >> cell) & 1 == 1:
                moves = append(moves, make(Kind.SAIL, detail | 3, preached))
        cell += 1
    return moves


def _sail(b: vec[i64], base: i64, detail: i64) -> None:
    b[base + Seat.VATUS] -= detail & 3
    b[base + Seat.BOAT] = detail >> 2


# Build (rulings 15 and 23)


def _build_moves(b: vec[i64], seat: i64, preached: i64, moves: vec[i64]) -> vec[i64]:
    base = seat_base(seat)
    vatus = b[base + Seat.VATUS]
    boat = b[base + Seat.BOAT]
    builder = preached == 0 and bonus_open(b, seat, Character.BUILDER)
    dikes = b[At.OPTIONS] & Option.WATERS != 0 and board.dikes_left(b) > 0
    i: i64 = 0
    while i < 6:
        cell = neighbour(boat, i)
        i += 1
        if cell == 0:
            continue
        island = island_at(b, cell)
        if island < 0:
            continue
        sides: i64 = 0
        if dikes:
            sides = board.open_sides(b, island)
        detail = cell << 6
        if sides != 0 and vatus >= Price.DIKE:
            moves = _dike_moves(cell, sides, detail, preached, False, moves)
        if huts_on(b, island) >= tables.HUT_SITES[island] or b[base + Seat.HUTS] == 0:
            continue
        detail |= 1 << 5
        if vatus >= Price.HUT:
            moves = append(moves, make(Kind.BUILD, detail, preached))
        if builder and vatus >= Price.BUILDERS_HUT:
            moves = append(moves, make(Kind.BUILD, detail, 1))
        if sides == 0:
            continue
        plain = vatus >= Price.HUT + Price.DIKE
        cheap = builder and vatus >= Price.BUILDERS_HUT + Price.DIKE
        if plain:
            moves = _dike_moves(cell, sides, detail, preached, cheap, moves)
        elif cheap:
            moves = _dike_moves(cell, sides, detail, 1, False, moves)
    return moves


def _dike_moves(cell: i64, sides: i64, detail: i64, preached: i64, both: bool, moves: vec[i64]) -> vec[i64]:
    """Return one move for each open side; with `both` a second one that claims the bonus."""
    i: i64 = 0
    while i < 6:
        if (sides >> i) & 1 == 1:
            faced = detail | (cell + tables.DIRECTIONS[i])
            moves = append(moves, make(Kind.BUILD, faced, preached))
            if both:
                moves = append(moves, make(Kind.BUILD, faced, 1))
        i += 1
    return moves


def _build(b: vec[i64], base: i64, seat: i64, detail: i64, bonus: bool) -> None:
    cell = detail >> 6
    island = b[At.TILE + cell]
    faced = detail & 31
    if (detail >> 5) & 1 == 1:
        builder = bonus and b[base + Seat.CHARACTER] == Character.BUILDER
        b[base + Seat.VATUS] -= Price.BUILDERS_HUT if builder else Price.HUT
        b[base + Seat.HUTS] -= 1
        b[Island.BASE + island * Island.SIZE + Island.HUTS] += one(3 * seat)
    if faced != 0:
        b[base + Seat.VATUS] -= Price.DIKE
        i: i64 = 0
        while cell + tables.DIRECTIONS[i] != faced:
            i += 1
        b[Island.BASE + island * Island.SIZE + Island.DIKES] |= one(i)


# Explore and fish (ruling 16)


def _take_moves(
    b: vec[i64], seat: i64, preached: i64, kind: i64, left: i64, character: i64, moves: vec[i64]
) -> vec[i64]:
    boat = b[seat_base(seat) + Seat.BOAT]
    if b[left + b[At.TILE + boat]] == 0:
        return moves
    moves = append(moves, make(kind, boat, preached))
    if preached == 0 and bonus_open(b, seat, character):
        moves = append(moves, make(kind, boat, 1))
    return moves


def _explore(b: vec[i64], base: i64, bonus: bool) -> None:
    stock = At.TREASURE_LEFT + b[At.TILE + b[base + Seat.BOAT]]
    value = b[stock]
    b[stock] = value - 1
    b[base + Seat.TREASURE] += purse.packed_tile(value)
    if bonus and b[base + Seat.CHARACTER] == Character.DIVER:
        purse.earn(b, base, value)


def _fish(b: vec[i64], base: i64, bonus: bool) -> None:
    stock = At.FISH_LEFT + b[At.TILE + b[base + Seat.BOAT]]
    value = b[stock]
    b[stock] = value - 1
    b[base + Seat.FISH] += purse.packed_tile(value)
    if bonus and b[base + Seat.CHARACTER] == Character.FISHERMAN:
        b[base + Seat.POINTS] += value


# Sell fish (rulings 10 and 15)


def beside_own_hut(b: vec[i64], seat: i64, boat: i64) -> bool:
    i: i64 = 0
    while i < 6:
        cell = neighbour(boat, i)
        if cell > 0:
            island = island_at(b, cell)
            if island >= 0 and board.huts_of(b, island, seat) > 0:
                return True
        i += 1
    return False


def _sell_moves(b: vec[i64], seat: i64, preached: i64, moves: vec[i64]) -> vec[i64]:
    base = seat_base(seat)
    fish = b[base + Seat.FISH]
    if fish == 0:
        return moves
    bonus = preached
    if not beside_own_hut(b, seat, b[base + Seat.BOAT]):
        if preached == 1 or not bonus_open(b, seat, Character.VENDOR):
            return moves
        bonus = 1
    n3: i64 = 0
    while n3 <= fish >> 8:
        n2: i64 = 0
        while n2 <= (fish >> 4) & 15:
            n1: i64 = 0
            while n1 <= fish & 15:
                sold = n1 | n2 << 4 | n3 << 8
                if sold != 0:
                    moves = append(moves, make(Kind.SELL, sold, bonus))
                n1 += 1
            n2 += 1
        n3 += 1
    return moves


def _sell(b: vec[i64], base: i64, sold: i64) -> None:
    price = b[At.MARKET]
    b[base + Seat.FISH] -= sold
    if price > 1:
        b[At.MARKET] = price - 1
    purse.earn(b, base, purse.packed_value(sold) * price)


# Buy, draw, transport: beside an island (rulings 11, 15, 17)


def _island_moves(b: vec[i64], seat: i64, action: i64, preached: i64, moves: vec[i64]) -> vec[i64]:
    boat = b[seat_base(seat) + Seat.BOAT]
    if action == Action.TRANSPORT and b[At.TOURISTS] == 0:
        return moves
    i: i64 = 0
    while i < 6:
        cell = neighbour(boat, i)
        i += 1
        if cell == 0:
            continue
        island = island_at(b, cell)
        if island < 0:
            continue
        base = Island.BASE + island * Island.SIZE
        if action == Action.BUY:
            moves = _buy_moves(b, seat, base, cell, preached, moves)
        elif action == Action.DRAW:
            if b[base + Island.DRAWINGS] < tables.DRAWING_SITES[island]:
                moves = append(moves, make(Kind.DRAW, cell, preached))
                if preached == 0 and bonus_open(b, seat, Character.ARTIST):
                    moves = append(moves, make(Kind.DRAW, cell, 1))
        elif b[base + Island.TOURISTS] < tables.TOURIST_ROOM[island]:
            moves = append(moves, make(Kind.TRANSPORT, cell, preached))
            if preached == 0 and b[base + Island.DRAWINGS] > 0 and bonus_open(b, seat, Character.GUIDE):
                moves = append(moves, make(Kind.TRANSPORT, cell, 1))
    return moves


def _buy_moves(b: vec[i64], seat: i64, base: i64, cell: i64, preached: i64, moves: vec[i64]) -> vec[i64]:
    vatus = b[seat_base(seat) + Seat.VATUS]
    good: i64 = 0
    while good < 3:
        if b[base + Island.GOODS + good] > 0 and vatus >= tables.GOODS_PRICE[good]:
            moves = append(moves, make(Kind.BUY, cell << 2 | good, preached))
            if preached == 0 and bonus_open(b, seat, Character.BUYER) and board.reserve(b, good) > 0:
                moves = append(moves, make(Kind.BUY, cell << 2 | good, 1))
        good += 1
    return moves


def export_points(b: vec[i64], good: i64) -> i64:
    """Return the points of one more cube of a good on the ships: 0 if no ship needs it."""
    ship = board.wanting_ship(b, good)
    if ship < 0:
        return 0
    loaded = b[At.LOADED + ship] + one(2 * good)
    if loaded == tables.SHIP_WANTS[b[At.SHIP + ship]]:
        return tables.GOODS_POINTS[good] + Points.SHIP
    return tables.GOODS_POINTS[good]


def _export(b: vec[i64], base: i64, good: i64) -> None:
    ship = board.wanting_ship(b, good)
    if ship >= 0:
        b[base + Seat.POINTS] += export_points(b, good)
        b[At.LOADED + ship] += one(2 * good)


def _buy(b: vec[i64], base: i64, detail: i64, bonus: bool) -> None:
    good = detail & 3
    b[Island.BASE + b[At.TILE + (detail >> 2)] * Island.SIZE + Island.GOODS + good] -= 1
    b[base + Seat.VATUS] -= tables.GOODS_PRICE[good]
    _export(b, base, good)
    if bonus and b[base + Seat.CHARACTER] == Character.BUYER:
        _export(b, base, good)


def _draw(b: vec[i64], base: i64, cell: i64, bonus: bool) -> None:
    b[Island.BASE + b[At.TILE + cell] * Island.SIZE + Island.DRAWINGS] += 1
    artist = bonus and b[base + Seat.CHARACTER] == Character.ARTIST
    b[base + Seat.POINTS] += Points.ARTIST if artist else Points.DRAWING


def _transport(b: vec[i64], base: i64, cell: i64, bonus: bool) -> None:
    island = b[At.TILE + cell]
    b[At.TOURISTS] -= 1
    b[Island.BASE + island * Island.SIZE + Island.TOURISTS] += 1
    if bonus and b[base + Seat.CHARACTER] == Character.GUIDE:
        b[base + Seat.POINTS] += Points.GUIDE * b[Island.BASE + island * Island.SIZE + Island.DRAWINGS]
    purse.earn(b, base, huts_on(b, island))


# Rest (ruling 13)


def rest_tokens_out(b: vec[i64]) -> i64:
    """Return the set of tokens that seats hold; bit 4 is an unseen token."""
    out: i64 = 0
    i: i64 = 0
    while i < b[At.RESTS]:
        out |= one(b[At.TAKEN + i] & 7)
        i += 1
    return out


def _rest_moves(b: vec[i64], preached: i64, moves: vec[i64]) -> vec[i64]:
    if b[At.RESTS] == RestToken.COUNT:
        return moves
    out = rest_tokens_out(b)
    token: i64 = 0
    while token < RestToken.COUNT:
        if (out >> token) & 1 == 0:
            moves = append(moves, make(Kind.REST, token, preached))
        token += 1
    return moves


def _rest(b: vec[i64], seat: i64, token: i64) -> None:
    """Take a token. A Governor may rest twice in a round and then holds two."""
    b[At.TAKEN + b[At.RESTS]] = seat << 3 | token
    b[At.RESTS] += 1
