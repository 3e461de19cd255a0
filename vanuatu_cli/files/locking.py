"""Lock files, so that no other vanuatu process writes them.

The lock belongs to the open file: it ends when the process ends, even after a crash. It only stops programs
that ask for it.
"""

import errno
import os
import stat
from pathlib import Path
from typing import Final

try:
    from fcntl import LOCK_EX, LOCK_NB, flock
except ImportError:  # no such locks on this system: skip locking
    LOCKS = False
else:
    LOCKS = True

_TRIES: Final = 10


class FileInUse(OSError):
    """Another process is writing the file."""

    def __init__(self, place: str | os.PathLike[str]) -> None:
        super().__init__(errno.EBUSY, "another vanuatu is writing it", str(place))


def open_locked(place: str | os.PathLike[str], flags: int) -> int:
    """Open a file and lock it. Raise FileInUse if another process has locked it, otherwise OSError.

    A terminal, a pipe or another special file is opened without a lock. If the previous owner of the lock has
    replaced the file in the meantime, the new file is opened.
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
            pass  # the file was replaced: try again
        except OSError:
            os.close(descriptor)
            raise
        os.close(descriptor)
    raise FileInUse(place)


def lock(descriptor: int, place: str | os.PathLike[str]) -> None:
    """Lock an open file. Raise FileInUse if another process has locked it."""
    if not LOCKS:
        return
    try:
        flock(descriptor, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        raise FileInUse(place) from None
    except OSError:
        pass  # no locks on this file system


def is_in_use(place: Path) -> bool:
    """Return whether another process is writing the file now."""
    try:
        os.close(open_locked(place, os.O_RDONLY))
    except FileInUse:
        return True
    except OSError:
        return False
    return False
