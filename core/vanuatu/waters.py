"""Rising waters: what happens when the die has run down (rulings 21 to 23)."""

from librt.vecs import vec
from mypy_extensions import i64

from core.vanuatu.board import count_bits, open_sides
from core.vanuatu.layout import (
    DIE,
    I_CELL,
    I_DIKES,
    I_DRAWINGS,
    I_GOODS,
    I_HUTS,
    I_TOURISTS,
    I_WATER,
    ISLAND,
    ISLAND_SIZE,
)
from core.vanuatu.tables import (
    ISLANDS,
    SUBMERGED,
)


def raise_waters(b: vec[i64]) -> None:
    """Water for every open side; at five an island is gone with all that is on it (ruling 22)."""
    b[DIE] = -1
    island: i64 = 0
    while island < ISLANDS:
        base = ISLAND + island * ISLAND_SIZE
        if b[base + I_CELL] > 0 and b[base + I_WATER] < SUBMERGED:
            water = b[base + I_WATER] + count_bits(open_sides(b, island))
            b[base + I_WATER] = water if water < SUBMERGED else SUBMERGED
            if water >= SUBMERGED:
                b[base + I_DRAWINGS] = 0
                b[base + I_TOURISTS] = 0
                b[base + I_GOODS] = 0
                b[base + I_GOODS + 1] = 0
                b[base + I_GOODS + 2] = 0
                b[base + I_DIKES] = 0
                b[base + I_HUTS] = 0
        island += 1
