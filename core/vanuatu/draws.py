"""Nature: what can be drawn, in how many ways, and what the draw brings about.

Every pile is drawn as it is needed, uniformly from what is left in it. Each function that lists
draws appends them in ascending order, and the ways beside them in a second list.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from core.rng import Rng
from core.vanuatu.board import count_bits, one, seat_base
from core.vanuatu.layout import (
    CAST,
    DIE,
    FIRST,
    I_CELL,
    ISLAND,
    ISLAND_SIZE,
    LOADED,
    P_BOAT,
    SHIP,
    SHIP_PILE,
    STEP,
    TILE,
    TOURIST_PILE,
    TOURISTS,
    VISIBLE,
)
from core.vanuatu.moves import (
    M_CAST,
    M_FIRST,
    M_FLOOD,
    M_SHIPS,
    M_START,
    M_TILES,
    M_TOURISTS,
    make,
)
from core.vanuatu.placing import place_tile
from core.vanuatu.tables import (
    CHARACTERS,
    ISLANDS,
    LETTER_TILES,
    S0,
    SHIP_COUNTS,
    SHIP_KINDS,
    SHIP_WANTS,
    START_CELLS,
)

CAST_SIZE: Final[i64] = 5
_PIPS: Final[i64] = 6
# Which S tiles lie on a3, b2, b3: 012 021 102 120 201 210.
START_ORDERS: Final = vec[i64]([0, 1, 2, 0, 2, 1, 1, 0, 2, 1, 2, 0, 2, 0, 1, 2, 1, 0])


def draws(b: vec[i64], players: i64, round: i64) -> vec[i64]:
    """All that nature may draw now, ascending."""
    kind = b[STEP]
    moves = vec[i64]()
    i: i64 = 0
    if kind == M_TILES:
        return _tile_draws(b, round)
    if kind == M_SHIPS:
        return _ship_draws(b)
    if kind == M_CAST:
        return _cast_draws(b)
    if kind == M_TOURISTS:
        while i < 5:
            if b[TOURIST_PILE + i] > 0:
                moves = append(moves, make(M_TOURISTS, i))
            i += 1
        return moves
    n: i64 = 6
    if kind == M_FIRST:
        n = players
    while i < n:
        moves = append(moves, make(kind, i + 1 if kind == M_FLOOD else i))
        i += 1
    return moves


def ways(b: vec[i64], move: i64) -> i64:
    """In how many ways a draw comes about."""
    detail = (move >> 1) & 0xFFFF
    if b[STEP] == M_TOURISTS:
        return b[TOURIST_PILE + detail]
    if b[STEP] != M_SHIPS:
        return 1
    pile = ship_pile(b)
    n: i64 = 1
    shift: i64 = 8
    while shift >= 0:
        ship = (detail >> shift) & 15
        if ship > 0:
            if _pile_size(pile) == 0:
                pile = _discards(b)
            n *= pile[ship - 1]
            pile[ship - 1] -= 1
        shift -= 4
    return n


def draw(b: vec[i64], players: i64, round: i64, rng: Rng) -> i64:
    """One draw, with its chance."""
    kind = b[STEP]
    if kind == M_START:
        return make(M_START, rng.below(6))
    if kind == M_TILES:
        tiles = _tile_draws(b, round)
        return tiles[rng.below(len(tiles))]
    if kind == M_SHIPS:
        return _drawn_ships(b, rng)
    if kind == M_TOURISTS:
        return make(M_TOURISTS, _drawn(b[TOURIST_PILE : TOURIST_PILE + 5], rng))
    if kind == M_FIRST:
        return make(M_FIRST, rng.below(players))
    if kind == M_FLOOD:
        return make(M_FLOOD, 1 + rng.below(_PIPS))
    cast: i64 = 0
    taken: i64 = 0
    while taken < CAST_SIZE:
        character = rng.below(CHARACTERS)
        if ((cast | b[CAST]) >> character) & 1 == 0:
            cast |= one(character)
            taken += 1
    return make(M_CAST, cast)


def is_draw(b: vec[i64], players: i64, round: i64, move: i64) -> bool:
    """Whether nature may draw this now."""
    if move >> 17 != b[STEP] or move & 1 != 0:
        return False
    possible = draws(b, players, round)
    n = len(possible)
    i: i64 = 0
    while i < n:
        if possible[i] == move:
            return True
        i += 1
    return False


def take_draw(b: vec[i64], players: i64, detail: i64) -> None:
    """Bring about what was drawn; what comes next is the caller's business."""
    kind = b[STEP]
    if kind == M_START:
        _place_start(b, players, detail)
    elif kind == M_TILES:
        b[VISIBLE] = detail >> 4
        b[VISIBLE + 1] = detail & 15
    elif kind == M_SHIPS:
        _replace_ships(b, detail)
    elif kind == M_TOURISTS:
        b[TOURIST_PILE + detail] -= 1
        b[TOURISTS] = detail
    elif kind == M_FIRST:
        b[FIRST] = detail
    elif kind == M_FLOOD:
        b[DIE] = detail
    else:
        b[CAST] = detail


def _drawn(pile: vec[i64], rng: Rng) -> i64:
    """Which kind comes up when one is drawn from a pile of counts."""
    at = rng.below(_pile_size(pile))
    kind: i64 = 0
    while at >= pile[kind]:
        at -= pile[kind]
        kind += 1
    return kind


def _pile_size(pile: vec[i64]) -> i64:
    size: i64 = 0
    i: i64 = 0
    n = len(pile)
    while i < n:
        size += pile[i]
        i += 1
    return size


# Starting tiles and the archipelago


def _place_start(b: vec[i64], players: i64, order: i64) -> None:
    i: i64 = 0
    while i < 3:
        cell = START_CELLS[i]
        tile = S0 + START_ORDERS[3 * order + i]
        place_tile(b, tile, cell)
        if tile == S0:
            seat: i64 = 0
            while seat < players:
                b[seat_base(seat) + P_BOAT] = cell
                seat += 1
        i += 1


def is_placed(b: vec[i64], tile: i64) -> bool:
    if tile < ISLANDS:
        return b[ISLAND + tile * ISLAND_SIZE + I_CELL] > 0
    i: i64 = 0
    while i < 28:
        if b[TILE + i] == tile:
            return True
        i += 1
    return False


def letters_next(round: i64) -> i64:
    """The first of the two letters (A is 0) that are drawn in a round; they are placed in the next."""
    return 2 * ((round - 1) % 3)


def _tile_draws(b: vec[i64], round: i64) -> vec[i64]:
    moves = vec[i64]()
    first = 2 * letters_next(round)
    i: i64 = 0
    while i < 2:
        j: i64 = 2
        while j < 4:
            one_tile = LETTER_TILES[first + i]
            other = LETTER_TILES[first + j]
            if not is_placed(b, one_tile) and not is_placed(b, other):
                moves = append(moves, make(M_TILES, one_tile << 4 | other))
            j += 1
        i += 1
    return moves


# Ships (ruling 3)


def ship_pile(b: vec[i64]) -> vec[i64]:
    """How many of each kind are in the pile."""
    return b[SHIP_PILE : SHIP_PILE + SHIP_KINDS]


def is_filled(b: vec[i64], place: i64) -> bool:
    kind = b[SHIP + place]
    return kind >= 0 and b[LOADED + place] == SHIP_WANTS[kind]


def ships_needed(b: vec[i64]) -> i64:
    """How many ships must be drawn: one for each that is filled or not there yet."""
    n: i64 = 0
    i: i64 = 0
    while i < 3:
        if b[SHIP + i] < 0 or is_filled(b, i):
            n += 1
        i += 1
    return n


def _discards(b: vec[i64]) -> vec[i64]:
    """The ships that are neither in the pile nor, unfilled, on the board."""
    left = SHIP_COUNTS[:]
    i: i64 = 0
    while i < SHIP_KINDS:
        left[i] -= b[SHIP_PILE + i]
        i += 1
    i = 0
    while i < 3:
        if b[SHIP + i] >= 0 and not is_filled(b, i):
            left[b[SHIP + i]] -= 1
        i += 1
    return left


def _ship_draws(b: vec[i64]) -> vec[i64]:
    """Every sequence of the ships needed, from the pile and then from the discards."""
    needed = ships_needed(b)
    moves = vec[i64]()
    ships: i64 = 0
    while ships < 1 << (4 * needed):
        if _can_be_drawn(b, ships, needed):
            moves = append(moves, make(M_SHIPS, ships << (4 * (3 - needed))))
        ships += 1
    return moves


def _can_be_drawn(b: vec[i64], ships: i64, needed: i64) -> bool:
    pile = ship_pile(b)
    i = needed - 1
    while i >= 0:
        ship = (ships >> (4 * i)) & 15
        if ship == 0 or ship > SHIP_KINDS:
            return False
        if _pile_size(pile) == 0:
            pile = _discards(b)
        if pile[ship - 1] == 0:
            return False
        pile[ship - 1] -= 1
        i -= 1
    return True


def _drawn_ships(b: vec[i64], rng: Rng) -> i64:
    needed = ships_needed(b)
    pile = ship_pile(b)
    detail: i64 = 0
    i: i64 = 0
    while i < needed:
        if _pile_size(pile) == 0:
            pile = _discards(b)
        kind = _drawn(pile, rng)
        pile[kind] -= 1
        detail |= (kind + 1) << (8 - 4 * i)
        i += 1
    return make(M_SHIPS, detail)


def _replace_ships(b: vec[i64], detail: i64) -> None:
    """Filled ships go, the others move up and keep their order, the new ones come below them."""
    discards = _discards(b)
    place: i64 = 0
    i: i64 = 0
    while i < 3:
        if b[SHIP + i] >= 0 and not is_filled(b, i):
            b[SHIP + place] = b[SHIP + i]
            b[LOADED + place] = b[LOADED + i]
            place += 1
        i += 1
    shift: i64 = 8
    while place < 3:
        if _pile_size(ship_pile(b)) == 0:
            i = 0
            while i < SHIP_KINDS:
                b[SHIP_PILE + i] = discards[i]
                i += 1
        kind = ((detail >> shift) & 15) - 1
        b[SHIP_PILE + kind] -= 1
        b[SHIP + place] = kind
        b[LOADED + place] = 0
        place += 1
        shift -= 4


# Characters on offer (ruling 26)


def _cast_draws(b: vec[i64]) -> vec[i64]:
    """Every five characters of those that were not on offer the round before."""
    moves = vec[i64]()
    cast: i64 = 0
    while cast < 1 << CHARACTERS:
        if cast & b[CAST] == 0 and count_bits(cast) == CAST_SIZE:
            moves = append(moves, make(M_CAST, cast))
        cast += 1
    return moves
