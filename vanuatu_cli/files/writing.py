"""Output that is whole: records that Ctrl-C does not cut, files that appear only when they are finished.

A file can be held, so that one vanuatu alone writes it. The lock belongs to the open file: it ends with the
process that has it, however that ends, and only those who ask for it are kept out.
"""

import contextlib
import errno
import os
import stat
import tempfile
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final

from vanuatu.ai.signals import undisturbed
from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.terminal import console, signals

_LETTERS: Final = 40  # of a name in the name of its draft; the rest is chance


def write_whole(out: BinaryIO, record: bytes) -> None:
    """Write a record; Ctrl-C is heard only after it."""
    with signals.Interrupts():
        out.write(record)


class Draft:
    """A file in the making, in the folder of the one whose place it will take.

    Nobody can guess its name, and it is made exclusively, so that it is never opened through a link
    that somebody has laid. It takes the place of the old file in one step and with the old one's
    permissions: whoever looks, or kills us, finds the old file or the new one. Where the name is a
    link, what it points to is replaced. OSError if it cannot be made.
    """

    def __init__(self, name: str | os.PathLike[str]) -> None:
        self.target = os.path.realpath(name)
        folder, base = os.path.split(self.target)
        number, self._path = tempfile.mkstemp(prefix=f".{base[:_LETTERS]}.", dir=folder)
        signals.last_acts[self] = self.drop
        self.stream: BinaryIO = os.fdopen(number, "wb")

    def replace(self) -> None:
        """Close it, and take the place of the old file."""
        self.stream.flush()
        self._take_after()
        self.stream.close()
        os.replace(self._path, self.target)
        self._path = ""

    def appear(self) -> None:
        """Close it, and be the file of that name if there is none yet; FileExistsError if there is one."""
        self.stream.flush()
        self._take_after()
        self.stream.close()
        try:
            os.link(self._path, self.target)
        except FileExistsError:
            raise
        except OSError:  # a file system without links: the name is taken first, which shows for a moment
            os.close(os.open(self.target, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
            os.replace(self._path, self.target)
            self._path = ""

    def drop(self) -> None:
        """Be done with it: remove it if it has not taken the place of the old file."""
        with contextlib.suppress(OSError):  # a full disk is told where something is written
            self.stream.close()
        if self._path:
            with contextlib.suppress(OSError):
                os.unlink(self._path)
            self._path = ""
        signals.last_acts.pop(self, None)

    def _take_after(self) -> None:
        """Get the owner and permissions of the old file, or the permissions of a new one."""
        descriptor = self.stream.fileno()
        try:
            old = os.stat(self.target)
        except FileNotFoundError:
            os.chmod(self._path, 0o666 & ~_mask())
            return
        if hasattr(os, "fchown"):
            with contextlib.suppress(OSError):  # a file can be given away only by the system's administrator
                os.fchown(descriptor, old.st_uid, old.st_gid)
        os.chmod(self._path, stat.S_IMODE(old.st_mode) & 0o777)


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def spare_input(out: str, inputs: Iterable[str]) -> None:
    """CallFault if the output would be written over what is read."""
    for name in inputs:
        with contextlib.suppress(OSError):
            if os.path.samefile(out, name):
                raise CallFault(f"{name} holds the games: it would be overwritten")


class SafeFile:
    """Write to `stream`, then `keep`. Without `keep` an old file stays as it was.

    Interrupted with Ctrl-C, a file that is new keeps what was written so far, unless it is of use only
    when it is `complete`. What is no ordinary file (a device, a pipe) is written to directly. InputFault
    if it cannot be written.
    """

    def __init__(self, name: str, *, complete: bool = False) -> None:
        self._name = name
        self._complete = complete
        self._kept = False
        self._draft: Draft | None = None
        try:
            self._existed = os.path.exists(name)
            if self._existed and not stat.S_ISREG(os.stat(name).st_mode):
                self.stream: BinaryIO = open(name, "wb")
                return
            self._draft = Draft(name)
            self.stream = self._draft.stream
        except OSError as error:
            raise InputFault(f"{name}: {error.strerror or error}") from None

    def keep(self) -> None:
        """What was written is whole."""
        self._kept = True

    def __enter__(self) -> "SafeFile":
        signals.last_acts[self] = lambda: self.__exit__(signals.Ended, None, None)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        stopped = kind is not None and issubclass(kind, KeyboardInterrupt | signals.Ended)
        interrupted = stopped and not self._complete
        try:
            if self._draft is None:
                self.stream.close()
                return
            if self._kept or (interrupted and not self._existed):
                self._draft.replace()
        except OSError as fault:
            raise InputFault(f"{self._name}: {fault.strerror or fault}") from None
        finally:
            signals.last_acts.pop(self, None)
            if self._draft is not None:
                self._draft.drop()
        if interrupted:
            what = "left as it was" if self._existed else "holds the games that were finished"
            console.say(f"{self._name}: {what}")


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

        It does not wait for the disk, which would be felt after every move. Ctrl-C is heard only after it:
        cut between the two steps, we would no longer know whether the file is ours.
        """
        with signals.Interrupts(), undisturbed():
            self._write(text)

    def _write(self, text: str) -> None:
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
