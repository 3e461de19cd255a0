"""Running what waits for the keyboard, so that a signal ends it in order at whatever moment it comes."""

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
    """Run `main` to its end in a loop of its own and give what it returns.

    A signal cancels `main`, which gives the terminal back, and is raised only when the loop is closed: an
    exception in the middle of a loop tears it apart. `screen`: `main` takes the whole terminal.
    """
    waiting = _Waiting()
    waited = waiting.wait_for(main)
    try:
        with signals.told_to(waiting.cancel), signals.last_act(_giving_back(screen=screen)):
            return asyncio.run(waited)
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
    finally:
        waited.close()  # without a warning, where they never began
        main.close()


class _Waiting:
    """A task that can be cancelled at any moment, also before it begins."""

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
        """Called by a signal."""
        self._asked = True
        if self._loop is not None and self._task is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed already
                self._loop.call_soon_threadsafe(self._task.cancel)


def _giving_back(*, screen: bool) -> Callable[[], None]:
    """What gives the terminal back as it is now."""
    try:
        import termios

        number = sys.stdin.fileno()
        before = termios.tcgetattr(number)
    except (ImportError, OSError, ValueError, termios.error):  # no such terminal
        return lambda: None

    def give_back() -> None:
        if screen and console.is_terminal(sys.stdout):
            os.write(sys.stdout.fileno(), _LEAVE_SCREEN)
        termios.tcsetattr(number, termios.TCSANOW, before)

    return give_back
