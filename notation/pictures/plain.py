"""The picture of a game that has none of its own: its scene as tables."""

from collections.abc import Mapping
from typing import Final

from notation.pictures.shapes import card, cut, text, title
from notation.pictures.sheet import MARGIN, Facts, Panel, Part, Region, Sheet
from notation.pictures.tables import tables

WIDTH: Final = 820.0
LINE: Final = 24.0
_MOST_LINES: Final = 120


def sheet(scene: Mapping[str, object]) -> Sheet:
    """One panel, as high as the tables of this scene: what a game shows later may be longer."""
    lines = min(_MOST_LINES, sum(len(table) + 1 for table in tables(scene)) + 8)
    height = lines * LINE + 2 * MARGIN
    size = (WIDTH - 2 * MARGIN, height)
    panel = Panel("tables", "The position", MARGIN, MARGIN, *size, card(*size), (Region("tables", 0, 0),))
    return Sheet(WIDTH, height + 2 * MARGIN, (panel,))


def parts(scene: Mapping[str, object], names: tuple[str, ...]) -> tuple[Part, ...]:
    """All in one."""

    def shows(scene: Mapping[str, object]) -> dict[str, Facts]:
        rows = tuple(tuple(tuple(row) for row in table) for table in tables(scene))
        return {"tables": (_drawn, (rows, names))}

    return (Part(dict, shows),)


def marks(scene: Mapping[str, object], token: str) -> dict[str, Facts]:
    """Nothing: where a move is seen is not known."""
    return {}


def summary(scene: Mapping[str, object], names: tuple[str, ...]) -> str:
    """What is simple in the scene."""
    made = tables(scene)
    return ". ".join(" ".join(row) for row in made[0]) + "." if made else "A position."


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
