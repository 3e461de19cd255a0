"""When to stop a match: a sequential test between two bots.

What is tested is the share of duels that the first bot wins: a duel is a game seen by one seat of
the first and one of the second, and whoever is placed before the other wins it. A whole set of
games (every seating on one seed) is one observation, its mean, because games on the same seed
depend on one another and only a whole set favours nobody.

Two tests of Wald's kind run side by side, with the variance estimated from the sets: "equal"
against "the first is better by so many points", and "equal" against "the second is". The match
stops when one of them finds its bot better, or both find "equal".
"""

import math
from typing import Final

from vanuatu.cli.match.outcome import Outcome

FALSE_ALARM: Final = 0.05  # between equal bots: the chance to find one of them better
MISS: Final = 0.05  # between bots that far apart: the chance not to find the better one
DIFFERENCE: Final = 50.0  # points
LEAST_SETS: Final = 8
_DOUBT: Final = 3.0  # sets' worth of doubt about the variance, which a few equal sets do not dispel
_WIDEST: Final = 0.25  # the variance of a duel that is always won or lost

_KEPT_BACK: Final = 0.8  # the variance is an estimate, which costs some of the error rate
_UPPER: Final = math.log(2 / (FALSE_ALARM * _KEPT_BACK))  # each side has half of the false alarms
_LOWER: Final = math.log(MISS)


def duel_share(outcome: Outcome, first: str, second: str) -> float | None:
    """The share of duels that the first bot won in a game, ties halved; None if the two did not meet."""
    places = outcome.places()
    ours = [place for name, place in zip(outcome.names, places, strict=True) if name == first]
    theirs = [place for name, place in zip(outcome.names, places, strict=True) if name == second]
    if not ours or not theirs:
        return None
    won = sum(1.0 if a < b else 0.5 if a == b else 0.0 for a in ours for b in theirs)
    return won / (len(ours) * len(theirs))


class SequentialTest:
    """Takes the sets one after another and says when enough is known."""

    def __init__(self, difference: float = DIFFERENCE) -> None:
        self.difference = difference
        self.sets = 0
        self.verdict = ""  # "first", "second" or "equal" once it is decided
        self._sum = 0.0
        self._squares = 0.0
        self._ahead = 1 / (1 + 10 ** (-difference / 400)) - 0.5
        self._found_equal = [False, False]

    @property
    def share(self) -> float:
        """The mean share of duels that the first bot has won."""
        return self._sum / self.sets if self.sets else 0.5

    def add(self, share: float) -> bool:
        """Take the mean share of a set; whether the test is decided."""
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
        """The logarithm of the likelihood ratio of "better" against "equal", for the first or second bot."""
        scatter = max(0.0, self._squares - self._sum**2 / self.sets)
        variance = (scatter + _DOUBT * _WIDEST) / (self.sets + _DOUBT)
        lead = (0.5 - self.share) if second else (self.share - 0.5)
        return self.sets * self._ahead * (2 * lead - self._ahead) / (2 * variance)
