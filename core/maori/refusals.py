"""Why a move is not legal: the codes of `Refusal`, beside those of `core.game`, and their figures."""

from typing import Final

from mypy_extensions import i64

R_PHASE: Final[i64] = 2  # this is not what is to be decided now
R_STEPS: Final[i64] = 3  # steps, shells they cost, shells there are
R_NO_TILE: Final[i64] = 4  # n, tiles in that line
R_VOLCANO: Final[i64] = 5  # n
R_REACH: Final[i64] = 6  # n, shells it costs, shells there are
R_NO_SPACE: Final[i64] = 7  # cell
R_TAKEN: Final[i64] = 8  # cell
R_TURN: Final[i64] = 9  # kind of tile, 1 if it is for its palms
R_EDGE: Final[i64] = 10  # cell, side, what lies there: 0 water, 1 land, 2 the board's land
R_FAR: Final[i64] = 11  # cell, cell of the small ship
R_STORE_FULL: Final[i64] = 12
R_STORE_EMPTY: Final[i64] = 13
R_NO_OWN_TILE: Final[i64] = 14  # cell
R_BOAT_TILE: Final[i64] = 15  # cell
R_NO_BOATS: Final[i64] = 16
R_BOAT_BESIDE: Final[i64] = 17
R_BOAT_FROM: Final[i64] = 18  # cell where it is
R_BOAT_WAY: Final[i64] = 19  # from, to
R_BOAT_PRICE: Final[i64] = 20  # steps, shells there are
R_BOAT_IDLE: Final[i64] = 21  # cell: nothing could be placed from there
R_MUST_PLACE: Final[i64] = 22
R_MUST_SAIL: Final[i64] = 23
R_DRAWN_OUT: Final[i64] = 24  # kind of tile
R_STAYS: Final[i64] = 25  # cell
