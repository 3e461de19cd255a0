"""Marks of a move on the picture of Maori, from its token and the scene after it."""

import re
from typing import Final

from vanuatu.notation.boards.sheet import Facts
from vanuatu.notation.codec import SEAT_LETTERS
from vanuatu.notation.maori import names, view_types
from vanuatu.notation.maori.svg_panels import mark_board, mark_matrix

_ALL: Final = [(row, column) for row in range(4) for column in range(4)]
_CELL: Final = re.compile(r"[a-e][1-4]")


def marks(scene: view_types.Scene, token: str) -> dict[str, Facts]:
    """Return the content of the regions for marks after a move."""
    seat, colon, move = token.partition(":")
    if not colon:
        return _drawn(scene, token)
    if move.startswith(">"):
        return {"mark-matrix": (mark_matrix, ((), move[1:]))}
    cells = tuple(_CELL.findall(move))
    if move.startswith("~") and len(cells) == 2:
        return {f"mark-{seat}": (mark_board, ((), False, (cells[0], cells[1])))}
    return {f"mark-{seat}": (mark_board, (cells[:1], not cells, None))}


def _drawn(scene: view_types.Scene, token: str) -> dict[str, Facts]:
    """Return the marks of a draw: the first player, or a tile.

    A tile fills the next cell, or a gap in the line before the ship. If several equal tiles are in that line,
    the new one is unknown: then there is no mark.
    """
    name, _, what = token[1:].partition("=")
    if name == "first" and what in SEAT_LETTERS:
        return {f"mark-{what}": (mark_board, ((), True, None))}
    if name != "tile":
        return {}
    begun = scene["explorer"] is None
    looked_at = _ALL if scene["explorer"] is None else _in_sight(scene["explorer"])
    cells = [(row, column) for row, column in looked_at if scene["matrix"][row][column] == what]
    if not cells or (len(cells) > 1 and not begun):
        return {}
    return {"mark-matrix": (mark_matrix, ((cells[-1],), ""))}


def _in_sight(place: str) -> list[tuple[int, int]]:
    """Return the cells of the matrix in the line before the explorer ship."""
    side, at = divmod(names.PLACE_NAMES.index(place), 4)
    line = at if side < 2 else 3 - at
    return [(n, line) if side % 2 == 0 else (line, n) for n in range(4)]
