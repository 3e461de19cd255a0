"""Games as four tables: `games`, `seats`, `plies`, `players`; in Python, and as rows to be exported."""

from collections.abc import Iterable, Mapping
from os import PathLike, fspath
from typing import Any, Final

from vanuatu.core.game import OVER
from vanuatu.notation import exported, record
from vanuatu.notation.fields import SEATS, Scope
from vanuatu.notation.game import Game, session_of
from vanuatu.notation.ply_rows import PlyRows, empty
from vanuatu.notation.session import Session
from vanuatu.notation.table_columns import BOOLEAN, INTEGER, NAMES, PARTS, REAL, TABLES, TEXT
from vanuatu.notation.tags import FORFEITS, game_name, result_tags

_MOST: Final = 2**63


class TableRows:
    """The rows of the wanted tables that are not taken yet."""

    def __init__(self, *wanted: str) -> None:
        self._wanted = wanted or tuple(TABLES)
        self._plies = PlyRows(plies="plies" in self._wanted, players="players" in self._wanted)
        self._other = {table: empty(NAMES[table]) for table in ("games", "seats")}
        self.games = 0

    def add(self, session: Session, number: int, file: str = "") -> None:
        """Add a game: its number in its file, and the name of the file."""
        self.games += 1
        tags = played_tags(session)
        scope = Scope(tags, number, session)
        if "games" in self._wanted:
            _append(self._other["games"], _game_row(self.games, scope, file))
        if "seats" in self._wanted:
            for seat in range(session.game.players):
                _append(self._other["seats"], _seat_row(self.games, scope, seat))
        if "plies" in self._wanted or "players" in self._wanted:
            self._plies.add(self.games, session)

    def count(self, table: str) -> int:
        """Return the number of rows that wait in a table."""
        return len(self._columns(table)[0])

    def take(self, table: str) -> dict[str, list[Any]]:
        """Return the columns of a table by name, and empty it."""
        columns = self._columns(table)
        if table == "plies":
            self._plies.plies = empty(NAMES[table])
        elif table == "players":
            self._plies.players = empty(NAMES[table])
        else:
            self._other[table] = empty(NAMES[table])
        return dict(zip(NAMES[table], columns, strict=True))

    def _columns(self, table: str) -> list[list[Any]]:
        if table == "plies":
            return self._plies.plies
        return self._plies.players if table == "players" else self._other[table]


def _append(columns: list[list[Any]], row: list[Any]) -> None:
    for column, value in zip(columns, row, strict=True):
        column.append(value)


def played_tags(session: Session) -> Mapping[str, str]:
    """Return the tags of a game, with the result of its moves."""
    tags = session.record.tags
    termination = tags.get("Termination", "")
    kept = {name: value for name, value in tags.items() if name not in ("Result", "Winner")}
    if session.state.actor == OVER or termination in FORFEITS:
        kept.pop("Termination", None)
    return kept | result_tags(session.state, session.codec, termination)


def _game_row(number: int, scope: Scope, file: str) -> list[Any]:
    tags, session = scope.tags, scope.session
    seed = tags.get("Seed", "")
    return [
        number,
        _clean(file),
        scope.number,
        game_name(tags),
        _clean(tags.get("Event", "")),
        _clean(tags.get("Date", "")),
        _clean(tags.get("Round", "")),
        _clean(tags.get("Variant", "")),
        session.game.players,
        int(seed) if seed.isascii() and seed.isdigit() and len(seed) < 20 and int(seed) < _MOST else None,
        tags.get("Result", record.UNFINISHED),
        ",".join(scope.winners) or None,
        int(session.state.round - session.start.round + 1),
        len(session.moves),
        _clean(tags.get("Termination", "")),
    ]


def _seat_row(number: int, scope: Scope, seat: int) -> list[Any]:
    session = scope.session
    finished = scope.scores is not None
    row: list[Any] = [
        number,
        SEATS[seat],
        _clean(scope.tags.get(scope.seats[seat], "")),
        scope.rank_of(seat),
        SEATS[seat] in scope.winners if finished else None,
        scope.scores[seat] if scope.scores is not None else None,
    ]
    names = session.codec.score_parts
    parts: dict[str, int] = {}
    if finished and names:
        items = session.codec.scoring(session.state)[seat]
        if len(items) > 1 or len(names) == 1:
            parts = {name: value for name, (_, value) in zip(names, items, strict=False)}
    return row + [parts.get(name) for name in PARTS]


def _clean(text: str) -> str | None:
    """Return a foreign text that every format can hold; None if it is empty."""
    if not text.isprintable():
        text = record.CONTROL.sub(" ", text).encode("utf-8", "replace").decode()
    return text or None


def table(games: Iterable[Game] | str | PathLike[str], name: str) -> Any:
    """Return one of the tables `games`, `seats`, `plies`, `players` of all games.

    Instead of games, give the path of an export: the file or folder that `vanuatu export` wrote.

    It is a table of Arrow if pyarrow is installed, which pandas, polars and DuckDB take as it is. Otherwise
    it is a dict with a list for each column. An invalid game raises its error.

    >>> import vanuatu
    >>> seats = vanuatu.table(vanuatu.read("games/three-players.pvn"), "seats")
    >>> [str(name) for name in seats["seat"]]
    ['purple', 'teal', 'yellow']
    """
    if name not in TABLES:
        raise ValueError(f"no table is called {name!r} (there are: {', '.join(TABLES)})")
    if isinstance(games, (str, PathLike)):
        columns = exported.read_table(fspath(games), name)
    else:
        rows = TableRows(name)
        for number, game in enumerate(games, 1):
            rows.add(session_of(game), game.number or number)
        columns = rows.take(name)
    try:
        return arrow_table(name, columns)
    except ImportError:
        return columns


def arrow_schema(name: str) -> Any:
    """Return the schema of a table for pyarrow. Raise ImportError without it."""
    import pyarrow

    kinds = {
        INTEGER: pyarrow.int64(),
        REAL: pyarrow.float64(),
        TEXT: pyarrow.string(),
        BOOLEAN: pyarrow.bool_(),
    }
    return pyarrow.schema([(column.name, kinds[column.kind]) for column in TABLES[name]])


def arrow_table(name: str, columns: Mapping[str, list[Any]]) -> Any:
    """Return the columns as a table of Arrow. Raise ImportError without pyarrow."""
    import pyarrow

    schema = arrow_schema(name)
    return pyarrow.Table.from_arrays(
        [pyarrow.array(columns[field.name], field.type) for field in schema], schema=schema
    )
