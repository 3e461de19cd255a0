"""The file of a match: opened for a new or an old one, given games whole, and put in order at the end."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import writing
from vanuatu.cli.match.outcome import Outcome
from vanuatu.cli.match.resume import Survey, put_in_order, survey
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
    where that is possible. `half` is how the file ends that is gone on with: the first game must begin with
    just that, to the byte, and only the rest of it is written; InputFault if it does not, and the file stays
    as it was. Whoever writes enters `interrupts` around it and around all that counts the
    game, so that a Ctrl-C takes effect after both.
    """

    def __init__(
        self, descriptor: int, name: str, separator: bytes, games: int = 0, half: bytes = b""
    ) -> None:
        self._descriptor = descriptor
        self._name = name
        self._separator = separator
        self._is_terminal = os.isatty(descriptor)
        self._is_file = stat.S_ISREG(os.fstat(descriptor).st_mode)
        self._end = os.lseek(descriptor, 0, os.SEEK_CUR) if self._is_file else 0
        self.interrupts = signals.Interrupts()
        self.games = games
        self.half = half

    def write(self, game: bytes) -> None:
        """Write a game after those before it."""
        whole = self._separator + game if self.games else game
        if self._is_terminal:
            whole = console.on_terminal(whole)
        whole = whole[self._written_already(whole) :]
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

    def _written_already(self, whole: bytes) -> int:
        """How many bytes of the first game are in the file. Zeros that a power cut has left are nothing."""
        half, self.half = self.half, b""
        if not half:
            return 0
        begun = half if whole.startswith(half) else half.rstrip(b"\0")
        if not whole.startswith(begun):
            wrong = self._end + writing.common(whole, half)
            raise InputFault(
                f"{self._name}: byte {wrong + 1}: this is not how the next game begins here. "
                "The file is left as it was. "
                f"Try: head -c {self._end} {self._name} > NEW, and --resume with NEW."
            )
        self._end += len(begun)
        os.ftruncate(self._descriptor, self._end)
        os.lseek(self._descriptor, self._end, os.SEEK_SET)
        return len(begun)

    def close(self) -> None:
        """Let go of a file, so that another match can go on with it; stdout stays open."""
        if self._descriptor != _STDOUT:
            os.close(self._descriptor)

    def _write_all(self, whole: bytes) -> None:
        rest = memoryview(whole)
        while rest:
            rest = rest[os.write(self._descriptor, rest) :]


def open_new(path: Path, *, force: bool) -> int:
    """Open a file for new games; one that holds something already is left alone without `force`."""
    return _opened(path, lambda: writing.open_new(path, force=force, resume=True))


def open_again(path: Path) -> int:
    """Open a file to go on with the games in it; it may be missing."""
    return _opened(path, lambda: writing.open_old(path))


def _opened(path: Path, opening: Callable[[], int]) -> int:
    """Open it so that no other match, and nobody at a prompt, writes over ours."""
    try:
        return opening()
    except writing.Taken:
        raise CallFault(f"another match is writing {path}") from None
    except OSError as fault:
        raise InputFault(f"cannot write {path}: {fault.strerror}") from None


def open_output(
    out: str, match: Match, *, resume: bool, force: bool = False
) -> tuple[GameOutput, dict[int, Outcome]]:
    """Where the games go, and the outcomes of those that are there already."""
    separator = separator_of(match.form)
    if out == STDOUT:
        if resume:
            raise CallFault("--resume needs --out FILE: what went to stdout cannot be read back")
        return GameOutput(_STDOUT, "stdout", separator), {}
    path = Path(out)
    if not resume:
        return GameOutput(open_new(path, force=force), out, separator), {}
    descriptor, found = _surveyed(path, match)
    if not found.in_order:
        put_in_order(path, found.kept, separator)
        os.close(descriptor)
        descriptor, found = _surveyed(path, match)
    if not found.half:
        os.ftruncate(descriptor, found.end)  # there may be blanks or zeros behind the games
    os.lseek(descriptor, found.end, os.SEEK_SET)
    outcomes = {number: kept.outcome for number, kept in found.kept.items()}
    return GameOutput(descriptor, out, separator, games=len(outcomes), half=found.half), outcomes


def _surveyed(path: Path, match: Match) -> tuple[int, Survey]:
    """Open the file to go on with, and look at what it holds, which raises before anything is touched."""
    descriptor = open_again(path)
    try:
        return descriptor, survey(path, match)
    except BaseException:
        os.close(descriptor)
        raise


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
