"""How signals end the program: Ctrl-C, or a signal from the system.

The first signal raises `Ended` in the main thread. Cleanup then ends bots and workers, restores the terminal
and completes files. A second signal during the cleanup ends the process at once, without waiting. Workers,
search workers and external programs end by themselves after this process.
"""

import atexit
import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import sys

HANDLED: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
_TOGETHER: Final = 0.1  # seconds; `timeout` and a closing terminal send two signals at once
_AGAIN: Final = 0.001
_LOADER: Final = "<frozen importlib"


class Ended(SystemExit):
    """The program is asked to end; `code` is the exit code for the signal.

    It is a SystemExit for two reasons. asyncio treats other exceptions as errors of the current callback.
    Uncaught, it ends Python with this code and without a traceback.
    """

    code: int

    def __init__(self, number: int) -> None:
        super().__init__(f"ended by signal {number}")
        self.number = number
        self.code = 128 + number


class Interrupted(Ended, KeyboardInterrupt):
    """The program is asked to end by Ctrl-C."""


class _State:
    """The signals so far. Handlers run only in the main thread, so that no lock is needed."""

    received = 0  # number of the first signal
    since = 0.0  # time of the first signal
    pending = False  # whether it still has to be raised
    leaving = False  # whether only the interpreter has to end
    deferrals = 0  # number of contexts that defer signals
    receiver: Callable[[int], None] | None = None


_state: Final = _State()
# Cleanup that must happen even if the process ends at once, such as removing a draft; by owner.
exit_actions: Final[dict[object, Callable[[], object]]] = {}


def install_handlers() -> None:
    """Install the handlers. Signals that the parent process ignores (as nohup does) stay ignored."""
    import sys

    atexit.register(_ignore)  # registered first, so that it runs last
    sys.unraisablehook = _unraisable
    for number in HANDLED:
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _handle)


def received() -> int:
    """Return the signal that ends the program; 0 if there is none."""
    return _state.received


def mark_done() -> None:
    """Mark the work as done: from now on, the first signal ends the process at once."""
    _state.leaving = True


def reset() -> None:
    """Forget a Ctrl-C that was not meant to end the program; the next signal counts as the first."""
    _state.received, _state.pending = 0, False


class Interrupts:
    """A context that defers the first signal until its end; a second signal is not deferred."""

    def __enter__(self) -> None:
        _state.deferrals += 1

    def __exit__(self, *_: object) -> None:
        _state.deferrals -= 1
        _raise_pending()


@contextlib.contextmanager
def forwarding(receiver: Callable[[int], None]) -> Iterator[None]:
    """Like `Interrupts`, but also call `receiver` with the number of the first signal when it comes."""
    before = _state.receiver
    with Interrupts():
        _state.receiver = receiver
        try:
            yield
        finally:
            _state.receiver = before


@contextlib.contextmanager
def exit_action(act: Callable[[], object]) -> Iterator[None]:
    """Add one of the `exit_actions` until the end of the context."""
    exit_actions[act] = act
    try:
        yield
    finally:
        exit_actions.pop(act, None)


def _handle(number: int, frame: FrameType | None) -> None:
    if _state.leaving:
        _end_now(number)
    if _state.received:
        if time.monotonic() - _state.since > _TOGETHER:
            _end_now(_state.received)
        return
    _state.received, _state.since, _state.pending = number, time.monotonic(), True
    if _state.receiver is not None:
        _state.receiver(number)
    _raise_pending(number, frame)


def _raise_pending(number: int = 0, frame: FrameType | None = None) -> None:
    """Raise a deferred first signal; `frame` is what the main thread runs now."""
    if not _state.pending or _state.deferrals:
        return
    if _is_importing(frame):
        _try_again_soon()
        return
    _state.pending = False
    raise Interrupted(_state.received) if _state.received == signal.SIGINT else Ended(_state.received)


def _is_importing(frame: FrameType | None) -> bool:
    """Return whether the frame imports a module: an import can lose or replace an exception."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(_LOADER):
            return hasattr(signal, "setitimer")
        frame = frame.f_back
    return False


def _try_again_soon() -> None:
    signal.signal(signal.SIGALRM, _raise_pending)
    signal.setitimer(signal.ITIMER_REAL, _AGAIN)


def _unraisable(lost: "sys.UnraisableHookArgs") -> None:
    """Raise the signal again if Python could not raise it, as in a discarded generator."""
    import sys

    if not isinstance(lost.exc_value, Ended) and lost.exc_type not in (Ended, Interrupted):
        sys.__unraisablehook__(lost)
    elif hasattr(signal, "setitimer"):
        _state.pending = True
        _try_again_soon()


def _end_now(number: int) -> None:
    for act in reversed(list(exit_actions.values())):
        with contextlib.suppress(Exception):
            act()
    os._exit(128 + number)


def _ignore() -> Any:
    """Ignore signals from now on: the interpreter restores the default handlers before it ends."""
    for number in HANDLED:
        signal.signal(number, signal.SIG_IGN)
