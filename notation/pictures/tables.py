"""Any view as tables of words, for a game that has no picture of its own.

A view is a map of names to figures, words, lists and maps, as it can be written as JSON. What is simple
makes a table of two columns; a map of maps, such as the players, makes a table of its own.
"""

from collections.abc import Mapping
from typing import Final

NOTHING: Final = "–"

Table = list[list[str]]  # rows of cells; what names something stands in the first row or column


def tables(view: Mapping[str, object]) -> list[Table]:
    """All of a view: first what is simple, then a table for each map of maps."""
    simple: Table = []
    made = [simple]
    for name, value in view.items():
        if isinstance(value, Mapping) and value and all(isinstance(row, Mapping) for row in value.values()):
            made.append(_table(name, value))
        else:
            simple.append([name, words(value)])
    return [table for table in made if table]


def _table(name: str, rows: Mapping[str, Mapping[str, object]]) -> Table:
    """A map of maps: a row each, a column for each name in any of them."""
    columns = list(dict.fromkeys(column for row in rows.values() for column in row))
    head = [name, *columns]
    return [head, *([str(key), *(words(row.get(column)) for column in columns)] for key, row in rows.items())]


def words(value: object) -> str:
    """A value in a line: a list as its items, a map as `name value, name value`."""
    if value is None or value == "":
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {words(part)}" for name, part in value.items()) or NOTHING
    if isinstance(value, list | tuple):
        return " ".join(words(part) for part in value) or NOTHING
    return str(value)
