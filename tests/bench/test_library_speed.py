"""Overhead of the library: reading compared with `vanuatu check`, importing compared with chess."""

import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

import vanuatu
from tests.cli.shell import environment

ALLOWED = 1.10
MILLISECONDS = 40
ROUNDS = 3
WALK = """
import sys, vanuatu

def walk(path):
    for game in vanuatu.read(path):
        for step in game.steps():
            step.round, step.seat, step.token

walk(sys.argv[1])
with open("/proc/self/status") as status:
    print(next(line.split()[1] for line in status if line.startswith("VmHWM")))
"""


def cost(arguments: list[str], home: Path) -> tuple[float, int]:
    """Seconds of the processor that one run of Python takes, and what it says of its memory, in KB."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, *arguments], env=environment(home), cwd=home, stdout=subprocess.PIPE, check=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, int(done.stdout or b"0")


def imported(package: str, home: Path) -> float:
    """Milliseconds that importing takes, as `python -X importtime` tells."""
    message = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", f"import {package}"],
        env=environment(home),
        cwd=home,
        capture_output=True,
        text=True,
        check=True,
    ).stderr
    found = re.search(rf"\|\s*(\d+) \| {package}$", message, re.MULTILINE)
    assert found is not None
    return int(found[1]) / 1000


@pytest.mark.long  # a measurement: it does not gate the others
def test_reading_and_walking_cost_little_more_than_checking(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both in turns, the best of each; a file ten times as long takes no more memory."""
    played = [vanuatu.play(["random"] * 4, seed=seed) for seed in range(100)]
    small, large = tmp_path / "small.pvn", tmp_path / "large.pvn"
    vanuatu.write(played, small)
    large.write_bytes(b"\n".join([small.read_bytes()] * 100))
    turns = [
        (
            cost(["-m", "vanuatu", "check", str(large)], tmp_path),
            cost(["-c", WALK, str(large)], tmp_path),
            cost(["-c", WALK, str(small)], tmp_path),
        )
        for _ in range(ROUNDS)
    ]
    checked, walked = min(turn[0][0] for turn in turns), min(turn[1][0] for turn in turns)
    most, least = max(turn[1][1] for turn in turns), min(turn[2][1] for turn in turns)
    with capsys.disabled():
        ratio = walked / checked
        print(f"\n10,000 games: check {checked:.2f} s, read and walk {walked:.2f} s, {ratio:.2f} times")
        print(f"memory: {least} KB for 100 games, {most} KB for 10,000")
    assert walked <= ALLOWED * checked
    assert most < 1.5 * least


@pytest.mark.long
def test_importing_is_quick(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    times = [(imported("vanuatu", tmp_path), imported("chess", tmp_path)) for _ in range(ROUNDS)]
    own, chess = (min(column) for column in zip(*times, strict=True))
    with capsys.disabled():
        print(f"\nimport vanuatu {own:.1f} ms, import chess {chess:.1f} ms")
    assert own < MILLISECONDS
