"""Where a move is seen on the picture of Maori: from its token and the scene after it."""

import re
from typing import Final

from notation.codec import SEAT_LETTERS
from notation.maori.view_types import Scene
from notation.pictures.maori.panels import mark_board, mark_matrix
from notation.pictures.sheet import Facts

_CELL: Final = re.compile(r"[a-e][1-4]")


def marks(scene: Scene, token: str) -> dict[str, Facts]:
    """What the regions for marks show after a move."""
    seat, colon, move = token.partition(":")
    if not colon:
        return _drawn(scene, token)
    if move.startswith(">"):
        return {"mark-matrix": (mark_matrix, ((), move[1:]))}
    cells = tuple(_CELL.findall(move))
    if move.startswith("~") and len(cells) == 2:
        return {f"mark-{seat}": (mark_board, ((), False, (cells[0], cells[1])))}
    return {f"mark-{seat}": (mark_board, (cells[:1], not cells, None))}


def _drawn(scene: Scene, token: str) -> dict[str, Facts]:
    """Nature has drawn who begins, or a tile: it lies in the last cell with that label."""
    name, _, what = token[1:].partition("=")
    if name == "first" and what in SEAT_LETTERS:
        return {f"mark-{what}": (mark_board, ((), True, None))}
    cells = [(row, column) for row in range(4) for column in range(4) if scene["matrix"][row][column] == what]
    return {"mark-matrix": (mark_matrix, (tuple(cells[-1:]), ""))} if name == "tile" and cells else {}
