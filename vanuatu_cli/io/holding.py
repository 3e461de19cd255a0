"""Files that one vanuatu alone writes: whoever else wants to is told.

The lock belongs to the open file. It ends with the process that has it, however that ends, and only
those who ask for it are kept out: any program can read the file at any time.
"""

import errno
import os
import stat
from pathlib import Path
from typing import Final

from vanuatu_cli.io.writing import Draft

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # no such locks on this system: nothing is held there, and nobody kept out
    LOCKS = False
else:
    LOCKS = True

_TRIES: Final = 10


class Taken(OSError):
    """Somebody else is writing the file."""

    def __init__(self, place: str | os.PathLike[str]) -> None:
        super().__init__(errno.EBUSY, "another vanuatu is writing it", str(place))


def open_alone(place: str | os.PathLike[str], flags: int) -> int:
    """Open a file that nobody else may write meanwhile; Taken if somebody does, else OSError.

    What is no ordinary file, such as a terminal or a pipe, is opened as it is. Who held the file before
    may have put another one in its place while it was opened here: then that one is opened.
    """
    for _ in range(_TRIES):
        descriptor = os.open(place, flags | getattr(os, "O_CLOEXEC", 0), 0o666)
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return descriptor
        try:
            lock(descriptor, place)
            if os.path.samestat(os.fstat(descriptor), os.stat(place)):
                return descriptor
        except FileNotFoundError:
            pass  # it was moved away: once more
        except OSError:
            os.close(descriptor)
            raise
        os.close(descriptor)
    raise Taken(place)


def lock(descriptor: int, place: str | os.PathLike[str]) -> None:
    """Hold an open file alone; Taken if somebody else does."""
    if not LOCKS:
        return
    try:
        flock(descriptor, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        raise Taken(place) from None
    except OSError:
        pass  # a file system without locks


def is_taken(place: Path) -> bool:
    """Whether somebody is writing the file now."""
    try:
        os.close(open_alone(place, os.O_RDONLY))
    except Taken:
        return True
    except OSError:
        return False
    return False


class Held:
    """A file that is ours from now on until it is let go; a new one is there when it is first written.

    Taken if it is another's, OSError if it cannot be written.
    """

    def __init__(self, place: Path) -> None:
        self.place = place
        self._target = Path(os.path.realpath(place))
        try:
            self._target.parent.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(place)) from None
        self._descriptor: int | None = None
        self._there = True
        try:
            self._descriptor = open_alone(self._target, os.O_RDWR)
        except FileNotFoundError:
            self._there = False
        try:
            Draft(self._target).drop()  # where no draft can be made, nothing can be kept
        except OSError:
            self.let_go()
            raise
        if not LOCKS:
            self.let_go()

    def write(self, text: str) -> None:
        """Replace what is in it, in one step; the file that is there now is held like the one before.

        It does not wait for the disk, which would be felt after every move.
        """
        draft = Draft(self._target)
        new: int | None = None
        try:
            draft.stream.write(text.encode())
            if LOCKS:
                lock(draft.stream.fileno(), self.place)
                new = os.dup(draft.stream.fileno())
            if self._there:
                draft.replace()
            else:
                draft.appear()
                self._there = True
            self._descriptor, new = new, self._descriptor
        except FileExistsError:
            raise Taken(self.place) from None
        finally:
            draft.drop()
            if new is not None:
                os.close(new)

    def let_go(self) -> None:
        """Let others write it."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
