"""Maori: 2 to 5 players, with small ships (two ways) and the atoll.

What stands here are its words: where things are in the array of a position, moves, components.
"""

from vanuatu.core.maori.layout import At, Option, Phase, Rule, Seat
from vanuatu.core.maori.moves import Kind, detail_of, kind_of, make
from vanuatu.core.maori.tables import Shape
from vanuatu.core.maori.tiles import Grid, Side, TileTable

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
