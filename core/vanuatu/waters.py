"""Rising waters: the effect of the flood die at zero (rulings 21 to 23)."""

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.core.vanuatu import board
from vanuatu.core.vanuatu.layout import At, Island
from vanuatu.core.vanuatu.tables import Rule, Tile


def raise_waters(b: vec[i64]) -> None:
    """Add water for every open side; at five, submerge the island with everything on it (ruling 22)."""
    b[At.DIE] = -1
    island: i64 = 0
    while island < Tile.ISLANDS:
        base = Island.BASE + island * Island.SIZE
        if b[base + Island.CELL] > 0 and b[base + Island.WATER] < Rule.SUBMERGED:
            water = b[base + Island.WATER] + board.count_bits(board.open_sides(b, island))
            b[base + Island.WATER] = water if water < Rule.SUBMERGED else Rule.SUBMERGED
            if water >= Rule.SUBMERGED:
                b[base + Island.DRAWINGS] = 0
                b[base + Island.TOURISTS] = 0
                b[base + Island.GOODS] = 0
                b[base + Island.GOODS + 1] = 0
                b[base + Island.GOODS + 2] = 0
                b[base + Island.DIKES] = 0
                b[base + Island.HUTS] = 0
        island += 1
