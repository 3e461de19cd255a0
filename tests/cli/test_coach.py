"""The coach at the prompt speaks up once before much is thrown away; `review` tells what was."""

import re
from pathlib import Path

import pytest

from tests.cli.analysis.test_review import LEFT_OUT, PLANNED
from tests.cli.shell import vanuatu
from tests.cli.test_prompt_talk import bots_move, enter, told
from vanuatu.cli.play import coach
from vanuatu.cli.play.controller import Talk
from vanuatu.cli.play.seating import new_sitters, read_wishes
from vanuatu.cli.play.table import Table
from vanuatu.notation.files import read_games
from vanuatu.notation.session import Session


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """As few simulations as the planted blunders need."""
    monkeypatch.setattr(coach, "SIMS", 40)


def sat_at(path: str, *seats: str) -> Talk:
    """At the beginning of a game from a file, in these seats, against greedy."""
    (read,) = read_games(path)
    session = Session.of(read).until(0)
    talk = Talk(Table(session, new_sitters(read_wishes(list(seats), ["greedy"]), 3, 3), 3))
    talk.start()
    bots_move(talk)
    return talk


def ply(talk: Talk) -> int:
    return talk.table.session.ply


def test_it_is_off_unless_asked_for() -> None:
    talk = sat_at(str(LEFT_OUT), "yellow")
    assert enter(talk, "coach") == "The coach is off.\n"
    enter(talk, "-X")
    assert ply(talk) > 0


def test_before_a_move_that_throws_much_away_it_asks_once() -> None:
    talk = sat_at(str(LEFT_OUT), "yellow")
    assert "The coach is on" in enter(talk, "coach on")
    text = enter(talk, "-X")
    assert ply(talk) == 0
    assert re.match(r"-X  throws away (9\d|100) % \(\+-\d+\) of your chance to win: 0 % instead of", text)
    assert "a3-b5  would be better: sail to b5" in text
    enter(talk, "-X")
    assert ply(talk) > 0


def test_another_move_is_made_without_asking_again() -> None:
    talk = sat_at(str(PLANNED), "teal")
    enter(talk, "coach on", "+S")
    assert ply(talk) == 0
    enter(talk, "+R")
    assert talk.table.session.record.plies[0].token == "+R"


def test_a_good_move_is_made_at_once() -> None:
    talk = sat_at(str(LEFT_OUT), "yellow")
    enter(talk, "coach on", "a3-b5")
    assert talk.table.session.record.plies[0].token == "a3-b5"


def test_taken_back_a_move_is_asked_about_again() -> None:
    talk = sat_at(str(LEFT_OUT), "yellow")
    enter(talk, "coach on", "-X", "-X", "undo")
    assert ply(talk) == 0
    assert "throws away" in enter(talk, "-X")
    assert ply(talk) == 0


def test_it_says_the_same_for_the_same_seed() -> None:
    assert enter(sat_at(str(PLANNED), "teal"), "coach on", "+S") == enter(
        sat_at(str(PLANNED), "teal"), "coach on", "+S"
    )


def test_how_much_is_too_much_can_be_said() -> None:
    talk = sat_at(str(LEFT_OUT), "yellow")
    assert "30%" in enter(talk, "coach 30%", "coach")
    assert enter(talk, "coach off", "coach") == "The coach is off.\n"
    for nonsense in ("coach 0", "coach 101", "coach maybe", "coach -5"):
        assert "coach takes on, off" in enter(talk, nonsense)
    assert talk.coach is None


def test_it_is_for_one_who_plays_alone() -> None:
    talk = sat_at(str(LEFT_OUT), "yellow", "purple")
    assert "plays alone" in enter(talk, "", "coach on")
    alone = sat_at(str(LEFT_OUT), "yellow")
    enter(alone, "coach on", "seat purple", "", "-X")
    assert alone.coach is None
    assert ply(alone) > 0


def test_ctrl_c_makes_the_move_without_the_coach() -> None:
    talk = sat_at(str(LEFT_OUT), "yellow")
    enter(talk, "coach on")
    talk.enter("-X")
    job = talk.job()
    assert job is not None
    assert job.label == "the coach looks at your move"
    talk.finish(job)
    assert ply(talk) == 1


def test_an_unfinished_game_is_reviewed_for_the_one_who_plays() -> None:
    talk = sat_at(str(LEFT_OUT), "yellow")
    assert "no moves to review" in enter(talk, "review")
    text = enter(talk, "-X", "review 20")
    assert "What cost yellow (You) most:" in text
    assert "8.1  y:-X??" in text
    assert "purple" not in text
    assert "a number of simulations" in enter(talk, "review much")


def test_a_finished_game_is_reviewed_for_all() -> None:
    (read,) = read_games(str(LEFT_OUT))
    talk = Talk(Table(Session.of(read), new_sitters(read_wishes(["yellow"], ["greedy"]), 3, 3), 3))
    talk.start()
    assert talk.table.over
    text = enter(talk, "review 20")
    assert [line.split()[0] for line in text.splitlines()[:4]] == ["in", "purple", "teal", "yellow"]
    assert "others'" in text
    assert "What cost yellow (You) most:" in text
    assert "What cost purple" not in text
    assert all(len(line) <= 80 for line in told(talk, 80).splitlines())


def test_a_review_that_is_broken_off_tells_what_it_has() -> None:
    talk = sat_at(str(LEFT_OUT), "yellow")
    enter(talk, "-X")
    talk.enter("review 20")
    job = talk.job()
    assert job is not None
    talk.finish(job)
    assert "in %" in told(talk)


def test_in_a_scripted_game_a_move_is_held_back_until_it_is_said_again(tmp_path: Path) -> None:
    fen = vanuatu(["show", str(LEFT_OUT), "--ply", "0", "--fen"], tmp_path).out.strip()
    call = ["play", "--from", fen, "--seat", "yellow", "--bot", "greedy", "--seed", "3"]
    once = vanuatu(call, tmp_path, text="coach on\n-X\nquit\n")
    assert once.code == 0
    assert "\n-X  throws away " in once.err
    assert "or another move.\n" in once.err
    assert "y:-X" not in once.out
    twice = vanuatu(call, tmp_path, text="coach on\n-X\n-X\nquit\n")
    assert twice.err.count("of your chance to win:") == 1
    assert "8. y:-X p:" in twice.out
    without = vanuatu(call, tmp_path, text="-X\nquit\n")
    assert "throws away" not in without.err
    assert without.out == twice.out
