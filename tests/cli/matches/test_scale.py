"""Many games: constant memory, and almost twice the speed with two workers."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.matches.calls import PACE, match
from tests.cli.shell import environment

MEASURED = (
    "import resource, subprocess, sys\n"
    "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
    "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n"
)


def kilobytes(games: int, folder: Path, *more: str) -> int:
    """How much memory the match needs at most, one of its processes."""
    call = [sys.executable, "-m", "vanuatu", "match", *["random"] * 4, "--seed", "1", *more]
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, *call, "--games", str(games)],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        check=True,
    )
    return int(done.stdout)


@pytest.mark.long
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ten_times_the_games_need_no_more_memory(jobs: str, tmp_path: Path) -> None:
    few = kilobytes(100 * PACE, tmp_path, "--jobs", jobs)
    many = kilobytes(1000 * PACE, tmp_path, "--jobs", jobs)
    assert many < 1.1 * few + 2000


@pytest.mark.long
def test_two_processes_play_almost_twice_as_many_games(tmp_path: Path) -> None:
    assert (os.cpu_count() or 1) >= 2
    games = 800 * PACE
    took = []
    for jobs in (1, 2):
        begun = time.perf_counter()
        call = f"random random random random --games {games} --seed 1 --jobs {jobs} --out {jobs}.pvn"
        assert match(call, tmp_path).code == 0
        took.append(time.perf_counter() - begun)
    assert took[0] / took[1] > 1.5
