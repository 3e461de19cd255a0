"""What a position between two rounds is worth: the final scores one expects from there."""

from librt.vecs import vec
from mypy_extensions import i64

from ai.vanuatu import weights as w
from ai.vanuatu.waters import Waters
from core.vanuatu import At, Island, Option, Seat, board, purse
from core.vanuatu.tables import TOURIST_ROOM, Points, Rule, Tile


def forecast_seat(b: vec[i64], seat: i64, left: i64, filling: float, waters: Waters) -> float:
    """The final score one expects of a seat with `left` rounds still to play."""
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
    """What a hut on an island will bring in the end; `waters` is filled if there are any."""
    tourists = b[Island.BASE + island * Island.SIZE + Island.TOURISTS]
    points = float(Points.TOURIST) * (float(tourists) + filling * float(TOURIST_ROOM[island] - tourists))
    if b[At.OPTIONS] & Option.WATERS == 0:
        return points
    return (points - penalty(waters.level[island])) * (1.0 - waters.lost[island])


def penalty(level: float) -> float:
    """What a hut costs at the end by the waters of its island: `WATER_PENALTY`, for levels between too."""
    most = float(Rule.SUBMERGED - 1)
    if level > most:
        level = most
    return 2.0 * level - 1.0 if level > 1.0 else level
