"""What a position between two rounds is worth: final scores as one expects them, and how safe all are.

The weights stand in one table and were fitted to games of searching bots (docs/ai.md says how).
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.vanuatu_worth import hut_filling
from core.vanuatu.purse import packed_value
from core.vanuatu.board import huts_of, open_sides
from core.vanuatu.layout import (
    DIE,
    FIRST,
    I_CELL,
    I_TOURISTS,
    I_WATER,
    ISLAND,
    ISLAND_SIZE,
    OPTIONS,
    P_FISH,
    P_POINTS,
    P_TREASURE,
    P_VATUS,
    SEAT,
    SEAT_SIZE,
    WATERS,
)
from core.vanuatu.tables import ISLANDS, LOST_ISLANDS, ROUNDS, SUBMERGED, TOURIST_ROOM

# By rounds still to be played, 0 to 8.
VATU_POINTS: Final = vec[float]([0.34, 0.45, 0.5, 0.55, 0.55, 0.6, 0.6, 0.6, 0.6])
FISH_POINTS: Final = vec[float]([0.34, 0.8, 1.0, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1])
TREASURE_POINTS: Final = vec[float]([2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0])
FIRST_POINTS: Final = vec[float]([3.0, 1.6, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0])
ROUND_POINTS: Final = 6.0
# The standard deviation of what a seat scores beyond its forecast.
SPREAD: Final = vec[float]([0.5, 3.5, 5.0, 6.0, 7.0, 8.0, 8.5, 9.0, 9.0])
# Each water to come costs each hut so much.
WATER_COST: Final = 1.6


def rounds_left(round_: i64, between: bool) -> i64:
    """Rounds still to play; the running one counts as half over, which is to say as one, unless it has not begun."""
    return ROUNDS - round_ + (1 if between else 0)


def forecast_seat(b: vec[i64], seat: i64, left: i64, filling: float) -> float:
    """The final score one expects of a seat with so many rounds still to play."""
    base = SEAT + seat * SEAT_SIZE
    total = float(b[base + P_POINTS]) + ROUND_POINTS * float(left)
    total += VATU_POINTS[left] * float(b[base + P_VATUS])
    total += FISH_POINTS[left] * float(packed_value(b[base + P_FISH]))
    total += TREASURE_POINTS[left] * float(packed_value(b[base + P_TREASURE]))
    if b[FIRST] == seat:
        total += FIRST_POINTS[left]
    island: i64 = 0
    while island < ISLANDS:
        huts = huts_of(b, island, seat)
        if huts > 0:
            total += float(huts) * hut_points(b, island, left, filling)
        island += 1
    return total


def hut_points(b: vec[i64], island: i64, left: i64, filling: float) -> float:
    """What a hut on an island will bring in the end."""
    at = ISLAND + island * ISLAND_SIZE
    tourists = b[at + I_TOURISTS]
    points = 2.0 * (float(tourists) + filling * float(TOURIST_ROOM[island] - tourists))
    if b[OPTIONS] & WATERS != 0:
        water = b[at + I_WATER]
        points -= WATER_COST * float(water)
        rising = count_sides(open_sides(b, island)) * risings_left(left)
        if water + rising >= SUBMERGED:
            points *= 0.6
        else:
            points -= WATER_COST * 0.8 * float(rising)
    return points


def risings_left(left: i64) -> i64:
    """How often the waters rise in so many rounds: in each second one, the last one too."""
    return (left + 1) // 2


def count_sides(sides: i64) -> i64:
    n: i64 = 0
    while sides != 0:
        sides &= sides - 1
        n += 1
    return n


def drowning(b: vec[i64], players: i64, left: i64) -> float:
    """The chance that three islands go under: by how many dikes it takes to keep all but two."""
    if b[OPTIONS] & WATERS == 0:
        return 0.0
    risings = risings_left(left)
    lost: i64 = 0
    # Dikes that each island still needs, the least needy first.
    needs = vec[i64]()
    needs = vec[i64]([0, 0, 0, 0, 0])
    count: i64 = 0
    island: i64 = 0
    while island < ISLANDS:
        at = ISLAND + island * ISLAND_SIZE
        if b[at + I_CELL] > 0:
            if b[at + I_WATER] >= SUBMERGED:
                lost += 1
            else:
                need = _dikes_needed(b, island, b[at + I_WATER], risings)
                i = count
                while i > 0 and needs[i - 1] > need:
                    needs[i] = needs[i - 1]
                    i -= 1
                needs[i] = need
                count += 1
        island += 1
    if lost >= LOST_ISLANDS:
        return 1.0
    # All but this many of the islands on the board must stay; those to come need dikes too.
    spare = LOST_ISLANDS - 1 - lost
    total = 0.0
    i = 0
    while i < count - spare:
        total += float(needs[i])
        i += 1
    if total == 0.0:
        return 0.0
    # Each round the table builds so many dikes if it must.
    hands = float(players) * 0.5 * float(left if left > 0 else 1)
    strain = total / hands
    risk = strain * strain * (0.5 if lost == 0 else (0.7 if lost == 1 else 1.0))
    return risk / (1.0 + risk)


def _dikes_needed(b: vec[i64], island: i64, water: i64, risings: i64) -> i64:
    """How many more sides must be closed now, so that the island outlasts so many risings."""
    if risings == 0:
        return 0
    sides = count_sides(open_sides(b, island))
    bearable = (SUBMERGED - 1 - water) // risings
    return sides - bearable if sides > bearable else 0
