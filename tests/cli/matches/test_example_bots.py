"""The example bots of the manual play legally with the protocol alone."""

import sys
from pathlib import Path

import pytest

from tests.cli.matches.calls import RESTING, games_in, match

PYTHON = f"cmd:{sys.executable} {RESTING}"
SHELL = f"cmd:sh {RESTING.with_suffix('.sh')}"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("variant", ["", "waters"])
def test_example_bots_play_legally_with_any_number_of_players(
    players: int, variant: str, tmp_path: Path
) -> None:
    options = f"--players {players} --games 3 --seed {players} --out g.pvn"
    call = [PYTHON, SHELL, "random", *options.split(), "--variant", variant]
    ended = match(call, tmp_path)
    assert ended.code == 0, ended.err
    for game in games_in(tmp_path / "g.pvn"):
        assert game.session.record.tags.get("Termination", "submerged") == "submerged", (
            game.session.record.line.before
        )


def test_example_bots_play_legally_without_characters(tmp_path: Path) -> None:
    call = [
        PYTHON,
        SHELL,
        "random",
        "--variant",
        "nocharacters",
        "--games",
        "6",
        "--seed",
        "1",
        "--out",
        "g.pvn",
    ]
    assert match(call, tmp_path).code == 0
    for game in games_in(tmp_path / "g.pvn"):
        assert "Termination" not in game.session.record.tags


def test_shell_bot_answers_as_python_bot(tmp_path: Path) -> None:
    """Two of a kind against greedy bots, so that both see the same games."""
    for name, bot in (("python", PYTHON), ("shell", SHELL)):
        call = [bot, "greedy", "greedy", "--games", "3", "--seed", "7", "--out", f"{name}.pvn"]
        assert match(call, tmp_path).code == 0
    one, two = (
        [game.session.moves for game in games_in(tmp_path / f"{name}.pvn")] for name in ("python", "shell")
    )
    assert one == two
