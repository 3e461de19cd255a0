"""Several files that belong together: they appear together and complete, or not at all."""

import os
import shutil
import tempfile
from collections.abc import Iterable
from types import TracebackType
from typing import BinaryIO, TextIO

from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import writing
from vanuatu.cli.terminal import signals


class SafeFiles:
    """Several files that appear together, after `keep`. Without it, none of them appears.

    Each is named when it is opened, and checked like a SafeFile.
    """

    def __init__(self, *, force: bool) -> None:
        self._force = force
        self._kept = False
        self._drafts: list[tuple[str, writing.Draft]] = []

    def open(self, name: str) -> writing.Draft:
        """Begin a file. Raise CallFault if it exists, InputFault if it cannot be written."""
        if writing.kind_of(name) in (writing.OLD, writing.LINK) and not self._force:
            raise writing.exists(name)
        try:
            draft = writing.Draft(name)
        except OSError as error:
            raise InputFault(f"{name}: {error.strerror or error}") from None
        self._drafts.append((name, draft))
        return draft

    def keep(self) -> None:
        """Mark all files as complete."""
        self._kept = True

    def __enter__(self) -> "SafeFiles":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            for name, draft in self._drafts if self._kept else ():
                try:
                    draft.replace() if self._force or writing.kind_of(
                        name
                    ) == writing.EMPTY else draft.create()
                except FileExistsError:
                    raise writing.exists(name) from None
                except OSError as fault:
                    raise InputFault(f"{name}: {fault.strerror or fault}") from None
        finally:
            for _, draft in self._drafts:
                draft.drop()


class SafeFolder:
    """A folder with given files, which appears complete after `keep`, or not at all.

    With `force`, an old folder is replaced if it has no other files. Raise CallFault or InputFault otherwise.
    """

    def __init__(self, name: str, files: Iterable[str], *, force: bool) -> None:
        self._target = os.path.abspath(name)
        self._kept = False
        parent, base = os.path.split(self._target)
        try:
            if os.path.lexists(self._target):
                self._check_old(name, set(files), force)
            elif not os.path.isdir(parent):
                raise InputFault(f"{name}: there is no folder {parent}. Create it first.")
            self.path = tempfile.mkdtemp(prefix=f".{base[:40]}.", dir=parent)
        except OSError as error:
            raise InputFault(f"{name}: {error.strerror or error}") from None

    def _check_old(self, name: str, files: set[str], force: bool) -> None:
        if os.path.islink(self._target) or not os.path.isdir(self._target):
            raise CallFault(f"{name} exists and is not a folder of tables. Use another name.")
        other = sorted(set(os.listdir(self._target)) - files)
        if other:
            raise CallFault(f"{name} has other files, such as {other[0]}. Use another name.")
        if os.listdir(self._target) and not force:
            raise writing.exists(name)

    def keep(self) -> None:
        """Mark the content as complete."""
        self._kept = True

    def __enter__(self) -> "SafeFolder":
        signals.exit_actions[self] = self._drop
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self._kept:
                self._appear()
        except OSError as fault:
            raise InputFault(f"{self._target}: {fault.strerror or fault}") from None
        finally:
            signals.exit_actions.pop(self, None)
            self._drop()

    def _appear(self) -> None:
        os.chmod(self.path, 0o777 & ~writing.umask())
        old = ""
        if os.path.lexists(self._target):
            old = tempfile.mkdtemp(prefix=".old.", dir=os.path.dirname(self._target))
            os.rename(self._target, os.path.join(old, "tables"))
        os.rename(self.path, self._target)
        if old:
            shutil.rmtree(old, ignore_errors=True)

    def _drop(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)


def new_text(name: str) -> TextIO:
    """Open a new text file in a folder that is not shown yet."""
    return open(name, "x", encoding="utf-8", newline="")


def spool() -> BinaryIO:
    """Return an empty file without a name, for data that must wait. The system removes it."""
    return tempfile.TemporaryFile()
