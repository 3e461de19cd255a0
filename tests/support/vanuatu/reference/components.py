"""What is in the box, by name, and which cells touch. Read from the core's table of components."""

from typing import NamedTuple

from vanuatu.core.vanuatu import tables

SEATS = "ptyob"
ACTIONS = "SBXFVGDTR"
GOODS = "kcb"
REST_TOKENS = "fbpv"
ROWS = {"a": 4, "b": 5, "c": 6}
CELLS = [row + str(number) for row, width in ROWS.items() for number in range(1, width + 1)] + ["d3"]
CHARACTERS = [
    "artist",
    "beggar",
    "builder",
    "buyer",
    "diver",
    "fisherman",
    "governor",
    "guide",
    "navigator",
    "preacher",
    "vendor",
]
SHIPS = ["kcb", "kkc", "cbb", "ccb", "kbb", "kcc", "kkb", "kkk"]
TILES = ["E0", "A1", "A2", "D1", "D2", "S0", "S1", "S2", "B1", "B2", "C1", "C2", "E1", "E2", "F1", "F2"]

CHARACTER_OF_ACTION = {
    ACTIONS[action]: name
    for name, action in zip(CHARACTERS, tables.CHARACTER_ACTION, strict=True)
    if action >= 0
}
SHIP_PILE = tuple(name for name, count in zip(SHIPS, tables.SHIP_COUNTS, strict=True) for _ in range(count))
RESERVE = dict(zip(GOODS, tables.RESERVE, strict=True))
PRICE = dict(zip(GOODS, tables.GOODS_PRICE, strict=True))
POINTS = dict(zip(GOODS, tables.GOODS_POINTS, strict=True))


def tourist_pile(players: int) -> tuple[int, ...]:
    """Return the values of the eight tourist tiles for a number of players."""
    pile = [value for value, count in enumerate(tables.TOURIST_TILES) for _ in range(count)]
    pile.remove(tables.TOURIST_TILE_OUT[players])
    return tuple(pile)


def touching(cell: str) -> list[str]:
    """The cells beside a cell: each row is shifted half a cell against the one above it."""
    row, number = cell[0], int(cell[1:])
    above, below = chr(ord(row) - 1), chr(ord(row) + 1)
    around = [(row, number - 1), (row, number + 1), (below, number), (below, number + 1)]
    around += [(above, number), (above, number - 1)]
    return [cell for cell in CELLS if (cell[0], int(cell[1:])) in around]


NEIGHBOURS = {cell: touching(cell) for cell in CELLS}


class Land(NamedTuple):
    """What an island tile prints."""

    huts: int
    drawings: int
    tourists: int
    goods: str


def _land(name: str) -> Land:
    tile = TILES.index(name)
    printed = list(tables.PRINTED_GOODS)[3 * tile : 3 * tile + 3]
    goods = "".join(good * count for good, count in zip(GOODS, printed, strict=True))
    return Land(tables.HUT_SITES[tile], tables.DRAWING_SITES[tile], tables.TOURIST_ROOM[tile], goods)


LANDS = {name: _land(name) for name in TILES[: tables.Tile.ISLANDS]}
PRINTED_FISH = dict(zip(TILES, tables.PRINTED_FISH, strict=True))
PRINTED_TREASURE = dict(zip(TILES, tables.PRINTED_TREASURE, strict=True))
