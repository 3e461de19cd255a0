"""A third game is played, written, drawn, analysed and searched like the others.

It is in `tests.support.toy`, outside the packages, with draws, a secret, two seats and more. Other processes
find it by its entry point, as if it were installed.
"""

import io
import json
import os
import sys
from pathlib import Path

import pytest

from tests.cli.shell import PACKAGES, vanuatu
from vanuatu.cli.app import run
from vanuatu.core import games
from vanuatu.core.game import OVER
from vanuatu.notation.formats import FORMATS, encode_game, read_any

PLAYED = (
    '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[Purple "Ann"]\n[Teal "Bob"]\n'
    '[Result "*"]\n[GameType "toy"]\n\n1. #draw=2 p:T2 t:H1\n2. #draw=3 p:T1@ *\n'
)


pytestmark = pytest.mark.usefixtures("toy")


def installed(folder: Path, entries: str) -> dict[str, str]:
    """Return an environment in which a distribution with these entry points is installed."""
    record = folder / "elsewhere" / "toy_game-1.0.dist-info"
    record.mkdir(parents=True)
    (record / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: toy-game\nVersion: 1.0\n", encoding="utf-8"
    )
    (record / "entry_points.txt").write_text(f"[vanuatu.games]\n{entries}\n", encoding="utf-8")
    places = (PACKAGES, str(Path(__file__).parents[2]), str(record.parent))
    return {"PYTHONPATH": os.pathsep.join(places)}


TOY = "toy = tests.support.toy.game:ToyGame"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "toy.pvn"
    path.write_text(PLAYED, encoding="utf-8")
    return path


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))


def test_third_game_is_played_at_prompt_in_tokens_and_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "take 1\nhide 1\nT1\n")
    assert run(["play", "--game", "toy", "--players", "2", "--bot", "greedy", "--seed", "4"]) == 0
    played = capsys.readouterr().out
    assert '[GameType "toy"]' in played
    assert " p:T1@ " in played  # with the bonus open a long form means the bonus
    assert " p:H1 " in played


def test_third_game_matches_pass_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "match.pvn"
    bots = ["mcts:20", "random"]
    assert run(["match", *bots, "--game", "toy", "--games", "4", "--seed", "1", "--out", str(out)]) == 0
    assert run(["check", str(out)]) == 0
    assert run(["rate", str(out)]) == 0
    assert "mcts:20" in capsys.readouterr().out


def test_protocol_supports_third_game(tmp_path: Path) -> None:
    lines = "newgame toy players=2 seat=p\nposition moves #draw=2\ngo sims 50\nquit\n"
    ended = vanuatu(["bot", "mcts:50,seed=1"], tmp_path, more=installed(tmp_path, TOY), text=lines)
    assert ended.out.splitlines()[-1] == "move T2@"


@pytest.mark.parametrize("form", FORMATS)
def test_third_game_is_read_and_written_in_every_format(form: str) -> None:
    (game,) = read_any(io.BufferedReader(io.BytesIO(PLAYED.encode())))
    there = encode_game(game.session.record, form, True)
    (again,) = read_any(io.BufferedReader(io.BytesIO(there)))
    assert encode_game(again.session.record, "pvn", True).decode() == PLAYED


def test_third_game_is_drawn_as_plain_table(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    assert run(["show", str(file)]) == 0
    drawn = capsys.readouterr().out
    assert "points" in drawn
    assert run(["show", "--json", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["points"] == [4, 0]


def test_third_game_moves_are_listed_and_explained(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    assert run(["moves", str(file)]) == 0
    assert capsys.readouterr().out.split() == ["T1", "T1@", "T2", "T2@", "T3", "T3@", "H1", "H2"]


def test_third_game_is_analysed(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    assert run(["analyse", str(file), "--sims", "200", "--json"]) == 0
    best = json.loads(capsys.readouterr().out)["moves"][0]
    assert best["token"] == "T3@"


def test_game_without_rules_or_lesson_prints_message(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "--game", "toy"]) == 2
    assert run(["play", "--game", "toy", "--tutorial"]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_every_worker_finds_installed_game_by_name(tmp_path: Path) -> None:
    arguments = ["match", "random", "random", "--game", "toy", "--games", "6", "--seed", "1"]
    more = installed(tmp_path, TOY)
    alone = vanuatu(arguments, tmp_path, more=more)
    both = vanuatu([*arguments, "--jobs", "2"], tmp_path, more=more)
    assert alone.code == both.code == 0
    assert alone.out == both.out
    assert alone.out.count('[GameType "toy"]') == 6


def test_an_installed_game_is_drawn_and_searched(tmp_path: Path, file: Path) -> None:
    more = installed(tmp_path, TOY)
    assert "points" in vanuatu(["show", str(file)], tmp_path, more=more).out
    assert '"T3@"' in vanuatu(["analyse", str(file), "--sims", "100", "--json"], tmp_path, more=more).out
    assert vanuatu(["convert", str(file), "--to", "pvn"], tmp_path, more=more).out == PLAYED


def test_an_installed_game_is_imported_only_when_it_is_named(tmp_path: Path) -> None:
    more = installed(tmp_path, "broken = no.such:Game")
    assert vanuatu(["version"], tmp_path, more=more).code == 0
    other = vanuatu(["match", "random", "random", "--game", "chess"], tmp_path, more=more)
    assert "chess" in other.err
    assert "broken" in other.err  # it is listed
    named = vanuatu(["match", "random", "random", "--game", "broken"], tmp_path, more=more)
    assert named.code in (1, 2)
    assert named.err.count("\n") == 1
    assert "cannot be loaded: No module named 'no'" in named.err


def test_state_names_its_game() -> None:
    state = games.make_game("toy", 2).start()
    assert state.game == "toy"
    assert state.actor != OVER
