"""Lessons: a round played by a script, with a text before each move that the learner makes.

The lesson of a game is `LESSON` in the module `vanuatu.cli.games.<game>.lesson`. Tokens have
their seat (`t:+SF`), nature's have none; a `Task` is a move of the learner.
"""

from dataclasses import dataclass

from vanuatu.core import games


@dataclass(frozen=True)
class Task:
    """What the learner is told, and the move they are to make; paragraphs are parted by empty lines."""

    token: str
    text: str


@dataclass(frozen=True)
class Lesson:
    """A scripted beginning of a game."""

    game: str
    names: tuple[str, ...]  # by seat; the learner is the seat of `learner`
    script: tuple[str | Task, ...]
    farewell: str
    options: tuple[str, ...] = ()
    learner: int = 0


def lesson_of(game: str) -> Lesson | None:
    """The lesson of a game, if it has one."""
    module = games.part("vanuatu.cli.games", game, "lesson")
    if module is None:
        return None
    lesson: Lesson = module.LESSON
    return lesson
