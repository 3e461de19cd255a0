"""The five questions of the guide: the same answers from SQLite, DuckDB and a naive count."""

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import vanuatu as library
from tests.cli.game_files import random_game
from tests.cli.shell import vanuatu
from tests.support.documents import ROOT, blocks

QUESTIONS = [
    "\n".join(block.lines)
    for block in blocks(ROOT / "docs" / "guides" / "collections.md")
    if block.language == "sql"
]
SEATS = dict(zip("ptyob", ("purple", "teal", "yellow", "orange", "blue"), strict=True))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four games of bots and six random ones, exported to SQLite and, if possible, to Parquet."""
    home = tmp_path_factory.mktemp("questions")
    names = ("two-players", "three-players", "four-players", "five-players")
    texts = [(ROOT / "games" / f"{name}.pvn").read_text(encoding="utf-8") for name in names]
    texts += [random_game(2 + seed % 4, seed).text() for seed in range(6)]
    (home / "games.pvn").write_text("\n".join(texts), encoding="utf-8")
    assert vanuatu(["export", "games.pvn", "--to", "games.sqlite"], home).code == 0
    if find_spec("pyarrow") is not None:
        assert vanuatu(["export", "games.pvn", "--to", "games.parquet"], home).code == 0
    return home


def naive(folder: Path) -> Iterator[list[tuple[Any, ...]]]:
    """The answers, counted from the games as a program sees them."""
    wins: Counter[str] = Counter()
    taken: Counter[str] = Counter()
    taken_and_won: Counter[str] = Counter()
    withdrawn: Counter[str] = Counter()
    choices: dict[str, list[int]] = defaultdict(list)
    vatus: dict[int, list[int]] = defaultdict(list)
    for game in library.read(folder / "games.pvn"):
        wins.update(SEATS[seat] for seat in game.winners)
        rounds = {}
        for step in game.steps():
            rounds[step.round] = step
            if step.seat == "#":
                continue
            choices[step.phase].append(len(step.legal))
            if step.phase == "character" and step.round == 1:
                taken[step.token[1:]] += 1
                taken_and_won[step.token[1:]] += step.seat in game.winners
            if step.token.startswith("-"):
                withdrawn[step.token[1:]] += 1
        for number, step in rounds.items():
            players = step.after.view()["players"]
            vatus[number] += [players[seat]["vatus"] for seat in game.winners]
    yield sorted(wins.items(), key=lambda item: (-item[1], item[0]))
    first = sorted(taken.items(), key=lambda item: (-item[1], item[0]))[:3]
    yield [(name, times, taken_and_won[name]) for name, times in first]
    yield sorted(withdrawn.items(), key=lambda item: (-item[1], item[0]))[:3]
    means = [(phase, round(sum(found) / len(found), 2)) for phase, found in choices.items()]
    yield sorted(means, key=lambda item: -item[1])
    yield [(number, round(sum(found) / len(found), 2)) for number, found in sorted(vatus.items())]


def rounded(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return [tuple(round(value, 2) if isinstance(value, float) else value for value in row) for row in rows]


def test_there_are_five_questions() -> None:
    assert len(QUESTIONS) == 5


def test_answers_of_sqlite(folder: Path) -> None:
    base = sqlite3.connect(folder / "games.sqlite")
    answers = [rounded(base.execute(question).fetchall()) for question in QUESTIONS]
    base.close()
    assert answers == list(naive(folder))


def test_answers_of_duckdb(folder: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    base = duckdb.connect()
    for table in ("games", "seats", "plies", "players"):
        base.execute(f"CREATE VIEW {table} AS SELECT * FROM '{folder}/games.parquet/{table}.parquet'")
    answers = [rounded(base.execute(question).fetchall()) for question in QUESTIONS]
    base.close()
    assert answers == list(naive(folder))
