"""The one place for what the rulebook does not print: symbols on the tiles, and the boards.

A reconstruction. It satisfies every count that the rulebook gives, and its scoring example. Whoever
owns the game can correct it here, or in a file of his own that takes its place.
"""

from typing import Final

# Shapes: an end is open to one side, a middle runs across or up.
END: Final = 0
MIDDLE: Final = 1
ISLAND: Final = 2
WATER: Final = 3
VOLCANO: Final = 4
# How many tiles of each shape there are: the rulebook's counts.
SHAPE_COUNTS: Final = (54, 14, 10, 17, 2)

# Label, shape, palms, huts, shells, ships, half leis, and how many there are: of an end for each
# of right, left, top, bottom; of a middle for across, up; of anything else, and of a tile without
# palms, which can be turned, in all.
TILES: Final[list[tuple[str, int, int, int, int, int, int, tuple[int, ...]]]] = [
    ("E1", END, 1, 0, 0, 0, 0, (2, 2, 2, 2)),
    ("E2", END, 2, 0, 0, 0, 0, (3, 3, 3, 3)),
    ("E3", END, 3, 0, 0, 0, 0, (1, 1, 1, 1)),
    ("EH1", END, 1, 1, 0, 0, 0, (1, 1, 1, 1)),
    ("EH2", END, 2, 1, 0, 0, 0, (1, 1, 1, 1)),
    ("ES", END, 1, 0, 1, 0, 0, (1, 1, 1, 1)),
    ("EB", END, 1, 0, 0, 1, 0, (2, 2, 2, 2)),
    ("EL", END, 1, 0, 0, 0, 1, (2, 2, 2, 2)),
    ("EX", END, 0, 0, 2, 0, 0, (2,)),
    ("M2", MIDDLE, 2, 0, 0, 0, 0, (2, 2)),
    ("M3", MIDDLE, 3, 0, 0, 0, 0, (1, 1)),
    ("MH1", MIDDLE, 1, 1, 0, 0, 0, (1, 1)),
    ("MH2", MIDDLE, 2, 1, 0, 0, 0, (1, 1)),
    ("MB", MIDDLE, 1, 0, 0, 1, 0, (1, 1)),
    ("MS", MIDDLE, 1, 0, 1, 0, 0, (1, 1)),
    ("I1", ISLAND, 1, 0, 0, 0, 0, (3,)),
    ("I2", ISLAND, 2, 0, 0, 0, 0, (3,)),
    ("IH", ISLAND, 1, 1, 0, 0, 0, (2,)),
    ("IS", ISLAND, 1, 0, 1, 0, 0, (1,)),
    ("IB", ISLAND, 1, 0, 0, 1, 0, (1,)),
    ("W0", WATER, 0, 0, 0, 0, 0, (5,)),
    ("WB", WATER, 0, 0, 0, 1, 0, (8,)),
    ("WS", WATER, 0, 0, 2, 0, 0, (4,)),
    ("V", VOLCANO, 0, 0, 0, 0, 0, (2,)),
]

# Boards, row by row from the top: "." a space, "r" a space inside the reef, "s" such a space with
# the ships printed on it, "#" land that takes no tile. Without an "s" the ships are printed beside.
FRONT: Final = ("...##", ".....", ".....", "##...")
ATOLL: Final = (".....", ".rsr.", ".rrr.", ".....")
PRINTED_SHIPS: Final = 2
