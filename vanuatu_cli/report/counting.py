"""Counting: whole numbers added up over many games, so that a game is looked at and forgotten.

`Sums` holds one total for each figure. A figure is a number such as "games" or "times fished"; which
one stands where is said by a class of constants: `Figure` here for any game, and one in the counting
module of a game for what only that game has.
"""

from abc import ABC, abstractmethod
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from vanuatu.core.game import State
from vanuatu.notation.record import Ply

SHARES: Final[i64] = 60  # a win counts so much: it can be shared evenly by up to five seats


class CountedFigure:
    """What is counted of a seat in any game."""

    SEATS: Final[i64] = 0
    WINS: Final[i64] = 1  # in parts of SHARES
    EVEN: Final[i64] = 2  # the wins there would be if all seats of a game were equally strong
    PLAYED: Final[i64] = 3  # games that nobody forfeited; everything but wins and places is counted of them
    LOST: Final[i64] = 4  # of these, games lost together, which have no scores
    SCORE: Final[i64] = 5
    SQUARES: Final[i64] = 6  # of scores
    PLACES: Final[i64] = 7  # twice the place, because two seats may share first and second place
    SPARE: Final[i64] = 8  # here begin the figures of a game's own


def zeros(size: i64) -> vec[i64]:
    numbers = vec[i64]()
    while len(numbers) < size:
        numbers = append(numbers, i64(0))
    return numbers


@final
class Sums:
    """Totals, one for each figure."""

    def __init__(self, size: i64) -> None:
        self.totals: vec[i64] = zeros(size)

    def add(self, figure: i64, amount: i64) -> None:
        self.totals[figure] += amount

    def total(self, figure: i64) -> int:
        """What a figure has come to."""
        return self.totals[figure]


@final
class Standing:
    """How a game ended for its seats, in seat order; `counted` are the seats that the report is about."""

    def __init__(
        self,
        shares: list[int],
        scores: list[int],
        places: list[float],
        counted: list[bool],
        *,
        lost: bool,
        forfeited: bool,
    ) -> None:
        self.shares = shares  # of the win, in parts of SHARES
        self.scores = scores
        self.places = places
        self.counted = counted
        self.lost = lost  # together
        self.forfeited = forfeited
        self.scored = not lost and not forfeited


@mypyc_attr(allow_interpreted_subclasses=True)
class Counter(ABC):
    """Counts one game after another; what it has counted of the last one can be added to any `Sums`.

    This class knows results only. A game that has more to count derives from it and fills its own
    figures, from `Figure.SPARE` on, in `follow`.
    """

    def __init__(self, size: i64) -> None:
        self.size = size  # figures a seat
        self.figures: vec[i64] = zeros(0)  # of the last game, seat by seat
        self.decisions = 0  # moves of seats in the last game
        self.opener: i64 = -1  # the seat that had the first turn of the last game, -1 if that is not known

    @abstractmethod
    def follow(self, start: State, moves: list[int], standing: Standing) -> None:
        """Look at a game that was played to its end, from its first move to its last."""

    def count(self, start: State, plies: list[Ply], moves: list[int], standing: Standing) -> None:
        """Count a game: its moves as it was written down and as numbers."""
        players = start.players
        self.figures = zeros(players * self.size)
        self.opener = -1
        self.decisions = 0
        for ply in plies:
            if ply.seat >= 0:
                self.decisions += 1
        seat: i64 = 0
        while seat < players:
            self._count_result(seat, players, standing)
            seat += 1
        if not standing.forfeited:
            self.follow(start, moves, standing)

    def add_to(self, sums: Sums, seat: i64) -> None:
        """Add a seat's figures of the last game."""
        base = seat * self.size
        figures = self.figures
        totals = sums.totals
        n = self.size
        i: i64 = 0
        while i < n:
            totals[i] += figures[base + i]
            i += 1

    def sums(self) -> Sums:
        """Nothing yet, with room for all figures."""
        return Sums(self.size)

    def _count_result(self, seat: i64, players: i64, standing: Standing) -> None:
        base = seat * self.size
        figures = self.figures
        score: i64 = standing.scores[seat]
        figures[base + CountedFigure.SEATS] = 1
        figures[base + CountedFigure.WINS] = standing.shares[seat]
        figures[base + CountedFigure.EVEN] = SHARES // players
        figures[base + CountedFigure.PLACES] = i64(2 * standing.places[seat])
        if not standing.forfeited:
            figures[base + CountedFigure.PLAYED] = 1
        if standing.lost:
            figures[base + CountedFigure.LOST] = 1
        if standing.scored:
            figures[base + CountedFigure.SCORE] = score
            figures[base + CountedFigure.SQUARES] = score * score


@final
class ResultCounter(Counter):
    """For a game that counts nothing of its own."""

    def __init__(self) -> None:
        super().__init__(CountedFigure.SPARE)

    def follow(self, start: State, moves: list[int], standing: Standing) -> None:
        """There is nothing more to look at."""
