"""Canonical PVN: the same game gives the same bytes, whatever the text it was read from.

A round starts a new line; tokens and the words of comments are set as many to a line as fit in 79
characters. Round numbers, brackets, glyphs `$n`, moves (with their suffix) and words of comments
are each a token of their own. A comment to the end of the line ends its line, an escape line has
one to itself.
"""

from typing import Final, final

from mypy_extensions import i64

from notation.pvn.parser import SUFFIXES, Listener
from notation.pvn.teller import tell
from notation.record import GameRecord, kept
from notation.tags import ordered

WIDTH: Final[i64] = 79


def write_game(record: GameRecord) -> str:
    """The game in canonical PVN; it ends with a line end. Between two games goes an empty line."""
    exporter = Exporter()
    tell(record, exporter)
    text = exporter.text()
    # Names and comments from a terminal may hold halves of characters, which no file can.
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def tag_line(name: str, value: str) -> str:
    """One tag with its line end."""
    if '"' in value or "\\" in value:
        value = value.replace("\\", "\\\\").replace('"', '\\"')
    return "[" + name + ' "' + value + '"]\n'


@final
class Exporter(Listener):
    """Writes down what it hears, in canonical form."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._column: i64 = 0
        self._depth: i64 = 0
        self._tags: dict[str, str] = {}

    def text(self) -> str:
        """What has been written."""
        return "".join(self._parts)

    def tag(self, name: str, value: str, at: i64) -> None:
        self._tags[name] = value

    def movetext(self, at: i64) -> bool:
        for name, value in ordered(self._tags):
            self._parts.append(tag_line(name, value))
        self._parts.append("\n")
        return True

    def number(self, round: i64, at: i64) -> None:
        if self._depth == 0:
            self._end_line()
        self._add(str(round) + ".")

    def move(self, text: str, at: i64) -> None:
        self._add(text)

    def glyph(self, text: str, at: i64) -> None:
        self._add(text if text[0] == "$" else "$" + str(SUFFIXES.index(text) + 1))

    def comment(self, text: str, at: i64) -> None:
        text = kept(text)
        kind = text[:1]
        if kind == "%":
            self._end_line()
            self._parts.append(text)
            self._parts.append("\n")
        elif kind == ";":
            self._add(text)
            self._end_line()
        else:
            inside = text if kind == "{" else "{" + text + "}"
            for word in inside.split(" "):
                self._add(word)

    def open(self, at: i64) -> None:
        self._depth += 1
        self._add("(")

    def close(self, at: i64) -> None:
        self._depth -= 1
        self._add(")")

    def result(self, text: str, at: i64) -> None:
        self._add(text)

    def end(self, at: i64) -> None:
        self._end_line()

    def _add(self, token: str) -> None:
        """Set a token, on a new line if it no longer fits on this one."""
        length: i64 = len(token)
        if self._column == 0:
            self._column = length
        elif self._column + 1 + length <= WIDTH:
            self._parts.append(" ")
            self._column += 1 + length
        else:
            self._parts.append("\n")
            self._column = length
        self._parts.append(token)

    def _end_line(self) -> None:
        if self._column:
            self._parts.append("\n")
            self._column = 0
