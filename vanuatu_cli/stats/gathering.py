"""Reading: every game of the files is played, counted and forgotten; what is broken is named and counted."""

import os
import stat
from collections.abc import Sequence
from typing import Final

from core.game import OVER
from notation.files import GameRead
from notation.tags import ending
from vanuatu_cli.errors import InputFault
from vanuatu_cli.io import console, sources
from vanuatu_cli.matches.stats.outcome import Outcome, outcome_of
from vanuatu_cli.matches.stats.progress import StatusLine, span
from vanuatu_cli.stats import choosing, counting, games
from vanuatu_cli.stats.results import Ending, Results

_END: Final = ("Result", "Winner", "Termination")


class Gathered:
    """The results by game, and how many games could not be counted."""

    def __init__(self, choice: choosing.Choice) -> None:
        self.choice = choice
        self.by_game: dict[str, Results] = {}
        self.games = 0
        self.unfinished = 0
        self.broken = 0
        self.contradicted = 0  # counted as the moves say, since the tags say something else
        self.left_out = 0  # by the choice
        self.unread = 0  # files
        self._conditions = choice.conditions()

    @property
    def faulty(self) -> bool:
        """Whether anything was wrong with what was read."""
        return bool(self.broken or self.contradicted or self.unread)

    def read(self, files: Sequence[str]) -> None:
        """Count the games of the files, and say on stderr what is wrong with them."""
        progress = _Progress(files)
        try:
            for name in files:
                progress.open(name)
                try:
                    for read in sources.games_of(name):
                        self._take(read, sources.label(name), progress)
                        progress.game(read.offset)
                except InputFault as fault:
                    progress.say(str(fault))
                    self.unread += 1
        finally:
            progress.close()

    def _take(self, read: GameRead, name: str, progress: "_Progress") -> None:
        if read.fault is not None:
            progress.say(read.fault.at(name))
            self.broken += 1
            return
        tags = read.record.tags
        if not all(holds(tags) for holds in self._conditions):
            self.left_out += 1
            return
        if read.differences:
            for fault in read.differences:
                progress.say(fault.at(name))
            self.contradicted += 1
            tags = _as_played(read)
        outcome = outcome_of(tags)
        if outcome is None or (not outcome.forfeited and read.built.state.actor != OVER):
            self.unfinished += 1
        else:
            self.games += 1
            self._count(read, outcome)

    def _count(self, read: GameRead, outcome: Outcome) -> None:
        built = read.built
        results = self.by_game.get(outcome.game)
        if results is None:
            results = self.by_game[outcome.game] = Results(games.part_of(outcome.game).counter())
        shares = [0] * len(outcome.names)
        for seat in outcome.winners:
            shares[seat] = int(counting.SHARES) // len(outcome.winners)
        scores = list(outcome.scores)
        lost = not outcome.winners
        counted = self.choice.counted(outcome.names)
        forfeited = outcome.forfeited
        standing = counting.Standing(
            shares, scores, outcome.places(), counted, lost=lost, forfeited=forfeited
        )
        results.counter.count(built.start, built.record.plies, built.moves, standing)
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
    """The tags of a game with the end that its moves come to."""
    built = read.built
    tags = built.record.tags
    kept = {name: value for name, value in tags.items() if name not in _END}
    return kept | ending(built.state, built.codec, tags.get("Termination", ""))


class _Progress(StatusLine):
    """How many games are counted, and by the sizes of the files how long the rest will take."""

    def __init__(self, files: Sequence[str]) -> None:
        super().__init__()
        self._sizes = {name: _size(name) for name in files}
        self._total = None if None in self._sizes.values() else sum(_size(name) or 0 for name in files)
        self._before = 0  # the bytes of the files before this one
        self._name = ""
        self._games = 0

    def open(self, name: str) -> None:
        """The next file."""
        self._before += self._sizes.get(self._name) or 0
        self._name = name

    def game(self, offset: int) -> None:
        """A game that begins so far into the file has been looked at."""
        self._games += 1
        if self.due():
            self.show(self._line(offset))

    def say(self, message: str) -> None:
        """A line for people between the others."""
        self.close()
        console.say(message)

    def _line(self, offset: int) -> str:
        seconds = self.seconds()
        line = f"{self._games} games, {self._games / max(1e-9, seconds):.0f}/s"
        done = self._before + offset
        if self._total and done:
            line += f", {span(seconds * max(0, self._total - done) / done)} left"
        return line


def _size(name: str) -> int | None:
    """The size of an ordinary file."""
    if name == sources.STDIN:
        return None
    try:
        found = os.stat(name)
    except OSError:
        return 0
    return found.st_size if stat.S_ISREG(found.st_mode) else None
