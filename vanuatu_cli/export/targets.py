"""The targets of `vanuatu export`. All have the same tables, columns and values.

A target appears when it is complete, or not at all: a full disk leaves no half table.
"""

import csv
import os
import sqlite3
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Final, TextIO

from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import several, writing
from vanuatu.notation.table_columns import BOOLEAN, INTEGER, REAL, TABLES, TEXT, inert
from vanuatu.notation.tables import TableRows, arrow_schema

_ENDINGS: Final = (".sqlite", ".parquet", ".csv")
_SQLITE: Final = writing.Output("--to", (".sqlite",))


class Target:
    """Takes rows of all tables. Used as a context; `keep` marks it as complete."""

    def __init__(self, name: str) -> None:
        self._name = name

    def write(self, rows: TableRows) -> None:
        """Write the rows that wait."""
        try:
            for table in TABLES:
                self._write(table, list(rows.take(table).values()))
        except (OSError, sqlite3.Error) as error:
            raise self._failed(error) from None

    def keep(self) -> None:
        """Complete the target."""
        try:
            self._complete()
        except (OSError, sqlite3.Error) as error:
            raise self._failed(error) from None

    def _failed(self, error: Exception) -> InputFault:
        return InputFault(f"{self._name}: {getattr(error, 'strerror', None) or error}; nothing is written")

    def _begin(self) -> None:
        raise NotImplementedError

    def _write(self, table: str, columns: list[list[Any]]) -> None:
        raise NotImplementedError

    def _complete(self) -> None:
        raise NotImplementedError

    def _close(self) -> None:
        raise NotImplementedError

    def __enter__(self) -> "Target":
        try:
            self._begin()
        except (OSError, sqlite3.Error) as error:
            self._close()
            raise self._failed(error) from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()


def target_of(name: str, files: Sequence[str], *, force: bool) -> Target:
    """Return the target of a name. Raise CallFault or InputFault if it cannot be written."""
    plain = name.rstrip("/")
    if plain.lower().endswith(".sqlite"):
        _SQLITE.check(plain, files, force=force)
        return _Sqlite(plain, force)
    if plain.lower().endswith(".parquet"):
        return _Parquet(plain, force)
    if plain.lower().endswith(".csv"):
        return _Csv(plain, force)
    raise CallFault(f"--to {name}: unknown ending. Expected {' or '.join(_ENDINGS)}.")


_SQL_TYPES: Final = {INTEGER: "INTEGER", REAL: "REAL", TEXT: "TEXT", BOOLEAN: "INTEGER"}
_KEYS: Final = {
    "games": "PRIMARY KEY (id)",
    "seats": "PRIMARY KEY (game, seat), FOREIGN KEY (game) REFERENCES games (id)",
    "plies": "PRIMARY KEY (game, ply), FOREIGN KEY (game) REFERENCES games (id)",
    "players": "PRIMARY KEY (game, round, seat), FOREIGN KEY (game) REFERENCES games (id)",
}
_INDEXES: Final = (
    "CREATE INDEX seats_by_name ON seats (name)",
    "CREATE INDEX plies_by_kind ON plies (kind, action)",
)


class _Sqlite(Target):
    """One SQLite file with keys and indexes. It has no journal: an incomplete file is never kept."""

    def __init__(self, name: str, force: bool) -> None:
        super().__init__(name)
        self._file = writing.SafeFile(name, complete=True, force=force)
        self._file.__enter__()
        self._base = sqlite3.connect(self._file.path, isolation_level=None)
        self._inserts: dict[str, str] = {}

    def _begin(self) -> None:
        for setting in ("journal_mode = OFF", "synchronous = OFF", "temp_store = MEMORY"):
            self._base.execute(f"PRAGMA {setting}")
        self._base.execute("BEGIN")
        for table, columns in TABLES.items():
            parts = ", ".join(f'"{column.name}" {_SQL_TYPES[column.kind]}' for column in columns)
            row = "" if table == "games" else " WITHOUT ROWID"
            self._base.execute(f"CREATE TABLE {table} ({parts}, {_KEYS[table]}){row}")
            self._inserts[table] = f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})"

    def _write(self, table: str, columns: list[list[Any]]) -> None:
        self._base.executemany(self._inserts[table], zip(*columns, strict=True))

    def _complete(self) -> None:
        for index in _INDEXES:
            self._base.execute(index)
        self._base.execute("COMMIT")
        self._base.close()
        self._file.keep()

    def _close(self) -> None:
        self._base.close()
        self._file.__exit__(None, None, None)


class _Folder(Target):
    """A folder with a file for each table."""

    def __init__(self, name: str, ending: str, force: bool) -> None:
        super().__init__(name)
        self._files = {table: f"{table}{ending}" for table in TABLES}
        self._folder = several.SafeFolder(name, self._files.values(), force=force)
        self._folder.__enter__()

    def _place(self, table: str) -> str:
        return os.path.join(self._folder.path, self._files[table])

    def _complete(self) -> None:
        self._finish()
        self._folder.keep()

    def _close(self) -> None:
        try:
            self._finish()
        except OSError:
            pass  # the error was reported already
        self._folder.__exit__(None, None, None)

    def _finish(self) -> None:
        raise NotImplementedError


class _Csv(_Folder):
    """CSV files with a line of names. A text that a spreadsheet would run gets an apostrophe before it."""

    def __init__(self, name: str, force: bool) -> None:
        super().__init__(name, ".csv", force)
        self._open: dict[str, TextIO] = {}
        self._writers: dict[str, Any] = {}

    def _begin(self) -> None:
        for table, columns in TABLES.items():
            stream = several.new_text(self._place(table))
            self._open[table] = stream
            self._writers[table] = csv.writer(stream, lineterminator="\n")
            self._writers[table].writerow([column.name for column in columns])

    def _write(self, table: str, columns: list[list[Any]]) -> None:
        shown = []
        for column, values in zip(TABLES[table], columns, strict=True):
            if column.kind == TEXT:
                values = [None if value is None else inert(value) for value in values]
            elif column.kind == BOOLEAN:
                values = [None if value is None else str(value).lower() for value in values]
            shown.append(values)
        self._writers[table].writerows(zip(*shown, strict=True))

    def _finish(self) -> None:
        while self._open:
            _, stream = self._open.popitem()
            stream.close()


class _Parquet(_Folder):
    """Parquet files, compressed with Zstandard."""

    def __init__(self, name: str, force: bool) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise CallFault(
                f"{name}: Parquet needs pyarrow. Install the extra `tables`, or export to .sqlite."
            ) from None
        super().__init__(name, ".parquet", force)
        self._arrow: Any = pyarrow
        self._writers: dict[str, Any] = {}

    def _begin(self) -> None:
        writer = self._arrow.parquet.ParquetWriter
        for table in TABLES:
            self._writers[table] = writer(self._place(table), arrow_schema(table), compression="zstd")

    def _write(self, table: str, columns: list[list[Any]]) -> None:
        schema = arrow_schema(table)
        arrays = [
            self._arrow.array(values, field.type) for values, field in zip(columns, schema, strict=True)
        ]
        self._writers[table].write_table(self._arrow.Table.from_arrays(arrays, schema=schema))

    def _finish(self) -> None:
        while self._writers:
            _, writer = self._writers.popitem()
            writer.close()
