"""How far a match is: one line on a terminal that is written over, now and then a line elsewhere."""

import sys
import time

from vanuatu_cli.io.console import columns, is_terminal, paint, say

_ON_TERMINAL = 0.2
_ELSEWHERE = 30.0


class StatusLine:
    """A line on stderr about long work: written over on a terminal, now and then a new one elsewhere."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._terminal = is_terminal(sys.stderr)
        self._next = self._begun + (_ON_TERMINAL if self._terminal else _ELSEWHERE)
        self._width = 0

    def seconds(self) -> float:
        """How long the work has taken so far."""
        return time.monotonic() - self._begun

    def due(self) -> bool:
        """Whether it is time for a new line; true once for each."""
        now = time.monotonic()
        if now < self._next:
            return False
        self._next = now + (_ON_TERMINAL if self._terminal else _ELSEWHERE)
        return True

    def show(self, line: str, end: str = "") -> None:
        """Show a line in place of the last one."""
        if not self._terminal:
            say(line)
            return
        line = line[: columns() - 1]
        try:
            paint("\r" + line.ljust(self._width) + end, sys.stderr)
        except (OSError, ValueError):
            return
        self._width = len(line)

    def close(self) -> None:
        """Clear the line: what comes next has the terminal for itself."""
        if self._terminal and self._width:
            self.show("", end="\r")


class Progress(StatusLine):
    """Says on stderr how many games are played and how long the rest will take."""

    def __init__(self, total: int, done: int = 0) -> None:
        super().__init__()
        self._total = total
        self._before = done
        self._done = done

    def game(self) -> None:
        """One more is played."""
        self._done += 1
        if self.due():
            self.show(self._line())

    def _line(self) -> str:
        played = self._done - self._before
        rate = played / max(1e-9, self.seconds())
        left = (self._total - self._done) / rate
        speed = f"{rate:.1f}/s" if rate >= 1 else f"{60 * rate:.1f}/min"
        return f"{self._done} of {self._total} games, {speed}, {span(left)} left"


def span(seconds: float) -> str:
    """A length of time for people: 0:05, 12:30, 3:15:00."""
    whole = int(seconds + 0.5)
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
