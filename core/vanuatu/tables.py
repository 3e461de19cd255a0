"""The components, in one place: cells, tiles, ships, tourists, characters, prices.

A cell is a number: row * 8 + number, so that the six neighbours of a cell are at fixed distances
and a set of cells is one integer with a bit for each. No cell has number 0.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

# Cells in canonical order: a1-a4, b1-b5, c1-c6, d3.
CELLS: Final = vec[i64]([1, 2, 3, 4, 9, 10, 11, 12, 13, 17, 18, 19, 20, 21, 22, 27])
BOARD: Final[i64] = 0x087E3E1E
EFATE_CELL: Final[i64] = 2
START_CELLS: Final = vec[i64]([3, 10, 11])
# Offsets of the six neighbours, in ascending order of cells.
DIRECTIONS: Final = vec[i64]([-9, -8, -1, 1, 8, 9])


@final
class Tile:
    """The tiles. Islands come first, so that an island's tile number is also its island number."""

    E0: Final[i64] = 0
    A1: Final[i64] = 1
    A2: Final[i64] = 2
    D1: Final[i64] = 3
    D2: Final[i64] = 4
    S0: Final[i64] = 5
    S1: Final[i64] = 6
    S2: Final[i64] = 7
    B1: Final[i64] = 8
    B2: Final[i64] = 9
    C1: Final[i64] = 10
    C2: Final[i64] = 11
    E1: Final[i64] = 12
    E2: Final[i64] = 13
    F1: Final[i64] = 14
    F2: Final[i64] = 15
    ISLANDS: Final[i64] = 5
    COUNT: Final[i64] = 16


# The two tiles of each letter, A to F.
LETTER_TILES: Final = vec[i64]([1, 2, 8, 9, 10, 11, 3, 4, 12, 13, 14, 15])

# By island: E0 A1 A2 D1 D2.
HUT_SITES: Final = vec[i64]([3, 3, 3, 2, 3])
DRAWING_SITES: Final = vec[i64]([1, 2, 2, 3, 1])
TOURIST_ROOM: Final = vec[i64]([5, 4, 4, 3, 4])
# Goods printed on an island: kava, copra, beef for each island in turn.
PRINTED_GOODS: Final = vec[i64]([1, 1, 1, 1, 0, 1, 1, 1, 0, 2, 0, 0, 1, 1, 0])
# By tile: the five islands, S0 S1 S2, B1 B2, C1 C2, E1 E2, F1 F2.
PRINTED_FISH: Final = vec[i64]([0, 0, 0, 0, 0, 0, 2, 1, 1, 3, 0, 1, 0, 2, 1, 3])
PRINTED_TREASURE: Final = vec[i64]([0, 0, 0, 0, 0, 0, 0, 2, 3, 0, 0, 2, 0, 0, 3, 0])


# By good: kava, copra, beef.
GOODS_PRICE: Final = vec[i64]([1, 2, 3])
GOODS_POINTS: Final = vec[i64]([1, 3, 5])
RESERVE: Final = vec[i64]([10, 8, 6])


@final
class Points:
    """Points scored at once; and at the end, for the first player marker, treasures and tourists."""

    SHIP: Final[i64] = 2
    DRAWING: Final[i64] = 3
    ARTIST: Final[i64] = 5
    GUIDE: Final[i64] = 2
    FIRST_PLAYER: Final[i64] = 3
    TREASURE: Final[i64] = 2  # for each of its value
    TOURIST: Final[i64] = 2  # for each hut on its island


@final
class Supply:
    """Supply: huts, markers and vatus of each seat; dikes and kinds of ships for all."""

    SHIP_KINDS: Final[i64] = 8
    HUTS: Final[i64] = 8
    DIKES: Final[i64] = 20
    MARKERS: Final[i64] = 5
    START_VATUS: Final[i64] = 3


# Ships by kind: kcb kkc cbb ccb kbb kcc kkb kkk. The needs of each are packed, two bits a good: kava + 4 *
# copra + 16 * beef.
SHIP_WANTS: Final = vec[i64]([21, 6, 36, 24, 33, 9, 18, 3])
SHIP_COUNTS: Final = vec[i64]([2, 2, 1, 1, 1, 1, 1, 1])

# Number of tourist tiles of value 0 to 4, and the value left out by number of players.
TOURIST_TILES: Final = vec[i64]([1, 2, 3, 2, 1])
TOURIST_TILE_OUT: Final = vec[i64]([-1, -1, 4, 4, 2, 0])


@final
class Action:
    """The actions, in the order of the rulebook: S B X F V G D T R."""

    SAIL: Final[i64] = 0
    BUILD: Final[i64] = 1
    EXPLORE: Final[i64] = 2
    FISH: Final[i64] = 3
    SELL: Final[i64] = 4
    BUY: Final[i64] = 5
    DRAW: Final[i64] = 6
    TRANSPORT: Final[i64] = 7
    REST: Final[i64] = 8
    COUNT: Final[i64] = 9


@final
class Character:
    """The characters, in the order of the alphabet."""

    ARTIST: Final[i64] = 0
    BEGGAR: Final[i64] = 1
    BUILDER: Final[i64] = 2
    BUYER: Final[i64] = 3
    DIVER: Final[i64] = 4
    FISHERMAN: Final[i64] = 5
    GOVERNOR: Final[i64] = 6
    GUIDE: Final[i64] = 7
    NAVIGATOR: Final[i64] = 8
    PREACHER: Final[i64] = 9
    VENDOR: Final[i64] = 10
    COUNT: Final[i64] = 11


# The action of a character, or -1.
CHARACTER_ACTION: Final = vec[i64]([6, -1, 1, 5, 2, 3, -1, 7, 0, -1, 4])


@final
class RestToken:
    """Rest tokens: first player marker, both (a vatu and a point), point, vatu; and an unseen one."""

    FIRST: Final[i64] = 0
    BOTH: Final[i64] = 1
    POINT: Final[i64] = 2
    VATU: Final[i64] = 3
    COUNT: Final[i64] = 4
    UNSEEN: Final[i64] = 4


@final
class Rule:
    """Numbers in the rules that are not printed on a component."""

    ROUNDS: Final[i64] = 8
    # Two markers, two, then one.
    TURNS_OF_PLANNING: Final[i64] = 3
    MARKET_START: Final[i64] = 3
    CONVERSION_VATUS: Final[i64] = 10
    CONVERSION_POINTS: Final[i64] = 5
    SUBMERGED: Final[i64] = 5
    LOST_ISLANDS: Final[i64] = 3


@final
class Price:
    """The prices of huts and dikes, in vatus."""

    HUT: Final[i64] = 3
    BUILDERS_HUT: Final[i64] = 1
    DIKE: Final[i64] = 1


# Most points the Beggar may exchange for vatus, once a round.
MOST_BEGGED: Final[i64] = 3
# Final penalty for a hut on an island, by the island's waters.
WATER_PENALTY: Final = vec[i64]([0, 1, 3, 5, 7])
