"""`vanuatu rate` reads games of every format from files and pipes."""

import json
from pathlib import Path

import pytest

from tests.cli.matches.calls import match
from tests.cli.shell import vanuatu


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for form in ("pvn", "ndjson", "msgpack"):
        assert match(f"greedy random random --games 3 --seed 4 --out g.{form}", tmp_path).code == 0
    return tmp_path


def test_the_tables_by_bot_and_by_seat(folder: Path) -> None:
    lines = vanuatu(["rate", "g.pvn"], folder).out.splitlines()
    assert lines[0].split()[:4] == ["bot", "games", "wins", "win"]
    assert [line.split()[0] for line in lines[1:3]] == ["greedy", "random"]
    assert lines[4].split()[0] == "seat"
    assert [line.split()[0] for line in lines[5:]] == ["purple", "teal", "yellow"]


def test_games_of_all_formats_are_added_up(folder: Path) -> None:
    found = json.loads(vanuatu(["rate", "g.pvn", "g.ndjson", "g.msgpack", "--json"], folder).out)
    assert found["game"] == "vanuatu"
    assert found["games"] == 9
    assert [(bot["name"], bot["games"]) for bot in found["bots"]] == [("greedy", 9), ("random", 18)]


@pytest.mark.parametrize("form", ["pvn", "ndjson"])
def test_games_come_from_a_pipe(form: str, folder: Path) -> None:
    ended = vanuatu(["rate", "-", "--json"], folder, text=(folder / f"g.{form}").read_text())
    assert json.loads(ended.out)["games"] == 3


def test_each_game_has_its_own_table(folder: Path) -> None:
    match("random random --game maori --games 2 --seed 1 --out m.pvn", folder)
    lines = vanuatu(["rate", "g.pvn", "m.pvn"], folder).out.splitlines()
    assert lines[0] == "maori, 2 games"
    assert "vanuatu, 3 games" in lines
    found = json.loads(vanuatu(["rate", "g.pvn", "m.pvn", "--json"], folder).out)
    assert sorted(found["by_game"]) == ["maori", "vanuatu"]


def test_unfinished_games_are_not_counted(folder: Path) -> None:
    text = (folder / "g.pvn").read_text()
    first = text.index("[Result")
    unfinished = text[:first] + '[Result "*"]\n\n*\n\n' + text
    ended = vanuatu(["rate", "-"], folder, text=unfinished)
    assert ended.code == 0
    assert "1 game without a result, not counted" in ended.err


def test_invalid_game_is_named_and_others_are_counted(folder: Path) -> None:
    lines = (folder / "g.ndjson").read_text().splitlines()
    lines[1] = lines[1][:100]
    ended = vanuatu(["rate", "-", "--json"], folder, text="\n".join(lines))
    assert ended.code == 1
    assert ended.err.startswith("stdin:2:101: no JSON")
    assert json.loads(ended.out)["games"] == 2


@pytest.mark.parametrize(("name", "said"), [("nothing.pvn", "No such file"), (".", "this is a folder")])
def test_unreadable_input_prints_one_line(name: str, said: str, tmp_path: Path) -> None:
    ended = vanuatu(["rate", name], tmp_path)
    assert ended.code == 1
    assert said in ended.err
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize(
    "raw", [b"", b"\n\n", b"\x80", b"\xff" * 100, b'{"tags": 1}\n', b"{" * 10_000, b"[" * 1000]
)
def test_files_without_games_are_reported(raw: bytes, tmp_path: Path) -> None:
    (tmp_path / "odd").write_bytes(raw)
    ended = vanuatu(["rate", "odd"], tmp_path)
    assert ended.code == 1
    assert "Traceback" not in ended.err
    assert ended.err


def test_names_from_file_send_no_control_sequences(tmp_path: Path) -> None:
    tags = [["Purple", "\x1b[2J" + "x" * 100], ["Teal", "b"], ["Result", "3,2"], ["Winner", "Purple"]]
    ended = vanuatu(["rate", "-"], tmp_path, text=json.dumps({"tags": tags, "moves": [], "result": "3,2"}))
    assert ended.code == 0
    assert "\x1b" not in ended.out
    assert max(len(line) for line in ended.out.splitlines()) < 100
