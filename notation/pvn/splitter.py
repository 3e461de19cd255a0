"""Cut a stream of bytes into games without reading their moves, with constant memory.

A game begins with a line that begins with `[` outside of a comment. Nothing is parsed here: the searches of
`bytes` find line ends, braces and brackets. An unclosed comment ends, for this search, at the next empty line
before a tag.
"""

from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i64

from vanuatu.notation.record import MAX_GAME
from vanuatu.notation.signals import interrupt_point

BLOCK: Final[i64] = 1 << 20

_MORE: Final[i64] = -1  # the end is not in the buffer yet
_SMALL: Final[i64] = 1 << 16  # bytes that may be copied for each new byte
_STRIDE: Final[i64] = 1 << 14  # steps between checks for Ctrl-C
_BOM: Final = b"\xef\xbb\xbf"
_BLANKS: Final = b" \t\r"
_NAME_SIGNS: Final = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
_NEWLINE: Final[i64] = 10
_QUOTE: Final[i64] = 34
_PERCENT: Final[i64] = 37
_SEMICOLON: Final[i64] = 59
_BRACKET: Final[i64] = 91
_BRACKET_END: Final[i64] = 93
_BRACE: Final[i64] = 123
_BRACE_END: Final[i64] = 125


@final
class Piece:
    """The bytes of one game: its number from 1, its offset, and its line from 1."""

    def __init__(self, number: i64, offset: i64, line: i64, raw: bytes, too_long: bool) -> None:
        self.number = number
        self.offset = offset
        self.line = line
        self.raw = raw
        self.too_long = too_long


@final
class Splitter:
    """Reads a stream, one game at a time."""

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self._read = read
        self._buffer = b""
        self._begin: i64 = 0  # of the current game, in the buffer
        self._offset: i64 = 0  # of the buffer, in the stream
        self._line: i64 = 1
        self._number: i64 = 0
        self._finished = False  # the stream has ended
        self._at: i64 = 0  # the progress of the search
        self._in_tags = True
        self._name = b""  # of the first tag of the current game
        self._torn: i64 = 0  # 1 if the last tag is cut off, 2 if an empty line follows it
        self._next_section: i64 = 0  # the next line that begins with a bracket, if not before _at
        self._next_close: i64 = -1  # the next } found; the buffer's length if there is none
        self._too_much = False  # of a game that is too long, the rest must still be skipped
        self._steps: i64 = 0
        self._fill()
        if self._buffer.startswith(_BOM):
            self._begin = self._at = 3

    def next(self) -> Piece | None:
        """Return the next game, or None at the end; the first may be only text before the games."""
        if self._too_much:
            self._pass_over()
        end = self._end()
        while end == _MORE:
            if len(self._buffer) - self._begin > MAX_GAME:
                self._too_much = True
                return self._cut(len(self._buffer) - 1, True)
            self._fill()
            end = self._end()
        if end == self._begin:
            return None
        return self._cut(end, False)

    def _cut(self, end: i64, too_long: bool) -> Piece:
        """Return the current game up to `end`; the next one begins there."""
        begin, buffer = self._begin, self._buffer
        self._number += 1
        raw = b"" if too_long else buffer[begin:end]
        piece = Piece(self._number, self._offset + begin, self._line, raw, too_long)
        self._line += buffer.count(b"\n", begin, end)
        self._begin = self._at = end
        self._next_section = end
        self._in_tags = True
        self._name = b""
        self._torn = 0
        return piece

    def _fill(self) -> None:
        """Read more, and drop the part that was already returned.

        The remaining bytes are copied and searched again. So the size of the reads grows with them; otherwise
        a long game in small parts would take quadratic time.
        """
        begin = self._begin
        parts = [self._buffer[begin:]]
        kept: i64 = len(parts[0])
        wanted: i64 = kept // 4 if kept > _SMALL else 1
        while wanted > 0:
            block = self._read(BLOCK)
            if not block:
                self._finished = True
                break
            parts.append(block)
            wanted -= len(block)
        self._buffer = b"".join(parts)
        self._offset += begin
        self._at -= begin
        self._next_section = max(self._next_section - begin, 0)
        self._next_close = -1
        self._begin = 0

    def _pass_over(self) -> None:
        """Skip the rest of an oversized game, up to the next line that begins with a bracket."""
        self._too_much = False
        while not self._finished:
            self._fill()
            begin = self._begin
            found: i64 = self._buffer.find(b"\n[", begin)
            end: i64 = found + 1 if found >= 0 else len(self._buffer) - 1
            self._line += self._buffer.count(b"\n", begin, end)
            self._begin = self._at = self._next_section = end
            if found >= 0:
                return
        self._begin = self._at = len(self._buffer)

    def _step(self) -> None:
        self._steps += 1
        if self._steps >= _STRIDE:
            self._steps = 0
            interrupt_point()

    def _end(self) -> i64:
        """Return where the current game ends, or _MORE."""
        if self._in_tags:
            end = self._through_tags()
            if end >= 0 or self._in_tags:
                return end
        return self._through_moves()

    def _through_tags(self) -> i64:
        """Skip the tags, and comments and empty lines between them, line by line."""
        buffer = self._buffer
        at = self._at
        n: i64 = len(buffer)
        while at < n:
            self._step()
            while at < n and buffer[at] in _BLANKS:
                at += 1
            c: i64 = buffer[at] if at < n else _NEWLINE
            if c == _BRACE:
                end: i64 = buffer.find(b"}", at)
                if end < 0:
                    break
            else:
                end = buffer.find(b"\n", at)
                if end < 0:
                    if not self._finished:
                        break
                    end = n
            if c == _BRACKET:
                if self._torn == 2 or self._begins_again(at):
                    return at
                if not self._name:
                    self._name = _tag_name(buffer, at)
                self._torn = 0 if _ends_tag(buffer, at, end) else 1
            elif c == _NEWLINE:
                if self._torn == 1:
                    self._torn = 2
            elif c not in (_BRACE, _PERCENT, _SEMICOLON):
                self._in_tags = False
                self._at = at
                return _MORE
            at = min(end + 1, n)
            self._at = at
        return n if self._finished else _MORE

    def _begins_again(self, at: i64) -> bool:
        """Return whether the tag there has the same name as the first tag of the current game."""
        name = self._name
        if not name:
            return False
        start = _over_blanks(self._buffer, at + 1)
        return self._buffer.startswith(name, start) and _name_end(self._buffer, start) == start + len(name)

    def _through_moves(self) -> i64:
        """Search the lines that begin with a bracket for one outside of all comments."""
        buffer = self._buffer
        n: i64 = len(buffer)
        at = self._at
        while True:
            self._step()
            section = self._next_section
            if section <= at:
                section = buffer.find(b"\n[", at)
                section = section + 1 if section >= 0 else n
                self._next_section = section
            brace: i64 = buffer.find(b"{", at, section)
            if brace < 0:
                if section < n:
                    return section
                at = max(at, buffer.rfind(b"\n", at, n))
                break
            line: i64 = max(at, buffer.rfind(b"\n", at, brace) + 1)
            close: i64 = -1
            if buffer[line] == _PERCENT or buffer.find(b";", line, brace) >= 0:
                at = line
                close = buffer.find(b"\n", brace)  # the brace is in a comment of another kind
            else:
                at = brace
                close = self._close(brace, section)
                if close >= 0 and buffer[close] == _BRACKET:
                    return close
            if close < 0:
                break
            at = close + 1 if buffer[close] == _BRACE_END else close
        self._at = at
        self._next_section = 0
        return n if self._finished else _MORE

    def _close(self, brace: i64, section: i64) -> i64:
        """Return where the comment closes; or the bracket of the tag that ends it unclosed; or -1."""
        buffer = self._buffer
        n: i64 = len(buffer)
        if self._next_close < brace:
            found: i64 = buffer.find(b"}", brace)
            self._next_close = found if found >= 0 else n
        close = self._next_close
        while section < close:
            self._step()
            if _after_empty_line(buffer, section) and _tag_name(buffer, section):
                return section
            section = buffer.find(b"\n[", section) + 1
            if section == 0:
                break
        return close if close < n else -1


def _after_empty_line(buffer: bytes, at: i64) -> bool:
    at -= 2
    while at >= 0 and buffer[at] in _BLANKS:
        at -= 1
    return at >= 0 and buffer[at] == _NEWLINE


def _ends_tag(buffer: bytes, at: i64, line_end: i64) -> bool:
    """Return whether the line ends with a bracket."""
    line_end -= 1
    while line_end > at and buffer[line_end] in _BLANKS:
        line_end -= 1
    return buffer[line_end] == _BRACKET_END


def _over_blanks(buffer: bytes, at: i64) -> i64:
    n: i64 = len(buffer)
    while at < n and buffer[at] in _BLANKS:
        at += 1
    return at


def _name_end(buffer: bytes, at: i64) -> i64:
    """Return the end of the letters, digits and underlines that begin there."""
    n: i64 = len(buffer)
    while at < n and buffer[at] in _NAME_SIGNS:
        at += 1
    return at


def _tag_name(buffer: bytes, at: i64) -> bytes:
    """Return the name of the tag whose bracket is there, or nothing if it is not a tag."""
    start = _over_blanks(buffer, at + 1)
    end = _name_end(buffer, start)
    at = _over_blanks(buffer, end)
    return buffer[start:end] if at < len(buffer) and buffer[at] == _QUOTE else b""
