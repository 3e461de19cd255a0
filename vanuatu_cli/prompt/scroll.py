"""The prompt line by line, for --plain, for terminals that can do no more, and for screen readers.

Everything is printed below what was there; the board comes again when somebody else has moved.
"""

import contextlib
import signal
import sys
from collections.abc import Iterator
from types import FrameType

from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.shortcuts import CompleteStyle, PromptSession

from ai.bot import BotError
from notation.session import MoveError
from vanuatu_cli import console
from vanuatu_cli.drawing import Line, Style
from vanuatu_cli.prompt.completing import MoveCompleter
from vanuatu_cli.prompt.job import Job
from vanuatu_cli.prompt.talk import Talk

INTERRUPTED = 130


class Scroll:
    """The same as `screen.Screen`, for a terminal that only prints."""

    def __init__(self, talk: Talk, style: Style) -> None:
        self.talk = talk
        self.style = style
        self.queue: list[str] = []
        self.session: PromptSession[str] | None = None
        if console.is_terminal(sys.stdin):
            self.session = PromptSession(
                completer=MoveCompleter(talk),
                complete_style=CompleteStyle.READLINE_LIKE,
                complete_while_typing=False,
                history=InMemoryHistory(),
                color_depth=ColorDepth.DEPTH_1_BIT,
            )

    def run(self) -> int:
        talk = self.talk
        talk.start()
        drawn = -1
        asked = False
        told: object = None
        while not talk.leaving:
            job = talk.job()
            if job is not None:
                self._think(job)
                continue
            if drawn != talk.table.session.ply and not talk.table.over and talk.waiting_for is None:
                drawn = talk.table.session.ply
                self._print(talk.board(self._columns(), None, self.style))
            if told is not talk.told:
                told = talk.told
                self._print([talk.notice] if talk.notice else [])
                self._print(talk.told(self._columns()))
            try:
                line = self._read()
                asked = False
            except KeyboardInterrupt:
                if asked:
                    return INTERRUPTED
                asked = True
                print("Press Ctrl-C once more to leave. The game is kept.", flush=True)
                continue
            except EOFError:
                break
            told = None
            talk.enter(line)
            if talk.answering and line.strip() == "board":
                drawn = -1
        talk.table.save()
        return 0

    def _read(self) -> str:
        """The next line; several that were pasted at once are taken one after the other."""
        if not self.queue:
            self._print([self.talk.status()])
            self.queue = self._ask("".join(text for _, text in self.talk.prompt())).splitlines() or [""]
        return self.queue.pop(0)

    def _ask(self, prompt: str) -> str:
        if self.session is not None:
            return self.session.prompt(prompt)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self._print([[("", prompt + line.strip())]])
        return line

    def _think(self, job: Job) -> None:
        print(f"{job.label} ...", flush=True)
        with _interruptions() as hurry:
            try:
                while not job.thinking.step() and not hurry:
                    pass
            except (BotError, MoveError) as error:
                self.talk.fail(job, error)
                return
        self.talk.finish(job)

    def _columns(self) -> int:
        return max(40, console.columns())

    def _print(self, lines: list[Line]) -> None:
        text = self.style.paint(lines)
        if not self.style.unicode:
            text = text.replace("·", "|").replace("−", "-").replace("…", "...")
            text = text.encode("ascii", "replace").decode()
        sys.stdout.write(text)
        sys.stdout.flush()


@contextlib.contextmanager
def _interruptions() -> Iterator[list[int]]:
    """Ctrl-C within is noted in the list, and raises nothing: thinking is never torn apart."""
    noted: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        noted.append(number)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)
