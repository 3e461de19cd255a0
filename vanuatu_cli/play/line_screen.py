"""The prompt line by line, for --plain, for simple terminals and for screen readers.

New text is printed below the old text. The board is printed again after each move.
"""

import contextlib
import signal
import sys
from collections.abc import Iterator
from types import FrameType

from prompt_toolkit import history, output, shortcuts

from vanuatu.ai.bot import BotError
from vanuatu.cli.play import completion, prompt_loop, render
from vanuatu.cli.play.controller import Controller
from vanuatu.cli.terminal import console, signals
from vanuatu.notation.boards.canvas import Line, Style
from vanuatu.notation.errors import MoveError

INTERRUPTED = 130


class LineScreen:
    """The prompt for a terminal that only prints. `run` returns the exit code."""

    def __init__(self, controller: Controller, style: Style) -> None:
        self.controller = controller
        self.style = style
        self.queue: list[str] = []
        self._drawn = -1  # the ply of the last printed board
        self._last_message: render.Message | None = None  # the last printed message
        self.session: shortcuts.PromptSession[str] | None = None
        controller.interactive = console.is_terminal(sys.stdin)
        if controller.interactive:
            self.session = shortcuts.PromptSession(
                completer=completion.MoveCompleter(controller),
                complete_style=shortcuts.CompleteStyle.READLINE_LIKE,
                complete_while_typing=False,
                history=history.InMemoryHistory(),
                color_depth=output.ColorDepth.DEPTH_1_BIT,
                enable_suspend=True,
            )

    def run(self) -> int:
        controller = self.controller
        controller.start()
        asked = False
        while not controller.leaving:
            try:
                self._next()
                asked = False
            except KeyboardInterrupt:
                if asked:
                    return INTERRUPTED
                asked = True
                signals.go_on()
                self._ask_whether_to_leave("Ctrl-C")
            except EOFError:
                controller.table.save()
                if not controller.interactive or not controller.table.unsaved or asked:
                    break
                asked = True
                self._ask_whether_to_leave("Ctrl-D")
        controller.table.save()
        return 0

    def _ask_whether_to_leave(self, key: str) -> None:
        kept = self.controller.unsaved_warning if self.controller.table.unsaved else "The game is saved."
        self._print([[("", f"To quit, press {key} again. {kept}")]])

    def _next(self) -> None:
        """Run a job, or print what is new and read a line."""
        controller = self.controller
        job = controller.next_job()
        if job is not None:
            self._think(job)
            return
        ply = controller.table.session.ply
        if self._drawn != ply and not controller.table.over and controller.awaited_person is None:
            self._drawn = ply
            self._print(controller.board_lines(self._columns(), None, self.style))
        if self._last_message is not controller.message:
            self._last_message = controller.message
            self._print([controller.notice] if controller.notice else [])
            self._print(controller.message(self._columns()))
        line = self._read()
        self._last_message = None
        controller.enter_line(line)
        if line.strip() == "board":
            self._drawn = -1

    def _read(self) -> str:
        """Return the next line; several pasted lines are returned one by one."""
        if not self.queue:
            self._print([self.controller.status_line()])
            self.queue = self._ask(
                self.style.paint_line(self.controller.prompt_line()) + " "
            ).splitlines() or [""]
        return self.queue.pop(0)

    def _ask(self, prompt: str) -> str:
        if self.session is not None:
            return prompt_loop.run(self.session.prompt_async(prompt, handle_sigint=False))
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self._print([[("", prompt + line.strip())]])
        return line

    def _think(self, job: render.Job) -> None:
        self._print([[("", f"{job.label} ...")]])
        with _interruptions() as hurry:
            try:
                while not job.thinking.step() and not hurry:
                    pass
            except (BotError, MoveError) as error:
                self.controller.fail_job(job, error)
                return
        self.controller.finish_job(job)

    def _columns(self) -> int:
        return max(40, console.columns())

    def _print(self, lines: list[Line]) -> None:
        console.paint(self.style.paint(lines))


@contextlib.contextmanager
def _interruptions() -> Iterator[list[int]]:
    """Collect Ctrl-C in a list instead of raising, so that thinking is not interrupted in the middle."""
    noted: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        noted.append(number)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)
