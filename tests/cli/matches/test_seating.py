"""Seats and draws of the games of a match."""

from collections import Counter

import pytest

from vanuatu.cli.match.tasks import SEED_LIMIT, Seating, SeatingFault, game_seed, match_seed, seatings


def seats_of_bots(seatings: list[Seating]) -> Counter[tuple[int, int]]:
    return Counter((bot, seat) for seating in seatings for seat, bot in enumerate(seating))


def test_three_bots_are_seated_in_every_order() -> None:
    found = seatings(["a", "b", "c"], 3)
    assert sorted(found) == [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]


def test_each_rotation_seats_every_bot_in_every_seat() -> None:
    found = seatings(["a", "b", "c", "d"], 4)
    assert len(found) == 24
    for first in range(0, 24, 4):
        assert set(seats_of_bots(found[first : first + 4]).values()) == {1}


def test_two_bots_fill_four_seats_in_all_six_pairings() -> None:
    found = seatings(["a", "b"], 4)
    assert len(set(found)) == 6
    assert all(sorted(seating) == [0, 0, 1, 1] for seating in found)


def test_two_bots_fill_three_seats_with_each_bot_doubled() -> None:
    found = seatings(["a", "b"], 3)
    assert Counter(sum(seating) for seating in found) == {1: 3, 2: 3}


@pytest.mark.parametrize(
    ("bots", "players"), [(1, 4), (2, 3), (2, 5), (3, 4), (3, 5), (4, 2), (5, 3), (5, 5)]
)
def test_every_bot_plays_every_seat_equally_often(bots: int, players: int) -> None:
    found = seatings([f"bot {number}" for number in range(bots)], players)
    counts = seats_of_bots(found)
    assert len(counts) == bots * players
    assert len(set(counts.values())) == 1
    assert len(set(found)) == len(found)


def test_single_bot_against_three_equal_bots_plays_each_seat_once() -> None:
    assert seatings(["greedy", "random", "random", "random"], 4) == [
        (0, 1, 1, 1),
        (1, 0, 1, 1),
        (1, 1, 0, 1),
        (1, 1, 1, 0),
    ]


def test_equal_bots_have_one_seating() -> None:
    assert seatings(["random"] * 3, 3) == [(0, 0, 0)]


def test_four_bots_in_two_seats_meet_in_both_orders() -> None:
    found = seatings(["a", "b", "c", "d"], 2)
    assert len(found) == 12
    assert {frozenset(pair) for pair in found} == {frozenset((i, j)) for i in range(4) for j in range(i)}


def test_too_many_seatings_are_refused() -> None:
    with pytest.raises(SeatingFault, match="more seatings than can be balanced"):
        seatings([f"bot {number}" for number in range(60)], 5)
    with pytest.raises(SeatingFault, match="at least one bot"):
        seatings([], 3)


def test_the_games_of_a_set_share_a_seed_and_the_next_set_has_another() -> None:
    seeds = [game_seed(7, number, 6) for number in range(1, 19)]
    assert seeds[:6] == [7] * 6
    assert len(set(seeds)) == 3
    assert all(0 <= seed < SEED_LIMIT for seed in seeds)


def test_the_seed_of_a_match_follows_from_any_of_its_games() -> None:
    for number in (1, 6, 7, 999, 123_456):
        assert match_seed(game_seed(42, number, 6), number, 6) == 42


def test_neighbouring_matches_do_not_share_their_draws() -> None:
    one, two = ({game_seed(seed, number, 1) for number in range(1, 20_000)} for seed in (1, 2))
    assert not one & two
