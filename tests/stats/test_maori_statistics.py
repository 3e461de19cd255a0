"""The Maori tables of a report equal the counts of a second, naive program; parts add up to scores."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.matches.calls import match
from tests.cli.shell import vanuatu
from tests.stats.naive_maori import report_on
from tests.stats.test_statistics import FEW, compare
from vanuatu.notation.files import read_games


@pytest.mark.parametrize("variant", ["", "ship", "shipmust,atoll"])
def test_maori_statistics_equal_naive_counts(variant: str, tmp_path: Path) -> None:
    call = ["greedy", "random", "--game", "maori", "--players", "3", "--games", str(2 * FEW), "--seed", "3"]
    options = ["--variant", variant] if variant else []
    assert match([*call, *options, "--out", "games.pvn"], tmp_path).code == 0
    ended = vanuatu(["stats", "games.pvn", "--json"], tmp_path)
    found: dict[str, list[dict[str, Any]]] = json.loads(ended.out)["by_game"]["maori"]["tables"]
    replayed = vanuatu(["replay", "games.pvn", "--ndjson", "--state"], tmp_path)
    naive = report_on((tmp_path / "games.pvn").read_text(), replayed.out.splitlines())
    compare({name: found[name] for name in ("moves", "tiles")}, naive)
    compare_parts(found["parts"], tmp_path / "games.pvn")
    assert sum(row["games"] for row in found["ends"]) == 2 * FEW


def compare_parts(rows: list[dict[str, Any]], path: Path) -> None:
    """The parts of all seats are the codec's score items."""
    games = [read.session for read in read_games(path)]
    items = [dict(seat) for game in games for seat in game.codec.scoring(game.state)]
    names = ("palms without a hut", "palms with a hut", "leis", "most ships", "most shells", "empty spaces")
    everybody = rows[0]
    for column, name in zip(("palms", "hut_palms", "leis", "ships", "shells", "empty"), names, strict=True):
        assert everybody[column] == pytest.approx(sum(item[name] for item in items) / len(items), abs=1e-6)
    parts = [everybody[column] for column in everybody if column not in ("of", "score", "score_95")]
    assert everybody["score"] == pytest.approx(sum(parts), abs=1e-5)
