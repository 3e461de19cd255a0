"""Completion of values in the shell, and the manual pages."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.game_files import write_games
from tests.cli.shell import vanuatu
from tests.support import man_pages
from vanuatu.cli.app import COMMANDS


def complete(line: str, home: Path) -> list[str]:
    """Return what bash offers for the last word of a line."""
    count = line.count(" ")
    more = {"COMP_WORDS": line, "COMP_CWORD": str(count), "_VANUATU_COMPLETE": "complete_bash"}
    ended = vanuatu([], home, more=more)
    assert ended.err == ""
    return ended.out.split()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("vanuatu play --bot ha", ["hard"]),
        ("vanuatu match gre", ["greedy"]),
        ("vanuatu review --bot e", ["easy", "expert"]),
        ("vanuatu play --game ", ["vanuatu", "maori"]),
        ("vanuatu play --variant wa", ["waters"]),
        ("vanuatu play --variant waters,no", ["waters,nocharacters"]),
        ("vanuatu match --variant noch", ["nocharacters"]),
        ("vanuatu play --seat t", ["teal"]),
        ("vanuatu play --draws t", ["typed"]),
        ("vanuatu rules fisherm", ["fisherman"]),
        ("vanuatu games re", ["rename"]),
        ("vanuatu conf", ["config"]),
    ],
)
def test_values(line: str, expected: list[str], tmp_path: Path) -> None:
    assert complete(line, tmp_path) == expected


def test_files_of_games(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    write_games(tmp_path / "games" / "one.pvn", 1)
    for name in ("two.ndjson", "three.msgpack", "notes.txt", ".hidden.pvn"):
        (tmp_path / "games" / name).touch()
    assert complete("vanuatu check ga", tmp_path) == ["games/"]
    assert complete("vanuatu check games/", tmp_path) == [
        "games/one.pvn",
        "games/three.msgpack",
        "games/two.ndjson",
    ]
    assert complete("vanuatu play --from games/o", tmp_path) == ["games/one.pvn"]
    assert complete("vanuatu review nothing/", tmp_path) == []
    assert "example:teaching" in complete("vanuatu show exam", tmp_path)


def test_saved_games(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "vanuatu" / "games"
    folder.mkdir(parents=True)
    write_games(folder / "evening.pvn", 1)
    assert complete("vanuatu games play e", tmp_path) == ["evening"]


def test_completion_survives_a_damaged_config(tmp_path: Path) -> None:
    folder = tmp_path / "config" / "vanuatu"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text("[[", encoding="utf-8")
    assert complete("vanuatu play --bot ha", tmp_path) == ["hard"]


def test_the_manual_pages_are_as_the_program_makes_them() -> None:
    """After a change of a help text, `python -m tests.support.cli_reference` writes them again."""
    written = {path.name: path.read_text(encoding="utf-8") for path in man_pages.FOLDER.glob("*.1")}
    assert written == man_pages.pages(), "run: python -m tests.support.cli_reference"
    assert written.keys() == {"vanuatu.1", *(f"vanuatu-{name}.1" for name in COMMANDS)}


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_the_manual_pages_are_valid_roff() -> None:
    for path in man_pages.FOLDER.glob("*.1"):
        made = subprocess.run(
            ["groff", "-man", "-Tutf8", "-ww", "-K", "utf8", str(path)],
            capture_output=True,
            check=True,
        )
        assert made.stderr == b"", path.name
        assert b"NAME" in re.sub(rb".\x08", b"", made.stdout)  # bold characters are printed twice
