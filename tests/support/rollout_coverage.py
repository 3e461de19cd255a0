"""Measure whether the 95 % intervals of rollouts contain the long run's value.

`python -m tests.support.rollout_coverage` takes ten positions of games between `greedy` bots and two moves at
each. For each position, many short rollouts are compared with one long rollout of other seeds.
"""

import argparse
import math
from collections import Counter
from collections.abc import Iterator

import vanuatu
from vanuatu.cli.review.rollouts import Rollout, mean_and_sd
from vanuatu.notation.game import session_of
from vanuatu.notation.session import Session

NORMAL_95 = 1.96
LONG_SEED = 1_000_000  # short rollouts have the seeds from 1 on


def positions(count: int) -> Iterator[tuple[Session, list[int]]]:
    """Yield positions at different times of different games, each with the first and the last legal move."""
    for number in range(count):
        session = session_of(vanuatu.play(["greedy"] * (2 + number % 4), seed=number))
        ply = len(session.moves) * (number + 1) // (count + 1)
        while session.at(ply).actor < 0 or len(session.at(ply).legal_moves()) < 2:
            ply += 1
        at = session.until(ply)
        moves = [int(move) for move in at.state.legal_moves()]
        yield at, [moves[0], moves[-1]]


def played(at: Session, moves: list[int], games: int, seed: int) -> Rollout:
    """Return a rollout by `greedy` that has not ended early."""
    rollout = Rollout(at, moves, "greedy", games, seed, early=False)
    while not rollout.step():
        pass
    return rollout


def figures(rollout: Rollout, moves: list[int]) -> dict[str, tuple[float, float]]:
    """Return mean and deviation of the first move's results, and of the differences to the second."""
    first, second = moves
    results = rollout.results[first]
    return {
        "score": mean_and_sd(results.scores, False),
        "win chance": mean_and_sd(results.wins, True),
        "difference of scores": rollout.difference(first, second, "scores"),
        "difference of win chances": rollout.difference(first, second, "wins"),
    }


def measure(places: int, trials: int, games: int, long_games: int) -> tuple[int, Counter[str]]:
    """Return the number of trials, and how often the interval of each figure contained the long run's value.

    The interval allows for the error of the long run, which is not the true value either.
    """
    inside: Counter[str] = Counter()
    for at, moves in positions(places):
        truth = figures(played(at, moves, long_games, LONG_SEED), moves)
        for trial in range(trials):
            for name, (mean, sd) in figures(played(at, moves, games, 1 + trial), moves).items():
                value, error = truth[name]
                inside[name] += abs(mean - value) <= NORMAL_95 * math.hypot(sd, error)
    return places * trials, inside


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=10)
    parser.add_argument("--trials", type=int, default=50, help="short rollouts of each position")
    parser.add_argument("--games", type=int, default=50, help="games of a short rollout")
    parser.add_argument("--long", type=int, default=2500, help="games of a long rollout")
    given = parser.parse_args()
    trials, inside = measure(given.positions, given.trials, given.games, given.long)
    for name, count in inside.items():
        print(f"{name}: {count} of {trials}, {100 * count / trials:.1f} %")


if __name__ == "__main__":
    main()
