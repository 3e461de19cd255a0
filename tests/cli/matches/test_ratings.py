"""Ratings recover the strengths that the results were generated with."""

import math
import random
from itertools import permutations

import pytest

from vanuatu.cli.match.outcome import Outcome, outcome_of
from vanuatu.cli.match.ratings import POINTS, Standings, wilson

pytestmark = pytest.mark.any_build

STRENGTHS = {"strong": 0.9, "good": 0.2, "fair": -0.3, "weak": -0.8}
SEATS = (0.3, 0.1, -0.1, -0.3)


def drawn(names: tuple[str, ...], chance: random.Random) -> Outcome:
    """Return a game whose ranks are drawn by the strengths of bots and seats."""
    left = list(range(len(names)))
    scores = [0] * len(names)
    order: list[int] = []
    while left:
        weights = [math.exp(STRENGTHS[names[seat]] + SEATS[seat]) for seat in left]
        seat = chance.choices(left, weights)[0]
        left.remove(seat)
        scores[seat] = 40 - 5 * len(order)
        order.append(seat)
    return Outcome("vanuatu", names, tuple(scores), (order[0],))


def match(games: int, seed: int) -> Standings:
    chance = random.Random(seed)
    seatings = list(permutations(STRENGTHS))
    standings = Standings()
    for number in range(games):
        standings.add(drawn(seatings[number % 24], chance))
    return standings


def test_intervals_contain_known_strengths_of_bots_and_seats() -> None:
    bots, seats, _ = match(1200, seed=2).rows()
    assert [row.name for row in bots] == list(STRENGTHS)
    for row in bots:
        assert abs(row.rating - STRENGTHS[row.name] * POINTS) < row.margin < 15
    for _, seat, row in seats:
        assert abs(row.rating - SEATS[seat] * POINTS) < row.margin


def test_intervals_have_nominal_coverage() -> None:
    """Of 400 intervals of 95 % some 20 miss; fewer than 8 or more than 36 would be a rare chance."""
    missed = 0
    for seed in range(100):
        bots, _, _ = match(96, seed).rows()
        missed += sum(abs(row.rating - STRENGTHS[row.name] * POINTS) > row.margin for row in bots)
    assert 8 <= missed <= 36


def test_more_games_make_narrower_intervals() -> None:
    few, many = (match(games, seed=1).rows()[0][0].margin for games in (48, 768))
    assert few / many == pytest.approx(4, rel=0.2)


def test_undefeated_bot_has_high_rating_and_wide_interval() -> None:
    standings = Standings()
    for _ in range(20):
        standings.add(Outcome("vanuatu", ("best", "other"), (30, 10), (0,)))
    best, other = standings.rows()[0]
    assert best.rating == pytest.approx(-other.rating)
    assert best.rating > 200
    assert math.isfinite(best.margin)
    assert best.margin > 100


def test_equal_results_give_equal_ratings() -> None:
    standings = Standings()
    for winner in (0, 1) * 10:
        scores = (20, 10) if winner == 0 else (10, 20)
        standings.add(Outcome("vanuatu", ("a", "b"), scores, (winner,)))
    a, b = standings.rows()[0]
    assert a.rating == pytest.approx(b.rating, abs=1e-6)


def test_winner_is_ranked_first_after_any_tie_break() -> None:
    outcome = Outcome("vanuatu", ("a", "b", "c", "d"), (20, 20, 9, 9), (1,))
    assert outcome.ranking() == ([[1], [0], [2, 3]], [])
    assert outcome.places() == [2, 1, 3.5, 3.5]


def test_a_shared_win_is_shared() -> None:
    outcome = Outcome("vanuatu", ("a", "b", "c"), (20, 20, 9), (0, 1))
    assert outcome.places() == [1.5, 1.5, 3]
    standings = Standings()
    standings.add(outcome)
    assert {name: tally.wins for name, tally in standings.bots.items()} == {"a": 0.5, "b": 0.5, "c": 0}


def test_forfeiting_seat_is_ranked_behind_winners_despite_best_score() -> None:
    outcome = Outcome("vanuatu", ("a", "b", "c"), (30, 20, 9), (1,), "engine crash")
    assert outcome.ranking() == ([[1]], [0, 2])


def test_game_lost_by_all_counts_but_is_not_rated() -> None:
    standings = Standings()
    standings.add(Outcome("vanuatu", ("a", "b"), (0, 0), (), "submerged"))
    a, b = standings.rows()[0]
    assert standings.lost_together == 1
    assert (a.games, a.wins, a.rating) == (1, 0, 0)
    assert b.mean_place == 1.5


def test_a_bot_in_two_seats_counts_for_both() -> None:
    standings = Standings()
    standings.add(Outcome("vanuatu", ("a", "a", "b"), (30, 20, 10), (0,)))
    a = standings.rows()[0][0]
    assert (a.name, a.games, a.results, a.wins, a.mean_score, a.mean_place) == ("a", 1, 2, 1, 25, 1.5)


def test_single_bot_has_rating_zero() -> None:
    standings = Standings()
    standings.add(Outcome("vanuatu", ("a", "a"), (30, 20), (0,)))
    (row,) = standings.rows()[0]
    assert (row.rating, row.margin) == (0, 0)


def test_empty_result_prints_table() -> None:
    assert Standings().rows() == ([], [], {})


def test_outcomes_come_from_tags() -> None:
    tags = {"Purple": "x", "Teal": "y", "Result": "-3,12", "Winner": "Teal", "GameType": "maori"}
    assert outcome_of(tags) == Outcome("maori", ("x", "y"), (-3, 12), (1,))


@pytest.mark.parametrize(
    "tags",
    [
        {"Purple": "x", "Teal": "y", "Result": "*"},
        {"Purple": "x", "Teal": "y", "Result": "1,2,3"},
        {"Purple": "x", "Teal": "y", "Result": "1,2", "Winner": "Blue"},
        {"Purple": "x", "Teal": "y", "Result": "1,2", "Winner": "Nobody"},
        {"Purple": "x", "Teal": "y"},
        {},
    ],
)
def test_a_game_without_a_result_has_no_outcome(tags: dict[str, str]) -> None:
    assert outcome_of(tags) is None


def test_interval_of_share_stays_between_0_and_1() -> None:
    assert wilson(0, 0) == (0, 1)
    low, high = wilson(10, 10)
    assert 0.7 < low < 0.8
    assert high == pytest.approx(1)
    low, high = wilson(50, 100)
    assert (round(low, 2), round(high, 2)) == (0.40, 0.60)


def test_seats_of_one_game_share_one_win_in_the_interval() -> None:
    """A bot that wins all games in two of four seats wins 50 % of them, and never more."""
    standings = Standings()
    for _ in range(24):
        standings.add(Outcome("vanuatu", ("a", "a", "b", "b"), (40, 30, 20, 10), (0,)))
    intervals = {row.name: (row.win_rate, row.win_low, row.win_high) for row in standings.rows().bots}
    low, _ = wilson(24, 24)
    assert intervals["a"] == pytest.approx((0.5, low / 2, 0.5))
    assert intervals["b"] == pytest.approx((0, 0, (1 - low) / 2), abs=1e-9)
