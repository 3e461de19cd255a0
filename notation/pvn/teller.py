"""Tells a listener a game from its record, in the order in which a text of it would.

So whatever listens to a text can listen to a game in memory: the writer, and the verification of
games that came in a machine form.
"""

from typing import final

from mypy_extensions import i64

from notation.pvn.parser import Listener
from notation.record import GameRecord, Line, Ply, seated


def tell(record: GameRecord, listener: Listener) -> None:
    """All events of a game, of which the last are the result and what follows it."""
    for name, value in record.tags.items():
        listener.tag(name, value, 0)
    if not listener.movetext(0):
        return
    _tell_line(record.line, listener)
    listener.result(record.result, 0)
    for text in record.tail:
        listener.comment(text, 0)
    listener.end(0)


@final
class _Place:
    """How far the telling has come in a line of moves."""

    def __init__(self, line: Line, round: i64) -> None:
        self.line = line
        self.round = round  # of the last move
        self.next: i64 = 0
        self.variation: i64 = 0  # the next one of the last move


def _tell_line(line: Line, listener: Listener) -> None:
    """The moves with their variations, however deep: with a stack of its own, since recursion has a limit."""
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
            _tell_moves(place, listener)
        else:
            stack.pop()
            if stack:
                listener.close(0)
                for text in place.line.after:
                    listener.comment(text, 0)


def _tell_moves(place: _Place, listener: Listener) -> None:
    """Moves up to the end of the line or the next one that has variations."""
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
            listener.move(seated(ply), 0)
            continue
        _tell_noted(ply, listener)
        if notes.variations:
            place.variation = 0
            return


def _tell_noted(ply: Ply, listener: Listener) -> None:
    """A move about which something is said."""
    glyphs = ply.glyphs
    first: i64 = 0
    if glyphs and glyphs[0][:1] != "$":
        listener.move(seated(ply) + glyphs[0], 0)
        first = 1
    else:
        listener.move(seated(ply), 0)
    while first < len(glyphs):
        listener.glyph(glyphs[first], 0)
        first += 1
    for text in ply.comments:
        listener.comment(text, 0)
