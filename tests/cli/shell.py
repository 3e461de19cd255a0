"""Run the program as a shell does: a process with streams and an exit code."""

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO

from tests.support import copies
from vanuatu import cli

PACKAGES = str(Path(cli.__file__).parents[2])
PATIENCE = 120.0
READ_AT_START = ("PYTHON", "LANG", "LC_", "TZ", "VANUATU_")  # variables that count before a call


@dataclass(frozen=True)
class Ended:
    """How a call ended."""

    code: int
    out: str
    err: str


def environment(home: Path, more: Mapping[str, str] = {}) -> dict[str, str]:
    """An environment whose home is `home`; the packages under test are found from any folder."""
    clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
    own = {"HOME": str(home), "XDG_STATE_HOME": str(home / "state"), "PYTHONPATH": PACKAGES}
    own["XDG_CONFIG_HOME"] = str(home / "config")
    return clean | own | dict(more)


def vanuatu(
    arguments: Sequence[str],
    home: Path,
    *,
    more: Mapping[str, str] = {},
    out: IO[bytes] | None = None,
    text: str = "",
    fresh: bool = False,
) -> Ended:
    """Call the program in the folder `home` with `text` on its stdin, and wait for it; `out` is its stdout.

    It runs in a copy of a process that has imported it, unless it must be `fresh`: a new process that looks
    for its modules itself.
    """
    variables = environment(home, more)
    if not fresh and _read_at_start(variables) == _read_at_start(_copied().variables):
        return _copied().run(arguments, home, variables, text, out)
    ended = subprocess.run(
        [sys.executable, "-m", "vanuatu", *arguments],
        cwd=home,
        env=variables,
        input=text.encode(),
        stdout=out or subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=PATIENCE,
        check=False,
    )
    return Ended(ended.returncode, (ended.stdout or b"").decode(), ended.stderr.decode())


def _read_at_start(variables: Mapping[str, str]) -> dict[str, str]:
    found = {name: value for name, value in variables.items() if name.startswith(READ_AT_START)}
    found["PYTHONPATH"] = found["PYTHONPATH"].split(os.pathsep)[0]  # a copy looks in more folders
    return found


class Copied:
    """A process that has imported the program. It runs calls in copies of itself (`tests.support.copies`)."""

    def __init__(self) -> None:
        self.variables = environment(Path("/"))
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = copies.started(theirs, self.variables)
        self._line.settimeout(PATIENCE)
        self._threads = ThreadPoolExecutor(copies.STREAMS)

    def run(
        self,
        arguments: Sequence[str],
        home: Path,
        variables: Mapping[str, str],
        text: str,
        out: IO[bytes] | None,
    ) -> Ended:
        """Run one call to its end."""
        request = {"arguments": list(arguments), "folder": str(home), "environment": dict(variables)}
        (stdin, to), (printed, stdout), (errors, stderr) = (os.pipe() for _ in range(copies.STREAMS))
        streams = [stdin, out.fileno() if out else stdout, stderr]
        socket.send_fds(self._line, [json.dumps(request).encode()], streams)
        for stream in (stdin, stdout, stderr):
            os.close(stream)
        reading = [self._threads.submit(_read, stream) for stream in (printed, errors)]
        writing = self._threads.submit(_write, to, text.encode())
        process = int(self._line.recv(copies.LONGEST))
        try:
            code = int(self._line.recv(copies.LONGEST))
        except TimeoutError:
            os.kill(process, signal.SIGKILL)
            self._line.recv(copies.LONGEST)
            raise subprocess.TimeoutExpired(["vanuatu", *arguments], PATIENCE) from None
        writing.result(PATIENCE)
        return Ended(code, *(stream.result(PATIENCE).decode() for stream in reading))

    def end(self) -> None:
        """End the process, which has nothing more to do."""
        self._line.close()
        self._process.communicate()
        self._threads.shutdown()


@cache
def _copied() -> Copied:
    copied = Copied()
    atexit.register(copied.end)
    return copied


def _write(stream: int, data: bytes) -> None:
    try:
        with open(stream, "wb") as pipe:
            pipe.write(data)
    except BrokenPipeError:  # the program has ended without reading all
        pass


def _read(stream: int) -> bytes:
    with open(stream, "rb") as pipe:
        return pipe.read()
