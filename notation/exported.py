"""Read tables that `vanuatu export` wrote: SQLite, Parquet, CSV. The values come back unchanged."""

import csv
import os
import sqlite3
from collections.abc import Callable
from typing import Any, Final

from vanuatu.notation.fields import SEATS
from vanuatu.notation.table_columns import BOOLEAN, INTEGER, REAL, TABLES, TEXT, original

_READ: Final[dict[str, Callable[[str], Any]]] = {
    INTEGER: int,
    REAL: float,
    TEXT: original,
    BOOLEAN: lambda text: text == "true",
}


# SQLite keeps the rows in the order of their keys; here seats follow one another as at the table.
_ORDER: Final[dict[str, Callable[[Any], Any]]] = {
    "games": lambda row: row[0],
    "seats": lambda row: (row[0], SEATS.index(row[1])),
    "plies": lambda row: row[:2],
    "players": lambda row: (row[0], row[2], SEATS.index(row[3])),
}


def read_table(path: str, name: str) -> dict[str, list[Any]]:
    """Return a table of an exported file or folder as columns. Raise ValueError for other files."""
    if os.path.isdir(path):
        for ending, read in ((".csv", _read_csv), (".parquet", _read_parquet)):
            place = os.path.join(path, name + ending)
            if os.path.exists(place):
                return read(place, name)
        raise ValueError(f"{path}: no folder of exported tables: there is no {name}.csv or {name}.parquet")
    return _read_sqlite(path, name)


def _read_csv(place: str, name: str) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {column.name: [] for column in TABLES[name]}
    kinds = {column.name: _READ[column.kind] for column in TABLES[name]}
    with open(place, encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            for column, values in columns.items():
                text = row[column]
                values.append(kinds[column](text) if text else None)
    return columns


def _read_parquet(place: str, name: str) -> dict[str, list[Any]]:
    from pyarrow import parquet

    columns: dict[str, list[Any]] = parquet.read_table(place).to_pydict()
    return columns


def _read_sqlite(path: str, name: str) -> dict[str, list[Any]]:
    if not os.path.exists(path):
        raise FileNotFoundError(2, os.strerror(2), path)
    columns: dict[str, list[Any]] = {column.name: [] for column in TABLES[name]}
    truths = {column.name for column in TABLES[name] if column.kind == BOOLEAN}
    try:
        base = sqlite3.connect(f"file:{path.replace('?', '%3f').replace('#', '%23')}?mode=ro", uri=True)
        try:
            for row in sorted(base.execute(f"SELECT {', '.join(columns)} FROM {name}"), key=_ORDER[name]):
                for (column, values), value in zip(columns.items(), row, strict=True):
                    values.append(bool(value) if column in truths and value is not None else value)
        finally:
            base.close()
    except sqlite3.Error as error:
        raise ValueError(f"{path}: no file of exported tables ({error})") from None
    return columns
