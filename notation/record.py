"""A recorded game: tags, moves with their annotations, and the result.

A record uses no rules. Its tokens are canonical because its builder (`session` or the reader of a file) has
found the legal move first.

Comments are texts. A `{…}` comment is stored without its braces, white space folded. A comment to the end of
the line begins with `;`, an escape line with `%`. A `{…}` comment that begins with one of `;%{` keeps its
braces, so that the kinds stay distinct.

The size limits of a game, for all formats, are here too, so that no file exhausts the memory. A game within
these limits can be written and read in each of the three formats."""

import re
from typing import Final, final

from mypy_extensions import i64

from vanuatu.notation.codec import SEAT_LETTERS

MAX_GAME: Final[i64] = 16 << 20  # bytes of one game in a file; longer games are not read into memory
MAX_THINGS: Final[i64] = 100_000  # tags, moves, comments, glyphs and variations of a game
MAX_TEXT: Final[i64] = 1_000_000  # characters in its tags and comments
MAX_VALUES: Final[i64] = 500_000  # lists, maps, texts and numbers in NDJSON or msgpack: up to four per item
MAX_WORD: Final[i64] = 500  # characters of a move or a result
MAX_DEPTH: Final[i64] = 100  # nesting of variations
TOO_MUCH: Final = (
    f"a game of more than {int(MAX_THINGS):,} tags, moves and comments, or with more than "
    f"{int(MAX_TEXT):,} characters in them"
)


@final
class Allowance:
    """The remaining size that a game may use while it is read."""

    def __init__(self) -> None:
        self._things: i64 = MAX_THINGS
        self._text: i64 = MAX_TEXT

    def spent(self, characters: i64) -> bool:
        """Take one item of this many characters. Return whether it fits."""
        self._things -= 1
        self._text -= characters
        return self._things < 0 or self._text < 0


ROSTER_HEAD: Final = ("Event", "Site", "Date", "Round")
UNKNOWN_DATE: Final = "????.??.??"
UNFINISHED: Final = "*"

CONTROL: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f]")  # forbidden in tags

_SEATED: Final = [letter + ":" for letter in SEAT_LETTERS]
_BLANKS: Final = re.compile("[ \t\n\r\f\v]+")


@final
class Notes:
    """The annotations of one move: glyphs (`!` or `$14`), comments, and variations that replace it."""

    def __init__(self) -> None:
        self.glyphs: list[str] = []
        self.comments: list[str] = []
        self.variations: list[MoveLine] = []


@final
class Ply:
    """One move: its token without seat, the seat that made it (-1 for a draw), and its round.

    `move` is the move in the rules' encoding, -1 until it is found.
    """

    def __init__(self, token: str, seat: i64, round: i64, move: i64 = -1) -> None:
        self.token = token
        self.seat = seat
        self.round = round
        self.move = move
        self.notes: Notes | None = None

    def noted(self) -> Notes:
        """Return the notes for adding to them; create them if needed."""
        notes = self.notes
        if notes is None:
            notes = Notes()
            self.notes = notes
        return notes

    @property
    def glyphs(self) -> list[str]:
        """The glyphs, read-only."""
        return self.notes.glyphs if self.notes is not None else []

    @property
    def comments(self) -> list[str]:
        """The comments, read-only."""
        return self.notes.comments if self.notes is not None else []

    @property
    def variations(self) -> "list[MoveLine]":
        """The variations, read-only."""
        return self.notes.variations if self.notes is not None else []


@final
class MoveLine:
    """A sequence of moves: the game itself or a variation.

    `before` are the comments before the first move. `after` are those between the end of a variation and the
    next item.
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
        self.line = MoveLine()
        self.result = UNFINISHED
        self.tail: list[str] = []

    @property
    def plies(self) -> list[Ply]:
        """The moves of the game itself."""
        return self.line.plies

    def until(self, ply: int) -> "GameRecord":
        """Return a record of the first plies with their annotations, without the end of the game."""
        tags = {name: text for name, text in self.tags.items() if name not in ("Winner", "Termination")}
        cut = GameRecord(tags | {"Result": UNFINISHED})
        cut.line.before = list(self.line.before)
        cut.line.plies = self.line.plies[:ply]
        return cut


def with_seat(ply: Ply) -> str:
    """Return the token with the letter of its seat; draws have none."""
    return _SEATED[ply.seat] + ply.token if ply.seat >= 0 else ply.token


def fold_blanks(text: str) -> str:
    """Return the text with every run of white space as one space, and none at its ends."""
    if text.isascii():
        return " ".join(text.split())
    return " ".join([word for word in _BLANKS.split(text) if word])  # non-breaking spaces stay


def brace_comment(text: str) -> str:
    """Return the stored form of a `{…}` comment. A } inside is replaced, since it could not be read back."""
    words = fold_blanks(text.replace("}", ")") if "}" in text else text)
    return "{" + words + "}" if words and words[0] in ";%{" else words


def clean_comment(text: str) -> str:
    """Return a foreign comment of any kind in the stored form, which can be written and read back."""
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
    """Return the stored form of a comment to the end of the line; `text` begins with its `;`."""
    words = fold_blanks(text[1:])
    return "; " + words if words and text[1] in " \t" else ";" + words
