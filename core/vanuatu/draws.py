"""Draws: the possible results, their weights, and their effect.

Every pile is drawn on demand, uniformly from its remaining items. Each function that lists draws appends them
in ascending order, and their weights to a second list.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from vanuatu.core.rng import Rng
from vanuatu.core.vanuatu import board, placing
from vanuatu.core.vanuatu.layout import At, Island, Seat
from vanuatu.core.vanuatu.moves import Kind, make
from vanuatu.core.vanuatu.tables import (
    LETTER_TILES,
    SHIP_COUNTS,
    SHIP_WANTS,
    START_CELLS,
    Character,
    Supply,
    Tile,
)

CAST_SIZE: Final[i64] = 5
_PIPS: Final[i64] = 6
# The S tiles on a3, b2, b3: 012 021 102 120 201 210.
START_ORDERS: Final = vec[i64]([0, 1, 2, 0, 2, 1, 1, 0, 2, 1, 2, 0, 2, 0, 1, 2, 1, 0])


def legal_draws(b: vec[i64], players: i64, round: i64) -> vec[i64]:
    """Return all draws that are possible now, ascending."""
    kind = b[At.STEP]
    moves = vec[i64]()
    i: i64 = 0
    if kind == Kind.TILES:
        return _tile_draws(b, round)
    if kind == Kind.SHIPS:
        return _ship_draws(b)
    if kind == Kind.CAST:
        return _cast_draws(b)
    if kind == Kind.TOURISTS:
        while i < 5:
            if b[At.TOURIST_PILE + i] > 0:
                moves = append(moves, make(Kind.TOURISTS, i))
            i += 1
        return moves
    n: i64 = 6
    if kind == Kind.FIRST:
        n = players
    while i < n:
        moves = append(moves, make(kind, i + 1 if kind == Kind.FLOOD else i))
        i += 1
    return moves


def ways(b: vec[i64], move: i64) -> i64:
    """Return the number of ways in which a draw can occur."""
    detail = (move >> 1) & 0xFFFF
    if b[At.STEP] == Kind.TOURISTS:
        return b[At.TOURIST_PILE + detail]
    if b[At.STEP] != Kind.SHIPS:
        return 1
    return ship_ways(b, detail, ships_needed(b))


def sample(b: vec[i64], players: i64, round: i64, rng: Rng) -> i64:
    """Return a random draw, each with its probability."""
    kind = b[At.STEP]
    if kind == Kind.START:
        return make(Kind.START, rng.below(6))
    if kind == Kind.TILES:
        tiles = _tile_draws(b, round)
        return tiles[rng.below(len(tiles))]
    if kind == Kind.SHIPS:
        return _drawn_ships(b, rng)
    if kind == Kind.TOURISTS:
        return make(Kind.TOURISTS, _drawn(b[At.TOURIST_PILE : At.TOURIST_PILE + 5], rng))
    if kind == Kind.FIRST:
        return make(Kind.FIRST, rng.below(players))
    if kind == Kind.FLOOD:
        return make(Kind.FLOOD, 1 + rng.below(_PIPS))
    cast: i64 = 0
    taken: i64 = 0
    while taken < CAST_SIZE:
        character = rng.below(Character.COUNT)
        if ((cast | b[At.CAST]) >> character) & 1 == 0:
            cast |= board.one(character)
            taken += 1
    return make(Kind.CAST, cast)


def is_legal(b: vec[i64], players: i64, round: i64, move: i64) -> bool:
    """Return whether the draw is possible now."""
    kind = b[At.STEP]
    if move >> 17 != kind or move & 1 != 0:
        return False
    detail = (move >> 1) & 0xFFFF
    if kind == Kind.SHIPS:
        needed = ships_needed(b)
        return ships_in(detail) == needed and ship_ways(b, detail, needed) > 0
    if kind == Kind.CAST:
        return detail >> Character.COUNT == 0 and _can_be_cast(b, detail)
    possible = legal_draws(b, players, round)
    n = len(possible)
    i: i64 = 0
    while i < n:
        if possible[i] == move:
            return True
        i += 1
    return False


def apply(b: vec[i64], players: i64, detail: i64) -> None:
    """Apply a draw; the caller sets the phase."""
    kind = b[At.STEP]
    if kind == Kind.START:
        _place_start(b, players, detail)
    elif kind == Kind.TILES:
        b[At.VISIBLE] = detail >> 4
        b[At.VISIBLE + 1] = detail & 15
    elif kind == Kind.SHIPS:
        _replace_ships(b, detail)
    elif kind == Kind.TOURISTS:
        b[At.TOURIST_PILE + detail] -= 1
        b[At.TOURISTS] = detail
    elif kind == Kind.FIRST:
        b[At.FIRST] = detail
    elif kind == Kind.FLOOD:
        b[At.DIE] = detail
    else:
        b[At.CAST] = detail


def _drawn(pile: vec[i64], rng: Rng) -> i64:
    """Return the kind of a random item from a pile of counts."""
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
        tile = Tile.S0 + START_ORDERS[3 * order + i]
        placing.place_tile(b, tile, cell)
        if tile == Tile.S0:
            seat: i64 = 0
            while seat < players:
                b[board.seat_base(seat) + Seat.BOAT] = cell
                seat += 1
        i += 1


def is_placed(b: vec[i64], tile: i64) -> bool:
    if tile < Tile.ISLANDS:
        return b[Island.BASE + tile * Island.SIZE + Island.CELL] > 0
    i: i64 = 0
    while i < 28:
        if b[At.TILE + i] == tile:
            return True
        i += 1
    return False


def letters_next(round: i64) -> i64:
    """Return the first of the two letters (A is 0) drawn in a round; they are placed in the next."""
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
                moves = append(moves, make(Kind.TILES, one_tile << 4 | other))
            j += 1
        i += 1
    return moves


# Ships (ruling 3)


def ship_pile(b: vec[i64]) -> vec[i64]:
    """Return the number of ships of each kind in the pile."""
    return b[At.SHIP_PILE : At.SHIP_PILE + Supply.SHIP_KINDS]


def is_filled(b: vec[i64], place: i64) -> bool:
    kind = b[At.SHIP + place]
    return kind >= 0 and b[At.LOADED + place] == SHIP_WANTS[kind]


def ships_needed(b: vec[i64]) -> i64:
    """Return the number of ships to draw: one for each that is filled or missing."""
    n: i64 = 0
    i: i64 = 0
    while i < 3:
        if b[At.SHIP + i] < 0 or is_filled(b, i):
            n += 1
        i += 1
    return n


def _filled_ships(b: vec[i64]) -> i64:
    """Return the filled ships from the top, packed like a draw of ships; 0 for none."""
    ships: i64 = 0
    shift: i64 = 8
    i: i64 = 0
    while i < 3:
        if is_filled(b, i):
            ships |= (b[At.SHIP + i] + 1) << shift
            shift -= 4
        i += 1
    return ships


def _discards(b: vec[i64]) -> vec[i64]:
    """Return the number of ships of each kind replaced before: neither in the pile nor on display."""
    left = SHIP_COUNTS[:]
    i: i64 = 0
    while i < Supply.SHIP_KINDS:
        left[i] -= b[At.SHIP_PILE + i]
        i += 1
    i = 0
    while i < 3:
        if b[At.SHIP + i] >= 0:
            left[b[At.SHIP + i]] -= 1
        i += 1
    return left


def _discard(filled: i64, pile: vec[i64], discards: vec[i64]) -> None:
    """Replace a filled ship (its kind + 1, 0 for none) with the next one of the pile."""
    if filled > 0:
        discards[filled - 1] += 1
    _renew(pile, discards)


def _take(ship: i64, pile: vec[i64], discards: vec[i64]) -> None:
    """Remove a ship (its kind + 1) from the pile; after the last one, the discards become the pile."""
    pile[ship - 1] -= 1
    _renew(pile, discards)


def _renew(pile: vec[i64], discards: vec[i64]) -> None:
    """Make the discards the pile if it is empty."""
    if _pile_size(pile) > 0:
        return
    i: i64 = 0
    while i < Supply.SHIP_KINDS:
        pile[i] = discards[i]
        discards[i] = 0
        i += 1


def _ship_draws(b: vec[i64]) -> vec[i64]:
    """List every sequence of the ships to draw."""
    needed = ships_needed(b)
    moves = vec[i64]()
    ships: i64 = 0
    while ships < 1 << (4 * needed):
        detail = ships << (4 * (3 - needed))
        if ship_ways(b, detail, needed) > 0:
            moves = append(moves, make(Kind.SHIPS, detail))
        ships += 1
    return moves


def ships_in(detail: i64) -> i64:
    """Return the number of ships in a draw; -1 if they are not packed from the first one on."""
    n: i64 = 0
    while n < 3 and (detail >> (8 - 4 * n)) & 15 > 0:
        n += 1
    packed = detail >> 12 == 0 and detail & ((1 << (12 - 4 * n)) - 1) == 0
    return n if packed else -1


def ship_ways(b: vec[i64], detail: i64, n: i64) -> i64:
    """Return in how many ways the first `n` ships of a draw can occur; 0 if they cannot be drawn."""
    i: i64 = 0
    while i < n:
        ship = (detail >> (8 - 4 * i)) & 15
        if ship == 0 or ship > Supply.SHIP_KINDS:
            return 0
        i += 1
    pile = ship_pile(b)
    discards = _discards(b)
    filled = _filled_ships(b)
    ways: i64 = 1
    shift: i64 = 8
    while n > 0:
        ship = (detail >> shift) & 15
        _discard((filled >> shift) & 15, pile, discards)
        if pile[ship - 1] == 0:
            return 0
        ways *= pile[ship - 1]
        _take(ship, pile, discards)
        shift -= 4
        n -= 1
    return ways


def _drawn_ships(b: vec[i64], rng: Rng) -> i64:
    pile = ship_pile(b)
    discards = _discards(b)
    filled = _filled_ships(b)
    needed = ships_needed(b)
    detail: i64 = 0
    shift: i64 = 8
    while needed > 0:
        _discard((filled >> shift) & 15, pile, discards)
        ship = _drawn(pile, rng) + 1
        _take(ship, pile, discards)
        detail |= ship << shift
        shift -= 4
        needed -= 1
    return make(Kind.SHIPS, detail)


def _replace_ships(b: vec[i64], detail: i64) -> None:
    """Replace the filled ships one by one: the others move up in order, and the new ones follow below."""
    pile = ship_pile(b)
    discards = _discards(b)
    filled = _filled_ships(b)
    place: i64 = 0
    i: i64 = 0
    while i < 3:
        if b[At.SHIP + i] >= 0 and not is_filled(b, i):
            b[At.SHIP + place] = b[At.SHIP + i]
            b[At.LOADED + place] = b[At.LOADED + i]
            place += 1
        i += 1
    shift: i64 = 8
    while place < 3:
        ship = (detail >> shift) & 15
        _discard((filled >> shift) & 15, pile, discards)
        _take(ship, pile, discards)
        b[At.SHIP + place] = ship - 1
        b[At.LOADED + place] = 0
        place += 1
        shift -= 4
    i = 0
    while i < Supply.SHIP_KINDS:
        b[At.SHIP_PILE + i] = pile[i]
        i += 1


# Characters on offer (ruling 26)


def _cast_draws(b: vec[i64]) -> vec[i64]:
    """List every five characters of those that were not on offer the round before."""
    moves = vec[i64]()
    cast: i64 = 0
    while cast < 1 << Character.COUNT:
        if _can_be_cast(b, cast):
            moves = append(moves, make(Kind.CAST, cast))
        cast += 1
    return moves


def _can_be_cast(b: vec[i64], cast: i64) -> bool:
    return cast & b[At.CAST] == 0 and board.count_bits(cast) == CAST_SIZE
