"""Searches in helper processes: the same search elsewhere, its roots added up here.

A helper is `python -m ai.mcts.worker`: it reads msgpack requests on stdin and answers on stdout. It is
sent a position as text in which all that the searching seat does not know was drawn anew, so it
cannot know more than the seat does. Helpers live as long as the bot, for starting one takes longer
than many a move.
"""

import os
import subprocess
import sys
import threading
from pathlib import Path
from queue import Empty, Queue
from typing import Any

import msgpack

from ai.thinking import BotError
from core.rng import Rng
from notation.session import Session

# How long a helper may take to answer once it was told to stop.
STOP_SECONDS = 30.0


class Helpers:
    """So many helper processes, and the results of the search they are at."""

    def __init__(self, count: int) -> None:
        self.results: list[Any] = []
        self.busy = 0
        self._answers: Queue[tuple[int, int, Any]] = Queue()
        self._search = 0
        self._told_to_stop = False
        self._by_helper: dict[int, Any] = {}
        self._processes = [_start() for _ in range(count)]
        self._listeners = [
            threading.Thread(target=self._listen, args=(index, process), daemon=True)
            for index, process in enumerate(self._processes)
        ]
        for listener in self._listeners:
            listener.start()

    @property
    def pids(self) -> list[int]:
        """The processes, by their numbers."""
        return [process.pid for process in self._processes]

    def start(
        self,
        session: Session,
        rng: Rng,
        c: float,
        nodes: int,
        shares: list[int | None],
        seconds: float | None,
    ) -> None:
        """Have each helper search, with its share of the simulations, from what the seat to move knows."""
        self.stop()
        self.results = []
        self._by_helper = {}
        self._search += 1
        self._told_to_stop = False
        state = session.state
        for index, share in enumerate(shares):
            own = rng.fork()
            request = {
                "search": self._search,
                "game": session.game.name,
                "position": session.codec.write_position(state.hide(state.actor, own)),
                "seed": int(own.bits()),
                "c": c,
                "nodes": nodes,
                "sims": share,
                "seconds": seconds,
            }
            self._send(index, request)
        self.busy = len(shares)

    def wait(self, seconds: float) -> bool:
        """Take in what has come, for at most so long; True when all have answered."""
        while self.busy > 0:
            try:
                index, search, plain = self._answers.get(timeout=seconds)
            except Empty:
                return False
            if plain is None:
                self.close()
                raise BotError("a helper process of the search ended unexpectedly")
            if search == self._search:
                self._by_helper[index] = plain
                self.busy -= 1
                # In the order of helpers, so that sums of floats do not depend on who was first.
                self.results = [self._by_helper[i] for i in sorted(self._by_helper)]
        return True

    def tell_to_stop(self) -> None:
        """Have the helpers end the search where it is; their results are still to come."""
        if not self._told_to_stop:
            self._told_to_stop = True
            for index in range(len(self._processes)):
                self._send(index, {"stop": self._search})

    def stop(self) -> None:
        """End the search where it is and take in the results."""
        if self.busy > 0:
            self.tell_to_stop()
            if not self.wait(STOP_SECONDS):
                self.close()
                raise BotError("a helper process of the search does not answer")

    def close(self) -> None:
        """End the helpers: with their input closed they go by themselves."""
        self.busy = 0
        for process in self._processes:
            assert process.stdin is not None
            try:
                process.stdin.close()
                process.wait(timeout=STOP_SECONDS)
            except (OSError, subprocess.TimeoutExpired):
                process.kill()
                process.wait()
        for listener in self._listeners:
            listener.join()
        self._processes, self._listeners = [], []

    def _send(self, index: int, message: dict[str, Any]) -> None:
        stdin = self._processes[index].stdin
        assert stdin is not None
        try:
            stdin.write(msgpack.packb(message))
            stdin.flush()
        except OSError:
            raise BotError("a helper process of the search ended unexpectedly") from None

    def _listen(self, index: int, process: "subprocess.Popen[bytes]") -> None:
        """Pass on a helper's answers as they come; None when it has ended or answers something else."""
        assert process.stdout is not None
        unpacker = msgpack.Unpacker()
        try:
            while block := os.read(process.stdout.fileno(), 1 << 16):
                unpacker.feed(block)
                for search, plain in unpacker:
                    self._answers.put((index, search, plain))
        except (TypeError, ValueError, msgpack.exceptions.UnpackException):
            process.kill()
        process.stdout.close()
        self._answers.put((index, 0, None))


def _start() -> "subprocess.Popen[bytes]":
    """A helper that finds the same packages as this process, and none in the folder it is started in."""
    home = str(Path(__file__).resolve().parents[2])
    paths = [home, *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "ai.mcts.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )
