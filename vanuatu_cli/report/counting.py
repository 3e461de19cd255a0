"""Count integers over many games, so that no game stays in memory.

`Sums` holds one total for each figure. A figure is a number such as "games" or "times fished". Classes of
constants hold the indices: `ResultFigure` for any game, and others in the counting modules of the games.
"""

from abc import ABC, abstractmethod
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from vanuatu.core.game import State
from vanuatu.notation.record import Ply

SHARES: Final[i64] = 60  # parts of a win; up to five seats can share it evenly


class ResultFigure:
    """The figures of a seat in any game."""

    SEATS: Final[i64] = 0
    WINS: Final[i64] = 1  # in parts of SHARES
    EVEN: Final[i64] = 2  # the wins if all seats of a game were equally strong
    PLAYED: Final[i64] = 3  # games without a forfeit; all figures but wins and places count only these
    LOST: Final[i64] = 4  # of these, games that all players lost; they have no scores
    SCORE: Final[i64] = 5
    SQUARES: Final[i64] = 6  # of scores
    PLACES: Final[i64] = 7  # twice the place, because two seats may share first and second place
    SPARE: Final[i64] = 8  # the first figure that a game may define


def zeros(size: i64) -> vec[i64]:
    numbers = vec[i64]()
    while len(numbers) < size:
        numbers = append(numbers, i64(0))
    return numbers


@final
class Sums:
    """Totals, one for each figure.

    Seats and rounds of one game are not independent. So `end` adds up how a quotient of figures varies
    between games: for y, the sum in a game, and n, the number of its parts, the totals of y², of y times n,
    of n², and of the games with n > 0. There is room for several kinds of quotients. `end_game` does it for
    wins (kind 0) and scores (kind 1) by seat.
    """

    def __init__(self, size: i64, kinds: i64 = 2) -> None:
        self.totals: vec[i64] = zeros(size)
        self._before: vec[i64] = zeros(2 * kinds)  # y and n of each kind at the last end of a game
        self._moments: vec[i64] = zeros(4 * kinds)

    def end_game(self, wins: i64, seats: i64, score: i64, scored: i64, lost: i64 = -1) -> None:
        """Note the end of a game. The arguments are figures; `lost` is taken off `scored`."""
        totals = self.totals
        with_score = totals[scored]
        if lost >= 0:
            with_score -= totals[lost]
        self._end(0, totals[wins], totals[seats])
        self._end(1, totals[score], with_score)

    def end(self, kind: i64, part: i64, whole: i64) -> None:
        """Note the end of a game for one kind: the quotient of two figures."""
        self._end(kind, self.totals[part], self.totals[whole])

    def _end(self, kind: i64, y_total: i64, n_total: i64) -> None:
        before, moments = self._before, self._moments
        y = y_total - before[2 * kind]
        n = n_total - before[2 * kind + 1]
        before[2 * kind] = y_total
        before[2 * kind + 1] = n_total
        moments[4 * kind] += y * y
        moments[4 * kind + 1] += y * n
        moments[4 * kind + 2] += n * n
        if n > 0:
            moments[4 * kind + 3] += 1

    def moments(self, kind: i64) -> list[int]:
        """Return the totals of y², yn and n² over the games, and the games; wins are in SHARES."""
        return [int(self._moments[4 * kind + i]) for i in range(4)]

    def add(self, figure: i64, amount: i64) -> None:
        self.totals[figure] += amount

    def total(self, figure: i64) -> int:
        """Return the total of a figure."""
        return self.totals[figure]


@final
class SeatResults:
    """The result of a game by seat; `counted` are the seats that the report is about."""

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
        self.lost = lost  # by all players
        self.forfeited = forfeited
        self.scored = not lost and not forfeited


@mypyc_attr(allow_interpreted_subclasses=True)
class Counter(ABC):
    """Counts one game after another. `add_to` adds the figures of the last one to any `Sums`.

    This class counts results. A game with more figures derives a class, and counts them in `count_moves`,
    from `ResultFigure.SPARE` on.
    """

    def __init__(self, size: i64) -> None:
        self.size = size  # figures per seat
        self.figures: vec[i64] = zeros(0)  # of the last game, seat by seat
        self.decisions = 0  # moves of seats in the last game
        self.opener: i64 = -1  # the seat with the first turn of the last game, -1 if unknown

    @abstractmethod
    def count_moves(self, start: State, moves: list[int], by_seat: SeatResults) -> None:
        """Count the moves of a finished game."""

    def count(self, start: State, plies: list[Ply], moves: list[int], by_seat: SeatResults) -> None:
        """Count a game, given its plies and moves."""
        players = start.players
        self.figures = zeros(players * self.size)
        self.opener = -1
        self.decisions = 0
        for ply in plies:
            if ply.seat >= 0:
                self.decisions += 1
        seat: i64 = 0
        while seat < players:
            self._count_result(seat, players, by_seat)
            seat += 1
        if not by_seat.forfeited:
            self.count_moves(start, moves, by_seat)

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

    def figure_of(self, seat: int, figure: int) -> int:
        """Return a figure of a seat in the last game."""
        return self.figures[seat * self.size + figure]

    def sums(self) -> Sums:
        """Return empty sums with room for all figures."""
        return Sums(self.size)

    def end_game(self, sums: Sums) -> None:
        """Note the end of a game in sums with several of its seats, for quotients that only this game has."""
        return

    def _count_result(self, seat: i64, players: i64, by_seat: SeatResults) -> None:
        base = seat * self.size
        figures = self.figures
        score: i64 = by_seat.scores[seat]
        figures[base + ResultFigure.SEATS] = 1
        figures[base + ResultFigure.WINS] = by_seat.shares[seat]
        figures[base + ResultFigure.EVEN] = SHARES // players
        figures[base + ResultFigure.PLACES] = i64(2 * by_seat.places[seat])
        if not by_seat.forfeited:
            figures[base + ResultFigure.PLAYED] = 1
        if by_seat.lost:
            figures[base + ResultFigure.LOST] = 1
        if by_seat.scored:
            figures[base + ResultFigure.SCORE] = score
            figures[base + ResultFigure.SQUARES] = score * score


@final
class ResultCounter(Counter):
    """The counter of a game without figures of its own."""

    def __init__(self) -> None:
        super().__init__(ResultFigure.SPARE)

    def count_moves(self, start: State, moves: list[int], by_seat: SeatResults) -> None:
        """Count nothing."""
