"""Hostile files and positions in every command that reads them."""

import unicodedata
from pathlib import Path

import pytest

from tests.cli.game_files import random_game, write_games
from tests.cli.shell import Ended, vanuatu

DIGITS = "1" * 5000
HEAD = '[Event "x"]\n[Purple "a"]\n[Teal "b"]\n'
STEERING = "\x1b[31m\x07\x9b2J\u202e\u2028\u2066"
READING = ["check", "show", "replay", "moves", "analyse", "convert", "rate"]


def assert_no_control_sequences(ended: Ended) -> None:
    """One line of signs that print, and the exit code of bad input."""
    assert ended.code == 1
    assert ended.err.count("\n") == 1
    assert all(unicodedata.category(sign)[0] not in "CZ" or sign in " \n" for sign in ended.err)


@pytest.mark.parametrize("command", [name for name in READING if name != "rate"])
@pytest.mark.parametrize(
    "tags",
    [
        f'[GameType "maori"]\n[SetUp "1"]\n[FEN "maori 2; 1 voyage{STEERING} p"]\n'.replace(
            "\x1b", ""
        ).replace("\x07", ""),
        f'[GameType "{STEERING[4:]}"]\n'.replace("\x07", ""),
        f'[GameType "vanuatu"]\n[Variant "{STEERING[5:]}"]\n',
        f'[GameType "maori"]\n[Variant "{"x" * 5000}"]\n',
    ],
    ids=["FEN", "GameType", "Variant", "a long Variant"],
)
def test_tags(command: str, tags: str, tmp_path: Path) -> None:
    (tmp_path / "g.pvn").write_text(HEAD + tags + "\n*\n", encoding="utf-8")
    ended = vanuatu([command, "g.pvn"], tmp_path)
    assert_no_control_sequences(ended)
    assert len(ended.err) < 400


@pytest.mark.parametrize("command", ["show", "moves", "analyse"])
@pytest.mark.parametrize(
    "position",
    [
        "maori 2; 1 voyage\x1b[31m p",
        "maori 2; 1 \u202e",
        f"maori 2; {DIGITS} voyage p",
        "vanuatu 3; \x9b1 act p",
    ],
)
def test_positions(command: str, position: str, tmp_path: Path) -> None:
    assert_no_control_sequences(vanuatu([command, position], tmp_path))


def test_seed_of_five_thousand_digits_is_kept(tmp_path: Path) -> None:
    text = random_game(3, 1, 20).text().replace('[Round "?"]', f'[Round "{DIGITS}"]')
    (tmp_path / "g.pvn").write_text(text.replace('[Seed "1"]', f'[Seed "{DIGITS}"]'))
    for command in ("check", "show", "convert"):
        ended = vanuatu([command, "g.pvn"], tmp_path)
        assert (ended.code, ended.err) == (0, "")
    assert ended.out == (tmp_path / "g.pvn").read_text()


def test_a_result_of_thousands_of_digits_is_not_counted(tmp_path: Path) -> None:
    (tmp_path / "g.pvn").write_text(HEAD + f'[Result "{"9" * 4000},1"]\n[Winner "Purple"]\n\n*\n')
    ended = vanuatu(["rate", "g.pvn"], tmp_path)
    assert ended.code == 1
    assert ended.err == "vanuatu: no finished games found\n"


def test_duplicate_field_is_named(tmp_path: Path) -> None:
    write_games(tmp_path / "g.pvn", 1)
    line = vanuatu(["convert", "g.pvn", "--to", "ndjson"], tmp_path).out
    (tmp_path / "g.ndjson").write_text(line.replace('"result":', '"result":"*","result":', 1))
    ended = vanuatu(["check", "g.ndjson"], tmp_path)
    assert (ended.code, ended.err) == (1, "g.ndjson:1:1: the field result stands twice\n")


@pytest.mark.parametrize(
    ("name", "text", "printed"),
    [
        ("g.pvn", HEAD + "\n*\n\n" + HEAD + "[Site\n\n*\n", "g.pvn:10:1: "),
        ("g.ndjson", '\n{"tags": nothing}\n', "g.ndjson:2:10: "),
        ("g.msgpack", "\udc81\x01", "g.msgpack:1:1: "),
    ],
)
def test_errors_of_rate_have_columns(name: str, text: str, printed: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    ended = vanuatu(["rate", name], tmp_path)
    assert ended.code == 1
    assert ended.err.startswith(printed)
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize("name", ["EventDate", "Event_", "ResultOf"])
def test_tag_with_common_prefix_survives_all_formats(name: str, tmp_path: Path) -> None:
    text = random_game(3, 1, 20).text()
    lines = text.replace("\n\n", f'\n[{name} "2026"]\n\n', 1)
    (tmp_path / "a.pvn").write_text(lines + "\n" + lines)
    for call in (
        "convert a.pvn b.ndjson",
        "convert b.ndjson c.msgpack",
        "convert c.msgpack d.pvn",
        "check d.pvn",
    ):
        ended = vanuatu(call.split(), tmp_path)
        assert (ended.code, ended.err) == (0, "")
    assert (tmp_path / "d.pvn").read_bytes() == (tmp_path / "a.pvn").read_bytes()
