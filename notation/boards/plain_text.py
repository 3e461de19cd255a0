"""The drawing of a game without its own: its view as tables."""

from collections.abc import Mapping

from vanuatu.notation.boards.canvas import Canvas, Line, seat_role
from vanuatu.notation.boards.plain_svg import Table, tables
from vanuatu.notation.boards.text import Page


def picture(scene: Mapping[str, object], page: Page) -> list[Line]:
    """Return the tables below one another, cut to the width and height of the page."""
    canvas = Canvas(page.width)
    y = 0
    for table in tables(scene):
        y = canvas.paste(0, y + (y > 0), _lines(table))
    return canvas.lines()[: page.height]


def status(scene: Mapping[str, object]) -> list[tuple[str, str]]:
    """Return nothing: the important values of this game are unknown."""
    return []


def _lines(table: Table) -> list[Line]:
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines: list[Line] = []
    for row in table:
        cells = [f"{cell:<{width}}  " for cell, width in zip(row, widths, strict=True)]
        role = seat_role(row[0]) if len(row[0]) == 1 else "dim"
        lines.append([(role, cells[0]), *(("", cell) for cell in cells[1:])])
    return lines
