"""The sequential test keeps the error rates it states."""

import math
import random
from collections import Counter
from collections.abc import Callable

import pytest

from vanuatu.cli.match.outcome import Outcome
from vanuatu.cli.match.runner import Sets
from vanuatu.cli.match.sequential import FALSE_ALARM, MISS, SequentialTest, duel_share
from vanuatu.cli.match.tasks import Match, seatings

TRIALS = 600
DIFFERENCE = 100.0
AHEAD = 1 / (1 + 10 ** (-DIFFERENCE / 400))


def verdicts(a_set: Callable[[random.Random], float], trials: int = TRIALS, seed: int = 1) -> Counter[str]:
    chance = random.Random(seed)
    found: Counter[str] = Counter()
    for _ in range(trials):
        test = SequentialTest(DIFFERENCE)
        while not test.add(a_set(chance)):
            assert test.sets < 10_000
        found[test.verdict] += 1
    return found


def pair(share: float) -> Callable[[random.Random], float]:
    """Two games a set, as with two bots in two seats."""
    return lambda chance: (int(chance.random() < share) + int(chance.random() < share)) / 2


def six_alike(share: float) -> Callable[[random.Random], float]:
    """Six games a set that hang together: some draws suit the first bot, others the second."""

    def a_set(chance: random.Random) -> float:
        here = min(1.0, max(0.0, chance.gauss(share, 0.2)))
        won = sum(1 for _ in range(6) if chance.random() < here)
        return won / 6

    return a_set


def at_most(expected: float, trials: int = TRIALS) -> float:
    """So many of the trials and three standard deviations more."""
    return expected * trials + 3 * math.sqrt(expected * (1 - expected) * trials)


@pytest.mark.parametrize("kind", [pair, six_alike])
def test_false_positive_rate_is_low(
    kind: Callable[[float], Callable[[random.Random], float]],
) -> None:
    found = verdicts(kind(0.5))
    assert found["first"] + found["second"] <= at_most(FALSE_ALARM)


@pytest.mark.parametrize("kind", [pair, six_alike])
def test_false_negative_rate_is_low(kind: Callable[[float], Callable[[random.Random], float]]) -> None:
    found = verdicts(kind(AHEAD))
    assert found["equal"] <= at_most(MISS)
    assert found["second"] <= 1
    found = verdicts(kind(1 - AHEAD))
    assert found["equal"] <= at_most(MISS)
    assert found["first"] <= 1


@pytest.mark.long
def test_error_rates_over_many_trials() -> None:
    trials = 10_000
    found = verdicts(pair(0.5), trials)
    assert found["first"] + found["second"] <= at_most(FALSE_ALARM, trials)
    assert verdicts(pair(AHEAD), trials)["equal"] <= at_most(MISS, trials)


def test_lucky_start_does_not_stop_test() -> None:
    test = SequentialTest()
    for _ in range(7):
        assert not test.add(1.0)


def test_duel_is_won_by_better_rank() -> None:
    outcome = Outcome("vanuatu", ("a", "b", "a"), (30, 20, 20), (0,))
    assert duel_share(outcome, "a", "b") == 0.75
    assert duel_share(outcome, "b", "a") == 0.25
    assert duel_share(outcome, "a", "c") is None


def test_only_complete_sets_in_order_are_counted() -> None:
    match = Match("vanuatu", (), ("a", "b"), tuple(seatings(["a", "b"], 2)), seed=1, games=10)
    sets = Sets(match, SequentialTest())
    won = Outcome("vanuatu", ("a", "b"), (2, 1), (0,))
    for number in (3, 4, 1):
        sets.add(number, won)
        assert sets.test.sets == 0
    sets.add(2, won)
    assert sets.test.sets == 2
    sets.add(5, None)
    sets.add(6, won)
    assert (sets.test.sets, sets.test.share) == (3, 1.0)
