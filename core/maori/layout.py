"""Where everything stands in the one array that is a position. -1 is "none" everywhere."""

from typing import Final

from mypy_extensions import i64

# Phases. In MATRIX, FIRST and REFILL nature decides.
MATRIX: Final[i64] = 0
FIRST: Final[i64] = 1
START: Final[i64] = 2  # the first player places the explorer ship
VOYAGE: Final[i64] = 3  # the explorer ship moves
DISCOVER: Final[i64] = 4
PLACE: Final[i64] = 5  # the small ship was moved for shells, so a tile must be placed
REFILL: Final[i64] = 6
SAIL: Final[i64] = 7  # variation 1: the small ship may move after the tile
END: Final[i64] = 8

# Options, bits.
O_SHIP: Final[i64] = 1
O_MUST: Final[i64] = 2
O_ATOLL: Final[i64] = 4

OPTIONS: Final[i64] = 0
PHASE: Final[i64] = 1
EXPLORER: Final[i64] = 2  # place of the explorer ship, 0 to 15 clockwise from the top left
TURN: Final[i64] = 3  # whose turn it is, also while nature draws; before the first the first player
OPENER: Final[i64] = 4  # who begins each round
LAST: Final[i64] = 5  # turns left once a board is full, the running one included; -1 before
IDLE: Final[i64] = 6  # turns in a row in which nothing was done
BANK: Final[i64] = 7  # shells in the supply
HOLE: Final[i64] = 8  # the matrix cell that is filled next
SUPPLY: Final[i64] = 9  # tiles in the supply, all kinds
CELL: Final[i64] = 10  # 16 kinds of tiles, row by row

SEAT: Final[i64] = 26  # a block for each seat
SEAT_SIZE: Final[i64] = 33
P_SHELLS: Final[i64] = 0
P_STORE: Final[i64] = 1  # kind of tile
P_BOAT: Final[i64] = 2  # cell of the small ship
P_SHIPS: Final[i64] = 3  # on tiles and printed, as far as they can be seen
P_FILLED: Final[i64] = 4  # a bit for each cell with a tile
# A bit for each cell whose tile is open to the right, left, top, bottom.
P_RIGHT: Final[i64] = 5
P_LEFT: Final[i64] = 6
P_TOP: Final[i64] = 7
P_BOTTOM: Final[i64] = 8
P_TILE: Final[i64] = 10  # 23 tiles as they lie, by cell

SHELLS: Final[i64] = 30
START_SHELLS: Final[i64] = 5
PLACES: Final[i64] = 16
# Nothing is done for so many turns in a row: the ship has been all round, and the game ends.
IDLE_TURNS: Final[i64] = 16


def pile_of(players: i64) -> i64:
    """Where the supply stands: a count for each kind of tile, behind the seats."""
    return SEAT + players * SEAT_SIZE
