"""Marks of a move on the picture, from its token alone."""

import re
from typing import Final

from vanuatu.notation.boards import shapes, sheet
from vanuatu.notation.codec import SEAT_LETTERS
from vanuatu.notation.vanuatu import svg_board, svg_layout
from vanuatu.notation.vanuatu.names import ACTION_LETTERS

_SAIL: Final = re.compile(r"([a-d]\d)-([a-d]\d)")
_CELL: Final = re.compile(r"[a-d]\d")
_ACTIONS: Final = re.compile(rf"[{ACTION_LETTERS}]+")
_DRAWN: Final = {"tiles": "next", "ships": "ships", "tourists": "offers", "flood": "die"}


def marks(letters: str, token: str) -> dict[str, sheet.Facts]:
    """Return the content of the regions for marks after a move; `letters` are those of the seats."""
    seat, colon, move = token.partition(":")
    if not colon:
        seat, move = "", token
    sailed, cells, actions, boxes, seats = _places(move, seat)
    found: dict[str, sheet.Facts] = {}
    if sailed or cells or boxes:
        found["mark-board"] = (svg_board.mark_cells, (sailed, cells, boxes))
    if actions:
        found["mark-actions"] = (mark_actions, (actions,))
    for letter in seats:
        if letter in letters:
            found[f"mark-{letter}"] = (mark_seat, (len(letters),))
    return found


Places = tuple[tuple[str, str] | None, tuple[str, ...], str, tuple[str, ...], str]


def _places(move: str, seat: str) -> Places:
    """Return the places of a move: a sail, cells, actions, boxes of the board, seats."""
    if move.startswith("#"):
        name, _, what = move[1:].partition("=")
        if name == "start":
            return None, ("a3", "b2", "b3"), "", (), ""
        if name in _DRAWN:
            return None, (), "", (_DRAWN[name],), ""
        return None, (), "", (), what if name == "first" and what in SEAT_LETTERS else ""
    if move[:1] in "+-~" or re.match(r"@[A-Z]-[A-Z]", move):
        return None, (), "".join(_ACTIONS.findall(move)), (), ""
    if move[:1] in ("@", "^") or re.match(r"R|V", move):
        return None, (), move[0] if move[:1] in ("R", "V") else "", (), seat
    sail = _SAIL.match(move)
    if sail:
        return (sail[1], sail[2]), (), "S", (), ""
    action = move[0] if move[:1] in ("B", "X", "F", "G", "D", "T") and "=" not in move else ""
    if move.startswith("W"):
        action = "B"
    return None, tuple(_CELL.findall(move.partition("=")[2] or move))[:1], action, (), ""


def mark_actions(letters: str) -> str:
    """Return rings around actions."""
    return "".join(
        shapes.ring(
            6,
            44 + svg_layout.ROW * ACTION_LETTERS.index(letter) + 2,
            svg_layout.ACTIONS[0] - 12,
            svg_layout.ROW - 4,
        )
        for letter in dict.fromkeys(letters)
    )


def mark_seat(players: int) -> str:
    """Return a ring around a seat."""
    width, height = svg_layout.seat_size(players)
    return shapes.ring(2, 2, round(width - 4, 1), height - 4)
