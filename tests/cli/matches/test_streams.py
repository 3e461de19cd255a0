"""A stopped match prints one line and leaves complete games."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pexpect
import pytest

from tests.cli.matches.calls import alive, start, tags_in
from tests.cli.shell import environment
from vanuatu.notation.files import read_games

pytestmark = pytest.mark.heavy

ENDLESS = ["random", "random", "random", "--games", "100000", "--seed", "1"]


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A line of shell in which $V is vanuatu."""
    program = f"V='{sys.executable} -m vanuatu'; set -o pipefail; {line}"
    return subprocess.run(
        ["bash", "-c", program],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.parametrize("jobs", ["", "--jobs 2"])
def test_match_ends_when_head_closes_pipe_after_three_games(jobs: str, tmp_path: Path) -> None:
    done = shell(f"$V match random random random --games 1000 --seed 1 --ndjson {jobs} | head -3", tmp_path)
    assert done.returncode == 0
    assert [json.loads(line)["tags"][3] for line in done.stdout.splitlines()] == [
        ["Round", "1"],
        ["Round", "2"],
        ["Round", "3"],
    ]
    assert len(done.stderr.splitlines()) == 1
    assert "the output was closed" in done.stderr


def test_each_game_is_written_when_it_ends(tmp_path: Path) -> None:
    reader = (
        f"{sys.executable} -c 'import json, sys; [print(json.loads(line)[\"result\"]) for line in sys.stdin]'"
    )
    done = shell(f"$V match random random --games 4 --seed 1 --ndjson | {reader}", tmp_path)
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 4


@pytest.mark.parametrize("where", ["> /dev/full", "--out /dev/full"])
def test_full_disk_prints_one_error_line(where: str, tmp_path: Path) -> None:
    done = shell(f"$V match random random --games 4 --seed 1 {where}", tmp_path)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "No space left on device" in done.stderr
    assert "0 games written" in done.stderr


def test_full_disk_keeps_earlier_games(tmp_path: Path) -> None:
    done = shell("ulimit -f 16; $V match random random --games 40 --seed 1 --out g.pvn", tmp_path)
    assert done.returncode == 1, done.stderr
    assert len(done.stderr.splitlines()) == 1
    games = list(read_games(tmp_path / "g.pvn"))
    assert all(game.error is None for game in games)
    assert f"{len(games)} games written" in done.stderr


def wait_for_games(path: Path, running: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 60
    while not path.exists() or path.stat().st_size < 4000:
        assert running.poll() is None
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.mark.parametrize("jobs", [[], ["--jobs", "2"]])
def test_ctrl_c_ends_a_match_at_once(jobs: list[str], tmp_path: Path) -> None:
    running = start([*ENDLESS, "--out", "g.pvn", *jobs], tmp_path)
    wait_for_games(tmp_path / "g.pvn", running)
    begun = time.monotonic()
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does: everybody in the group
    _, printed = running.communicate(timeout=60)
    assert running.returncode == 130
    assert time.monotonic() - begun < 30
    lines = printed.decode().splitlines()
    games = tags_in(tmp_path / "g.pvn")
    assert lines[1].split()[:3] == ["bot", "games", "results"]
    assert lines[2].split()[:3] == ["random", str(len(games)), str(3 * len(games))]
    assert lines[0] == f"interrupted: {len(games)} games written (continue with --resume)"


INTERRUPTED_WHILE_COUNTING = """
import os, signal, sys
from vanuatu.__main__ import main
from vanuatu.cli.match import runner

def outcome_of(tags, counted=[], original=runner.outcome_of):
    counted.append(tags)
    if len(counted) == 7:
        os.kill(os.getpid(), signal.SIGINT)
    return original(tags)

runner.outcome_of = outcome_of
main()
"""


def test_ctrl_c_between_writing_and_counting_a_game_counts_it(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_WHILE_COUNTING, "match", *ENDLESS, "--out", "g.pvn"],
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 130, done.stderr
    assert len(tags_in(tmp_path / "g.pvn")) == 7
    lines = done.stderr.splitlines()
    assert lines[0] == "interrupted: 7 games written (continue with --resume)"
    assert lines[2].split()[:3] == ["random", "7", "21"]


def test_ctrl_c_leaves_no_process_behind(tmp_path: Path) -> None:
    running = start([*ENDLESS, "--jobs", "2", "--out", "g.pvn"], tmp_path)
    wait_for_games(tmp_path / "g.pvn", running)
    workers = children(running.pid)
    assert len(workers) >= 2
    os.kill(running.pid, signal.SIGINT)  # only the match itself
    running.communicate(timeout=60)
    until = time.monotonic() + 60
    while any(alive(pid) for pid in workers):
        assert time.monotonic() < until
        time.sleep(0.05)


def test_workers_do_not_outlive_a_match_that_is_killed(tmp_path: Path) -> None:
    running = start([*ENDLESS, "--jobs", "2", "--out", "g.pvn"], tmp_path)
    wait_for_games(tmp_path / "g.pvn", running)
    workers = children(running.pid)
    running.kill()
    running.communicate(timeout=60)
    until = time.monotonic() + 60
    while any(alive(pid) for pid in workers):
        assert time.monotonic() < until
        time.sleep(0.05)


def test_terminal_shows_progress_in_one_line(tmp_path: Path) -> None:
    call = ["-m", "vanuatu", "match", *ENDLESS, "--out", "g.pvn"]
    terminal = pexpect.spawn(sys.executable, call, cwd=tmp_path, env=environment(tmp_path))
    terminal.expect(r"\r\d+ of 100000 games, [\d.]+/(s|min), (\d+:)?\d+:\d\d left", timeout=60)
    terminal.expect(r"\r\d+ of 100000 games", timeout=60)
    terminal.sendintr()
    terminal.expect(r"\r *\r(\^C)?interrupted: \d+ games? written", timeout=60)
    terminal.expect(pexpect.EOF, timeout=60)
    terminal.close()
    assert terminal.exitstatus == 130


def children(pid: int) -> list[int]:
    """The processes that this one has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
