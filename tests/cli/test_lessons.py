"""Every lesson can be played as it is written, and what strays from it is led back."""

import pytest

from vanuatu.cli.games.lessons import Task, lesson_of
from vanuatu.cli.play.tutorial import Teaching
from vanuatu.core.games import names
from vanuatu.notation.boards.text import PLAIN

WITH_LESSONS = [name for name in names() if lesson_of(name) is not None]


def begun(game: str) -> Teaching:
    lesson = lesson_of(game)
    assert lesson is not None
    teaching = Teaching(lesson, lambda: None, seed=1)
    teaching.start()
    return teaching


def told(teaching: Teaching) -> str:
    return " ".join(PLAIN.paint(teaching.told(80)).split())


def test_there_is_a_lesson() -> None:
    assert "vanuatu" in WITH_LESSONS


@pytest.mark.parametrize("game", WITH_LESSONS)
def test_the_script_is_legal_and_ends_with_the_farewell(game: str) -> None:
    teaching = begun(game)
    while teaching.task is not None:
        task, ply = teaching.task, teaching.table.session.ply
        assert " ".join(task.text.split())[:200] in told(teaching)
        assert teaching.table.actor == teaching.lesson.learner
        teaching.enter(task.token)
        assert teaching.table.session.ply > ply, told(teaching)
    assert teaching.table.session.ply == len(teaching.lesson.script)
    assert " ".join(teaching.lesson.farewell.split()) in told(teaching)


@pytest.mark.parametrize("game", WITH_LESSONS)
def test_another_legal_move_is_explained_and_led_back(game: str) -> None:
    teaching = begun(game)
    task = teaching.task
    assert task is not None
    state, codec = teaching.table.state, teaching.table.codec
    wanted = teaching.table.session.read(task.token)
    other = next(int(move) for move in state.legal_moves() if move != wanted)
    teaching.enter(codec.token(state, other))
    assert f"goes on with `{task.token.partition(':')[2]}`" in told(teaching)
    assert teaching.task == task
    teaching.enter("")
    assert " ".join(task.text.split())[:100] in told(teaching)


@pytest.mark.parametrize("game", WITH_LESSONS)
def test_after_the_lesson_return_goes_on_with_the_game(game: str) -> None:
    teaching = begun(game)
    while teaching.task is not None:
        teaching.enter(teaching.task.token)
    teaching.enter("")
    while (job := teaching.job()) is not None:
        while not job.thinking.step():
            pass
        teaching.finish(job)
    assert teaching.table.actor == teaching.lesson.learner
    assert teaching.told(80)


def test_the_round_of_vanuatu_shows_what_it_promises() -> None:
    lesson = lesson_of("vanuatu")
    assert lesson is not None
    tokens = [step.token if isinstance(step, Task) else step for step in lesson.script]
    mine = [token.partition(":")[2] for token in tokens if token.startswith("p:")]
    assert any(token.startswith("+") for token in mine), "planning"
    assert any(token.startswith("V") for token in mine), "selling"
    assert any(token.startswith("-") for token in mine), "taking back"
    assert any(token.startswith("R") for token in mine), "a rest bonus"
    teaching = begun("vanuatu")
    while teaching.task is not None and teaching.task.token != "p:b2-b3":
        teaching.enter(teaching.task.token)
    teaching.enter("why Fb3")
    assert "teal has as many markers there" in told(teaching), "a blocked majority"
