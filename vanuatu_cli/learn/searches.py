"""Searches of a training run, in worker processes or on a cluster, and the file of their results."""

import os
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgpack

from vanuatu.ai import weight_files
from vanuatu.ai.advisor import create_advisor
from vanuatu.ai.learning import targets, visits
from vanuatu.ai.mcts.bot import Settings
from vanuatu.cli.errors import InputFault
from vanuatu.cli.files import writing
from vanuatu.cli.learn.run_folder import RunFolder, refuse_link
from vanuatu.cli.match import game_output
from vanuatu.cli.terminal.progress import Progress
from vanuatu.cli.workers import pools
from vanuatu.core.games import make_game
from vanuatu.core.rng import Rng
from vanuatu.notation.codec import codec_for
from vanuatu.notation.session import Session

# What searches of training runs used before it was written into their files. If a default of a search setting
# changes, its first value belongs here, so that runs which began with it are not continued with another one.
_FIRST_CONSTANTS = {"c": 1.0, "nodes": 200_000}
# Settings of a bot that do not concern the searches of a training run.
_NOT_CONSTANTS = {"sims", "seconds", "seed", "procs", "evaluation", "lcb", "stray", "loose"}

Record = list[Any]


@dataclass(frozen=True)
class SearchTask(pools.Task):
    """A game whose decisions are searched."""

    moves: list[int]
    seed: int


@dataclass(frozen=True)
class PositionsTask(pools.Task):
    """Positions of a game, as text, which are searched."""

    positions: list[str]
    seed: int


@dataclass(frozen=True)
class SearchResult(pools.TaskResult):
    """What the searches of a game have found, as it is written into the file."""

    record: Record


T = TypeVar("T", bound=pools.Task)
SearchFunction = Callable[[list[T]], list[SearchResult]]


@dataclass(frozen=True)
class Searcher:
    """What all searches of a step have in common. It is sent to every worker, with its weights."""

    kind: tuple[str, int, tuple[str, ...]]
    weights: bytes  # of a weights file; empty for the hand-set evaluation
    settings: Settings
    sims: int
    with_priors: bool = True
    count: int = 0  # decisions of each game


def constants(settings: Settings) -> dict[str, Any]:
    """Return the settings of a search that differ from those of the first training runs."""
    first = {**vars(Settings()), **_FIRST_CONSTANTS}
    return {
        name: value
        for name, value in vars(settings).items()
        if name not in _NOT_CONSTANTS and value != first[name]
    }


def search_decisions(searcher: Searcher, tasks: list[SearchTask]) -> list[SearchResult]:
    """Search decisions of some games, one game after another."""
    weights = _weights(searcher.weights)
    results = []
    for task in tasks:
        start = time.perf_counter()
        session = Session.new(make_game(*searcher.kind))
        for move in task.moves:
            session.push_legal(move)
        found = visits.search_decisions(
            session,
            weights,
            searcher.with_priors,
            searcher.count,
            searcher.sims,
            task.seed,
            searcher.settings,
        )
        took = time.perf_counter() - start
        results.append(SearchResult(number=task.number, record=found, took=took))
    return results


def search_positions(searcher: Searcher, tasks: list[PositionsTask]) -> list[SearchResult]:
    """Search all positions of some games, one game after another."""
    name = searcher.kind[0]
    codec = codec_for(name)
    if searcher.weights:
        weights = _weights(searcher.weights)
        advisor = create_advisor(name, weights.net, weights.priors)
    else:
        advisor = create_advisor(name)
    results = []
    for task in tasks:
        start = time.perf_counter()
        rng = Rng(task.seed)
        found = [
            targets.search_position(
                codec.read_position(text), advisor, searcher.settings, searcher.sims, rng.fork()
            )
            for text in task.positions
        ]
        took = time.perf_counter() - start
        results.append(SearchResult(number=task.number, record=found, took=took))
    return results


@lru_cache(maxsize=4)
def _weights(raw: bytes) -> weight_files.Weights:
    return weight_files.parse_weights(raw)


@dataclass(frozen=True)
class SearchFile:
    """The file of the searches of a step: what they depend on, then one record for each game."""

    place: Path
    head: list[Any]
    is_record: Callable[[Any], bool]

    def records_in(self, raw: bytes) -> tuple[list[Record], int]:
        """Return the records of the first games in a file, and the offset of their end.

        The offset is -1 if the file does not begin as this program writes it.
        """
        begin: bytes = msgpack.packb(self.head)
        if not raw.startswith(begin):
            return [], 0 if begin.startswith(raw.rstrip(b"\0")) else -1
        unpacker = msgpack.Unpacker()
        unpacker.feed(raw[len(begin) :])
        done: list[Record] = []
        end = len(begin)
        try:
            for record in unpacker:
                packed = msgpack.packb(record)
                if not self.is_record(record) or raw[end : end + len(packed)] != packed:
                    break
                done.append(record)
                end += len(packed)
        except (ValueError, TypeError, msgpack.UnpackException):
            pass
        return done, end if done else 0

    def open(self, games: int, *, force: bool) -> tuple[list[Record], game_output.GameOutput]:
        """Return the records that the file has, and the file opened for appending the others.

        Raise CallFault if the file has anything that this run did not write.
        """
        refuse_link(self.place)
        descriptor = game_output.open_again(self.place)
        try:
            with open(descriptor, "rb", closefd=False) as stream:
                raw = stream.read()
            done, end = self.records_in(raw)
            if end < 0 or len(done) > games or (len(done) == games and end < len(raw)):
                if not force:
                    raise writing.exists(str(self.place))
                os.ftruncate(descriptor, 0)
                raw, done, end = b"", [], 0
            os.lseek(descriptor, end, os.SEEK_SET)
        except BaseException:
            os.close(descriptor)
            raise
        return done, game_output.GameOutput(descriptor, str(self.place), b"", games=len(done), half=raw[end:])


def run_searches(
    run: RunFolder, file: SearchFile, search: SearchFunction[T], tasks: Sequence[T]
) -> list[Record]:
    """Return the records of all tasks. Those that the file does not have are searched and appended to it."""
    done, out = file.open(len(tasks), force=run.force)
    with ExitStack() as stack:
        stack.callback(out.close)
        results = stack.enter_context(closing(_results(run, search, tasks[len(done) :])))
        progress = Progress(len(tasks), len(done))
        stack.callback(progress.close)
        try:
            for result in results:
                with out.interrupts:
                    done.append(result.record)
                    records = done[-1:] if len(done) > 1 else [file.head, *done]
                    out.write(b"".join(map(msgpack.packb, records)))
                progress.game()
        except (game_output.OutputFailed, pools.ClusterFault) as error:
            raise InputFault(f"{error} (to continue, repeat the command)") from None
    return done


def _results(
    run: RunFolder, search: SearchFunction[T], tasks: Sequence[T]
) -> Generator[SearchResult, None, None]:
    """Yield the results of the tasks in their order."""
    pools.check_pool(run.jobs, run.cluster)
    pool = pools.pool_for(run.jobs, run.cluster, search, search) if tasks else None
    if pool is None:
        for task in tasks:
            yield from search([task])
    else:
        with closing(pools.run(tasks, len(tasks), pool, _no_result)) as results:
            yield from results


def _no_result(task: pools.Task) -> SearchResult:
    """Raise an error: a missing game would count as one without searches."""
    raise InputFault(f"the searches in game {task.number + 1} have ended their workers")


def are_visits(record: Any) -> bool:
    """Return whether a record can be the visits in one game."""
    return isinstance(record, list) and all(
        isinstance(counts, list) and [type(part) for part in counts] == [int, list] for counts in record
    )


def are_targets(record: Any) -> bool:
    """Return whether a record can be the chances and scores in the positions of one game."""
    return isinstance(record, list) and all(
        isinstance(found, list)
        and len(found) == 2
        and all(isinstance(part, list) and all(isinstance(each, float) for each in part) for part in found)
        for found in record
    )
