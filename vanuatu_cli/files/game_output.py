"""The file of a match: opened for a new or an old one, given games whole, and put in order at the end."""

import os
import stat
from pathlib import Path

from vanuatu.cli.errors import CallFault
from vanuatu.cli.files import writing
from vanuatu.cli.match.outcome import Outcome
from vanuatu.cli.match.resume import put_in_order, survey
from vanuatu.cli.match.tasks import Match
from vanuatu.cli.terminal import console, signals
from vanuatu.notation.formats import PVN

STDOUT = "-"
_STDOUT = 1


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
        self.interrupts = signals.Interrupts()
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

    def close(self) -> None:
        """Let go of a file, so that another match can go on with it; stdout stays open."""
        if self._descriptor != _STDOUT:
            os.close(self._descriptor)

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
        return writing.open_alone(path, mode | os.O_CREAT)
    except writing.Taken:
        raise CallFault(f"another match is writing {path}") from None
    except OSError as fault:
        raise CallFault(f"cannot write {path}: {fault.strerror}") from None


def open_output(out: str, match: Match, *, resume: bool) -> tuple[GameOutput, dict[int, Outcome]]:
    """Where the games go, and the outcomes of those that are there already."""
    separator = separator_of(match.form)
    if out == STDOUT:
        if resume:
            raise CallFault("--resume needs --out FILE: what went to stdout cannot be read back")
        return GameOutput(_STDOUT, "stdout", separator), {}
    path = Path(out)
    if not resume:
        return GameOutput(open_new(path), out, separator), {}
    descriptor = open_again(path)
    found = survey(path, match)  # which raises before anything is touched
    if not found.in_order:
        put_in_order(path, found.kept, separator)
        os.close(descriptor)
        descriptor = open_again(path)
        found = survey(path, match)
    os.ftruncate(descriptor, found.end)
    os.lseek(descriptor, found.end, os.SEEK_SET)
    outcomes = {number: kept.outcome for number, kept in found.kept.items()}
    return GameOutput(descriptor, out, separator, games=len(outcomes)), outcomes


def close_in_order(output: GameOutput, out: str, match: Match, there: dict[int, Outcome]) -> None:
    """Sort the file by number where games were missing in the middle: they were written at its end."""
    if not there or len(there) == max(there) or output.games == len(there):
        return
    path = Path(out)
    found = survey(path, match)
    if not found.in_order:
        put_in_order(path, found.kept, separator_of(match.form))


def separator_of(form: str) -> bytes:
    """What stands between two games."""
    return b"\n" if form == PVN else b""
