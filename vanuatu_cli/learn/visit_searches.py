"""Searches for the priors of a training run, in worker processes, and the file of their visits."""

import time
from dataclasses import dataclass
from typing import Any

import msgpack

from vanuatu.ai import weight_files
from vanuatu.ai.learning import visits
from vanuatu.cli.errors import InputFault
from vanuatu.cli.workers import pools
from vanuatu.core.games import make_game
from vanuatu.notation.session import Session


@dataclass(frozen=True)
class SearchTask(pools.Task):
    """A game whose decisions are searched."""

    moves: list[int]
    seed: int


@dataclass(frozen=True)
class SearchResult(pools.TaskResult):
    """The visits in the decisions of a game."""

    decisions: list[visits.SearchedDecision]


def search_games(
    kind: tuple[str, int, tuple[str, ...]],
    place: str,
    with_priors: bool,
    count: int,
    sims: int,
    tasks: list[SearchTask],
) -> list[SearchResult]:
    """Search some games, one after another."""
    weights = weight_files.read_weights(place)
    results = []
    for task in tasks:
        start = time.perf_counter()
        session = Session.new(make_game(*kind))
        for move in task.moves:
            session.push_legal(move)
        decisions = visits.search_decisions(session, weights, with_priors, count, sims, task.seed)
        took = time.perf_counter() - start
        results.append(SearchResult(number=task.number, decisions=decisions, took=took))
    return results


def no_result(task: SearchTask) -> SearchResult:
    """Raise an error: a missing game would count as one without visits."""
    raise InputFault(f"the searches in game {task.number + 1} have ended their workers")


def read_visits(raw: bytes, head: list[Any]) -> tuple[list[list[visits.SearchedDecision]], int]:
    """Return the visits of the first games in a file, and the offset of their end.

    Return None and -1 if the file does not begin as this program writes it.
    """
    begin: bytes = msgpack.packb(head)
    if not raw.startswith(begin):
        return [], 0 if begin.startswith(raw.rstrip(b"\0")) else -1
    unpacker = msgpack.Unpacker()
    unpacker.feed(raw[len(begin) :])
    done: list[list[visits.SearchedDecision]] = []
    end = len(begin)
    try:
        for record in unpacker:
            packed = msgpack.packb(record)
            if not _are_visits(record) or raw[end : end + len(packed)] != packed:
                break
            done.append(record)
            end += len(packed)
    except (ValueError, TypeError, msgpack.UnpackException):
        pass
    return done, end if done else 0


def _are_visits(record: Any) -> bool:
    """Return whether a record can be the visits in one game."""
    return isinstance(record, list) and all(
        isinstance(counts, list) and [type(part) for part in counts] == [int, list] for counts in record
    )
