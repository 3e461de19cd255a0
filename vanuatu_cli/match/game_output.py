"""The output of a match: open a new or an old file, write complete games, sort them at the end."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import locking, writing
from vanuatu.cli.match.outcome import Outcome
from vanuatu.cli.match.resume import Survey, put_in_order, survey
from vanuatu.cli.match.tasks import Match
from vanuatu.cli.terminal import console, signals
from vanuatu.notation import compression
from vanuatu.notation.formats import PVN

STDOUT = "-"
_STDOUT = 1


class OutputClosed(Exception):
    """The reader of the games has closed the pipe."""


class OutputFailed(Exception):
    """The games cannot be written; the message is one line with the reason."""


class GameOutput:
    """A file or stdout that takes complete games.

    Each game is one write, and in a compressed file one complete piece. If only a part of it can be written,
    that part is removed again if possible.
    `half` is the partial game at the end of a file that is resumed. The first game must begin with exactly
    these bytes, and only the rest of it is written. Otherwise raise InputFault and leave the file unchanged.
    Enter `interrupts` around a write and everything that counts the game, so that Ctrl-C takes effect after
    both.
    """

    def __init__(
        self, descriptor: int, name: str, separator: bytes, games: int = 0, half: bytes = b""
    ) -> None:
        self._packing = compression.packing_of(name)
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
        """Append a game."""
        whole = self._separator + game if self.games else game
        if self._is_terminal:
            whole = console.on_terminal(whole)
        whole = compression.pack(whole[self._written_already(whole) :], self._packing)
        try:
            rest = memoryview(whole)
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
        except BrokenPipeError:
            raise OutputClosed from None
        except OSError as fault:
            if self._is_file:
                os.ftruncate(self._descriptor, self._end)
            raise OutputFailed(f"{self._name}: {fault.strerror or fault}") from None
        self.games += 1
        self._end += len(whole)

    def _written_already(self, whole: bytes) -> int:
        """Return how many bytes of the first game the file has. Ignore zeros that a power cut has left."""
        half, self.half = self.half, b""
        if not half:
            return 0
        partial = half if whole.startswith(half) else half.rstrip(b"\0")
        if not whole.startswith(partial):
            wrong = self._end + writing.common_length(whole, half)
            raise InputFault(
                f"{self._name}: byte {wrong + 1}: this is not how the next game begins here. "
                "The file is left as it was. "
                f"Try: head -c {self._end} {self._name} > NEW, and --resume with NEW."
            )
        self._end += len(partial)
        os.ftruncate(self._descriptor, self._end)
        os.lseek(self._descriptor, self._end, os.SEEK_SET)
        return len(partial)

    def close(self) -> None:
        """Close a file, so that another match can resume it; stdout stays open."""
        if self._descriptor != _STDOUT:
            os.close(self._descriptor)


def open_new(path: Path, *, force: bool) -> int:
    """Open a file for new games. Without `force`, it must be empty."""
    return _opened(path, lambda: writing.open_new(path, force=force, resume=True))


def open_again(path: Path) -> int:
    """Open a file to append to its games; it may be missing."""
    return _opened(path, lambda: writing.open_old(path))


def _opened(path: Path, opening: Callable[[], int]) -> int:
    """Open and lock the file, so that no other match or prompt writes it."""
    try:
        return opening()
    except locking.FileInUse:
        raise CallFault(f"another match is writing {path}") from None
    except OSError as fault:
        raise InputFault(f"cannot write {path}: {fault.strerror}") from None


def open_output(
    out: str, match: Match, *, resume: bool, force: bool = False
) -> tuple[GameOutput, dict[int, Outcome]]:
    """Return the output of the match, and the outcomes of the games that it has already."""
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
        put_in_order(path, found.finished, separator)
        os.close(descriptor)
        descriptor, found = _surveyed(path, match)
    if not found.half:
        os.ftruncate(descriptor, found.end)  # remove blanks or zeros after the games
    os.lseek(descriptor, found.end, os.SEEK_SET)
    outcomes = {number: kept.outcome for number, kept in found.finished.items()}
    return GameOutput(descriptor, out, separator, games=len(outcomes), half=found.half), outcomes


def _surveyed(path: Path, match: Match) -> tuple[int, Survey]:
    """Open the file to resume and read it. Errors are raised before anything is changed."""
    descriptor = open_again(path)
    try:
        return descriptor, survey(path, match)
    except BaseException:
        os.close(descriptor)
        raise


def close_in_order(output: GameOutput, out: str, match: Match, finished: dict[int, Outcome]) -> None:
    """Sort the file by game number if missing games were appended at its end."""
    if not finished or len(finished) == max(finished) or output.games == len(finished):
        return
    path = Path(out)
    found = survey(path, match)
    if not found.in_order:
        put_in_order(path, found.finished, separator_of(match.form))


def separator_of(form: str) -> bytes:
    """Return the separator between two games."""
    return b"\n" if form == PVN else b""
