"""Codes of the reasons why moves are illegal, after those of `vanuatu.core.game`, with their numbers."""

from typing import Final

from mypy_extensions import i64

PHASE: Final[i64] = 2  # not the current decision
STEPS: Final[i64] = 3  # steps, shells needed, shells available
NO_TILE: Final[i64] = 4  # n, tiles in that line
VOLCANO: Final[i64] = 5  # n
REACH: Final[i64] = 6  # n, shells needed, shells available
NO_SPACE: Final[i64] = 7  # cell
TAKEN: Final[i64] = 8  # cell
TURN: Final[i64] = 9  # kind of tile, 1 if it is for its palms
EDGE: Final[i64] = 10  # cell, side, neighbour: 0 water, 1 land, 2 the board's land
FAR: Final[i64] = 11  # cell, cell of the small ship
STORE_FULL: Final[i64] = 12
STORE_EMPTY: Final[i64] = 13
NO_OWN_TILE: Final[i64] = 14  # cell
BOAT_TILE: Final[i64] = 15  # cell
NO_BOATS: Final[i64] = 16
BOAT_BESIDE: Final[i64] = 17
BOAT_FROM: Final[i64] = 18  # cell of the ship
BOAT_WAY: Final[i64] = 19  # from, to
BOAT_PRICE: Final[i64] = 20  # steps, shells available
BOAT_IDLE: Final[i64] = 21  # cell: no tile could be placed from there
MUST_PLACE: Final[i64] = 22
MUST_SAIL: Final[i64] = 23
DRAWN_OUT: Final[i64] = 24  # kind of tile
STAYS: Final[i64] = 25  # cell
