"""The layout of the one array that is a position. -1 means "none" everywhere."""

from typing import Final, final

from mypy_extensions import i64


@final
class Phase:
    """The next decision. In MATRIX, FIRST and REFILL it is a draw."""

    MATRIX: Final[i64] = 0
    FIRST: Final[i64] = 1
    START: Final[i64] = 2  # the first player places the explorer ship
    VOYAGE: Final[i64] = 3  # the explorer ship moves
    DISCOVER: Final[i64] = 4
    PLACE: Final[i64] = 5  # the small ship was moved for shells, so a tile must be placed
    REFILL: Final[i64] = 6
    SAIL: Final[i64] = 7  # variation 1: the small ship may move after the tile
    END: Final[i64] = 8


@final
class Option:
    """The variants, a bit each."""

    SHIP: Final[i64] = 1
    MUST: Final[i64] = 2
    ATOLL: Final[i64] = 4


@final
class At:
    """Indices of the data of the whole table."""

    OPTIONS: Final[i64] = 0
    PHASE: Final[i64] = 1
    EXPLORER: Final[i64] = 2  # place of the explorer ship, 0 to 15 clockwise from the top left
    TURN: Final[i64] = 3  # seat whose turn it is, also before a draw; at first the first player
    OPENER: Final[i64] = 4  # seat that begins each round
    LAST: Final[i64] = 5  # turns left once a board is full, the current one included; -1 before
    IDLE: Final[i64] = 6  # turns in a row without a change
    BANK: Final[i64] = 7  # shells in the supply
    HOLE: Final[i64] = 8  # the next matrix cell to fill
    SUPPLY: Final[i64] = 9  # tiles in the supply, all kinds
    CELL: Final[i64] = 10  # 16 kinds of tiles, row by row


@final
class Seat:
    """The block of a seat: the start of the first, the length of each, and the indices within it."""

    BASE: Final[i64] = 26  # a block for each seat
    SIZE: Final[i64] = 33
    SHELLS: Final[i64] = 0
    STORE: Final[i64] = 1  # kind of tile
    BOAT: Final[i64] = 2  # cell of the small ship
    SHIPS: Final[i64] = 3  # on tiles and printed, as far as visible
    FILLED: Final[i64] = 4  # a bit for each cell with a tile
    # A bit for each cell whose tile is open to the right, left, top, bottom.
    RIGHT: Final[i64] = 5
    LEFT: Final[i64] = 6
    TOP: Final[i64] = 7
    BOTTOM: Final[i64] = 8
    TILE: Final[i64] = 10  # 23 tiles with their turns, by cell


@final
class Rule:
    """Numbers in the rules."""

    SHELLS: Final[i64] = 30
    START_SHELLS: Final[i64] = 5
    PLACES: Final[i64] = 16
    # After this many turns in a row without a change the game ends (our addition).
    IDLE_TURNS: Final[i64] = 16


def pile_of(players: i64) -> i64:
    """Return the start of the supply: a count for each kind of tile, after the seats."""
    return Seat.BASE + players * Seat.SIZE
