"""Where the visible tiles can be placed (ruling 1)."""

from tests.support.vanuatu.reference.components import CELLS, LANDS, NEIGHBOURS
from tests.support.vanuatu.reference.values import Island, Ocean, Table


def placements(table: Table, visible: list[str]) -> list[str]:
    """A proper cell if either tile has one; otherwise any free cell beside two tiles."""
    free = [cell for cell in CELLS if cell not in table.board and filled_around(table, cell) >= 2]
    proper = [f"{tile}={cell}" for tile in visible for cell in free if is_proper(table, tile, cell)]
    return proper or [f"{tile}={cell}" for tile in visible for cell in free]


def filled_around(table: Table, cell: str) -> int:
    return sum(other in table.board for other in NEIGHBOURS[cell])


def is_proper(table: Table, tile: str, cell: str) -> bool:
    """An island must touch no island, an ocean tile must touch one; submerged ones count."""
    touches = any(isinstance(table.board.get(other), Island) for other in NEIGHBOURS[cell])
    return touches != (tile in LANDS)


def fill(table: Table, cell: str) -> Table:
    """Goods for an island without any, as far as the reserve has them: kava, copra, beef (ruling 2)."""
    island = table.board[cell]
    assert not isinstance(island, Ocean)
    if island.goods or island.submerged:
        return table
    goods = ""
    for good in "kcb":
        goods += good * min(island.land.goods.count(good), table.reserve(good))
    return table.with_tile(cell, island._replace(goods=goods))
