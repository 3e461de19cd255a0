"""Split a position's line into words with columns, the same way for all games.

A line is sections separated by `;`. A section is words, and the first word of most sections is a keyword.
Unreadable text raises a PositionError at the column of its word.
"""

from collections.abc import Collection, Mapping
from re import Pattern
from typing import Final, NamedTuple

from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES, PositionError
from vanuatu.notation.errors import excerpt

LONGEST: Final = 4000  # characters; the longest possible position has about 900


class Word(NamedTuple):
    text: str
    column: int


Sections = dict[str, list[Word]]


def split_position(text: str, game: str, word: Pattern[str]) -> list[list[Word]]:
    """Return the non-empty sections of a game's line: the game, the turn, and the others."""
    if len(text) > LONGEST:
        raise PositionError("this is too long for a position")
    parts = []
    start = 0
    for part in text.split(";"):
        words = [Word(match.group(), start + match.start() + 1) for match in word.finditer(part)]
        if words:
            parts.append(words)
        start += len(part) + 1
    if not parts or parts[0][0].text != game:
        raise PositionError(f"a position of this game begins with `{game}` and the number of players")
    if len(parts) < 2:
        raise PositionError("the round and the phase are missing after the first `;`", len(text))
    return parts


def by_keyword(
    parts: list[list[Word]], keywords: Collection[str], required: Collection[str], examples: Mapping[str, str]
) -> Sections:
    """Return the sections by their first words. Raise PositionError if one is unknown, double or missing."""
    sections: Sections = {}
    for words in parts:
        keyword = words[0].text
        if keyword not in keywords:
            raise position_error(words[0], "no section begins like that")
        if keyword in sections:
            raise position_error(words[0], "this section is given twice")
        sections[keyword] = words
    for keyword in required:
        if keyword not in sections:
            seat = SEAT_LETTERS.find(keyword)
            what = f"player {SEAT_NAMES[seat].lower()}" if seat >= 0 else f"section `{keyword}`"
            example = f", e.g. `{examples[keyword]}`" if keyword in examples else ""
            raise PositionError(f"{what} is missing{example}")
    return sections


def columns_of(sections: Sections, turn: list[Word]) -> dict[str, int]:
    """Return the column of each section; the section of the turn has the name `turn`."""
    return {keyword: words[0].column for keyword, words in sections.items()} | {"turn": turn[0].column}


def position_error(word: Word, message: str) -> PositionError:
    """Return the message for a wrong word. Both parts may be foreign text and are made safe to print."""
    return PositionError(f"{excerpt(word.text, 30)}: {excerpt(message, 200)}", word.column)


def only(words: list[Word]) -> Word:
    """Return the one word after a keyword."""
    if len(words) != 2:
        raise position_error(words[0], "one word follows this one")
    return words[1]


def number(word: Word, text: str, least: int, most: int, what: str) -> int:
    """Return the number in a word."""
    if not text.isascii() or not text.isdigit() or len(text) > 4 or not least <= int(text) <= most:
        raise position_error(word, f"{what} is a number from {least} to {most}")
    return int(text)


def round_number(word: Word, last: int) -> int:
    """Return the round that a word names. Raise PositionError if it is not 1 to `last`."""
    text = word.text
    if not text.isascii() or not text.isdigit() or len(text) > 4 or not 1 <= int(text) <= last:
        raise PositionError(f"round {excerpt(text, 30)}: rounds are 1 to {last}", word.column)
    return int(text)


def letter_index(word: Word, letter: str, letters: str, what: str) -> int:
    """Return the index of the letter in a part of a word."""
    if len(letter) != 1 or letter not in letters:
        raise position_error(word, f"{what} is one of the letters {' '.join(letters)}")
    return letters.index(letter)


def name_index(word: Word, name: str, names: tuple[str, ...], what: str) -> int:
    """Return the index of the name in a part of a word."""
    if name not in names:
        raise position_error(word, f"{what} is one of {', '.join(names)}")
    return names.index(name)


def seat_index(word: Word, players: int) -> int:
    """Return the seat of a letter in a word."""
    return letter_index(word, word.text, SEAT_LETTERS[: int(players)], "a seat")
