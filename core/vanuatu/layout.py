"""The layout of the one array that is a position.

-1 means "none" everywhere except for cells: there 0 means "none", since no cell has that number.
"""

from typing import Final, final

from mypy_extensions import i64


@final
class Phase:
    """The next decision. All draws are in SETUP, in every round."""

    SETUP: Final[i64] = 0
    PLACE: Final[i64] = 1
    NEUTRAL: Final[i64] = 2
    CHARACTER: Final[i64] = 3
    PLAN: Final[i64] = 4
    ACT: Final[i64] = 5
    # A round ends after the rest tokens have had their effect: the Beggar's last chance (ruling 20).
    BEG: Final[i64] = 6


@final
class Option:
    """The variants, a bit each."""

    WATERS: Final[i64] = 1
    NOCHARACTERS: Final[i64] = 2


@final
class At:
    """Indices of the data of the whole table."""

    OPTIONS: Final[i64] = 0
    PHASE: Final[i64] = 1
    # In SETUP the kind of the next draw; in PLAN which of the three turns it is (0-2).
    STEP: Final[i64] = 2
    FIRST: Final[i64] = 3
    MARKET: Final[i64] = 4
    TOURISTS: Final[i64] = 5
    DIE: Final[i64] = 6
    # Two players: a bit for each character on offer; where the Governor moved markers this round, as action *
    # 2 + seat.
    CAST: Final[i64] = 7
    GOVERNED: Final[i64] = 8
    # The number of rests this round.
    RESTS: Final[i64] = 9
    VISIBLE: Final[i64] = 10  # 2 tiles
    SHIP: Final[i64] = 12  # 3 kinds, top first
    LOADED: Final[i64] = 15  # 3 loads, packed like SHIP_WANTS
    SHIP_PILE: Final[i64] = 18  # 8 counts by kind
    TOURIST_PILE: Final[i64] = 26  # 5 counts by value
    NEUTRALS: Final[i64] = 31  # 9 counts by action
    TILE: Final[i64] = 40  # 28 tiles by cell
    FISH_LEFT: Final[i64] = 68 - 5  # 11 counts by ocean tile
    TREASURE_LEFT: Final[i64] = 79 - 5  # 11 counts by ocean tile
    OCEANS: Final[i64] = 90  # a bit for each cell with an ocean tile; follows from TILE

    # The rests of this round in order, each seat << 3 | token; -1.
    TAKEN: Final[i64] = 91  # 4 rests


@final
class Island:
    """The block of an island: the start of the first, the length of each, and the indices within it."""

    BASE: Final[i64] = 95  # 5 blocks by island
    SIZE: Final[i64] = 9
    CELL: Final[i64] = 0  # 0 if not on the board
    DRAWINGS: Final[i64] = 1
    TOURISTS: Final[i64] = 2
    GOODS: Final[i64] = 3  # kava, copra, beef
    WATER: Final[i64] = 6  # 5: submerged
    DIKES: Final[i64] = 7  # a bit for each of DIRECTIONS
    HUTS: Final[i64] = 8  # three bits a seat


@final
class Seat:
    """The block of a seat: the start of the first, the length of each, and the indices within it."""

    BASE: Final[i64] = 140  # a block for each seat
    SIZE: Final[i64] = 17
    VATUS: Final[i64] = 0
    POINTS: Final[i64] = 1
    BOAT: Final[i64] = 2  # 0 until the boats are placed
    FISH: Final[i64] = 3  # n1 | n2 << 4 | n3 << 8
    TREASURE: Final[i64] = 4  # packed like fish
    HUTS: Final[i64] = 5  # left in supply
    CHARACTER: Final[i64] = 6
    USED: Final[i64] = 7
    MARKERS: Final[i64] = 8  # 9 counts by action
