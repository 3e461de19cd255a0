"""Beside the tiles: the round, the explorer ship, the heads of the seats, small ships and marks."""

from typing import Final

from vanuatu.notation.boards.shapes import (
    chip,
    cut,
    figures,
    first_mark,
    ring,
    sign,
    signed,
    text,
    title,
)
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


def round_sign(round: int, phase: str, supply: int, shells: int, last: int | None, result: str) -> str:
    """Return the state of the game and the supplies; `result` is empty before the end."""
    words = PHASES.get(phase, phase)
    ends = f"{last} turns left" if last is not None and not result else ""
    crown = sign("crown", 11, 14) if result else ""
    said = f"Round {round}, {words}" + (f", {ends}" if ends else "") + (f": {result}" if result else "")
    return (
        title(f"{said}; {supply} tiles and {shells} shells in supply")
        + text(0, 0, f"Round {round}", 22, "ink w")
        + text(136, 0, ends, 15, "lit w")
        + crown
        + text(28, 20, cut(result, 270, 16), 16, "ink w")
        + text(0, 20, "" if result else words, 15, "ink")
        + text(370, -6, f"{supply} tiles", 14, "dim e")
        + text(370, 11, f"{shells} shells", 14, "dim e")
    )


def places(explorer: str) -> str:
    """Return the names of the places around the matrix, and the explorer ship at one of them."""
    names = [
        text(place(at)[0], place(at)[1] + 5, name, 15, "ink m")
        for at, name in enumerate(PLACE_NAMES)
        if name != explorer
    ]
    if not explorer:
        return "".join([title("The explorer ship has no place yet"), *names])
    number = PLACE_NAMES.index(explorer)
    x, y = place(number)
    dx, dy = ((0, 1), (-1, 0), (0, -1), (1, 0))[number // 4]
    tip_x, tip_y = x + 18 * dx, y + 18 * dy
    arrow = (
        f'<path class="lit" d="M{tip_x:g} {tip_y:g} {tip_x - 6 * dx - 7 * dy:g} {tip_y - 6 * dy - 7 * dx:g} '
        f'{tip_x - 6 * dx + 7 * dy:g} {tip_y - 6 * dy + 7 * dx:g}z"/>'
    )
    here = [
        title(f"The explorer ship is at {explorer}"),
        sign("ship", x - 2 * dx, y + 1 - 2 * dy, "", 0.66),
        arrow,
    ]
    return "".join([*here, *names])


def seat_name(letter: str, name: str, opens: bool, turn: bool, score: tuple[int, bool, bool]) -> str:
    """Return the head of a seat: its player, the first player's mark, the turn, and the score.

    `score` is the number, whether it is final, and whether it wins.
    """
    word = seat_word(letter)
    number, final, wins = score
    label = f"{word}{f' ({name})' if name else ''}, {signed(number)} points" + ("" if final else " now")
    label += ", winner" if wins else ""
    label += (", begins each round" if opens else "") + (", to move" if turn else "")
    right = BOARD[0] - 24
    x = right - figures(number, 26) - 6
    parts = [title(label), chip(letter, 0, 0), text(right, 25, signed(number), 26, "ink w e")]
    if wins:
        parts.append(sign("crown", x - 12, 15))
        x -= 28
    if opens:
        parts.append(first_mark(x - 16, 15))
        x -= 36
    if turn:
        parts.append(sign("turn", x - 8, 15, "", 1.3) + f'<path class="lit" d="M0 35H{right:g}V38H0z"/>')
        x -= 20
    return "".join([*parts, text(40, 22, cut(name or word.capitalize(), x - 44, 17), 17, "ink w")])


def purse(shells: int, ships: int, stored: str) -> str:
    """Return shells, ships, the stored tile."""
    return (
        title(f"{shells} shells, {ships} ships, stored {stored or 'nothing'}")
        + sign("cowrie", 9, 0, "", 0.9)
        + text(23, 6, f"{shells}", 16, "ink w")
        + sign("canoe", 62, 0)
        + text(77, 6, f"{ships}", 16, "ink w")
        + text(112, 6, f"stored {stored or '–'}", 14, "ink" if stored else "dim")
    )


def small_ship(letter: str, cell: str) -> str:
    """Return the seat's small ship in the corner of a tile."""
    drawn = sign("boat", *_ship_place(cell), letter, 0.6)
    return title(f"{seat_word(letter)}'s ship on {cell}") + drawn


def _ship_place(cell: str) -> tuple[float, float]:
    """Return the corner of a tile where its small ship is: below its symbols."""
    x, y = board_cell(cell)
    return x + SMALL / 2 - 11, y + SMALL / 2 - 10


def mark_matrix(cells: tuple[tuple[int, int], ...], where: str) -> str:
    """Return rings around cells of the matrix, and around a place of the ship."""
    parts = []
    for row, column in cells:
        x, y = matrix_cell(row, column)
        parts.append(ring(x - TILE / 2, y - TILE / 2, TILE, TILE))
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
        parts.append(ring(x - SMALL / 2, y - SMALL / 2, SMALL, SMALL))
    if sailed is not None:
        (x, y), (to_x, to_y) = _ship_place(sailed[0]), _ship_place(sailed[1])
        line = f'd="M{x:g} {y:g}L{to_x:g} {to_y:g}"'
        parts.append(
            f'<path class="halo" stroke-width="6" {line}/><path class="glow" stroke-width="3" {line}/>'
        )
        parts.append(f'<circle class="lit" cx="{x:g}" cy="{y:g}" r="5"/>')
    return "".join(parts)
