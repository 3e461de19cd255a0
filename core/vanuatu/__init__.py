"""Vanuatu: 2 to 5 players, with characters, without, and with rising waters.

What stands here are its words: where things are in the array of a position, moves, components.
"""

from vanuatu.core.vanuatu.layout import At, Island, Option, Phase, Seat
from vanuatu.core.vanuatu.moves import Kind, bonus_of, detail_of, kind_of, make
from vanuatu.core.vanuatu.tables import Action, Character, Points, Price, RestToken, Rule, Supply, Tile

__all__ = [
    "Action",
    "At",
    "Character",
    "Island",
    "Kind",
    "Option",
    "Phase",
    "Points",
    "Price",
    "RestToken",
    "Rule",
    "Seat",
    "Supply",
    "Tile",
    "bonus_of",
    "detail_of",
    "kind_of",
    "make",
]
