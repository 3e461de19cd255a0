"""Lines on a terminal that are written over again while something goes on; nothing where there is none."""

import sys
import time
from typing import Final

from notation.printable import printable_lines
from vanuatu_cli.io import console

_EVERY: Final = 0.2  # seconds between two pictures


class Live:
    """A block of text on stderr, replaced by the next one. Without a terminal it shows nothing."""

    def __init__(self, *, plain: bool = False) -> None:
        self.shows = console.colour(sys.stderr, plain=plain) or (
            console.is_terminal(sys.stderr) and not plain and console.columns(0) > 0
        )
        self._lines = 0
        self._last = 0.0

    def due(self) -> bool:
        """Whether it is time for a new picture."""
        return self.shows and time.monotonic() - self._last >= _EVERY

    def show(self, text: str) -> None:
        """Replace what stands there."""
        if not self.shows:
            return
        width = max(20, console.columns()) - 1
        lines = [line[:width] for line in printable_lines(text).split("\n")]
        self._write(self._back() + "\n".join(lines) + "\n")
        self._lines = len(lines)
        self._last = time.monotonic()

    def clear(self) -> None:
        """Take it away."""
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
