"""Sailing: the cells a boat can reach over the oceans, by length of the trip (rulings 9 and 28)."""

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.core.vanuatu import board
from vanuatu.core.vanuatu.layout import At, Seat

# Sets of cells: where a trip of one, two or three cells can end; it may return to its start.
Trips = tuple[i64, i64, i64]


def trips_from(b: vec[i64], cell: i64) -> Trips:
    """Return where trips over placed oceans can end that begin on a cell."""
    oceans = b[At.OCEANS]
    after1 = board.spread(board.one(cell)) & oceans
    after2 = board.spread(after1) & oceans
    return after1, after2, board.spread(after2) & oceans


def trips_of(b: vec[i64], players: i64, seat: i64) -> Trips:
    """Return where trips of the seat's boat can end, regardless of the cost."""
    after1, after2, after3 = trips_from(b, b[Seat.BASE + seat * Seat.SIZE + Seat.BOAT])
    ends = ~barred(b, players, seat)
    return after1 & ends, after2 & ends, after3 & ends


def paid_with(trips: Trips, vatus: i64) -> i64:
    """Return where the trips can end that `vatus` can pay: one vatu for each cell."""
    after1, after2, after3 = trips
    if vatus >= 3:
        return after1 | after2 | after3
    if vatus == 2:
        return after1 | after2
    if vatus == 1:
        return after1
    return 0


def barred(b: vec[i64], players: i64, seat: i64) -> i64:
    """Return where the seat's boat may not end a trip: with two players, the other boat's cell."""
    if players != 2:
        return 0
    return board.one(b[Seat.BASE + (1 - seat) * Seat.SIZE + Seat.BOAT])
