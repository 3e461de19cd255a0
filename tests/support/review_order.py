"""Measure whether reviews order bots by strength.

`python -m tests.support.review_order games OUT.pvn` plays 60 games of four players between `random`, `easy`,
`medium`, `hard` and `expert`. `vanuatu review OUT.pvn --bot mcts:300 --json --out R.json` reviews them.
`python -m tests.support.review_order table R.json` prints the loss of each bot and of each pair, and
`… words SHORT.json LONG.json` how often two reviewers choose the same skill word. This needs numpy.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

import vanuatu
from vanuatu.ai.learning.samples import Array
from vanuatu.cli.review import marks

BOTS = ("random", "easy", "medium", "hard", "expert")
SEED = 31001
ORDERS = ((0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
WORDS = [word for word, _ in marks.SKILLS]
MARKS = ("inaccuracies", "mistakes", "blunders")
NORMAL_95 = 1.96


def seating(number: int) -> list[str]:
    """Return the bots by seat in a game, from 0.

    Each bot pauses in one game of five. After 60 games each has sat 12 times in each seat.
    """
    four = [bot for at, bot in enumerate(BOTS) if at != number % 5]
    block = number // 5
    four = [four[at] for at in ORDERS[block // 4 % len(ORDERS)]]
    return four[block % 4 :] + four[: block % 4]


def write_games(path: Path, count: int) -> None:
    """Play the games, each with its own seed."""
    with open(path, "x", encoding="utf-8") as stream:
        for number in range(count):
            game = vanuatu.play(seating(number), seed=SEED + number)
            stream.write(("\n" if number else "") + game.text().rstrip("\n") + "\n")
            stream.flush()


@dataclass(frozen=True)
class Seat:
    """The review of one seat."""

    game: int
    bot: int
    data: dict[str, Any]

    @property
    def loss(self) -> float:
        """Points lost per move."""
        return float(self.data["points_lost"]) / max(1, int(self.data["decisions"]))

    @property
    def skill(self) -> str:
        return marks.skill_of(self.loss)


def read_seats(path: Path) -> list[Seat]:
    """Return the seats of all reviews in a file of JSON lines."""
    return [
        Seat(review["game"], BOTS.index(seat["name"]), seat)
        for review in map(json.loads, path.read_text("utf-8").splitlines())
        for seat in review["seats"]
    ]


def effects(seats: Sequence[Seat]) -> Array:
    """Return the loss per move of each bot, as far as it is not that of the game: least squares, mean 0.

    A difference of two bots compares them within games: directly where both play, and by way of the others.
    """
    games = sorted({seat.game for seat in seats})
    rows = np.zeros((len(seats), len(BOTS) + len(games)))
    for at, seat in enumerate(seats):
        rows[at, seat.bot] = 1
        rows[at, len(BOTS) + games.index(seat.game)] = 1
    losses = np.array([seat.loss for seat in seats])
    found = np.linalg.lstsq(rows, losses, rcond=None)[0][: len(BOTS)]
    return found - found.mean()


def means(of: Callable[[Seat], float]) -> Callable[[Sequence[Seat]], Array]:
    """Return a function that computes the mean of a figure for each bot."""

    def by_bot(seats: Sequence[Seat]) -> Array:
        return np.array(
            [np.mean([of(seat) for seat in seats if seat.bot == bot]) for bot in range(len(BOTS))]
        )

    return by_bot


def with_errors(seats: Sequence[Seat], figures: Callable[[Sequence[Seat]], Array]) -> tuple[Array, Array]:
    """Return figures and the covariance of their errors, by a jackknife over games."""
    games = sorted({seat.game for seat in seats})
    left_out = np.array([figures([seat for seat in seats if seat.game != game]) for game in games])
    deviations = left_out - left_out.mean(axis=0)
    return figures(seats), deviations.T @ deviations * (len(games) - 1) / len(games)


def table(seats: Sequence[Seat]) -> str:
    """Return the tables of bots and of pairs, with 95 % intervals."""
    columns = [lambda seat: float(seat.data["points_lost"]), lambda seat: seat.loss]
    columns += [lambda seat, mark=mark: float(seat.data[mark]) for mark in MARKS]  # type: ignore[misc]
    columns.append(lambda seat: float(sum(seat.data[mark] for mark in MARKS)))
    found = [with_errors(seats, means(column)) for column in columns]
    lines = [
        f"{len({seat.game for seat in seats})} games",
        "",
        "| bot | seats | points lost | per move | accuracy | skill word | `?!` | `?` | `??` | marks |",
        "| --- | --: | --: | --: | --: | --- | --: | --: | --: | --: |",
    ]
    for bot, name in enumerate(BOTS):
        cells = [
            f"{mean[bot]:.{places}f} ±{NORMAL_95 * cov[bot, bot] ** 0.5:.{places}f}"
            for (mean, cov), places in zip(found, (1, 2, 1, 1, 1, 1), strict=True)
        ]
        a_move = float(found[1][0][bot])
        words = f"{marks.accuracy_of(a_move):.0f} | {marks.skill_of(a_move)}"
        count = sum(seat.bot == bot for seat in seats)
        lines.append(f"| {name} | {count} | {cells[0]} | {cells[1]} | {words} | {' | '.join(cells[2:])} |")
    lines += ["", f"| seats of | {' | '.join(WORDS)} |", f"| --- |{' --: |' * len(WORDS)}"]
    for bot, name in enumerate(BOTS):
        found_words = [seat.skill for seat in seats if seat.bot == bot]
        lines.append(f"| {name} | {' | '.join(str(found_words.count(word)) for word in WORDS)} |")
    lines += ["", "| pair | loss per move | |", "| --- | --: | --- |"]
    of_bot, cov = with_errors(seats, effects)
    for weak, strong in combinations(range(len(BOTS)), 2):
        difference = of_bot[weak] - of_bot[strong]
        error = NORMAL_95 * (cov[weak, weak] + cov[strong, strong] - 2 * cov[weak, strong]) ** 0.5
        verdict = "decided" if difference > error else "wrong" if -difference > error else "not decided"
        lines.append(f"| {BOTS[weak]} – {BOTS[strong]} | {difference:.3f} ±{error:.3f} | {verdict} |")
    return "\n".join(lines).replace("-", "−").replace("−−−", "---").replace("−−:", "--:")


def words_table(short: Sequence[Seat], long: Sequence[Seat]) -> str:
    """Return how the skill words of two reviews of the same games agree."""
    by_seat = {(seat.game, seat.bot): seat for seat in long}
    pairs = [(seat, by_seat[seat.game, seat.bot]) for seat in short if (seat.game, seat.bot) in by_seat]
    steps = [WORDS.index(one.skill) - WORDS.index(other.skill) for one, other in pairs]
    losses = np.array([(one.loss, other.loss) for one, other in pairs])
    lines = [
        f"{len(pairs)} seats: the same word in {100 * np.mean([step == 0 for step in steps]):.0f} %, "
        f"at most one step apart in {100 * np.mean([abs(step) <= 1 for step in steps]):.0f} %, "
        f"mean step {np.mean(steps):+.2f}, correlation of losses {np.corrcoef(losses.T)[0, 1]:.2f}",
        "",
        "| bot | short | long | the same word |",
        "| --- | --: | --: | --: |",
    ]
    for bot, name in enumerate(BOTS):
        mine = [at for at, (seat, _) in enumerate(pairs) if seat.bot == bot]
        same = 100 * np.mean([steps[at] == 0 for at in mine])
        lines.append(
            f"| {name} | {losses[mine, 0].mean():.2f} | {losses[mine, 1].mean():.2f} | {same:.0f} % |"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("task", choices=("games", "table", "words"))
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=60)
    given = parser.parse_args()
    if given.task == "games":
        write_games(given.files[0], given.count)
    elif given.task == "table":
        print(table([seat for file in given.files for seat in read_seats(file)]))
    else:
        sys.stdout.write(words_table(*map(read_seats, given.files[:2])) + "\n")


if __name__ == "__main__":
    main()
