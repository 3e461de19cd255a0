"""The numbers of a report equal those that a second, naive program counts in a replay of the games."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.matches.calls import PACE, match
from tests.cli.shell import vanuatu
from tests.stats.naive import Report, report_on

FEW = 2 if PACE == 1 else 6  # games of which ten times as many are counted
# Four kinds of games: players, variant, share of ten.
KINDS = ((4, "", 4), (3, "waters", 2), (2, "", 2), (5, "waters,nocharacters", 2))


def games(players: int, variant: str, number: int, folder: Path) -> str:
    """Seeded games of greedy and random bots, some of each; their text is in `games.pvn`."""
    call = ["greedy", "random", "--players", str(players), "--games", str(number), "--seed", "7"]
    ended = match([*call, *(["--variant", variant] if variant else []), "--out", "games.pvn"], folder)
    assert ended.code == 0
    return (folder / "games.pvn").read_text()


def counted_naively(text: str, folder: Path) -> Report:
    replayed = vanuatu(["replay", "games.pvn", "--ndjson", "--state"], folder)
    assert replayed.code == 0
    return report_on(text, replayed.out.splitlines())


def tables(folder: Path) -> dict[str, list[dict[str, Any]]]:
    ended = vanuatu(["stats", "games.pvn", "--json"], folder)
    assert (ended.code, ended.err) == (0, "")
    found: dict[str, list[dict[str, Any]]] = json.loads(ended.out)["by_game"]["vanuatu"]["tables"]
    return found


def compare(found: dict[str, list[dict[str, Any]]], naive: Report) -> None:
    """Compare every cell of every table with its interval; the report lacks no cell."""
    seen = set()
    for table, rows in found.items():
        first = next(iter(rows[0])) if rows else ""
        for row in rows:
            for column in row:
                cell = (table, str(row[first]), column)
                if column == first or column.endswith("_95"):
                    continue
                seen.add(cell)
                assert (row[column] or 0) == pytest.approx(naive.value(cell), abs=2e-6), cell
                interval = naive.interval(cell)
                if row.get(f"{column}_95") is None:
                    assert interval is None, cell
                else:
                    assert row[f"{column}_95"] == pytest.approx(interval, abs=2e-6), cell
    missing = {cell for cell in naive.cells() if naive.value(cell)} - seen
    assert not missing
    assert len(seen) > 20


@pytest.mark.parametrize(("players", "variant", "of_ten"), KINDS)
def test_every_number_equals_naive_count(players: int, variant: str, of_ten: int, tmp_path: Path) -> None:
    """In total 20 games interpreted, 60 compiled."""
    text = games(players, variant, FEW * of_ten, tmp_path)
    compare(tables(tmp_path), counted_naively(text, tmp_path))


@pytest.mark.long
@pytest.mark.parametrize(("players", "variant", "of_ten"), KINDS)
def test_numbers_of_two_thousand_games_equal_naive_counts(
    players: int, variant: str, of_ten: int, tmp_path: Path
) -> None:
    text = games(players, variant, 200 * of_ten, tmp_path)
    compare(tables(tmp_path), counted_naively(text, tmp_path))
