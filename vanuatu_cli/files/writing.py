"""The one way to write a file, for every command.

Without `--force`, a command writes only to a file that is new or empty, or that it has proved to be its own
work. An output is never an input or a symbolic link, and has an extension that the command knows. Records are
written whole. A file that must be complete appears only when it is.
"""

import contextlib
import errno
import os
import re
import stat
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final

from vanuatu.ai.signals import deferred_signals
from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import locking
from vanuatu.cli.terminal import console, signals
from vanuatu.notation import compression

STDOUT: Final = "-"
GAMES: Final = (".pvn", ".ndjson", ".msgpack")
PACKED: Final = (*GAMES, *(f"{ending}.{packing}" for ending in GAMES for packing in compression.PACKINGS))
PAGES: Final = (".html", ".htm")
_NO_LINK: Final = getattr(os, "O_NOFOLLOW", 0)
_LETTERS: Final = 40  # characters of a name in the name of its draft; the rest is random


def write_whole(out: BinaryIO | compression.Packer, record: bytes) -> None:
    """Write a record. Ctrl-C takes effect after it."""
    with signals.Interrupts():
        out.write(record)


class Draft:
    """A temporary file in the folder of the file that it will replace.

    Its name is random and it is created exclusively, so that it is never opened through a link from somebody
    else. It replaces the old file atomically and gets its permissions. Readers see the old file or the new
    one, even if the process is killed. If the name is a link, the file behind the link is replaced. Raise
    OSError if the draft cannot be created.
    """

    def __init__(self, name: str | os.PathLike[str]) -> None:
        self.target = os.path.realpath(name)
        folder, base = os.path.split(self.target)
        number, self._path = tempfile.mkstemp(prefix=f".{base[:_LETTERS]}.", dir=folder)
        signals.exit_actions[self] = self.drop
        self.stream: BinaryIO = os.fdopen(number, "wb")

    @property
    def path(self) -> str:
        """The name of the draft, for a library that opens files by name."""
        return self._path

    def finish(self) -> None:
        """Close the draft, which is complete."""
        if not self.stream.closed:
            self.stream.flush()
            self._copy_owner_and_mode()
            self.stream.close()

    def replace(self) -> None:
        """Close the draft and replace the old file."""
        self.finish()
        os.replace(self._path, self.target)
        self._path = ""

    def create(self) -> None:
        """Close the draft and give it its name. Raise FileExistsError if a file has that name."""
        self.finish()
        try:
            os.link(self._path, self.target)
        except FileExistsError:
            raise
        except OSError:  # no hard links on this file system: reserve the name first, which shows briefly
            os.close(os.open(self.target, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
            os.replace(self._path, self.target)
            self._path = ""

    def drop(self) -> None:
        """Close the draft; remove it if it has not replaced the old file."""
        with contextlib.suppress(OSError):  # writing reports a full disk, closing need not
            self.stream.close()
        if self._path:
            with contextlib.suppress(OSError):
                os.unlink(self._path)
            self._path = ""
        signals.exit_actions.pop(self, None)

    def _copy_owner_and_mode(self) -> None:
        """Copy owner and permissions from the old file, or use those of a new file."""
        descriptor = self.stream.fileno()
        try:
            old = os.stat(self.target)
        except FileNotFoundError:
            os.chmod(self._path, 0o666 & ~umask())
            return
        if not stat.S_ISREG(old.st_mode):
            raise _not_ordinary(self.target)
        if hasattr(os, "fchown"):
            with contextlib.suppress(OSError):  # only the administrator may change the owner
                os.fchown(descriptor, old.st_uid, old.st_gid)
        os.chmod(self._path, stat.S_IMODE(old.st_mode) & 0o777)


def _not_ordinary(name: str | os.PathLike[str]) -> OSError:
    """Return the error for a device, a pipe or a folder where a regular file is needed."""
    return OSError(errno.EINVAL, "not an ordinary file", os.fspath(name))


def umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@dataclass(frozen=True)
class Output:
    """The files that an option or argument may name as output. Part of the parameter's annotation."""

    option: str
    endings: tuple[str, ...]
    resume: bool = False  # whether the command has --resume for the file

    def check(self, name: str, inputs: Iterable[str] = (), *, force: bool, own: bool = False) -> None:
        """Raise CallFault or InputFault if the command may not write the file.

        With `own`, the command itself proves that the file is its own work.
        """
        if name == STDOUT:
            return
        check_not_input(name, inputs)
        kind = kind_of(name)
        if kind != STREAM and not name.lower().endswith(self.endings):
            expected = " or ".join(ending for ending in self.endings if ending.count(".") == 1)
            if len(self.endings) > len(GAMES) and PACKED[-1] in self.endings:
                expected += ", also with .gz or .zst"
            raise CallFault(f"{self.option} {name}: unknown ending. Expected {expected}.")
        try:
            compression.check_packing(name)
        except compression.PackingError as error:
            raise CallFault(f"{self.option} {name}: {error.strerror}") from None
        if own and compression.packing_of(name):
            raise CallFault(
                f"--resume cannot continue {name}, which is compressed. Use a name without .gz or .zst."
            )
        if kind == LINK and not force:
            raise CallFault(f"{name} is a link. Name the file that it points to, or use --force.")
        if kind == OLD and not (force or own):
            raise exists(name, resume=self.resume)


def exists(name: str, *, resume: bool = False) -> CallFault:
    """Return the error for a file that exists and is not replaced."""
    more = " --resume to continue it," if resume else ""
    return CallFault(f"{name} exists. Use --force to replace it,{more} or another name.")


def check_not_input(out: str, inputs: Iterable[str]) -> None:
    """Raise CallFault if the output is one of the inputs."""
    for name in inputs:
        with contextlib.suppress(OSError, ValueError):
            if os.path.samefile(out, name) and kind_of(out) != STREAM:
                raise CallFault(f"{name} is also an input: it would be overwritten. Use another name.")


def common_length(one: bytes, other: bytes) -> int:
    """Return the length of the common prefix."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[:middle] == other[:middle] else (low, middle - 1)
    return low


NEW, EMPTY, OLD, LINK, STREAM = range(5)


def kind_of(name: str | os.PathLike[str]) -> int:
    """Return the file type at a path. Raise InputFault if no file can be written there.

    Devices and pipes are written to directly, through links as well (`/dev/stdout` is a link).
    """
    try:
        status = os.lstat(name)
        if link := stat.S_ISLNK(status.st_mode):
            with contextlib.suppress(FileNotFoundError):
                status = os.stat(name)
        if stat.S_ISCHR(status.st_mode) or stat.S_ISFIFO(status.st_mode):
            return STREAM
        if link:
            return LINK
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(status.st_mode):
            raise InputFault(f"{name} is not an ordinary file")
        return OLD if status.st_size else EMPTY
    except FileNotFoundError:
        folder = os.path.dirname(os.fspath(name)) or "."
        if not os.path.isdir(folder):
            raise InputFault(f"{name}: there is no folder {folder}. Create it first.") from None
        return NEW
    except (OSError, ValueError) as error:
        raise InputFault(f"{name}: {getattr(error, 'strerror', None) or error}") from None


class SafeFile:
    """Write to `stream`, then call `keep`. Without `keep`, an old file stays unchanged.

    An old file that is not empty is replaced only with `force`; otherwise raise CallFault. After Ctrl-C, a
    new file has what was written so far, unless it must be `complete`. A device or a pipe is written to
    directly. Raise InputFault if the file cannot be written.
    """

    def __init__(self, name: str, *, complete: bool = False, force: bool = False) -> None:
        self._name = name
        self._complete = complete
        self._force = force
        self._committed = False
        self._draft: Draft | None = None
        self._kind = kind_of(name)
        if self._kind in (OLD, LINK) and not force:
            raise exists(name)
        try:
            if self._kind == STREAM:
                self.stream: BinaryIO = open(name, "wb")
                return
            self._draft = Draft(name)
            self.stream = self._draft.stream
        except OSError as error:
            raise InputFault(f"{name}: {error.strerror or error}") from None

    @property
    def path(self) -> str:
        """The name under which the content is written now."""
        return self._draft.path if self._draft is not None else self._name

    def keep(self) -> None:
        """Mark the content as complete."""
        self._committed = True

    def __enter__(self) -> "SafeFile":
        signals.exit_actions[self] = lambda: self.__exit__(signals.Ended, None, None)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        stopped = kind is not None and issubclass(kind, KeyboardInterrupt | signals.Ended)
        interrupted = stopped and not self._complete
        old = self._kind in (OLD, LINK)
        try:
            if self._draft is None:
                self.stream.close()
                return
            if self._committed or (interrupted and not old):
                self._replace_old(self._draft)
        except FileExistsError:
            raise exists(self._name) from None
        except OSError as fault:
            raise InputFault(f"{self._name}: {fault.strerror or fault}") from None
        finally:
            signals.exit_actions.pop(self, None)
            if self._draft is not None:
                self._draft.drop()
        if interrupted:
            what = "left as it was" if old else "holds the games that were finished"
            console.print_message(f"{self._name}: {what}")

    def _replace_old(self, draft: Draft) -> None:
        """Give the draft the name of the file. Raise FileExistsError if another file has taken it."""
        if self._force:
            draft.replace()
        elif self._kind == EMPTY:
            with contextlib.closing(_Empty(self._name)):
                draft.replace()
        else:
            draft.create()


class _Empty:
    """An empty file, locked until it is closed. Raise FileExistsError if it is no longer empty."""

    def __init__(self, name: str) -> None:
        self._descriptor = locking.open_locked(name, os.O_RDWR | _NO_LINK)
        if os.fstat(self._descriptor).st_size:
            self.close()
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), name)

    def close(self) -> None:
        os.close(self._descriptor)


def open_new(name: str | os.PathLike[str], *, force: bool, resume: bool = False) -> int:
    """Open and lock a file for appending: new or empty, or with `force` an old one, truncated.

    Raise CallFault if the file is not empty, FileInUse if another process writes it, otherwise OSError or
    InputFault. `resume` only adds that option to the message.
    """
    kind = kind_of(name)
    if kind in (OLD, LINK) and not force:
        raise exists(os.fspath(name), resume=resume)
    link = _NO_LINK if kind != STREAM and not force else 0
    descriptor = locking.open_locked(name, os.O_WRONLY | os.O_CREAT | link)
    status = os.fstat(descriptor)
    if stat.S_ISREG(status.st_mode) and status.st_size:
        if not force:
            os.close(descriptor)
            raise exists(os.fspath(name), resume=resume)
        os.ftruncate(descriptor, 0)
    return descriptor


def begin_log(name: str, *, force: bool, resume: bool = False) -> None:
    """Create a log file, or with `resume` accept an old log; lines are appended to it later.

    Raise CallFault or InputFault if the file has other content or cannot be written.
    """
    try:
        if kind_of(name) == STREAM:
            os.close(os.open(name, os.O_WRONLY | os.O_APPEND))
            return
        if not resume:
            os.close(open_new(name, force=force, resume=True))
            return
        with open(open_old(name), "rb") as old:
            for number, line in enumerate(old, 1):
                if not _LOG_LINE.fullmatch(line):
                    raise InputFault(f"{name}:{number}: not a line of a log. Use another name.")
    except locking.FileInUse:
        raise CallFault(f"another vanuatu is writing {name}") from None
    except OSError as fault:
        raise InputFault(f"{name}: {fault.strerror or fault}") from None


# The time of day, the bot, a mark, the message.
_LOG_LINE: Final = re.compile(rb"[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3} [^\r\n]*[><!=][^\r\n]*\n")


def open_old(name: str | os.PathLike[str]) -> int:
    """Open and lock a file to append to its content. The file may be missing; links are refused.

    Raise CallFault if it cannot be read, FileInUse if another process writes it, otherwise OSError or
    InputFault.
    """
    if kind_of(name) in (LINK, STREAM):
        raise CallFault(
            f"{name} is a link or a device, which --resume cannot continue. Use an ordinary file."
        )
    return locking.open_locked(name, os.O_RDWR | os.O_CREAT | _NO_LINK)


class LockedFile:
    """A file that this process has locked until `release`; a new file is created by the first `write`.

    Raise FileInUse if another process has locked it, OSError if it cannot be written. With `new`, the file
    must be missing or empty and not a link; otherwise raise FileExistsError.
    """

    def __init__(self, place: Path, *, new: bool = False) -> None:
        self.place = place
        self._target = Path(os.path.realpath(place))
        self._descriptor: int | None = None
        self._exists = True
        try:
            self._descriptor = locking.open_locked(
                place if new else self._target, os.O_RDWR | (_NO_LINK if new else 0)
            )
        except FileNotFoundError:
            self._exists = False
        try:
            if self._descriptor is not None:
                status = os.fstat(self._descriptor)
                if not stat.S_ISREG(status.st_mode):
                    raise _not_ordinary(place)
                if new and status.st_size:
                    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(place))
            Draft(self._target).drop()  # no draft, no later write: raise the error now
        except OSError:
            self.release()
            raise
        if not locking.LOCKS:
            self.release()

    def write(self, text: str) -> None:
        """Replace the content atomically, and lock the new file like the old one.

        The write does not wait for the disk, because that would delay every move. Ctrl-C takes effect after
        it: an interrupt between the two steps would leave the lock uncertain.
        """
        with signals.Interrupts(), deferred_signals():
            self._write(text)

    def _write(self, text: str) -> None:
        draft = Draft(self._target)
        new: int | None = None
        try:
            draft.stream.write(text.encode())
            if locking.LOCKS:
                locking.lock(draft.stream.fileno(), self.place)
                new = os.dup(draft.stream.fileno())
            if self._exists:
                draft.replace()
            else:
                draft.create()
                self._exists = True
            self._descriptor, new = new, self._descriptor
        except FileExistsError:
            raise locking.FileInUse(self.place) from None
        finally:
            draft.drop()
            if new is not None:
                os.close(new)

    def release(self) -> None:
        """Release the lock."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
