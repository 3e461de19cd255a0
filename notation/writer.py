"""Canonical PVN: the same record gives the same bytes, whatever the text it was read from.

A round starts a new line; tokens and the words of comments are set as many to a line as fit in 79
characters. Round numbers, brackets, glyphs `$n`, moves (with their suffix) and words of comments
are each a token of their own. A comment to the end of the line ends its line, an escape line has
one to itself.
"""

from typing import Final, final

from mypy_extensions import i64

from notation.record import GameRecord, Line, Ply, seated
from notation.tags import ordered

WIDTH: Final[i64] = 79


@final
class Page:
    """Lines that fill up with tokens."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.column: i64 = 0

    def add(self, token: str) -> None:
        """Set a token, on a new line if it no longer fits on this one."""
        length: i64 = len(token)
        if self.column == 0:
            self.column = length
        elif self.column + 1 + length <= WIDTH:
            self.parts.append(" ")
            self.column += 1 + length
        else:
            self.parts.append("\n")
            self.column = length
        self.parts.append(token)

    def end_line(self) -> None:
        """What comes next starts a line."""
        if self.column:
            self.parts.append("\n")
            self.column = 0

    def comment(self, text: str) -> None:
        """A comment as a record keeps it."""
        kind = text[:1]
        if kind == "%":
            self.end_line()
            self.parts.append(text)
            self.parts.append("\n")
        elif kind == ";":
            self.add(text)
            self.end_line()
        else:
            inside = text if kind == "{" else "{" + text + "}"
            for word in inside.split(" "):
                self.add(word)


def write_game(record: GameRecord) -> str:
    """The game in canonical PVN; it ends with a line end. Between two games goes an empty line."""
    page = Page()
    for name, value in ordered(record.tags):
        page.parts.append(tag_line(name, value))
    page.parts.append("\n")
    _write_line(page, record.line)
    page.add(record.result)
    for text in record.tail:
        page.comment(text)
    page.end_line()
    return "".join(page.parts)


def tag_line(name: str, value: str) -> str:
    """One tag with its line end."""
    if '"' in value or "\\" in value:
        value = value.replace("\\", "\\\\").replace('"', '\\"')
    return "[" + name + ' "' + value + '"]\n'


@final
class _Place:
    """Where the writer stands in a line of moves."""

    def __init__(self, line: Line, round: i64) -> None:
        self.line = line
        self.next: i64 = 0
        self.round = round
        self.variation: i64 = 0  # the next variation of the move before


def _write_line(page: Page, line: Line) -> None:
    """The game itself with its variations, however deep: a stack of its own, since recursion has a limit."""
    for text in line.before:
        page.comment(text)
    stack = [_Place(line, 0)]
    while stack:
        place = stack[-1]
        plies = place.line.plies
        if place.next > 0:
            notes = plies[place.next - 1].notes
            if notes is not None and place.variation < len(notes.variations):
                variation = notes.variations[place.variation]
                place.variation += 1
                _open_variation(page, variation)
                stack.append(_Place(variation, plies[place.next - 1].round))
                continue
        if place.next < len(plies):
            _write_ply(page, plies[place.next], place, len(stack) == 1)
            place.next += 1
            place.variation = 0
            continue
        stack.pop()
        if stack:
            page.add(")")
            for text in place.line.after:
                page.comment(text)


def _open_variation(page: Page, variation: Line) -> None:
    page.add("(")
    for text in variation.before:
        page.comment(text)


def _write_ply(page: Page, ply: Ply, place: _Place, main: bool) -> None:
    """A move with its round number where a round starts, its glyphs and its comments."""
    if ply.round != place.round:
        if main:
            page.end_line()
        page.add(str(ply.round) + ".")
        place.round = ply.round
    token = seated(ply)
    notes = ply.notes
    if notes is None:
        page.add(token)
        return
    glyphs = notes.glyphs
    first: i64 = 0
    if glyphs and glyphs[0][:1] != "$":
        token += glyphs[0]
        first = 1
    page.add(token)
    while first < len(glyphs):
        page.add(glyphs[first])
        first += 1
    for text in notes.comments:
        page.comment(text)
