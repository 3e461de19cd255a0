"""Estimate the final score of a seat between two rounds, by hand-set values."""

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.ai.vanuatu import constants as w
from vanuatu.ai.vanuatu.waters import Waters
from vanuatu.core.vanuatu import board, purse, tables
from vanuatu.core.vanuatu.layout import At, Island, Option, Seat
from vanuatu.core.vanuatu.tables import TOURIST_ROOM, Points, Rule, Tile


def hut_filling(b: vec[i64], round_: i64) -> float:
    """Return the share of free places that tourists will have filled by the end."""
    tourists = b[At.TOURISTS]
    total = 0.0
    left: i64 = 0
    value: i64 = 0
    while value < 5:
        total += float(value * b[At.TOURIST_PILE + value])
        left += b[At.TOURIST_PILE + value]
        value += 1
    coming = float(tourists)
    if left > 0:
        coming += total / float(left) * float(Rule.ROUNDS - round_)
    room: i64 = 0
    island: i64 = 0
    while island < Tile.ISLANDS:
        base = Island.BASE + island * Island.SIZE
        if b[base + Island.CELL] > 0 and b[base + Island.WATER] < Rule.SUBMERGED:
            room += tables.TOURIST_ROOM[island] - b[base + Island.TOURISTS]
        island += 1
    if room == 0:
        return 0.0
    share = w.FILLED * coming / float(room)
    return share if share < w.MOST_FILLED else w.MOST_FILLED


def expected_seat_score(b: vec[i64], seat: i64, left: i64, filling: float, waters: Waters) -> float:
    """Return the expected final score of a seat with `left` rounds still to play."""
    base = Seat.BASE + seat * Seat.SIZE
    total = float(b[base + Seat.POINTS]) + w.ROUND_POINTS * float(left)
    total += w.VATU_POINTS[left] * float(b[base + Seat.VATUS])
    total += w.FISH_POINTS[left] * float(purse.packed_value(b[base + Seat.FISH]))
    total += w.TREASURE_POINTS[left] * float(purse.packed_value(b[base + Seat.TREASURE]))
    if b[At.FIRST] == seat:
        total += w.FIRST_POINTS[left]
    island: i64 = 0
    while island < Tile.ISLANDS:
        huts = board.huts_of(b, island, seat)
        if huts > 0:
            total += float(huts) * hut_points(b, island, filling, waters)
        island += 1
    return total


def hut_points(b: vec[i64], island: i64, filling: float, waters: Waters) -> float:
    """Return the final value of a hut on an island; `waters` is filled in the variant with rising waters."""
    tourists = b[Island.BASE + island * Island.SIZE + Island.TOURISTS]
    points = float(Points.TOURIST) * (float(tourists) + filling * float(TOURIST_ROOM[island] - tourists))
    if b[At.OPTIONS] & Option.WATERS == 0:
        return points
    return (points - penalty(waters.level[island])) * (1.0 - waters.lost[island])


def penalty(level: float) -> float:
    """Return the final penalty of a hut for its island's waters: `WATER_PENALTY`, interpolated."""
    most = float(Rule.SUBMERGED - 1)
    if level > most:
        level = most
    return 2.0 * level - 1.0 if level > 1.0 else level
