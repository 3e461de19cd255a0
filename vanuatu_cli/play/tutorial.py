"""The prompt with a lesson: draws, the other players and the learner follow a script."""

from collections.abc import Callable
from pathlib import Path

from vanuatu.ai.bot import seat_seed
from vanuatu.ai.specs import make_bot
from vanuatu.cli.games.lessons import Lesson, LessonNote, LessonTask
from vanuatu.cli.play import commands, news, render, turn
from vanuatu.cli.play.controller import Controller
from vanuatu.cli.play.table import SeatPlayer, Table
from vanuatu.cli.terminal.text_layout import wrapped
from vanuatu.core.games import make_game
from vanuatu.notation.boards.canvas import Line
from vanuatu.notation.session import Session

AFTERWARDS = "easy"
GO_ON = ("", "go on", "go", "next")  # what goes on at a note


class LessonController(Controller):
    """A controller that follows a lesson. Afterwards the learner can play on against bots."""

    def __init__(self, lesson: Lesson, new_path: Callable[[], Path | None], seed: int) -> None:
        game = make_game(lesson.game, len(lesson.names), lesson.options)
        players = [
            SeatPlayer(
                name, None if seat == lesson.learner else make_bot(AFTERWARDS, seed=seat_seed(seed, seat))
            )
            for seat, name in enumerate(lesson.names)
        ]
        super().__init__(Table(Session.new(game, tags={"Event": "Lesson"}), players, seed))
        self.lesson = lesson
        self.new_path = new_path  # names the file in which the game is saved after the lesson
        self.teaching = True
        self._step = 0  # the place in the script

    @property
    def task(self) -> LessonTask | None:
        """Return the task of the learner, or None at a note and after the lesson."""
        step = self._current()
        return step if isinstance(step, LessonTask) else None

    @property
    def waits_for_return(self) -> bool:
        return super().waits_for_return or (self.teaching and self.task is None)

    @property
    def shown_state(self) -> tuple[object, ...]:
        return (*super().shown_state, self._step, self.teaching)

    def start(self) -> None:
        self._follow()
        self.begin_turn()

    def begin_turn(self) -> None:
        if not self.teaching:
            super().begin_turn()
            return
        self._find_step()
        self.viewer = self.lesson.learner
        self.notice = []
        self.confirming = self.chosen = ""
        self.is_answer = self.text_first = False
        self._job = None
        self.message = self._lesson

    def enter_line(self, text: str) -> None:
        if not self.teaching or self.task is not None or not self._is_for_note(text):
            super().enter_line(text)
        elif text.strip().lower() not in GO_ON:
            self.show_text("Press Return to go on with the lesson. Commands such as `rules` work too.")
        elif self._current() is None:
            self._play_on()
        else:
            self._step += 1
            self._follow()
            self.begin_turn()

    def play_move(self, move: int) -> None:
        task = self.task
        if task is None:
            super().play_move(move)
            return
        session = self.table.session
        if move != self.table.read_move(task.token):
            token = session.codec.token(session.state, move)
            words = session.codec.words(session.state, move)
            self.chosen = ""
            self.show_text(f"{token} is legal: {words}. But the lesson continues with `{task.to_type}`.")
            return
        session.push_legal(move)
        self._step += 1
        self._follow()
        self.begin_turn()

    def refuse(self, line: str, reason: str, near: list[str]) -> None:
        task = self.task
        if task is not None:
            reason = (
                f"{reason.rsplit(' (legal: ', 1)[0].rstrip('.?')}. The lesson continues with `{task.to_type}`"
            )
        super().refuse(line, reason, near)

    def advice_note(self, width: int) -> list[Line]:
        return wrapped(f"The lesson continues with `{self.task.to_type}`.", "", width) if self.task else []

    def next_job(self) -> render.Job | None:
        return self._job if self.teaching else super().next_job()

    def status_line(self, width: int = 1000) -> Line:
        if not self.teaching:
            return super().status_line(width)
        steps = [step for step in self.lesson.script if not isinstance(step, str)]
        number = sum(1 for step in self.lesson.script[: self._step] if not isinstance(step, str)) + 1
        if self._current() is None:
            return [("strong", "Lesson ended"), ("", " · Return or `go on`: play on · quit")]
        head = f"Lesson, step {number} of {len(steps)}"
        if self.task is None:
            return [("strong", head), ("", " · Return or `go on`: next")]
        words = ""
        for word in ("why", "hint", "look", "help", "rules", "quit"):
            if len(f"{head}{words} · {word}") <= width:
                words += f" · {word}"
        return [("strong", head), ("", words)]

    def fitted_lines(self, width: int, room: int) -> list[Line]:
        """Return the text of the step, with the news before it if there is room."""
        if not self.teaching:
            return super().fitted_lines(width, room)
        lines = self.message(width)
        return lines if len(lines) <= room or self.is_answer else self._step_lines(width)

    def _is_for_note(self, text: str) -> bool:
        """Return whether a line is not a command: at a note it can only mean to go on."""
        return commands.find_command(text.strip()) is None

    def _current(self) -> LessonNote | LessonTask | None:
        """Return the current step of the script, or None after the last one."""
        script = self.lesson.script
        step = script[self._step] if self.teaching and self._step < len(script) else None
        return step if not isinstance(step, str) else None

    def _follow(self) -> None:
        """Play the script up to the learner's next task or note."""
        script = self.lesson.script
        while self._step < len(script):
            step = script[self._step]
            if not isinstance(step, str):
                break
            self.table.session.play(step)
            self._step += 1

    def _find_step(self) -> None:
        """Go to the task of the current position if moves were undone or played again."""
        moves = 0
        for at, step in enumerate(self.lesson.script):
            if at == self._step and moves == self.table.session.ply:
                return
            if moves == self.table.session.ply and isinstance(step, LessonTask):
                self._step = at
                return
            moves += not isinstance(step, LessonNote)

    def _play_on(self) -> None:
        """Continue the game after the lesson, against bots."""
        self.teaching = False
        table = self.table
        for seat, player in enumerate(table.players):
            if player.bot is not None:
                table.seat_bot(seat, AFTERWARDS)
        table.path = self.new_path()
        table.draw_pending()
        self.greet(new=False)  # the players of the lesson are bots now
        self.begin_turn()

    def _lesson(self, width: int) -> list[Line]:
        """Return the text of the step, with what has happened and what can be chosen."""
        begun = self.table.view.first_unseen_ply(self.viewer) > 0 and not self.chosen
        lines = news.news_lines(self.table, self.viewer, width) if begun else []
        if lines:
            lines.append([])
        if self.task is not None and self.chosen:
            return self._step_lines(width)
        lines += self._step_lines(width)
        markers = turn.marker_lines(self, width) if self.task is not None else []
        return [*lines, [], *markers] if markers else lines

    def _step_lines(self, width: int) -> list[Line]:
        """Return the text of the step, and what to type."""
        step, task = self._current(), self.task
        if task is not None and self.chosen:
            left = task.to_type.split()
            markers = self.table.view.markers
            for name in [markers.rules.NAMES[part] for part in self.chosen] if markers is not None else []:
                if name in left:
                    left.remove(name)
            return [*turn.marker_lines(self, width), [("strong", "Type  "), ("token", " ".join(left))]]
        lines = wrapped(step.text if step is not None else self.lesson.farewell, "", width)
        if task is None:
            return [*lines, [("strong", "Press Return to go on")]]
        what: Line = [("strong", "Type  "), ("token", task.to_type)]
        token = task.token.partition(":")[2]
        return [*lines, [*what, ("dim", "   or "), ("token", token)] if task.words else what]
