"""Runs a coroutine that waits for the keyboard, so that a signal ends it cleanly at any moment."""

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

from vanuatu.cli.terminal import console, signals

Ended = TypeVar("Ended")

_LEAVE_SCREEN: Final = b"\x1b[?1049l\x1b[?25h"  # back to the lines that were there, with a cursor


def run(main: Coroutine[Any, Any, Ended], *, screen: bool = False) -> Ended:
    """Run `main` in an event loop of its own, and return its result.

    A signal cancels `main`, which restores the terminal, and is raised after the loop is closed: an exception
    inside the loop would break it. `screen`: `main` uses the full screen.
    """
    waiting = _Waiting()
    waited = waiting.wait_for(main)
    try:
        with signals.forwarding(waiting.cancel), signals.exit_action(_terminal_restorer(screen=screen)):
            return asyncio.run(waited)
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
    finally:
        waited.close()  # no warning if they have not started
        main.close()


class _Waiting:
    """A task that can be cancelled at any moment, even before it starts."""

    def __init__(self) -> None:
        self._asked = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[Any] | None = None

    async def wait_for(self, main: Coroutine[Any, Any, Ended]) -> Ended:
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        if self._asked:
            raise asyncio.CancelledError
        return await main

    def cancel(self, number: int) -> None:
        """Cancel the task; called by a signal handler."""
        self._asked = True
        if self._loop is not None and self._task is not None:
            with contextlib.suppress(RuntimeError):  # the loop is already closed
                self._loop.call_soon_threadsafe(self._task.cancel)


def _terminal_restorer(*, screen: bool) -> Callable[[], None]:
    """Return a function that restores the current state of the terminal."""
    try:
        import termios

        number = sys.stdin.fileno()
        before = termios.tcgetattr(number)
    except (ImportError, OSError, ValueError, termios.error):  # no such terminal
        return lambda: None

    def restore() -> None:
        if screen and console.is_terminal(sys.stdout):
            os.write(sys.stdout.fileno(), _LEAVE_SCREEN)
        termios.tcsetattr(number, termios.TCSANOW, before)

    return restore
