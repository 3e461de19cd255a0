"""Lessons: the scripted beginning of a game, with a text before each move of the learner.

The lesson of a game is `LESSON` in the module `vanuatu.cli.games.<game>.lesson`. Tokens of moves begin with
the seat (`t:+SF`), tokens of draws with `#`. A `LessonTask` is a move of the learner. On a screen of 60
columns, each text has at most four lines, so that the board stays visible.
"""

from dataclasses import dataclass

from vanuatu.core import games


@dataclass(frozen=True)
class LessonNote:
    """A text for the learner, who then presses Return."""

    text: str


@dataclass(frozen=True)
class LessonTask:
    """A text for the learner, and the move to type: `words` if there are any, otherwise its token."""

    token: str
    text: str
    words: str = ""

    @property
    def to_type(self) -> str:
        return self.words or self.token.partition(":")[2]


@dataclass(frozen=True)
class Lesson:
    """A scripted beginning of a game."""

    game: str
    names: tuple[str, ...]  # by seat; the learner is the seat of `learner`
    script: tuple[str | LessonNote | LessonTask, ...]
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
