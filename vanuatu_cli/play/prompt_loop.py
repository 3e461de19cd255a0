"""Running what waits for the keyboard, so that Ctrl-C is KeyboardInterrupt at whatever moment it comes."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Ended = TypeVar("Ended")


def run(main: Coroutine[Any, Any, Ended]) -> Ended:
    """Run `main` to its end in a loop of its own and give what it returns.

    asyncio does the same, but forgets a Ctrl-C that comes in the moment before `main` begins: it cancels
    `main` and does not know any more why. And a `main` that never began is closed without a warning.
    """
    try:
        return asyncio.run(main)
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
    finally:
        main.close()
