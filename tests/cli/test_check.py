"""`vanuatu check`: no output for valid games, one line for each problem."""

from pathlib import Path

import pytest

from tests.cli.game_files import random_game, write_games
from tests.cli.shell import vanuatu


def test_valid_games_print_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.pvn").write_text(random_game(3, 1).text())
    write_games(tmp_path / "b.pvn", 3)
    ended = vanuatu(["check", "a.pvn", "b.pvn"], tmp_path)
    assert (ended.code, ended.out, ended.err) == (0, "", "")


def test_stdin_is_checked_in_every_format(tmp_path: Path) -> None:
    text = write_games(tmp_path / "a.pvn", 2)
    assert vanuatu(["check", "-"], tmp_path, text=text).code == 0
    lines = vanuatu(["convert", "a.pvn", "--to", "ndjson"], tmp_path).out
    assert vanuatu(["check", "-"], tmp_path, text=lines).code == 0


def test_every_invalid_game_is_reported_and_others_are_read(tmp_path: Path) -> None:
    good = random_game(3, 1, 20).text()
    broken = good.replace("p:+", "t:+", 1)
    (tmp_path / "x.pvn").write_text("\n".join([broken, good, broken]))
    ended = vanuatu(["check", "x.pvn"], tmp_path)
    assert ended.code == 1
    lines = ended.err.splitlines()
    assert len(lines) == 2
    line = broken[: broken.index("t:+")].count("\n") + 1
    assert lines[0].startswith(f"x.pvn:{line}:")
    assert "turn, not teal's" in lines[0]


def test_result_winner_and_termination_are_recomputed(tmp_path: Path) -> None:
    text = random_game(3, 1).text()
    result = text.split('[Result "')[1].split('"')[0]
    other = ",".join(["99", *result.split(",")[1:]])
    (tmp_path / "x.pvn").write_text(text.replace(result, other))
    ended = vanuatu(["check", "x.pvn"], tmp_path)
    assert ended.code == 1
    assert ended.err.splitlines()[0] == f'x.pvn:8:1: Result is "{other}", but the moves make it "{result}"'


@pytest.mark.parametrize(
    ("content", "printed"),
    [
        (b"", "x.pvn: no games in it"),
        (b"\x00" * 99, "x.pvn:1:1: a NUL byte: this is not text"),
        (b"Dear diary,\n", 'x.pvn:1:1: no tags: a game begins with lines like [Event "'),
        (b'[Event "Kit', "x.pvn:1:1: the tag Event is cut off"),
        (b"x" * (20 << 20), "x.pvn:1:1: a game of more than 16 MB: this is no PVN"),
    ],
)
def test_file_without_games_prints_one_line(tmp_path: Path, content: bytes, printed: str) -> None:
    (tmp_path / "x.pvn").write_bytes(content)
    ended = vanuatu(["check", "x.pvn"], tmp_path)
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith(printed)
    assert ended.err.count("\n") == 1


def test_missing_file_or_folder_does_not_stop_other_checks(tmp_path: Path) -> None:
    (tmp_path / "x.pvn").write_text("[Nothing]\n")
    ended = vanuatu(["check", "none.pvn", ".", "x.pvn"], tmp_path)
    assert ended.code == 1
    assert [line.split(":")[0] for line in ended.err.splitlines()] == ["none.pvn", ".", "x.pvn"]


def test_other_encoding_is_reported(tmp_path: Path) -> None:
    text = random_game(3, 1, 10).text().replace("Random", "Café")
    (tmp_path / "x.pvn").write_bytes(text.encode("latin-1"))
    ended = vanuatu(["check", "x.pvn"], tmp_path)
    assert (ended.code, ended.err) == (1, "x.pvn:1:12: byte 0xe9 is not UTF-8\n")
