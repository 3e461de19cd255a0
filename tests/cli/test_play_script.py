"""`vanuatu play` without a terminal: moves line by line, the game on stdout, errors on stderr."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.shell import Ended, environment, vanuatu
from vanuatu.cli.games.lessons import LessonTask, lesson_of

ALL_HERE = ("play", "--players", "3", "--seat", "purple", "--seat", "teal", "--seat", "yellow", "--seed", "1")
BEFORE = "#start=201\n#tiles=A2,B1\n#ships=kcb,kkk,cbb\n#tourists=2\n#first=p\n"


def test_moves_and_draws_are_read_line_by_line_and_the_game_is_printed(tmp_path: Path) -> None:
    ended = vanuatu(ALL_HERE, tmp_path, text=BEFORE + "@fisherman\nbuilder\nt:@navigator\n")
    assert ended.code == 1
    assert "stdin:8: t:@navigator: it is yellow's turn, not teal's" in ended.err
    ended = vanuatu(ALL_HERE, tmp_path, text=BEFORE + "@fisherman\nbuilder\ny:@navigator\nplan sail fish\n")
    assert (ended.code, ended.err) == (0, "")
    moves = "1. #start=201 #tiles=A2,B1 #ships=kcb,kkk,cbb #tourists=2 #first=p p:@fisherman\n"
    assert moves + "t:@builder y:@navigator p:+SF *\n" in ended.out


def test_missing_draws_are_made_from_seed(tmp_path: Path) -> None:
    first = vanuatu(ALL_HERE, tmp_path, text="")
    assert first.out == vanuatu(ALL_HERE, tmp_path, text="\n; a comment alone\n").out
    assert "#start=" in first.out
    assert '[Seed "1"]' in first.out


def test_first_illegal_line_ends_game_with_line_number_and_reason(tmp_path: Path) -> None:
    ended = vanuatu(ALL_HERE, tmp_path, text=BEFORE + "@fisherman\n+FF\n@builder\n")
    assert ended.code == 1
    assert ended.err.startswith("stdin:7: +FF: ")
    assert "@builder" not in ended.out
    assert ended.out.endswith("p:@fisherman\n*\n")


def test_keep_going_skips_illegal_lines(tmp_path: Path) -> None:
    ended = vanuatu([*ALL_HERE, "--keep-going"], tmp_path, text=BEFORE + "@fisherman\n+FF\nhello\n@builder\n")
    assert ended.code == 1
    assert [line.split(" ")[0] for line in ended.err.splitlines()] == ["stdin:7:", "stdin:8:"]
    assert "t:@builder *\n" in ended.out


def test_windows_line_ends_and_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    text = "\ufeff" + BEFORE.replace("\n", "\r\n") + "@fisherman\r\n@builder"
    ended = vanuatu(ALL_HERE, tmp_path, text=text)
    assert (ended.code, ended.err) == (0, "")
    assert "t:@builder *\n" in ended.out


def test_endless_line_is_refused_without_buffering(tmp_path: Path) -> None:
    ended = vanuatu([*ALL_HERE, "--keep-going"], tmp_path, text=BEFORE + "x" * 3_000_000 + "\n@fisherman\n")
    assert ended.code == 1
    assert ended.err == "stdin:6: the line is too long (65536 characters or more)\n"
    assert "p:@fisherman" in ended.out


def test_undecodable_bytes_are_refused_like_other_lines(tmp_path: Path) -> None:
    ended = vanuatu_bytes(ALL_HERE, tmp_path, BEFORE.encode() + b"@fisher\xff\x00man\n")
    assert ended.code == 1
    assert len(ended.err.splitlines()) == 1
    assert ended.err.startswith("stdin:6: @fisher")
    assert "\x00" not in ended.err


def vanuatu_bytes(arguments: tuple[str, ...], home: Path, text: bytes) -> Ended:
    ended = subprocess.run(
        [sys.executable, "-m", "vanuatu", *arguments],
        cwd=home,
        env=environment(home),
        input=text,
        capture_output=True,
        timeout=120,
        check=False,
    )
    return Ended(ended.returncode, ended.stdout.decode(), ended.stderr.decode())


def heed_interrupts() -> None:
    """What runs in the background of a shell ignores Ctrl-C, and so would its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_interrupted_game_is_printed_so_far(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "vanuatu",
        "play",
        "--seed",
        "1",
        "--bot",
        "mcts:100s",
        "--save",
        "g.pvn",
    ]
    playing = subprocess.Popen(
        command,
        cwd=tmp_path,
        env=environment(tmp_path),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        preexec_fn=heed_interrupts,
    )
    place = tmp_path / "g.pvn"
    while not place.exists():
        time.sleep(0.05)
    playing.send_signal(signal.SIGINT)
    out, _ = playing.communicate(timeout=60)
    assert playing.returncode == 130
    assert "#start=" in out.decode()
    assert place.read_text(encoding="utf-8").rstrip().endswith("*")


@pytest.mark.parametrize("moment", [0.0, 0.02, 0.05, 0.1])
def test_killed_script_leaves_complete_save(tmp_path: Path, moment: float) -> None:
    command = [
        sys.executable,
        "-m",
        "vanuatu",
        "play",
        "--seat",
        "none",
        "--bot",
        "random",
        "--save",
        "g.pvn",
    ]
    playing = subprocess.Popen(command, cwd=tmp_path, env=environment(tmp_path), stdout=subprocess.DEVNULL)
    place = tmp_path / "g.pvn"
    while not place.exists() and playing.poll() is None:
        time.sleep(0.005)
    time.sleep(moment)
    playing.kill()
    playing.wait()
    assert vanuatu(["check", "g.pvn"], tmp_path).code == 0


def test_bots_move_and_game_of_bots_plays_to_end(tmp_path: Path) -> None:
    ended = vanuatu(["play", "--seat", "none", "--bot", "greedy", "--seed", "3"], tmp_path)
    assert (ended.code, ended.err) == (0, "")
    assert '[Result "*"]' not in ended.out
    assert '[Winner "' in ended.out
    again = vanuatu(["play", "--seat", "none", "--bot", "greedy", "--seed", "3"], tmp_path)
    assert again.out == ended.out


def test_commands_answer_on_stderr(tmp_path: Path) -> None:
    text = BEFORE + "@fisherman\nundo\n@diver\nlog\nsave mine.pvn\nquit\n@builder\n"
    ended = vanuatu(ALL_HERE, tmp_path, text=text)
    assert ended.code == 0
    assert "p:@diver *\n" in ended.out
    assert "p:@fisherman" not in ended.out
    assert "#first=p p:@diver" in ended.err
    assert "p:@diver *" in (tmp_path / "mine.pvn").read_text(encoding="utf-8")


def test_save_and_from_resume_game(tmp_path: Path) -> None:
    vanuatu([*ALL_HERE, "--save", "g.pvn"], tmp_path, text=BEFORE + "@fisherman\n")
    assert "p:@fisherman\n*\n" in (tmp_path / "g.pvn").read_text(encoding="utf-8")
    ended = vanuatu(["play", "--from", "g.pvn", "--save", "h.pvn"], tmp_path, text="@builder\n")
    assert (ended.code, ended.err) == (0, "")
    assert (tmp_path / "h.pvn").read_text(encoding="utf-8") == ended.out
    assert "t:@builder *\n" in ended.out
    early = vanuatu(["play", "--from", "h.pvn", "--at", "1.5"], tmp_path, text="@diver\n")
    assert "p:@diver *\n" in early.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "9"], "players"),
        (["--seat", "pink"], "--seat pink: there is no such seat"),
        (["--seat", "blue"], "--seat blue: a game of 4 has no such seat. Try --players 5"),
        (["--seat", "teal", "--seat", "t"], "--seat: teal is named twice"),
        (["--bot", "nobody"], "no bot is called 'nobody'"),
        (["--variant", "dry"], "dry"),
        (["--game", "chess"], "no game is called 'chess'"),
        (["--at", "5"], "--from"),
        (["--save", "there.pvn"], "there.pvn exists. Use --force"),
        (["--tutorial", "--game", "chess"], "there is no lesson for chess"),
    ],
)
def test_wrong_usage_prints_one_line(tmp_path: Path, arguments: list[str], message: str) -> None:
    (tmp_path / "there.pvn").write_text("something", encoding="utf-8")
    ended = vanuatu(["play", *arguments], tmp_path)
    assert ended.code == 2
    assert message in ended.err
    assert len(ended.err.splitlines()) == 1


@pytest.mark.parametrize("source", ["missing.pvn", ".", "empty.pvn", "vanuatu nonsense; here"])
def test_unreadable_source_prints_one_line(tmp_path: Path, source: str) -> None:
    (tmp_path / "empty.pvn").write_text("", encoding="utf-8")
    ended = vanuatu(["play", "--from", source], tmp_path)
    assert ended.code == 1
    assert len(ended.err.splitlines()) == 1


def test_the_lesson_tells_who_has_turned_up_the_first_player_marker(tmp_path: Path) -> None:
    lesson = lesson_of("vanuatu")
    assert lesson is not None
    steps = [step for step in lesson.script if not isinstance(step, str)]
    lines = [step.to_type if isinstance(step, LessonTask) else "go on" for step in steps]
    ended = vanuatu(["play", "--tutorial"], tmp_path, text="\n".join(lines[:18]) + "\n")
    assert "turn up the first player marker" in ended.out
    assert "?." not in ended.out


def test_the_lesson_can_be_piped(tmp_path: Path) -> None:
    ended = vanuatu(["play", "--tutorial"], tmp_path, text="go on\n" * 3 + "@vendor\ngo on\n+FF\n")
    assert ended.code == 0
    assert "Welcome to Vanuatu" in ended.out
    assert "The lesson continues with `sail fish`" in " ".join(ended.out.split())
