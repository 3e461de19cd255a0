"""The layout of the sheet of Maori: the matrix with the explorer ship, and the seats' boards."""

from dataclasses import replace
from functools import cache
from typing import Final

from vanuatu.notation.boards import shapes, sheet

COLUMNS: Final = "abcde"
ROWS: Final = "1234"
CELLS: Final = tuple(column + row for row in ROWS for column in COLUMNS)
TILE: Final = 80.0  # of the matrix
LANE: Final = 34.0  # around it, for the explorer ship
SMALL: Final = 60.0  # of a board
HEAD: Final = 52.0
MATRIX: Final = (4 * TILE + 2 * LANE + 28, 4 * TILE + 2 * LANE + HEAD + 14)
BOARD: Final = (5 * SMALL + 34, 4 * SMALL + HEAD + 60)
CORNER: Final = (14 + LANE, HEAD + LANE)  # of the first tile of the matrix
BOARD_CORNER: Final = (22.0, HEAD + 46)


def place(number: int) -> tuple[float, float]:
    """Return the middle of a place of the explorer ship."""
    side, at = divmod(number, 4)
    along = at + 0.5 if side < 2 else 3.5 - at
    x, y = CORNER
    if side % 2 == 0:
        return x + TILE * along, y - LANE / 2 if side == 0 else y + 4 * TILE + LANE / 2
    return x + 4 * TILE + LANE / 2 if side == 1 else x - LANE / 2, y + TILE * along


def matrix_cell(row: int, column: int) -> tuple[float, float]:
    """Return the middle of a cell of the matrix."""
    return CORNER[0] + TILE * (column + 0.5), CORNER[1] + TILE * (row + 0.5)


def board_cell(cell: str) -> tuple[float, float]:
    """Return the middle of a cell of a board."""
    x, y = BOARD_CORNER
    return x + SMALL * (COLUMNS.index(cell[0]) + 0.5), y + SMALL * (ROWS.index(cell[1]) + 0.5)


@cache
def sheet_of(letters: str) -> sheet.Sheet:
    """Return the sheet for the seats with these letters.

    One or two boards are beside the matrix, the others below it. With two players, both are beside a larger
    matrix, one below the other.
    """
    if len(letters) == 2:
        return _sheet_of_two(letters)
    first = 1 if len(letters) == 3 else 2
    panels = [_matrix()]
    x = sheet.MARGIN * 2 + MATRIX[0]
    for letter in letters[:first]:
        panels.append(_seat(letter, x, sheet.MARGIN))
        x += BOARD[0] + sheet.MARGIN
    width = x
    y = sheet.MARGIN * 2 + MATRIX[1]
    others = letters[first:]
    x = (width - len(others) * (BOARD[0] + sheet.MARGIN) + sheet.MARGIN) / 2
    for letter in others:
        panels.append(_seat(letter, x, y))
        x += BOARD[0] + sheet.MARGIN
    return sheet.Sheet(width, y + (BOARD[1] + sheet.MARGIN if others else 0), tuple(panels))


def _sheet_of_two(letters: str) -> sheet.Sheet:
    """Return the sheet for two seats."""
    height = 2 * BOARD[1] + sheet.MARGIN
    scale = height / MATRIX[1]
    x = round(scale * MATRIX[0]) + 2 * sheet.MARGIN
    ys = (sheet.MARGIN, 2 * sheet.MARGIN + BOARD[1])
    boards = [_seat(letter, x, y) for letter, y in zip(letters, ys, strict=True)]
    panels = (replace(_matrix(), scale=scale), *boards)
    return sheet.Sheet(x + BOARD[0] + sheet.MARGIN, height + 2 * sheet.MARGIN, panels)


def _matrix() -> sheet.Panel:
    x, y = CORNER
    lane = (
        f'<rect class="sea" x="{x - LANE:g}" y="{y - LANE:g}" width="{4 * TILE + 2 * LANE:g}" '
        f'height="{4 * TILE + 2 * LANE:g}" rx="16"/><rect class="card" x="{x:g}" y="{y:g}" '
        f'width="{4 * TILE:g}" height="{4 * TILE:g}"/>'
    )
    cells = [
        sheet.Region(f"matrix-{row}{column}", *matrix_cell(row, column))
        for row in range(4)
        for column in range(4)
    ]
    regions = (
        sheet.Region("round", 16, 26),
        *cells,
        sheet.Region("mark-matrix", 0, 0),
        sheet.Region("places", 0, 0),
    )
    return sheet.Panel(
        "matrix",
        "The matrix",
        sheet.MARGIN,
        sheet.MARGIN,
        *MATRIX,
        shapes.card(*MATRIX) + lane,
        regions,
    )


def _seat(letter: str, x: float, y: float) -> sheet.Panel:
    corner_x, corner_y = BOARD_CORNER
    frame = shapes.card(*BOARD)
    frame += "".join(
        shapes.text(corner_x + SMALL * (at + 0.5), corner_y - 5, name, 13, "dim m")
        for at, name in enumerate(COLUMNS)
    )
    frame += "".join(
        shapes.text(corner_x - 6, corner_y + SMALL * (at + 0.5) + 5, name, 13, "dim e")
        for at, name in enumerate(ROWS)
    )
    regions = [
        sheet.Region(f"seat-{letter}-name", 12, 10),
        sheet.Region(f"seat-{letter}-purse", 12, 62),
        *(sheet.Region(f"seat-{letter}-{cell}", *board_cell(cell)) for cell in CELLS),
        sheet.Region(f"mark-{letter}", 0, 0),
        sheet.Region(f"seat-{letter}-boat", 0, 0),
    ]
    return sheet.Panel(f"seat-{letter}", "Board", round(x, 1), y, *BOARD, frame, tuple(regions))
