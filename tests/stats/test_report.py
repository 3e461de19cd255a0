"""`vanuatu stats`: what is counted, filters, formats, errors, and kinds of output."""

import csv
import io
import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.cli.game_files import random_game
from tests.cli.matches.calls import match
from tests.cli.shell import vanuatu
from vanuatu.notation.table_columns import inert

GAMES = 6


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games of three in all forms, games of two with the waters, and games of Maori."""
    place = tmp_path_factory.mktemp("games")
    assert match(f"greedy random random --games {GAMES} --seed 4 --out g.pvn", place).code == 0
    for form in ("ndjson", "msgpack"):
        assert vanuatu(["convert", "g.pvn", f"g.{form}"], place).code == 0
    assert match("greedy random --games 4 --seed 4 --variant waters --out w.pvn", place).code == 0
    assert match("greedy random --games 2 --seed 4 --game maori --out m.pvn", place).code == 0
    return place


def report(folder: Path, *arguments: str, code: int = 0, text: str = "") -> dict[str, Any]:
    ended = vanuatu(["stats", *arguments, "--json"], folder, text=text)
    assert ended.code == code, ended.err
    found: dict[str, Any] = json.loads(ended.out)
    return found


def rows(found: dict[str, Any], table: str, game: str = "vanuatu") -> dict[str, dict[str, Any]]:
    """The rows of a table by their names."""
    return {str(next(iter(row.values()))): row for row in found["by_game"][game]["tables"][table]}


# What is read


def test_games_of_all_formats_are_added_up(folder: Path) -> None:
    found = report(folder, "g.pvn", "g.ndjson", "g.msgpack")
    assert found["games"] == 3 * GAMES
    assert rows(found, "players")["random"]["games"] == 6 * GAMES


def test_format_does_not_change_report(folder: Path) -> None:
    expected = report(folder, "g.pvn")["by_game"]
    assert report(folder, "g.msgpack")["by_game"] == expected
    assert report(folder, "-", text=(folder / "g.ndjson").read_text())["by_game"] == expected


def test_each_game_has_separate_tables(folder: Path) -> None:
    found = report(folder, "g.pvn", "m.pvn")
    assert sorted(found["by_game"]) == ["maori", "vanuatu"]
    assert "characters" in found["by_game"]["vanuatu"]["tables"]
    assert "moves" in found["by_game"]["maori"]["tables"]
    out = vanuatu(["stats", "g.pvn", "m.pvn"], folder).out
    assert out.startswith("maori, 2 games\n")
    assert "\nvanuatu, 6 games\n" in out


def test_invalid_game_is_named_and_others_are_counted(folder: Path) -> None:
    lines = (folder / "g.ndjson").read_text().splitlines()
    lines[1] = lines[1].replace('"token":"+', '"token":"-', 1)
    ended = vanuatu(["stats", "-", "--json"], folder, text="\n".join(lines))
    assert ended.code == 1
    assert ended.err.startswith("stdin:2:")
    found = json.loads(ended.out)
    assert (found["games"], found["broken"]) == (GAMES - 1, 1)
    assert rows(found, "games")["all"]["games"] == GAMES - 1


def test_unfinished_games_are_counted_separately(folder: Path) -> None:
    found = report(folder, "-", text=random_game(3, 1, 40).text() + "\n" + random_game(3, 2).text())
    assert (found["games"], found["unfinished"]) == (1, 1)


def test_moves_override_tags(folder: Path) -> None:
    text = random_game(3, 1).text()
    right = text.split('[Result "')[1].split('"')[0]
    ended = vanuatu(["stats", "-", "--json"], folder, text=text.replace(right, "90,1,2"))
    assert ended.code == 1
    assert "Result" in ended.err
    found = json.loads(ended.out)
    assert found["contradicted"] == 1
    best = max(int(score) for score in right.split(","))
    assert rows(found, "scores")["all"]["p100"] == best


def test_forfeited_game_counts_only_as_win(folder: Path) -> None:
    session = random_game(3, 1, 60)
    session.finish("illegal move")
    found = report(folder, "-", text=session.text() + "\n" + random_game(3, 2).text())
    alone = report(folder, "-", text=random_game(3, 2).text())
    assert rows(found, "games")["all"]["forfeited"] == 1
    assert sum(row["wins"] for row in rows(found, "seats").values()) == 2
    for table in ("scores", "parts", "actions", "rounds", "characters", "first_plans"):
        assert rows(found, table) == rows(alone, table)
    assert found["by_game"]["vanuatu"]["terminations"] == {"illegal move": 1}


def test_points_before_start_are_separate_part(folder: Path) -> None:
    """A game that was set up from a position counts what it had by then as "before"."""
    from vanuatu.core.rng import Rng
    from vanuatu.notation.session import Session

    whole = random_game(3, 5)
    half = Session.new(whole.game, start=whole.at(whole.ply // 2))
    for move in whole.moves[whole.ply // 2 :]:
        half.push(move)
    half.draw(Rng(1))
    half.finish()
    found = rows(report(folder, "-", text=half.text()), "parts")["all"]
    assert found["before"] > 0
    parts = [found[name] for name in found if name not in ("of", "score", "score_95")]
    assert sum(parts) == pytest.approx(found["score"], abs=1e-4)


def test_games_lost_by_all_are_listed_separately(folder: Path) -> None:
    found = report(folder, "w.pvn")
    whole = rows(found, "games")["all"]
    lost = found["by_game"]["vanuatu"]["lost_together"]
    assert whole["lost"] == pytest.approx(lost / 4)
    wins = sum(row["wins"] for row in rows(found, "seats").values())
    assert wins == pytest.approx(4 - lost)


# Filters


def test_only_the_seats_of_a_player(folder: Path) -> None:
    found = report(folder, "g.pvn", "--player", "greedy")
    assert list(rows(found, "players")) == ["greedy"]
    assert sum(row["games"] for row in rows(found, "seats").values()) == GAMES
    assert rows(found, "scores")["all"]["seats"] == GAMES
    assert sum(row["games"] for row in rows(found, "first_plans").values()) == GAMES
    assert found["filters"]["player"] == ["greedy"]


def test_only_one_game(folder: Path) -> None:
    found = report(folder, "g.pvn", "m.pvn", "--game", "maori")
    assert (list(found["by_game"]), found["left_out"]) == (["maori"], GAMES)


@pytest.mark.parametrize(
    ("conditions", "counted"),
    [
        (["variant == 'waters'"], 4),
        (["variant != 'waters'"], GAMES),
        (["variant == ''"], GAMES),
        (["players == 3"], GAMES),
        (["players != 3"], 4),
        (["seed >= 0"], GAMES + 4),
        (["'gr' in purple.name"], 4),
        (["variant == 'waters'", "purple.name == 'greedy'"], 2),
        (["game == 'vanuatu'"], GAMES + 4),
    ],
)
def test_only_games_with_given_tags(conditions: list[str], counted: int, folder: Path) -> None:
    options = [word for condition in conditions for word in ("--where", condition)]
    found = report(folder, "g.pvn", "w.pvn", *options)
    assert (found["games"], found["left_out"]) == (counted, GAMES + 4 - counted)


def test_one_word_of_comma_list_matches(folder: Path) -> None:
    from vanuatu.core.games import make_game
    from vanuatu.core.rng import Rng
    from vanuatu.notation.session import Session

    session = Session.new(make_game("vanuatu", 3, ("waters", "nocharacters")))
    rng = Rng(1)
    session.draw(rng)
    while not session.over:
        session.push(int(session.state.legal_moves()[0]))
        session.draw(rng)
    session.finish()
    assert report(folder, "-", "--where", "'nocharacters' in variant", text=session.text())["games"] == 1


# Ways to print it


def test_text_has_every_table_and_lists_skipped_games(folder: Path) -> None:
    text = (folder / "g.pvn").read_text() + "\n" + random_game(3, 1, 40).text()
    ended = vanuatu(["stats", "-"], folder, text=text)
    assert ended.code == 0
    assert ended.err == "1 game without a result, not counted\n"
    for title in ("Games", "Seats", "Turn order", "Players", "Actions", "Characters", "Rounds"):
        assert any(line.startswith(title) for line in ended.out.splitlines())


def test_csv_has_every_number_of_json(folder: Path) -> None:
    ended = vanuatu(["stats", "g.pvn", "m.pvn", "--csv"], folder)
    lines = list(csv.DictReader(io.StringIO(ended.out)))
    found = report(folder, "g.pvn", "m.pvn")
    assert {line["game"] for line in lines} == {"maori", "vanuatu"}
    for line in lines:
        row = rows(found, line["table"], line["game"])[line["row"].removeprefix("'")]
        value, interval = row[line["column"]], row.get(line["column"] + "_95")
        assert line["value"] == ("" if value is None else str(value))
        assert (line["low"], line["high"]) == (
            ("", "") if interval is None else (str(interval[0]), str(interval[1]))
        )
    figures = sum(
        len([name for name in row if not name.endswith("_95")]) - 1
        for game in found["by_game"].values()
        for table in game["tables"].values()
        for row in table
    )
    assert len(lines) == figures


@pytest.mark.parametrize("sign", list("=+-@"))
def test_no_name_in_csv_is_a_formula(sign: str, tmp_path: Path) -> None:
    name = f'{sign}HYPERLINK("http://x","y")'
    session = random_game(3, 1)
    session.record.tags["Purple"] = name
    (tmp_path / "g.pvn").write_text(session.text(), encoding="utf-8")
    ended = vanuatu(["stats", "g.pvn", "--csv"], tmp_path)
    lines = list(csv.reader(io.StringIO(ended.out)))
    assert any(cell == f"'{name}" for line in lines for cell in line)
    for cell in (cell for line in lines[1:] for cell in line if cell[:1] in ("=", "+", "-", "@", "\t", "\r")):
        assert float(cell) < 0, cell  # a number stays a number
    assert inert("\tx") == "'\tx"
    assert inert("x=1") == "x=1"


def test_closed_pipe_ends_report_quietly(folder: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as out:
        ended = vanuatu(["stats", "g.pvn", "--csv"], folder, out=out)
    assert (ended.code, ended.err) == (0, "")


# Bad calls and bad input


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["--json", "--csv"], "both want stdout"),
        (["--html", "-", "--json"], "wants stdout for itself"),
        (["--game", "chess"], "--game chess: there is no such game. Games: vanuatu, maori"),
        (["--where", "Variant=waters"], "Try: variant == 'waters'"),
        (["--where", "variant"], "variant is a text, not a condition"),
    ],
)
def test_wrong_usage_prints_one_line(arguments: list[str], printed: str, folder: Path) -> None:
    ended = vanuatu(["stats", "g.pvn", *arguments], folder)
    assert (ended.code, ended.out) == (2, "")
    assert printed in ended.err
    assert ended.err.count("\n") == 1


def test_missing_file_is_named_and_others_are_counted(folder: Path) -> None:
    ended = vanuatu(["stats", "nothing.pvn", "g.pvn", "--json"], folder)
    assert ended.code == 1
    assert ended.err.splitlines() == ["nothing.pvn: No such file or directory"]
    assert json.loads(ended.out)["games"] == GAMES


@pytest.mark.parametrize("raw", [b"", b"\n\n", b"\x80", b"\xff" * 100, b'{"tags": 1}\n', b"{" * 10_000])
def test_file_without_games_is_reported(raw: bytes, tmp_path: Path) -> None:
    (tmp_path / "odd").write_bytes(raw)
    ended = vanuatu(["stats", "odd"], tmp_path)
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("odd:")
    assert "Traceback" not in ended.err


def test_empty_selection_is_reported(folder: Path) -> None:
    ended = vanuatu(["stats", "g.pvn", "--player", "nobody"], folder)
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("vanuatu: no finished game has player 'nobody' (players: ")
