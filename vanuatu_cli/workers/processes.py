"""Worker processes on this machine, which receive messages and answer them."""

import contextlib
import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from multiprocessing import connection, parent_process, process, resource_tracker
from typing import Any, Final

from vanuatu.ai.external.pipes import end_all
from vanuatu.ai.signals import SIGNALS, deferred_signals, start_thread, unblock_signals
from vanuatu.cli.terminal import signals

_PATIENCE: Final = 10.0  # seconds in which a worker must end its external bots

Pipe = connection.Connection  # messages are pickled
_SAFE: Final = "PYTHONSAFEPATH"  # a variable of Python; any value switches it on
_FOR_WORKERS: Final = "vanuatu"


class Worker:
    """A process that runs `work(pipe, *arguments)`. It ends with this one, and leaves signals to it.

    `receive` is called in a thread with each message from the process, and at its end with None.
    """

    def __init__(
        self, work: Callable[..., None], arguments: tuple[Any, ...], receive: Callable[[Any], None]
    ) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process: process.BaseProcess = context.Process(
            target=_run, args=(theirs, work, *arguments), daemon=True
        )
        self._ready = False  # whether it can receive SIGTERM
        with starting_workers():
            self._process.start()
            theirs.close()  # otherwise a worker that dies during an answer blocks the pipe
            start_thread(self._listen, receive)

    def send(self, message: Any) -> None:
        """Send a message. If the process has ended, `receive` gets None."""
        with contextlib.suppress(OSError):
            self._pipe.send(message)

    def ask_to_end(self) -> None:
        """Ask the process to end; `end` waits for it."""
        if self._ready:
            self._process.terminate()
        else:
            self._process.kill()

    def end(self) -> None:
        """End the process now."""
        self.ask_to_end()
        self._process.join(_PATIENCE)
        self._process.kill()
        self._process.join()

    def _listen(self, receive: Callable[[Any], None]) -> None:
        with contextlib.suppress(EOFError, OSError):
            self._ready = self._pipe.recv()
            while True:
                receive(self._pipe.recv())
        receive(None)


def _run(pipe: "Pipe[Any, Any]", work: Callable[..., None], *arguments: Any) -> None:
    """Run in the process."""
    prepare_worker()
    with contextlib.suppress(EOFError, OSError):  # the parent has closed the pipe
        pipe.send(True)
        work(pipe, *arguments)


@contextlib.contextmanager
def starting_workers() -> Iterator[None]:
    """Start worker processes in this context, which protects them until they have run `prepare_worker`.

    Until then they receive no signals. They import no modules from the working directory, such as a
    `random.py`.
    """
    before = os.environ.get(_SAFE)
    os.environ[_SAFE] = before or _FOR_WORKERS
    try:
        # The new process inherits the mask. A thread of a library could receive a signal instead of this one.
        with signals.Interrupts():
            with deferred_signals():
                resource_tracker.ensure_running()  # it may unblock signals
            with deferred_signals():
                yield
    finally:
        if before is None:
            del os.environ[_SAFE]


def prepare_worker() -> None:
    """Prepare a worker process: leave signals to the parent, and end with it."""
    if os.environ.get(_SAFE) == _FOR_WORKERS:  # external bots must not inherit it
        del os.environ[_SAFE]
    signal.signal(signal.SIGTERM, lambda *_: _end_at_once())  # a pending one is not ignored
    for number in set(SIGNALS) - {signal.SIGTERM}:
        signal.signal(number, signal.SIG_IGN)
    unblock_signals()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    collect_seldom()


def collect_seldom() -> None:
    """Run the garbage collector seldom: loaded modules stay, and games free their memory themselves."""
    gc.freeze()
    gc.set_threshold(50_000)


def _end_at_once() -> None:
    try:
        end_all()
    finally:
        os._exit(1)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        _end_at_once()
