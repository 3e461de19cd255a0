"""Counts games of Maori: kinds of moves and their cost in shells, parts of the score, boards at the end."""

from typing import Final, final

from mypy_extensions import i64

from vanuatu.cli.report.counting import Counter, SeatResults, Sums
from vanuatu.core.game import State
from vanuatu.core.maori.layout import At, Phase, Rule, Seat
from vanuatu.core.maori.matrix import steps_to
from vanuatu.core.maori.moves import Kind, detail_of, kind_of
from vanuatu.core.maori.scoring import Item
from vanuatu.core.maori.state import MaoriState


class SeatFigure:
    """The figures of a seat. A kind of move has three: how often, shells paid, shells gained."""

    VOYAGE: Final[i64] = 8  # of the explorer ship
    LAY: Final[i64] = 11  # a tile from the matrix
    STORE: Final[i64] = 14
    UNSTORE: Final[i64] = 17
    REMOVE: Final[i64] = 20
    BOAT: Final[i64] = 23  # the small ship moves, before a tile or after it
    PASS: Final[i64] = 26  # nothing is done instead of a discovery
    PAID: Final[i64] = 1  # beside the kind of move
    GAINED: Final[i64] = 2
    STEPS: Final[i64] = 29  # of the explorer ship
    REACH: Final[i64] = 30  # four figures: tiles that were the first, second, third, fourth before the ship
    PART: Final[i64] = 34  # the parts of the score, as `score_items` has them
    SHELLS: Final[i64] = 40  # left in the end
    TILES: Final[i64] = 41  # on the board in the end
    TAKEN: Final[i64] = 42  # all tiles taken from the matrix
    SIZE: Final[i64] = 43
    REACHES: Final[i64] = 4
    REACH_KIND: Final[i64] = 2  # of quotients in `Sums`, four: taken at this distance, of all taken


class GameFigure:
    """The figures of whole games."""

    FULL: Final[i64] = 0  # ended because a board was full
    IDLE: Final[i64] = 1  # ended because all players passed
    SIZE: Final[i64] = 2


@final
class MaoriCounter(Counter):
    """Counts games of Maori."""

    def __init__(self) -> None:
        super().__init__(SeatFigure.SIZE)
        self.games = Sums(GameFigure.SIZE)

    def count_moves(self, start: State, moves: list[int], by_seat: SeatResults) -> None:
        assert isinstance(start, MaoriState)
        state = start.copy()
        for move in moves:
            self._step(state, move)
        self.opener = state.b[At.OPENER]
        if by_seat.scored:
            self._count_end(state)

    def _step(self, state: MaoriState, move: i64) -> None:
        """Play a move, and count it with the shells that the seat pays and gains."""
        b = state.b
        seat = state.actor
        kind = kind_of(move)
        at = _figure_of(kind)
        if seat < 0 or at < 0 or (kind == Kind.EXPLORE and b[At.PHASE] != Phase.VOYAGE):
            state.apply(move)
            return
        if kind == Kind.EXPLORE:
            self._add(seat, SeatFigure.STEPS, steps_to(b, detail_of(move)))
        elif kind == Kind.TAKE:
            self._add_taken(seat, detail_of(move) >> 7)
        elif kind == Kind.STORE:
            self._add_taken(seat, detail_of(move))
        elif kind == Kind.PASS and b[At.PHASE] != Phase.DISCOVER:
            state.apply(move)
            return
        before = b[Seat.BASE + seat * Seat.SIZE + Seat.SHELLS]
        state.apply(move)
        gained = state.b[Seat.BASE + seat * Seat.SIZE + Seat.SHELLS] - before
        if kind == Kind.TAKE:  # the price is paid before the shells on the tile are gained
            paid = detail_of(move) >> 7
            gained += paid
            self._add(seat, at + SeatFigure.PAID, paid)
        elif gained < 0:
            self._add(seat, at + SeatFigure.PAID, -gained)
            gained = 0
        self._add(seat, at, 1)
        self._add(seat, at + SeatFigure.GAINED, gained)

    def _count_end(self, state: MaoriState) -> None:
        """Count the parts of the scores, and the shells and tiles at the end."""
        b = state.b
        self.games.add(GameFigure.IDLE if b[At.IDLE] >= Rule.IDLE_TURNS else GameFigure.FULL, 1)
        items = state.score_items()
        seat: i64 = 0
        while seat < state.players:
            part: i64 = 0
            while part < Item.COUNT:
                self._add(seat, SeatFigure.PART + part, items[seat * Item.COUNT + part])
                part += 1
            base = Seat.BASE + seat * Seat.SIZE
            self._add(seat, SeatFigure.SHELLS, b[base + Seat.SHELLS])
            self._add(seat, SeatFigure.TILES, _bits(b[base + Seat.FILLED]))
            seat += 1

    def sums(self) -> Sums:
        return Sums(self.size, SeatFigure.REACH_KIND + SeatFigure.REACHES)

    def end_game(self, sums: Sums) -> None:
        reach: i64 = 0
        while reach < SeatFigure.REACHES:
            sums.end(SeatFigure.REACH_KIND + reach, SeatFigure.REACH + reach, SeatFigure.TAKEN)
            reach += 1

    def _add_taken(self, seat: i64, reach: i64) -> None:
        """Count a tile that is taken from the matrix, at this distance from the ship."""
        self._add(seat, SeatFigure.REACH + reach, 1)
        self._add(seat, SeatFigure.TAKEN, 1)

    def _add(self, seat: i64, figure: i64, amount: i64) -> None:
        self.figures[seat * SeatFigure.SIZE + figure] += amount


def _figure_of(kind: i64) -> i64:
    """Return the first figure of a kind of move, or -1 for draws."""
    if kind == Kind.EXPLORE:
        return SeatFigure.VOYAGE
    if kind == Kind.TAKE:
        return SeatFigure.LAY
    if kind == Kind.STORE:
        return SeatFigure.STORE
    if kind == Kind.UNSTORE:
        return SeatFigure.UNSTORE
    if kind == Kind.REMOVE:
        return SeatFigure.REMOVE
    if kind == Kind.BOAT:
        return SeatFigure.BOAT
    return SeatFigure.PASS if kind == Kind.PASS else -1


def _bits(cells: i64) -> i64:
    n: i64 = 0
    while cells != 0:
        cells &= cells - 1
        n += 1
    return n
