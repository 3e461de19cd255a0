"""The four tables of games."""

import importlib.abc
import sys
from collections.abc import Mapping
from typing import Any

import pytest

import vanuatu
from tests.support.documents import ROOT
from vanuatu.notation import fields, table_columns
from vanuatu.notation.game import session_of
from vanuatu.notation.table_columns import BOOLEAN, INTEGER, REAL, TABLES, TEXT, inert, original
from vanuatu.notation.tables import TableRows

GAMES = ROOT / "games"
PYTHON = {INTEGER: int, REAL: float, TEXT: str, BOOLEAN: bool}
NAMES = dict(zip("ptyob", ("purple", "teal", "yellow", "orange", "blue"), strict=True))
FILES = ["two-players", "three-players", "five-players", "waters", "lost-to-the-waters", "maori-five-players"]


def rows_of(name: str, table: str) -> list[dict[str, Any]]:
    """The rows of a table of one file."""
    rows = TableRows(table)
    for game in vanuatu.read(GAMES / f"{name}.pvn"):
        rows.add(session_of(game), game.number, name)
    columns = rows.take(table)
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


@pytest.mark.parametrize("name", [*FILES, "unfinished", "teaching", "maori-teaching"])
def test_values_have_the_types_of_their_columns(name: str) -> None:
    for table, columns in TABLES.items():
        for row in rows_of(name, table):
            assert list(row) == [column.name for column in columns]
            for column in columns:
                value = row[column.name]
                assert value is None or type(value) is PYTHON[column.kind], (table, column.name, value)


@pytest.mark.parametrize("name", FILES)
def test_plies_are_the_steps_of_the_game(name: str) -> None:
    [game, *_] = vanuatu.read(GAMES / f"{name}.pvn")
    rows = [row for row in rows_of(name, "plies") if row["game"] == 1]
    for row, step in zip(rows, game.steps(), strict=True):
        assert (row["ply"], row["round"], row["phase"], row["token"]) == (
            step.number,
            step.round,
            step.phase,
            step.token,
        )
        move = step.move
        for field in ("kind", "action", "cell", "markers", "bonus", "origin", "facing", "item", "number"):
            assert row[field] == getattr(move, field)
        assert row["seat"] == NAMES.get(step.seat)
        if row["seat"] is None:
            assert row["legal"] is row["points_before"] is row["leader"] is None
            continue
        before = step.position.view()["players"][step.seat]
        after = step.after.view()["players"][step.seat]
        assert row["legal"] == len(step.legal)
        assert (row["points_before"], row["points_after"]) == (before["points"], after["points"])
        if game.name == "vanuatu":
            assert (row["vatus_before"], row["vatus_after"]) == (before["vatus"], after["vatus"])
            if move.kind in ("sail", "build", "fish") and before["character"] != "preacher":
                assert row["leader"] == row["seat"]


@pytest.mark.parametrize("name", FILES)
def test_players_are_the_seats_at_the_ends_of_rounds(name: str) -> None:
    [game, *_] = vanuatu.read(GAMES / f"{name}.pvn")
    rows = [row for row in rows_of(name, "players") if row["game"] == 1]
    last = {step.round: step for step in game.steps()}
    assert {(row["round"], row["ply"]) for row in rows} == {(at, step.number) for at, step in last.items()}
    assert len(rows) == len(last) * game.players
    for row in rows:
        seat = next(letter for letter, named in NAMES.items() if named == row["seat"])
        player: Mapping[str, Any] = last[row["round"]].after.view()["players"][seat]
        assert row["points"] == player["points"]
        if game.name == "vanuatu":
            known = (player["vatus"], 8 - player["huts"], player["huts"], player["character"])
            assert (row["vatus"], row["huts"], row["huts_left"], row["character"]) == known
            assert (row["fish"], row["fish_value"]) == (len(player["fish"]), sum(player["fish"]))
            assert (row["treasures"], row["treasure_value"]) == (
                len(player["treasures"]),
                sum(player["treasures"]),
            )
        else:
            assert (row["shells"], row["ships"]) == (player["shells"], player["ships"])
            assert row["tiles"] == len(player["board"])


@pytest.mark.parametrize("name", FILES)
def test_parts_of_a_score_add_up(name: str) -> None:
    [game, *_] = vanuatu.read(GAMES / f"{name}.pvn")
    rows = [row for row in rows_of(name, "seats") if row["game"] == 1]
    assert [row["score"] for row in rows] == game.end.scores()
    assert [row["seat"] for row in rows if row["won"]] == [NAMES[seat] for seat in game.winners]
    for row in rows:
        parts = [value for column, value in row.items() if column.startswith("part_") and value is not None]
        assert sum(parts) == row["score"]
        better = sum((other["won"], other["score"]) > (row["won"], row["score"]) for other in rows)
        assert row["rank"] == better + 1


def test_an_unfinished_game_has_no_result() -> None:
    [game] = rows_of("unfinished", "games")
    assert (game["result"], game["winner"]) == ("*", None)
    for row in rows_of("unfinished", "seats"):
        assert row["rank"] is row["won"] is row["score"] is row["part_points"] is None


def test_the_moves_decide_and_not_wrong_tags() -> None:
    text = (GAMES / "three-players.pvn").read_text(encoding="utf-8")
    wrong = text.replace('[Winner "Purple"]', '[Winner "Yellow"]').replace("63,63,55", "1,2,3")
    [game] = vanuatu.read(wrong.encode())
    rows = TableRows("games", "seats")
    rows.add(session_of(game), 1)
    assert rows.take("games")["winner"] == ["purple"]
    assert rows.take("seats")["score"] == [63, 63, 55]


def test_comments_give_eval_and_loss() -> None:
    text = (GAMES / "three-players.pvn").read_text(encoding="utf-8")
    token = next(word for word in text.split() if word.startswith("t:@"))
    noted = text.replace(token, token + " {[%eval 0.25,0.50,0.25] [%loss 2.4]}", 1)
    [game] = vanuatu.read(noted.encode())
    rows = TableRows("plies")
    rows.add(session_of(game), 1)
    columns = rows.take("plies")
    at = columns["token"].index(token[2:])
    assert (columns["eval"][at], columns["loss"][at]) == (0.5, 2.4)
    assert sum(value is not None for value in columns["eval"]) == 1


class _Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        if name.split(".")[0] == "pyarrow":
            raise ImportError(name)


def test_without_pyarrow_a_table_is_a_dict(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "pyarrow"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [_Missing(), *sys.meta_path])
    seats = vanuatu.table(vanuatu.read(GAMES / "three-players.pvn"), "seats")
    assert list(seats) == list(table_columns.NAMES["seats"])
    assert seats["score"] == [63, 63, 55]


def test_with_pyarrow_a_table_is_one_of_arrow() -> None:
    pytest.importorskip("pyarrow")
    found = vanuatu.table(vanuatu.read(GAMES / "three-players.pvn"), "plies")
    columns = TableRows("plies")
    [game] = vanuatu.read(GAMES / "three-players.pvn")
    columns.add(session_of(game), 1)
    assert found.to_pydict() == columns.take("plies")
    assert [str(field.type) for field in found.schema][:5] == ["int64", "int64", "int64", "string", "string"]


def test_unknown_tables_are_named() -> None:
    with pytest.raises(
        ValueError, match=r"no table is called 'moves' .there are: games, seats, plies, players"
    ):
        vanuatu.table([], "moves")


@pytest.mark.parametrize(
    "text", ["=1+1", "+SF", "-F", "@navigator", "\tx", "\rx", "  =x", "＝x", "'", "''=x", "Ann", "", "a=b"]
)
def test_formulas_become_texts_and_come_back(text: str) -> None:
    assert not inert(text).lstrip().startswith(("=", "+", "-", "@", "＝", "\t", "\r"))
    assert original(inert(text)) == text


def test_the_document_lists_every_column_and_field() -> None:
    text = (ROOT / "docs" / "reference" / "tables.md").read_text(encoding="utf-8")
    listed = [line.split(" | ") for line in text.splitlines() if line.startswith("| `")]
    expected = [
        [f"| `{column.name}`", column.kind, f"{column.meaning} |"]
        for columns in TABLES.values()
        for column in columns
    ]
    expected += [
        [f"| `{name}`", field.kind, f"{field.meaning} |"]
        for known in (fields.GAME_FIELDS, fields.POSITION_FIELDS)
        for name, field in known.items()
    ]
    expected += [
        [f"| `seat.{name}`", field.kind, f"{field.meaning} |"] for name, field in fields.SEAT_FIELDS.items()
    ]
    expected += [[f"| `{call}`", kind, f"{meaning} |"] for call, kind, meaning in fields.FUNCTIONS.values()]
    for line in expected:
        assert line in listed, line
    assert len([line for line in listed if len(line) == 3]) == len(expected)
