"""Runs a program and sees to it that nothing of it is left: `python keeper.py LIFELINE PROGRAM …`.

LIFELINE is the number of the reading end of a pipe into which nobody writes. It closes when whoever
started the keeper ends, however that happens (kill -9 too). Then, at SIGTERM, and when the program has
ended, the keeper ends all that the program has started, and ends as the program did.

On Linux the keeper adopts what the program leaves behind, so that a child with a session of its own
is found as well, and the system ends the program if somebody ends the keeper. Elsewhere only the
program's process group is ended.

This file is run by itself, in an interpreter that knows the standard library and nothing else.
"""

import os
import resource
import select
import signal
import sys
import time

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_CANNOT_START = 126
_PATIENCE = 2.0  # seconds for the system to end what was killed
_LINUX = sys.platform == "linux"


def main() -> None:
    """Run the program of the command line to its end, or to that of whoever wants it."""
    lifeline, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(lifeline, False)
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    heard, signalled = os.pipe()
    for end in (heard, signalled):
        os.set_blocking(end, False)
    signal.set_wakeup_fd(signalled)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, lambda *_: None)  # it is heard through the pipe
    program = _start(command)
    _let_go_of_streams()
    status = _wait(program, lifeline, heard)
    last = _end_all(program)
    _end_as(last if status is None else status)


def _start(command: list[str]) -> int:
    """The process of the program, which ends with this one."""
    keeper = os.getpid()
    process = os.fork()
    if process:
        return process
    try:
        os.setsid()
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != keeper:
            os._exit(_CANNOT_START)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores them, programs expect them
            signal.signal(number, signal.SIG_DFL)
        signal.set_wakeup_fd(-1)
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"cannot be started: {error.strerror}\n".encode())
    finally:
        os._exit(_CANNOT_START)


def _let_go_of_streams() -> None:
    """Leave stdin, stdout and stderr to the program alone, so that they end with it."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    os.close(nothing)


def _wait(program: int, lifeline: int, heard: int) -> int | None:
    """How the program has ended; None if it is time to end it."""
    while True:
        ready, _, _ = select.select([lifeline, heard], [], [])
        if lifeline in ready:
            return None
        if any(number != signal.SIGCHLD for number in os.read(heard, 256)):
            return None
        for process, status in _reaped():
            if process == program:
                return status


def _end_all(program: int) -> int:
    """End the program and everything it has started; how the program ended, as far as that is known."""
    ending = signal.SIGKILL.value
    give_up = time.monotonic() + _PATIENCE
    while time.monotonic() < give_up:
        for process in _descendants() if _LINUX else [-program]:
            try:
                os.kill(process, signal.SIGKILL)
            except OSError:
                pass  # gone already, or not ours to end
        try:
            for process, status in _reaped():
                if process == program:
                    ending = status
        except ChildProcessError:
            break
        time.sleep(0.002)
    return ending


def _reaped() -> list[tuple[int, int]]:
    """The children that have ended; ChildProcessError if there are none left, ended or not."""
    ended: list[tuple[int, int]] = []
    while True:
        try:
            process, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            if ended:
                return ended
            raise
        if process == 0:
            return ended
        ended.append((process, status))


def _descendants() -> list[int]:
    """All processes that this one has started or adopted, and theirs."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdecimal():
            try:
                with open(f"/proc/{name}/stat", "rb") as stat:
                    parent = int(stat.read().rpartition(b")")[2].split()[1])
            except OSError:
                continue
            children.setdefault(parent, []).append(int(name))
    found = list(children.get(os.getpid(), []))
    for process in found:  # grows while it is gone through
        found += children.get(process, [])
    return found


def _end_as(status: int) -> None:
    """End with the exit code, or by the signal, that ended the program."""
    if os.WIFSIGNALED(status):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        number = os.WTERMSIG(status)
        if number not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def _prctl(option: int, value: int) -> None:
    """Ask Linux for something about this process; elsewhere, and where it is refused, nothing happens."""
    if not _LINUX:
        return
    try:
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
    except (ImportError, OSError, AttributeError):
        pass


if __name__ == "__main__":
    main()
