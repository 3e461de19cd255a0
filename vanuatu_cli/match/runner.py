"""Run a match from its first game to its last: play, write, count, and stop when the test is decided."""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from vanuatu.ai.external.bot import CRASH
from vanuatu.ai.external.pipes import STDERR
from vanuatu.cli.errors import InputFault
from vanuatu.cli.files import writing
from vanuatu.cli.match import game_output, game_worker, participants, ratings, report, sprt_report
from vanuatu.cli.match.options import STDOUT, MatchOptions, plan_match
from vanuatu.cli.match.outcome import Outcome, outcome_of
from vanuatu.cli.match.sets import MatchSets
from vanuatu.cli.match.tasks import GameResult, GameTask, Match
from vanuatu.cli.match.times import split_time
from vanuatu.cli.terminal import console
from vanuatu.cli.terminal.progress import Progress
from vanuatu.cli.workers import pools, processes
from vanuatu.cli.workers.sent_weights import weights_of, with_weights

MOST_ERRORS = 5  # errors of bots that are reported at the end
OUT = writing.Output("--out", writing.PACKED, resume=True)
LOG = writing.Output("--log", (".log", ".txt"), resume=True)


def run_match(options: MatchOptions, *, quiet: bool = False) -> "MatchRunner":
    """Play a match, write its games to `options.out`, and return the runner with its results.

    If it is `quiet`, it prints nothing. Raise CallFault for wrong options, InputFault if the games cannot be
    played or written.
    """
    runner = prepare_match(options, quiet=quiet)
    try:
        runner.play()
    except (game_output.OutputFailed, pools.ClusterFault) as error:
        raise InputFault(f"{error} ({report.games(runner.written)} written)") from None
    finally:
        runner.output.close()
    return runner


@dataclass
class Forfeits:
    """The games that a bot forfeited: the reason of the first, and the number of each termination."""

    reason: str
    terminations: Counter[str] = field(default_factory=Counter)

    @property
    def games(self) -> int:
        """The number of games."""
        return self.terminations.total()


@dataclass
class MatchRunner:
    """Plays the missing games of a match, in order."""

    match: Match
    output: game_output.GameOutput
    pool: pools.WorkerPool[GameTask, GameResult] | None = None  # None: play in this process
    standings: ratings.Standings = field(default_factory=ratings.Standings)
    sets: MatchSets | None = None
    finished: dict[int, Outcome] = field(default_factory=dict)  # games that the output had before
    out: str = STDOUT
    left_out: list[int] = field(default_factory=list)
    errors: list[tuple[int, str]] = field(default_factory=list)  # the first ones: number of the game, text
    played: Counter[str] = field(default_factory=Counter)  # games of each bot in this run
    forfeits: dict[str, Forfeits] = field(default_factory=dict)  # of this run, by bot
    stop_on_crash: bool = False
    crash: str = ""  # the crash that stopped the match
    quiet: bool = False  # prints nothing

    def play(self) -> None:
        """Play to the end, and put the file in order."""
        decided = False
        for number in sorted(self.finished):
            decided = self._count(number, self.finished[number]) or decided
        if decided:
            if self.pool is not None:
                self.pool.close()
            return
        numbers: Iterable[int] = range(1, self.match.games + 1)
        total = self.match.games
        if self.finished:
            numbers = [number for number in numbers if number not in self.finished]
            total = len(numbers)
        tasks = map(self.match.task, numbers)
        progress = None if self.quiet else Progress(self.match.games, self.match.games - total)
        try:
            with closing(self._results(tasks, total)) as results:
                self._write(results, progress)
        finally:
            if progress is not None:
                progress.close()
        game_output.close_in_order(self.output, self.out, self.match, self.finished)
        if self.output.half:
            console.print_message(f"{self.out}: half a game at its end is left as it was")

    @property
    def written(self) -> int:
        """The number of games that were written in this run."""
        return self.output.games - len(self.finished)

    def hopeless_bots(self) -> list[str]:
        """Return the bots that forfeited all their games in this run."""
        return [name for name, lost in self.forfeits.items() if lost.games == self.played[name]]

    def _results(self, tasks: Iterator[GameTask], total: int) -> Generator[GameResult, None, None]:
        if self.pool is None:
            return _play_here(tasks)
        return pools.run(tasks, total, self.pool, game_worker.left_out, self._note_left_out)

    def _write(self, results: Iterator[GameResult], progress: Progress | None) -> None:
        for result in results:
            with self.output.interrupts:  # the table counts exactly the games that are written
                self.output.write(result.game)
                decided = self._count_result(result)
            if progress is not None:
                progress.game(sprt_report.live_text(self.sets.test) if self.sets is not None else "")
            if decided or self.crash:
                return

    def _count_result(self, result: GameResult) -> bool:
        """Count a game that is written, with its times; return whether the test is decided."""
        names = self.match.names(result.number)
        self.played.update(set(names))
        if result.error:
            self._count_forfeit(result, names[result.loser])
        for seat, name in enumerate(names):
            if result.moves[seat]:
                self.standings.add_time(name, result.times[seat], result.moves[seat])
        return self._count(result.number, outcome_of(result.tags))

    def _count_forfeit(self, result: GameResult, name: str) -> None:
        termination = result.tags.get("Termination", "")
        self.forfeits.setdefault(name, Forfeits(result.error)).terminations[termination] += 1
        what = f"{name} {result.error}"
        if len(self.errors) < MOST_ERRORS:
            self.errors.append((result.number, what))
        if self.stop_on_crash and termination == CRASH:
            self.crash = f"game {result.number}: {what}"

    def _count(self, number: int, outcome: Outcome | None) -> bool:
        """Add a game to the table; return whether the test is decided."""
        if outcome is not None:
            self.standings.add(outcome)
        return self.sets is not None and self.sets.add(number, outcome)

    def _note_left_out(self, task: GameTask | None) -> None:
        if task is not None:
            self.left_out.append(task.number)


def prepare_match(options: MatchOptions, *, quiet: bool = False) -> MatchRunner:
    """Check the options, start the bots and workers, and open the output. Raise CallFault."""
    tell: Callable[[str], None] = _say_nothing if quiet else console.print_message
    OUT.check(
        options.out, [options.openings] if options.openings else [], force=options.force, own=options.resume
    )
    match = plan_match(options, _log(options))
    pools.check_pool(options.jobs, options.cluster)
    match = replace(match, called=_introduce(match, options, tell))
    output, finished = game_output.open_output(options.out, match, resume=options.resume, force=options.force)
    test = options.test_of_two()
    sets = MatchSets(match, test) if test is not None else None
    try:
        weights = weights_of(split_time(spec)[0] for spec in match.specs) if options.cluster else {}
        there = partial(with_weights, weights, game_worker.play_and_dismiss)
        pool = pools.pool_for(options.jobs, options.cluster, game_worker.play_all, there)
    except BaseException:
        output.close()
        raise
    if options.seed is None and not options.resume:
        tell(f"seed {match.seed} (--seed {match.seed} plays the same games)")
    if match.games % match.set_size:
        tell(_unbalanced(match))
    return MatchRunner(
        match,
        output,
        pool,
        sets=sets,
        finished=finished,
        out=options.out,
        stop_on_crash=options.stop_on_crash,
        quiet=quiet,
    )


def _say_nothing(message: str) -> None:
    """Ignore a remark, because the match is quiet."""


def _play_here(tasks: Iterator[GameTask]) -> Generator[GameResult, None, None]:
    """Play the games in this process."""
    processes.collect_seldom()
    try:
        for task in tasks:
            yield game_worker.play(task)
    finally:
        participants.dismiss()


def _log(options: MatchOptions) -> str:
    """Create the log; return its whole path."""
    if options.log is None or options.log == STDERR:
        return options.log or ""
    others = [name for name in (options.out, options.openings) if name]
    LOG.check(options.log, others, force=options.force, own=options.resume)
    writing.begin_log(options.log, force=options.force, resume=options.resume)
    return str(Path(options.log).absolute())


def _introduce(match: Match, options: MatchOptions, tell: Callable[[str], None]) -> tuple[str, ...]:
    """Return the names of the bots. External bots are started to ask for their names.

    They keep running if the games are played in this process. Raise CallFault for an unknown bot.
    """
    names, remarks, crashed = participants.introduce(match, elsewhere=options.cluster is not None)
    if crashed and options.stop_on_crash:
        participants.dismiss()
        raise InputFault(f"{crashed[0]}. No game was played (--stop-on-crash).")
    if options.cluster is not None or options.jobs > 1 or match.restart:
        participants.dismiss()
    for remark in remarks:
        tell(remark)
    return names


def _unbalanced(match: Match) -> str:
    count, size = match.games, match.set_size
    what = "1 game is an incomplete set" if count == 1 else f"{count} games are an incomplete set"
    return f"{what}; use a multiple of {size} for balanced seats"
