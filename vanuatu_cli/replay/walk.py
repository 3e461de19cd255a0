"""Going through a game ply by ply, from one place in it to another."""

from collections.abc import Iterator
from dataclasses import dataclass

from core.game import State
from notation.errors import shown
from notation.pvn.builder import GameBuilder
from notation.record import Ply
from vanuatu_cli.errors import CallFault


@dataclass(frozen=True)
class Place:
    """A ply of a game: its number, from 1; or with a round its number within that round."""

    ply: int
    round: int | None = None

    @classmethod
    def read(cls, text: str, option: str) -> "Place":
        """`40`, or `5.12` for the twelfth ply of round 5; CallFault if it is neither."""
        words = text.split(".")
        if len(words) > 2 or not all(word.isascii() and word.isdigit() and len(word) < 8 for word in words):
            raise CallFault(f"{option} {shown(text)}: it takes a ply like 40, or round and ply like 5.12")
        numbers = [int(word) for word in words]
        return cls(numbers[-1], numbers[0] if len(words) == 2 else None)


@dataclass(frozen=True)
class PlayedStep:
    """One ply of a replay; the state is the one before it until `play` was called."""

    number: int  # from 1
    within: int  # its number in its round, from 1
    ply: Ply
    move: int
    state: State

    def play(self) -> State:
        """Make the move; the position after it."""
        self.state.apply(self.move)
        return self.state


def steps(game: GameBuilder, begin: Place | None, end: Place | None) -> Iterator[PlayedStep]:
    """The plies from `begin` to `end`, both included; whoever takes a step plays it before the next."""
    state = game.start.copy()
    within, round = 0, 0
    for number, (ply, move) in enumerate(zip(game.record.plies, game.moves, strict=True), 1):
        within = within + 1 if ply.round == round else 1
        round = int(ply.round)
        if end is not None and _stands(end, number, round, within) > 0:
            return
        if begin is None or _stands(begin, number, round, within) >= 0:
            yield PlayedStep(number, within, ply, move, state)
        else:
            state.apply(move)


def _stands(place: Place, number: int, round: int, within: int) -> int:
    """-1 for a ply before the place, 0 at it, 1 after it."""
    here, there = (
        ((number, 0), (place.ply, 0)) if place.round is None else ((round, within), (place.round, place.ply))
    )
    return (here > there) - (here < there)
