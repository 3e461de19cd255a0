"""`vanuatu bench` measures what it names, in the documented format."""

import json
import subprocess
import sys
from typing import Any

import pytest

from vanuatu.cli.bench import ratios


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "vanuatu", "bench", *arguments],
        capture_output=True,
        text=True,
        timeout=300,
    )


def measured(*arguments: str) -> dict[str, Any]:
    done = run("--json", "--seconds", "0.05", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_all_parts_are_measured_in_documented_format() -> None:
    result = measured()
    assert list(result) == [
        "compiled",
        "python",
        "playouts",
        "copy_us",
        "plan_us",
        "read",
        "headers",
        "write",
        "search",
    ]
    assert list(result["playouts"]) == ["2", "3", "4", "5"]
    assert set(result["playouts"]["4"]) == {"decisions_per_s", "games_per_s"}
    assert 0 < result["plan_us"]["mean"] <= result["plan_us"]["max"]
    assert result["plan_us"]["p99"] <= result["plan_us"]["max"]
    assert result["copy_us"] > 0
    assert set(result["read"]) == {"moves_per_s", "mb_per_s"}
    assert result["headers"]["mb_per_s"] > result["read"]["mb_per_s"] > 0
    assert result["write"]["moves_per_s"] > 0
    assert result["search"]["plies_per_s"] > result["search"]["sims_per_s"] > 0


def test_more_players_make_more_decisions_per_game() -> None:
    playouts = measured("--part", "playouts")["playouts"]
    a_game = {n: figures["decisions_per_s"] / figures["games_per_s"] for n, figures in playouts.items()}
    assert a_game["2"] < a_game["3"] < a_game["4"] < a_game["5"]


def test_one_part_runs_alone() -> None:
    assert set(measured("--part", "copy_us")) == {"compiled", "python", "copy_us"}


def test_maori_is_measured() -> None:
    assert list(measured("--part", "playouts", "--game", "maori")["playouts"]) == ["2", "3", "4", "5"]


def test_interpreted_core_is_measured_for_comparison() -> None:
    result = measured("--part", "playouts", "--interpreted")
    slow = result["interpreted"]
    assert slow["compiled"] is False
    speeds = [side["playouts"]["4"]["decisions_per_s"] for side in (result, slow)]
    assert slow["ratio"]["playouts"]["4"]["decisions_per_s"] == round(speeds[0] / speeds[1], 1)


def test_less_time_is_better_and_more_moves_are_better() -> None:
    fast = {"copy_us": 1.0, "read": {"moves_per_s": 80.0}}
    slow = {"copy_us": 4.0, "read": {"moves_per_s": 20.0}}
    assert ratios(fast, slow) == {"copy_us": 4.0, "read": {"moves_per_s": 4.0}}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(["--part", "speed"], "no part 'speed'"), (["--game", "chess"], "no game is called 'chess'")],
)
def test_wrong_usage_prints_one_line(arguments: list[str], words: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
