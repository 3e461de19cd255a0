"""A sequential test between two bots, which decides when to stop a match.

The test is about the share of duels that the first bot wins. A duel compares a seat of the first bot with
a seat of the second in one game; the better rank wins it. One observation is the mean of a set of games:
every seating on one seed. Games on the same seed depend on one another, and only a complete set is fair
to all seats.

Two of Wald's tests run side by side, with the variance estimated from the sets: "equal" against "the
first is better by `difference` points", and "equal" against "the second is better". The match stops when
one test finds its bot better, or when both find "equal".
"""

import math
from typing import Final

from vanuatu.cli.match.outcome import Outcome

FALSE_ALARM: Final = 0.05  # chance to find one of two equal bots better
MISS: Final = 0.05  # chance to miss a difference of that size
DIFFERENCE: Final = 50.0  # points
LEAST_SETS: Final = 8
_DOUBT: Final = 3.0  # weight of the prior variance, in sets: a few equal sets prove little
_WIDEST: Final = 0.25  # variance of duels that are never tied

_KEPT_BACK: Final = 0.8  # reserve of the error rate, because the variance is an estimate
_UPPER: Final = math.log(2 / (FALSE_ALARM * _KEPT_BACK))  # each side may cause half of the false alarms
_LOWER: Final = math.log(MISS)


def duel_share(outcome: Outcome, first: str, second: str) -> float | None:
    """Return the share of duels that the first bot won (a tie is half); None if the two did not meet."""
    places = outcome.places()
    ours = [place for name, place in zip(outcome.names, places, strict=True) if name == first]
    theirs = [place for name, place in zip(outcome.names, places, strict=True) if name == second]
    if not ours or not theirs:
        return None
    won = sum(1.0 if a < b else 0.5 if a == b else 0.0 for a in ours for b in theirs)
    return won / (len(ours) * len(theirs))


class SequentialTest:
    """Reads the results of sets and decides when they are enough."""

    def __init__(self, difference: float = DIFFERENCE) -> None:
        self.difference = difference
        self.sets = 0
        self.verdict = ""  # "first", "second" or "equal"; empty while undecided
        self._sum = 0.0
        self._squares = 0.0
        self._ahead = 1 / (1 + 10 ** (-difference / 400)) - 0.5
        self._found_equal = [False, False]

    @property
    def share(self) -> float:
        """Return the mean share of duels that the first bot won."""
        return self._sum / self.sets if self.sets else 0.5

    def add(self, share: float) -> bool:
        """Add the mean share of a set; return whether the test is decided."""
        self.sets += 1
        self._sum += share
        self._squares += share * share
        if not self.verdict and self.sets >= LEAST_SETS:
            self._decide()
        return bool(self.verdict)

    def _decide(self) -> None:
        for side, name in enumerate(("first", "second")):
            ratio = self.ratio(second=bool(side))
            if ratio >= _UPPER and not self._found_equal[side]:
                self.verdict = name
                return
            if ratio <= _LOWER:
                self._found_equal[side] = True
        if all(self._found_equal):
            self.verdict = "equal"

    def ratio(self, *, second: bool = False) -> float:
        """Return the log-likelihood ratio of "better" against "equal" for the first or second bot."""
        scatter = max(0.0, self._squares - self._sum**2 / self.sets)
        variance = (scatter + _DOUBT * _WIDEST) / (self.sets + _DOUBT)
        lead = (0.5 - self.share) if second else (self.share - 0.5)
        return self.sets * self._ahead * (2 * lead - self._ahead) / (2 * variance)
