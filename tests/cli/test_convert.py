"""`vanuatu convert`: lossless between the three formats, and never half a file."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.game_files import write_games
from tests.cli.shell import environment, vanuatu


def test_round_trip_is_lossless(tmp_path: Path) -> None:
    text = write_games(tmp_path / "a.pvn", 3)
    for source, target in (("a.pvn", "b.ndjson"), ("b.ndjson", "c.msgpack"), ("c.msgpack", "d.pvn")):
        ended = vanuatu(["convert", source, target], tmp_path)
        assert (ended.code, ended.out, ended.err) == (0, "", "")
    assert (tmp_path / "d.pvn").read_text() == text
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.pvn", "b.ndjson", "c.msgpack", "d.pvn"]


def test_streams_are_converted_too(tmp_path: Path) -> None:
    text = write_games(tmp_path / "a.pvn", 2)
    lines = vanuatu(["convert", "-", "--to", "ndjson"], tmp_path, text=text).out
    assert lines.count("\n") == 2
    assert vanuatu(["convert", "-"], tmp_path, text=lines).out == text
    assert vanuatu(["convert", "-", "-", "--from-format", "ndjson"], tmp_path, text=lines).out == text
    assert vanuatu(["convert", "a.pvn", "--to", "x.ndjson"], tmp_path).code == 0
    assert (tmp_path / "x.ndjson").read_text() == lines


def test_force_replaces_a_file_and_keeps_its_mode(tmp_path: Path) -> None:
    text = write_games(tmp_path / "a.pvn", 2)
    (tmp_path / "a.pvn").write_text(text.replace("\n", "\r\n"))
    (tmp_path / "b.pvn").write_text("old")
    os.chmod(tmp_path / "b.pvn", 0o640)
    assert vanuatu(["convert", "a.pvn", "b.pvn"], tmp_path).code == 2
    assert (tmp_path / "b.pvn").read_text() == "old"
    assert vanuatu(["convert", "a.pvn", "b.pvn", "--force"], tmp_path).code == 0
    assert (tmp_path / "b.pvn").read_bytes() == text.encode()
    assert (tmp_path / "b.pvn").stat().st_mode & 0o777 == 0o640


def test_invalid_game_is_skipped_but_never_lost(tmp_path: Path) -> None:
    broken = write_games(tmp_path / "a.pvn", 2).replace("#start=", "#begin=", 1)
    (tmp_path / "a.pvn").write_text(broken)
    ended = vanuatu(["convert", "a.pvn", "b.ndjson"], tmp_path)
    assert ended.code == 1
    assert ended.err.startswith("a.pvn:12:4: #begin=")
    assert (tmp_path / "b.ndjson").read_text().count("\n") == 1
    ended = vanuatu(["convert", "a.pvn", "a.pvn", "--force"], tmp_path)
    assert ended.code == 2
    assert "a.pvn is also an input" in ended.err
    assert (tmp_path / "a.pvn").read_text() == broken


@pytest.mark.parametrize(
    ("arguments", "code", "printed"),
    [
        (["none.pvn", "b.pvn"], 1, "none.pvn: No such file"),
        ([".", "b.pvn"], 1, ".: this is a folder"),
        (["empty.pvn", "b.pvn"], 1, "empty.pvn: no games in it"),
        (["a.pvn", "none/b.pvn"], 1, "none/b.pvn: there is no folder none"),
        (["a.pvn", "."], 1, ".: Is a directory"),
        (["a.pvn", "/dev/full"], 1, "/dev/full: No space left"),
        (["a.pvn", "--to", "pgn"], 2, "--to pgn: it is one of pvn, ndjson, msgpack"),
        (["a.pvn", "--from-format", "pgn"], 2, "--from-format pgn: it is one of pvn, ndjson, msgpack"),
        (["a.pvn", "b.pvn", "--to", "c.pvn"], 2, "--to c.pvn: it is one of"),
        (
            ["a.pvn", "x.parquet"],
            2,
            "x.parquet: unknown ending. Expected .pvn or .ndjson or .msgpack, also with .gz or .zst.",
        ),
    ],
)
def test_error_prints_one_line_and_leaves_no_file(
    tmp_path: Path, arguments: list[str], code: int, printed: str
) -> None:
    write_games(tmp_path / "a.pvn", 1)
    (tmp_path / "empty.pvn").touch()
    ended = vanuatu(["convert", *arguments], tmp_path)
    assert ended.code == code
    assert printed in ended.err
    assert ended.err.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.pvn", "empty.pvn"]


def test_full_disk_prints_one_line(tmp_path: Path) -> None:
    write_games(tmp_path / "a.pvn", 40)
    with open("/dev/full", "wb") as full:
        ended = vanuatu(["convert", "a.pvn", "--to", "ndjson"], tmp_path, out=full)
    assert ended.code == 1
    assert "No space left" in ended.err
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize("existed", [False, True])
def test_ctrl_c_leaves_complete_games(tmp_path: Path, existed: bool) -> None:
    write_games(tmp_path / "a.pvn", 2)
    if existed:
        (tmp_path / "b.ndjson").write_text("precious\n")
    with subprocess.Popen(
        [sys.executable, "-m", "vanuatu", "convert", "-", "b.ndjson", *(["--force"] if existed else [])],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write((tmp_path / "a.pvn").read_bytes() * 3)
        process.stdin.flush()
        begin = time.monotonic()
        while not any(path.name.startswith(".b.ndjson.") for path in tmp_path.iterdir()):
            assert time.monotonic() < begin + 60
            time.sleep(0.02)
        time.sleep(0.5)  # it waits for more input now
        process.send_signal(signal.SIGINT)
        printed = process.stderr.read().decode()
        assert process.wait(60) == 130
    if existed:
        assert (tmp_path / "b.ndjson").read_text() == "precious\n"
        assert printed == "b.ndjson: left as it was\n"
    else:
        assert printed == "b.ndjson: holds the games that were finished\n"
        assert vanuatu(["check", "b.ndjson"], tmp_path).err in ("", "b.ndjson: no games in it\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.pvn", "b.ndjson"]
