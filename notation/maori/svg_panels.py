"""Beside the tiles: the round, the explorer ship, the heads of the seats, small ships and marks."""

from typing import Final

from vanuatu.notation.boards.shapes import cut, ring, sign, text, title
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES
from vanuatu.notation.maori.names import PLACE_NAMES
from vanuatu.notation.maori.svg_layout import BOARD, SMALL, TILE, board_cell, matrix_cell, place

PHASES: Final = {
    "setup": "set-up",
    "voyage": "the explorer ship moves",
    "discover": "discovering",
    "sail": "the small ship moves",
    "over": "the end",
}


def seat_word(letter: str) -> str:
    """Return purple, teal, …"""
    return SEAT_NAMES[SEAT_LETTERS.index(letter)].lower()


def round_sign(round: int, phase: str, supply: int, shells: int, last: int | None) -> str:
    """Return the state of the game and the supplies."""
    words = PHASES.get(phase, phase)
    ends = f", {last} turns left" if last is not None else ""
    return (
        title(f"Round {round}, {words}{ends}; {supply} tiles and {shells} shells in supply")
        + text(0, 0, f"Round {round}", 22, "ink w")
        + text(0, 19, words + ends, 14, "lit w" if ends else "ink")
        + text(370, -6, f"{supply} tiles", 13, "dim e")
        + text(370, 10, f"{shells} shells", 13, "dim e")
    )


def explorer(name: str) -> str:
    """Return the explorer ship at its place, and an arrow along its row."""
    number = PLACE_NAMES.index(name)
    x, y = place(number)
    dx, dy = ((0, 1), (-1, 0), (0, -1), (1, 0))[number // 4]
    tip_x, tip_y = x + 22 * dx, y + 22 * dy
    arrow = (
        f'<path class="lit" d="M{tip_x:g} {tip_y:g} {tip_x - 8 * dx - 7 * dy:g} {tip_y - 8 * dy - 7 * dx:g} '
        f'{tip_x - 8 * dx + 7 * dy:g} {tip_y - 8 * dy + 7 * dx:g}z"/>'
    )
    ground = f'<circle class="sea" cx="{x:g}" cy="{y:g}" r="16"/>'
    return title(f"The explorer ship is at {name}") + ground + sign("ship", x, y + 2, "", 0.72) + arrow


def seat_name(letter: str, name: str, opens: bool, turn: bool, points: int) -> str:
    """Return the head of a seat: its player, the first player marker, the turn, and the current score."""
    word = seat_word(letter)
    label = f"{word}{f' ({name})' if name else ''}, {points} points"
    label += (", begins each round" if opens else "") + (", to move" if turn else "")
    width = BOARD[0] - 24
    parts = [
        title(label),
        f'<rect class="{letter}" width="30" height="30" rx="6"/>',
        text(15, 21.5, letter, 19, f"on-{letter} m w"),
        text(40, 21, cut(name or word.capitalize(), width - 152 - 26 * opens - 20 * turn, 17), 17, "ink w"),
        text(width, 22, f"{points} points", 17, "ink w e"),
    ]
    x = width - 118.0
    if turn:
        parts.append(sign("turn", x, 15, "", 1.3) + f'<path class="lit" d="M0 35H{width:g}V38H0z"/>')
        x -= 24
    if opens:
        parts.append(sign("first", x, 16))
    return "".join(parts)


def purse(shells: int, ships: int, stored: str) -> str:
    """Return shells, ships, the stored tile."""
    return (
        title(f"{shells} shells, {ships} ships, stored {stored or 'nothing'}")
        + sign("cowrie", 9, 0)
        + text(23, 6, f"{shells}", 16, "ink w")
        + sign("canoe", 62, 0)
        + text(77, 6, f"{ships}", 16, "ink w")
        + text(112, 6, f"stored {stored or '–'}", 14, "ink" if stored else "dim")
    )


def small_ship(letter: str, cell: str) -> str:
    """Return the seat's small ship on a tile."""
    x, y = board_cell(cell)
    x, y = x + SMALL / 2 - 16, y + SMALL / 2 - 18
    drawn = sign("boat", x, y, letter, 0.95) + text(x, y - 1, letter, 12, f"on-{letter} m w")
    return title(f"{seat_word(letter)}'s ship on {cell}") + drawn


def mark_matrix(cells: tuple[tuple[int, int], ...], where: str) -> str:
    """Return rings around cells of the matrix, and around a place of the ship."""
    parts = []
    for row, column in cells:
        x, y = matrix_cell(row, column)
        parts.append(ring(x - TILE / 2 + 3, y - TILE / 2 + 3, TILE - 6, TILE - 6))
    if where:
        x, y = place(PLACE_NAMES.index(where))
        parts.append(ring(x - 19, y - 17, 38, 34))
    return "".join(parts)


def mark_board(cells: tuple[str, ...], whole: bool, sailed: tuple[str, str] | None) -> str:
    """Return rings around cells of a board or all of it, and the path of its small ship."""
    parts = []
    if whole:
        parts.append(ring(2, 2, BOARD[0] - 4, BOARD[1] - 4))
    for cell in cells:
        x, y = board_cell(cell)
        parts.append(ring(x - SMALL / 2 + 2, y - SMALL / 2 + 2, SMALL - 4, SMALL - 4))
    if sailed is not None:
        (x, y), (to_x, to_y) = board_cell(sailed[0]), board_cell(sailed[1])
        line = f'd="M{x:g} {y:g}L{to_x:g} {to_y:g}"'
        parts.append(
            f'<path class="halo" stroke-width="8" {line}/><path class="glow" stroke-width="4" {line}/>'
        )
        parts.append(f'<circle class="lit" cx="{to_x:g}" cy="{to_y:g}" r="7"/>')
    return "".join(parts)
