"""A stand-in for playing games, sent to worker processes: the first bot's name says what it does."""

import os
import signal
import time
from multiprocessing import connection
from pathlib import Path
from typing import Any


def play(works: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """ "slow" takes a while, "deadly" ends its worker each time, "deadly once PATH" the first time, and
    "torn once PATH" the first time in the middle of its answer."""
    return [_play(work) for work in works]


def _send_half(pipe: Any, message: bytes, *_: Any) -> None:
    os.write(pipe.fileno(), message[: len(message) // 2])
    os.kill(os.getpid(), signal.SIGKILL)


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
    elif spec.startswith("torn once "):
        trace = Path(spec.removeprefix("torn once "))
        if not trace.exists():
            trace.touch()
            # The pipe's own class, in this process only.
            connection.Connection._send = _send_half  # type: ignore[attr-defined]
    elif spec == "faulty":
        raise ZeroDivisionError("this is what went wrong")
    return {
        "number": work["number"],
        "game": f"game {work['number']} by {os.getpid()}\n".encode(),
        "tags": {},
        "seconds": [],
        "moves": [],
        "fault": "",
        "took": 0.05,
    }
