"""`vanuatu export`: the same tables in every target, complete or not at all."""

import os
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import vanuatu as library
from tests.cli.shell import environment, vanuatu
from tests.support.documents import ROOT
from vanuatu.notation.exported import read_table
from vanuatu.notation.game import session_of
from vanuatu.notation.table_columns import TABLES
from vanuatu.notation.tables import TableRows

PARQUET = pytest.param(
    "out.parquet", marks=pytest.mark.skipif(find_spec("pyarrow") is None, reason="no pyarrow")
)
TARGETS = ["out.sqlite", "out.csv", PARQUET]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    texts = []
    for name in ("two-players", "waters", "maori-five-players", "unfinished", "lost-to-the-waters"):
        texts.append((ROOT / "games" / f"{name}.pvn").read_text(encoding="utf-8"))
    texts[0] = texts[0].replace('[Purple "mcts:3000"]', '[Purple "=HYPERLINK(1);\\"x\\", é"]')
    texts[1] = texts[1].replace('[Teal "', "[Teal \"'-")
    (tmp_path / "games.pvn").write_text("\n".join(texts), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("target", TARGETS)
def test_every_target_gives_the_values_back(target: str, folder: Path) -> None:
    ended = vanuatu(["export", "games.pvn", "--to", target], folder)
    assert (ended.code, ended.out, ended.err) == (0, "", "")
    rows = TableRows()
    for read in library.read(folder / "games.pvn"):
        rows.add(session_of(read), read.number, "games.pvn")
    for table in TABLES:
        assert read_table(str(folder / target), table) == rows.take(table)


@pytest.mark.parametrize("target", TARGETS)
def test_a_review_fills_eval_and_loss(target: str, folder: Path) -> None:
    """The columns have what the review wrote into the comments, for the seat that moved."""
    (folder / "short.pvn").write_text((ROOT / "games" / "left-out.pvn").read_text(encoding="utf-8"))
    review = ["short.pvn", "--bot", "mcts:4", "--out", "reviewed.pvn"]
    for call in (["review", *review], ["analyse", *review, "--all", "--force"]):
        assert vanuatu(call, folder).code == 0
        assert vanuatu(["export", "reviewed.pvn", "--to", target, "--force"], folder).code == 0
        columns = library.table(library.read(folder / "reviewed.pvn"), "plies")
        rows = read_table(str(folder / target), "plies")
        [game] = library.read(folder / "reviewed.pvn")
        evals: list[float | None] = []
        losses: list[float | None] = []
        for ply in session_of(game).record.plies:
            text = " ".join(ply.comments)
            chances = re.search(r"\[%eval ([0-9.,]+)\]", text)
            evals.append(float(chances[1].split(",")[ply.seat]) if chances else None)
            lost = re.search(r"\[%loss (-?[0-9.]+)\]", text)
            losses.append(float(lost[1]) if lost else None)
        assert sum(value is not None for value in evals) > 5
        assert any(losses)
        listed = columns if isinstance(columns, dict) else columns.to_pydict()
        assert (listed["eval"], listed["loss"]) == (evals, losses)
        assert (rows["eval"], rows["loss"]) == (evals, losses)


def test_a_spreadsheet_runs_nothing(folder: Path) -> None:
    vanuatu(["export", "games.pvn", "--to", "out.csv"], folder)
    for table in TABLES:
        for line in (folder / "out.csv" / f"{table}.csv").read_text(encoding="utf-8").splitlines():
            for cell in line.replace('"', "").split(","):
                number = cell.removeprefix("-").replace(".", "").isdigit()
                assert number or not cell.startswith(("=", "+", "-", "@", "\t")), line
    seats = (folder / "out.csv" / "seats.csv").read_text(encoding="utf-8")
    assert '"\'=HYPERLINK(1);""x"", é"' in seats


def test_sqlite_has_keys_and_indexes(folder: Path) -> None:
    vanuatu(["export", "games.pvn", "--to", "out.sqlite"], folder)
    base = sqlite3.connect(folder / "out.sqlite")
    assert base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert base.execute("PRAGMA foreign_key_check").fetchall() == []
    plan = base.execute("EXPLAIN QUERY PLAN SELECT * FROM plies WHERE game = 1 AND ply = 5").fetchall()
    assert "SEARCH" in str(plan)
    plan = base.execute("EXPLAIN QUERY PLAN SELECT count(*) FROM plies WHERE kind = 'sail'").fetchall()
    assert "plies_by_kind" in str(plan)
    base.close()


def test_games_are_chosen_like_everywhere(folder: Path) -> None:
    where = ["--where", "game == 'vanuatu' and finished"]
    assert (
        vanuatu(["export", "games.pvn", "games.pvn", *where, "--unique", "--to", "few.csv"], folder).code == 0
    )
    games = read_table(str(folder / "few.csv"), "games")
    assert (games["number"], games["id"]) == ([1, 2, 5], [1, 2, 3])
    ended = vanuatu(["export", "games.pvn", "--where", "players == 99", "--to", "none.csv"], folder)
    assert (ended.code, ended.err) == (1, "vanuatu: no game matches\n")
    assert not (folder / "none.csv").exists()


@pytest.mark.parametrize("target", TARGETS)
def test_an_existing_target_is_replaced_only_by_force(target: str, folder: Path) -> None:
    call = ["export", "games.pvn", "--to", target]
    assert vanuatu(call, folder).code == 0
    before = {
        path: path.read_bytes() for path in (folder / target, *folder.glob(f"{target}/*")) if path.is_file()
    }
    ended = vanuatu([*call, "--number", "1"], folder)
    assert (ended.code, ended.err) == (
        2,
        f"vanuatu: {target} exists. Use --force to replace it, or another name.\n",
    )
    assert all(path.read_bytes() == raw for path, raw in before.items())
    assert vanuatu([*call, "--number", "1", "--force"], folder).code == 0
    assert read_table(str(folder / target), "games")["number"] == [1]
    assert not [name for name in os.listdir(folder) if name.startswith(".")]


def test_a_folder_with_other_files_is_never_replaced(folder: Path) -> None:
    (folder / "mine.csv").mkdir()
    (folder / "mine.csv" / "letter.txt").write_text("precious")
    ended = vanuatu(["export", "games.pvn", "--to", "mine.csv", "--force"], folder)
    assert (ended.code, "has other files, such as letter.txt" in ended.err) == (2, True)
    assert (folder / "mine.csv" / "letter.txt").read_text() == "precious"
    (folder / "file.csv").write_text("precious")
    assert vanuatu(["export", "games.pvn", "--to", "file.csv", "--force"], folder).code == 2
    assert vanuatu(["export", "games.pvn", "--to", "new/out.csv"], folder).code == 1
    assert vanuatu(["export", "games.pvn", "--to", "out.xlsx"], folder).code == 2
    assert not (folder / "new").exists()


@pytest.mark.parametrize("size", [0, 9000])
@pytest.mark.parametrize("target", TARGETS)
def test_a_full_disk_leaves_no_half_table(target: str, size: int, folder: Path) -> None:
    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    ended = subprocess.run(
        [sys.executable, "-m", "vanuatu", "export", "games.pvn", "--to", target],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        preexec_fn=small,
        check=False,
        timeout=60,
    )
    assert (ended.returncode, ended.stderr.count(b"\n")) == (1, 1)
    assert ended.stderr.startswith(f"vanuatu: {target}: ".encode())
    assert sorted(os.listdir(folder)) == ["games.pvn"]


@pytest.mark.skipif(find_spec("pyarrow") is not None, reason="pyarrow is installed")
def test_without_pyarrow_the_message_says_what_works(folder: Path) -> None:
    ended = vanuatu(["export", "games.pvn", "--to", "out.parquet"], folder)
    assert (ended.code, "export to .sqlite" in ended.err) == (2, True)


def test_invalid_games_are_left_out(folder: Path) -> None:
    shutil.copy(folder / "games.pvn", folder / "half.pvn")
    text = (folder / "half.pvn").read_text(encoding="utf-8").replace("#start=", "#stop=", 1)
    (folder / "half.pvn").write_text(text, encoding="utf-8")
    ended = vanuatu(["export", "half.pvn", "--to", "out.csv"], folder)
    assert (ended.code, ended.err.count("\n")) == (1, 1)
    assert len(read_table(str(folder / "out.csv"), "games")["id"]) == 4
