"""Every lesson can be played as written, and other moves lead back to the task."""

from collections.abc import Iterator

import pytest

from vanuatu.cli.games.lessons import LessonTask, lesson_of
from vanuatu.cli.play.tutorial import LessonController
from vanuatu.cli.terminal.text_layout import wrapped
from vanuatu.core.games import names
from vanuatu.notation.boards.canvas import PLAIN

NARROW = 60  # columns of the narrowest screen
WITH_LESSONS = [name for name in names() if lesson_of(name) is not None]


def begun(game: str) -> LessonController:
    lesson = lesson_of(game)
    assert lesson is not None
    controller = LessonController(lesson, lambda: None, seed=1)
    controller.start()
    return controller


def shown(controller: LessonController) -> str:
    return " ".join(PLAIN.paint(controller.message(80)).split())


def test_vanuatu_has_lesson() -> None:
    assert "vanuatu" in WITH_LESSONS


def read_on(controller: LessonController) -> None:
    """Press Return at notes, up to the next task or the end."""
    while controller.task is None and "Lesson ended" not in PLAIN.paint([controller.status_line()]):
        assert "Press Return to go on" in shown(controller)
        controller.enter_line("")


def tasks(controller: LessonController) -> Iterator[LessonTask]:
    """Yield every task of the lesson; the caller must do it."""
    read_on(controller)
    while controller.task is not None:
        yield controller.task
        read_on(controller)


@pytest.mark.parametrize("game", WITH_LESSONS)
@pytest.mark.parametrize("in_words", [True, False])
def test_script_is_legal_and_ends_with_closing_text(game: str, in_words: bool) -> None:
    controller = begun(game)
    for task in tasks(controller):
        ply = controller.table.session.ply
        assert " ".join(task.text.split()) in shown(controller)
        assert f"Type {task.to_type}" in shown(controller)
        assert controller.table.actor == controller.lesson.learner
        for line in task.to_type.split(", then ") if in_words else [task.token]:
            controller.enter_line(line)
        assert controller.table.session.ply > ply, shown(controller)
    assert " ".join(controller.lesson.farewell.split()) in shown(controller)


@pytest.mark.parametrize("game", WITH_LESSONS)
def test_every_text_has_at_most_four_lines_on_a_narrow_screen(game: str) -> None:
    lesson = lesson_of(game)
    assert lesson is not None
    for text in [step.text for step in lesson.script if not isinstance(step, str)] + [lesson.farewell]:
        assert len(wrapped(text, "", NARROW - 1)) <= 4, text


@pytest.mark.parametrize("game", WITH_LESSONS)
def test_other_legal_move_is_explained_and_task_stays(game: str) -> None:
    controller = begun(game)
    task = next(tasks(controller))
    state, codec = controller.table.state, controller.table.codec
    wanted = controller.table.session.read(task.token)
    other = next(int(move) for move in state.legal_moves() if move != wanted)
    controller.enter_line(codec.token(state, other))
    assert f"continues with `{task.to_type}`" in shown(controller)
    assert controller.task == task
    controller.enter_line("")
    assert " ".join(task.text.split())[:100] in shown(controller)


@pytest.mark.parametrize("game", WITH_LESSONS)
def test_return_continues_game_after_lesson(game: str) -> None:
    controller = begun(game)
    for task in tasks(controller):
        controller.enter_line(task.token)
    controller.enter_line("go on")
    while (job := controller.next_job()) is not None:
        while not job.thinking.step():
            pass
        controller.finish_job(job)
    assert controller.table.actor == controller.lesson.learner
    assert controller.message(80)


@pytest.mark.parametrize("game", WITH_LESSONS)
def test_advice_and_rules_work_in_lesson(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vanuatu.cli.play.coach.ADVICE_SECONDS", 0.05)
    controller = begun(game)
    assert "Press Return" in shown(controller)
    controller.enter_line("nonsense")
    assert "Press Return to go on with the lesson" in shown(controller)
    task = next(tasks(controller))
    for line, expected in (("hint", "The lesson continues with"), ("eval", "Win chances:")):
        controller.enter_line(line)
        job = controller.next_job()
        assert job is not None
        while not job.thinking.step():
            pass
        controller.finish_job(job)
        assert expected in shown(controller)
        assert controller.task == task
    controller.enter_line(f"why {task.token.partition(':')[2]}")
    assert "is legal" in shown(controller)
    controller.enter_line(task.token)
    controller.enter_line("undo")
    assert controller.task == task


def test_vanuatu_lesson_covers_promised_topics() -> None:
    lesson = lesson_of("vanuatu")
    assert lesson is not None
    mine = [step.token.partition(":")[2] for step in lesson.script if isinstance(step, LessonTask)]
    assert any(token.startswith("+") for token in mine), "planning"
    assert any(token.startswith("V") for token in mine), "selling"
    assert any(token.startswith("-") for token in mine), "withdraws"
    assert any(token.startswith("R") for token in mine), "a rest bonus"
    assert any("=" in token for token in mine), "placing tiles"
    assert any(token.startswith("T") for token in mine), "tourists"
    text = " ".join(" ".join(step.text.split()) for step in lesson.script if not isinstance(step, str))
    for topic in (
        "V1@",
        "tile E0, on cell a2",
        "Ten vatus always become 5 points",
        "2 points for each tourist",
    ):
        assert topic in text
    assert "2 vatus for 3 points" in text, "what ships pay"
    controller = begun("vanuatu")
    for task in tasks(controller):
        if task.token == "p:b2-b3":
            break
        controller.enter_line(task.token)
    controller.enter_line("why Fb3")
    assert "teal has as many markers there" in shown(controller), "a blocked majority"
