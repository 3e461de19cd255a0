"""Sequential tests between two bots (SPRT), which decide when to stop a match.

The tests are about the share of wins: of the games that one of the two bots won, the part that the first
one won. A shared win counts as a fraction. One observation is a set of games: every seating on one seed.
Games on the same seed depend on one another, and only a complete set is fair to all seats. The variance
is estimated from the sets, so that neither shared wins nor this dependence matters (a generalised SPRT).

A bound is a rating difference. With as many seats for each of the two bots, the share of wins that belongs
to `d` points is 1 / (1 + 10^(-d/400)); docs/explain/ratings.md has the reasons.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from vanuatu.cli.match.outcome import Outcome

ALPHA: Final = 0.05  # chance to accept the upper bound if the lower one is true
BETA: Final = 0.05  # chance to accept the lower bound if the upper one is true
DIFFERENCE: Final = 50.0  # points
LEAST_SETS: Final = 8
PASSED, FAILED = "passed", "failed"
FIRST, SECOND, EQUAL = "first", "second", "equal"
_DOUBT: Final = 6.0  # weight of the prior variance, in sets: a few equal sets prove little
_KEPT_BACK: Final = 0.8  # reserve of the error rate of two tests, because the variance is an estimate
_NORMAL: Final = 1.959964  # 95 %
_MOST_POINTS: Final = 2000.0


@dataclass(frozen=True)
class PairResult:
    """What a game says about two bots: their wins, and their numbers of seats."""

    won: float  # by the first
    lost: float  # won by the second
    seats: tuple[int, int]


def pair_result(outcome: Outcome, first: str, second: str) -> PairResult | None:
    """Return what a game says about two bots; None if the two did not meet."""
    seats = outcome.names.count(first), outcome.names.count(second)
    if not all(seats):
        return None
    share = 1 / len(outcome.winners) if outcome.winners else 0.0
    winners = [outcome.names[seat] for seat in outcome.winners]
    return PairResult(winners.count(first) * share, winners.count(second) * share, seats)


def expected_share(points: float, seats: tuple[int, int]) -> float:
    """Return the share of wins of a bot that is stronger by these points, with these numbers of seats."""
    strength = 10 ** (points / 400) * seats[0]
    return float(strength / (strength + seats[1]))


class PairSums:
    """Sums over sets of games: the wins of two bots, and how much they vary between sets."""

    def __init__(self) -> None:
        self.sets = 0
        self.games = 0
        self._won = 0.0
        self._decided: dict[tuple[int, int], float] = {}  # games that one of the two won, by seats
        self._total = 0.0
        self._squares = [0.0, 0.0, 0.0]  # sums of won², won × decided, decided²

    def add(self, results: Iterable[PairResult]) -> None:
        """Add a set of games."""
        won = total = 0.0
        for result in results:
            self.games += 1
            decided = result.won + result.lost
            won += result.won
            total += decided
            self._decided[result.seats] = self._decided.get(result.seats, 0.0) + decided
        self.sets += 1
        self._won += won
        self._total += total
        for place, product in enumerate((won * won, won * total, total * total)):
            self._squares[place] += product

    @property
    def share(self) -> float:
        """Return the share of wins of the first bot."""
        return self._won / self._total if self._total else 0.5

    def expected(self, points: float) -> float:
        """Return the share to expect if the first bot is stronger by these points."""
        if not self._total:
            return 0.5
        wins = sum(count * expected_share(points, seats) for seats, count in self._decided.items())
        return wins / self._total

    @property
    def variance(self) -> float:
        """Return the variance of the share, estimated from the sets."""
        if not self._total:
            return math.inf
        share = self.share
        scatter = self._squares[0] - 2 * share * self._squares[1] + share * share * self._squares[2]
        prior = _DOUBT * 0.25 * self._total / self.sets  # as if the games of a set were independent
        of_a_set = (max(0.0, scatter) + prior) / (self.sets + _DOUBT)
        return self.sets * of_a_set / self._total**2

    @property
    def share_interval(self) -> tuple[float, float]:
        """Return the 95 % interval of the share."""
        reach = _NORMAL * math.sqrt(self.variance)
        return max(0.0, self.share - reach), min(1.0, self.share + reach)

    def points(self, share: float) -> float | None:
        """Return the rating difference for a share of wins; None if all or no wins belong to one bot."""
        low, high = -_MOST_POINTS, _MOST_POINTS
        if not self.expected(low) < share < self.expected(high):
            return None
        while high - low > 1e-6:
            middle = (low + high) / 2
            low, high = (middle, high) if self.expected(middle) < share else (low, middle)
        return (low + high) / 2


@dataclass(frozen=True)
class Sprt:
    """A test of two rating differences against each other, by the log-likelihood ratio (LLR)."""

    lower: float
    upper: float
    alpha: float = ALPHA
    beta: float = BETA

    @property
    def limits(self) -> tuple[float, float]:
        """Return the LLR at which the lower bound is accepted, and that for the upper bound."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, sums: PairSums) -> float:
        """Return the log-likelihood ratio: above 0, the upper bound fits the results better."""
        lower, upper = sums.expected(self.lower), sums.expected(self.upper)
        return (upper - lower) * (2 * sums.share - lower - upper) / (2 * sums.variance)


class SequentialTest:
    """Reads the results of sets, and decides when they are enough.

    With one test, the verdict is PASSED or FAILED. With two, which ask whether the first or the second bot
    is better, it is FIRST, SECOND or EQUAL. It is empty while undecided.
    """

    def __init__(self, tests: Sequence[Sprt]) -> None:
        self.tests = tests
        self.sums = PairSums()
        self.verdict = ""
        self._rejected = [False for _ in tests]

    def add(self, results: Iterable[PairResult]) -> bool:
        """Add a set of games; return whether the test is decided."""
        self.sums.add(results)
        if not self.verdict and self.sums.sets >= LEAST_SETS:
            self._decide()
        return bool(self.verdict)

    def ratios(self) -> list[float]:
        """Return the log-likelihood ratio of each test."""
        return [test.ratio(self.sums) for test in self.tests]

    def _decide(self) -> None:
        for place, (test, ratio) in enumerate(zip(self.tests, self.ratios(), strict=True)):
            low, high = test.limits
            if ratio >= high and not self._rejected[place]:
                self.verdict = PASSED if len(self.tests) == 1 else (FIRST, SECOND)[place]
                return
            if ratio <= low:
                self._rejected[place] = True
        if all(self._rejected):
            self.verdict = FAILED if len(self.tests) == 1 else EQUAL


def better_of_two(difference: float = DIFFERENCE) -> SequentialTest:
    """Return the test of `--until-significant`: the first is better, the second is, or neither.

    Two tests run side by side. Each may cause half of the false alarms.
    """
    alpha = ALPHA / 2 * _KEPT_BACK
    return SequentialTest([Sprt(0, difference, alpha), Sprt(0, -difference, alpha)])
