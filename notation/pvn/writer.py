"""Write canonical PVN: equal games give equal bytes, regardless of the text they were read from.

A round starts a new line; lines of tokens and words of comments are filled to 79 characters. Round numbers,
brackets, glyphs `$n`, moves (with their suffix) and words of comments are each a separate token. A comment to
the end of the line ends its line, an escape line is a separate line.

`emit` sends the events of a record in the order of its text. So every listener of a text also works for a
game in memory. The verification of games from NDJSON or msgpack uses this."""

from typing import Final, final

from mypy_extensions import i64

from vanuatu.notation.pvn.parser import SUFFIXES, Listener
from vanuatu.notation.record import GameRecord, MoveLine, Ply, clean_comment, with_seat
from vanuatu.notation.tags import ordered

WIDTH: Final[i64] = 79


def write_game(record: GameRecord) -> str:
    """Return the game in canonical PVN, ended by a newline. An empty line separates two games."""
    exporter = Exporter()
    emit(record, exporter)
    text = exporter.text()
    # Names and comments from a terminal may contain lone surrogates, which no file can hold.
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def tag_line(name: str, value: str) -> str:
    """Return one tag with its line end."""
    if '"' in value or "\\" in value:
        value = value.replace("\\", "\\\\").replace('"', '\\"')
    return "[" + name + ' "' + value + '"]\n'


@final
class Exporter(Listener):
    """Writes the events in canonical form."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._column: i64 = 0
        self._depth: i64 = 0
        self._tags: dict[str, str] = {}

    def text(self) -> str:
        """Return the text so far."""
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
        text = clean_comment(text)
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
        """Append a token, on a new line if it does not fit on the current one."""
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


def emit(record: GameRecord, listener: Listener) -> None:
    """Send all events of a game, ending with the result and the comments after it."""
    for name, value in record.tags.items():
        listener.tag(name, value, 0)
    if not listener.movetext(0):
        return
    _emit_line(record.line, listener)
    listener.result(record.result, 0)
    for text in record.tail:
        listener.comment(text, 0)
    listener.end(0)


@final
class _Place:
    """The progress of `emit` in a line of moves."""

    def __init__(self, line: MoveLine, round: i64) -> None:
        self.line = line
        self.round = round  # of the last move
        self.next: i64 = 0
        self.variation: i64 = 0  # the next variation of the last move


def _emit_line(line: MoveLine, listener: Listener) -> None:
    """Send the moves and their variations, of any depth: an explicit stack avoids the recursion limit."""
    for text in line.before:
        listener.comment(text, 0)
    stack = [_Place(line, 0)]
    while stack:
        place = stack[-1]
        plies = place.line.plies
        variations = plies[place.next - 1].variations if place.next > 0 else []
        if place.variation < len(variations):
            variation = variations[place.variation]
            place.variation += 1
            listener.open(0)
            for text in variation.before:
                listener.comment(text, 0)
            stack.append(_Place(variation, plies[place.next - 1].round))
        elif place.next < len(plies):
            _emit_moves(place, listener)
        else:
            stack.pop()
            if stack:
                listener.close(0)
                for text in place.line.after:
                    listener.comment(text, 0)


def _emit_moves(place: _Place, listener: Listener) -> None:
    """Send moves up to the end of the line or the next one that has variations."""
    plies = place.line.plies
    n: i64 = len(plies)
    while place.next < n:
        ply = plies[place.next]
        place.next += 1
        if ply.round != place.round:
            place.round = ply.round
            listener.number(ply.round, 0)
        notes = ply.notes
        if notes is None:
            listener.move(with_seat(ply), 0)
            continue
        _emit_noted(ply, listener)
        if notes.variations:
            place.variation = 0
            return


def _emit_noted(ply: Ply, listener: Listener) -> None:
    """Send a move with annotations."""
    glyphs = ply.glyphs
    first: i64 = 0
    if glyphs and glyphs[0][:1] != "$":
        listener.move(with_seat(ply) + glyphs[0], 0)
        first = 1
    else:
        listener.move(with_seat(ply), 0)
    while first < len(glyphs):
        listener.glyph(glyphs[first], 0)
        first += 1
    for text in ply.comments:
        listener.comment(text, 0)
