"""Gauntlets, and bots with a time of their own."""

import os
import re
import signal
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.cli.matches.calls import RESTING, games_in, match, start, tags_in
from tests.cli.shell import vanuatu
from vanuatu.ai.clocks import TimeControl
from vanuatu.cli.errors import CallFault
from vanuatu.cli.match.tasks import SeatingFault, gauntlet_seatings
from vanuatu.cli.match.times import BotTime, read_time, split_time

pytestmark = pytest.mark.any_build

TIMES = re.compile(rb" \{\[%emt [^}]*\}")


def test_each_head_meets_each_other_bot_in_all_seatings() -> None:
    assert gauntlet_seatings(["a", "b", "c"], 1, 2) == [(0, 1), (1, 0), (0, 2), (2, 0)]
    four = gauntlet_seatings(["a", "b", "c"], 1, 4)
    assert len(four) == 12
    assert all(seating.count(0) == 2 for seating in four)
    two_heads = gauntlet_seatings(["a", "b", "c", "d"], 2, 2)
    assert {tuple(sorted(seating)) for seating in two_heads} == {(0, 2), (1, 2), (0, 3), (1, 3)}


@pytest.mark.parametrize(("specs", "heads"), [(["a", "b"], 1), (["a", "b", "b"], 1), (["a", "b", "c"], 2)])
def test_gauntlet_needs_two_others(specs: list[str], heads: int) -> None:
    with pytest.raises(SeatingFault, match=f"--gauntlet {heads} needs {heads + 2} or more different bots"):
        gauntlet_seatings(specs, heads, 2)


def test_gauntlet_has_two_seats_by_default(tmp_path: Path) -> None:
    ended = match("greedy random random:seed=3 --gauntlet 1 --games 8 --seed 1 --out g.pvn", tmp_path)
    assert ended.code == 0
    pairs = Counter((tags["Purple"], tags["Teal"]) for tags in tags_in(tmp_path / "g.pvn"))
    assert set(pairs) == {(a, b) for pair in (("greedy", "random"), ("greedy", "random:seed=3"))
                          for a, b in (pair, pair[::-1])}  # fmt: skip
    assert set(pairs.values()) == {2}
    assert match("greedy random --gauntlet 1", tmp_path).code == 2
    assert "--gauntlet 1 needs 3 or more" in match("greedy random --gauntlet 1", tmp_path).err
    assert match("greedy random mcts:1 --gauntlet 0", tmp_path).code == 2


@pytest.mark.parametrize(
    ("spec", "bare", "text"),
    [
        ("mcts:100@10s+0.1s", "mcts:100", "10s+0.1s"),
        ("mine=cmd:./a --b@1s/move", "mine=cmd:./a --b", "1s/move"),
        ("cmd:ssh me@10.0.0.1", "cmd:ssh me@10.0.0.1", ""),
        ("cmd:./a me@home", "cmd:./a me@home", ""),
        ("mcts:eval=w@3.json", "mcts:eval=w@3.json", ""),
        ("py:my.bots:Ahead@2m", "py:my.bots:Ahead", "2m"),
        ("greedy", "greedy", ""),
    ],
)
def test_time_is_split_from_the_spec(spec: str, bare: str, text: str) -> None:
    assert split_time(spec) == (bare, text)


def test_times_are_clocks_or_times_per_move() -> None:
    assert read_time("10s+0.1s") == BotTime(TimeControl(10, 0.1))
    assert read_time("500ms/move") == BotTime(move_time=0.5)
    assert BotTime(TimeControl(10, 0.1)).words() == "10+0.1"
    for wrong in ("greedy@10x", "greedy@0s", "greedy@1s/moves", "greedy@0s/move"):
        with pytest.raises(CallFault, match=wrong.partition("@")[2]):
            split_time(wrong)


@pytest.mark.parametrize(
    ("call", "printed"),
    [
        ("nosuch@10s greedy", "no bot is called 'nosuch'"),
        ("greedy@10x random", "'greedy@10x': '10x' is not a time"),
        ("greedy@0s random", "'greedy@0s': '0s' leaves no time at all"),
        ("greedy@2d/move random", "'2d' is not a time"),
    ],
)
def test_wrong_times_are_refused(call: str, printed: str, tmp_path: Path) -> None:
    ended = match(call, tmp_path)
    assert ended.code == 2
    assert printed in ended.err
    assert ended.err.count("\n") == 1


def test_each_bot_has_its_own_clock(tmp_path: Path) -> None:
    program = f"mine=cmd:{sys.executable} {RESTING}"
    bots = ["greedy@100s+1s", f"{program}@50s", "random", "greedy"]
    assert match([*bots, *"--games 1 --seed 1 --out g.pvn --log talk.log".split()], tmp_path).code == 0
    (game,) = games_in(tmp_path / "g.pvn")
    tags = game.session.record.tags
    assert [tags[seat] for seat in ("Purple", "Teal", "Yellow", "Orange")] == [
        "greedy@100s+1s",
        "mine@50s",
        "random",
        "greedy",
    ]
    clocks: dict[int, str] = {}
    for ply in game.session.record.plies:
        if ply.seat >= 0:
            clocks.setdefault(ply.seat, " ".join(ply.comments))
    assert "[%clk 0:01:4" in clocks[0]
    assert "[%clk 0:00:" in clocks[1]
    assert clocks[2] == clocks[3] == ""
    assert "clock=50" in (tmp_path / "talk.log").read_text()


def test_time_per_move_goes_to_its_bot_alone(tmp_path: Path) -> None:
    program = f"cmd:{sys.executable} {RESTING}"
    bots = [f"fast={program}@0.5s/move", f"slow={program}@2s/move", f"plain={program}"]
    call = [*bots, *"--games 1 --seed 1 --out g.pvn --log talk.log --sims 77".split()]
    assert match(call, tmp_path).code == 0
    printed = (tmp_path / "talk.log").read_text().splitlines()
    for name, go in (("fast", "go time 0.5"), ("slow", "go time 2"), ("plain", "go sims 77")):
        asked = {line.partition(" go ")[2] for line in printed if f" {name}" in line and " go " in line}
        assert {f"go {words}" for words in asked} == {go}


def wait_for_games(path: Path, count: int) -> None:
    until = time.monotonic() + 120
    while time.monotonic() < until:
        if path.exists() and path.read_bytes().count(b"[Round ") > count:
            return
        time.sleep(0.02)
    raise AssertionError(f"no {count} games in {path}")


@pytest.mark.parametrize("own", ["", "@500s+1s"])
def test_killed_gauntlet_with_two_workers_is_resumed_to_the_same_games(own: str, tmp_path: Path) -> None:
    """The times of the moves differ, but nothing else."""
    program = f"fast=cmd:{sys.executable} {RESTING}@5s/move"
    words = [f"greedy{own}", "random:seed=4", program, *"--gauntlet 1 --games 24 --seed 6 --jobs 2".split()]
    assert match([*words, "--out", "whole.pvn"], tmp_path).code == 0
    running = start([*words, "--out", "cut.pvn"], tmp_path)
    wait_for_games(tmp_path / "cut.pvn", 3)
    os.killpg(running.pid, signal.SIGKILL)
    running.communicate()
    assert len(tags_in(tmp_path / "cut.pvn")) < 24
    assert match([*words, "--out", "cut.pvn", "--resume"], tmp_path).code == 0
    whole, cut = ((tmp_path / name).read_bytes() for name in ("whole.pvn", "cut.pvn"))
    if own:
        whole, cut = (TIMES.sub(b"", b" ".join(text.split())) for text in (whole, cut))
    assert whole == cut
    assert vanuatu(["check", "cut.pvn"], tmp_path).code == 0
