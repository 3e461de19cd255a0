"""A stand-in for playing games, sent to worker processes: the first bot's name says what it does."""

import os
import signal
import time
from pathlib import Path
from typing import Any


def play(works: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """ "slow" takes a while, "deadly" ends its worker each time, "deadly once PATH" the first time."""
    return [_play(work) for work in works]


def _play(work: dict[str, Any]) -> dict[str, Any]:
    spec = work["bots"][0]
    if spec == "slow":
        time.sleep(0.3)
    elif spec == "deadly":
        os.kill(os.getpid(), signal.SIGKILL)
    elif spec.startswith("deadly once "):
        trace = Path(spec.removeprefix("deadly once "))
        if not trace.exists():
            trace.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    elif spec == "faulty":
        raise ZeroDivisionError("this is what went wrong")
    return {
        "number": work["number"],
        "game": f"game {work['number']} by {os.getpid()}\n".encode(),
        "tags": {},
        "seconds": [],
        "moves": [],
        "took": 0.05,
    }
