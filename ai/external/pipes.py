"""A program on two pipes, with bounded buffers, that never blocks its caller; and its log."""

import atexit
import contextlib
import os
import re
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO, Final

from vanuatu.notation.printable import printable

CLEAN_EXIT: Final = (
    "ended with exit code 0"  # begins the ProgramError of a program that quit without an error
)
_CHUNK: Final = 65536
_LONGEST_LINE: Final = 1 << 20
_MOST_UNREAD: Final = 4 << 20  # bytes of one answer; more is an error
_STDERR_TAIL: Final = 2000
# The line of an uncaught error; in Node.js, Java, Go and Rust other lines follow it.
_ERROR: Final = re.compile(r"[\w.]*(?:Error|Exception)\b|panic: |thread '.*' panicked ")
_QUIT_GRACE: Final = 0.5  # seconds in which a program may exit after `quit`
_EXIT_GRACE: Final = 2.0  # seconds in which a program that has closed its output may exit
_KEEPER: Final = str(Path(__file__).with_name("keeper.py"))
_KEEPER_GRACE: Final = 4.0  # seconds for the keeper to end what the program has started

TO_PROGRAM, FROM_PROGRAM, FROM_STDERR, ABOUT = ">", "<", "!", "="
Note = Callable[[str, str], None]  # called with a mark and a line of the conversation


def no_note(mark: str, line: str) -> None:
    """Ignore the line."""


class ProgramError(Exception):
    """The program cannot be started, has ended, or has sent too much."""


class Program:
    """A running program under a keeper. The keeper ends it, and all it has started, with this process.

    The program has its own process group, so that Ctrl-C at the terminal does not reach it. `note` is called
    with every line.
    """

    def __init__(self, command: list[str], note: Note = no_note) -> None:
        lifeline, self._lifeline = os.pipe()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", _KEEPER, str(lifeline), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                pass_fds=(lifeline,),
            )
        except (OSError, ValueError) as error:
            os.close(self._lifeline)
            raise ProgramError(f"cannot be started: {getattr(error, 'strerror', None) or error}") from None
        finally:
            os.close(lifeline)
        self._stdin, self._stdout, self._stderr = (pipe.fileno() for pipe in self._pipes())
        self._selector = selectors.DefaultSelector()
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe, False)
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)
        self._note = note
        self._unsent = bytearray()
        self._partial = bytearray()
        self._partial_counts = True
        self._bytes_read = 0
        self._stderr_tail = b""
        self._finished = False
        if not _running:
            atexit.register(end_all)
        _running.add(self)

    def send(self, lines: list[str]) -> None:
        """Send lines; what the pipe cannot take now is sent while waiting for the answer."""
        for line in lines:
            self._note(TO_PROGRAM, line)
        self._unsent += "".join(line + "\n" for line in lines).encode()
        self._write()

    def lines(self, seconds: float) -> list[str]:
        """Return the lines so far; wait up to this time for the first. Raise ProgramError at the end."""
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

    def discard_output(self) -> list[str]:
        """Reset the size limit; return the lines from before the question, which are not answers."""
        lines: list[str] = []
        for _ in range(_MOST_UNREAD // _CHUNK):
            self._bytes_read = 0
            before = len(self._partial)
            try:
                found = self._read()
            except ProgramError:
                self._partial.clear()
                continue
            lines += found
            if self._finished or (not found and len(self._partial) == before):
                break
        self._bytes_read = 0
        self._partial_counts = not self._partial
        return lines

    def end(self) -> None:
        """End the program and everything it has started, after a short wait for it to exit."""
        self.end_within(0.0 if self._bytes_read > _MOST_UNREAD else _QUIT_GRACE)

    def end_within(self, seconds: float) -> bool:
        """End the program after this wait; return whether it ended by itself."""
        if self not in _running:
            return True
        self.send_quit()
        try:
            self._process.wait(seconds)
            by_itself = True
        except subprocess.TimeoutExpired:
            by_itself = False
        self.kill()
        try:
            self._process.wait(_KEEPER_GRACE)
        except subprocess.TimeoutExpired:  # the keeper hangs; the program ends with it
            self._process.kill()
            self._process.wait()
        _running.discard(self)
        self._selector.close()
        os.close(self._lifeline)
        for pipe in self._pipes():
            pipe.close()
        self._note(ABOUT, "ended" if by_itself else "ended by force")
        return by_itself

    def send_quit(self) -> None:
        """Send `quit` and close the pipe."""
        stdin = self._process.stdin
        if stdin is None or stdin.closed:
            return
        self._note(TO_PROGRAM, "quit")
        try:
            os.write(self._stdin, bytes(self._unsent) + b"quit\n")
        except OSError:
            pass
        if self._stdin in self._selector.get_map():
            self._selector.unregister(self._stdin)
        stdin.close()

    def kill(self) -> None:
        """End the program at once."""
        if self._process.poll() is None:
            try:
                self._process.send_signal(signal.SIGCONT)
                self._process.terminate()  # the keeper does the rest
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
            self._unsent.clear()  # it has ended or closed its input: its output shows which
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
        self._bytes_read += len(chunk)
        self._partial += chunk
        if self._bytes_read > _MOST_UNREAD or len(self._partial) > _LONGEST_LINE:
            raise ProgramError(f"said more than {_MOST_UNREAD >> 20} MB without a move")
        *raw, rest = self._partial.split(b"\n")
        self._partial = rest
        lines = [bytes(line).decode("utf-8", "replace").rstrip("\r") for line in raw]
        for line in lines:
            self._note(FROM_PROGRAM, line)
        if lines and not self._partial_counts:  # the end of a line that began before the question
            self._partial_counts = True
            return lines[1:]
        return lines

    def _read_stderr(self) -> None:
        try:
            chunk = os.read(self._stderr, _CHUNK)
        except BlockingIOError:
            return
        if not chunk:
            self._selector.unregister(self._stderr)
        self._keep_stderr(chunk)

    def _keep_stderr(self, chunk: bytes) -> None:
        """Store the end of stderr."""
        for line in chunk.decode("utf-8", "replace").splitlines():
            self._note(FROM_STDERR, line)
        self._stderr_tail = (self._stderr_tail + chunk)[-_STDERR_TAIL:]

    def _expect_more(self) -> None:
        if self._finished:
            raise ProgramError(self._ending())

    def _ending(self) -> str:
        """Return how the program ended, in words, with the error that it printed last, or its last line."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_EXIT_GRACE)
        try:
            self._keep_stderr(os.read(self._stderr, _CHUNK))
        except OSError:
            pass
        code = self._process.returncode
        if code is None:
            how = "closed its output"
        elif code < 0:
            how = f"was ended by signal {-code}"
        else:
            how = f"ended with exit code {code}"
        lines = self._stderr_tail.decode("utf-8", "replace").strip().splitlines()
        errors = [line for line in lines if _ERROR.match(line)] or lines
        return f"{how}: {printable(errors[-1].strip(), 200)}" if errors else how


_running: set[Program] = set()


def end_all(programs: Iterable[Program] | None = None) -> None:
    """End these programs, or all of this process; they share one wait."""
    running = list(_running if programs is None else programs)
    for program in running:
        program.send_quit()
    end = time.monotonic() + _QUIT_GRACE
    for program in running:
        program.end_within(max(0.0, end - time.monotonic()))


STDERR: Final = "-"
_LONGEST: Final = 16_000


class ProtocolLog:
    """A log that several processes can append to, in whole lines. `-` is stderr.

    A line has the time of day, the bot, a mark and the message: `>` to the program, `<` from it, `!` its
    stderr, `=` an event.
    """

    def __init__(self, path: str) -> None:
        """Open the file. Raise OSError if it cannot be written."""
        self._path = path
        self._failed = False
        if path == STDERR:
            self._descriptor = os.dup(2)
            return
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)
        self._descriptor = os.open(path, flags, 0o666)

    def note(self, about: str, mark: str, line: str) -> None:
        """Write a line. The first time that this fails, raise OSError with the name of the file."""
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
        """Close the log."""
        os.close(self._descriptor)
