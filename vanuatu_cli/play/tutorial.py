"""The prompt with a lesson: draws, the other players and the learner follow a script."""

from collections.abc import Callable
from pathlib import Path

from vanuatu.ai.bot import seat_seed
from vanuatu.ai.specs import make_bot
from vanuatu.cli.games.lessons import Lesson, Task
from vanuatu.cli.play import render
from vanuatu.cli.play.controller import Controller
from vanuatu.cli.play.table import Player, Table
from vanuatu.cli.terminal.text_layout import wrapped
from vanuatu.core.games import make_game
from vanuatu.notation.boards.canvas import Line
from vanuatu.notation.session import Session

AFTERWARDS = "easy"


class LessonController(Controller):
    """A controller that follows a lesson. Afterwards the learner can play on against bots."""

    def __init__(self, lesson: Lesson, new_path: Callable[[], Path | None], seed: int) -> None:
        game = make_game(lesson.game, len(lesson.names), lesson.options)
        players = [
            Player(name, None if seat == lesson.learner else make_bot(AFTERWARDS, seed=seat_seed(seed, seat)))
            for seat, name in enumerate(lesson.names)
        ]
        super().__init__(Table(Session.new(game, tags={"Event": "Lesson"}), players, seed))
        self.lesson = lesson
        self.new_path = new_path  # names the file in which the game is saved after the lesson
        self.teaching = True

    @property
    def task(self) -> Task | None:
        """Return the task of the learner, or None after the lesson."""
        ply = self.table.session.ply
        step = self.lesson.script[ply] if self.teaching and ply < len(self.lesson.script) else None
        return step if isinstance(step, Task) else None

    def start(self) -> None:
        self._follow()
        self.begin_turn()

    def begin_turn(self) -> None:
        if self.teaching:
            self.viewer = self.lesson.learner
            self.notice = []
            self.is_answer = False
            self.text_first = True
            self.message = self._lesson if self.task is not None else self._farewell
        else:
            super().begin_turn()

    def enter_line(self, text: str) -> None:
        if self.teaching and self.task is None and not text.strip():
            self._go_on()
        else:
            super().enter_line(text)

    def play_move(self, move: int) -> None:
        task = self.task
        if task is None:
            super().play_move(move)
            return
        session = self.table.session
        if move != self.table.read_move(task.token):
            token = session.codec.token(session.state, move)
            words = session.codec.words(session.state, move)
            self.show_text(f"{token} is legal: {words}. But the lesson continues with {self._wanted(task)}.")
            return
        session.push_legal(move)
        self._follow()
        self.begin_turn()

    def refuse(self, line: str, reason: str, near: list[str]) -> None:
        task = self.task
        if task is not None:
            reason = f"{reason.rsplit(' (legal: ', 1)[0]}. The lesson continues with {self._wanted(task)}"
            near = []
        super().refuse(line, reason, near)

    def next_job(self) -> render.Job | None:
        return None if self.teaching else super().next_job()

    def _wanted(self, task: Task) -> str:
        return f"`{task.token.partition(':')[2]}`"

    def _follow(self) -> None:
        """Play the script up to the learner's next task."""
        session = self.table.session
        while session.ply < len(self.lesson.script):
            step = self.lesson.script[session.ply]
            if isinstance(step, Task):
                break
            session.play(step)

    def _go_on(self) -> None:
        """Continue the game after the lesson, against bots."""
        self.teaching = False
        table = self.table
        for seat, player in enumerate(table.players):
            if player.bot is not None:
                table.seat_bot(seat, AFTERWARDS)
        table.path = self.new_path()
        table.draw_pending()
        self.begin_turn()

    def _lesson(self, width: int) -> list[Line]:
        begun = self.table.view.first_unseen_ply(self.viewer) > 0
        lines = render.news_lines(self.table, self.viewer, width) if begun else []
        task = self.task
        assert task is not None
        if lines:
            lines.append([])
        lines += _paragraphs(task.text, width)
        return [*lines, [], [("strong", "Type  "), ("token", task.token.partition(":")[2])]]

    def _farewell(self, width: int) -> list[Line]:
        return [
            *render.news_lines(self.table, self.viewer, width),
            [],
            *_paragraphs(self.lesson.farewell, width),
        ]


def _paragraphs(text: str, width: int) -> list[Line]:
    lines: list[Line] = []
    for paragraph in text.strip().split("\n\n"):
        if lines:
            lines.append([])
        lines += wrapped(paragraph, "", width)
    return lines
