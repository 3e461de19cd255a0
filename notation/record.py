"""A game as it is written down: tags, moves with what was said about them, and the result.

A record knows no rules. Its tokens are canonical because whoever built it (`session`, the reader
of a file) had found the legal move first.

Comments are kept as text: of a `{…}` comment what stands between the braces, white space folded;
a comment to the end of the line begins with `;`, an escape line with `%`. A `{…}` comment whose
own first letter is one of `;%{` keeps its braces, so that the kinds cannot be mixed up.

How large a game may be, in whatever form it comes, is said here too, so that no file takes all the memory
there is. A game within these limits can be written in each of the three forms and read again from it.
"""

import re
from typing import Final, final

from mypy_extensions import i64

from vanuatu.notation.codec import SEAT_LETTERS

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


ROSTER_HEAD: Final = ("Event", "Site", "Date", "Round")
UNKNOWN_DATE: Final = "????.??.??"
UNFINISHED: Final = "*"

CONTROL: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f]")  # what no tag can hold

_SEATED: Final = [letter + ":" for letter in SEAT_LETTERS]
_BLANKS: Final = re.compile("[ \t\n\r\f\v]+")


@final
class Notes:
    """What is said about one move: glyphs (`!` or `$14`), comments, and variations that replace it."""

    def __init__(self) -> None:
        self.glyphs: list[str] = []
        self.comments: list[str] = []
        self.variations: list[Line] = []


@final
class Ply:
    """One move: its token without seat, the seat that made it (-1 for a draw), and its round.

    `move` is the move as the rules know it, -1 until somebody has found it.
    """

    def __init__(self, token: str, seat: i64, round: i64, move: i64 = -1) -> None:
        self.token = token
        self.seat = seat
        self.round = round
        self.move = move
        self.notes: Notes | None = None

    def noted(self) -> Notes:
        """The notes, made if there are none yet: to add something to them."""
        notes = self.notes
        if notes is None:
            notes = Notes()
            self.notes = notes
        return notes

    @property
    def glyphs(self) -> list[str]:
        """The glyphs, to look at."""
        return self.notes.glyphs if self.notes is not None else []

    @property
    def comments(self) -> list[str]:
        """The comments, to look at."""
        return self.notes.comments if self.notes is not None else []

    @property
    def variations(self) -> "list[Line]":
        """The variations, to look at."""
        return self.notes.variations if self.notes is not None else []


@final
class Line:
    """Moves one after another: the game itself or a variation.

    `before` are the comments before the first move, `after` those between the end of a variation
    and what comes next.
    """

    def __init__(self) -> None:
        self.before: list[str] = []
        self.plies: list[Ply] = []
        self.after: list[str] = []


@final
class GameRecord:
    """A whole game; `tail` are the comments after its result."""

    def __init__(self, tags: dict[str, str] | None = None) -> None:
        self.tags: dict[str, str] = tags if tags is not None else {}
        self.line = Line()
        self.result = UNFINISHED
        self.tail: list[str] = []

    @property
    def plies(self) -> list[Ply]:
        """The moves of the game itself."""
        return self.line.plies

    def until(self, ply: int) -> "GameRecord":
        """A record of the first plies, with what was said at them, and without how the game ended."""
        tags = {name: text for name, text in self.tags.items() if name not in ("Winner", "Termination")}
        cut = GameRecord(tags | {"Result": UNFINISHED})
        cut.line.before = list(self.line.before)
        cut.line.plies = self.line.plies[:ply]
        return cut


def with_seat(ply: Ply) -> str:
    """The token with the letter of the seat that made it; nature's has none."""
    return _SEATED[ply.seat] + ply.token if ply.seat >= 0 else ply.token


def fold_blanks(text: str) -> str:
    """The text with every run of white space as one space, and none at its ends."""
    if text.isascii():
        return " ".join(text.split())
    return " ".join([word for word in _BLANKS.split(text) if word])  # a space that may not break is kept


def brace_comment(text: str) -> str:
    """How a record keeps the inside of a `{…}` comment; a } within it could not be read back."""
    words = fold_blanks(text.replace("}", ")") if "}" in text else text)
    return "{" + words + "}" if words and words[0] in ";%{" else words


def clean_comment(text: str) -> str:
    """A comment from elsewhere, of whatever kind, as a record keeps it: it can be written and read back."""
    if "\x00" in text:
        text = text.replace("\x00", " ")
    kind = text[:1]
    if kind == ";":
        return line_comment(text)
    if kind == "%":
        return " ".join(text.split("\n")).rstrip()
    if kind == "{" and len(text) > 1 and text.endswith("}"):
        return brace_comment(text[1:-1])
    return brace_comment(text)


def line_comment(text: str) -> str:
    """How a record keeps a comment to the end of the line; `text` begins with its `;`."""
    words = fold_blanks(text[1:])
    return "; " + words if words and text[1] in " \t" else ";" + words
