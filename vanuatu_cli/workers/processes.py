"""A process on this machine that gets messages and answers them."""

import contextlib
import multiprocessing
from collections.abc import Callable
from multiprocessing import connection, process
from typing import Any, Final

from vanuatu.ai.signals import start_thread
from vanuatu.cli.match.game_worker import prepare_worker, starting_workers

_PATIENCE: Final = 10.0  # seconds for a worker to end the programs that play in it

Pipe = connection.Connection  # what both sides send is pickled


class Worker:
    """Runs `work(pipe, *arguments)`, which ends with this process, and leaves signals to it.

    `hear` is called in a thread with all that comes through the pipe, and at the end with None.
    """

    def __init__(
        self, work: Callable[..., None], arguments: tuple[Any, ...], hear: Callable[[Any], None]
    ) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process: process.BaseProcess = context.Process(
            target=_run, args=(theirs, work, *arguments), daemon=True
        )
        self._ready = False  # whether it hears that it should end
        with starting_workers():
            self._process.start()
            theirs.close()  # or a worker that dies in the middle of an answer would be waited for
            start_thread(self._listen, hear)

    def send(self, message: Any) -> None:
        """Send it a message; that it has ended is heard by the one who listens."""
        with contextlib.suppress(OSError):
            self._pipe.send(message)

    def tell_to_end(self) -> None:
        """Ask it to end; `end` waits for that."""
        if self._ready:
            self._process.terminate()
        else:
            self._process.kill()

    def end(self) -> None:
        """End it, whatever it is doing."""
        self.tell_to_end()
        self._process.join(_PATIENCE)
        self._process.kill()
        self._process.join()

    def _listen(self, hear: Callable[[Any], None]) -> None:
        with contextlib.suppress(EOFError, OSError):
            self._ready = self._pipe.recv()
            while True:
                hear(self._pipe.recv())
        hear(None)


def _run(pipe: "Pipe[Any, Any]", work: Callable[..., None], *arguments: Any) -> None:
    """What the process does."""
    prepare_worker()
    with contextlib.suppress(EOFError, OSError):  # nobody sends any more
        pipe.send(True)
        work(pipe, *arguments)
