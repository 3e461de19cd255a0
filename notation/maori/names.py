"""The letters and names of places, cells, tiles and phases."""

from typing import Final

from mypy_extensions import i64

from vanuatu.core.maori.layout import Phase
from vanuatu.core.maori.tables import Shape
from vanuatu.core.maori.tiles import Grid, Side, TileTable
from vanuatu.notation.wording import amount

# Places of the explorer ship, clockwise from the top left.
PLACE_NAMES: Final = tuple(side + str(number) for side in "nesw" for number in (1, 2, 3, 4))
# The phases in files; positions distinguish more of them.
PHASE_NAMES: Final = {
    int(Phase.MATRIX): "setup",
    int(Phase.FIRST): "setup",
    int(Phase.START): "setup",
    int(Phase.VOYAGE): "voyage",
    int(Phase.DISCOVER): "discover",
    int(Phase.PLACE): "discover",
    int(Phase.REFILL): "discover",
    int(Phase.SAIL): "sail",
    int(Phase.END): "over",
}
SIDE_NAMES: Final = {
    int(Side.RIGHT): "right",
    int(Side.LEFT): "left",
    int(Side.TOP): "top",
    int(Side.BOTTOM): "bottom",
}
TURN: Final = "r"  # a quarter turn to the right
ORDINALS: Final = ("1st", "2nd", "3rd", "4th")


def cell_name(cell: i64) -> str:
    """Return `a1` … `e4`: the column's letter and the row's number from the top."""
    return "abcdef"[cell % Grid.STRIDE] + str(cell // Grid.STRIDE + 1)


def cell_number(name: str) -> i64:
    """Return the cell of a name, -1 if there is none."""
    if len(name) != 2:
        return -1
    column: i64 = "abcde".find(name[0])
    row: i64 = "1234".find(name[1])
    return row * Grid.STRIDE + column if column >= 0 and row >= 0 else -1


def cells() -> list[int]:
    """Return all cells, row by row."""
    return [
        cell
        for cell in range(int(Grid.COUNT))
        if cell % Grid.STRIDE < Grid.COLUMNS and cell // Grid.STRIDE < Grid.ROWS
    ]


def lying(tiles: TileTable, tile: i64) -> str:
    """Return a placed tile, kind << 2 | turns: its label, and an r for each quarter turn."""
    return tiles.labels[tile >> 2] + TURN * int(tile & 3)


def symbols(tiles: TileTable, kind: i64) -> list[str]:
    """Return the symbols on a tile, item by item."""
    printed = (
        (tiles.palms[kind], "palm"),
        (tiles.huts[kind], "hut"),
        (tiles.shells[kind], "shell"),
        (tiles.ships[kind], "ship"),
    )
    items = [amount(int(count), thing) for count, thing in printed if count]
    return [*items, "half a lei"] if tiles.leis[kind] else items


def shape_words(tiles: TileTable, tile: i64) -> str:
    """Return the shape of a placed tile: "end open to the right", "middle running across", "water"."""
    shape = int(tiles.shape[tile >> 2])
    if shape in (Shape.WATER, Shape.VOLCANO):
        return "water" if shape == Shape.WATER else "volcano"
    sides = open_sides(tiles, tile)
    if not sides:
        return "single island"
    if len(sides) == 2:
        return "middle running across" if sides[0] in ("right", "left") else "middle running up"
    return f"end open to the {sides[0]}"


def open_sides(tiles: TileTable, tile: i64) -> list[str]:
    edges = int(tiles.edges[tile])
    return [name for side, name in SIDE_NAMES.items() if edges & side]


def tile_words(tiles: TileTable, tile: i64) -> str:
    """Return a tile in words, its label first: "E2r (end open to the right, 2 palms)"."""
    described = ", ".join([shape_words(tiles, tile), *symbols(tiles, tile >> 2)])
    return f"{tiles.labels[tile >> 2]} ({described})"
