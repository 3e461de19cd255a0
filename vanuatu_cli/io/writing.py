"""Output that is whole: records that Ctrl-C does not cut, files that appear only when they are finished."""

import contextlib
import os
import signal
import stat
import tempfile
from types import TracebackType
from typing import BinaryIO

from vanuatu_cli.errors import InputFault
from vanuatu_cli.io import console


def write_whole(out: BinaryIO, record: bytes) -> None:
    """Write a record; Ctrl-C is heard only after it."""
    if not hasattr(signal, "pthread_sigmask"):
        out.write(record)
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        out.write(record)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class SafeFile:
    """Write to `stream`, then `keep`. Without `keep` an old file stays as it was.

    Interrupted with Ctrl-C, a file that is new keeps what was written so far. What is no ordinary
    file (a device, a pipe) is written to directly. InputFault if it cannot be written.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._target = os.path.realpath(name)
        self._kept = False
        self._draft: str | None = None
        try:
            self._existed = os.path.exists(self._target)
            if self._existed and not stat.S_ISREG(os.stat(self._target).st_mode):
                self.stream: BinaryIO = open(self._target, "wb")
                return
            folder, base = os.path.split(self._target)
            number, self._draft = tempfile.mkstemp(prefix=f".{base}.", dir=folder)
            self.stream = os.fdopen(number, "wb")
        except OSError as error:
            raise InputFault(f"{name}: {error.strerror or error}") from None

    def keep(self) -> None:
        """What was written is whole."""
        self._kept = True

    def __enter__(self) -> "SafeFile":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        interrupted = kind is not None and issubclass(kind, KeyboardInterrupt)
        try:
            self.stream.close()
            if self._draft is None:
                return
            if self._kept or (interrupted and not self._existed):
                os.chmod(self._draft, self._mode())
                os.replace(self._draft, self._target)
                self._draft = None
        except OSError as fault:
            raise InputFault(f"{self._name}: {fault.strerror or fault}") from None
        finally:
            if self._draft is not None:
                with contextlib.suppress(OSError):
                    os.unlink(self._draft)
        if interrupted:
            what = "left as it was" if self._existed else "holds the games that were finished"
            console.say(f"{self._name}: {what}")

    def _mode(self) -> int:
        """The permissions of the old file, or those that a new one gets."""
        if self._existed:
            return stat.S_IMODE(os.stat(self._target).st_mode)
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
