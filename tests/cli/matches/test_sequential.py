"""The sequential tests keep the error rates they state, in a match and on files."""

import json
import math
from pathlib import Path

import pytest

from tests.cli.matches.calls import match
from tests.cli.matches.simulated import play_matches, simulate_sets
from tests.cli.shell import vanuatu
from vanuatu.cli.match.outcome import Outcome
from vanuatu.cli.match.sequential import (
    EQUAL,
    FAILED,
    FIRST,
    PASSED,
    SECOND,
    PairResult,
    PairSums,
    SequentialTest,
    Sprt,
    better_of_two,
    expected_share,
    pair_result,
)
from vanuatu.cli.match.sets import FileSets, MatchSets
from vanuatu.cli.match.tasks import Match, seatings

pytestmark = pytest.mark.any_build

QUICK = 600
MANY = 10_000
ALLOWED = 0.01  # above the nominal rate, in the long test
WON, LOST = PairResult(1.0, 0.0, (1, 1)), PairResult(0.0, 1.0, (1, 1))


def at_most(rate: float, trials: int) -> float:
    """Return the allowed number of errors: the rate, and three standard deviations or 1 % more."""
    deviations = 3 * math.sqrt(rate * (1 - rate) * trials)
    return rate * trials + (ALLOWED * trials if trials >= MANY else deviations)


def check_error_rates(players: int, bounds: tuple[float, float], trials: int) -> None:
    for truth, wrong in zip(bounds, (PASSED, FAILED), strict=True):
        sets = simulate_sets(players, truth)
        found = play_matches(sets, trials, lambda: SequentialTest([Sprt(*bounds)]))
        assert found.counts[wrong] <= at_most(0.05, trials), (players, bounds, truth, found)
        assert found.counts.total() == trials


@pytest.mark.parametrize("players", [2, 4])
def test_sprt_errs_as_seldom_as_it_states(players: int) -> None:
    check_error_rates(players, (0, 100), QUICK)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("bounds", [(0, 30), (-25, 0), (0, 100)])
def test_sprt_errs_as_seldom_as_it_states_in_ten_thousand_matches(
    players: int, bounds: tuple[float, float]
) -> None:
    check_error_rates(players, bounds, MANY)


def test_smaller_alpha_gives_fewer_errors() -> None:
    sets = simulate_sets(2, 0)
    found = play_matches(sets, QUICK, lambda: SequentialTest([Sprt(0, 100, alpha=0.01)]))
    assert found.counts[PASSED] <= at_most(0.01, QUICK)


@pytest.mark.parametrize("players", [2, 4])
def test_the_better_of_two_is_found(players: int) -> None:
    for truth, verdict in ((0.0, EQUAL), (100.0, FIRST), (-100.0, SECOND)):
        found = play_matches(simulate_sets(players, truth), QUICK, lambda: better_of_two(100))
        assert found.counts[verdict] >= QUICK - at_most(0.05, QUICK)


def test_lucky_start_does_not_stop_test() -> None:
    test = SequentialTest([Sprt(0, 200)])
    for _ in range(7):
        assert not test.add([WON])
    assert test.add([WON])


def test_a_shared_win_counts_as_a_part_and_others_do_not_count() -> None:
    names = ("a", "b", "a", "c")
    third = 1 / 3
    shared = pair_result(Outcome("vanuatu", names, (9, 9, 1, 9), (0, 1, 3)), "a", "b")
    assert shared == PairResult(third, third, (2, 1))
    assert pair_result(Outcome("vanuatu", names, (1, 1, 1, 9), (3,)), "a", "b") == PairResult(0, 0, (2, 1))
    assert pair_result(Outcome("vanuatu", names, (1, 1, 1, 1), ()), "a", "c") == PairResult(0, 0, (2, 1))
    assert pair_result(Outcome("vanuatu", ("a", "c"), (1, 0), (0,)), "a", "b") is None


def test_points_follow_from_the_share_and_from_the_number_of_seats() -> None:
    assert expected_share(400, (1, 1)) == pytest.approx(10 / 11)
    assert expected_share(0, (1, 3)) == 0.25
    sums = PairSums()
    for _ in range(10):
        sums.add([PairResult(1, 0, (1, 3)), *[PairResult(0, 1, (1, 3))] * 3])
    assert sums.points(sums.share) == pytest.approx(0, abs=1e-3)
    assert sums.expected(0) == 0.25


def test_only_complete_sets_in_order_are_counted() -> None:
    match = Match("vanuatu", (), ("a", "b"), tuple(seatings(["a", "b"], 2)), seed=1, games=10)
    sets = MatchSets(match, better_of_two())
    won = Outcome("vanuatu", ("a", "b"), (2, 1), (0,))
    for number in (3, 4, 1):
        sets.add(number, won)
        assert sets.test.sums.sets == 0
    sets.add(2, won)
    assert sets.test.sums.sets == 2
    sets.add(5, None)
    sets.add(6, won)
    assert (sets.test.sums.sets, sets.test.sums.share) == (3, 1.0)


def test_sets_of_files_are_games_on_one_seed_in_all_seatings() -> None:
    sets = FileSets()
    ab, ba = (Outcome("vanuatu", names, (2, 1), (0,)) for names in (("a", "b"), ("b", "a")))
    for outcome, seed in ((ab, "1"), (ab, "2"), (ba, "2"), (ba, "1"), (ab, "3")):
        sets.add(outcome, "", seed)
    test = SequentialTest([Sprt(0, 30)])
    assert sets.feed(test, "a", "b") == (1, 0)
    assert (test.sums.sets, test.sums.games, test.sums.share) == (2, 4, 0.5)


@pytest.mark.parametrize("seeds", [["", "", ""], ["1", "2", "3"]])
def test_games_that_share_no_seed_are_sets_of_one(seeds: list[str]) -> None:
    sets = FileSets()
    for seed in seeds:
        sets.add(Outcome("vanuatu", ("a", "b"), (2, 1), (0,)), "", seed)
    test = SequentialTest([Sprt(0, 30)])
    assert sets.feed(test, "a", "b") == (0, 0)
    assert test.sums.sets == 3


# From the shell


def test_match_and_sprt_agree(tmp_path: Path) -> None:
    ended = match("greedy random --sprt 0,200 --seed 1 --out g.pvn --json", tmp_path)
    found = json.loads(ended.out)["sprt"]
    assert (found["first"], found["second"], found["bounds"]) == ("greedy", "random", [0, 200])
    assert found["verdict"] == "passed"
    assert found["llr"] >= found["llr_limits"][1]
    assert (found["sets"], found["games"]) == (8, 16)
    again = json.loads(vanuatu(["sprt", "g.pvn", "--bounds", "0,200", "--json"], tmp_path).out)
    assert again.pop("duplicates") == 0
    assert again.pop("not_counted") == {"incomplete": 0, "after": 0, "unfinished": 0, "broken": 0}
    assert again == found
    lines = vanuatu(["sprt", "g.pvn", "--bounds", "0,200"], tmp_path).out.splitlines()
    assert lines[1].startswith("SPRT 0,200: passed. LLR +")
    assert lines[1].endswith("(-2.94 to 2.94), 16 games in 8 sets")
    other = vanuatu(["sprt", "g.pvn", "--bounds", "0,200", "--first", "random"], tmp_path).out
    assert "SPRT 0,200: failed. LLR -" in other


def test_sprt_stops_at_the_same_game_with_two_workers(tmp_path: Path) -> None:
    call = "greedy random --sprt -25,0 --seed 1"
    assert match(f"{call} --out one.pvn", tmp_path).code == 0
    assert match(f"{call} --jobs 2 --out two.pvn", tmp_path).code == 0
    one = (tmp_path / "one.pvn").read_bytes()
    assert one == (tmp_path / "two.pvn").read_bytes()
    (tmp_path / "half.pvn").write_bytes(one[: len(one) // 2])
    assert match(f"{call} --jobs 2 --out half.pvn --resume", tmp_path).code == 0
    assert one == (tmp_path / "half.pvn").read_bytes()


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        ("--sprt 30,0", "--sprt: the lower bound 30 is not below the upper bound 0"),
        ("--sprt 5,5", "--sprt: the lower bound 5 is not below the upper bound 5"),
        ("--sprt 30", "--sprt: '30' is not two numbers. Expected LOWER,UPPER, for example 0,30"),
        ("--sprt 0,x", "--sprt: '0,x' is not two numbers"),
        ("--sprt 0,nan", "--sprt: '0,nan' is not two numbers"),
        ("--sprt 0,30,60", "--sprt: '0,30,60' is not two numbers"),
        ("--sprt 0,5000", "--sprt: 0,5000 is out of range (-1000 to 1000 points)"),
        ("--sprt 0,30 --alpha 0", "--alpha: 0 is out of range (0.001–0.4)"),
        ("--sprt 0,30 --beta 0.5", "--beta: 0.5 is out of range (0.001–0.4)"),
        ("--sprt 0,30 --until-significant", "--sprt and --until-significant are two tests. Leave one out."),
        ("--sprt 0,30 --difference 20", "--difference goes with --until-significant"),
        ("--alpha 0.1", "--alpha and --beta go with --sprt"),
    ],
)
def test_wrong_options_of_a_test_are_refused(words: str, printed: str, tmp_path: Path) -> None:
    ended = match(f"greedy random --out g.pvn {words}", tmp_path)
    assert ended.code == 2
    assert ended.err.startswith(f"vanuatu: {printed}")
    assert not (tmp_path / "g.pvn").exists()


def test_one_bot_cannot_be_tested_against_itself(tmp_path: Path) -> None:
    ended = match("greedy greedy --sprt 0,30", tmp_path)
    assert ended.code == 2
    assert "--sprt compares the first two bots, but greedy is named twice" in ended.err


@pytest.mark.parametrize(
    ("words", "code", "printed"),
    [
        ("g.pvn", 2, "--bounds is missing"),
        ("g.pvn --bounds 0", 2, "--bounds: '0' is not two numbers"),
        ("g.pvn --bounds 0,30 --first nobody", 2, "no finished game has 'nobody' (players: greedy, random"),
        ("g.pvn --bounds 0,30", 2, "the games have 3 players: greedy, random, mcts:1. Name two"),
        ("g.pvn --bounds 0,30 --first greedy --second greedy", 2, "a test needs two different bots"),
        ("nothing.pvn --bounds 0,30", 1, "nothing.pvn: No such file"),
        ("empty.pvn --bounds 0,30", 1, "no finished games found"),
    ],
)
def test_wrong_calls_of_sprt(words: str, code: int, printed: str, tmp_path: Path) -> None:
    match("greedy random mcts:1 --games 6 --seed 1 --out g.pvn", tmp_path)
    (tmp_path / "empty.pvn").write_text("")
    ended = vanuatu(["sprt", *words.split()], tmp_path)
    assert ended.code == code
    assert printed in ended.err
    assert ended.err.count("\n") == 1


def test_games_after_the_decision_and_incomplete_sets_are_counted_apart(tmp_path: Path) -> None:
    match("greedy random --games 21 --seed 1 --out g.pvn", tmp_path)
    ended = vanuatu(["sprt", "g.pvn", "--bounds", "0,200"], tmp_path)
    assert "16 games in 8 sets" in ended.out
    assert ended.err.splitlines() == ["5 games after the decision, not counted"]
    match("greedy random --games 3 --seed 1 --out short.pvn", tmp_path)
    ended = vanuatu(["sprt", "short.pvn", "--bounds", "0,200"], tmp_path)
    assert "SPRT 0,200: not decided. LLR +" in ended.out
    assert ended.out.endswith("2 games in 1 set (at least 8 to decide)\n")
    assert ended.err.splitlines() == ["1 game in incomplete sets, not counted"]


def test_duplicates_in_any_format_are_reported_or_left_out(tmp_path: Path) -> None:
    match("greedy random --games 2 --seed 1 --out g.pvn", tmp_path)
    assert vanuatu(["convert", "g.pvn", "g.ndjson"], tmp_path).code == 0
    call = ["sprt", "g.pvn", "g.ndjson", "--bounds", "0,30"]
    ended = vanuatu(call, tmp_path)
    assert (
        ended.err
        == "2 games have the players and moves of an earlier game. To leave duplicates out, use --unique\n"
    )
    assert "4 games in 1 set" in ended.out
    ended = vanuatu([*call, "--unique"], tmp_path)
    assert ended.err == "2 duplicates left out\n"
    assert "2 games in 1 set" in ended.out
    assert json.loads(vanuatu([*call, "--json"], tmp_path).out)["duplicates"] == 2
    ended = vanuatu(["rate", "g.pvn", "g.ndjson"], tmp_path)
    assert "2 games have the players and moves of an earlier game" in ended.err
