"""Moves as integers: move = kind << 10 | detail.

The kinds are in the canonical order of moves. The content of `detail`:

    TILE     kind of the tile drawn for the matrix
    FIRST    seat
    EXPLORE  place of the explorer ship
    BOAT     from << 5 | to, cells of the seat's small ship
    TAKE     (n - 1) << 7 | cell << 2 | quarter turns: the n-th tile from the ship on a space
    STORE    n - 1
    UNSTORE  cell << 2 | quarter turns: the stored tile on a space
    REMOVE   cell
    PASS     0
"""

from typing import Final, final

from mypy_extensions import i64


@final
class Kind:
    """The kinds of moves, in canonical order."""

    TILE: Final[i64] = 0
    FIRST: Final[i64] = 1
    EXPLORE: Final[i64] = 2
    BOAT: Final[i64] = 3
    TAKE: Final[i64] = 4
    STORE: Final[i64] = 5
    UNSTORE: Final[i64] = 6
    REMOVE: Final[i64] = 7
    PASS: Final[i64] = 8
    COUNT: Final[i64] = 9


def make(kind: i64, detail: i64) -> i64:
    return kind << 10 | detail


def kind_of(move: i64) -> i64:
    return move >> 10


def detail_of(move: i64) -> i64:
    return move & 1023
