"""Programs that play only some games, and programs that crash."""

import json
import sys
from pathlib import Path

import pytest

from tests.cli.matches.calls import hostile, match, tags_in
from tests.cli.shell import vanuatu
from vanuatu.ai.external.lines import refused_setup
from vanuatu.core.games import make_game

DICE = """\
import random, sys
for line in sys.stdin:
    word, *rest = line.split() or [""]
    if word == "pvn":
        print("id name dice", "option legal", *sys.argv[1:], "ok", sep="\\n", flush=True)
    elif word == "legal":
        legal = rest
    elif word == "go":
        print("move", random.choice(legal), flush=True)
"""


@pytest.fixture
def dice(tmp_path: Path) -> str:
    (tmp_path / "dice.py").write_text(DICE)
    return f"cmd:{sys.executable} dice.py"


@pytest.mark.parametrize(
    ("options", "game", "players", "variants", "plays"),
    [
        (set(), "maori", 4, ("atoll",), True),
        ({"legal", "go sims"}, "vanuatu", 2, (), True),
        ({"players 2"}, "vanuatu", 2, ("waters",), True),
        ({"players 2"}, "vanuatu", 4, (), False),
        ({"players 2 3", "players 4"}, "vanuatu", 4, (), True),
        ({"game vanuatu"}, "maori", 2, (), False),
        ({"game vanuatu", "game maori"}, "maori", 2, (), True),
        ({"variant waters"}, "vanuatu", 3, ("waters",), True),
        ({"variant waters"}, "vanuatu", 3, (), True),
        ({"variant waters"}, "vanuatu", 3, ("waters", "nocharacters"), False),
        ({"variant none"}, "vanuatu", 3, ("waters",), False),
        ({"variant none"}, "vanuatu", 3, (), True),
    ],
)
def test_options_say_what_a_program_plays(
    options: set[str], game: str, players: int, variants: tuple[str, ...], plays: bool
) -> None:
    assert (refused_setup(options, make_game(game, players, variants)) == "") == plays


@pytest.mark.parametrize(
    ("option", "call", "said"),
    [
        (
            "option players 2",
            "random --players 4",
            "dice does not play with 4 players (it says: option players 2)",
        ),
        ("option game maori", "random", "dice does not play game vanuatu (it says: option game maori)"),
        ("option variant none", "random --variant waters --players 3", "dice does not play variant waters"),
    ],
)
def test_a_match_that_a_program_does_not_play_is_refused(
    option: str, call: str, said: str, dice: str, tmp_path: Path
) -> None:
    ended = match([f"{dice} '{option}'", *call.split(), "--out", "g.pvn"], tmp_path)
    assert ended.code == 2
    assert ended.err.startswith(f"vanuatu: {said}")
    assert ended.err.count("\n") == 1
    assert not (tmp_path / "g.pvn").exists()


def test_a_match_that_a_program_plays_is_played(dice: str, tmp_path: Path) -> None:
    options = "'option players 2' 'option game maori' 'option variant none'"
    bots = [f"{dice} {options}", "random", "greedy"]
    words = "--game maori --games 4 --seed 1 --jobs 2 --gauntlet 1 --out g.pvn"
    assert match([*bots, *words.split()], tmp_path).code == 0
    assert len(tags_in(tmp_path / "g.pvn")) == 4


def test_check_leaves_out_what_a_program_does_not_play(dice: str, tmp_path: Path) -> None:
    spec = f"{dice} 'option players 2' 'option variant none'"
    ended = vanuatu(["bot", "--check", spec], tmp_path)
    assert ended.code == 0, ended.out
    line = next(line for line in ended.out.splitlines() if line.startswith("vanuatu: "))
    assert "2 to 2 players; base game; its decisions" in line


def test_check_reports_a_program_that_plays_nothing(dice: str, tmp_path: Path) -> None:
    ended = vanuatu(["bot", "--check", f"{dice} 'option players 7'"], tmp_path)
    assert ended.code == 1
    assert "wrong: in vanuatu: it excludes every number of players by its options" in ended.out


def test_forfeits_are_counted_by_bot(tmp_path: Path) -> None:
    ended = match([hostile("illegal"), "random", *"--games 2 --seed 1 --out g.pvn --json".split()], tmp_path)
    found = json.loads(ended.out)["forfeits"]
    (lost,) = found.values()
    assert (lost["games"], lost["forfeited"], lost["terminations"]) == (2, 2, {"illegal move": 2})
    assert ended.code == 1
    told = match([hostile("illegal"), "random", *"--games 2 --seed 1 --out h.pvn".split()], tmp_path).err
    assert "forfeited 2 of 2 games: 2 illegal move" in told


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_match_stops_at_the_first_crash(jobs: str, tmp_path: Path) -> None:
    program = f"mine={hostile('exits-mid-game')}"
    call = [program, "random", *f"--games 8 --seed 1 --out g.pvn --stop-on-crash --jobs {jobs}".split()]
    ended = match(call, tmp_path)
    assert ended.code == 1
    assert "vanuatu: stopped at a crash: game 1: mine ended" in ended.err
    assert len(tags_in(tmp_path / "g.pvn")) == 1
    ended = match([*call[:-1], jobs, "--resume"], tmp_path)
    assert ended.code == 1
    assert len(tags_in(tmp_path / "g.pvn")) == 2


def test_other_forfeits_do_not_stop_it(tmp_path: Path) -> None:
    call = [hostile("illegal"), "random", *"--games 2 --seed 1 --out g.pvn --stop-on-crash".split()]
    match(call, tmp_path)
    assert len(tags_in(tmp_path / "g.pvn")) == 2


def test_a_program_that_does_not_start_stops_it_before_the_first_game(tmp_path: Path) -> None:
    ended = match(["mine=cmd:sh -c 'exit 3'", "random", "--stop-on-crash", "--out", "g.pvn"], tmp_path)
    assert ended.code == 1
    assert ended.err == "vanuatu: mine ended with exit code 3. No game was played (--stop-on-crash).\n"
    assert not (tmp_path / "g.pvn").exists()
