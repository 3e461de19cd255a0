"""`vanuatu analyse`: tables, JSON, annotated games, and errors."""

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import environment, vanuatu
from vanuatu.notation.files import read_games
from vanuatu.notation.record import GameRecord

GAMES = Path(__file__).parents[2] / "games"
TEACHING = str(GAMES / "teaching.pvn")


def only_game(text: str) -> GameRecord:
    (read,) = read_games(text.encode())
    return read.session.record


def test_table_shows_moves_win_chances_and_expected_line(tmp_path: Path) -> None:
    ended = vanuatu(["analyse", TEACHING, "--at", "1.14", "--sims", "30", "--top", "3"], tmp_path)
    assert (ended.code, ended.err) == (0, "")
    lines = ended.out.splitlines()
    assert lines[0].split() == ["move", "win", "score", "visits", "what", "it", "does"]
    assert lines[4].startswith("and ")
    assert any(line.startswith("chances: purple ") for line in lines)
    assert any(line.startswith("line: +") for line in lines)
    assert lines[-1] == "30 simulations"


def test_json_equals_table_and_is_reproducible(tmp_path: Path) -> None:
    call = ["analyse", TEACHING, "--at", "1.14", "--sims", "30", "--json"]
    first, again = vanuatu(call, tmp_path), vanuatu(call, tmp_path)
    assert first.out == again.out
    found = json.loads(first.out)
    assert (found["round"], found["phase"], found["seat"], found["sims"]) == (1, "plan", "p", 30)
    assert found["best"] == found["moves"][0]["token"] == found["line"][0]
    assert sum(found["win"].values()) == pytest.approx(1, abs=0.001)
    assert sum(move["visits"] for move in found["moves"]) == 30


def test_bot_without_search_prints_only_its_move(tmp_path: Path) -> None:
    ended = vanuatu(["analyse", TEACHING, "--at", "1.14", "--bot", "greedy"], tmp_path)
    assert ended.code == 0
    assert len(ended.out.splitlines()) == 1


def test_position_can_be_given_as_text(tmp_path: Path) -> None:
    fen = vanuatu(["show", TEACHING, "--at", "1.14", "--fen"], tmp_path).out.strip()
    ended = vanuatu(["analyse", fen, "--sims", "5"], tmp_path)
    assert ended.out.endswith("5 simulations\n")


def test_whole_game_is_annotated_with_win_chances(tmp_path: Path) -> None:
    ended = vanuatu(["analyse", TEACHING, "--all", "--sims", "3"], tmp_path)
    assert (ended.code, ended.err) == (0, "")
    before, after = only_game(Path(TEACHING).read_text("utf-8")), only_game(ended.out)
    assert [ply.token for ply in after.plies] == [ply.token for ply in before.plies]
    assert after.tags == before.tags
    noted = [ply for ply in after.plies if any(text.startswith("[%eval ") for text in ply.comments)]
    decisions = [ply for ply in after.plies if ply.seat >= 0]
    # The chances after a move are known once the next decision has been looked at.
    assert len(noted) >= len(decisions) - 8
    # What people wrote stays.
    for old, new in zip(before.plies, after.plies, strict=True):
        assert [text for text in new.comments if not text.startswith("[%eval")] == old.comments


def test_annotation_replaces_earlier_one(tmp_path: Path) -> None:
    twice = tmp_path / "twice.pvn"
    assert vanuatu(["analyse", TEACHING, "--all", "--sims", "2", "--out", "once.pvn"], tmp_path).code == 0
    ended = vanuatu(["analyse", "once.pvn", "--all", "--sims", "2", "--out", "twice.pvn"], tmp_path)
    assert (ended.code, ended.out) == (0, "")
    for ply in only_game(twice.read_text("utf-8")).plies:
        assert sum(text.count("[%eval") for text in ply.comments) <= 1


def read_until(terminal: int, sign: bytes) -> bytes:
    """What comes from a terminal up to a sign; up to its end for an empty one."""
    shown = b""
    while not sign or sign not in shown:
        try:
            block = os.read(terminal, 4096)
        except OSError:
            break
        if not block:
            break
        shown += block
    return shown


def test_ctrl_c_keeps_finished_analysis(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    game = str(GAMES / "three-players.pvn")
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "vanuatu",
            "analyse",
            game,
            "--all",
            "--move-time",
            "0.05",
            "--out",
            "part.pvn",
        ],
        cwd=tmp_path,
        env=environment(tmp_path, {"TERM": "xterm"}),
        stderr=slave,
        start_new_session=True,
    )
    os.close(slave)
    read_until(master, b"move 1")  # the tenth ply or a later one
    os.killpg(process.pid, signal.SIGINT)
    err = read_until(master, b"")
    os.close(master)
    assert process.wait(timeout=60) == 130
    assert b"what was done so far is kept" in err
    whole = only_game((GAMES / "three-players.pvn").read_text("utf-8"))
    part = only_game((tmp_path / "part.pvn").read_text("utf-8"))
    assert [ply.token for ply in part.plies] == [ply.token for ply in whole.plies]
    assert 0 < sum(ply.notes is not None for ply in part.plies) < len(part.plies)


def test_terminal_shows_table_during_search(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "vanuatu", "analyse", TEACHING, "--at", "1.14", "--move-time", "1.5"],
        cwd=tmp_path,
        env=environment(tmp_path, {"TERM": "xterm"}),
        stdin=slave,
        stdout=slave,
        stderr=slave,
    )
    os.close(slave)
    text = read_until(master, b"").decode()
    os.close(master)
    assert process.wait(timeout=60) == 0
    assert text.count("what it does") >= 2
    assert "\x1b[J" in text


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["nowhere.pvn"], 1, "nowhere.pvn"),
        ([TEACHING, "--bot", "deepblue"], 2, "no bot is called 'deepblue'"),
        ([TEACHING, "--bot", "mcts:c=x"], 2, "c cannot be 'x'"),
        ([TEACHING, "--at", "1.2"], 1, "A draw comes next"),
        ([str(GAMES / "three-players.pvn")], 1, "The game is finished"),
        ([TEACHING, "--sims", "0"], 2, "--sims"),
        ([TEACHING, "--move-time", "nan"], 2, "--move-time"),
        ([TEACHING, "--out", "x.pvn"], 2, "--out, --resume, --force and --cluster need --all"),
        ([TEACHING, "--all", "--json"], 2, "--all annotates whole games"),
        ([TEACHING, "--all", "--number", "7"], 1, "there is no game 7"),
        (["nowhere.pvn", "--all"], 1, "nowhere.pvn"),
        ([TEACHING, "--all", "--out", "x.txt"], 2, "--out x.txt: unknown ending. Expected .pvn"),
        ([TEACHING, "--all", "--out", TEACHING, "--force"], 2, "is also an input"),
        ([TEACHING, "--all", "--sims", "1", "--out", "no/such/folder.pvn"], 1, "no folder no/such"),
    ],
)
def test_wrong_usage_prints_one_line(arguments: list[str], code: int, message: str, tmp_path: Path) -> None:
    ended = vanuatu(["analyse", *arguments], tmp_path)
    assert ended.code == code
    assert message in ended.err
    assert ended.err.count("\n") == 1
    assert ended.out == ""
