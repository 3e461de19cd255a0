"""A review finds lost win chances, states its uncertainty, and accounts for every change."""

import base64
import json
import math
import re
import statistics
import zlib
from collections.abc import Generator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from tests.cli.shell import Ended, vanuatu
from vanuatu.ai.bot import BotError
from vanuatu.ai.mcts.bot import MctsBot
from vanuatu.ai.mcts.evaluation import Evaluation, Evaluator
from vanuatu.cli.review.archive import write_marks
from vanuatu.cli.review.game_review import GameReviewer, make_reviewer
from vanuatu.cli.review.review_data import GameReview, SeatReview, worst_moves
from vanuatu.cli.review.win_chances import ChanceAccount
from vanuatu.core.game import CHANCE
from vanuatu.core.games import make_game
from vanuatu.notation.codec import SEAT_LETTERS
from vanuatu.notation.files import read_games
from vanuatu.notation.session import Session

HERE = Path(__file__).parent
GAMES = Path(__file__).parents[3] / "games"
LEFT_OUT = GAMES / "left-out.pvn"  # yellow does not sail to where it would win
PLANNED = HERE / "planned.pvn"  # teal plans a sail that leads nowhere


def session_of(path: Path) -> Session:
    (read,) = read_games(path)
    return read.session


@cache
def reviewed(
    path: Path, spec: str = "mcts:60", seats: frozenset[int] | None = None
) -> tuple[GameReviewer, GameReview]:
    review = GameReviewer(session_of(path), make_reviewer(spec), seats)
    for _ in review.steps():
        pass
    return review, review.summary(1)


def returned(search: Generator[int, None, Evaluation]) -> Evaluation:
    """Run a search to its end; return its evaluation."""
    while True:
        try:
            next(search)
        except StopIteration as end:
            evaluation: Evaluation = end.value
            return evaluation


def seat_of(shown: GameReview, letter: str) -> SeatReview:
    return next(seat for seat in shown["seats"] if seat["seat"] == letter)


def review_call(arguments: list[str], folder: Path) -> Ended:
    return vanuatu(["review", *arguments], folder)


@pytest.mark.parametrize(
    ("path", "seat", "token", "best", "blunders"),
    [  # in the second game yellow's plan loses points too, but no win chance
        (LEFT_OUT, "y", "y:-X", "y:a3-b5", {"p": 0, "t": 0, "y": 1}),
        (PLANNED, "t", "t:+S", "t:+T", {"p": 0, "t": 1, "y": 1}),
    ],
    ids=["a winning last action left out", "a plan that cannot pay"],
)
def test_planted_blunder_is_listed_first(
    path: Path, seat: str, token: str, best: str, blunders: dict[str, int]
) -> None:
    _, shown = reviewed(path)
    every = [move for one in shown["seats"] for move in one["worst"]]
    worst = max(every, key=lambda move: move["lost"])
    assert (worst["token"], worst["best"], worst["glyph"]) == (token, best, "??")
    assert seat_of(shown, seat)["worst"][0] == worst
    assert worst["line"][0] == best
    assert worst["lost"] > 0.8 > 6 * worst["lost_sd"]
    assert worst["lost"] == pytest.approx(worst["best_win"] - worst["win"], abs=0.001)
    assert {one["seat"]: one["blunders"] for one in shown["seats"]} == blunders


def test_json_has_documented_fields(tmp_path: Path) -> None:
    ended = review_call([str(LEFT_OUT), "--bot", "mcts:20", "--json"], tmp_path)
    assert (ended.code, ended.err) == (0, "")
    shown = json.loads(ended.out)
    assert list(shown) == ["game", "bot", "seats"]
    assert (shown["game"], shown["bot"]) == (1, "mcts:20,seed=1")
    assert [(seat["seat"], seat["name"]) for seat in shown["seats"]] == [
        ("p", "Ann"),
        ("t", "Ben"),
        ("y", "Cleo"),
    ]
    yellow = shown["seats"][2]
    first = "seat name decisions lost lost_sd luck mistakes blunders worst"
    assert " ".join(list(yellow)[:9]) == first
    assert list(yellow["worst"][0])[:7] == ["ply", "round", "token", "best", "lost", "lost_sd", "line"]
    assert (yellow["worst"][0]["ply"], yellow["worst"][0]["round"]) == (1, 8)


def test_review_is_reproducible_with_one_or_two_workers(tmp_path: Path) -> None:
    call = [str(LEFT_OUT), str(PLANNED), "--bot", "mcts:20,seed=7", "--json"]
    once = review_call(call, tmp_path)
    assert once.code == 0
    assert once.out.count('{"file": ') == 2
    assert review_call(call, tmp_path).out == once.out
    assert review_call([*call, "--jobs", "2"], tmp_path).out == once.out
    other = review_call([*call[:-2], "mcts:20,seed=8", "--json"], tmp_path)
    assert other.out != once.out


@pytest.mark.heavy
def test_account_adds_up_and_residual_is_noise() -> None:
    review, shown = reviewed(GAMES / "teaching.pvn", "mcts:40")
    for seat in shown["seats"]:
        account = seat["account"]
        parts = [account[name] for name in ("start", "luck", "own", "others", "revised", "residual")]
        assert sum(parts) == pytest.approx(account["end"], abs=0.001)
        assert abs(account["residual"]) < 5 * account["residual_sd"] + 0.05
    for columns in (("luck",), ("own", "others"), ("revised",), ("residual",)):
        # What one seat gains the others lose.
        total = sum(seat["account"][column] for seat in shown["seats"] for column in columns)
        assert total == pytest.approx(0, abs=0.005), columns
    assert review.curve[len(review.session.moves)] == review.account.now


def test_review_of_finished_game_ends_with_result() -> None:
    for path, winner in ((LEFT_OUT, "t"), (PLANNED, "p")):
        _, shown = reviewed(path, "mcts:8")
        assert [seat["account"]["end"] for seat in shown["seats"]] == [
            float(seat["seat"] == winner) for seat in shown["seats"]
        ]


def test_review_of_one_seat_equals_its_part_of_whole_review() -> None:
    _, whole = reviewed(LEFT_OUT, "mcts:16")
    _, part = reviewed(LEFT_OUT, "mcts:16", frozenset({2}))
    assert [seat["seat"] for seat in part["seats"]] == ["y"]
    assert part["seats"][0] == whole["seats"][2]


@pytest.mark.heavy
def test_the_bots_own_moves_lose_nothing() -> None:
    """Where the game went as the same bot would have played, nothing is compared."""
    review, _ = reviewed(GAMES / "teaching.pvn", "mcts:20")
    alike = [decision for decision in review.decisions if decision.token == decision.best]
    assert alike
    assert all((decision.lost, decision.sd, decision.line) == (0, 0, []) for decision in alike)


def test_loss_within_uncertainty_is_not_a_mistake() -> None:
    review, _ = reviewed(GAMES / "teaching.pvn", "mcts:20")
    assert any(decision.lost >= 0.08 for decision in review.decisions)
    for decision in review.decisions:
        if decision.lost <= 2 * decision.sd and decision.points <= 2 * decision.points_sd:
            assert decision.glyph == ""
    for letter in "pty":
        shown = worst_moves(review.decisions, SEAT_LETTERS.index(letter))
        assert all(
            decision.lost > 2 * decision.sd or decision.points > 2 * decision.points_sd for decision in shown
        )
        assert sorted((decision.points for decision in shown), reverse=True) == [d.points for d in shown]


def test_reported_noise_equals_observed_scatter() -> None:
    """The same position judged with forty seeds: their scatter is what each of them says of itself."""
    session = session_of(GAMES / "teaching.pvn")
    state = session.at(14)
    seat = int(state.actor)
    wins, claimed = [], []
    for seed in range(40):
        bot = make_reviewer(f"mcts:24,seed={seed}")
        judge = Evaluator(session.game, bot.settings)
        worth = returned(judge.evaluate(state, 14, seat))
        wins.append(worth.win[seat])
        claimed.append(worth.noise[seat])
    ratio = statistics.variance(wins) / statistics.mean(claimed)
    assert 0.3 < ratio < 1.6


def test_difference_includes_noise_of_both_and_common_bias() -> None:
    one, other = (
        Evaluation([0.5, 0.5], [0.0001, 0.0001], [40.0, 41.0], [0.01, 0.01], 1000),
        Evaluation([0.3, 0.7], [0.0003, 0.0003], [38.0, 42.0], [0.03, 0.03], 1000),
    )
    judge = Evaluator(make_game("vanuatu", 2), make_reviewer("mcts:64000").settings)
    found = judge.compare(one, other, 0)
    assert (found.win, found.points, found.lead) == pytest.approx((0.2, 2.0, 3.0))
    assert found.win_sd > math.sqrt(0.0004)
    assert found.points_sd > 0.2
    longer = judge.compare(replace(one, sims=64_000), replace(other, sims=64_000), 0)
    assert math.sqrt(0.0004) < longer.win_sd < found.win_sd
    assert 0.2 < longer.points_sd < found.points_sd
    exact = [0.0, 0.0]
    certain = judge.compare(
        Evaluation([1.0, 0.0], exact, [9.0, 3.0], exact), Evaluation([0.0, 1.0], exact, [4.0, 5.0], exact), 0
    )
    assert (certain.win, certain.win_sd, certain.points, certain.points_sd) == (1.0, 0.0, 5.0, 0.0)


def test_draw_is_evaluated_with_public_information() -> None:
    session = session_of(GAMES / "teaching.pvn")
    draws = [ply for ply in range(len(session.moves)) if session.at(ply).actor == CHANCE]
    judge = Evaluator(session.game, make_reviewer("mcts:9").settings)
    for place in (draws[0], draws[-1]):
        worth = returned(judge.evaluate(session.at(place), place, int(CHANCE)))
        assert sum(worth.win) == pytest.approx(1)
        assert worth.sims == 9


def test_account_assigns_every_change_to_a_column() -> None:
    account = ChanceAccount(2)
    exact = [0.0, 0.0]
    account.add_evaluation([0.5, 0.5])
    account.add_draw(
        Evaluation([0.5, 0.5], exact, [40.0, 40.0], exact, 100),
        Evaluation([0.6, 0.4], exact, [43.0, 38.5], exact, 100),
    )
    assert account.luck_points == [3.0, -1.5]
    account.add_evaluation([0.62, 0.38])  # the same position once more
    account.add_move(0, None)
    account.add_evaluation([0.5, 0.5])
    account.add_move(1, [0.4, 0.6])  # where the round ends
    account.add_evaluation([0.45, 0.55])
    shown = account.of(0)
    expected = {
        "start": 0.5,
        "luck": 0.1,
        "residual": 0.02,
        "own": -0.12,
        "others": -0.1,
        "revised": 0.05,
        "end": 0.45,
    }
    assert {name: shown[name] for name in expected} == pytest.approx(expected)


@pytest.mark.parametrize("spec", ["greedy", "random"])
def test_reviewer_must_be_a_searching_bot(spec: str, tmp_path: Path) -> None:
    with pytest.raises(BotError, match="does not search"):
        make_reviewer(spec)
    ended = review_call([str(LEFT_OUT), "--bot", spec], tmp_path)
    assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1)


def test_reviewer_name_contains_seed() -> None:
    names = {spec: make_reviewer(spec).name for spec in ("mcts", "mcts:50", "hard", "mcts:50,seed=3")}
    assert names == {
        "mcts": "mcts:seed=1",
        "mcts:50": "mcts:50,seed=1",
        "hard": "hard:seed=1",
        "mcts:50,seed=3": "mcts:50,seed=3",
    }
    assert all(isinstance(make_reviewer(name), MctsBot) for name in names.values())


def test_text_lists_losses_and_better_moves(tmp_path: Path) -> None:
    ended = review_call([str(LEFT_OUT), "--bot", "mcts:20"], tmp_path)
    assert (ended.code, ended.err) == (0, "")
    assert max(map(len, ended.out.splitlines())) <= 80
    assert "Costliest moves of yellow (Cleo):" in ended.out
    assert "better y:a3-b5" in ended.out
    plain = review_call([str(LEFT_OUT), "--bot", "mcts:20", "--plain"], tmp_path)
    assert plain.out.isascii()


def test_annotated_games_have_win_chances_glyphs_and_better_line(tmp_path: Path) -> None:
    ended = review_call([str(LEFT_OUT), "--bot", "mcts:20", "--out", "reviewed.pvn"], tmp_path)
    assert (ended.code, ended.out) == (0, "")
    before, after = session_of(LEFT_OUT), session_of(tmp_path / "reviewed.pvn")
    assert after.moves == before.moves
    assert after.record.tags == before.record.tags
    first = after.record.plies[0]
    assert first.glyphs == ["??"]
    written = re.fullmatch(r"\[%eval [0-9.,]+\] \[%loss ([0-9.]+)\]", first.comments[0])
    assert written is not None
    assert float(written[1]) > 3
    assert re.fullmatch(r"\[%lost (1\.00|0\.9\d),0\.\d\d\]", first.comments[1])
    assert [line.plies[0].token for line in first.variations] == ["a3-b5"]
    assert vanuatu(["check", "reviewed.pvn"], tmp_path).code == 0
    again = review_call(["reviewed.pvn", "--bot", "mcts:20", "--out", "again.pvn"], tmp_path)
    assert again.code == 0
    assert (tmp_path / "again.pvn").read_bytes() == (tmp_path / "reviewed.pvn").read_bytes()


def test_glyphs_of_people_are_kept() -> None:
    session = session_of(LEFT_OUT)
    notes = session.record.plies[0].noted()
    notes.glyphs.append("!")
    notes.comments.append("for the fun of it [%eval 0.1,0.2,0.7]")
    review = GameReviewer(session, make_reviewer("mcts:20"))
    for _ in review.steps():
        pass
    write_marks(review, lines=False)
    assert notes.glyphs == ["!"]
    assert notes.comments[1:] == ["for the fun of it"]
    assert notes.variations == []


def test_page_shows_curve_with_marks_and_better_line(tmp_path: Path) -> None:
    ended = review_call([str(LEFT_OUT), "--bot", "mcts:20", "--html", "page.html"], tmp_path)
    assert (ended.code, ended.out, ended.err) == (0, "", "")
    packed = re.findall(r'id="game-1">([^<]*)<', (tmp_path / "page.html").read_text("utf-8"))
    film = json.loads(zlib.decompress(base64.b64decode(packed[0])))
    assert film["review"]["reviewer"] == "mcts:20,seed=1"
    assert [seat["seat"] for seat in film["review"]["seats"]] == ["p", "t", "y"]
    note = film["notes"]["1"]
    assert note["mark"] == "??"
    assert note["loss"] > 5
    assert note["lost"] >= 90
    (better,) = film["variations"]["1"]
    assert better[3] == "better"


def test_maori_can_be_reviewed(tmp_path: Path) -> None:
    ended = review_call([str(GAMES / "maori-teaching.pvn"), "--bot", "mcts:4", "--json"], tmp_path)
    assert ended.code == 0
    for seat in json.loads(ended.out)["seats"]:
        assert seat["decisions"] > 0
        assert seat["account"]["revised"] == 0  # its searches look to the end


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["nowhere.pvn"], 1, "nowhere.pvn"),
        ([str(LEFT_OUT), "--bot", "deepblue"], 2, "no bot is called 'deepblue'"),
        ([str(LEFT_OUT), "--seat", "pink"], 2, "--seat"),
        ([str(LEFT_OUT), "--number", "0"], 2, "--number"),
        ([str(LEFT_OUT), "--number", "2"], 1, "there is no game 2"),
        ([str(LEFT_OUT), "--resume"], 2, "--resume needs --out FILE"),
        ([str(LEFT_OUT), "--resume", "--out", "x.txt"], 2, "--resume needs --out FILE"),
        ([str(LEFT_OUT), "--out", str(LEFT_OUT)], 2, "would be overwritten"),
        ([str(LEFT_OUT), "--jobs", "2", "--cluster", "tcp://127.0.0.1:1"], 2, "Leave one out"),
        ([str(LEFT_OUT), "--cluster", "x"], 2, "address"),
        ([str(LEFT_OUT), "--bot", "mcts:2", "--out", "no/such/folder.pvn"], 1, "no folder no/such"),
        ([str(LEFT_OUT), "--json", "--out", "x.pvn"], 2, "unknown ending. Expected .json"),
    ],
)
def test_wrong_usage_prints_one_line(arguments: list[str], code: int, message: str, tmp_path: Path) -> None:
    ended = review_call(arguments, tmp_path)
    assert (ended.code, ended.out, ended.err.count("\n")) == (code, "", 1)
    assert message in ended.err


def test_game_without_requested_seat_is_reported_and_skipped(tmp_path: Path) -> None:
    call = [str(LEFT_OUT), str(GAMES / "four-players.pvn"), "--bot", "mcts:1", "--seat", "orange", "--json"]
    ended = review_call(call, tmp_path)
    assert (ended.code, ended.err) == (1, f"{LEFT_OUT}: game 1 has no seat orange\n")
    assert [seat["seat"] for seat in json.loads(ended.out)["seats"]] == ["o"]
