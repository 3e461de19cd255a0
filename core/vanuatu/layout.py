"""Where everything stands in the one array that is a position.

-1 stands for "none" everywhere, but a cell that is none is 0, since no cell has that number.
"""

from typing import Final

from mypy_extensions import i64

# Phases. Nature's draws are all in SETUP, in whatever round.
SETUP: Final[i64] = 0
PLACE: Final[i64] = 1
NEUTRAL: Final[i64] = 2
CHARACTER: Final[i64] = 3
PLAN: Final[i64] = 4
ACT: Final[i64] = 5

# Options, bits.
WATERS: Final[i64] = 1
NOCHARACTERS: Final[i64] = 2

OPTIONS: Final[i64] = 0
PHASE: Final[i64] = 1
# In SETUP the kind of move that nature makes next; in PLAN which of the three turns it is (0-2).
STEP: Final[i64] = 2
FIRST: Final[i64] = 3
MARKET: Final[i64] = 4
TOURISTS: Final[i64] = 5
DIE: Final[i64] = 6
# Two players: a bit for each character on offer; where the Governor moved markers this round, as
# action * 2 + seat.
CAST: Final[i64] = 7
GOVERNED: Final[i64] = 8
# How many have rested this round.
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

# The rests of this round in their order, each seat << 3 | token; -1.
TAKEN: Final[i64] = 91  # 4 rests

ISLAND: Final[i64] = 95  # 5 blocks by island
ISLAND_SIZE: Final[i64] = 9
I_CELL: Final[i64] = 0  # 0 while it is not on the board
I_DRAWINGS: Final[i64] = 1
I_TOURISTS: Final[i64] = 2
I_GOODS: Final[i64] = 3  # kava, copra, beef
I_WATER: Final[i64] = 6  # 5: submerged
I_DIKES: Final[i64] = 7  # a bit for each of DIRECTIONS
I_HUTS: Final[i64] = 8  # three bits a seat

SEAT: Final[i64] = 140  # a block for each seat
SEAT_SIZE: Final[i64] = 17
P_VATUS: Final[i64] = 0
P_POINTS: Final[i64] = 1
P_BOAT: Final[i64] = 2  # 0 before the boats are placed
P_FISH: Final[i64] = 3  # n1 | n2 << 4 | n3 << 8
P_TREASURE: Final[i64] = 4  # packed like fish
P_HUTS: Final[i64] = 5  # left in supply
P_CHARACTER: Final[i64] = 6
P_USED: Final[i64] = 7
P_MARKERS: Final[i64] = 8  # 9 counts by action
