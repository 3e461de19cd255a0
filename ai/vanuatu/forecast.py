"""What a position between two rounds is worth: the final scores one expects from there.

The weights stand in tables at the top and were set by judgement; docs/ai.md tells how strong they
make the search.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.vanuatu.waters import Waters
from core.vanuatu import At, Island, Option, Seat, Tile
from core.vanuatu.board import huts_of
from core.vanuatu.purse import packed_value
from core.vanuatu.tables import TOURIST_ROOM

# By rounds still to be played, 0 to 8.
VATU_POINTS: Final = vec[float]([0.34, 0.45, 0.5, 0.55, 0.55, 0.6, 0.6, 0.6, 0.6])
FISH_POINTS: Final = vec[float]([0.34, 0.8, 1.0, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1])
TREASURE_POINTS: Final = vec[float]([2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0])
FIRST_POINTS: Final = vec[float]([3.0, 1.6, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0])
ROUND_POINTS: Final = 6.0
# The standard deviation of what a seat scores beyond its forecast.
SPREAD: Final = vec[float]([0.5, 3.5, 5.0, 6.0, 7.0, 8.0, 8.5, 9.0, 9.0])


def forecast_seat(b: vec[i64], seat: i64, left: i64, filling: float, waters: Waters) -> float:
    """The final score one expects of a seat with so many rounds still to play."""
    base = Seat.BASE + seat * Seat.SIZE
    total = float(b[base + Seat.POINTS]) + ROUND_POINTS * float(left)
    total += VATU_POINTS[left] * float(b[base + Seat.VATUS])
    total += FISH_POINTS[left] * float(packed_value(b[base + Seat.FISH]))
    total += TREASURE_POINTS[left] * float(packed_value(b[base + Seat.TREASURE]))
    if b[At.FIRST] == seat:
        total += FIRST_POINTS[left]
    island: i64 = 0
    while island < Tile.ISLANDS:
        huts = huts_of(b, island, seat)
        if huts > 0:
            total += float(huts) * hut_points(b, island, filling, waters)
        island += 1
    return total


def hut_points(b: vec[i64], island: i64, filling: float, waters: Waters) -> float:
    """What a hut on an island will bring in the end; `waters` is filled if there are any."""
    tourists = b[Island.BASE + island * Island.SIZE + Island.TOURISTS]
    points = 2.0 * (float(tourists) + filling * float(TOURIST_ROOM[island] - tourists))
    if b[At.OPTIONS] & Option.WATERS == 0:
        return points
    return (points - penalty(waters.level[island])) * (1.0 - waters.lost[island])


def penalty(level: float) -> float:
    """What a hut will cost on an island with so many waters, one to four of them."""
    if level > 4.0:
        level = 4.0
    return 2.0 * level - 1.0 if level > 1.0 else level
