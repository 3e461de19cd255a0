"""The listener that builds a game and verifies it: it finds, tests and plays every move.

A canonical token costs a look-up and a legality test. Only if that fails, suffixes, long forms and forms of
several words are tried (`reading`).
"""

from typing import Final, final

from mypy_extensions import i64

from vanuatu.core.game import OVER, Game, State
from vanuatu.notation import tags as tagging
from vanuatu.notation.codec import SEAT_LETTERS, Codec
from vanuatu.notation.errors import AmbiguousMove, IllegalMove, excerpt
from vanuatu.notation.move_reader import (
    LONGEST_FORM,
    Spellings,
    implied_before,
    implied_before_result,
    move_error,
    move_length,
    wrong_seat,
)
from vanuatu.notation.pvn.lexer import Lexer
from vanuatu.notation.pvn.parser import SUFFIXES, Listener, ParseError
from vanuatu.notation.record import TOO_MUCH, UNFINISHED, Allowance, GameRecord, MoveLine, Ply
from vanuatu.notation.session import Session
from vanuatu.notation.steps import Branch

_RESULT_TOKEN: Final = ""  # in the places of tags

_COLON: Final[i64] = 58
_BANG: Final[i64] = 33
_QUERY: Final[i64] = 63


@final
class _OpenLine:
    """A line of moves during reading: the game or a variation, and its current position."""

    def __init__(self, codec: Codec, start: State, line: MoveLine) -> None:
        self.line = line
        self.codec = codec
        self.branch = Branch(codec, start, line.plies)
        self.state = start.copy()

    def play(self, move: int) -> None:
        """Play a legal move. The record gets its canonical token, whatever its spelling."""
        state = self.state
        self.line.plies.append(Ply(self.codec.token(state, move), state.actor, state.round, move))
        state.apply(move)


@final
class GameBuilder(Listener):
    """Builds the record of a game and plays its moves; `session` returns the game."""

    def __init__(self) -> None:
        self.record = GameRecord()
        self._line: MoveLine = self.record.line
        self._allowance = Allowance()
        self._lexer: Lexer | None = None
        self._places: dict[str, int] = {}
        self._game: Game | None = None
        self._open: list[_OpenLine] = []  # the innermost is the last
        self._ended = False

    def session(self) -> Session:
        """Return the game that was read, once its text has ended."""
        if self._game is None:
            raise ValueError("no game was read")
        main = self._open[0]
        return Session(self._game, main.codec, main.branch.start, self.record, main.state)

    def begin(self, lexer: Lexer) -> None:
        self._lexer = lexer

    def tag(self, name: str, value: str, at: i64) -> None:
        if self._allowance.spent(len(name) + len(value)):
            raise ParseError(at, TOO_MUCH)
        if name in self._places:
            raise ParseError(at, f"the tag {excerpt(name)} stands twice")
        self._places[name] = at
        self.record.tags[name] = value

    def movetext(self, at: i64) -> bool:
        tags = self.record.tags
        if not tags:
            raise ParseError(at, 'no tags: a game begins with lines like [Event "…"]')
        try:
            game, codec = tagging.game_of(tags)
            start = tagging.start_of(tags, game, codec)
        except tagging.TagError as error:
            raise ParseError(self._places.get(error.tag, 0), str(error), error) from None
        tagging.add_defaults(tags, game, codec, start)
        self._game = game
        self._open.append(_OpenLine(codec, start, self._line))
        return True

    def number(self, round: i64, at: i64) -> None:
        state, codec = self._open[-1].state, self._open[-1].codec
        if round != state.round and (round != state.round + 1 or codec.implied(state) < 0):
            raise ParseError(at, f"{round}. stands here, but it is {codec.round_word} {state.round}")

    def move(self, text: str, at: i64) -> None:
        if self._allowance.spent(0):
            raise ParseError(at, TOO_MUCH)
        here = self._open[-1]
        state, codec = here.state, here.codec
        token = text
        if len(text) > 1 and ord(text[1]) == _COLON:
            seat: i64 = SEAT_LETTERS.find(text[0])
            if seat < 0:
                seat = SEAT_LETTERS.find(text[0].lower())
            if seat >= 0:
                token = text[2:]
                if seat != state.actor:
                    self._play_implied(text)
                    why = wrong_seat(codec, state, seat)
                    raise ParseError(at, f"{excerpt(text)}: {why}", IllegalMove(why))
        if state.actor == OVER:
            why = "the game is over"
            raise ParseError(at, f"{excerpt(text)}: {why}", IllegalMove(why))
        move = codec.parse(state, token)
        if move >= 0 and state.is_legal(move):
            here.play(move)
        else:
            self._other_form(text, token, at)

    def glyph(self, text: str, at: i64) -> None:
        if self._allowance.spent(0):
            raise ParseError(at, TOO_MUCH)
        glyphs = self._line.plies[-1].noted().glyphs
        if text[0] == "$":
            glyphs.append(text)
        elif glyphs and glyphs[0][0] != "$":
            glyphs.append("$" + str(SUFFIXES.index(text) + 1))
        else:
            glyphs.insert(0, text)

    def comment(self, text: str, at: i64) -> None:
        if self._allowance.spent(len(text)):
            raise ParseError(at, TOO_MUCH)
        line = self._line
        if self._ended:
            self.record.tail.append(text)
        elif not line.plies:
            line.before.append(text)
        else:
            notes = line.plies[-1].noted()
            if notes.variations:
                notes.variations[-1].after.append(text)
            else:
                notes.comments.append(text)

    def open(self, at: i64) -> None:
        if self._allowance.spent(0):
            raise ParseError(at, TOO_MUCH)
        outer = self._open[-1]
        self._line = MoveLine()
        outer.line.plies[-1].noted().variations.append(self._line)
        start = outer.branch.before(len(outer.line.plies) - 1).copy()
        self._open.append(_OpenLine(outer.codec, start, self._line))

    def close(self, at: i64) -> None:
        self._open.pop()
        self._line = self._open[-1].line

    def result(self, text: str, at: i64) -> None:
        if text != UNFINISHED and not tagging.is_result(text, int(self._open[0].state.players)):
            raise ParseError(at, f"{excerpt(text)} is not a result. Expected one score a seat, like 41,37,44")
        self.record.result = text
        self._places[_RESULT_TOKEN] = at
        self.record.tags.setdefault("Result", text)
        self._ended = True
        main = self._open[0]
        implied = implied_before_result(main.codec, main.state, self.record)
        if implied >= 0:
            main.play(implied)

    def differences(self) -> list[tuple[int, str]]:
        """Return where the tags contradict the last position, each with its place in the text."""
        record, main = self.record, self._open[0]
        wrong = tagging.contradictions(record.tags, record.result, main.state, main.codec)
        return [(self._places.get(name, 0), message) for name, message in wrong]

    def _play_implied(self, text: str) -> bool:
        """Play the implied move before a move that is another seat's; return whether there was one."""
        here = self._open[-1]
        implied = implied_before(here.codec, here.state, text)
        if implied >= 0:
            here.play(implied)
        return implied >= 0

    def _other_form(self, text: str, token: str, at: i64) -> None:
        """Read anything but a bare canonical token: suffixes, long forms of one or several words."""
        if self._play_implied(text):
            self.move(text, at)
            return
        if self._suffixed(token):
            return
        here, lexer = self._open[-1], self._lexer
        words = [token] if token else []  # the seat may be a separate word
        first = len(words)
        if lexer is not None:
            words += lexer.words_after(LONGEST_FORM - 1)
        known = Spellings(here.codec, here.state)
        count = len(words)
        least = move_length(here.codec, here.state, words)
        while count >= least:
            suffix = _suffix(words[count - 1])
            form = " ".join(words[:count])
            found = known.fitting(form)
            if not found and suffix:
                form = form[: len(form) - len(suffix)]
                found = known.fitting(form)
            if len(found) > 1:
                why = known.ambiguity(found)
                error = AmbiguousMove(f"{excerpt(form)} {why}", known.names(found))
                raise ParseError(at, f"{excerpt(form)}: {why}", error)
            if found:
                if lexer is not None:
                    lexer.skip_words(count - first)
                here.play(found[0])
                if suffix:
                    self.glyph(suffix, at)
                return
            if text == token and self._play_implied(form):
                self._other_form(text, token, at)
                return
            count -= 1
        raise self._wrong(text, token, words[:least] if least > 1 else words, known, at)

    def _wrong(self, text: str, token: str, words: list[str], known: Spellings, at: i64) -> ParseError:
        """Return the message for words that mean no legal move: the reason, if they mean an illegal one."""
        state, codec = self._open[-1].state, self._open[-1].codec
        if codec.parse(state, token) < 0:
            count = len(words)
            while count > 1 and codec.guess(state, " ".join(words[:count])) < 0:
                count -= 1
            if count > 1:
                token = text = " ".join(words[:count])
            token = token[: len(token) - len(_suffix(token))]
        error = move_error(codec, state, token, known)
        if self._at_end() and any(form.startswith(token) for form in known.tokens):
            return ParseError(at, f"{excerpt(text)}: the file ends inside a move", error)
        return ParseError(at, f"{excerpt(text)}: {error}", error)

    def _at_end(self) -> bool:
        """Return whether the text ends with the current word."""
        lexer = self._lexer
        return lexer is not None and not lexer.text[lexer.end :].strip()

    def _suffixed(self, token: str) -> bool:
        """Play a canonical token with a suffix; a token may itself end in a question mark."""
        here = self._open[-1]
        n: i64 = len(token)
        cut: i64 = 1
        while cut <= 2 and cut < n:
            last: i64 = ord(token[n - cut])
            if last != _BANG and last != _QUERY:
                return False
            bare = token[: n - cut]
            move = here.codec.parse(here.state, bare)
            if move >= 0 and here.state.is_legal(move):
                here.play(move)
                self._line.plies[-1].noted().glyphs.append(token[n - cut :])
                return True
            cut += 1
        return False


def _suffix(word: str) -> str:
    """Return the suffix of a word, if any; empty if it is the whole word."""
    for length in (2, 1):
        if len(word) > length and word[-length:] in SUFFIXES:
            return word[-length:]
    return ""
