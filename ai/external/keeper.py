"""Run a program and end all of its processes: `python keeper.py LIFELINE PROGRAM …`.

LIFELINE is the number of a pipe's reading end; nothing is written to the pipe. The pipe closes when the
process that started the keeper ends, even by kill -9. Then, at SIGTERM, and when the program has ended, the
keeper ends every process that the program has started. It exits as the program did.

On Linux, the keeper adopts orphans of the program, so that it also finds a child in another session. If the
keeper itself is killed, the system ends the program. On other systems, only the program's process group is
ended.

This file runs alone, in an interpreter that has only the standard library.
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
_PATIENCE = 2.0  # seconds for the system to end killed processes
_LINUX = sys.platform == "linux"


def main() -> None:
    """Run the program of the command line to its end, or until the keeper has to end it."""
    lifeline, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(lifeline, False)
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)
    wakeup, wakeup_end = os.pipe()
    for end in (wakeup, wakeup_end):
        os.set_blocking(end, False)
    signal.set_wakeup_fd(wakeup_end)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, lambda *_: None)  # the signal arrives through the pipe
    program = _start(command)
    _let_go_of_streams()
    status = _wait(program, lifeline, wakeup)
    last = _end_all(program)
    _end_as(last if status is None else status)


def _start(command: list[str]) -> int:
    """Start the program, which ends with this process; return its process id."""
    keeper = os.getpid()
    process = os.fork()
    if process:
        return process
    try:
        os.setsid()
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != keeper:
            os._exit(_CANNOT_START)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores these signals, programs expect them
            signal.signal(number, signal.SIG_DFL)
        signal.set_wakeup_fd(-1)
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"cannot be started: {error.strerror}\n".encode())
    finally:
        os._exit(_CANNOT_START)


def _let_go_of_streams() -> None:
    """Close stdin, stdout and stderr here, so that they close when the program ends."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    os.close(nothing)


def _wait(program: int, lifeline: int, wakeup: int) -> int | None:
    """Wait for the program and return its status; None if it is time to end it."""
    while True:
        ready, _, _ = select.select([lifeline, wakeup], [], [])
        if lifeline in ready:
            return None
        if any(number != signal.SIGCHLD for number in os.read(wakeup, 256)):
            return None
        for process, status in _reaped():
            if process == program:
                return status


def _end_all(program: int) -> int:
    """End the program and everything it has started; return the program's status, if known."""
    ending = signal.SIGKILL.value
    give_up = time.monotonic() + _PATIENCE
    while time.monotonic() < give_up:
        for process in _descendants() if _LINUX else [-program]:
            try:
                os.kill(process, signal.SIGKILL)
            except OSError:
                pass  # it has ended, or we may not end it
        try:
            for process, status in _reaped():
                if process == program:
                    ending = status
        except ChildProcessError:
            break
        time.sleep(0.002)
    return ending


def _reaped() -> list[tuple[int, int]]:
    """Return the children that have ended. Raise ChildProcessError if there are no children at all."""
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
    """Return all processes that this one has started or adopted, and their descendants."""
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
    for process in found:  # the list grows during the loop
        found += children.get(process, [])
    return found


def _end_as(status: int) -> None:
    """Exit with the exit code of the program, or by the signal that ended it."""
    if os.WIFSIGNALED(status):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        number = os.WTERMSIG(status)
        if number not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def _prctl(option: int, value: int) -> None:
    """Set an option of this process on Linux; do nothing elsewhere, or if it is refused."""
    if not _LINUX:
        return
    try:
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
    except (ImportError, OSError, AttributeError):
        pass


if __name__ == "__main__":
    main()
