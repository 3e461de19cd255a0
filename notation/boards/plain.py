"""The drawings of a game without its own, as text and as SVG: its view as tables of words.

A view is a map of names to numbers, words, lists and maps, as in JSON. Simple values make a table of two
columns. A map of maps, such as the players, makes a separate table.
"""

from collections.abc import Mapping
from typing import Final

from vanuatu.notation.boards.canvas import Canvas, Line, seat_role
from vanuatu.notation.boards.shapes import card, cut, text, title
from vanuatu.notation.boards.sheet import MARGIN, Facts, Panel, Part, Region, Sheet
from vanuatu.notation.boards.text import Page

NOTHING: Final = "–"

Table = list[list[str]]  # rows of cells; the first row or column holds the names


def tables(view: Mapping[str, object]) -> list[Table]:
    """Return all tables of a view: first the simple values, then one for each map of maps."""
    simple: Table = []
    made = [simple]
    for name, value in view.items():
        if isinstance(value, Mapping) and value and all(isinstance(row, Mapping) for row in value.values()):
            made.append(_table(name, value))
        else:
            simple.append([name, words(value)])
    return [table for table in made if table]


def _table(name: str, rows: Mapping[str, Mapping[str, object]]) -> Table:
    """Return a map of maps as a table: a row each, a column for each name in any of them."""
    columns = list(dict.fromkeys(column for row in rows.values() for column in row))
    head = [name, *columns]
    return [head, *([str(key), *(words(row.get(column)) for column in columns)] for key, row in rows.items())]


def words(value: object) -> str:
    """Return a value in one line: a list as its items, a map as `name value, name value`."""
    if value is None or value == "":
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {words(part)}" for name, part in value.items()) or NOTHING
    if isinstance(value, list | tuple):
        return " ".join(words(part) for part in value) or NOTHING
    return str(value)


WIDTH: Final = 820.0
LINE: Final = 24.0
_MOST_LINES: Final = 120


def sheet(scene: Mapping[str, object]) -> Sheet:
    """Return one panel of this scene's height; later scenes may need more."""
    lines = min(_MOST_LINES, sum(len(table) + 1 for table in tables(scene)) + 8)
    height = lines * LINE + 2 * MARGIN
    size = (WIDTH - 2 * MARGIN, height)
    panel = Panel("tables", "The position", MARGIN, MARGIN, *size, card(*size), (Region("tables", 0, 0),))
    return Sheet(WIDTH, height + 2 * MARGIN, (panel,))


def parts(scene: Mapping[str, object], names: tuple[str, ...]) -> tuple[Part, ...]:
    """Return all tables in one region."""

    def shows(scene: Mapping[str, object]) -> dict[str, Facts]:
        rows = tuple(tuple(tuple(row) for row in table) for table in tables(scene))
        return {"tables": (_drawn, (rows, names))}

    return (Part(dict, shows),)


def marks(scene: Mapping[str, object], token: str) -> dict[str, Facts]:
    """Return no marks: the place of a move is unknown."""
    return {}


def summary(scene: Mapping[str, object], names: tuple[str, ...]) -> list[str]:
    """Return the simple values of the scene."""
    made = tables(scene)
    return [" ".join(row) for row in made[0]] if made else ["A position"]


def _drawn(rows: tuple[tuple[tuple[str, ...], ...], ...], names: tuple[str, ...]) -> str:
    parts = [title("The position")]
    if any(names):
        parts.append(
            text(16, 24, cut(" – ".join(name or "?" for name in names), WIDTH - 60, 15), 15, "ink w")
        )
    y = 24.0 + LINE
    for table in rows:
        columns = max(map(len, table))
        width = (WIDTH - 60) / columns if columns > 2 else 200.0
        for row in table:
            for at, cell in enumerate(row):
                room = width - 8 if columns > 2 else WIDTH - 270 if at else 190.0
                parts.append(
                    text(round(16 + width * at, 1), y, cut(cell, room, 14), 14, "ink" if at else "dim")
                )
            y += LINE
        y += LINE
    return "".join(parts)


# As text


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
