"""Lessons: the scripted beginning of a game, with a text before each move of the learner.

The lesson of a game is `LESSON` in the module `vanuatu.cli.games.<game>.lesson`. Tokens of moves begin with
the seat (`t:+SF`), tokens of draws with `#`. A `Task` is a move of the learner.
"""

from dataclasses import dataclass

from vanuatu.core import games


@dataclass(frozen=True)
class Task:
    """A text for the learner, and the move to type. Empty lines separate paragraphs."""

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
    """Return the lesson of a game, or None."""
    module = games.part("vanuatu.cli.games", game, "lesson")
    if module is None:
        return None
    lesson: Lesson = module.LESSON
    return lesson
