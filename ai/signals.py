"""Signals that ask a program to end, Ctrl-C among them, at moments when they would do harm: they wait."""

import contextlib
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


@contextlib.contextmanager
def undisturbed(numbers: Iterable[int] = SIGNALS) -> Iterator[None]:
    """These signals wait until what is done here is done; what is started in here does not hear them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, numbers)  # one that came just before is raised here
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def now_heard() -> None:
    """Hear of these signals in a process that was started while they waited."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


def start_thread(work: Callable[..., None], *arguments: Any) -> threading.Thread:
    """A thread that hears no signals: they all go to the main thread, which may hold them back."""
    thread = threading.Thread(target=work, args=arguments, daemon=True)
    with undisturbed():
        thread.start()
    return thread
