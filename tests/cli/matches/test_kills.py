"""kill -9 of the match and its workers at random times: --resume completes the same file."""

import os
import random
import signal
import time
from pathlib import Path

import pytest

from tests.cli.matches.calls import PACE, match, start
from tests.cli.matches.test_streams import children

pytestmark = pytest.mark.heavy

CALL = ["random", "greedy", "random", "--games", str(24 * PACE), "--seed", "8", "--jobs", "2"]


@pytest.fixture
def undisturbed(tmp_path: Path) -> bytes:
    assert match([*CALL, "--out", "whole.pvn"], tmp_path).code == 0
    return (tmp_path / "whole.pvn").read_bytes()


def kill_at_random_moment(folder: Path, chance: random.Random, *, workers: bool) -> None:
    """Start or go on with the match and kill something in the middle of it."""
    running = start([*CALL, "--out", "g.pvn", "--resume"], folder)
    moment = time.monotonic() + chance.uniform(0.2, 3.0)
    while time.monotonic() < moment and running.poll() is None:
        time.sleep(0.01)
    if running.poll() is None and workers:
        victims = children(running.pid)
        if victims:
            _kill(chance.choice(victims))
        running.communicate(timeout=120)
        assert running.returncode == 0
        return
    if running.poll() is None:
        running.kill()
    running.communicate(timeout=120)


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def kill_many_times(folder: Path, whole: bytes, times: int, seed: int) -> None:
    chance = random.Random(seed)
    path = folder / "g.pvn"
    for number in range(times):
        if path.exists() and path.read_bytes() == whole:
            path.unlink()
        kill_at_random_moment(folder, chance, workers=number % 3 == 2)
        there = path.read_bytes() if path.exists() else b""
        assert whole.startswith(there[: there.rfind(b"\n\n[Event") + 1])
    assert match([*CALL, "--out", "g.pvn", "--resume"], folder).code == 0
    assert path.read_bytes() == whole


def test_repeatedly_killed_match_equals_undisturbed_match(tmp_path: Path, undisturbed: bytes) -> None:
    kill_many_times(tmp_path, undisturbed, times=4, seed=1)


@pytest.mark.long
def test_match_killed_a_hundred_times_equals_undisturbed_match(tmp_path: Path, undisturbed: bytes) -> None:
    kill_many_times(tmp_path, undisturbed, times=100, seed=2)
