"""`vanuatu find`."""

import json
import shutil
from pathlib import Path

import pytest

import vanuatu as library
from tests.cli.shell import vanuatu
from tests.support.documents import ROOT

NAMES = ("three-players", "four-players", "maori-teaching")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in NAMES:
        shutil.copy(ROOT / "games" / f"{name}.pvn", tmp_path)
    return tmp_path


def test_lines_name_game_and_position(folder: Path) -> None:
    where = ["--where", "seat == 'yellow' and can('T') and kind != 'transport'"]
    ended = vanuatu(["find", "three-players.pvn", "four-players.pvn", *where], folder)
    assert ended.code == 0
    expected = []
    for name in NAMES[:2]:
        [game] = library.read(folder / f"{name}.pvn")
        for step in game.steps():
            possible = any(token.startswith("T") for token in step.legal)
            if step.seat == "y" and possible and step.move.kind != "transport":
                expected.append((name, step.position.to_fen()))
    lines = [line.split("\t") for line in ended.out.splitlines()]
    assert [(head.split(".pvn#1 at ")[0], fen) for head, fen in lines] == expected
    assert expected
    for head, fen in (lines[0], lines[-1]):
        assert vanuatu(["show", head, "--fen"], folder).out == fen + "\n"
        assert vanuatu(["show", f"{head}\t{fen}", "--fen"], folder).out == fen + "\n"
    assert vanuatu(["moves", lines[0][0]], folder).code == 0


def test_other_forms_of_output(folder: Path) -> None:
    call = ["find", "three-players.pvn", "--where", "legal > 25"]
    fens = vanuatu([*call, "--fen"], folder).out.splitlines()
    count = int(vanuatu([*call, "--count"], folder).out)
    rows = [json.loads(line) for line in vanuatu([*call, "--json"], folder).out.splitlines()]
    assert len(fens) == count == len(rows) > 3
    for fen, row in zip(fens, rows, strict=True):
        assert (row["fen"], row["file"], row["game"]) == (fen, "three-players.pvn", 1)
        [game] = library.read(folder / "three-players.pvn")
        assert game.at(row["ply"]).to_fen() == fen
        assert game.steps()[row["ply"]].token == row["token"]
    assert vanuatu([*call, "--fen", "--limit", "2"], folder).out.splitlines() == fens[:2]


def test_patterns_and_conditions_together(folder: Path) -> None:
    like = ["--like", "vanuatu ?; 8 act ?"]
    both = int(
        vanuatu(["find", "three-players.pvn", *like, "--where", "seat == 'p' + ''", "--count"], folder).out
        or -1
    )
    assert both == -1
    all_seats = int(vanuatu(["find", "three-players.pvn", *like, "--count"], folder).out)
    one = [
        int(
            vanuatu(
                ["find", "three-players.pvn", *like, "--where", f"seat == '{seat}'", "--count"], folder
            ).out
        )
        for seat in ("purple", "teal", "yellow")
    ]
    assert sum(one) == all_seats > 0
    assert (
        vanuatu(["find", "maori-teaching.pvn", "--like", "maori ?; ? discover ?", "--count"], folder).code
        == 0
    )


def test_nothing_found(folder: Path) -> None:
    call = ["find", "three-players.pvn", "--where", "seat.vatus > 99"]
    ended = vanuatu(call, folder)
    assert (ended.code, ended.out, ended.err) == (1, "", "vanuatu: no position matches\n")
    assert vanuatu([*call, "--count"], folder).out == "0\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "give --where EXPR or --like FEN"),
        (["--like", "chess 3"], "--like: a pattern begins with the game, vanuatu or maori, or with ?"),
        (["--where", "seat.vatus"], "column 1: seat.vatus is a number, not a condition"),
        (["--where", "finished", "--fen", "--json"], "use one of them"),
    ],
)
def test_wrong_usage_prints_one_line(arguments: list[str], said: str, folder: Path) -> None:
    ended = vanuatu(["find", "three-players.pvn", *arguments], folder)
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err
    assert ended.err.count("\n") == 1


def test_an_address_of_find_takes_no_other_address(folder: Path) -> None:
    ended = vanuatu(["show", "three-players.pvn#1 at 3.1", "--ply", "3"], folder)
    assert (ended.code, "chooses the position" in ended.err) == (2, True)
