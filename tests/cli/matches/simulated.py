"""Simulated matches: sets of games of two bots with a known rating difference.

Games follow the Plackett–Luce model. The games of a set share their draws: each seat has luck that is the
same in all of them. Some wins are shared. The results are then weighted so that the share of wins of the
first bot is exactly the one that belongs to the difference; otherwise luck and shared wins would reduce it.

`python -m tests.cli.matches.simulated 10000` prints the table of docs/lab/strength.md.
"""

import itertools
import math
import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from vanuatu.cli.match.sequential import (
    FAILED,
    PASSED,
    PairResult,
    SequentialTest,
    Sprt,
    expected_share,
)
from vanuatu.cli.match.tasks import seatings

SHARED = 0.15  # part of the wins that two seats share
LUCK = 0.6  # standard deviation of a seat's luck in a set, about 100 points
POOL = 6000  # sets that are simulated to know how often each result occurs
MOST_SETS = 100_000


@dataclass(frozen=True)
class SetResults:
    """The possible results of a set, and how often each occurs."""

    results: list[list[PairResult]]
    weights: list[float]


def simulate_sets(players: int, points: float, seed: int = 1) -> SetResults:
    """Return the results of sets of two bots that share the seats, for this rating difference."""
    rng = random.Random(seed)
    seats = seatings(["a", "b"], players)
    strength = 10 ** (points / 400)
    counts: Counter[float] = Counter()
    for _ in range(POOL):
        luck = [math.exp(rng.gauss(0, LUCK)) for _ in range(players)]
        counts[sum(_wins_of_first(seating, luck, strength, rng) for seating in seats)] += 1
    wins = sorted(counts)
    mean = len(seats) * expected_share(points, (1, 1))
    weights = _tilt(wins, [counts[won] for won in wins], mean)
    return SetResults([[PairResult(won, len(seats) - won, (1, 1))] for won in wins], weights)


def _wins_of_first(seating: tuple[int, ...], luck: list[float], strength: float, rng: random.Random) -> float:
    chances = [luck[seat] * (1.0 if bot else strength) for seat, bot in enumerate(seating)]
    seats = range(len(seating))
    first = rng.choices(seats, chances)[0]
    if rng.random() >= SHARED:
        return float(seating[first] == 0)
    chances[first] = 0.0
    second = rng.choices(seats, chances)[0]
    return ((seating[first] == 0) + (seating[second] == 0)) / 2


def _tilt(values: list[float], counts: list[int], mean: float) -> list[float]:
    """Return the counts as weights, changed as little as possible so that the mean is exact."""
    low, high = -5.0, 5.0
    weights: list[float] = []
    for _ in range(60):
        middle = (low + high) / 2
        weights = [count * math.exp(middle * value) for value, count in zip(values, counts, strict=True)]
        found = sum(v * w for v, w in zip(values, weights, strict=True)) / sum(weights)
        low, high = (middle, high) if found < mean else (low, middle)
    return weights


@dataclass
class Verdicts:
    """How many simulated matches had each verdict, and the sum of their sets."""

    counts: Counter[str]
    sets: int


def play_matches(
    sets: SetResults, trials: int, make_test: Callable[[], SequentialTest], seed: int = 1
) -> Verdicts:
    """Play matches until their test decides."""
    rng = random.Random(seed)
    found = Verdicts(Counter(), 0)
    cumulative = list(itertools.accumulate(sets.weights))
    for _ in range(trials):
        test = make_test()
        while not test.verdict:
            assert test.sums.sets < MOST_SETS
            for results in rng.choices(sets.results, cum_weights=cumulative, k=50):
                if test.add(results):
                    break
        found.counts[test.verdict] += 1
        found.sets += test.sums.sets
    return found


def _one_test(lower: float, upper: float) -> SequentialTest:
    return SequentialTest([Sprt(lower, upper)])


def print_table(trials: int) -> None:
    """Print the error rates of several tests as a table of Markdown."""
    print("| players | bounds | truth | wrong | sets per match |")
    print("| --: | --: | --: | --: | --: |")
    for players in (2, 4):
        for lower, upper in ((0, 30), (-25, 0), (0, 100)):
            for truth in (lower, upper):
                sets = simulate_sets(players, truth)
                found = play_matches(sets, trials, partial(_one_test, lower, upper))
                wrong = found.counts[PASSED if truth == lower else FAILED]
                print(
                    f"| {players} | {lower}, {upper} | {truth} | {100 * wrong / trials:.2f} % | "
                    f"{found.sets / trials:.0f} |",
                    flush=True,
                )


if __name__ == "__main__":
    print_table(int(sys.argv[1]))
