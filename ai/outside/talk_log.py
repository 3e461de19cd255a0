"""The log of conversations with programs: a line for each line said, with its time, written at once."""

import os
import time
from typing import Final

from notation.printable import printable

STDERR: Final = "-"
_LONGEST: Final = 16_000


class TalkLog:
    """A file that takes lines at its end; several processes can write it at the same time, whole lines each.
    `-` is stderr.

    A line is the time of day, whom it is about, a mark and what was said: `>` to the program, `<` by it,
    `!` by it on stderr, `=` what happened.
    """

    def __init__(self, path: str) -> None:
        """OSError if the file cannot be written."""
        self._path = path
        self._failed = False
        if path == STDERR:
            self._descriptor = os.dup(2)
            return
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)
        self._descriptor = os.open(path, flags, 0o666)

    def note(self, about: str, mark: str, line: str) -> None:
        """Write a line; OSError, with the name of the file, the first time that the disk takes no more."""
        if self._failed:
            return
        now = time.time()
        clock = time.strftime("%H:%M:%S", time.localtime(now))
        text = f"{clock}.{int(now * 1000) % 1000:03} {about} {mark} {printable(line, _LONGEST)}".rstrip()
        try:
            os.write(self._descriptor, (text + "\n").encode("utf-8", "replace"))
        except OSError as error:
            self._failed = True
            raise OSError(error.errno, error.strerror, self._path) from None

    def close(self) -> None:
        """Write no more."""
        os.close(self._descriptor)
