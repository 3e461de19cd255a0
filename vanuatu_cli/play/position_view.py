"""Lazily cached views of the current position.

A screen shows the same position many times: when keys are pressed, when the terminal is resized, when text
is cut to fit. So each view is computed once and kept until a move is played or undone. Earlier positions
are kept too.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from vanuatu.cli.play.markers import Markers, markers_of
from vanuatu.core.game import CHANCE, OVER, State
from vanuatu.notation.session import Session

SPECTATOR_PLIES = 12  # recent plies that are shown to a viewer without a seat


@dataclass
class Event:
    """One move as the other players see it."""

    seat: int
    round: int
    words: str
    gains: dict[int, dict[str, int]] = field(default_factory=dict)  # by seat and figure


@dataclass(frozen=True)
class Choice:
    """A legal move with its token and what it does."""

    move: int
    token: str
    words: str


class PositionView:
    """The views of the current position of a session, by seat; seat None sees no secrets."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._state = session.state
        self._ply = session.ply
        self._seen: dict[int | None, State] = {}
        self._scenes: dict[int | None, Mapping[str, Any]] = {}
        self._recent: dict[int | None, list[Event]] = {}

    def is_current(self) -> bool:
        """Return whether the session is still in this position."""
        session = self._session
        return session.state is self._state and session.ply == self._ply

    @cached_property
    def legal(self) -> list[int]:
        """Return the legal moves."""
        return [int(move) for move in self._state.legal_moves()]

    @cached_property
    def options(self) -> list[Choice]:
        """Return the legal moves with token and words."""
        state, codec = self._state, self._session.codec
        return [Choice(move, codec.token(state, move), codec.words(state, move)) for move in self.legal]

    @cached_property
    def markers(self) -> Markers | None:
        """Return the decision as parts that are chosen one at a time, or None."""
        return markers_of(self._session.codec.game, self._state, self.legal)

    def seen_by(self, seat: int | None) -> State:
        """Return the position as a seat sees it, without the secrets that others have in this round."""
        if seat not in self._seen:
            self._seen[seat] = self._session.seen(seat)
        return self._seen[seat]

    def scene(self, seat: int | None) -> Mapping[str, Any]:
        """Return what to draw for a seat; its type depends on the game."""
        if seat not in self._scenes:
            self._scenes[seat] = self._session.codec.scene(self.seen_by(seat))
        return self._scenes[seat]

    def recent_events(self, seat: int | None) -> list[Event]:
        """Return the events since the seat's last move."""
        if seat not in self._recent:
            self._recent[seat] = self.events(seat, self.first_unseen_ply(seat))
        return self._recent[seat]

    def first_unseen_ply(self, seat: int | None) -> int:
        """Return the first ply after the seat's own last move."""
        plies = self._session.record.plies
        if seat is None:
            return max(0, len(plies) - SPECTATOR_PLIES)
        return next((at + 1 for at in range(len(plies) - 1, -1, -1) if plies[at].seat == seat), 0)

    def events(self, seat: int | None, first: int) -> list[Event]:
        """Return the events from a ply on, as a seat sees them, with gains and losses."""
        session, codec = self._session, self._session.codec
        plies = session.record.plies
        ended = int(plies[first - 1].round) if first else session.state.round
        over = first == session.ply and session.state.actor == OVER
        begun = int(plies[first].round) if first < session.ply else session.state.round
        events = self._turned_up(ended, first) if over or begun != ended else []
        state = session.at(first)
        before = codec.holdings(state)
        for at in range(first, session.ply):
            ply, move = session.record.plies[at], session.moves[at]
            if (
                not session.state.revealed()
                and ply.round == session.state.round
                and ply.seat not in (seat, CHANCE)
            ):
                move = int(state.seen_by_others(move))
            event = Event(int(ply.seat), int(ply.round), codec.words(state, move))
            state.apply(move)
            after = codec.holdings(state)
            event.gains = _changes(before, after)
            before = after
            events.append(event)
            if state.round != ply.round or state.actor == OVER:
                events += self._turned_up(int(ply.round), first)
        return events

    def _turned_up(self, round: int, end: int) -> list[Event]:
        """Return an event for each secret move of a round before ply `end`, which is known only now."""
        session, events = self._session, []
        plies = session.record.plies[:end]
        begin = next((at for at, ply in enumerate(plies) if ply.round == round), end)
        state = session.at(begin)
        for at in range(begin, end):
            ply, move = plies[at], session.moves[at]
            if ply.seat != CHANCE and int(state.seen_by_others(move)) != move:
                taken = session.codec.words(state, move).rpartition(" take ")[2]
                events.append(Event(int(ply.seat), round, f"turn up {taken}"))
            if at + 1 < end:
                state.apply(move)
        return events


def _changes(before: list[dict[str, int]], after: list[dict[str, int]]) -> dict[int, dict[str, int]]:
    changes: dict[int, dict[str, int]] = {}
    for seat, (old, new) in enumerate(zip(before, after, strict=True)):
        differences = {word: new[word] - old[word] for word in new if new[word] != old[word]}
        if differences:
            changes[seat] = differences
    return changes
