"""Results arrive in order from any pool, and a dead worker costs only time."""

import importlib
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path

import pytest

from tests.cli.matches.calls import PROGRAMS, alive
from vanuatu.cli.match.game_worker import left_out
from vanuatu.cli.match.tasks import GameResult, GameTask
from vanuatu.cli.workers.pools import LocalPool, run

Play = Callable[[list[GameTask]], list[GameResult]]


@pytest.fixture
def fake_play(monkeypatch: pytest.MonkeyPatch) -> Play:
    """Return the function of a module that worker processes can import."""
    monkeypatch.syspath_prepend(str(PROGRAMS))
    play: Play = importlib.import_module("fake_play").play
    return play


def task_of(number: int, spec: str = "quick") -> GameTask:
    return GameTask(
        number=number,
        seed=1,
        game="vanuatu",
        options=(),
        bots=(spec, "other", "other"),
        names=("first", "other", "other"),
        opening="",
        clock=None,
        move_time=0.0,
        sims=1,
        patience=1.0,
        restart=False,
        log="",
        form="pvn",
        date="????.??.??",
    )


def numbers(played: Iterator[GameResult]) -> list[int]:
    return [game.number for game in played]


def test_results_arrive_in_order_if_some_games_take_longer(fake_play: Play) -> None:
    tasks = [task_of(n, "slow" if n in (1, 4) else "quick") for n in range(1, 13)]
    assert numbers(run(iter(tasks), 12, LocalPool(2, fake_play), left_out)) == list(range(1, 13))


def test_dead_worker_is_replaced_and_its_game_replayed(fake_play: Play, tmp_path: Path) -> None:
    tasks = [task_of(n, f"deadly once {tmp_path / 'trace'}" if n == 3 else "quick") for n in range(1, 8)]
    lost: list[GameTask | None] = []
    assert numbers(run(iter(tasks), 7, LocalPool(2, fake_play), left_out, lost.append)) == list(range(1, 8))
    assert lost == [None]


def test_worker_dying_during_answer_is_detected(fake_play: Play, tmp_path: Path) -> None:
    tasks = [task_of(n, f"torn once {tmp_path / 'trace'}" if n == 3 else "quick") for n in range(1, 8)]
    lost: list[GameTask | None] = []
    assert numbers(run(iter(tasks), 7, LocalPool(2, fake_play), left_out, lost.append)) == list(range(1, 8))
    assert lost == [None]


def test_game_that_kills_two_workers_is_recorded_as_skipped(fake_play: Play) -> None:
    tasks = [task_of(n, "deadly" if n == 2 else "quick") for n in range(1, 6)]
    lost: list[GameTask | None] = []
    played = list(run(iter(tasks), 5, LocalPool(2, fake_play), left_out, lost.append))
    assert [game.number for game in played] == [1, 2, 3, 4, 5]
    record = played[1].game.decode()
    assert '[Result "*"]' in record
    assert '[Termination "abandoned"]' in record
    assert played[0].game.startswith(b"game 1 by")
    assert [found.number if found else None for found in lost][-1] == 2


def test_unexpected_error_in_worker_is_raised(fake_play: Play) -> None:
    with pytest.raises(ZeroDivisionError, match="this is what went wrong"):
        numbers(run(iter([task_of(1, "faulty")]), 1, LocalPool(1, fake_play), left_out))


def test_closing_the_results_ends_the_workers(fake_play: Play) -> None:
    games = run(iter([task_of(1), task_of(2, "slow"), task_of(3)]), 3, LocalPool(2, fake_play), left_out)
    pid = int(next(games).game.split()[-1])
    games.close()
    assert not alive(pid)


class PatientPool:
    """Plays at once, but holds the first game back; remembers how far ahead of it the others came."""

    def __init__(self) -> None:
        self.first: Future[list[GameResult]] | None = None
        self.started = 0
        self.stuck = threading.Event()

    def free(self) -> bool:
        return self.started < 9000 and not self.stuck.is_set()

    def start(self, batch: Sequence[GameTask]) -> Future[list[GameResult]]:
        self.started += len(batch)
        future: Future[list[GameResult]] = Future()
        games = [
            GameResult(number=task.number, game=b"", tags={}, times=(), moves=(), took=0.0001)
            for task in batch
        ]
        if self.first is None:
            self.first, self.games = future, games
        else:
            future.set_result(games)
        if self.started > 3000 and not self.first.done():
            self.ahead = self.started
            self.first.set_result(self.games)
        return future

    def count_deaths(self, error: BaseException) -> int:
        return 0

    def slots(self) -> int:
        return 4

    def close(self) -> None:
        self.stuck.set()


def test_slow_game_delays_later_results_but_loses_none() -> None:
    pool = PatientPool()
    tasks = (task_of(n) for n in range(1, 6001))
    assert numbers(run(tasks, 6000, pool, left_out)) == list(range(1, 6001))
    assert pool.ahead > 3000
