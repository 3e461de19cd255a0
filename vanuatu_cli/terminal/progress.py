"""Progress on a terminal: lines that are replaced while work goes on."""

import sys
import time
from typing import Final

from vanuatu.cli.terminal import console
from vanuatu.notation.printable import printable_lines

_EVERY: Final = 0.2  # seconds between two updates


class Live:
    """A block of text on stderr that the next one replaces. It prints nothing without a terminal."""

    def __init__(self, *, plain: bool = False) -> None:
        self.shows = console.colour(sys.stderr, plain=plain) or (
            console.is_terminal(sys.stderr) and not plain and console.columns(0) > 0
        )
        self._lines = 0
        self._last = 0.0

    def due(self) -> bool:
        """Return whether it is time for an update."""
        return self.shows and time.monotonic() - self._last >= _EVERY

    def show(self, text: str) -> None:
        """Replace the text."""
        if not self.shows:
            return
        width = max(20, console.columns()) - 1
        lines = [line[:width] for line in printable_lines(text).split("\n")]
        self._write(self._back() + "\n".join(lines) + "\n")
        self._lines = len(lines)
        self._last = time.monotonic()

    def clear(self) -> None:
        """Remove the text."""
        if self._lines:
            self._write(self._back())
            self._lines = 0

    def _back(self) -> str:
        return f"\x1b[{self._lines}F\x1b[J" if self._lines else ""

    def _write(self, text: str) -> None:
        try:
            console.paint(text, sys.stderr)
        except (OSError, ValueError):
            self.shows = False


_ON_TERMINAL = 0.2
_ELSEWHERE = 30.0


class StatusLine:
    """A line on stderr about long work: replaced on a terminal, printed every 30 seconds elsewhere."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._terminal = console.is_terminal(sys.stderr)
        self._next = self._begun + (_ON_TERMINAL if self._terminal else _ELSEWHERE)
        self._width = 0

    def seconds(self) -> float:
        """Return the seconds since the work began."""
        return time.monotonic() - self._begun

    def due(self) -> bool:
        """Return whether it is time for a new line; true once per line."""
        now = time.monotonic()
        if now < self._next:
            return False
        self._next = now + (_ON_TERMINAL if self._terminal else _ELSEWHERE)
        return True

    def show(self, line: str, end: str = "") -> None:
        """Print a line in place of the last one."""
        if not self._terminal:
            console.print_message(line)
            return
        line = line[: console.columns() - 1]
        try:
            console.paint("\r" + line.ljust(self._width) + end, sys.stderr)
        except (OSError, ValueError):
            return
        self._width = len(line)

    def close(self) -> None:
        """Clear the line before other output follows."""
        if self._terminal and self._width:
            self.show("", end="\r")


class Progress(StatusLine):
    """Prints how many games are done and how long the rest will take."""

    def __init__(self, total: int, done: int = 0) -> None:
        super().__init__()
        self._total = total
        self._before = done
        self._done = done

    def game(self, test: str = "") -> None:
        """Count a game. `test` is the state of a test that may stop the work at any time."""
        self._done += 1
        if self.due():
            self.show(self._line(test))

    def _line(self, test: str) -> str:
        played = self._done - self._before
        rate = played / max(1e-9, self.seconds())
        speed = f"{rate:.1f}/s" if rate >= 1 else f"{60 * rate:.1f}/min"
        if test:
            return f"{self._done} games (at most {self._total}), {speed}, {test}"
        left = span((self._total - self._done) / rate)
        return f"{self._done} of {self._total} games, {speed}, {left} left"


def span(seconds: float) -> str:
    """Return a duration as text: 0:05, 12:30, 3:15:00."""
    whole = int(seconds + 0.5)
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
