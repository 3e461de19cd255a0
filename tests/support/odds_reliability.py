"""Measure whether the odds of leading are calibrated: `python -m tests.support.odds_reliability GAMES…`.

Planning decisions are drawn at random from all games. For each action that the seat's plan had at the end of
planning, the predicted chance to lead with that many markers is compared with what happened. A second table
has only the decisions about the last marker of a plan.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from vanuatu.ai.vanuatu.odds import make_odds
from vanuatu.ai.weight_files import advisor_for
from vanuatu.cli.review.odds import sharpness_by_seat
from vanuatu.core.rng import Rng
from vanuatu.notation.files import read_games
from vanuatu.notation.session import Session

BINS = 10


@dataclass
class Bin:
    """Predictions of similar size, and how often they came true."""

    count: int = 0
    predicted: float = 0.0
    happened: int = 0

    def add(self, predicted: float, happened: bool) -> None:
        self.count += 1
        self.predicted += predicted
        self.happened += happened


class Reliability:
    """Bins from 0 to 1, and the sum of squared errors."""

    def __init__(self) -> None:
        self.bins = [Bin() for _ in range(BINS)]
        self.squares = 0.0

    def add(self, predicted: float, happened: bool) -> None:
        self.bins[min(BINS - 1, int(predicted * BINS))].add(predicted, happened)
        self.squares += (predicted - happened) ** 2

    @property
    def error(self) -> float:
        """The mean distance of prediction and frequency, weighted by the number of predictions."""
        whole = sum(one.count for one in self.bins)
        return sum(abs(one.predicted - one.happened) for one in self.bins) / max(1, whole)

    def text(self) -> str:
        whole = max(1, sum(one.count for one in self.bins))
        lines = ["| predicted | number | mean prediction | happened |", "| --- | --- | --- | --- |"]
        for at, one in enumerate(self.bins):
            if one.count:
                mean, share = one.predicted / one.count, one.happened / one.count
                lines.append(
                    f"| {at * 10}–{at * 10 + 10} % | {one.count} | {100 * mean:.1f} % | {100 * share:.1f} % |"
                )
        lines.append(f"\nCalibration error {100 * self.error:.1f} %, Brier score {self.squares / whole:.3f}.")
        return "\n".join(lines)


def planning_plies(session: Session) -> Iterator[int]:
    """Yield the plies at which a seat plans."""
    for ply, made in enumerate(session.record.plies):
        if made.seat >= 0 and made.token.startswith("+"):
            yield ply


def outcome(session: Session, ply: int) -> tuple[list[list[bool]], list[int]]:
    """Return whether 0 to 5 markers would have led each action, and the markers that were really there.

    Others count with the plans of the round in which the seat to move at this ply plans.
    """
    from vanuatu.core.vanuatu import board
    from vanuatu.core.vanuatu.layout import Seat
    from vanuatu.core.vanuatu.state import VanuatuState

    last = ply
    plies = session.record.plies
    while last < len(plies) and (plies[last].token.startswith(("+", "^")) or plies[last].seat < 0):
        last += 1
    state = session.at(last)
    assert isinstance(state, VanuatuState)
    seat = plies[ply].seat
    base = Seat.BASE + Seat.SIZE * seat + Seat.MARKERS
    own = [int(state.b[base + action]) for action in range(9)]
    led = []
    for action in range(9):
        row = []
        for count in range(6):
            state.b[base + action] = count
            row.append(board.leader(state.b, state.players, action) == seat)
        state.b[base + action] = own[action]
        led.append(row)
    return led, own


def measure(files: list[str], positions: int, samples: int) -> tuple[int, Reliability, Reliability]:
    """Return the number of positions, and the reliability of all predictions and of those at last markers."""
    rng = Rng(7)
    every, last = Reliability(), Reliability()
    candidates: list[tuple[Session, int]] = []
    for name in files:
        for read in read_games(name):
            if read.error is None:
                candidates += [(read.session, ply) for ply in planning_plies(read.session)]
    order = sorted(range(len(candidates)), key=lambda _: rng.bits())
    done = 0
    for at in islice(order, positions):
        session, ply = candidates[at]
        sharpness = sharpness_by_seat(session)
        odds = make_odds(session.at(ply), advisor_for(session.game), rng.fork(), sharpness)
        if odds is None:
            continue
        odds.run(samples)
        done += 1
        happened, own = outcome(session, ply)
        for action in range(9):
            led, tried = odds.lead(action, own[action])
            if own[action] and tried:
                every.add(led / tried, happened[action][own[action]])
                if len(session.record.plies[ply].token) == len("+F"):
                    last.add(led / tried, happened[action][own[action]])
        if done % 200 == 0:
            print(f"{done} positions", file=sys.stderr)
    return done, every, last


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--samples", type=int, default=400)
    given = parser.parse_args()
    done, every, last = measure(given.files, given.positions, given.samples)
    print(f"{done} positions, {given.samples} samples each\n\nPlans, at every planning decision:\n")
    print(every.text())
    print("\nPlans, at the last marker:\n")
    print(last.text())


if __name__ == "__main__":
    main()
