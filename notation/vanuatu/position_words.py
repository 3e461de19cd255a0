"""The words of a position's line with their columns, and what single words stand for."""

import re
from typing import Final, NamedTuple

from mypy_extensions import i64

from notation.codec import SEAT_LETTERS, PositionError
from notation.errors import shown
from notation.vanuatu.names import GOODS_LETTERS, SHIP_NAMES, TILE_NAMES

_WORD: Final = re.compile(r"[^\s()]+\([^()]*\)|\S+")


class Word(NamedTuple):
    text: str
    column: int


def split_sections(text: str) -> list[list[Word]]:
    """The words of each section with their columns; a section without words is left out."""
    found = []
    start = 0
    for part in text.split(";"):
        words = [Word(match.group(), start + match.start() + 1) for match in _WORD.finditer(part)]
        if words:
            found.append(words)
        start += len(part) + 1
    return found


def fault(word: Word, message: str) -> PositionError:
    """What is wrong with a word; both may hold foreign text, and are made safe to print."""
    return PositionError(f"{shown(word.text, 30)}: {shown(message, 200)}", word.column)


def only(words: list[Word]) -> Word:
    if len(words) != 2:
        raise fault(words[0], "one word follows this one")
    return words[1]


def shown_and_pile(words: list[Word]) -> tuple[list[Word], list[Word]]:
    """What stands before the slash, the keyword included, and what stands after it."""
    for i, word in enumerate(words):
        if word.text == "/":
            return words[:i], words[i + 1 :]
    return words, []


def number(word: Word, text: str, least: int, most: int, what: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 4 or not least <= int(text) <= most:
        raise fault(word, f"{what} must be a number from {least} to {most}")
    return int(text)


def letter_index(word: Word, letter: str, letters: str, what: str) -> int:
    if len(letter) != 1 or letter not in letters:
        raise fault(word, f"{what} is one of the letters {' '.join(letters)}")
    return letters.index(letter)


def name_index(word: Word, name: str, names: tuple[str, ...], what: str) -> int:
    if name not in names:
        raise fault(word, f"{what} is one of {', '.join(names)}")
    return names.index(name)


def seat_index(word: Word, players: i64) -> int:
    return letter_index(word, word.text, SEAT_LETTERS[: int(players)], "a seat")


def tile_index(word: Word, name: str) -> int:
    return name_index(word, name, TILE_NAMES, "a tile")


def ship_kind(word: Word, name: str) -> int:
    return name_index(word, name, SHIP_NAMES, "a ship")


def packed_load(word: Word, load: str) -> int:
    packed = 0
    for letter in load:
        good = letter_index(word, letter, GOODS_LETTERS, "a good")
        if packed >> (2 * good) & 3 == 3:
            raise fault(word, "a ship takes three cubes")
        packed += 1 << (2 * good)
    return packed


def packed_tiles(word: Word, digits: str) -> int:
    if not digits:
        raise fault(word, "the values of the tiles are missing")
    packed = 0
    for digit in digits:
        value = number(word, digit, 1, 3, "the value of a tile")
        if packed >> (4 * (value - 1)) & 15 == 15:
            raise fault(word, "there are not so many tiles")
        packed += 1 << (4 * (value - 1))
    return packed
