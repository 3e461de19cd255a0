"""What is counted of Maori: what is done in a turn and what it costs, what scores, how boards look."""

from typing import Final, final

from mypy_extensions import i64

from vanuatu.cli.report.counting import Counter, Standing, Sums
from vanuatu.core.game import State
from vanuatu.core.maori.layout import At, Phase, Rule, Seat
from vanuatu.core.maori.matrix import steps_to
from vanuatu.core.maori.moves import Kind, detail_of, kind_of
from vanuatu.core.maori.scoring import Item
from vanuatu.core.maori.state import MaoriState


class Own:
    """What is counted of a seat. A kind of move has three figures: how often, shells paid, shells gained."""

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
    SIZE: Final[i64] = 42


class Course:
    """What is counted of whole games."""

    FULL: Final[i64] = 0  # ended because a board was full
    IDLE: Final[i64] = 1  # … because nobody did anything any more
    SIZE: Final[i64] = 2


@final
class MaoriCounter(Counter):
    """Counts games of Maori."""

    def __init__(self) -> None:
        super().__init__(Own.SIZE)
        self.games = Sums(Course.SIZE)

    def follow(self, start: State, moves: list[int], standing: Standing) -> None:
        assert isinstance(start, MaoriState)
        state = start.copy()
        for move in moves:
            self._step(state, move)
        self.opener = state.b[At.OPENER]
        if standing.scored:
            self._count_end(state)

    def _step(self, state: MaoriState, move: i64) -> None:
        """A move; what it changes of its seat's shells is seen before and after."""
        b = state.b
        seat = state.actor
        kind = kind_of(move)
        at = _figure_of(kind)
        if seat < 0 or at < 0 or (kind == Kind.EXPLORE and b[At.PHASE] != Phase.VOYAGE):
            state.apply(move)
            return
        if kind == Kind.EXPLORE:
            self._add(seat, Own.STEPS, steps_to(b, detail_of(move)))
        elif kind == Kind.TAKE:
            self._add(seat, Own.REACH + (detail_of(move) >> 7), 1)
        elif kind == Kind.STORE:
            self._add(seat, Own.REACH + detail_of(move), 1)
        elif kind == Kind.PASS and b[At.PHASE] != Phase.DISCOVER:
            state.apply(move)
            return
        before = b[Seat.BASE + seat * Seat.SIZE + Seat.SHELLS]
        state.apply(move)
        gained = state.b[Seat.BASE + seat * Seat.SIZE + Seat.SHELLS] - before
        if kind == Kind.TAKE:  # the price comes first, then what lies on the tile
            paid = detail_of(move) >> 7
            gained += paid
            self._add(seat, at + Own.PAID, paid)
        elif gained < 0:
            self._add(seat, at + Own.PAID, -gained)
            gained = 0
        self._add(seat, at, 1)
        self._add(seat, at + Own.GAINED, gained)

    def _count_end(self, state: MaoriState) -> None:
        """The parts of the scores, and what is left."""
        b = state.b
        self.games.add(Course.IDLE if b[At.IDLE] >= Rule.IDLE_TURNS else Course.FULL, 1)
        items = state.score_items()
        seat: i64 = 0
        while seat < state.players:
            part: i64 = 0
            while part < Item.COUNT:
                self._add(seat, Own.PART + part, items[seat * Item.COUNT + part])
                part += 1
            base = Seat.BASE + seat * Seat.SIZE
            self._add(seat, Own.SHELLS, b[base + Seat.SHELLS])
            self._add(seat, Own.TILES, _bits(b[base + Seat.FILLED]))
            seat += 1

    def _add(self, seat: i64, figure: i64, amount: i64) -> None:
        self.figures[seat * Own.SIZE + figure] += amount


def _figure_of(kind: i64) -> i64:
    """Where a kind of move is counted; -1 for nature's."""
    if kind == Kind.EXPLORE:
        return Own.VOYAGE
    if kind == Kind.TAKE:
        return Own.LAY
    if kind == Kind.STORE:
        return Own.STORE
    if kind == Kind.UNSTORE:
        return Own.UNSTORE
    if kind == Kind.REMOVE:
        return Own.REMOVE
    if kind == Kind.BOAT:
        return Own.BOAT
    return Own.PASS if kind == Kind.PASS else -1


def _bits(cells: i64) -> i64:
    n: i64 = 0
    while cells != 0:
        cells &= cells - 1
        n += 1
    return n
