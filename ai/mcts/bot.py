"""The MCTS bot: it runs searches in slices, in one process or several, and chooses a move.

A worker process is `python -m vanuatu.ai.mcts.worker`: it reads msgpack requests on stdin and writes answers
on stdout. It gets a position as text in which everything unknown to the searching seat was drawn anew, so it
cannot know more than the seat. Workers live as long as the bot, because starting one takes longer than many a
move.
"""

import contextlib
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue
from typing import Any

import msgpack

from vanuatu.ai import instant, weight_files
from vanuatu.ai.advisor import Advisor
from vanuatu.ai.bot import Bot, BotError, Limit, PendingMove, Report
from vanuatu.ai.mcts.search import Search
from vanuatu.ai.mcts.slices import SLICE_SECONDS, Slices, Tally
from vanuatu.ai.signals import deferred_signals, start_thread
from vanuatu.core.game import CHANCE, OVER, Game, State
from vanuatu.core.rng import Rng
from vanuatu.notation.session import Session

# An expected line continues while its moves have at least this many visits.
LINE_VISITS = 3


# Seconds that a worker may take to answer a stop.
STOP_SECONDS = 30.0


@dataclass(frozen=True)
class Settings:
    """The settings of a search. With two limits, the search ends at the first one reached."""

    sims: int | None = None
    seconds: float | None = None
    c: float = 0.6
    seed: int | None = None
    procs: int = 1
    nodes: int = 200_000
    evaluation: str = ""  # "hand" or a weights file; otherwise the game's own weights
    stray: float = 0.0  # probability of a random legal move
    lcb: float = 2.0  # standard errors below the mean of the lower bounds that decide; 0: visits decide
    loose: float = 0.0  # good moves whose value is lower by this are chosen e times less often than the best


class SearchWorkers:
    """Worker processes, and the results of their current search."""

    def __init__(self, count: int) -> None:
        self.results: list[Any] = []
        self.busy = 0
        self._answers: Queue[tuple[int, int, Any]] = Queue()
        self._search = 0
        self._stop_requested = False
        self._by_worker: dict[int, Any] = {}
        self._processes = [_start_worker() for _ in range(count)]
        self._readers = [
            start_thread(self._read_answers, index, process) for index, process in enumerate(self._processes)
        ]

    @property
    def pids(self) -> list[int]:
        """The process ids of the workers."""
        return [process.pid for process in self._processes]

    def start(
        self,
        session: Session,
        rng: Rng,
        c: float,
        nodes: int,
        shares: list[int | None],
        seconds: float | None,
        weights: str,
        only: list[int],
    ) -> None:
        """Start a search in every worker with the knowledge of the seat to move; share the simulations."""
        self.stop()
        self.results = []
        self._by_worker = {}
        self._search += 1
        self._stop_requested = False
        state = session.state
        for index, share in enumerate(shares):
            own = rng.fork()
            request = {
                "search": self._search,
                "game": session.game.name,
                "position": session.codec.write_position(state.hide(state.actor, own)),
                "seed": int(own.bits()),
                "c": c,
                "nodes": nodes,
                "weights": weights,
                "sims": share,
                "seconds": seconds,
                "only": only,
            }
            self._send(index, request)
        self.busy = len(shares)

    def wait(self, seconds: float) -> bool:
        """Collect results for at most this time; return True if all workers have answered."""
        while self.busy > 0:
            try:
                index, search, plain = self._answers.get(timeout=seconds)
            except Empty:
                return False
            if plain is None:
                self.close()
                raise BotError("a worker of the search ended unexpectedly")
            if search == self._search:
                self._by_worker[index] = plain
                self.busy -= 1
                # In the order of workers, so that sums of floats do not depend on which was first.
                self.results = [self._by_worker[i] for i in sorted(self._by_worker)]
        return True

    def request_stop(self) -> None:
        """Ask the workers to stop; their results follow."""
        if not self._stop_requested:
            self._stop_requested = True
            for index in range(len(self._processes)):
                self._send(index, {"stop": self._search})

    def stop(self) -> None:
        """Stop the search and collect the results."""
        if self.busy > 0:
            self.request_stop()
            if not self.wait(STOP_SECONDS):
                self.close()
                raise BotError("a worker of the search does not answer")

    def close(self) -> None:
        """End the workers by closing their stdin."""
        self.busy = 0
        for process in self._processes:
            assert process.stdin is not None
            try:
                process.stdin.close()
                process.wait(timeout=STOP_SECONDS)
            except (OSError, subprocess.TimeoutExpired):
                process.kill()
                process.wait()
        for listener in self._readers:
            listener.join()
        self._processes, self._readers = [], []

    def _send(self, index: int, message: dict[str, Any]) -> None:
        stdin = self._processes[index].stdin
        assert stdin is not None
        try:
            stdin.write(msgpack.packb(message))
            stdin.flush()
        except OSError:
            self.close()
            raise BotError("a worker of the search ended unexpectedly") from None

    def _read_answers(self, index: int, process: "subprocess.Popen[bytes]") -> None:
        """Pass on a worker's answers; None if it has ended or its answer is invalid."""
        assert process.stdout is not None
        unpacker = msgpack.Unpacker()
        try:
            while block := os.read(process.stdout.fileno(), 1 << 16):
                unpacker.feed(block)
                for search, plain in unpacker:
                    self._answers.put((index, search, plain))
        except (TypeError, ValueError, msgpack.exceptions.UnpackException):
            process.kill()
        process.stdout.close()
        self._answers.put((index, 0, None))


def _start_worker() -> "subprocess.Popen[bytes]":
    """Start a worker with the packages of this process, without modules of the working directory.

    It never receives Ctrl-C or other signals, not even while it starts; it ends with its stdin.
    """
    home = str(Path(__file__).resolve().parents[2])
    paths = [home, *filter(None, [os.environ.get("PYTHONPATH")])]
    with deferred_signals():
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "vanuatu.ai.mcts.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )


class MctsBot(Bot):
    """Searches with the knowledge of its seat.

    Unless `thorough`, it stops when the remaining simulations cannot change its move.
    """

    def __init__(self, name: str, settings: Settings, *, thorough: bool = False) -> None:
        self.name = name
        self.settings = settings
        self._thorough = thorough
        self._advisors: dict[tuple[str, int, tuple[str, ...]], Advisor] = {}
        self.workers: SearchWorkers | None = None

    def __reduce__(self) -> tuple[object, ...]:
        from vanuatu.ai.specs import unpickle_bot

        return unpickle_bot, (self.name, self.settings.seed, self.unseeded)

    def think(self, session: Session, limit: Limit | None = None) -> PendingMove:
        state = session.state
        only = [] if limit is None else list(limit.moves)
        thorough = self._thorough or bool(only)
        if not thorough and len(state.legal_moves()) == 1:
            return instant.ReadyMove(int(state.legal_moves()[0]))
        settings = self.settings
        sims, seconds = settings.sims, settings.seconds
        if limit is not None and (limit.sims is not None or limit.seconds is not None):
            sims, seconds = limit.sims, limit.seconds
        rng = instant.decision_rng(settings.seed or 0, session)
        if settings.stray > 0.0 and not thorough and rng.fork().unit() < settings.stray:
            return instant.ReadyMove(instant.uniform_move(state, rng))
        loose = 0.0 if thorough else settings.loose
        chance = rng.fork().unit() if loose > 0.0 else 0.0
        advisor = self._advisor(session.game)
        nodes = max(1, settings.nodes // settings.procs)
        search = Search(state, advisor, rng.fork(), settings.c, nodes, only=only)
        if settings.procs == 1:
            whole = thorough or loose > 0.0 or (limit is not None and limit.whole)
            slices = Slices(search, sims, seconds, early=not whole)
            return PendingSearch(state, slices, None, loose, chance, settings.lcb)
        if self.workers is None or not self.workers.pids:  # closed, because they did not answer
            self.workers = SearchWorkers(settings.procs - 1)
        shares = split_sims(sims, settings.procs)
        weights = str(weight_files.weights_path(session.game, settings.evaluation) or "")
        self.workers.start(session, rng, settings.c, nodes, shares[1:], seconds, weights, only)
        slices = Slices(search, shares[0], seconds, False)
        return PendingSearch(state, slices, self.workers, loose, chance, settings.lcb)

    def for_analysis(self) -> "MctsBot":
        if self._thorough:
            return self
        thorough = MctsBot(self.name, self.settings, thorough=True)
        thorough.unseeded = self.unseeded
        return thorough

    def _advisor(self, game: Game) -> Advisor:
        """Return the advisor for a game, made once for all decisions."""
        key = (game.name, game.players, game.options)
        if key not in self._advisors:
            self._advisors[key] = weight_files.advisor_for(game, self.settings.evaluation)
        return self._advisors[key]

    def close(self) -> None:
        if self.workers is not None:
            self.workers.close()
            self.workers = None


class PendingSearch(PendingMove):
    """A running search, perhaps together with worker processes.

    With `loose`, `chance` (0 to 1) chooses among the good moves; `lcb` is that of the tally.
    """

    def __init__(
        self,
        state: State,
        slices: Slices,
        workers: SearchWorkers | None,
        loose: float = 0.0,
        chance: float = 0.0,
        lcb: float = 0.0,
    ) -> None:
        self._state = state.copy()
        self._slices = slices
        self._workers = workers
        self._loose = loose
        self._chance = chance
        self._lcb = lcb

    def step(self) -> bool:
        if not self._slices.done:
            self._slices.step()
        elif self._workers is not None:
            if self._slices.out_of_time:  # a worker that had to start first began its time later
                self._workers.request_stop()
            return self._workers.wait(SLICE_SECONDS)
        return self._slices.done and (self._workers is None or not self._workers.busy)

    def move(self) -> int:
        """Return the best move so far. Stop the workers, so that their results count."""
        if self._workers is not None:
            self._workers.stop()
        tally = self._tally()
        if self._loose == 0.0:
            return tally.ranking(self._state)[0]
        return tally.one_of_the_good(self._state, self._loose, self._chance)

    def report(self) -> Report:
        tally = self._tally()
        first = tally.ranking(self._state)[0]
        return tally.report(self._state, expected_line(self._slices.search, self._state, first))

    def line(self, move: int) -> list[int]:
        """Return the expected line that begins with this move."""
        return expected_line(self._slices.search, self._state, move)

    def priors(self) -> dict[int, float]:
        """Return what the advisor expects of each searched move before any simulation; the sum is 1."""
        root = self._slices.search.root
        weights = {int(root.moves[i]): float(root.weights[i]) for i in range(len(root.moves))}
        total = sum(weights.values())
        even = 1 / max(1, len(weights))
        return {move: weight / total if total > 0 else even for move, weight in weights.items()}

    def close(self) -> None:
        if self._workers is not None:
            with contextlib.suppress(BotError):  # the next use of the workers reports it
                self._workers.stop()

    def _tally(self) -> Tally:
        tally = Tally.of(self._slices.search)
        tally.lcb = self._lcb
        if self._workers is not None:
            for plain in self._workers.results:
                tally.add(plain)
        return tally


def split_sims(sims: int | None, procs: int) -> list[int | None]:
    """Return the number of simulations of each process."""
    if sims is None:
        return [None] * procs
    return [sims // procs + (i < sims % procs) for i in range(procs)]


def expected_line(search: Search, state: State, first: int) -> list[int]:
    """Return the expected line from `first` on, as far as it can be played from the true position.

    It ends at a draw, where a secret would be revealed, and at nodes with few visits.
    """
    line = [first]
    node = search.root
    position = state.copy()
    move = first
    while True:
        position.apply(move)
        edge = int(node.find(move))
        child = node.children[edge] if edge >= 0 else None
        if child is None or position.actor in (CHANCE, OVER) or position.actor != child.actor:
            return line
        node = child
        tried = [(-int(node.counts[i]), int(node.moves[i])) for i in range(len(node.moves))]
        if not tried or -min(tried)[0] < LINE_VISITS:
            return line
        move = min(tried)[1]
        if position.seen_by_others(move) != move or not position.is_legal(move):
            return line
        line.append(move)
