"""A small net that evaluates a position by its features: share of the win and final score of each seat.

The same weights are used for every seat. Its inputs are its own features and those of the table: the sums
over all seats, and a few that belong to no seat. Hidden units capture combinations; the rest is a weighted
sum.

All steps but the last use integers, so that a position has the same evaluation to the last bit, compiled and
interpreted, on every machine. A weight of 1 is ONE; a hidden unit ranges from -FULL to FULL.
"""

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

ONE: Final[i64] = 1 << 16
FULL: Final[i64] = 1 << 12
OUT: Final = 268435456.0  # ONE * FULL: the unit of the outputs


def size_of(own: int, table: int, hidden: int) -> int:
    """Return the number of weights in a set; their order is that of `Net`."""
    return own * hidden + (own + table) * hidden + 2 * own + 2 * hidden + own + table


def abs_of(z: i64) -> i64:
    if z < 0:
        return -z
    return z


@final
class Net:
    """The weights, in one set per stage of the game.

    A set has these weights in this order. For each own feature, one for each hidden unit; the same for each
    feature of the table (sums first). For each own feature, one for the win and one for the score; the same
    for the hidden units. For each feature of the table, one for the mean score of all seats.
    """

    def __init__(self, own: int, table: int, hidden: int, sets: int, numbers: list[int]) -> None:
        self.own: i64 = own
        self.table: i64 = table
        self.hidden: i64 = hidden
        self.sets: i64 = sets
        self.size: i64 = size_of(own, table, hidden)
        if len(numbers) != sets * size_of(own, table, hidden):
            raise ValueError("the number of weights does not fit the figures")
        weights = vec[i64]()
        for number in numbers:
            weights = append(weights, i64(number))
        self.weights = weights
        self.common = vec[i64]([0] * hidden)
        self.units = vec[i64]([0] * hidden)
        self.sums = vec[i64]([0] * (own + table))  # over all seats, then the features of the table
        self.wins = vec[float]([0.0] * 8)

    def evaluate(
        self, stage: i64, players: i64, features: vec[i64], shares: vec[float], scores: vec[float]
    ) -> None:
        """Write each seat's share of the win and its score, from all features."""
        own, hidden, weights = self.own, self.hidden, self.weights
        units, common, wins = self.units, self.common, self.wins
        begin = stage * self.size
        average = self._fill_common(begin, players, features)
        win_row = begin + own * hidden + (own + self.table) * hidden
        score_row = win_row + own
        unit_row = score_row + own
        total = 0.0
        best = 0.0
        seat: i64 = 0
        while seat < players:
            win: i64 = 0
            score: i64 = 0
            at = seat * own
            i: i64 = 0
            while i < own:
                x = features[at + i]
                if x != 0:
                    win += x * weights[win_row + i]
                    score += x * weights[score_row + i]
                i += 1
            self._add_features(features, at, own, begin, common, units)
            win *= FULL
            score *= FULL
            j: i64 = 0
            while j < hidden:
                z = units[j]
                bent = z * FULL // (ONE + abs_of(z))
                win += bent * weights[unit_row + j]
                score += bent * weights[unit_row + hidden + j]
                j += 1
            wins[seat] = float(win) / OUT
            scores[seat] = float(score) / OUT
            total += scores[seat]
            if seat == 0 or wins[seat] > best:
                best = wins[seat]
            seat += 1
        shift = average - total / float(players)
        chances = 0.0
        seat = 0
        while seat < players:
            scores[seat] += shift
            shares[seat] = math.exp(wins[seat] - best)
            chances += shares[seat]
            seat += 1
        seat = 0
        while seat < players:
            shares[seat] /= chances
            seat += 1

    def shares_of(self, stage: int, players: int, features: list[int]) -> list[float]:
        """Return each seat's share of the win, for training."""
        values = vec[i64]()
        for feature in features:
            values = append(values, i64(feature))
        shares = vec[float]([0.0] * players)
        self.evaluate(stage, players, values, shares, vec[float]([0.0] * players))
        return list(shares)

    def _fill_common(self, begin: i64, players: i64, features: vec[i64]) -> float:
        """Fill `common`, the part of the hidden units that all seats share; return the mean score."""
        own, hidden, weights, sums = self.own, self.hidden, self.weights, self.sums
        count = own + self.table
        row = begin + own * hidden
        last = row + count * hidden + 2 * own + 2 * hidden
        average: i64 = 0
        i: i64 = 0
        while i < count:
            x: i64 = 0
            if i < own:
                seat: i64 = 0
                while seat < players:
                    x += features[seat * own + i]
                    seat += 1
            else:
                x = features[(players - 1) * own + i]
            sums[i] = x
            average += x * weights[last + i]
            i += 1
        j: i64 = 0
        while j < hidden:
            self.common[j] = 0
            j += 1
        self._add_features(sums, 0, count, row, self.common, self.common)
        return float(average) / float(ONE)

    def _add_features(
        self, features: vec[i64], at: i64, count: i64, begin: i64, before: vec[i64], units: vec[i64]
    ) -> None:
        """Write the units `before` plus weighted features: `count` from `at` on, their weights from `begin`.

        Four units at a time, so that their sums stay in registers.
        """
        hidden, weights = self.hidden, self.weights
        j: i64 = 0
        while j + 4 <= hidden:
            a = before[j]
            b = before[j + 1]
            c = before[j + 2]
            d = before[j + 3]
            row = begin + j
            i: i64 = 0
            while i < count:
                x = features[at + i]
                if x != 0:
                    a += x * weights[row]
                    b += x * weights[row + 1]
                    c += x * weights[row + 2]
                    d += x * weights[row + 3]
                row += hidden
                i += 1
            units[j] = a
            units[j + 1] = b
            units[j + 2] = c
            units[j + 3] = d
            j += 4
        while j < hidden:
            a = before[j]
            i = 0
            while i < count:
                a += features[at + i] * weights[begin + i * hidden + j]
                i += 1
            units[j] = a
            j += 1
