"""Where the games of a match go: each whole and at once, or not at all."""

import os
import stat
from pathlib import Path

from vanuatu_cli.errors import CallFault
from vanuatu_cli.io import console
from vanuatu_cli.io.holding import Taken, open_alone
from vanuatu_cli.io.signals import Interrupts


class OutputClosed(Exception):
    """Whoever read the games has had enough."""


class OutputFailed(Exception):
    """The games cannot be written; one line that says why."""


class GameOutput:
    """A file or stdout that takes whole games.

    Each goes out by itself. If one can be written only in part, what was written of it is taken back
    where that is possible. Whoever writes enters `interrupts` around it and around all that counts the
    game, so that a Ctrl-C takes effect after both.
    """

    def __init__(self, descriptor: int, name: str, separator: bytes, games: int = 0) -> None:
        self._descriptor = descriptor
        self._name = name
        self._separator = separator
        self._is_terminal = os.isatty(descriptor)
        self._is_file = stat.S_ISREG(os.fstat(descriptor).st_mode)
        self._end = os.lseek(descriptor, 0, os.SEEK_CUR) if self._is_file else 0
        self.interrupts = Interrupts()
        self.games = games

    def write(self, game: bytes) -> None:
        """Write a game after those before it."""
        whole = self._separator + game if self.games else game
        if self._is_terminal:
            whole = console.on_terminal(whole)
        try:
            self._write_all(whole)
        except BrokenPipeError:
            raise OutputClosed from None
        except OSError as fault:
            if self._is_file:
                os.ftruncate(self._descriptor, self._end)
            raise OutputFailed(f"{self._name}: {fault.strerror or fault}") from None
        self.games += 1
        self._end += len(whole)

    def _write_all(self, whole: bytes) -> None:
        rest = memoryview(whole)
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]


def open_new(path: Path) -> int:
    """Open a file for the games of a new match; one that holds something already is left alone."""
    descriptor = _open(path, os.O_WRONLY)
    status = os.fstat(descriptor)
    if stat.S_ISREG(status.st_mode) and status.st_size > 0:
        os.close(descriptor)
        raise CallFault(f"{path} is not empty: --resume goes on with it, or choose another name for --out")
    return descriptor


def open_again(path: Path) -> int:
    """Open a file to go on with the match in it; it may be missing."""
    descriptor = _open(path, os.O_RDWR)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise CallFault(f"{path} is no file that --resume could read back")
    return descriptor


def _open(path: Path, mode: int) -> int:
    """Open it so that no other match, and nobody at a prompt, writes over ours."""
    try:
        return open_alone(path, mode | os.O_CREAT)
    except Taken:
        raise CallFault(f"another match is writing {path}") from None
    except OSError as fault:
        raise CallFault(f"cannot write {path}: {fault.strerror}") from None
