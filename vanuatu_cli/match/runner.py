"""A match from its first game to its last: play, write, count, and stop when enough is known."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field

from vanuatu.cli.files.game_output import GameOutput
from vanuatu.cli.match import ratings, sequential
from vanuatu.cli.match.game_worker import left_out
from vanuatu.cli.match.outcome import Outcome, outcome_of
from vanuatu.cli.match.tasks import Match, Played, Work, set_number
from vanuatu.cli.terminal.progress import Progress
from vanuatu.cli.workers.pools import Crew, run, run_here

MOST_FAULTS = 5  # of bots, that are told at the end


@dataclass
class Sets:
    """Feeds whole sets of games, in order, to a sequential test."""

    match: Match
    test: sequential.SequentialTest
    _open: dict[int, list[float | None]] = field(default_factory=dict)
    _next: int = 0

    def add(self, number: int, outcome: Outcome | None) -> bool:
        """Count a game; whether the test is decided."""
        first, second = self.match.bot_names[:2]
        share = sequential.duel_share(outcome, first, second) if outcome is not None else None
        self._open.setdefault(set_number(number, self.match.set_size), []).append(share)
        while not self.test.verdict and len(self._open.get(self._next, ())) == self.match.set_size:
            shares = [share for share in self._open.pop(self._next) if share is not None]
            self._next += 1
            if shares:
                self.test.add(sum(shares) / len(shares))
        return bool(self.test.verdict)


@dataclass
class Conductor:
    """Plays the games that are missing, in order."""

    match: Match
    output: GameOutput
    standings: ratings.Standings = field(default_factory=ratings.Standings)
    sets: Sets | None = None
    there: dict[int, Outcome] = field(default_factory=dict)
    left_out: list[int] = field(default_factory=list)
    faults: list[tuple[int, str]] = field(default_factory=list)  # the first ones: number of the game, what
    lost_workers: int = 0

    def conduct(self, crew: Crew[Work, Played] | None) -> None:
        """Play to the end, here or with a crew."""
        decided = False
        for number in sorted(self.there):
            decided = self._count(number, self.there[number]) or decided
        if decided:
            if crew is not None:
                crew.close()
            return
        missing = [n for n in range(1, self.match.games + 1) if n not in self.there] if self.there else None
        total = len(missing) if missing is not None else self.match.games
        numbers = iter(missing) if missing is not None else iter(range(1, self.match.games + 1))
        works = self.match.works(numbers)
        progress = Progress(self.match.games, self.match.games - total)
        playing = (
            run(works, total, crew, left_out, self._lost_worker) if crew is not None else run_here(works)
        )
        try:
            with closing(playing) as games:  # type: ignore[type-var]  # both are generators
                self._take(games, progress)
        finally:
            progress.close()

    def _take(self, games: Iterator[Played], progress: Progress) -> None:
        for played in games:
            with self.output.interrupts:  # the table counts exactly the games that are written
                self.output.write(played["game"])
                decided = self._note(played)
            progress.game()
            if decided:
                return

    def _note(self, played: Played) -> bool:
        """Count a game that is written, with the time it took; whether enough is known."""
        if played["fault"] and len(self.faults) < MOST_FAULTS:
            self.faults.append((played["number"], played["fault"]))
        for seat, name in enumerate(self.match.names(played["number"])):
            if played["moves"][seat]:
                self.standings.add_time(name, played["seconds"][seat], played["moves"][seat])
        return self._count(played["number"], outcome_of(played["tags"]))

    def _count(self, number: int, outcome: Outcome | None) -> bool:
        """Add a game to the table; whether enough is known."""
        if outcome is not None:
            self.standings.add(outcome)
        return self.sets is not None and self.sets.add(number, outcome)

    def _lost_worker(self, work: Work | None) -> None:
        self.lost_workers += 1
        if work is not None:
            self.left_out.append(work["number"])
