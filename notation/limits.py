"""How large a game may be, in whatever form it comes, so that no file takes all the memory there is.

A game within these limits can be written in each of the three forms and read again from it.
"""

from typing import Final, final

from mypy_extensions import i64

MAX_GAME: Final[i64] = 16 << 20  # bytes of one game in a file; what is longer is not read into memory
MAX_THINGS: Final[i64] = 100_000  # tags, moves, comments, glyphs and variations of a game
MAX_TEXT: Final[i64] = 1_000_000  # characters in its tags and comments
MAX_VALUES: Final[i64] = 500_000  # lists, maps, texts and numbers in a machine form: four at most for a thing
MAX_WORD: Final[i64] = 500  # characters of a move or a result
MAX_DEPTH: Final[i64] = 100  # of variations within each other
TOO_MUCH: Final = (
    f"a game of more than {int(MAX_THINGS):,} tags, moves and comments, or with more than "
    f"{int(MAX_TEXT):,} characters in them"
)


@final
class Allowance:
    """What a game may still hold while it is read."""

    def __init__(self) -> None:
        self._things: i64 = MAX_THINGS
        self._text: i64 = MAX_TEXT

    def spent(self, characters: i64) -> bool:
        """Take one thing with so many characters; True if there was not so much left."""
        self._things -= 1
        self._text -= characters
        return self._things < 0 or self._text < 0
