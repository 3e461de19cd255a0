"""A program on two pipes that never blocks who talks to it, and of which only so much is kept."""

import os
import selectors
import signal
import subprocess
import time
from typing import IO, Final

_CHUNK: Final = 65536
_LONGEST_LINE: Final = 1 << 20
_MOST_UNREAD: Final = 4 << 20  # bytes within one answer, before it is a flood
_LAST_WORDS: Final = 2000
_GOODBYE: Final = 0.2


class ProgramFault(Exception):
    """The program cannot be started, has ended, or says too much."""


class Program:
    """A running program. It leads a process group of its own, so that a Ctrl-C at the terminal is not for it
    and nothing that it has started outlives it."""

    def __init__(self, command: list[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise ProgramFault(f"cannot be started: {getattr(error, 'strerror', None) or error}") from None
        self._stdin, self._stdout, self._stderr = (pipe.fileno() for pipe in self._pipes())
        self._selector = selectors.DefaultSelector()
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe, False)
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)
        self._unsent = bytearray()
        self._partial = bytearray()
        self._heard = 0
        self._last_words = b""
        self._finished = False
        _running.add(self)

    def send(self, lines: list[str]) -> None:
        """Send lines; what the pipe does not take now goes out while waiting for the answer."""
        self._unsent += "".join(line + "\n" for line in lines).encode()
        self._write()

    def lines(self, seconds: float) -> list[str]:
        """The lines that have come, waiting so long for the first; ProgramFault at the end of them."""
        self._expect_more()
        found: list[str] = []
        for key, _ in self._selector.select(seconds):
            if key.fd == self._stdin:
                self._write()
            elif key.fd == self._stderr:
                self._read_stderr()
            else:
                found += self._read()
        if not found:
            self._expect_more()
        return found

    def forget_output(self) -> None:
        """Drop what was said before it was asked, and begin to count anew."""
        self._heard = 0
        for _ in range(_MOST_UNREAD // _CHUNK):
            try:
                chunk = os.read(self._stdout, _CHUNK)
            except OSError:
                break
            if not chunk:
                break  # its end is noticed at the next reading
        self._partial.clear()

    def end(self) -> None:
        """End the program and everything it has started; it is given a moment to go by itself."""
        if self not in _running:
            return
        _running.discard(self)
        self._selector.close()
        try:
            os.write(self._stdin, b"quit\n")
        except OSError:
            pass
        stdin, *outputs = self._pipes()
        stdin.close()
        try:
            self._process.wait(0 if self._heard > _MOST_UNREAD else _GOODBYE)
        except subprocess.TimeoutExpired:
            pass
        self.kill()
        self._process.wait()
        for pipe in outputs:
            pipe.close()

    def kill(self) -> None:
        """End it at once."""
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass

    def _pipes(self) -> list[IO[bytes]]:
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        return [pipe for pipe in pipes if pipe is not None]

    def _write(self) -> None:
        try:
            while self._unsent:
                sent = os.write(self._stdin, self._unsent[:_CHUNK])
                del self._unsent[:sent]
        except BlockingIOError:
            pass
        except OSError:
            self._unsent.clear()  # it has ended or closed its ears: its output says which
        waiting = self._stdin in self._selector.get_map()
        if self._unsent and not waiting:
            self._selector.register(self._stdin, selectors.EVENT_WRITE)
        elif not self._unsent and waiting:
            self._selector.unregister(self._stdin)

    def _read(self) -> list[str]:
        try:
            chunk = os.read(self._stdout, _CHUNK)
        except BlockingIOError:
            return []
        if not chunk:
            self._finished = True
            return []
        self._heard += len(chunk)
        self._partial += chunk
        if self._heard > _MOST_UNREAD or len(self._partial) > _LONGEST_LINE:
            raise ProgramFault(f"said more than {_MOST_UNREAD >> 20} MB without a move")
        *lines, rest = self._partial.split(b"\n")
        self._partial = rest
        return [bytes(line).decode("utf-8", "replace").rstrip("\r") for line in lines]

    def _read_stderr(self) -> None:
        try:
            chunk = os.read(self._stderr, _CHUNK)
        except BlockingIOError:
            return
        if not chunk:
            self._selector.unregister(self._stderr)
        self._last_words = (self._last_words + chunk)[-_LAST_WORDS:]

    def _expect_more(self) -> None:
        if self._finished:
            raise ProgramFault(self._ending())

    def _ending(self) -> str:
        """How it ended, in words, with the last line of its stderr."""
        deadline = time.monotonic() + _GOODBYE
        while self._process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.005)
        try:
            self._last_words = (self._last_words + os.read(self._stderr, _CHUNK))[-_LAST_WORDS:]
        except OSError:
            pass
        code = self._process.returncode
        if code is None:
            how = "closed its output"
        elif code < 0:
            how = f"was ended by signal {-code}"
        else:
            how = f"ended with exit code {code}"
        words = self._last_words.decode("utf-8", "replace").strip().splitlines()
        return f"{how}: {words[-1].strip()[:200]}" if words else how


_running: set[Program] = set()


def kill_all() -> None:
    """End every program of this process at once; for a process that is about to end itself."""
    for program in list(_running):
        program.kill()
