"""Maori: 2 to 5 players, with small ships (two ways) and the atoll.

What stands here are its words: where things are in the array of a position, moves, components.
"""

from core.maori.layout import At, Option, Phase, Rule, Seat
from core.maori.moves import Kind, detail_of, kind_of, make
from core.maori.tables import Shape
from core.maori.tiles import Grid, Side, TileTable

__all__ = [
    "At",
    "Grid",
    "Kind",
    "Option",
    "Phase",
    "Rule",
    "Seat",
    "Shape",
    "Side",
    "TileTable",
    "detail_of",
    "kind_of",
    "make",
]
