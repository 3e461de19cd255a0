"""Every lesson can be played as written, and other moves lead back to the task."""

import pytest

from vanuatu.cli.games.lessons import Task, lesson_of
from vanuatu.cli.play.tutorial import LessonController
from vanuatu.core.games import names
from vanuatu.notation.boards.canvas import PLAIN

WITH_LESSONS = [name for name in names() if lesson_of(name) is not None]


def begun(game: str) -> LessonController:
    lesson = lesson_of(game)
    assert lesson is not None
    controller = LessonController(lesson, lambda: None, seed=1)
    controller.start()
    return controller


def told(controller: LessonController) -> str:
    return " ".join(PLAIN.paint(controller.message(80)).split())


def test_vanuatu_has_lesson() -> None:
    assert "vanuatu" in WITH_LESSONS


@pytest.mark.parametrize("game", WITH_LESSONS)
def test_script_is_legal_and_ends_with_closing_text(game: str) -> None:
    controller = begun(game)
    while controller.task is not None:
        task, ply = controller.task, controller.table.session.ply
        assert " ".join(task.text.split())[:200] in told(controller)
        assert controller.table.actor == controller.lesson.learner
        controller.enter_line(task.token)
        assert controller.table.session.ply > ply, told(controller)
    assert controller.table.session.ply == len(controller.lesson.script)
    assert " ".join(controller.lesson.farewell.split()) in told(controller)


@pytest.mark.parametrize("game", WITH_LESSONS)
def test_other_legal_move_is_explained_and_task_stays(game: str) -> None:
    controller = begun(game)
    task = controller.task
    assert task is not None
    state, codec = controller.table.state, controller.table.codec
    wanted = controller.table.session.read(task.token)
    other = next(int(move) for move in state.legal_moves() if move != wanted)
    controller.enter_line(codec.token(state, other))
    assert f"continues with `{task.token.partition(':')[2]}`" in told(controller)
    assert controller.task == task
    controller.enter_line("")
    assert " ".join(task.text.split())[:100] in told(controller)


@pytest.mark.parametrize("game", WITH_LESSONS)
def test_return_continues_game_after_lesson(game: str) -> None:
    controller = begun(game)
    while controller.task is not None:
        controller.enter_line(controller.task.token)
    controller.enter_line("")
    while (job := controller.next_job()) is not None:
        while not job.thinking.step():
            pass
        controller.finish_job(job)
    assert controller.table.actor == controller.lesson.learner
    assert controller.message(80)


def test_vanuatu_lesson_covers_promised_topics() -> None:
    lesson = lesson_of("vanuatu")
    assert lesson is not None
    tokens = [step.token if isinstance(step, Task) else step for step in lesson.script]
    mine = [token.partition(":")[2] for token in tokens if token.startswith("p:")]
    assert any(token.startswith("+") for token in mine), "planning"
    assert any(token.startswith("V") for token in mine), "selling"
    assert any(token.startswith("-") for token in mine), "taking back"
    assert any(token.startswith("R") for token in mine), "a rest bonus"
    controller = begun("vanuatu")
    while controller.task is not None and controller.task.token != "p:b2-b3":
        controller.enter_line(controller.task.token)
    controller.enter_line("why Fb3")
    assert "teal has as many markers there" in told(controller), "a blocked majority"
