"""Priors that were learned from visits: how promising a move looks is a weighted sum of its terms.

A term is the number of a weight, and how much of it counts. Which terms a move has is told by a game's module
`terms`: one function, for the search that goes by the weights and for whoever fits them.
"""

from collections.abc import Mapping
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

UNIT: Final = 65536.0  # a weight of 1, in the whole numbers of a file


def gain_only_weights(blocks: Mapping[str, int], heat: float) -> list[int]:
    """Weights by which only what a move gains counts, in units of heat; the others are nothing.

    `blocks` names the blocks of weights in their order, with their sizes; those of gains end in ": gain".
    """
    weights: list[int] = []
    for name, size in blocks.items():
        weights += [round(UNIT / heat) if name.endswith(": gain") else 0] * size
    return weights


def capped(most: i64, number: i64) -> i64:
    """The number, or `most` if it is larger."""
    if number > most:
        return most
    return number


@final
class Priors:
    """The weights, and the sum over the terms of one move."""

    def __init__(self, numbers: list[int]) -> None:
        weights = vec[float]()
        for number in numbers:
            weights = append(weights, float(number) / UNIT)
        self.weights = weights
        self.total = 0.0
        self.recording = False  # whether terms are kept, for whoever fits
        self.indices: list[int] = []
        self.amounts: list[float] = []

    def begin(self) -> None:
        """The next move."""
        self.total = 0.0
        if self.recording:
            self.indices = []
            self.amounts = []

    def add(self, index: i64, amount: float) -> None:
        """One more term of the move."""
        self.total += self.weights[index] * amount
        if self.recording:
            self._record(index, amount)

    def _record(
        self, index: i64, amount: float
    ) -> None:  # apart, so that `add` stays short: it is called most
        self.indices.append(int(index))
        self.amounts.append(amount)
