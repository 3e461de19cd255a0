"""The prompt line by line, for --plain, for simple terminals and for screen readers.

New text is printed below the old text: what changed in sentences, then what you can do. `board` prints the
board.
"""

import contextlib
import signal
import sys
import time
from collections.abc import Iterator
from types import FrameType

from prompt_toolkit import history, output, shortcuts

from vanuatu.ai.bot import BotError
from vanuatu.cli.play import completion, news, prompt_loop, render, spoken
from vanuatu.cli.play.controller import Controller
from vanuatu.cli.terminal import console, signals
from vanuatu.cli.terminal.text_layout import wrapped
from vanuatu.notation.boards.canvas import Line, Style
from vanuatu.notation.errors import MoveError

INTERRUPTED = 130
SLOW_SECONDS = 1.0


class LineScreen:
    """The prompt for a terminal that only prints. `run` returns the exit code."""

    def __init__(self, controller: Controller, style: Style) -> None:
        self.controller = controller
        self.style = style
        self.queue: list[str] = []
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
                signals.reset()
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
        question = self.controller.unsaved_warning if self.controller.table.unsaved else "The game is saved."
        self._print([[("", f"To quit, press {key} again. {question}")]])

    def _next(self) -> None:
        """Run a job, or print what is new and read a line."""
        controller = self.controller
        job = controller.next_job()
        if job is not None:
            self._think(job)
            return
        if self._last_message is not controller.message and not controller.pausing:
            self._last_message = controller.message
            self._print(controller.notice_lines(self._columns()))
            if controller.shows_turn:
                for sentence in spoken.turn_sentences(controller):
                    self._print(wrapped(sentence, "", self._columns()))
            else:
                self._print(controller.message(self._columns()))
        line = self._read()
        self._last_message = None
        controller.enter_line(line)
        if controller.outside is not None:
            run, controller.outside = controller.outside, None
            run()
        if line.strip() in ("board", "redraw"):
            self._print(controller.board_lines(self._columns(), None, self.style))

    def _read(self) -> str:
        """Return the next line; several pasted lines are returned one by one."""
        if not self.queue:
            prompt = self.style.paint_line([("", spoken.prompt(self.controller))])
            self.queue = self._ask(prompt + " ").splitlines() or [""]
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
        self._pause()

    def _pause(self) -> None:
        """Ring if it is a person's turn now; at another pace than fast, tell each move of a bot."""
        controller = self.controller
        if controller.ring:
            controller.ring = False
            console.paint("\a")
        if not controller.pausing:
            return
        for sentence in news.news_sentences(controller.table.view.recent_events(controller.viewer))[-1:]:
            self._print(wrapped(sentence, "", self._columns()))
        if controller.pausing == "slow":
            time.sleep(SLOW_SECONDS)

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
