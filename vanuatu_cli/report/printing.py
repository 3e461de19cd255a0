"""A report as text, as JSON and as CSV."""

import csv
import math
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any, Final, TextIO

from vanuatu.cli.match.report import games as games_words
from vanuatu.cli.report import gathering
from vanuatu.cli.report.results import Results
from vanuatu.cli.report.results import tables as result_tables
from vanuatu.cli.report.tables import Cell, Column, Mean, ReportTable, Share
from vanuatu.cli.terminal import console
from vanuatu.notation.errors import excerpt
from vanuatu.notation.printable import printable
from vanuatu.notation.table_columns import inert

LONGEST: Final = 36  # of a name in a table for people
_WIDTH: Final = 79  # of a note
CSV_HEAD: Final = ("game", "table", "row", "column", "value", "low", "high")


def tables_of(game: str, results: Results) -> list[ReportTable]:
    """Return all tables about one game."""
    return result_tables(results) + gathering.statistics_of(game).tables(results)


def reports(report: gathering.GameReport) -> Iterator[tuple[str, Results, list[ReportTable]]]:
    """Yield the games that were found, with results and tables."""
    for game, results in sorted(report.by_game.items()):
        yield game, results, tables_of(game, results)


def left_over(report: gathering.GameReport) -> list[str]:
    """Return a line for each kind of games that are not in the tables."""
    lines = []
    for count, why in (
        (report.unfinished, "without a result, not counted"),
        (report.broken, "invalid, not counted"),
        (report.contradicted, "counted by the moves, which the tags contradict"),
        (report.left_out, "not selected"),
    ):
        if count:
            lines.append(f"{games_words(count)} {why}")
    repeated = report.duplicates.message(dropped=report.choice.unique)
    return lines + ([repeated] if repeated else [])


# Text


def print_text(report: gathering.GameReport) -> None:
    """Print the tables to stdout, and what is not in them to stderr."""
    for number, (game, results, tables) in enumerate(reports(report)):
        console.print_data(("\n" if number else "") + game_text(game, results, tables))
    for line in left_over(report):
        console.print_message(line)


def game_text(game: str, results: Results, tables: list[ReportTable]) -> str:
    """Return the tables about one game as text."""
    shown = [f"\n{table.title}\n{as_text(table)}" for table in tables if table.shown and table.rows]
    return "\n".join([f"{game}, {games_words(results.games.games)}", *shown])


def as_text(table: ReportTable) -> str:
    """Return a table as text, with its note."""
    heads: list[str] = []
    for column in table.columns:
        heads.append(stacked(column.head))
        if column.interval:
            heads.append("95 %" if _is_share(table, column) else "±")
    frequent = [row for row in table.rows if not table.fewest or _games_of(row) >= table.fewest]
    rows = frequent[: table.most or None]
    lines = [console.table(heads, [_text_cells(table, row) for row in rows])] if rows else []
    if len(rows) < len(table.rows):
        why = f" with fewer than {table.fewest} results" if table.fewest else " more"
        lines.append(f"… and {len(table.rows) - len(rows)}{why} (--json, --csv and --html have all)")
    lines += textwrap.wrap(table.note, _WIDTH)
    return "\n".join(lines)


def _games_of(row: Mapping[str, Cell]) -> int:
    games = row.get("games")
    return games if isinstance(games, int) else 0


def stacked(head: str) -> str:
    """Return a heading with one word per line; a % stays on the line of its word."""
    return head.replace(" ", "\n").replace("\n%", " %")


def plain(head: str) -> str:
    """Return a heading on one line, without hyphenation."""
    return head.replace("- ", "")


def _text_cells(table: ReportTable, row: Mapping[str, Cell]) -> list[str]:
    cells = []
    for column in table.columns:
        value = row.get(column.name)
        cells.append(words(value, column))
        if column.interval:
            cells.append(interval_words(value, column.digits))
    return cells


def _is_share(table: ReportTable, column: Column) -> bool:
    return any(isinstance(row.get(column.name), Share) for row in table.rows)


def words(value: Cell, column: Column) -> str:
    """Return a cell as text."""
    if value is None or (isinstance(value, Mean) and not value.count):
        return ""
    if isinstance(value, Share) and not value.whole:
        return ""
    if isinstance(value, str):
        return short(value)
    number = value.value if isinstance(value, Share | Mean) else value
    if column.percent:
        number *= 100
    text = f"{number:.{column.digits}f}"
    return text[1:] if float(text) == 0 and text.startswith("-") else text.replace("-", "−")


def interval_words(value: Cell, digits: int = 1) -> str:
    """Return the interval of a cell as text: from–to for a share, ± for a mean.

    The ends of a share have as many decimals as they need to contain the value, which is shown with `digits`.
    """
    if isinstance(value, Share) and value.whole:
        low, high = (100 * end for end in value.interval)
        shown, places = round(100 * value.value, digits), 0
        while places < digits and not (round(low, places) <= shown <= round(high, places)):
            places += 1
        return f"{low:.{places}f}–{high:.{places}f}"
    if isinstance(value, Mean) and math.isfinite(value.margin):
        return f"±{value.margin:.1f}" if value.margin >= 0.95 else f"±{value.margin:.2f}"
    return ""


def short(name: str) -> str:
    """Return a name on one line, shortened to fit a table, without control characters."""
    text = excerpt(name, 400)
    return text if len(text) <= LONGEST else text[:12] + "…" + text[13 - LONGEST :]


# JSON and CSV


def as_json(report: gathering.GameReport) -> dict[str, Any]:
    """Return the whole report for JSON."""
    choice = report.choice
    return {
        "games": report.games,
        "unfinished": report.unfinished,
        "broken": report.broken,
        "contradicted": report.contradicted,
        "left_out": report.left_out,
        "duplicates": report.duplicates.count,
        "filters": {
            "player": list(choice.players),
            "game": choice.game or None,
            "where": list(choice.where),
            "unique": choice.unique,
        },
        "by_game": {
            game: {
                "games": results.games.games,
                "lost_together": results.games.lost,
                "terminations": {name: count for name, count in sorted(results.terminations.items()) if name},
                "tables": {table.name: json_rows(table) for table in tables},
            }
            for game, results, tables in reports(report)
        },
    }


def json_rows(table: ReportTable) -> list[dict[str, Any]]:
    """Return the rows of a table for JSON."""
    return [_json_row(table, row) for row in table.rows]


def _json_row(table: ReportTable, row: Mapping[str, Cell]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for column in table.columns:
        value, low, high = figures(row.get(column.name))
        found[column.name] = value
        if isinstance(row.get(column.name), Share | Mean):
            found[f"{column.name}_95"] = None if low is None else [low, high]
    return found


def print_csv(report: gathering.GameReport, out: TextIO) -> None:
    """Print a CSV line per figure: game, table, row, column, value, and interval if there is one."""
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV_HEAD)
    for game, _, tables in reports(report):
        for table in tables:
            first = table.columns[0].name
            for row in table.rows:
                name = row[first] if isinstance(row[first], int) else printable(str(row[first]))
                for column in table.columns[1:]:
                    cell = figures(row.get(column.name))
                    line = [game, table.name, name, column.name, *cell]
                    writer.writerow([inert(value) if isinstance(value, str) else value for value in line])


def figures(value: Cell) -> tuple[str | int | float | None, float | None, float | None]:
    """Return the value of a cell, and its interval if there is one."""
    if isinstance(value, Share):
        if not value.whole:
            return None, None, None
        low, high = value.interval
        return round(value.value, 6), round(low, 6), round(high, 6)
    if isinstance(value, Mean):
        if not value.count:
            return None, None, None
        low, high = value.interval
        if math.isinf(low):
            return round(value.value, 6), None, None
        return round(value.value, 6), round(low, 6), round(high, 6)
    return (round(value, 6) if isinstance(value, float) else value), None, None
