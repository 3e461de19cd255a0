"""The example bots of the manual play legally with the protocol alone."""

import shutil
import sys
from pathlib import Path

import pytest

import vanuatu
from tests.cli.game_files import random_game
from tests.cli.matches.calls import RESTING, games_in, match
from tests.cli.shell import vanuatu as run
from vanuatu.ai.external.lines import gains, legal_tokens
from vanuatu.notation.session import Session

pytestmark = pytest.mark.any_build

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


AHEAD = RESTING.with_name("ahead.js")


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_bot_that_looks_one_move_ahead_without_rules(tmp_path: Path) -> None:
    checked = run(["bot", "--check", f"cmd:node {AHEAD}"], tmp_path)
    assert (checked.code, checked.out.splitlines()[-1]) == (0, "nothing wrong"), checked.out
    call = [f"cmd:node {AHEAD}", "random", "random", "--games", "12", "--seed", "1", "--out", "g.pvn"]
    assert match(call, tmp_path).code == 0
    assert vanuatu.rate(tmp_path / "g.pvn")["ahead"].wins >= 6  # chance alone is 4


@pytest.mark.parametrize("players", [2, 4])
def test_option_after_tells_what_each_move_gives(players: int) -> None:
    session = random_game(players, 3)
    for step in session.walk():
        if step.seat == "#":
            continue
        now = session.until(step.number - 1)
        found = gains(now, int(now.state.actor))
        assert list(found) == legal_tokens(now)
        if step.token in found and step.phase == "act":
            seen = step.gain._asdict()
            if step.after.round == step.round and step.after.phase == "act":  # not the end of a round
                assert found[step.token] == seen
        if "R?" in found and step.after.phase == "act":
            assert found["R?"] == {"points": 0, "vatus": 0, "goods": {}, "score": 0}


def with_another_secret(session: Session, at: int, end: int) -> Session | None:
    """The first plies of a game, with another rest token at one ply; None if the moves are then illegal."""
    changed = session.until(at)
    veil = changed.state.seen_by_others(session.moves[at])
    others = [int(move) for move in changed.state.legal_moves() if move != session.moves[at]]
    alike = [move for move in others if changed.state.seen_by_others(move) == veil]
    for move in [*alike[:1], *session.moves[at + 1 : end]]:
        if not changed.state.is_legal(move):
            return None
        changed.push(move)
    return changed if alike else None


def test_option_after_does_not_reveal_secrets() -> None:
    session = random_game(4, 5)
    compared = 0
    for end in range(len(session.moves)):
        now = session.until(end)
        seat = int(now.state.actor)
        moves, first = now.round_as_seen(seat)
        for at in range(first, end):
            if seat >= 0 and moves[at - first] != session.moves[at]:
                other = with_another_secret(session, at, end)
                if other is not None:
                    compared += 1
                    assert gains(other, seat) == gains(now, seat)
    assert compared > 10
