"""Split the movetext of any game into words, with their places and kinds.

It reads one character at a time and copies no text: `start` and `end` are the bounds of the token.
"""

from typing import Final, final

from mypy_extensions import i64

from vanuatu.notation.record import MAX_WORD


@final
class Token:
    """The kinds of tokens."""

    END: Final[i64] = 0
    WORD: Final[i64] = 1  # a move, or a part of a long form; with its seat and its suffix
    NUMBER: Final[i64] = 2  # of a round, with its dots
    RESULT: Final[i64] = 3
    OPEN: Final[i64] = 4
    CLOSE: Final[i64] = 5
    COMMENT: Final[i64] = 6  # {…}, with its braces
    REMARK: Final[i64] = 7  # from ; to the end of the line
    ESCAPE: Final[i64] = 8  # from % at the beginning of a line to its end
    GLYPH: Final[i64] = 9
    SECTION: Final[i64] = 10  # a [ at the beginning of a line: tags
    UNCLOSED: Final[i64] = 11  # a comment without its end
    STRAY: Final[i64] = 12  # a } without its beginning


_TAB: Final[i64] = 9
_NEWLINE: Final[i64] = 10
_RETURN: Final[i64] = 13
_SPACE: Final[i64] = 32
_DOLLAR: Final[i64] = 36
_PERCENT: Final[i64] = 37
_PAREN: Final[i64] = 40
_PAREN_END: Final[i64] = 41
_STAR: Final[i64] = 42
_COMMA: Final[i64] = 44
_MINUS: Final[i64] = 45
_DOT: Final[i64] = 46
_ZERO: Final[i64] = 48
_NINE: Final[i64] = 57
_SEMICOLON: Final[i64] = 59
_BRACKET: Final[i64] = 91
_BRACE: Final[i64] = 123
_BRACE_END: Final[i64] = 125


def ends_word(c: i64) -> bool:
    """Return whether a word cannot contain the character: white space and ( ) ; { }."""
    if c <= _SPACE:
        return c == _SPACE or (c >= _TAB and c <= _RETURN)
    return c in (_BRACE, _BRACE_END, _PAREN, _PAREN_END, _SEMICOLON)


@final
class Lexer:
    """Scanner of a text; `next` finds the next token."""

    def __init__(self, text: str, position: i64 = 0) -> None:
        self.text = text
        self.length: i64 = len(text)
        self.start = position
        self.end = position

    def token(self) -> str:
        """Return the text of the current token."""
        return self.text[self.start : self.end]

    def next(self) -> i64:
        """Advance to the next token. Return its kind."""
        text = self.text
        n = self.length
        i = self.end
        c: i64 = 0
        while i < n:
            c = ord(text[i])
            if c > _SPACE or (c != _SPACE and (c < _TAB or c > _RETURN)):
                break
            i += 1
        self.start = i
        if i >= n:
            self.end = i
            return Token.END
        if c == _BRACE:
            return self._comment(i)
        if c in (_PAREN, _PAREN_END, _BRACE_END):
            self.end = i + 1
            return Token.OPEN if c == _PAREN else Token.CLOSE if c == _PAREN_END else Token.STRAY
        if c == _SEMICOLON:
            return self._to_line_end(i, Token.REMARK)
        if (c in (_PERCENT, _BRACKET)) and (i == 0 or ord(text[i - 1]) == _NEWLINE):
            return self._to_line_end(i, Token.ESCAPE if c == _PERCENT else Token.SECTION)
        if c >= _ZERO and c <= _NINE:
            j = i + 1
            while j < n:
                c = ord(text[j])
                if c < _ZERO or c > _NINE:
                    break
                j += 1
            if j < n and c == _DOT:
                while j < n and ord(text[j]) == _DOT:
                    j += 1
                self.end = j
                return Token.NUMBER
        j = i + 1
        while j < n and not ends_word(ord(text[j])):
            j += 1
        self.end = j
        return self._kind(i, j)

    def words_after(self, most: int) -> list[str]:
        """Return up to `most` plain words after the token that begin no other move, without advancing."""
        start, end = self.start, self.end
        words: list[str] = []
        while len(words) < most and self.next() == Token.WORD and self.end - self.start <= MAX_WORD:
            word = self.token()
            if word[0] == "#" or word[1:2] == ":":
                break
            words.append(word)
        self.start, self.end = start, end
        return words

    def skip_words(self, count: int) -> None:
        """Advance over this many words; `start` stays."""
        start = self.start
        while count > 0:
            self.next()
            count -= 1
        self.start = start

    def _comment(self, i: i64) -> i64:
        end: i64 = self.text.find("}", i)
        if end < 0:
            self.end = self.length
            return Token.UNCLOSED
        self.end = end + 1
        return Token.COMMENT

    def _to_line_end(self, i: i64, kind: i64) -> i64:
        end: i64 = self.text.find("\n", i)
        self.end = end if end >= 0 else self.length
        return kind

    def _kind(self, i: i64, j: i64) -> i64:
        """Return the kind of a word: a result, a glyph, or else a plain word."""
        text = self.text
        c: i64 = ord(text[i])
        if c == _DOLLAR:
            return Token.GLYPH
        if c == _STAR:
            return Token.RESULT if j == i + 1 else Token.WORD
        if c != _MINUS and (c < _ZERO or c > _NINE):
            return Token.WORD
        commas: i64 = 0
        while i < j:
            c = ord(text[i])
            if c == _COMMA:
                commas += 1
            elif c != _MINUS and (c < _ZERO or c > _NINE):
                return Token.WORD
            i += 1
        return Token.RESULT if commas > 0 else Token.WORD
