"""The prompt without a terminal: moves line by line from stdin, the game to stdout, errors to stderr."""

import io
import sys
from collections.abc import Iterator
from typing import IO

from vanuatu.ai.bot import BotError
from vanuatu.ai.decision import decide
from vanuatu.cli.play.commands import find_command, similar_command
from vanuatu.cli.play.controller import Controller
from vanuatu.cli.terminal import console
from vanuatu.core.game import CHANCE
from vanuatu.notation import codec, errors
from vanuatu.notation.boards.canvas import PLAIN
from vanuatu.notation.errors import MoveError

WIDTH = 80
LONGEST = 1 << 16  # characters of a line


class PipedInput:
    """Reads moves and commands until the input or the game ends."""

    def __init__(self, controller: Controller, keep_going: bool, source: IO[str] | None = None) -> None:
        self.controller = controller
        controller.interactive = False
        self.keep_going = keep_going
        self.source = sys.stdin if source is None else source
        if isinstance(self.source, io.TextIOWrapper):
            self.source.reconfigure(errors="replace")
        self.faults = 0
        self._number = 0
        self._lines = self._read()
        self._ahead: str | None = None

    def run(self) -> int:
        """Play the lines, print the game, and return the exit code: 1 after an error."""
        for warning in self.controller.table.warnings:
            console.print_message(warning)
        try:
            self._play()
        except (BotError, MoveError) as error:  # a bot fails or plays an illegal move
            console.print_message(
                f"vanuatu: {codec.SEAT_NAMES[self.controller.table.actor].lower()}: {error}"
            )
            self.faults += 1
        finally:  # also when it is interrupted
            console.games_out().write(self.controller.table.text().encode())
            self._save()
        if self.controller.table.unsaved:
            console.print_message(
                f"the game is not saved: {self.controller.table.unsaved_part} is on stdout only"
            )
        return 1 if self.faults or self.controller.table.unsaved else 0

    def _save(self) -> None:
        """Save the game, and report a new error at once."""
        table = self.controller.table
        before = table.unsaved
        table.save()
        if table.unsaved not in ("", before):
            console.print_message(f"the game could not be saved: {table.unsaved}")

    def _play(self) -> None:
        table = self.controller.table
        while not self.controller.leaving and (self.keep_going or not self.faults):
            if table.actor == CHANCE and not table.draws_typed:
                self._draw()
            elif table.bot is not None:
                table.session.push(decide(table.bot, table.session).move)
            else:
                line = self._next()
                if line is None:
                    break
                self._enter(line)
            self._save()

    def _draw(self) -> None:
        """Make a draw: the one in the input if there is one, otherwise a random one."""
        line = self._peek()
        if line is not None and line.startswith("#"):
            self._enter(line)
        else:
            self.controller.table.draws.draw_one(self.controller.table.session)

    def _enter(self, line: str) -> None:
        self._ahead = None
        controller = self.controller
        command = find_command(line)
        if command is not None:
            controller.begin_turn()
            controller.enter_line(line)
            self._print_answer()
            return
        try:
            if self._objects(line):
                return
            if controller.table.awaits_draw:  # the input must contain the draw
                controller.table.session.push(controller.table.read_move(line))
            else:
                controller.table.session.play(line)
        except MoveError as error:
            near = similar_command(line) if isinstance(error, errors.NotAMove) else None
            reason = f"neither a move nor a command; did you mean `{near}`?" if near else str(error)
            console.print_message(f"stdin:{self._number}: {errors.excerpt(line)}: {reason}")
            self.faults += 1

    def _objects(self, line: str) -> bool:
        """Return whether the coach objects to a person's move; lines that are not legal moves pass."""
        controller = self.controller
        if controller.coach is None or controller.table.actor not in controller.table.people:
            return False
        try:
            check = controller.start_coach_check(controller.table.session.read(line))
        except MoveError:
            return False
        if check is None:
            return False
        while not check.step():
            pass
        if controller.show_objection(check):
            console.paint(PLAIN.paint(controller.message(WIDTH)), sys.stderr)
            return True
        return False

    def _print_answer(self) -> None:
        """Print the answer of a command to stderr."""
        job = self.controller.next_job()
        if job is not None:
            while not job.thinking.step():
                pass
            self.controller.finish_job(job)
        console.paint(PLAIN.paint(self.controller.message(WIDTH)), sys.stderr)

    def _peek(self) -> str | None:
        if self._ahead is None:
            self._ahead = next(self._lines, None)
        return self._ahead

    def _next(self) -> str | None:
        line = self._peek()
        self._ahead = None
        return line

    def _read(self) -> Iterator[str]:
        """Yield the lines without comments (`;`) and without empty lines."""
        while text := self.source.readline(LONGEST):
            self._number += 1
            if len(text) == LONGEST and not text.endswith("\n"):
                console.print_message(
                    f"stdin:{self._number}: the line is too long ({LONGEST} characters or more)"
                )
                self.faults += 1
                while text and not text.endswith("\n"):
                    text = self.source.readline(LONGEST)
                if not self.keep_going:
                    return
                continue
            line = text.partition(";")[0].strip().lstrip("\ufeff")
            if line:
                yield line
