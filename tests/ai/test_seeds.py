"""A seed gives the same game in the prompt, in the library and in a match."""

from pathlib import Path

import pytest

import vanuatu
from tests.cli.shell import vanuatu as run
from vanuatu.core.rng import MOST_SEED


def moves_of(path: Path) -> str:
    """Return the moves of the game in a file."""
    return path.read_text(encoding="utf-8").split("\n\n", 1)[1]


@pytest.mark.parametrize(
    ("game", "bots", "seed"),
    [
        ("vanuatu", ["greedy"] * 4, 1),
        ("vanuatu", ["greedy", "random", "mcts:5"], 7),
        ("maori", ["random", "greedy"], MOST_SEED),
    ],
)
def test_the_prompt_the_library_and_a_match_play_the_same_game(
    game: str, bots: list[str], seed: int, tmp_path: Path
) -> None:
    common = ["--game", game, "--seed", str(seed)]
    seats = [word for bot in bots for word in ("--bot", bot)]
    call = ["play", *common, "--players", str(len(bots)), "--seat", "none", *seats, "--save", "play.pvn"]
    assert run(call, tmp_path).code == 0
    assert run(["match", *bots, *common, "--games", "1", "--out", "match.pvn"], tmp_path).code == 0
    vanuatu.write([vanuatu.play(bots, seed=seed, game=game)], tmp_path / "library.pvn")
    assert moves_of(tmp_path / "play.pvn") == moves_of(tmp_path / "library.pvn")
    assert moves_of(tmp_path / "match.pvn") == moves_of(tmp_path / "library.pvn")


def test_single_draws_equal_draws_of_run() -> None:
    from vanuatu.notation.session import Draws, Session

    game = vanuatu.play(["greedy"] * 3, seed=5)
    session = Session.new(vanuatu.core.games.make_game("vanuatu", 3))
    draws = Draws(5)
    for move in vanuatu.notation.game.session_of(game).moves:
        if session.state.actor == vanuatu.core.CHANCE:
            assert draws.draw_one(session) == move
        else:
            session.push(move)
    assert session.over


@pytest.mark.parametrize(
    "call", ["play", "match greedy random", "analyse x.pvn", "review x.pvn", "learn folder"]
)
def test_all_seeds_have_one_limit(call: str, tmp_path: Path) -> None:
    ended = run([*call.split(), "--seed", str(MOST_SEED + 1)], tmp_path)
    assert ended.code == 2
    assert "--seed" in ended.err
    assert str(MOST_SEED) in ended.err
