"""The tile table of a game: kinds of tiles and the boards, as integers.

A cell is row * 6 + column. So the neighbours are at fixed distances, and a set of cells is one integer with a
bit for each. Column 5 is never a cell. A placed tile is kind << 2 | quarter turns to the right.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from vanuatu.core.maori import tables
from vanuatu.core.maori.tables import SHAPE_COUNTS, Shape


@final
class Grid:
    """The numbers of cells: row * STRIDE + column; the last cell is COUNT - 1."""

    STRIDE: Final[i64] = 6
    ROWS: Final[i64] = 4
    COLUMNS: Final[i64] = 5
    COUNT: Final[i64] = 23  # the last cell is number 22


@final
class Side:
    """The open sides of a tile, as bits."""

    RIGHT: Final[i64] = 1
    LEFT: Final[i64] = 2
    TOP: Final[i64] = 4
    BOTTOM: Final[i64] = 8


SIDES: Final = "rltb"
WAYS: Final = "au"
SHAPES: Final = ("end", "middle", "island", "water", "volcano")
SHAPE_NAMES: Final = ("end pieces", "middle pieces", "single islands", "water tiles", "volcanoes")

TileRow = tuple[str, int, int, int, int, int, int, tuple[int, ...]]


class TableError(ValueError):
    """Raised for a table that does not fit the rulebook, with a reason of one line."""


def turned(edges: int) -> int:
    """Return the open sides after a quarter turn to the right: right, bottom, left, top, right."""
    result = 0
    if edges & Side.RIGHT:
        result |= Side.BOTTOM
    if edges & Side.BOTTOM:
        result |= Side.LEFT
    if edges & Side.LEFT:
        result |= Side.TOP
    if edges & Side.TOP:
        result |= Side.RIGHT
    return result


def bit(cell: i64) -> i64:
    return 1 << cell


@final
class TileTable:
    """Kinds of tiles, each with its possible turns, in the order of the table; and the boards."""

    def __init__(
        self, rows: list[TileRow], front: tuple[str, ...], atoll: tuple[str, ...], printed: int, key: str = ""
    ) -> None:
        self.key: Final = key  # identifies the table; empty for the standard one
        self.rows = rows
        self.front = front
        self.atoll = atoll
        self.labels: list[str] = []
        self.shape = vec[i64]()
        self.palms = vec[i64]()
        self.huts = vec[i64]()
        self.shells = vec[i64]()
        self.ships = vec[i64]()
        self.leis = vec[i64]()
        self.counts = vec[i64]()
        # Open sides by placed tile; -1 if the tile may not have that turn.
        self.edges = vec[i64]()
        self.printed: i64 = printed
        if len({row[0] for row in rows}) < len(rows):
            raise TableError("two lines have the same label")
        for row in rows:
            self._add_row(row)
        self.kinds: i64 = len(self.shape)
        self._check_counts()
        # By board, front and atoll.
        self.spaces = vec[i64]()
        self.land = vec[i64]()
        self.reef = vec[i64]()
        self.printed_cell = vec[i64]()
        self._add_board("front", front)
        self._add_board("atoll", atoll)

    def _add_row(self, row: TileRow) -> None:
        label, shape, palms, huts, shells, ships, leis, counts = row
        if not 0 <= shape <= Shape.VOLCANO:
            raise TableError(f"{label}: no such shape")
        if min(palms, huts, shells, ships, leis, *counts) < 0:
            raise TableError(f"{label}: a number below 0")
        if shape in (Shape.WATER, Shape.VOLCANO) and (palms or huts):
            raise TableError(f"{label}: palms and huts stand on islands")
        if leis > (1 if shape == Shape.END else 0):
            raise TableError(f"{label}: half leis are on end pieces, one on each")
        if shape == Shape.VOLCANO and (shells or ships):
            raise TableError(f"{label}: a volcano shows nothing else")
        fixed = palms > 0
        ways = (4 if shape == Shape.END else 2 if shape == Shape.MIDDLE else 1) if fixed else 1
        if len(counts) != ways:
            raise TableError(
                f"{label}: {ways} {'count' if ways == 1 else 'counts'} wanted, not {len(counts)}"
            )
        for way, count in enumerate(counts):
            name = label if ways == 1 else label + (SIDES[way] if ways == 4 else WAYS[way])
            self.labels.append(name)
            self.shape = append(self.shape, i64(shape))
            self.palms = append(self.palms, i64(palms))
            self.huts = append(self.huts, i64(huts))
            self.shells = append(self.shells, i64(shells))
            self.ships = append(self.ships, i64(ships))
            self.leis = append(self.leis, i64(leis))
            self.counts = append(self.counts, i64(count))
            edges = 0
            if shape == Shape.END:
                edges = 1 << way
            elif shape == Shape.MIDDLE:
                edges = (Side.RIGHT | Side.LEFT) if way == 0 else (Side.TOP | Side.BOTTOM)
            seen = [edges]
            self.edges = append(self.edges, i64(edges))
            for _ in range(3):
                edges = turned(edges)
                new = not fixed and edges not in seen
                seen.append(edges)
                self.edges = append(self.edges, i64(edges if new else -1))

    def _check_counts(self) -> None:
        """Check the number of tiles of each shape against the rulebook."""
        for shape, wanted in enumerate(SHAPE_COUNTS):
            there = sum(int(self.counts[k]) for k in range(len(self.counts)) if self.shape[k] == shape)
            if there != wanted:
                raise TableError(f"{there} {SHAPE_NAMES[shape]}, and the rulebook has {wanted}")

    def _add_board(self, name: str, rows: tuple[str, ...]) -> None:
        if len(rows) != Grid.ROWS or any(len(row) != Grid.COLUMNS for row in rows):
            raise TableError(f"{name}: a board has {Grid.ROWS} rows of {Grid.COLUMNS}")
        spaces = land = reef = 0
        printed_cell = -1
        for r, row in enumerate(rows):
            for c, sign in enumerate(row):
                cell = r * int(Grid.STRIDE) + c
                if sign not in ".rs#":
                    raise TableError(f"{name}: {sign!r} is not one of . r s #")
                if sign == "#":
                    land |= 1 << cell
                    continue
                spaces |= 1 << cell
                if sign in "rs":
                    reef |= 1 << cell
                if sign == "s":
                    if printed_cell >= 0:
                        raise TableError(f"{name}: the ships are printed on one space")
                    printed_cell = cell
        if spaces == 0:
            raise TableError(f"{name}: no space for a tile")
        self.spaces = append(self.spaces, i64(spaces))
        self.land = append(self.land, i64(land))
        self.reef = append(self.reef, i64(reef))
        self.printed_cell = append(self.printed_cell, i64(printed_cell))


STANDARD: Final = TileTable(tables.TILES, tables.FRONT, tables.ATOLL, tables.PRINTED_SHIPS)
# Custom tables by their option: "tiles-" and their key.
KNOWN: Final[dict[str, TileTable]] = {}
TILES_OPTION: Final = "tiles-"


def table_of(option: str) -> TileTable:
    """Return the table of an option; the standard one for none."""
    if not option:
        return STANDARD
    if option not in KNOWN:
        raise TableError(f"{option} is a table of tiles of one's own: give its file with --tiles FILE")
    return KNOWN[option]
