"""Moves as integers: move = kind << 10 | detail.

The kinds stand in the canonical order of moves. What `detail` holds:

    TILE     kind of tile that nature draws, into the matrix
    FIRST    seat
    EXPLORE  place of the explorer ship
    BOAT     from << 5 | to, cells of the own small ship
    TAKE     (n - 1) << 7 | cell << 2 | quarter turns: the n-th tile from the ship on a space
    STORE    n - 1
    UNSTORE  cell << 2 | quarter turns: the stored tile on a space
    REMOVE   cell
    PASS     0
"""

from typing import Final

from mypy_extensions import i64

M_TILE: Final[i64] = 0
M_FIRST: Final[i64] = 1
M_EXPLORE: Final[i64] = 2
M_BOAT: Final[i64] = 3
M_TAKE: Final[i64] = 4
M_STORE: Final[i64] = 5
M_UNSTORE: Final[i64] = 6
M_REMOVE: Final[i64] = 7
M_PASS: Final[i64] = 8
KINDS: Final[i64] = 9


def make(kind: i64, detail: i64) -> i64:
    return kind << 10 | detail


def kind_of(move: i64) -> i64:
    return move >> 10


def detail_of(move: i64) -> i64:
    return move & 1023
