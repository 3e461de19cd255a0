"""The only parser: it turns the text of a game into events, without knowing a game or rules.

The listener decides what to do with the events: build and verify a game (`builder`), write it (`writer`),
collect its tags (`headers`), or nothing.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from vanuatu.notation.errors import NotationError, excerpt
from vanuatu.notation.pvn.lexer import Lexer, Token
from vanuatu.notation.record import MAX_DEPTH, MAX_TEXT, MAX_WORD, TOO_MUCH, brace_comment, line_comment
from vanuatu.notation.signals import interrupt_point

MAX_ROUND_DIGITS: Final[i64] = 6
SUFFIXES: Final = ("!", "?", "!!", "??", "!?", "?!")

_STRIDE: Final[i64] = 1 << 10  # tokens between checks for Ctrl-C
_TAB: Final[i64] = 9
_NEWLINE: Final[i64] = 10
_RETURN: Final[i64] = 13
_SPACE: Final[i64] = 32
_BANG: Final[i64] = 33
_QUOTE: Final[i64] = 34
_QUERY: Final[i64] = 63
_BACKSLASH: Final[i64] = 92
_BRACKET_END: Final[i64] = 93
_DELETE: Final[i64] = 127


class ParseError(Exception):
    """Raised for an error at a place in the text of a game; `cause` is the underlying error, if any."""

    def __init__(self, at: int, message: str, cause: NotationError | None = None) -> None:
        super().__init__(message)
        self.at = at
        self.message = message
        self.cause = cause


@mypyc_attr(allow_interpreted_subclasses=True)
class Listener:
    """Receives the events of a game, in order. Each method may ignore its event or raise ParseError.

    `at` is the offset of the event in the text. From `open` to `close` the moves belong to a variation that
    replaces the move before it. Comments have the stored form of a record."""

    def begin(self, lexer: Lexer) -> None:
        """The text begins. Listeners that join several words into one move ask the lexer for them."""

    def tag(self, name: str, value: str, at: i64) -> None:
        """A tag, its value unescaped."""

    def movetext(self, at: i64) -> bool:
        """The tags are complete. Return False to skip the rest."""
        return True

    def number(self, round: i64, at: i64) -> None:
        """A round number."""

    def move(self, text: str, at: i64) -> None:
        """A word that should be a move, with its seat and its suffix."""

    def glyph(self, text: str, at: i64) -> None:
        """`$n`, or a separate suffix, for the move before."""

    def comment(self, text: str, at: i64) -> None:
        """A comment of any kind: in braces, to the end of the line, or an escape line."""

    def open(self, at: i64) -> None:
        """A variation begins."""

    def close(self, at: i64) -> None:
        """The variation ends."""

    def result(self, text: str, at: i64) -> None:
        """The result that ends the moves."""

    def end(self, at: i64) -> None:
        """The game ends, after the comments that follow the result."""


def parse(text: str, listener: Listener) -> bool:
    """Send the events of one game to the listener. Raise ParseError for invalid text.

    Return False if the text contains no game: nothing, or comments alone.
    """
    nul: i64 = text.find("\x00")
    if nul >= 0:
        raise ParseError(nul, "a NUL byte: this is not text")
    lexer = Lexer(text)
    listener.begin(lexer)
    at = _tags(lexer, listener)
    if at < 0:
        return False
    if listener.movetext(at):
        _moves(lexer, listener)
        _tail(lexer, listener)
        listener.end(lexer.start)
    return True


def _moves(lexer: Lexer, listener: Listener) -> None:
    """Read the movetext, up to and with its result."""
    depth: i64 = 0
    bare = True  # no move yet in this line of moves
    steps: i64 = 0
    while True:
        steps += 1
        if steps % _STRIDE == 0:
            interrupt_point()
        kind = lexer.next()
        at = lexer.start
        if kind == Token.WORD:
            text = _word(lexer)
            first: i64 = ord(text[0])
            if first in (_BANG, _QUERY) and text in SUFFIXES:
                _give_glyph(listener, text, at, bare)
            else:
                listener.move(text, at)
                bare = False
        elif kind == Token.NUMBER:
            listener.number(_round(lexer), at)
        elif kind in (Token.COMMENT, Token.REMARK, Token.ESCAPE):
            listener.comment(_comment(lexer, kind), at)
        elif kind == Token.GLYPH:
            _give_glyph(listener, _glyph(lexer), at, bare)
        elif kind == Token.OPEN:
            if bare:
                raise ParseError(at, "a variation replaces the move before it, and there is none")
            depth += 1
            if depth > MAX_DEPTH:
                raise ParseError(at, f"variations are nested more than {MAX_DEPTH} deep")
            listener.open(at)
            bare = True
        elif kind == Token.CLOSE:
            if depth == 0:
                raise ParseError(at, "this ) closes no variation")
            depth -= 1
            listener.close(at)
            bare = False
        elif kind == Token.RESULT:
            if depth > 0:
                raise ParseError(at, "a result within a variation, which is not closed")
            listener.result(_word(lexer), at)
            return
        else:
            raise _misplaced(kind, at, depth)


def _tail(lexer: Lexer, listener: Listener) -> None:
    """Read the end, after the result: comments only."""
    steps: i64 = 0
    while True:
        steps += 1
        if steps % _STRIDE == 0:
            interrupt_point()
        kind = lexer.next()
        if kind == Token.END:
            return
        if kind in (Token.COMMENT, Token.REMARK, Token.ESCAPE):
            listener.comment(_comment(lexer, kind), lexer.start)
        elif kind in (Token.UNCLOSED, Token.STRAY, Token.SECTION):
            raise _misplaced(kind, lexer.start, 0)
        else:
            raise ParseError(lexer.start, "only comments can follow the result; a game begins with its tags")


def _misplaced(kind: i64, at: i64, depth: i64) -> ParseError:
    if kind == Token.UNCLOSED:
        return ParseError(at, "this comment is not closed")
    if kind == Token.STRAY:
        return ParseError(at, "this } closes no comment")
    if kind == Token.SECTION:
        return ParseError(at, "a tag among the moves")
    if depth > 0:
        return ParseError(at, "the game ends within a variation: a ) is missing")
    return ParseError(at, "the moves end without a result (* if the game is unfinished)")


def _give_glyph(listener: Listener, text: str, at: i64, bare: bool) -> None:
    if bare:
        raise ParseError(at, f"{text} stands before any move")
    listener.glyph(text, at)


def _glyph(lexer: Lexer) -> str:
    digits = lexer.token()[1:]
    if 0 < len(digits) <= 3 and digits.isascii() and digits.isdigit() and int(digits) <= 255:
        return "$" + str(int(digits))
    raise ParseError(lexer.start, "a glyph is $0 to $255")


def _round(lexer: Lexer) -> i64:
    digits = lexer.token().rstrip(".")
    if len(digits) > MAX_ROUND_DIGITS:
        raise ParseError(lexer.start, "no round has such a number")
    return int(digits)


def _word(lexer: Lexer) -> str:
    if lexer.end - lexer.start > MAX_WORD:
        raise ParseError(lexer.start, f"a word of more than {MAX_WORD} letters: this is no move")
    return lexer.token()


def _comment(lexer: Lexer, kind: i64) -> str:
    if lexer.end - lexer.start > MAX_TEXT:
        raise ParseError(lexer.start, TOO_MUCH)
    text = lexer.token()
    if kind == Token.COMMENT:
        return brace_comment(text[1:-1])
    if kind == Token.REMARK:
        return line_comment(text)
    return text.rstrip()


def _tags(lexer: Lexer, listener: Listener) -> i64:
    """Read the tags and their comments. Return where the movetext begins, -1 if there is nothing."""
    text, n = lexer.text, lexer.length
    tagged = False
    steps: i64 = 0
    while True:
        steps += 1
        if steps % _STRIDE == 0:
            interrupt_point()
        before = lexer.end
        kind = lexer.next()
        at = lexer.start
        if kind in (Token.COMMENT, Token.REMARK, Token.ESCAPE):
            listener.comment(_comment(lexer, kind), at)
        elif at < n and text[at] == "[":
            lexer.end = _tag(text, at, listener)
            tagged = True
        else:
            lexer.end = before
            return at if tagged or at < n else -1


def _tag(text: str, at: i64, listener: Listener) -> i64:
    """Read one tag: `[Name "value"]`, on one line. Return its end."""
    n: i64 = len(text)
    start = _over_blanks(text, at + 1)
    i = start
    while i < n and _in_name(ord(text[i])):
        i += 1
    name = text[start:i]
    i = _over_blanks(text, i)
    if not name or i >= n or ord(text[i]) != _QUOTE:
        raise ParseError(at, 'a tag should read [Name "value"]')
    i += 1
    start = i
    escaped = False
    while i < n:
        c: i64 = ord(text[i])
        if c == _QUOTE or c == _NEWLINE:
            break
        if c == _BACKSLASH:
            escaped = True
            if i + 1 < n and (ord(text[i + 1]) == _QUOTE or ord(text[i + 1]) == _BACKSLASH):
                i += 1
        elif (c < _SPACE and c != _TAB) or c == _DELETE:
            raise ParseError(i, f"the tag {excerpt(name)} holds a control character")
        i += 1
    end = _over_blanks(text, i + 1)
    if i >= n or ord(text[i]) != _QUOTE or end >= n or ord(text[end]) != _BRACKET_END:
        raise ParseError(at, f'the tag {excerpt(name)} is cut off: it should end with "]')
    if i - start > MAX_TEXT:
        raise ParseError(at, TOO_MUCH)
    value = text[start:i]
    listener.tag(name, _unescaped(value) if escaped else value, at)
    return end + 1


def _in_name(c: i64) -> bool:
    """Return whether a tag's name can contain the character: an ASCII letter, digit or underline."""
    return (c >= 48 and c <= 57) or (c >= 65 and c <= 90) or (c >= 97 and c <= 122) or c == 95


def _over_blanks(text: str, i: i64) -> i64:
    n: i64 = len(text)
    while i < n:
        c: i64 = ord(text[i])
        if c != _SPACE and c != _TAB and c != _RETURN:
            break
        i += 1
    return i


def _unescaped(value: str) -> str:
    """Unescape `\"` and `\\`; any other backslash stays."""
    parts: list[str] = []
    i: i64 = 0
    n: i64 = len(value)
    while i < n:
        c = value[i]
        if c == "\\" and i + 1 < n and value[i + 1] in '"\\':
            i += 1
            c = value[i]
        parts.append(c)
        i += 1
    return "".join(parts)
