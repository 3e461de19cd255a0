"""Fit strengths to rankings: the Plackett–Luce model, by Newton's method.

A ranking is read from its winner down. Among the players not yet placed, each comes next with a chance
in proportion to the exponential of its strength. Ties use Efron's approximation. A strength is a sum of
parts, for example that of the bot and that of the seat. Weak priors keep the strength of an unbeaten
player finite.
"""

import math
from collections import Counter
from collections.abc import Sequence

Parts = tuple[int, ...]  # the strengths that add up to that of one player of a game
Group = tuple[Parts, ...]  # players who tie
Ranking = tuple[tuple[Group, ...], Group]  # groups from first to last, then the unordered rest

_STEPS = 100
_PRECISION = 1e-9


class Fit:
    """Fitted strengths with their covariance."""

    def __init__(self, strengths: list[float], covariance: list[list[float]]) -> None:
        self.strengths = strengths
        self.covariance = covariance

    def centred(self, group: Sequence[int]) -> list[tuple[float, float]]:
        """Return strength and standard error of each member of a group, relative to the group's mean."""
        n = len(group)
        mean = sum(self.strengths[i] for i in group) / n
        rows = {i: sum(self.covariance[i][j] for j in group) / n for i in group}
        whole = sum(rows.values()) / n
        return [
            (
                self.strengths[i] - mean,
                math.sqrt(max(0.0, self.covariance[i][i] - 2 * rows[i] + whole)),
            )
            for i in group
        ]

    def relative(self, group: Sequence[int], to: int) -> list[tuple[float, float]]:
        """Return strength and standard error of each member of a group, relative to one strength."""
        return [
            (
                self.strengths[i] - self.strengths[to],
                math.sqrt(
                    max(0.0, self.covariance[i][i] - 2 * self.covariance[i][to] + self.covariance[to][to])
                ),
            )
            for i in group
        ]


def fit(rankings: Counter[Ranking], deviations: Sequence[float]) -> Fit:
    """Return the most likely strengths. `deviations` are the standard deviations of their priors (mean 0)."""
    size = len(deviations)
    strengths = [0.0] * size
    value, slope, bend = _likelihood(rankings, strengths, deviations)
    for _ in range(_STEPS):
        step = _solve(bend, slope)
        scale = 1.0
        while True:
            tried = [s + scale * d for s, d in zip(strengths, step, strict=True)]
            better, tried_slope, tried_bend = _likelihood(rankings, tried, deviations)
            if better >= value - _PRECISION or scale < 1e-6:
                break
            scale /= 2
        gained = better - value
        strengths, value, slope, bend = tried, better, tried_slope, tried_bend
        if gained < _PRECISION:
            break
    return Fit(strengths, _inverse(bend))


def _likelihood(
    rankings: Counter[Ranking], strengths: list[float], deviations: Sequence[float]
) -> tuple[float, list[float], list[list[float]]]:
    """Return the log-likelihood with its priors, its gradient, and its negative Hessian."""
    size = len(strengths)
    value = 0.0
    slope = [0.0] * size
    bend = [[0.0] * size for _ in range(size)]
    for i, deviation in enumerate(deviations):
        weight = 1 / deviation**2
        value -= strengths[i] ** 2 * weight / 2
        slope[i] -= strengths[i] * weight
        bend[i][i] += weight
    for ranking, times in rankings.items():
        value += times * _add_ranking(ranking, times, strengths, slope, bend)
    return value, slope, bend


def _add_ranking(
    ranking: Ranking, times: int, strengths: list[float], slope: list[float], bend: list[list[float]]
) -> float:
    groups, rest = ranking
    field = [parts for group in (*groups, rest) for parts in group]
    sums = [sum(strengths[part] for part in parts) for parts in field]
    highest = max(sums)
    weights = [math.exp(total - highest) for total in sums]
    value = 0.0
    first = 0
    for group in groups:
        tied = len(group)
        for position in range(first, first + tied):
            value += sums[position] - highest
            for part in field[position]:
                slope[part] += times
        for left in range(tied):
            fading = 1 - left / tied
            chances = [
                weight * fading if number < tied else weight for number, weight in enumerate(weights[first:])
            ]
            whole = sum(chances)
            value -= math.log(whole)
            _add_stage([c / whole for c in chances], field[first:], times, slope, bend)
        first += tied
    return value


def _add_stage(
    chances: list[float], field: list[Parts], times: int, slope: list[float], bend: list[list[float]]
) -> None:
    """Add one step of a ranking: a player of the field, with these chances, comes next."""
    expected: dict[int, float] = {}
    for chance, parts in zip(chances, field, strict=True):
        for part in parts:
            expected[part] = expected.get(part, 0.0) + chance
            row = bend[part]
            for other in parts:
                row[other] += times * chance
    for part, mean in expected.items():
        slope[part] -= times * mean
        row = bend[part]
        for other, other_mean in expected.items():
            row[other] -= times * mean * other_mean


def _solve(matrix: list[list[float]], vector: list[float]) -> list[float]:
    inverse = _inverse(matrix)
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in inverse]


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Invert by Gauss-Jordan elimination. The priors make the matrix positive definite: no pivot is 0."""
    size = len(matrix)
    work = [[*row, *(1.0 if i == j else 0.0 for j in range(size))] for i, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda i: abs(work[i][column]))
        work[column], work[pivot] = work[pivot], work[column]
        head = work[column][column]
        work[column] = [x / head for x in work[column]]
        for i in range(size):
            if i != column and work[i][column] != 0.0:
                factor = work[i][column]
                work[i] = [x - factor * y for x, y in zip(work[i], work[column], strict=True)]
    return [row[size:] for row in work]
