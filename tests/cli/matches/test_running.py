"""Games come in order from whatever crew plays them, and a worker that dies costs nothing but time."""

import importlib
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path

import pytest

from tests.cli.matches.calls import PROGRAMS, alive
from vanuatu.cli.match.game_worker import left_out
from vanuatu.cli.match.tasks import Played, Work
from vanuatu.cli.workers.pools import LocalCrew, Play, run


@pytest.fixture
def fake_play(monkeypatch: pytest.MonkeyPatch) -> Play:
    """A module of its own, so that worker processes find it too."""
    monkeypatch.syspath_prepend(str(PROGRAMS))
    play: Play = importlib.import_module("fake_play").play
    return play


def work(number: int, spec: str = "quick") -> Work:
    return Work(
        number=number,
        seed=1,
        game="vanuatu",
        options=[],
        bots=[spec, "other", "other"],
        names=["first", "other", "other"],
        opening="",
        clock=[],
        move_time=0.0,
        sims=1,
        patience=1.0,
        restart=False,
        log="",
        form="pvn",
        date="????.??.??",
    )


def numbers(played: Iterator[Played]) -> list[int]:
    return [game["number"] for game in played]


def test_games_come_in_order_though_some_take_longer(fake_play: Play) -> None:
    works = [work(n, "slow" if n in (1, 4) else "quick") for n in range(1, 13)]
    assert numbers(run(iter(works), 12, LocalCrew(2, fake_play), left_out)) == list(range(1, 13))


def test_a_worker_that_dies_is_replaced_and_its_game_played_again(fake_play: Play, tmp_path: Path) -> None:
    works = [work(n, f"deadly once {tmp_path / 'trace'}" if n == 3 else "quick") for n in range(1, 8)]
    lost: list[Work | None] = []
    assert numbers(run(iter(works), 7, LocalCrew(2, fake_play), left_out, lost.append)) == list(range(1, 8))
    assert lost == [None]


def test_a_worker_that_dies_in_the_middle_of_its_answer_is_noticed(fake_play: Play, tmp_path: Path) -> None:
    works = [work(n, f"torn once {tmp_path / 'trace'}" if n == 3 else "quick") for n in range(1, 8)]
    lost: list[Work | None] = []
    assert numbers(run(iter(works), 7, LocalCrew(2, fake_play), left_out, lost.append)) == list(range(1, 8))
    assert lost == [None]


def test_a_game_that_ends_two_workers_is_recorded_and_left_out(fake_play: Play) -> None:
    works = [work(n, "deadly" if n == 2 else "quick") for n in range(1, 6)]
    lost: list[Work | None] = []
    played = list(run(iter(works), 5, LocalCrew(2, fake_play), left_out, lost.append))
    assert [game["number"] for game in played] == [1, 2, 3, 4, 5]
    record = played[1]["game"].decode()
    assert '[Result "*"]' in record
    assert '[Termination "abandoned"]' in record
    assert played[0]["game"].startswith(b"game 1 by")
    assert [found["number"] if found else None for found in lost][-1] == 2


def test_an_unforeseen_fault_in_a_worker_is_not_hidden(fake_play: Play) -> None:
    with pytest.raises(ZeroDivisionError, match="this is what went wrong"):
        numbers(run(iter([work(1, "faulty")]), 1, LocalCrew(1, fake_play), left_out))


def test_whoever_stops_listening_sends_the_workers_home(fake_play: Play) -> None:
    games = run(iter([work(1), work(2, "slow"), work(3)]), 3, LocalCrew(2, fake_play), left_out)
    pid = int(next(games)["game"].split()[-1])
    games.close()  # type: ignore[attr-defined]  # it is a generator
    assert not alive(pid)


class PatientCrew:
    """Plays at once, but holds the first game back; remembers how far ahead of it the others came."""

    def __init__(self) -> None:
        self.first: Future[list[Played]] | None = None
        self.started = 0
        self.stuck = threading.Event()

    def free(self) -> bool:
        return self.started < 9000 and not self.stuck.is_set()

    def start(self, batch: Sequence[Work]) -> Future[list[Played]]:
        self.started += len(batch)
        future: Future[list[Played]] = Future()
        games = [
            Played(number=w["number"], game=b"", tags={}, seconds=[], moves=[], fault="", took=0.0001)
            for w in batch
        ]
        if self.first is None:
            self.first, self.games = future, games
        else:
            future.set_result(games)
        if self.started > 3000 and not self.first.done():
            self.ahead = self.started
            self.first.set_result(self.games)
        return future

    def lost(self, fault: BaseException) -> int:
        return 0

    def slots(self) -> int:
        return 4

    def close(self) -> None:
        self.stuck.set()


def test_a_slow_game_holds_the_others_back_but_loses_none() -> None:
    crew = PatientCrew()
    works = (work(n) for n in range(1, 6001))
    assert numbers(run(works, 6000, crew, left_out)) == list(range(1, 6001))
    assert crew.ahead > 3000
