"""The coach warns once before a losing move; `review` lists the losses."""

import re
from pathlib import Path

import pytest

from tests.cli.analysis.test_review import LEFT_OUT, PLANNED
from tests.cli.shell import vanuatu
from tests.cli.test_prompt_controller import bots_move, enter, shown
from vanuatu.cli.play import coach
from vanuatu.cli.play.controller import Controller
from vanuatu.cli.play.seating import new_players, read_seat_request
from vanuatu.cli.play.table import Table
from vanuatu.notation.files import read_games


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """As few simulations as the planted blunders need."""
    monkeypatch.setattr(coach, "SIMS", 40)


def sat_at(path: str, *seats: str) -> Controller:
    """At the beginning of a game from a file, in these seats, against greedy."""
    (read,) = read_games(path)
    session = read.session.until(0)
    controller = Controller(Table(session, new_players(read_seat_request(list(seats), ["greedy"]), 3, 3), 3))
    controller.start()
    bots_move(controller)
    return controller


def ply(controller: Controller) -> int:
    return controller.table.session.ply


def test_coach_is_off_by_default() -> None:
    controller = sat_at(str(LEFT_OUT), "yellow")
    assert enter(controller, "coach") == "The coach is off.\n"
    enter(controller, "-X")
    assert ply(controller) > 0


def test_losing_move_is_confirmed_once() -> None:
    controller = sat_at(str(LEFT_OUT), "yellow")
    assert "The coach is on" in enter(controller, "coach on")
    text = enter(controller, "-X")
    assert ply(controller) == 0
    assert re.match(r"-X  loses (9\d|100) % \(\+-\d+\) of your win chance: 0 % instead of", text)
    assert "a3-b5  is better: sail to b5" in text
    enter(controller, "-X")
    assert ply(controller) > 0


def test_other_move_is_played_without_second_question() -> None:
    controller = sat_at(str(PLANNED), "teal")
    enter(controller, "coach on", "+S")
    assert ply(controller) == 0
    enter(controller, "+R")
    assert controller.table.session.record.plies[0].token == "+R"


def test_good_move_is_played_at_once() -> None:
    controller = sat_at(str(LEFT_OUT), "yellow")
    enter(controller, "coach on", "a3-b5")
    assert controller.table.session.record.plies[0].token == "a3-b5"


def test_move_is_confirmed_again_after_undo() -> None:
    controller = sat_at(str(LEFT_OUT), "yellow")
    enter(controller, "coach on", "-X", "-X", "undo")
    assert ply(controller) == 0
    assert "loses" in enter(controller, "-X")
    assert ply(controller) == 0


def test_coach_is_reproducible_with_seed() -> None:
    assert enter(sat_at(str(PLANNED), "teal"), "coach on", "+S") == enter(
        sat_at(str(PLANNED), "teal"), "coach on", "+S"
    )


def test_coach_threshold_can_be_set() -> None:
    controller = sat_at(str(LEFT_OUT), "yellow")
    assert "30 %" in enter(controller, "coach 30%", "coach")
    assert enter(controller, "coach off", "coach") == "The coach is off.\n"
    for nonsense in ("coach 0", "coach 101", "coach maybe", "coach -5"):
        assert "neither on, off nor a percentage" in enter(controller, nonsense)
    assert controller.coach is None


def test_coach_needs_a_single_person() -> None:
    controller = sat_at(str(LEFT_OUT), "yellow", "purple")
    assert "only if you play alone" in enter(controller, "", "coach on")
    alone = sat_at(str(LEFT_OUT), "yellow")
    enter(alone, "coach on", "seat purple", "", "-X")
    assert alone.coach is None
    assert ply(alone) > 0


def test_ctrl_c_plays_move_without_coach() -> None:
    controller = sat_at(str(LEFT_OUT), "yellow")
    enter(controller, "coach on")
    controller.enter_line("-X")
    job = controller.next_job()
    assert job is not None
    assert job.label == "the coach checks your move"
    controller.finish_job(job)
    assert ply(controller) == 1


def test_unfinished_game_is_reviewed_for_person() -> None:
    controller = sat_at(str(LEFT_OUT), "yellow")
    assert "no moves to review" in enter(controller, "review")
    text = enter(controller, "-X", "review 20")
    assert "Costliest moves of yellow (You):" in text
    assert "8.1  y:-X??" in text
    assert "purple" not in text
    assert "a number of simulations" in enter(controller, "review much")


def test_finished_game_is_reviewed_for_all_seats() -> None:
    (read,) = read_games(str(LEFT_OUT))
    controller = Controller(
        Table(read.session, new_players(read_seat_request(["yellow"], ["greedy"]), 3, 3), 3)
    )
    controller.start()
    assert controller.table.over
    text = enter(controller, "review 20")
    assert [line.split()[0] for line in text.splitlines()[:4]] == ["points", "purple", "teal", "yellow"]
    assert "others'" in text
    assert "Costliest moves of yellow (You):" in text
    assert "Costliest moves of purple" not in text
    assert all(len(line) <= 80 for line in shown(controller, 80).splitlines())


def test_interrupted_review_prints_partial_result() -> None:
    controller = sat_at(str(LEFT_OUT), "yellow")
    enter(controller, "-X")
    controller.enter_line("review 20")
    job = controller.next_job()
    assert job is not None
    controller.finish_job(job)
    assert "points  moves" in shown(controller)


def test_piped_game_plays_losing_move_when_repeated(tmp_path: Path) -> None:
    fen = vanuatu(["show", str(LEFT_OUT), "--ply", "0", "--fen"], tmp_path).out.strip()
    call = ["play", "--from", fen, "--seat", "yellow", "--bot", "greedy", "--seed", "3"]
    once = vanuatu(call, tmp_path, text="coach on\n-X\nquit\n")
    assert once.code == 0
    assert "\n-X  loses " in once.err
    assert "Or type another move.\n" in once.err
    assert "y:-X" not in once.out
    twice = vanuatu(call, tmp_path, text="coach on\n-X\n-X\nquit\n")
    assert twice.err.count("of your win chance:") == 1
    assert "8. y:-X p:" in twice.out
    without = vanuatu(call, tmp_path, text="-X\nquit\n")
    assert "loses" not in without.err
    assert without.out == twice.out
