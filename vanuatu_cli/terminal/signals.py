"""Being asked to end, by Ctrl-C or by the system, at moments when it does no harm.

Ctrl-C is Python's KeyboardInterrupt. SIGTERM and SIGHUP become `Ended`, so that everything open is left
in order as after Ctrl-C: bots and workers end, the terminal is as it was, files are whole.
"""

import contextlib
import signal
from types import FrameType
from typing import Final

ENDING: Final = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


class Ended(SystemExit):
    """The system has asked the program to end; `code` is the exit code that says so.

    A SystemExit, because asyncio would take any other exception for a fault of the callback it came in.
    """

    code: int

    def __init__(self, number: int) -> None:
        super().__init__(f"ended by signal {number}")
        self.number = number
        self.code = 128 + number


def heed() -> None:
    """Hear of SIGTERM and SIGHUP, unless whoever started us said that we should not (as nohup does)."""
    for number in ENDING:
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _end)


def _end(number: int, frame: FrameType | None) -> None:
    raise Ended(number)


class Interrupts:
    """While it is entered as a context a signal waits until that is left; a second one does not wait."""

    def __init__(self) -> None:
        self._busy = False
        self._asked = 0
        for number in (signal.SIGINT, *(n for n in ENDING if signal.getsignal(n) == _end)):
            with contextlib.suppress(ValueError):  # only the main thread is interrupted
                signal.signal(number, self._interrupt)

    def __enter__(self) -> None:
        self._busy = True

    def __exit__(self, *_: object) -> None:
        self._busy = False
        if self._asked:
            number, self._asked = self._asked, 0
            _raise(number)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if not self._busy or self._asked:
            _raise(number)
        self._asked = number


def _raise(number: int) -> None:
    raise KeyboardInterrupt if number == signal.SIGINT else Ended(number)
