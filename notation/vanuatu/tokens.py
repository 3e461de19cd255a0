"""Moves as tokens and back.

Nearly all tokens are independent of the position: one table, filled once, serves both directions. Only two
kinds depend on it: a sail on the shortest trip, and a free trip on the seat's character.
"""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.core.vanuatu import board, sea
from vanuatu.core.vanuatu.layout import Seat
from vanuatu.core.vanuatu.moves import BONUS, NONE, Kind, bonus_of, detail_of, kind_of, make
from vanuatu.core.vanuatu.tables import CELLS, DIRECTIONS, LETTER_TILES, MOST_BEGGED, Character
from vanuatu.notation.codec import SEAT_LETTERS
from vanuatu.notation.vanuatu import names
from vanuatu.notation.vanuatu.names import ACTION_LETTERS, CHARACTER_NAMES, SHIP_NAMES, TILE_NAMES, cell_name

# In the table a sail is SAILS | from << 9 | to << 4 | length << 1 | bonus, length 0 for the shortest.
_SAILS: Final[i64] = 1 << 40

_meaning: dict[str, int] = {}
_spelling: dict[int, str] = {}


def token(b: vec[i64], actor: i64, move: i64) -> str:
    """Return the canonical token of a move that is legal for `actor` in the position `b`."""
    if kind_of(move) == Kind.SAIL:
        return _sail_token(b, actor, move)
    return _spelling[move]


def parse(b: vec[i64], actor: i64, text: str) -> i64:
    """Return the move of a token in the position, legal or not; -1 for an invalid token.

    A sail from a cell without the boat becomes a sail of length 0 without the bonus, which is never legal.
    """
    move: i64 = _meaning.get(text, -1)
    if move < _SAILS:
        return move
    return _sail_move(b, actor, move)


def steps_between(b: vec[i64], start: i64, goal: i64) -> i64:
    """Return the length of the shortest sail, 1 to 3 (2 to return); 0 if out of reach."""
    trips = sea.trips_from(b, start)
    length: i64 = 1
    while length <= 3:
        if sea.paid_with(trips, length) >> goal & 1:
            return length
        length += 1
    return 0


def _sail_token(b: vec[i64], actor: i64, move: i64) -> str:
    boat = b[Seat.BASE + Seat.SIZE * actor + Seat.BOAT]
    goal, length = detail_of(move) >> 2, detail_of(move) & 3
    text = cell_name(boat) + "-" + cell_name(goal)
    if length and (goal == boat or length != steps_between(b, boat, goal)):
        text += ":" + str(length)
    return text + "@" if bonus_of(move) else text


def _sail_move(b: vec[i64], actor: i64, sail: i64) -> i64:
    bonus = sail & 1
    length = (sail >> 1) & 7
    goal = (sail >> 4) & 31
    base = Seat.BASE + Seat.SIZE * actor
    if actor < 0 or b[base + Seat.BOAT] != (sail >> 9) & 31:
        return make(Kind.SAIL, goal << 2)
    if bonus == 0 or b[base + Seat.CHARACTER] != Character.NAVIGATOR:
        if length == 0:
            length = steps_between(b, b[base + Seat.BOAT], goal)
            if length == 0:
                length = 3  # out of reach: the core returns the distance in its reason
    elif length:
        return make(Kind.SAIL, goal << 2)
    return make(Kind.SAIL, goal << 2 | length, bonus)


def fill_tables() -> None:
    """Fill the table with every token; the codec calls it before anything is read or written."""
    if _meaning:
        return
    for text, move in _plain_tokens():
        _meaning[text] = move
    for text, move in _action_tokens():
        _meaning[text] = move
        _meaning[text + "@"] = move | BONUS
    for text, move in _meaning.items():
        _spelling[move] = text
    for text, sail in _sail_tokens():
        _meaning[text] = sail
        _meaning[text + "@"] = sail | BONUS


def _plain_tokens() -> Iterator[tuple[str, int]]:
    yield from _nature_tokens()
    for tile, cell in product(LETTER_TILES, CELLS):
        yield f"{TILE_NAMES[tile]}={cell_name(cell)}", make(Kind.PLACE, tile << 5 | cell)
    for number, name in enumerate(CHARACTER_NAMES):
        yield "@" + name, make(Kind.CHARACTER, number)
    actions = range(len(ACTION_LETTERS))
    for first, second in combinations_with_replacement(actions, 2):
        letters = ACTION_LETTERS[first] + ACTION_LETTERS[second]
        yield "+" + letters, make(Kind.PLAN, first << 4 | second)
        yield "~" + letters, make(Kind.NEUTRALS, first << 8 | second << 4 | NONE)
    for first, second, third in combinations_with_replacement(actions, 3):
        letters = ACTION_LETTERS[first] + ACTION_LETTERS[second] + ACTION_LETTERS[third]
        yield "~" + letters, make(Kind.NEUTRALS, first << 8 | second << 4 | third)
    for action, letter in enumerate(ACTION_LETTERS):
        yield "+" + letter, make(Kind.PLAN, action << 4 | NONE)
        yield "-" + letter, make(Kind.TAKE, action)
        for goal, goal_letter in enumerate(ACTION_LETTERS):
            if goal != action:
                yield f"@{letter}-{goal_letter}", make(Kind.GOVERN, action << 4 | goal)
    for number in range(MOST_BEGGED + 1):
        yield f"@{number}", make(Kind.BEG, number)
    for number in (1, 2, 3):
        yield f"^{number}", make(Kind.TREASURE, number)


def _nature_tokens() -> Iterator[tuple[str, int]]:
    for number, name in enumerate(names.START_NAMES):
        yield "#start=" + name, make(Kind.START, number)
    for letter in (0, 4, 8):
        for first, second in product(
            LETTER_TILES[letter : letter + 2], LETTER_TILES[letter + 2 : letter + 4]
        ):
            yield f"#tiles={TILE_NAMES[first]},{TILE_NAMES[second]}", make(Kind.TILES, first << 4 | second)
    kinds = range(len(SHIP_NAMES))
    for first in kinds:
        yield "#ships=" + SHIP_NAMES[first], make(Kind.SHIPS, first + 1 << 8)
        for second in kinds:
            yield (
                f"#ships={SHIP_NAMES[first]},{SHIP_NAMES[second]}",
                make(Kind.SHIPS, first + 1 << 8 | second + 1 << 4),
            )
            for third in kinds:
                named = f"{SHIP_NAMES[first]},{SHIP_NAMES[second]},{SHIP_NAMES[third]}"
                yield "#ships=" + named, make(Kind.SHIPS, first + 1 << 8 | second + 1 << 4 | third + 1)
    for value in range(5):
        yield f"#tourists={value}", make(Kind.TOURISTS, value)
        yield "#first=" + SEAT_LETTERS[value], make(Kind.FIRST, value)
    for pips in range(1, 7):
        yield f"#flood={pips}", make(Kind.FLOOD, pips)
    for offer in combinations(range(len(CHARACTER_NAMES)), 5):
        bits = 0
        for character in offer:
            bits |= 1 << character
        yield "#cast=" + ",".join([CHARACTER_NAMES[c] for c in offer]), make(Kind.CAST, bits)


def _action_tokens() -> Iterator[tuple[str, int]]:
    """Yield the actions without the bonus; with it an `@` follows."""
    for cell in CELLS:
        name = cell_name(cell)
        yield "B" + name, make(Kind.BUILD, cell << 6 | 1 << 5)
        for direction in DIRECTIONS:
            facing = cell + direction
            if board.on_board(facing):
                side = name + "/" + cell_name(facing)
                yield "B" + side, make(Kind.BUILD, cell << 6 | 1 << 5 | facing)
                yield "W" + side, make(Kind.BUILD, cell << 6 | facing)
        yield "X" + name, make(Kind.EXPLORE, cell)
        yield "F" + name, make(Kind.FISH, cell)
        for good, letter in enumerate(names.GOODS_LETTERS):
            yield "G" + name + letter, make(Kind.BUY, cell << 2 | good)
        yield "D" + name, make(Kind.DRAW, cell)
        yield "T" + name, make(Kind.TRANSPORT, cell)
    for n1, n2, n3 in product(range(9), range(5), range(3)):
        if n1 or n2 or n3:
            packed = n1 | n2 << 4 | n3 << 8
            yield (
                "V" + "".join([str(value) for value in names.packed_values(packed)]),
                make(Kind.SELL, packed),
            )
    for number, letter in enumerate(names.REST_LETTERS):
        yield "R" + letter, make(Kind.REST, number)


def _sail_tokens() -> Iterator[tuple[str, int]]:
    for start, goal in product(CELLS, CELLS):
        text = f"{cell_name(start)}-{cell_name(goal)}"
        sail = _SAILS | start << 9 | goal << 4
        yield text, sail
        for length in (1, 2, 3):
            yield f"{text}:{length}", sail | length << 1
