"""How the program is asked to end, by Ctrl-C or by the system, and the one way in which it ends.

The first signal raises `Ended` in the main thread, and everything open is left in order: bots and workers
end, the terminal is as it was, files are whole. A second one during that ends the process at once. Nothing
is waited for then: workers, helpers of a search and programs end by themselves when this process has ended.
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

HEARD: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
_TOGETHER: Final = 0.1  # seconds; `timeout` and a terminal that closes send the same wish twice in a row
_AGAIN: Final = 0.001
_LOADER: Final = "<frozen importlib"


class Ended(SystemExit):
    """The program is asked to end; `code` is the exit code that names the signal.

    A SystemExit, because asyncio would take any other exception for an error of the callback it came in, and
    because one that nobody catches ends Python with this code and without a traceback.
    """

    code: int

    def __init__(self, number: int) -> None:
        super().__init__(f"ended by signal {number}")
        self.number = number
        self.code = 128 + number


class Interrupted(Ended, KeyboardInterrupt):
    """The same by Ctrl-C."""


class _State:
    """What has been heard. The handlers run in the main thread alone, so that nothing has to be locked."""

    asked = 0  # the first signal
    since = 0.0  # when it came
    due = False  # it has not been raised yet
    leaving = False  # all is done but the end of the interpreter
    held = 0  # how many contexts make signals wait
    tell: Callable[[int], None] | None = None


_state: Final = _State()
# What has to be done, and by whose wish, even if the process ends at once: a draft removed, say.
last_acts: Final[dict[object, Callable[[], object]]] = {}


def heed() -> None:
    """Hear of the signals, unless whoever started us wants them ignored (as nohup does)."""
    import sys

    atexit.register(_ignore)  # registered first, so that it comes last
    sys.unraisablehook = _unraisable
    for number in HEARD:
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _hear)


def asked() -> int:
    """The signal that ends the program; 0 if there was none."""
    return _state.asked


def leave() -> None:
    """All is done: from now on the first signal ends the process at once."""
    _state.leaving = True


def go_on() -> None:
    """A Ctrl-C was no wish to end: the next signal is a first one again."""
    _state.asked, _state.due = 0, False


class Interrupts:
    """While it is entered as a context a signal waits until that is left; a second one does not wait."""

    def __enter__(self) -> None:
        _state.held += 1

    def __exit__(self, *_: object) -> None:
        _state.held -= 1
        _raise_what_is_due()


@contextlib.contextmanager
def told_to(tell: Callable[[int], None]) -> Iterator[None]:
    """The same, and `tell` is called with the number of the first signal when it comes."""
    before = _state.tell
    with Interrupts():
        _state.tell = tell
        try:
            yield
        finally:
            _state.tell = before


@contextlib.contextmanager
def last_act(act: Callable[[], object]) -> Iterator[None]:
    """One of the `last_acts`, as long as this is entered."""
    last_acts[act] = act
    try:
        yield
    finally:
        last_acts.pop(act, None)


def _hear(number: int, frame: FrameType | None) -> None:
    if _state.leaving:
        _end_now(number)
    if _state.asked:
        if time.monotonic() - _state.since > _TOGETHER:
            _end_now(_state.asked)
        return
    _state.asked, _state.since, _state.due = number, time.monotonic(), True
    if _state.tell is not None:
        _state.tell(number)
    _raise_what_is_due(number, frame)


def _raise_what_is_due(number: int = 0, frame: FrameType | None = None) -> None:
    """Raise the first signal if it waits for that; `frame` is what the main thread does now."""
    if not _state.due or _state.held:
        return
    if _loads(frame):
        _try_again_soon()
        return
    _state.due = False
    raise Interrupted(_state.asked) if _state.asked == signal.SIGINT else Ended(_state.asked)


def _loads(frame: FrameType | None) -> bool:
    """Whether a module is being loaded: that may lose an exception, or make another one of it."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(_LOADER):
            return hasattr(signal, "setitimer")
        frame = frame.f_back
    return False


def _try_again_soon() -> None:
    signal.signal(signal.SIGALRM, _raise_what_is_due)
    signal.setitimer(signal.ITIMER_REAL, _AGAIN)


def _unraisable(lost: "sys.UnraisableHookArgs") -> None:
    """It came where Python cannot raise it, as in a generator that is thrown away: raise it again."""
    import sys

    if not isinstance(lost.exc_value, Ended) and lost.exc_type not in (Ended, Interrupted):
        sys.__unraisablehook__(lost)
    elif hasattr(signal, "setitimer"):
        _state.due = True
        _try_again_soon()


def _end_now(number: int) -> None:
    for act in reversed(list(last_acts.values())):
        with contextlib.suppress(Exception):
            act()
    os._exit(128 + number)


def _ignore() -> Any:
    """The interpreter itself gives up hearing before it ends: a signal would then end the process."""
    for number in HEARD:
        signal.signal(number, signal.SIG_IGN)
