"""Rollouts: equal seeds for all moves, intervals that hold, parts of the score."""

import json
import math
from pathlib import Path

import pytest

from tests.cli.shell import vanuatu
from vanuatu.ai.bot import BotError
from vanuatu.cli.review import marks, rollouts
from vanuatu.cli.review.rollouts import Rollout, mean_and_sd
from vanuatu.notation.files import read_games
from vanuatu.notation.session import Session

GAMES = Path(__file__).parents[3] / "games"
PLANNED = Path(__file__).parent / "planned.pvn"
LEFT_OUT = str(GAMES / "left-out.pvn")


def position(path: Path, ply: int) -> Session:
    (read,) = read_games(path)
    return read.session.until(ply)


def played(session: Session, tokens: list[str], bot: str, games: int, seed: int = 1) -> Rollout:
    rollout = Rollout(session, [session.read(token) for token in tokens], bot, games, seed, early=False)
    while not rollout.step():
        pass
    return rollout


@pytest.fixture(scope="module")
def three() -> Rollout:
    session = position(GAMES / "teaching.pvn", 20)
    tokens = [session.codec.token(session.state, move) for move in list(session.state.legal_moves())[:3]]
    return played(session, tokens, "random", 40)


def test_equal_seeds_make_differences_surer_than_results(three: Rollout) -> None:
    one, other, _ = three.ranking()
    _, paired = three.difference(one, other, "scores")
    alone = [mean_and_sd(three.results[move].scores, False)[1] for move in (one, other)]
    assert 0 < paired < 0.9 * math.hypot(*alone)


def test_same_seed_gives_same_result_and_another_seed_does_not(three: Rollout) -> None:
    result = three.result()
    tokens = [move["token"] for move in result["moves"]]
    assert played(three.session, tokens, "random", 40).result() == result
    assert played(three.session, tokens, "random", 40, seed=2).result() != result


def test_parts_add_up_to_the_score(three: Rollout) -> None:
    for move in three.result()["moves"]:
        assert sum(move["parts"].values()) == pytest.approx(move["score"], abs=0.1)
    one, other, _ = three.ranking()
    points, _ = three.difference(one, other, "scores")
    assert sum(three.parts_difference(one, other).values()) == pytest.approx(points, abs=0.1)


def test_maori_has_parts_too() -> None:
    session = position(GAMES / "maori-teaching.pvn", 40)
    while session.state.actor < 0:
        session = position(GAMES / "maori-teaching.pvn", session.ply + 1)
    rollout = Rollout(session, list(session.state.legal_moves())[:2], "random", 4, early=False)
    while not rollout.step():
        pass
    for move in rollout.result()["moves"]:
        assert sum(move["parts"].values()) == pytest.approx(move["score"], abs=0.1)


def test_interval_contains_the_value_of_many_games() -> None:
    """95 % intervals of short rollouts, against a long one; docs/explain/reviews.md has 500 of them."""
    session = position(PLANNED, 4)
    move = int(session.state.legal_moves()[0])
    token = session.codec.token(session.state, move)
    long = mean_and_sd(played(session, [token], "random", 1500, 1000).results[move].scores, False)[0]
    inside = 0
    for seed in range(60):
        found = played(session, [token], "random", 25, seed).results[move].scores
        mean, sd = mean_and_sd(found, False)
        inside += abs(mean - long) <= 1.96 * sd
    assert 51 <= inside <= 60


def test_games_end_when_the_best_move_is_certain() -> None:
    session = position(GAMES / "left-out.pvn", 0)
    moves = [session.read("-X"), session.read("a3-b5")]
    rollout = Rollout(session, moves, "greedy", 1000)
    while not rollout.step():
        pass
    assert rollout.games == rollouts.FIRST_CHECK
    assert rollout.move() == moves[1]


def test_deviation_of_wins_is_never_zero() -> None:
    mean, sd = mean_and_sd([1.0] * 10, True)
    assert (mean, sd > 0.04) == (1.0, True)
    assert mean_and_sd([1.0, 0.0] * 500, True) == pytest.approx((0.5, 0.0158), abs=0.0001)


@pytest.mark.parametrize(
    "text", ["greedy", "greedy:", ":5", "greedy:1", "greedy:many", "nobody:10", "cmd:x:10"]
)
def test_wrong_specs_are_refused(text: str) -> None:
    with pytest.raises(BotError):
        rollouts.read_spec(text)


def test_analyse_prints_rollout_of_chosen_moves(tmp_path: Path) -> None:
    call = ["analyse", LEFT_OUT, "--ply", "0", "--sims", "20", "--moves=-X,a3-b5", "--rollout", "greedy:4"]
    ended = vanuatu([*call, "--json"], tmp_path)
    assert (ended.code, ended.err) == (0, "")
    found = json.loads(ended.out)
    assert sorted(move["token"] for move in found["moves"]) == ["-X", "a3-b5"]
    assert list(found["rollout"]) == ["bot", "moves", "pairs"]
    best, worst = found["rollout"]["moves"]
    assert list(best) == ["token", "games", "win", "win_sd", "score", "score_sd", "parts"]
    assert (best["token"], best["games"], worst["token"]) == ("a3-b5", 4, "-X")
    (pair,) = found["rollout"]["pairs"]
    assert list(pair) == ["better", "worse", "win", "win_sd", "score", "score_sd"]
    assert pair["score"] == pytest.approx(best["score"] - worst["score"], abs=0.01)
    text = vanuatu(call, tmp_path)
    assert "a3-b5 – -X" in text.out
    assert "±" in text.out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--rollout", "greedy:10"], 2, "--rollout needs --moves"),
        (["--moves", "zz"], 1, "--moves: "),
        (["--moves", ","], 2, "--moves: expected tokens"),
        (["--moves=-X", "--bot", "greedy"], 2, "does not search"),
        (["--moves=-X", "--rollout", "greedy"], 2, "expected BOT:GAMES"),
    ],
)
def test_wrong_usage_prints_one_line(arguments: list[str], code: int, message: str, tmp_path: Path) -> None:
    ended = vanuatu(["analyse", LEFT_OUT, "--ply", "0", "--sims", "2", *arguments], tmp_path)
    assert (ended.code, ended.out, ended.err.count("\n")) == (code, "", 1)
    assert message in ended.err


def test_marks_need_a_certain_loss() -> None:
    assert marks.glyph_of(3.0, 1.0, 0.0, 0.1) == "?"
    assert marks.glyph_of(3.0, 1.6, 0.0, 0.1) == ""
    assert marks.glyph_of(0.0, 1.0, 0.3, 0.1) == "??"
    assert marks.glyph_of(1.3, 0.5, 0.0, 0.1) == "?!"


def test_accuracy_and_skill_fall_with_the_loss() -> None:
    losses = [-0.2, 0.0, 0.05, 0.15, 0.3, 0.5, 1.0]
    found = [marks.accuracy_of(loss) for loss in losses]
    assert found[:2] == [100.0, 100.0]
    assert found == sorted(found, reverse=True)
    assert [marks.skill_of(loss) for loss in losses] == [
        "expert",
        "expert",
        "strong",
        "good",
        "fair",
        "weak",
        "beginner",
    ]
