"""The games of a match as tasks: small records that describe each game completely.

A task can be sent to another process or machine; wherever it is played, the game is the same. The number
of a game decides its seating and its seed. Games come in sets: a set plays every seating once on the same
seed, so that neither seats nor draws favour a bot. The next set has the next seed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import perm

from vanuatu.cli.workers.pools import Task, TaskResult
from vanuatu.core.rng import MOST_SEED

SEED_LIMIT = MOST_SEED + 1
_SEED_STEP = 0x1E3779B97F4A7D  # odd, so that no seed repeats; from the golden ratio, so that matches with
# neighbouring seeds share none
_MOST = 100_000

NO_DATE = "????.??.??"

Seating = tuple[int, ...]  # the number of the bot in each seat


class SeatingFault(ValueError):
    """These bots cannot be seated in balance. The message is one line."""


def seatings(specs: Sequence[str], players: int) -> list[Seating]:
    """Return every balanced seating of the bots once; equal specs count as one bot.

    With more bots than seats these are all choices of bots in every order. With fewer bots, each sits in
    as many seats as the others or in one more. Rotations of a seating follow one another, so that each
    bot has sat in every seat after them.
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


def gauntlet_seatings(specs: Sequence[str], heads: int, players: int) -> list[Seating]:
    """Return the seatings of a gauntlet: each of the first bots in pairs with each of the others.

    The two bots of a pair share the seats in all balanced ways. Equal specs count as one bot.
    """
    names = list(dict.fromkeys(specs))
    others = names[heads:]
    if len(others) < 2:
        raise SeatingFault(f"--gauntlet {heads} needs {heads + 2} or more different bots (got {len(names)})")
    ordered: list[Seating] = []
    for other in range(heads, len(names)):
        for head in range(heads):
            pair = head, other
            ordered += [
                tuple(pair[bot] for bot in seating)
                for seating in seatings([names[head], names[other]], players)
            ]
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
    """Return all rotations of a seating."""
    return [seating[-turn:] + seating[:-turn] if turn else seating for turn in range(len(seating))]


def game_seed(match_seed: int, number: int, set_size: int) -> int:
    """Return the seed of a game by its number (from 1). The games of a set share it."""
    return (match_seed + (number - 1) // set_size * _SEED_STEP) % SEED_LIMIT


def match_seed(seed: int, number: int, set_size: int) -> int:
    """Return the seed of the match whose game of that number has this seed."""
    return (seed - (number - 1) // set_size * _SEED_STEP) % SEED_LIMIT


@dataclass(frozen=True)
class GameTask(Task):
    """A game to play."""

    seed: int
    game: str
    options: tuple[str, ...]
    bots: tuple[str, ...]  # a spec per seat
    names: tuple[str, ...]  # the names in the record, by seat
    opening: str  # the start position; empty for the usual start
    clock: tuple[float, float] | None  # seconds for the game, and increment per move
    move_time: float  # seconds per move if there is no clock; 0 for no limit
    sims: int  # simulations for external bots if there is neither
    patience: float  # timeout of external bots in seconds
    restart: bool  # whether external bots are restarted for each game
    log: str  # the file that records their messages; empty for none
    form: str  # pvn, ndjson or msgpack
    date: str


@dataclass(frozen=True)
class GameResult(TaskResult):
    """A game that was played."""

    game: bytes  # the complete game, in its format
    tags: dict[str, str]
    times: tuple[float, ...]  # thinking time by seat, in seconds
    moves: tuple[int, ...]  # by seat
    loser: int = -1  # the seat that forfeited the game, if one did
    error: str = ""  # what it did


@dataclass(frozen=True)
class Match:
    """A match: everything that its games have in common. Each game follows from its number."""

    game: str
    options: tuple[str, ...]
    specs: tuple[str, ...]  # each bot once
    seatings: tuple[Seating, ...]
    seed: int
    games: int
    openings: tuple[str, ...] = ()
    called: tuple[str, ...] = ()  # the names of the bots, if they differ from the specs
    clock: tuple[float, float] | None = None
    move_time: float = 0.0
    sims: int = 1000
    patience: float = 10.0
    restart: bool = False
    log: str = ""
    form: str = "pvn"
    date: str = NO_DATE

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.seatings[0])

    @property
    def set_size(self) -> int:
        """The number of games in a set: every seating once."""
        return len(self.seatings)

    def names(self, number: int) -> list[str]:
        """Return the names by seat in the game of that number (from 1)."""
        return [self.bot_names[bot] for bot in self._seating(number)]

    @property
    def bot_names(self) -> tuple[str, ...]:
        """The names of the bots in tags and tables."""
        return self.called or self.specs

    def _seating(self, number: int) -> Seating:
        return self.seatings[(number - 1) % self.set_size]

    def seed_of(self, number: int) -> int:
        """Return the seed of the game of that number."""
        return game_seed(self.seed, number, self.set_size)

    def task(self, number: int) -> GameTask:
        """Return the game of that number as a task."""
        openings = self.openings
        return GameTask(
            number=number,
            seed=self.seed_of(number),
            game=self.game,
            options=self.options,
            bots=tuple(self.specs[bot] for bot in self._seating(number)),
            names=tuple(self.names(number)),
            opening=openings[(number - 1) // self.set_size % len(openings)] if openings else "",
            clock=self.clock,
            move_time=self.move_time,
            sims=self.sims,
            patience=self.patience,
            restart=self.restart,
            log=self.log,
            form=self.form,
            date=self.date,
        )


def set_number(number: int, set_size: int) -> int:
    """Return the set of the game of that number, from 0."""
    return (number - 1) // set_size
