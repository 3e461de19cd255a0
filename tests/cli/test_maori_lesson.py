"""The Maori tutorial can be played as written and covers its topics."""

from tests.support.maori.positions import CODEC
from vanuatu.cli.games.lessons import LessonNote, LessonTask, lesson_of
from vanuatu.core.game import CHANCE
from vanuatu.core.maori.game import MaoriGame
from vanuatu.notation.codec import SEAT_LETTERS
from vanuatu.notation.session import Session


def test_lesson_moves_are_legal_and_learner_performs_tasks() -> None:
    lesson = lesson_of("maori")
    assert lesson is not None
    session = Session.new(MaoriGame(len(lesson.names), lesson.options))
    for step in lesson.script:
        if isinstance(step, LessonNote):
            continue
        token = step.token if isinstance(step, LessonTask) else step
        actor = session.state.actor
        seat = "#" if actor == CHANCE else SEAT_LETTERS[actor]
        assert token.startswith("#" if seat == "#" else seat + ":")
        assert (seat == SEAT_LETTERS[lesson.learner]) == isinstance(step, LessonTask)
        session.play(token)
    learner = CODEC.view(session.state)["players"]["p"]
    assert learner["board"] == {"a1": "WS", "a2": "E2r", "b2": "E2l", "a3": "EBr"}
    assert (learner["shells"], learner["ships"]) == (5 - 1 - 1 + 2, 3)
