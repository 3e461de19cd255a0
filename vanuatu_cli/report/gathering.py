"""Reads files: counts each game and forgets it; reports and counts invalid games.

A `Selection` says which games and seats a report is about (`--player`, `--game`, `--where`). A game adds
figures of its own by the module `vanuatu.cli.games.<game>.statistics`, with `counter()` and
`tables(results)`. A game without this module gets tables of results only.
"""

import os
import stat
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import inputs
from vanuatu.cli.files.selection import Duplicates, digest_of, read_where
from vanuatu.cli.match.outcome import Outcome, outcome_of
from vanuatu.cli.report import counting
from vanuatu.cli.report.results import Ending, Results
from vanuatu.cli.report.tables import ReportTable
from vanuatu.cli.terminal import console
from vanuatu.cli.terminal.progress import StatusLine, span
from vanuatu.core import games
from vanuatu.core.game import OVER
from vanuatu.notation.errors import excerpt
from vanuatu.notation.files import GameRead
from vanuatu.notation.tags import game_name, result_tags, seats_of


class GameStatistics(Protocol):
    """The module `statistics` of a game. `SCORE_PARTS` has the figure of each part of the score."""

    SCORE_PARTS: Mapping[str, int]

    def counter(self) -> counting.Counter: ...

    def tables(self, results: Results) -> list[ReportTable]: ...


class _ResultsAlone:
    """The statistics of a game without a module of its own."""

    SCORE_PARTS: Mapping[str, int] = {}

    def counter(self) -> counting.Counter:
        return counting.ResultCounter()

    def tables(self, results: Results) -> list[ReportTable]:
        return []


def statistics_of(game: str) -> GameStatistics:
    """Return the statistics of a game."""
    module: Any = games.part(
        "vanuatu.cli.games", game, "statistics"
    )  # a module fits the protocol by its names
    if module is None:
        return _ResultsAlone()
    part: GameStatistics = module
    return part


@dataclass(frozen=True)
class Selection:
    """The games and seats that a report is about; by default all."""

    players: tuple[str, ...] = ()
    game: str = ""
    where: tuple[str, ...] = ()
    unique: bool = False

    @classmethod
    def of(
        cls, players: Sequence[str], game: str | None, where: Sequence[str], *, unique: bool = False
    ) -> "Selection":
        """Return the selection. Raise CallFault for an unknown game or an invalid condition."""
        if game is not None and not games.is_known(game):
            raise CallFault(
                f"--game {excerpt(game)}: there is no such game. Games: {', '.join(games.names())}"
            )
        read_where(where)
        return cls(tuple(players), game or "", tuple(where), unique)

    def options(self) -> str:
        """Return the selection as options of the command line."""
        given = [("--player", name) for name in self.players]
        given += [("--game", self.game)] if self.game else []
        given += [("--where", text) for text in self.where]
        return " ".join(
            [f"{option} {excerpt(value)}" for option, value in given] + ["--unique"] * self.unique
        )

    def takes(self, tags: Mapping[str, str]) -> bool:
        """Return whether the tags are those of a selected game, as far as tags decide."""
        if self.game and game_name(tags) != self.game:
            return False
        return not self.players or any(tags[seat] in self.players for seat in seats_of(tags))

    def counted(self, names: Sequence[str]) -> list[bool]:
        """Return which seats count, by the names of their players."""
        return [not self.players or name in self.players for name in names]


_END: Final = ("Result", "Winner", "Termination")
_MOST_NAMES: Final = 8  # of players in an error message, of sites
_LONGEST_SEED: Final = 30  # digits


class Provenance:
    """Where the games of a report come from: files, dates, seeds, programs."""

    def __init__(self) -> None:
        self.files: list[str] = []
        self.first = self.last = ""  # dates
        self.undated = 0
        self.least_seed: int | None = None
        self.most_seed: int | None = None
        self.unseeded = 0
        self.sites: set[str] = set()

    def add(self, tags: Mapping[str, str]) -> None:
        """Note the tags of a counted game."""
        date, seed, site = tags.get("Date", "?"), tags.get("Seed", ""), tags.get("Site", "?")
        if date[:1] == "?":
            self.undated += 1
        else:
            self.first = min(self.first or date, date)
            self.last = max(self.last, date)
        if seed.isdecimal() and len(seed) < _LONGEST_SEED:
            number = int(seed)
            self.least_seed = number if self.least_seed is None else min(self.least_seed, number)
            self.most_seed = number if self.most_seed is None else max(self.most_seed, number)
        else:
            self.unseeded += 1
        if site != "?" and len(self.sites) < _MOST_NAMES:
            self.sites.add(site)


class GameReport:
    """The results by game, and the numbers of games that were not counted."""

    def __init__(self, choice: Selection) -> None:
        self.choice = choice
        self.by_game: dict[str, Results] = {}
        self.games = 0
        self.unfinished = 0
        self.broken = 0
        self.contradicted = 0  # counted by their moves, which the tags contradict
        self.left_out = 0  # not selected
        self.unread = 0  # files
        self.source = Provenance()
        self._where = read_where(choice.where)
        self.duplicates = Duplicates()
        self._names: set[str] = set()  # of the players, if some are selected

    @property
    def faulty(self) -> bool:
        """Return whether any file or game had an error."""
        return bool(self.broken or self.contradicted or self.unread)

    def why_empty(self, files: Sequence[str]) -> str:
        """Return the reason why no game was counted, in a report without errors."""
        for name in self.choice.players:
            if name not in self._names:
                known = [excerpt(other) for other in sorted(self._names)]
                listed = ", ".join(known[:_MOST_NAMES]) + (", …" if len(known) > _MOST_NAMES else "")
                return f"no finished game has player {excerpt(name)!r} (players: {listed})"
        if self.unfinished:
            where = inputs.label(files[0]) if len(files) == 1 else f"{len(files)} files"
            kind = "matching game" if self.left_out else "game"
            kind += "s" if self.unfinished > 1 else ""
            return f"{where}: {self.unfinished} {kind}, not finished (result *)"
        return f"no finished game matches {self.choice.options()}"

    def read(self, files: Sequence[str]) -> None:
        """Count the games of the files, and report errors on stderr."""
        self.source.files = [inputs.label(name) for name in files]
        progress = _Progress(files)
        try:
            for name in files:
                progress.open(name)
                try:
                    for read in inputs.games_of(name):
                        self.take(read, inputs.label(name), progress.print_message)
                        progress.game(read.offset)
                except InputFault as fault:
                    progress.print_message(str(fault))
                    self.unread += 1
        finally:
            progress.close()

    def take(self, read: GameRead, name: str, tell: Callable[[str], None]) -> None:
        """Count a game, unless it is invalid or not selected. `tell` gets a line for each error in it."""
        if read.error is not None:
            tell(read.error.at(name))
            self.broken += 1
            return
        tags = read.session.record.tags
        if self.choice.players:
            self._names.update(tags[seat] for seat in seats_of(tags))
        where = self._where
        taken = self.choice.takes(tags) and (where is None or where.holds(read.session, read.number))
        if not taken:
            self.left_out += 1
            return
        if self.duplicates.add(digest_of(read.session)) and self.choice.unique:
            return
        if read.differences:
            for fault in read.differences:
                tell(fault.at(name))
            self.contradicted += 1
            tags = _as_played(read)
        outcome = outcome_of(tags)
        if outcome is None or (not outcome.forfeited and read.session.state.actor != OVER):
            self.unfinished += 1
        else:
            self.games += 1
            self.source.add(tags)
            self._count(read, outcome)

    def _count(self, read: GameRead, outcome: Outcome) -> None:
        built = read.session
        results = self.by_game.get(outcome.game)
        if results is None:
            statistics = statistics_of(outcome.game)
            results = Results(statistics.counter(), statistics.SCORE_PARTS)
            self.by_game[outcome.game] = results
        shares = [0] * len(outcome.names)
        for seat in outcome.winners:
            shares[seat] = int(counting.SHARES) // len(outcome.winners)
        scores = list(outcome.scores)
        lost = not outcome.winners
        counted = self.choice.counted(outcome.names)
        forfeited = outcome.forfeited
        by_seat = counting.SeatResults(
            shares, scores, outcome.places(), counted, lost=lost, forfeited=forfeited
        )
        results.counter.count(built.start, built.record.plies, built.moves, by_seat)
        results.add(
            Ending(
                names=outcome.names,
                shares=shares,
                scores=scores,
                variant=built.record.tags.get("Variant", ""),
                termination=outcome.termination,
                rounds=int(built.state.round - built.start.round + 1),
                decisions=results.counter.decisions,
                lost=lost,
                forfeited=forfeited,
            ),
            counted,
        )


def _as_played(read: GameRead) -> dict[str, str]:
    """Return the tags of a game, with the result of its moves."""
    built = read.session
    tags = built.record.tags
    kept = {name: value for name, value in tags.items() if name not in _END}
    return kept | result_tags(built.state, built.codec, tags.get("Termination", ""))


class _Progress(StatusLine):
    """The progress: games counted, and the time left, estimated from file sizes."""

    def __init__(self, files: Sequence[str]) -> None:
        super().__init__()
        self._sizes = {name: _size(name) for name in files}
        self._total = None if None in self._sizes.values() else sum(_size(name) or 0 for name in files)
        self._before = 0  # the bytes of the files before this one
        self._name = ""
        self._games = 0

    def open(self, name: str) -> None:
        """Begin the next file."""
        self._before += self._sizes.get(self._name) or 0
        self._name = name

    def game(self, offset: int) -> None:
        """Note that the game at this offset of the file is counted."""
        self._games += 1
        if self.due():
            self.show(self._line(offset))

    def print_message(self, message: str) -> None:
        """Print a message to stderr."""
        self.close()
        console.print_message(message)

    def _line(self, offset: int) -> str:
        seconds = self.seconds()
        line = f"{self._games} games, {self._games / max(1e-9, seconds):.0f}/s"
        done = self._before + offset
        if self._total and done:
            line += f", {span(seconds * max(0, self._total - done) / done)} left"
        return line


def _size(name: str) -> int | None:
    """Return the size of a regular file; None for other inputs."""
    if name == inputs.STDIN:
        return None
    try:
        found = os.stat(name)
    except OSError:
        return 0
    return found.st_size if stat.S_ISREG(found.st_mode) else None
