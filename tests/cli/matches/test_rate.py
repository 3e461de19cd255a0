"""`vanuatu rate` reads games of every format from files and pipes."""

import csv
import io
import json
import math
from pathlib import Path
from typing import Any

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
    assert lines[0].split()[:5] == ["bot", "games", "results", "wins", "win"]
    assert [line.split()[0] for line in lines[1:3]] == ["greedy", "random"]
    assert lines[4].split()[0] == "seat"
    assert [line.split()[0] for line in lines[5:]] == ["purple", "teal", "yellow"]


def test_games_of_all_formats_are_added_up(folder: Path) -> None:
    found = json.loads(vanuatu(["rate", "g.pvn", "g.ndjson", "g.msgpack", "--json"], folder).out)
    assert found["game"] == "vanuatu"
    assert found["games"] == 9
    assert [(bot["name"], bot["games"], bot["results"]) for bot in found["bots"]] == [
        ("greedy", 9, 9),
        ("random", 9, 18),
    ]


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


@pytest.mark.parametrize(("name", "printed"), [("nothing.pvn", "No such file"), (".", "this is a folder")])
def test_unreadable_input_prints_one_line(name: str, printed: str, tmp_path: Path) -> None:
    ended = vanuatu(["rate", name], tmp_path)
    assert ended.code == 1
    assert printed in ended.err
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
    assert max(len(line) for line in ended.out.splitlines()) < 120


# Anchors, likelihood of superiority, CSV


def rated(folder: Path, *options: str) -> dict[str, dict[str, Any]]:
    found = json.loads(vanuatu(["rate", "g.pvn", "--json", *options], folder).out)
    return {bot["name"]: bot for bot in found["bots"]}


def test_anchor_has_its_rating_and_the_differences_stay(folder: Path) -> None:
    free, fixed = rated(folder), rated(folder, "--anchor", "random=1000")
    assert (fixed["random"]["rating"], fixed["random"]["rating_95"]) == (1000, [1000, 1000])
    difference = free["greedy"]["rating"] - free["random"]["rating"]
    assert fixed["greedy"]["rating"] == pytest.approx(1000 + difference, abs=0.02)
    low, high = fixed["greedy"]["rating_95"]
    assert high - low > free["greedy"]["rating_95"][1] - free["greedy"]["rating_95"][0]


def test_superiority_follows_from_the_interval_of_the_difference(folder: Path) -> None:
    found = json.loads(vanuatu(["rate", "g.pvn", "--json", "--los"], folder).out)["los"]
    assert found["greedy"]["random"] + found["random"]["greedy"] == pytest.approx(1)
    bot = rated(folder, "--anchor", "random=0")["greedy"]
    error = (bot["rating_95"][1] - bot["rating"]) / 1.959964
    expected = 0.5 * math.erfc(-bot["rating"] / error / math.sqrt(2))
    assert found["greedy"]["random"] == pytest.approx(expected, abs=1e-3)
    text = vanuatu(["rate", "g.pvn", "--los"], folder).out
    assert "stronger than (%)" in text


def test_csv_has_a_figure_per_line_and_no_formula(folder: Path) -> None:
    text = (folder / "g.pvn").read_text().replace('"greedy"', '"=2+3"')
    (folder / "evil.pvn").write_text(text)
    out = vanuatu(["rate", "evil.pvn", "--csv", "--los"], folder).out
    head, *rows = csv.reader(io.StringIO(out))
    assert head == ["game", "table", "row", "column", "value", "low", "high"]
    figures = {(row[1], row[2], row[3]): row[4:] for row in rows}
    assert figures["bot", "'=2+3", "results"] == ["3", "", ""]
    value, low, high = map(float, figures["bot", "random", "rating"])
    assert low < value < high
    assert ("los", "'=2+3", "random") in figures
    assert ("los", "random", "'=2+3") in figures
    assert ("seat", "purple of 3", "win_rate") in figures


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--anchor greedy", "--anchor: 'greedy' is not NAME=POINTS, for example greedy=0"),
        ("--anchor greedy=much", "--anchor: 'greedy=much' is not NAME=POINTS"),
        ("--anchor greedy=nan", "--anchor: 'greedy=nan' is not NAME=POINTS"),
        ("--anchor =0", "--anchor: '=0' is not NAME=POINTS"),
        ("--anchor nobody=0", "--anchor: no finished game of vanuatu has 'nobody' (players: greedy, random)"),
        ("--csv --json", "--json and --csv both want stdout"),
    ],
)
def test_wrong_options_of_rate(words: str, said: str, folder: Path) -> None:
    ended = vanuatu(["rate", "g.pvn", *words.split()], folder)
    assert ended.code == 2
    assert ended.err.startswith(f"vanuatu: {said}")
    assert ended.err.count("\n") == 1
    assert ended.out == ""


def test_anchor_may_have_an_equals_sign_in_its_name(folder: Path) -> None:
    assert match("mcts:sims=1 random --games 2 --seed 1 --out e.pvn", folder).code == 0
    ended = vanuatu(["rate", "e.pvn", "--anchor", "mcts:sims=1=-50", "--json"], folder)
    assert json.loads(ended.out)["anchor"] == {"name": "mcts:sims=1", "rating": -50}
