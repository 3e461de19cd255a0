"""The only module for data that the rulebook does not print: symbols on the tiles, and the boards.

A reconstruction. It satisfies all counts in the rulebook, and its scoring example. Owners of the game can
correct it here, or in a custom file that replaces it.
"""

from typing import Final, final


@final
class Shape:
    """Shapes of tiles: an end is open to one side, a middle is horizontal or vertical."""

    END: Final = 0
    MIDDLE: Final = 1
    ISLAND: Final = 2
    WATER: Final = 3
    VOLCANO: Final = 4


# Number of tiles of each shape: the rulebook's counts.
SHAPE_COUNTS: Final = (54, 14, 10, 17, 2)

# Label, shape, palms, huts, shells, ships, half leis, and the number of tiles. An end has a number for each
# of right, left, top, bottom, a middle for horizontal and vertical. Any other tile, and a tile without palms,
# which can be turned, has one number in all.
TILES: Final[list[tuple[str, int, int, int, int, int, int, tuple[int, ...]]]] = [
    ("E1", Shape.END, 1, 0, 0, 0, 0, (2, 2, 2, 2)),
    ("E2", Shape.END, 2, 0, 0, 0, 0, (3, 3, 3, 3)),
    ("E3", Shape.END, 3, 0, 0, 0, 0, (1, 1, 1, 1)),
    ("EH1", Shape.END, 1, 1, 0, 0, 0, (1, 1, 1, 1)),
    ("EH2", Shape.END, 2, 1, 0, 0, 0, (1, 1, 1, 1)),
    ("ES", Shape.END, 1, 0, 1, 0, 0, (1, 1, 1, 1)),
    ("EB", Shape.END, 1, 0, 0, 1, 0, (2, 2, 2, 2)),
    ("EL", Shape.END, 1, 0, 0, 0, 1, (2, 2, 2, 2)),
    ("EX", Shape.END, 0, 0, 2, 0, 0, (2,)),
    ("M2", Shape.MIDDLE, 2, 0, 0, 0, 0, (2, 2)),
    ("M3", Shape.MIDDLE, 3, 0, 0, 0, 0, (1, 1)),
    ("MH1", Shape.MIDDLE, 1, 1, 0, 0, 0, (1, 1)),
    ("MH2", Shape.MIDDLE, 2, 1, 0, 0, 0, (1, 1)),
    ("MB", Shape.MIDDLE, 1, 0, 0, 1, 0, (1, 1)),
    ("MS", Shape.MIDDLE, 1, 0, 1, 0, 0, (1, 1)),
    ("I1", Shape.ISLAND, 1, 0, 0, 0, 0, (3,)),
    ("I2", Shape.ISLAND, 2, 0, 0, 0, 0, (3,)),
    ("IH", Shape.ISLAND, 1, 1, 0, 0, 0, (2,)),
    ("IS", Shape.ISLAND, 1, 0, 1, 0, 0, (1,)),
    ("IB", Shape.ISLAND, 1, 0, 0, 1, 0, (1,)),
    ("W0", Shape.WATER, 0, 0, 0, 0, 0, (5,)),
    ("WB", Shape.WATER, 0, 0, 0, 1, 0, (8,)),
    ("WS", Shape.WATER, 0, 0, 2, 0, 0, (4,)),
    ("V", Shape.VOLCANO, 0, 0, 0, 0, 0, (2,)),
]

# Boards, row by row from the top: "." a space, "r" a space inside the reef, "s" such a space with
# the ships printed on it, "#" land that takes no tile. Without an "s" the ships are printed beside.
FRONT: Final = ("...##", ".....", ".....", "##...")
ATOLL: Final = (".....", ".rsr.", ".rrr.", ".....")
PRINTED_SHIPS: Final = 2
