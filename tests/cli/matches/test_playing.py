"""A game depends only on its task."""

import pickle
from pathlib import Path

import pytest

from vanuatu.cli.match.game_worker import left_out, play
from vanuatu.cli.match.tasks import GameTask
from vanuatu.notation.files import read_games


def task_of(
    *bots: str, form: str = "pvn", clock: tuple[float, float] | None = None, seed: int = 1
) -> GameTask:
    return GameTask(
        number=7,
        seed=seed,
        game="vanuatu",
        options=(),
        bots=bots,
        names=bots,
        opening="",
        clock=clock,
        move_time=0.0,
        sims=10,
        patience=1.0,
        restart=False,
        log="",
        form=form,
        date="????.??.??",
    )


def tags(game: bytes) -> dict[str, str]:
    (read,) = read_games(game)
    return read.session.record.tags


def test_pickled_task_plays_same_game_in_another_process() -> None:
    task = task_of("random", "greedy", "random")
    sent: GameTask = pickle.loads(pickle.dumps(task))
    assert play(sent).game == play(task).game


def test_other_seed_plays_other_game() -> None:
    assert play(task_of("random", "random", seed=1)).game != play(task_of("random", "random", seed=2)).game


def test_game_tags_contain_number_seed_and_bots() -> None:
    found = tags(play(task_of("random", "greedy")).game)
    assert (found["Round"], found["Seed"], found["Date"]) == ("7", "1", "????.??.??")
    assert (found["Purple"], found["Teal"]) == ("random", "greedy")


def test_moves_and_time_are_counted_by_seat() -> None:
    played = play(task_of("random", "greedy"))
    (read,) = read_games(played.game)
    made = [sum(1 for ply in read.session.record.plies if ply.seat == seat) for seat in (0, 1)]
    assert played.moves == tuple(made)
    assert all(seconds > 0 for seconds in played.times)
    assert sum(played.times) < played.took


def test_two_seats_of_same_bot_play_differently() -> None:
    (read,) = read_games(play(task_of("random", "random", "random")).game)
    by_seat = [[ply.token for ply in read.session.record.plies if ply.seat == seat] for seat in range(3)]
    assert by_seat[0] != by_seat[1] != by_seat[2]


def test_missing_program_forfeits_as_crashed() -> None:
    game = play(task_of("cmd:/no/such/program", "random")).game
    assert tags(game)["Termination"] == "engine crash"
    assert tags(game)["Winner"] == "Teal"
    assert b"there is no program" in game


def test_expired_clock_forfeits(tmp_path: Path) -> None:
    found = tags(play(task_of("mcts:1000000", "random", clock=(1e-9, 0.0))).game)
    assert found["Termination"] == "time forfeit"


def test_fast_bot_keeps_within_clock() -> None:
    found = tags(play(task_of("greedy", "random", clock=(20.0, 0.1))).game)
    assert "Termination" not in found


@pytest.mark.parametrize("form", ["pvn", "ndjson", "msgpack"])
def test_skipped_game_has_no_moves_and_no_result(form: str) -> None:
    record = left_out(task_of("random", "random", form=form))
    assert record.tags["Termination"] == "abandoned"
    assert record.tags["Result"] == "*"
    assert b"left out: its workers ended" in record.game
