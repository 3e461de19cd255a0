"""The example games: valid, canonical, and with the recorded final position."""

import json
from pathlib import Path

import pytest

from tests.cli.shell import vanuatu
from tests.games.final import GAMES, RECORDED, files, final
from vanuatu.notation.files import read_games
from vanuatu.notation.pvn.writer import write_game

FILES = [pytest.param(file, id=file.name) for file in files()]


@pytest.mark.parametrize("file", FILES)
def test_every_game_is_canonical(file: Path) -> None:
    written = [write_game(read.session.record) for read in read_games(file)]
    assert "\n".join(written) == file.read_text(encoding="utf-8")


def test_every_game_ends_where_it_ended_when_it_was_recorded() -> None:
    recorded = json.loads(RECORDED.read_text(encoding="utf-8"))
    for name, ends in recorded.items():
        assert [final(read) for read in read_games(GAMES / name)] == ends, name
    unrecorded = {file.name for file in files()} - set(recorded)
    assert all("maori" in name or name == "puzzles.pvn" for name in unrecorded), unrecorded


def test_check_accepts_all_games(tmp_path: Path) -> None:
    ended = vanuatu(["check", *map(str, files())], tmp_path)
    assert (ended.code, ended.out, ended.err) == (0, "", "")


def tags(name: str) -> dict[str, str]:
    return next(iter(read_games(GAMES / name))).session.record.tags


@pytest.mark.parametrize(
    ("name", "players"),
    [("two-players", 2), ("three-players", 3), ("four-players", 4), ("five-players", 5)],
)
def test_there_is_a_whole_game_for_every_number_of_players(name: str, players: int) -> None:
    assert tags(f"{name}.pvn")["Result"].count(",") == players - 1


def test_there_are_games_of_every_variant_and_ending() -> None:
    assert tags("waters.pvn")["Variant"] == "waters"
    assert "Termination" not in tags("waters.pvn")
    assert tags("lost-to-the-waters.pvn")["Termination"] == "submerged"
    assert tags("no-characters.pvn")["Variant"] == "nocharacters"
    assert tags("unfinished.pvn")["Result"] == "*"
    assert all(len(tags(f"{name}.pvn")["Result"]) > 3 for name in ("waters", "no-characters"))


def test_the_teaching_game_explains_every_move_of_its_first_round() -> None:
    record = next(iter(read_games(GAMES / "teaching.pvn"))).session.record
    first_round = [ply for ply in record.plies if ply.round == 1]
    assert len(first_round) > 20
    assert all(ply.comments for ply in first_round)


def test_variations_are_nested() -> None:
    record = next(iter(read_games(GAMES / "variations.pvn"))).session.record
    lines = [line for ply in record.plies for line in ply.variations]
    assert len(lines) >= 2
    assert any(ply.variations for line in lines for ply in line.plies)
    assert any(ply.glyphs for ply in record.plies)


def test_each_rule_position_is_annotated() -> None:
    for file in GAMES.glob("rule-*.pvn"):
        for read in read_games(file):
            assert "FEN" in read.session.record.tags, file.name
            assert read.session.record.line.before, file.name
            assert sum(len(ply.comments) for ply in read.session.record.plies) >= 2, file.name
