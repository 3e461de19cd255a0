"""Defer signals such as Ctrl-C in critical sections."""

import contextlib
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


@contextlib.contextmanager
def deferred_signals(numbers: Iterable[int] = SIGNALS) -> Iterator[None]:
    """A context that defers these signals to its end; processes started in it do not receive them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, numbers)  # a signal from just before is raised here
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def unblock_signals() -> None:
    """Unblock these signals in a process that was started while they were deferred."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


def start_thread(work: Callable[..., None], *arguments: Any) -> threading.Thread:
    """Start a thread that receives no signals: they all go to the main thread, which may defer them."""
    thread = threading.Thread(target=work, args=arguments, daemon=True)
    with deferred_signals():
        thread.start()
    return thread
