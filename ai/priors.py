"""Priors learned from visits: a move is as promising as the weighted sum of its features.

A feature is the index of a weight, and an amount. The module `move_features` of a game computes the features
of a move. The search and the fit use the same function.
"""

from collections.abc import Mapping
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

UNIT: Final = 65536.0  # a weight of 1, as an integer in a file


def gain_only_weights(blocks: Mapping[str, int], heat: float) -> list[int]:
    """Return weights by which only the gain of a move counts, in units of heat; all others are 0.

    `blocks` has the blocks of weights in order, with their sizes. The names of gain blocks end in ": gain".
    """
    weights: list[int] = []
    for name, size in blocks.items():
        weights += [round(UNIT / heat) if name.endswith(": gain") else 0] * size
    return weights


def capped(most: i64, number: i64) -> i64:
    """Return the number, or `most` if it is larger."""
    if number > most:
        return most
    return number


@final
class Priors:
    """The weights, and the weighted sum for one move."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers
        weights = vec[float]()
        for number in numbers:
            weights = append(weights, float(number) / UNIT)
        self.weights = weights
        self.total = 0.0
        self.recording = False  # whether features are recorded, for a fit
        self.indices: list[int] = []
        self.amounts: list[float] = []

    def begin(self) -> None:
        """Begin the next move."""
        self.total = 0.0
        if self.recording:
            self.indices = []
            self.amounts = []

    def add(self, index: i64, amount: float) -> None:
        """Add one feature of the move."""
        self.total += self.weights[index] * amount
        if self.recording:
            self.note(index, amount)

    def note(self, index: i64, amount: float) -> None:
        """Record one feature of the move."""
        self.indices.append(int(index))
        self.amounts.append(amount)
