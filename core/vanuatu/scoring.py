"""The end of the game: items of the final score, and the winners (rulings 24 and 25)."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from vanuatu.core.vanuatu import board, purse
from vanuatu.core.vanuatu.layout import At, Island, Seat
from vanuatu.core.vanuatu.tables import WATER_PENALTY, Points, Rule, Supply, Tile


@final
class Item:
    """The items of a seat's score, in the order of counting."""

    POINTS: Final[i64] = 0  # on the track
    FISH: Final[i64] = 1  # conversions of fish into vatus into points
    FIRST: Final[i64] = 2
    VATUS: Final[i64] = 3
    TREASURES: Final[i64] = 4
    HUTS: Final[i64] = 5
    WATERS: Final[i64] = 6
    COUNT: Final[i64] = 7


def islands_lost(b: vec[i64]) -> i64:
    n: i64 = 0
    i: i64 = 0
    while i < Tile.ISLANDS:
        if b[Island.BASE + i * Island.SIZE + Island.WATER] >= Rule.SUBMERGED:
            n += 1
        i += 1
    return n


def all_lost(b: vec[i64]) -> bool:
    """Return whether three islands are submerged, so that all players lose (ruling 22)."""
    return islands_lost(b) >= Rule.LOST_ISLANDS


def last_vatus(b: vec[i64], seat: i64) -> i64:
    """Return the vatus left after selling the fish, with every ten turned into points."""
    base = board.seat_base(seat)
    return (b[base + Seat.VATUS] + purse.packed_value(b[base + Seat.FISH])) % Rule.CONVERSION_VATUS


def score_items(b: vec[i64], seat: i64) -> vec[i64]:
    """Return a seat's final score, item by item."""
    base = board.seat_base(seat)
    items = vec[i64]([0, 0, 0, 0, 0, 0, 0])
    items[Item.POINTS] = b[base + Seat.POINTS]
    vatus = b[base + Seat.VATUS] + purse.packed_value(b[base + Seat.FISH])
    while vatus >= Rule.CONVERSION_VATUS:
        vatus -= Rule.CONVERSION_VATUS
        items[Item.FISH] += Rule.CONVERSION_POINTS
    if b[At.FIRST] == seat:
        items[Item.FIRST] = Points.FIRST_PLAYER
    items[Item.VATUS] = vatus // 3
    items[Item.TREASURES] = Points.TREASURE * purse.packed_value(b[base + Seat.TREASURE])
    island: i64 = 0
    while island < Tile.ISLANDS:
        huts = board.huts_of(b, island, seat)
        if huts > 0:
            at = Island.BASE + island * Island.SIZE
            items[Item.HUTS] += Points.TOURIST * huts * b[at + Island.TOURISTS]
            items[Item.WATERS] -= huts * WATER_PENALTY[b[at + Island.WATER]]
        island += 1
    return items


def final_scores(b: vec[i64], players: i64) -> vec[i64]:
    scores = vec[i64]()
    lost = all_lost(b)
    seat: i64 = 0
    while seat < players:
        total: i64 = 0
        if not lost:
            items = score_items(b, seat)
            i: i64 = 0
            while i < Item.COUNT:
                total += items[i]
                i += 1
        scores = append(scores, total)
        seat += 1
    return scores


def huts_placed(b: vec[i64], seat: i64) -> i64:
    """Return the number of huts the seat has built in the game, flooded ones included (ruling 25)."""
    return Supply.HUTS - b[board.seat_base(seat) + Seat.HUTS]


def final_winners(b: vec[i64], players: i64) -> vec[i64]:
    """Return the winners: best score, then most huts placed, then most vatus left; other ties are shared."""
    winners = vec[i64]()
    if all_lost(b):
        return winners
    scores = final_scores(b, players)
    best: i64 = -1
    seat: i64 = 0
    while seat < players:
        # With the waters, scores may be below zero; 1000 makes them positive.
        rank = ((scores[seat] + 1000) * 16 + huts_placed(b, seat)) * 16 + last_vatus(b, seat)
        if rank > best:
            best = rank
            winners = vec[i64]()
        if rank == best:
            winners = append(winners, seat)
        seat += 1
    return winners
