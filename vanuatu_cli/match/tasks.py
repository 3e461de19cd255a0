"""Work for a worker: a game of a match, described fully by a small record of plain values.

A record can be sent to a process or a machine as it is (pickled, or as msgpack), and whoever
plays it returns the same game. The number of a game decides who sits where, and on which draws:
games come in sets; a set plays every seating once on the same seed, so that neither seats nor draws
favour anybody, and the next set has the next seed.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import perm
from typing import TypedDict

from vanuatu.core.rng import MOST_SEED

SEED_LIMIT = MOST_SEED + 1
_SEED_STEP = 0x1E3779B97F4A7D  # odd, so that no seed comes twice; from the golden section, so that sets of
# neighbouring matches do not share their seeds
_MOST = 100_000

Seating = tuple[int, ...]  # for each seat the number of the bot that sits there


class SeatingFault(ValueError):
    """These bots cannot be seated in balance; one line that says why."""


def seatings(specs: Sequence[str], players: int) -> list[Seating]:
    """Every balanced way to seat the bots, each once; equal specs count as one bot.

    With more bots than seats every choice of bots in every order; with fewer, each bot sits in as
    many seats as the others or in one more. Those that are one another turned round the table stand
    together, so that after each such group everybody has sat everywhere.
    """
    if not specs:
        raise SeatingFault("a match needs at least one bot")
    names = list(dict.fromkeys(specs))
    entrants = [names.index(spec) for spec in specs]
    if perm(max(len(entrants), players), players) > _MOST:
        raise SeatingFault(f"{len(entrants)} bots in {players} seats are more seatings than can be balanced")
    seen: set[Seating] = set()
    ordered: list[Seating] = []
    for seating in _fillings(entrants, players):
        for turned in _turned(seating):
            if turned not in seen:
                seen.add(turned)
                ordered.append(turned)
    return ordered


def _fillings(entrants: list[int], players: int) -> Iterable[Seating]:
    if len(entrants) >= players:
        yield from permutations(entrants, players)
        return
    each, over = divmod(players, len(entrants))
    groups = {tuple(sorted(entrants * each + list(extra))) for extra in combinations(entrants, over)}
    for group in sorted(groups):
        yield from permutations(group)


def _turned(seating: Seating) -> list[Seating]:
    """The seating turned round the table, seat by seat."""
    return [seating[-turn:] + seating[:-turn] if turn else seating for turn in range(len(seating))]


def game_seed(match_seed: int, number: int, set_size: int) -> int:
    """The seed of the game of that number (from 1): one a set, and the first set has that of the match."""
    return (match_seed + (number - 1) // set_size * _SEED_STEP) % SEED_LIMIT


def match_seed(seed: int, number: int, set_size: int) -> int:
    """The seed of the match in which the game of that number has that seed."""
    return (seed - (number - 1) // set_size * _SEED_STEP) % SEED_LIMIT


class Task(TypedDict):
    """What a worker of a crew is given: one of many things of a kind, known by its number."""

    number: int


class Done(TypedDict):
    """What a worker gives back; `took` are seconds."""

    number: int
    took: float


class Work(Task):
    """A game to be played."""

    seed: int
    game: str
    options: list[str]
    bots: list[str]  # a spec for each seat
    names: list[str]  # what the record calls them
    opening: str  # the position to start from; empty for the beginning
    clock: list[float]  # seconds for the game, and more with every move; empty for no clock
    move_time: float  # seconds for each move, where there is no clock; 0 for none
    sims: int  # the simulations that external bots are asked for where there is neither
    patience: float  # seconds until one that does not answer is given up
    restart: bool  # whether they are started anew for each game
    log: str  # the file that takes what they say; empty for none
    form: str  # pvn, ndjson or msgpack
    date: str


class Played(Done):
    """A game that was played."""

    game: bytes  # the whole game, in its form
    tags: dict[str, str]
    seconds: list[float]  # by seat
    moves: list[int]  # by seat
    fault: str  # what the bot that forfeited the game did; empty if none did


@dataclass(frozen=True)
class Match:
    """A match: what all its games have in common, and from which each game follows by its number."""

    game: str
    options: tuple[str, ...]
    specs: tuple[str, ...]  # every bot once
    seatings: tuple[Seating, ...]
    seed: int
    games: int
    openings: tuple[str, ...] = ()
    called: tuple[str, ...] = ()  # what each bot is called, if not by its spec
    clock: tuple[float, float] | None = None
    move_time: float = 0.0
    sims: int = 1000
    patience: float = 10.0
    restart: bool = False
    log: str = ""
    form: str = "pvn"
    date: str = "????.??.??"

    @property
    def players(self) -> int:
        return len(self.seatings[0])

    @property
    def set_size(self) -> int:
        """How many games make a set: every seating once."""
        return len(self.seatings)

    def names(self, number: int) -> list[str]:
        """What those are called who sit in the game of that number (from 1), by seat."""
        return [self.bot_names[bot] for bot in self._seating(number)]

    @property
    def bot_names(self) -> tuple[str, ...]:
        """What each bot is called in tags and tables."""
        return self.called or self.specs

    def _seating(self, number: int) -> Seating:
        return self.seatings[(number - 1) % self.set_size]

    def seed_of(self, number: int) -> int:
        """The seed of the game of that number."""
        return game_seed(self.seed, number, self.set_size)

    def work(self, number: int) -> Work:
        """The record of the game of that number."""
        openings = self.openings
        return Work(
            number=number,
            seed=self.seed_of(number),
            game=self.game,
            options=list(self.options),
            bots=[self.specs[bot] for bot in self._seating(number)],
            names=self.names(number),
            opening=openings[(number - 1) // self.set_size % len(openings)] if openings else "",
            clock=list(self.clock or ()),
            move_time=self.move_time,
            sims=self.sims,
            patience=self.patience,
            restart=self.restart,
            log=self.log,
            form=self.form,
            date=self.date,
        )

    def works(self, numbers: Iterator[int]) -> Iterator[Work]:
        """The records of these games, one after another."""
        return map(self.work, numbers)


def set_number(number: int, set_size: int) -> int:
    """To which set the game of that number belongs, from 0."""
    return (number - 1) // set_size
