"""A terminal for tests: a real pseudo-terminal that runs the program, and the screen it paints."""

import os
import re
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import pexpect

from tests.cli.shell import environment

CONTROL = re.compile(
    r"\x1b(?:\[([?>=]?)([0-9;]*)([A-Za-z@`])|\][^\x07\x1b]*(?:\x07|\x1b\\)|([78=>MDEHc])|[()][A-Z0-9])"
)
PATIENCE = 60.0


class Painted:
    """What a stream of characters and control sequences leaves on a screen."""

    def __init__(self, columns: int, rows: int) -> None:
        self.resize(columns, rows)
        self.pending = ""
        self.style = ""  # the codes since the last reset, joined by semicolons
        self.asked_for_cursor = 0
        self.colours: set[str] = set()

    def resize(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.lines = [[" "] * columns for _ in range(rows)]
        self.styles = [[""] * columns for _ in range(rows)]
        self.x = self.y = 0

    def text(self) -> str:
        return "\n".join("".join(line).rstrip() for line in self.lines)

    def feed(self, text: str) -> None:
        text = self.pending + text
        self.pending = ""
        at = 0
        while at < len(text):
            if text[at] == "\x1b":
                found = CONTROL.match(text, at)
                if found is None:
                    self.pending = text[at:]
                    return
                self._control(found)
                at = found.end()
            else:
                self._character(text[at])
                at += 1

    def _character(self, char: str) -> None:
        if char == "\r":
            self.x = 0
        elif char == "\n":
            self._down()
        elif char == "\b":
            self.x = max(0, self.x - 1)
        elif char >= " ":
            if self.x >= self.columns:
                self.x = 0
                self._down()
            self.lines[self.y][self.x] = char
            self.styles[self.y][self.x] = self.style
            self.x += 1

    def _down(self) -> None:
        self.y += 1
        if self.y == self.rows:
            self.y -= 1
            del self.lines[0], self.styles[0]
            self.lines.append([" "] * self.columns)
            self.styles.append([""] * self.columns)

    def _control(self, found: re.Match[str]) -> None:
        mark, numbers, kind = found[1], found[2] or "", found[3]
        first = int(numbers.split(";")[0] or 0) if numbers else 0
        if kind == "m":
            reset = numbers.startswith("0") or not numbers
            self.style = numbers.lstrip("0;") if reset else f"{self.style};{numbers}"
            self.colours |= set(
                re.findall(r"[34]8;5;\d+|(?<![0-9;])(?:3[0-7]|4[0-7]|9[0-7])(?![0-9])", numbers)
            )
        elif kind == "n" and first == 6:
            self.asked_for_cursor += 1
        elif kind in ("h", "l") and mark == "?" and first == 1049:
            self.resize(self.columns, self.rows)
        elif kind in ("H", "f"):
            row, _, column = numbers.partition(";")
            self.y = min(self.rows, int(row or 1)) - 1
            self.x = min(self.columns, int(column or 1)) - 1
        elif kind == "J":
            self._erase(self.y + 1, self.rows)
            if first == 2:
                self._erase(0, self.rows)
            else:
                self._blank(self.x, self.columns)
        elif kind == "K":
            self._blank(0 if first else self.x, self.x + 1 if first == 1 else self.columns)
        elif kind in ("A", "B", "C", "D", "G"):
            self._move(kind, max(1, first))

    def _move(self, kind: str, steps: int) -> None:
        if kind == "A":
            self.y = max(0, self.y - steps)
        elif kind == "B":
            self.y = min(self.rows - 1, self.y + steps)
        elif kind == "C":
            self.x = min(self.columns - 1, self.x + steps)
        elif kind == "D":
            self.x = max(0, self.x - steps)
        else:
            self.x = steps - 1

    def _erase(self, first: int, last: int) -> None:
        for row in range(first, last):
            self.lines[row] = [" "] * self.columns
            self.styles[row] = [""] * self.columns

    def _blank(self, first: int, last: int) -> None:
        for column in range(first, last):
            self.lines[self.y][column] = " "
            self.styles[self.y][column] = self.style


class Terminal:
    """The program in a pseudo-terminal; use it in a `with` block."""

    def __init__(
        self,
        arguments: Sequence[str],
        home: Path,
        *,
        columns: int = 80,
        rows: int = 40,
        more: Mapping[str, str] = {},
    ) -> None:
        settings = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", **more}
        self.screen = Painted(columns, rows)
        self.raw = ""
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "vanuatu", *arguments],
            cwd=str(home),
            env=environment(home, settings),
            dimensions=(rows, columns),
            encoding="utf-8",
            codec_errors="replace",
            timeout=PATIENCE,
        )
        self.child.delaybeforesend = None

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *ending: object) -> None:
        try:
            self.child.close(force=True)
        except pexpect.ExceptionPexpect:  # on a busy machine a killed process takes longer than pexpect waits
            self.child.wait()
            self.child.close()

    def look(self, seconds: float = 0.05) -> str:
        """Read what was painted, for at most this time. Return the screen as text."""
        try:
            text = self.child.read_nonblocking(65536, seconds)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return self.screen.text()
        self.raw += text
        self.screen.feed(text)
        while self.screen.asked_for_cursor:
            self.screen.asked_for_cursor -= 1
            self.child.send(f"\x1b[{self.screen.y + 1};{self.screen.x + 1}R")
        return self.screen.text()

    def wait_for(self, *texts: str, gone: str = "", seconds: float = PATIENCE) -> str:
        """Wait until all texts are on the screen (and another one is not)."""
        end = time.monotonic() + seconds
        while True:
            screen = self.look()
            if all(text in screen for text in texts) and not (gone and gone in screen):
                return screen
            assert time.monotonic() < end, f"no {texts} (without {gone!r}) on:\n{screen}"
            assert self.child.isalive() or self._has_more(), f"it has ended; no {texts} on:\n{screen}"

    def _has_more(self) -> bool:
        before = len(self.raw)
        self.look(0.2)
        return len(self.raw) > before

    def keys(self, text: str) -> None:
        self.child.send(text)

    def type(self, line: str) -> None:
        self.child.send(line + "\r")

    def processor_seconds(self) -> float:
        """What the program has used of the processor; other work on the machine does not count."""
        fields = Path(f"/proc/{self.child.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(columns, rows)
        self.child.setwinsize(rows, columns)

    def ended(self) -> int:
        """Wait for the program's end; its exit code."""
        end = time.monotonic() + PATIENCE
        while self.child.isalive() and time.monotonic() < end:
            self.look()
        self.look(0.2)
        self.child.close()
        code = self.child.exitstatus
        assert code is not None, f"ended by signal {self.child.signalstatus}"
        return int(code)
