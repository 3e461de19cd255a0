"""Moves as tokens and back. A token depends only on the labels of the tiles."""

from collections.abc import Iterator
from itertools import product
from typing import Final

from vanuatu.core.maori.moves import Kind, make
from vanuatu.core.maori.tiles import TileTable
from vanuatu.notation.codec import SEAT_LETTERS
from vanuatu.notation.maori.names import PLACE_NAMES, TURN, cell_name, cells

TILE_TOKEN: Final = "#tile="


class Tokens:
    """The tokens of one table of tiles, both ways."""

    def __init__(self, tiles: TileTable) -> None:
        self.meaning: Final[dict[str, int]] = dict(_tokens(tiles))
        self.spelling: Final[dict[int, str]] = {move: text for text, move in self.meaning.items()}


_known: dict[str, Tokens] = {}


def tokens_of(tiles: TileTable) -> Tokens:
    """Return the tokens of a table, built on first use."""
    tokens = _known.get(tiles.key)
    if tokens is None:
        tokens = _known[tiles.key] = Tokens(tiles)
    return tokens


def _tokens(tiles: TileTable) -> Iterator[tuple[str, int]]:
    for kind, label in enumerate(tiles.labels):
        yield TILE_TOKEN + label, make(Kind.TILE, kind)
    for seat, letter in enumerate(SEAT_LETTERS):
        yield "#first=" + letter, make(Kind.FIRST, seat)
    for place, name in enumerate(PLACE_NAMES):
        yield ">" + name, make(Kind.EXPLORE, place)
    for start, goal in product(cells(), cells()):
        yield f"~{cell_name(start)}-{cell_name(goal)}", make(Kind.BOAT, start << 5 | goal)
    for cell, turns in product(cells(), range(4)):
        where = cell_name(cell) + TURN * turns
        for n in range(4):
            yield f"{n + 1}={where}", make(Kind.TAKE, n << 7 | cell << 2 | turns)
        yield "store=" + where, make(Kind.UNSTORE, cell << 2 | turns)
    for n in range(4):
        yield f"{n + 1}=store", make(Kind.STORE, n)
    for cell in cells():
        yield "-" + cell_name(cell), make(Kind.REMOVE, cell)
    yield "pass", make(Kind.PASS, 0)
