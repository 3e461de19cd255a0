"""`vanuatu replay`: a game as NDJSON and as text."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.game_files import random_game, write_games
from tests.cli.shell import environment, vanuatu
from vanuatu.notation.positions import position as position_of


@pytest.fixture
def game(tmp_path: Path) -> str:
    """Write a whole game to game.pvn and return its text."""
    text = random_game(3, 1).text()
    (tmp_path / "game.pvn").write_text(text)
    return text


def lines(home: Path, *arguments: str) -> list[dict[str, Any]]:
    ended = vanuatu(["replay", *arguments], home)
    assert (ended.code, ended.err) == (0, "")
    return [json.loads(line) for line in ended.out.splitlines()]


@pytest.mark.usefixtures("game")
def test_ndjson_has_one_line_per_ply_with_documented_fields(tmp_path: Path) -> None:
    plies = lines(tmp_path, "game.pvn", "--ndjson")
    assert list(plies[0]) == ["game", "ply", "round", "phase", "seat", "token"]
    first = plies[0] | {"token": plies[0]["token"][:7]}
    assert first == {"game": 1, "ply": 1, "round": 1, "phase": "setup", "seat": "#", "token": "#start="}
    assert [ply["ply"] for ply in plies] == list(range(1, len(plies) + 1))
    assert {ply["phase"] for ply in plies} == {"setup", "place", "character", "plan", "act"}
    assert {ply["seat"] for ply in plies} == {"#", "p", "t", "y"}


def test_the_tokens_are_those_of_the_file(tmp_path: Path, game: str) -> None:
    plies = lines(tmp_path, "game.pvn", "--ndjson")
    written = [word for word in game.split("\n\n")[1].split() if not word[0].isdigit()]
    assert [f"{ply['seat']}:{ply['token']}".removeprefix("#:") for ply in plies] == written[: len(plies)]


@pytest.mark.usefixtures("game")
def test_legal_tokens_precede_ply_and_state_follows_it(tmp_path: Path) -> None:
    plies = lines(tmp_path, "game.pvn", "--ndjson", "--legal", "--state")
    for before, ply in zip([None, *plies], plies, strict=False):
        assert ply["token"] in ply["legal"]
        assert len(set(ply["legal"])) == len(ply["legal"])
        if before is not None and before["state"]["seat"] is not None:
            assert before["state"]["seat"] == ply["seat"]
            assert before["state"]["phase"] == ply["phase"]
    assert plies[-1]["state"]["phase"] == "over"


def test_state_has_the_same_keys_in_every_line(tmp_path: Path) -> None:
    texts = [random_game(players, 1).text() for players in (2, 3, 5)]
    (tmp_path / "games.pvn").write_text("\n".join(texts))
    keys: dict[str, set[str]] = {}
    cells = set()
    for ply in lines(tmp_path, "games.pvn", "--ndjson", "--state"):
        state = ply["state"]
        for name, part in (
            ("state", state),
            ("players", state["players"]),
            ("neutral", state["neutral"]),
            ("leaders", state["leaders"]),
        ):
            assert keys.setdefault(name, set(part)) == set(part)
        for player in state["players"].values():
            if player is not None:
                assert keys.setdefault("player", set(player)) == set(player)
                assert set(player["markers"]) == set("SBXFVGDTR")
        cells |= {frozenset(cell) for cell in state["board"]}
    assert len(cells) == 1
    assert keys["players"] == set("ptyob")


@pytest.mark.usefixtures("game")
def test_fen_and_names_stand_beside_each_ply(tmp_path: Path) -> None:
    plies = lines(tmp_path, "game.pvn", "--ndjson", "--fen", "--names", "--state", "--to-ply", "30")
    assert list(plies[0]) == ["game", "ply", "round", "phase", "seat", "token", "name", "state", "fen"]
    for ply in plies:
        position = position_of(ply["fen"])
        assert (position.round, position.seat) == (ply["state"]["round"], ply["state"]["seat"])
        assert ply["name"] == (None if ply["seat"] == "#" else "?")


def test_head_option_adds_line_per_game(tmp_path: Path) -> None:
    write_games(tmp_path / "games.pvn", 2)
    plain = lines(tmp_path, "games.pvn", "--ndjson")
    headed = lines(tmp_path, "games.pvn", "--ndjson", "--head")
    heads = [line for line in headed if "tags" in line]
    assert [line for line in headed if "tags" not in line] == plain
    assert [list(head) for head in heads] == [["game", "tags", "players", "variant", "result"]] * 2
    assert headed[0] == heads[0]
    for number, head in enumerate(heads, 1):
        tags = dict(head["tags"])
        assert (head["game"], head["result"]) == (number, tags["Result"])
        assert head["players"] == sum(seat in tags for seat in ("Purple", "Teal", "Yellow", "Orange", "Blue"))
        assert head["variant"] == tags.get("Variant", "")


@pytest.mark.usefixtures("game")
def test_a_part_of_a_game(tmp_path: Path) -> None:
    plies = lines(tmp_path, "game.pvn", "--ndjson")
    assert lines(tmp_path, "game.pvn", "--ndjson", "--from-ply", "12", "--to-ply", "20") == plies[11:20]
    third = [ply for ply in plies if ply["round"] == 3]
    assert lines(tmp_path, "game.pvn", "--ndjson", "--from-ply", "3.1", "--to-ply", "3.10") == third[:10]


def test_one_game_of_many(tmp_path: Path) -> None:
    write_games(tmp_path / "games.pvn", 4)
    assert {ply["game"] for ply in lines(tmp_path, "games.pvn", "--ndjson")} == {1, 2, 3, 4}
    assert {ply["game"] for ply in lines(tmp_path, "games.pvn", "--ndjson", "--number", "3")} == {3}
    ended = vanuatu(["replay", "games.pvn", "--number", "9"], tmp_path)
    assert (ended.code, ended.err) == (1, "games.pvn: there is no game 9 in it\n")


def test_invalid_game_is_reported_and_others_are_replayed(tmp_path: Path) -> None:
    text = write_games(tmp_path / "games.pvn", 2)
    (tmp_path / "games.pvn").write_text(text.replace("#start=", "#begin=", 1))
    ended = vanuatu(["replay", "games.pvn", "--ndjson"], tmp_path)
    assert ended.code == 1
    assert {json.loads(line)["game"] for line in ended.out.splitlines()} == {2}
    assert ended.err.startswith("games.pvn:12:4: #begin=")


def test_text_output_describes_moves_in_words(tmp_path: Path, game: str) -> None:
    (tmp_path / "said.pvn").write_text(game.replace(" #tiles", "! {what a start} #tiles", 1))
    ended = vanuatu(["replay", "said.pvn", "--to-ply", "1.2", "--plain"], tmp_path)
    assert ended.code == 0
    head, round, first, printed, second = ended.out.splitlines()
    assert head.startswith("game 1: Random: Purple ?, Teal ?, Yellow ?")
    assert round == "round 1"
    assert first.split()[:2] == ["1", first.split()[1]]
    assert first.split()[1].startswith("#start=")
    assert first.split()[1].endswith("!")
    assert printed.strip() == "{what a start}"
    assert second.split()[0] == "2"


@pytest.mark.usefixtures("game")
def test_the_board_is_drawn_after_each_move(tmp_path: Path) -> None:
    ended = vanuatu(
        ["replay", "game.pvn", "--from-ply", "9", "--to-ply", "10", "--board", "--plain"], tmp_path
    )
    assert ended.code == 0
    assert ended.out.isascii()
    assert ended.out.count("a1") == ended.out.count("c6") == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["--legal"],
        ["--head"],
        ["--fen"],
        ["--names"],
        ["--ndjson", "--board"],
        ["--number", "0"],
        ["--from-ply", "five"],
        ["--to-ply", "1.2.3"],
        ["--delay", "-1"],
        ["--delay", "nan"],
        ["--step"],
    ],
)
@pytest.mark.usefixtures("game")
def test_contradictory_options_are_wrong_usage(tmp_path: Path, arguments: list[str]) -> None:
    ended = vanuatu(["replay", "game.pvn", *arguments], tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.count("\n") == 1


@pytest.mark.usefixtures("game")
def test_closed_pipe_ends_replay_quietly(tmp_path: Path) -> None:
    command = f"{sys.executable} -m vanuatu replay game.pvn --ndjson --legal --state | head -1"
    ended = subprocess.run(
        ["bash", "-c", f"{command}; echo ${{PIPESTATUS[0]}} >&2"],
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert ended.stdout.count(b"\n") == 1
    assert ended.stderr == b"0\n"
