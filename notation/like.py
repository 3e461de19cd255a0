"""Patterns of positions: a position's line with `?` for what does not matter.

`vanuatu ?; 4 plan ?; market 3; p ? @builder ?` is any position of round 4 in planning with the market at 3
and purple as Builder. A section that the pattern leaves out does not matter. In a section, the word `?`
stands for any words, also none. A `?` within a word stands for any signs, also none. `plan` is all of
planning, `plan2` its second part. The seat after the phase can be left out.
"""

from difflib import get_close_matches
from typing import Final, NamedTuple

from vanuatu.core import games
from vanuatu.core.game import CHANCE, OVER, State
from vanuatu.notation.codec import SEAT_LETTERS, Codec, PositionError
from vanuatu.notation.errors import excerpt
from vanuatu.notation.fields import PHASES

LONGEST: Final = 4000
_ANY: Final = "?"
_SECTIONS: Final = frozenset(
    "first market die tourists ships tiles board cast neutral governed "
    "opens last idle ship matrix box".split()
)  # of both games


class _Section(NamedTuple):
    """A section of the pattern: runs of words between the words `?`."""

    first: str  # the first word, which names the section; `?` if it does not matter
    runs: list[list[list[str]]]  # each word as its literal parts between the signs `?`


class Pattern:
    """A pattern of positions."""

    def __init__(self, text: str) -> None:
        """Read a pattern. Raise PositionError, with the column, if it can match no position."""
        if len(text) > LONGEST:
            raise PositionError(f"a pattern of more than {LONGEST} characters")
        parts = text.split(";")
        head = parts[0].split()
        if not head or (_ANY not in head[0] and not games.is_known(head[0])):
            named = " or ".join(games.names())
            raise PositionError(
                f"a pattern begins with the game, {named}, or with ?, not with {excerpt(text)!r}"
            )
        self.game = head[0] if _ANY not in head[0] else ""
        turn = parts[1].split() if len(parts) > 1 else []
        self._round = int(turn[0]) if turn and turn[0].isascii() and turn[0].isdigit() else 0
        self._phase = turn[1] if len(turn) > 1 and _ANY not in turn[1] else ""
        _check_word("phase", self._phase.rstrip("123"), PHASES)
        if len(turn) == 2:
            parts[1] += f" {_ANY}"
        letter = turn[2] if len(turn) == 3 and _ANY not in "".join(turn) else ""
        self._seat = SEAT_LETTERS.find(letter) if len(letter) == 1 else -1
        self._head = [_section(part) for part in parts[:2]]
        self._others = [_section(part) for part in parts[2:] if part.split()]
        for section in self._others:
            _check_word("section", section.first, _SECTIONS)

    def matches(self, codec: Codec, state: State) -> bool:
        """Return whether the position fits the pattern."""
        if self.game and codec.game != self.game:
            return False
        if self._round and self._round != state.round:
            return False
        if self._seat >= 0 and state.actor not in (self._seat, CHANCE, OVER):
            return False
        sections = [part.split() for part in codec.write_position(state).split(";")]
        if self._phase == codec.phase(state) and len(sections[1]) > 1:
            sections[1][1] = self._phase  # planning is written in parts: `plan2`
        for section, words in zip(self._head, sections, strict=False):
            if not _fits(section, words):
                return False
        return all(self._has(section, sections[2:]) for section in self._others)

    def _has(self, section: _Section, sections: list[list[str]]) -> bool:
        named = _ANY not in section.first
        return any(
            _fits(section, words) for words in sections if not named or (words and words[0] == section.first)
        )


def _check_word(what: str, word: str, known: frozenset[str]) -> None:
    """Raise PositionError for a word that is close to a known one; other games may have others."""
    close = get_close_matches(word, known, 1) if len(word) > 1 and _ANY not in word else []
    if close and word not in known:
        raise PositionError(f"no {what} {excerpt(word)!r} in a pattern. Did you mean {close[0]}?")


def _section(text: str) -> _Section:
    words = text.split()
    runs: list[list[list[str]]] = [[]]
    for word in words:
        if word == _ANY:
            runs.append([])
        else:
            runs[-1].append(word.split(_ANY))
    return _Section(words[0] if words else _ANY, runs)


def _fits(section: _Section, words: list[str]) -> bool:
    """Return whether the words fit: each run at its first possible place, the last one at the end."""
    runs = section.runs
    if len(runs) == 1:
        return len(words) == len(runs[0]) and _run_at(runs[0], words, 0)
    if not _run_at(runs[0], words, 0):
        return False
    at, end = len(runs[0]), len(words) - len(runs[-1])
    for run in runs[1:-1]:
        while at <= end - len(run) and not _run_at(run, words, at):
            at += 1
        if at > end - len(run):
            return False
        at += len(run)
    return at <= end and _run_at(runs[-1], words, end)


def _run_at(run: list[list[str]], words: list[str], at: int) -> bool:
    if at < 0 or at + len(run) > len(words):
        return False
    return all(_word_fits(parts, words[at + number]) for number, parts in enumerate(run))


def _word_fits(parts: list[str], word: str) -> bool:
    """Return whether a word consists of these parts, with anything between two of them."""
    if len(parts) == 1:
        return word == parts[0]
    at, end = len(parts[0]), len(word) - len(parts[-1])
    if at > end or not (word.startswith(parts[0]) and word.endswith(parts[-1])):
        return False
    for part in parts[1:-1]:
        place = word.find(part, at, end)
        if place < 0:
            return False
        at = place + len(part)
    return True
