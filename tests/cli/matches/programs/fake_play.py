"""A stand-in for playing games in worker processes: the spec of the first bot says what happens."""

import os
import signal
import time
from multiprocessing import connection
from pathlib import Path
from typing import Any

from vanuatu.cli.match.tasks import GameResult, GameTask


def play(tasks: list[GameTask]) -> list[GameResult]:
    """Return invented results.

    "slow" takes a while, "deadly" ends its worker each time, "deadly once PATH" the first time, and
    "torn once PATH" the first time in the middle of its answer.
    """
    return [_play(task) for task in tasks]


def _send_half(pipe: Any, message: bytes, *_: Any) -> None:
    os.write(pipe.fileno(), message[: len(message) // 2])
    os.kill(os.getpid(), signal.SIGKILL)


def _play(task: GameTask) -> GameResult:
    spec = task.bots[0]
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
    game = f"game {task.number} by {os.getpid()}\n".encode()
    return GameResult(number=task.number, game=game, tags={}, times=(), moves=(), took=0.05)
