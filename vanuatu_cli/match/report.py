"""The tables of `match` and `rate`, as text and as JSON."""

from collections.abc import Iterator, Sequence
from typing import Any

from vanuatu.cli.match import ratings
from vanuatu.cli.terminal.console import table
from vanuatu.notation import codec, errors, tags

_LONGEST_NAME = 36
_HEAD = ("games", "results", "wins", "win % (95 %)", "even %", "score", "place", "rating (95 %)")


def as_text(
    standings: ratings.Standings, *, seats: bool, anchor: ratings.Anchor | None = None, los: bool = False
) -> str:
    """Return the table by bot; with `los`, who is stronger than whom; with `seats`, the table by seat."""
    bots, places, superior = standings.rows(anchor)
    timed = any(row.seconds_per_move is not None for row in bots)
    head = ("bot", *_HEAD, "time/move") if timed else ("bot", *_HEAD)
    text = table(head, [_cells(row.name, row, timed=timed) for row in bots])
    if los:
        text += "\n\n" + _los_table([row.name for row in bots], superior)
    if seats:
        several = len({players for players, _, _ in places}) > 1
        lines = [_cells(_seat(players, seat, several), row, timed=False) for players, seat, row in places]
        text += "\n\n" + table(("seat", *_HEAD), lines)
    return text


def _los_table(names: list[str], superior: dict[str, dict[str, float]]) -> str:
    """Return the likelihood in % that the bot of a row is stronger than the bot of a column."""
    rows = [
        [
            str(number),
            _short(name),
            *("" if other == name else _percent(superior[name][other]) for other in names),
        ]
        for number, name in enumerate(names, 1)
    ]
    numbers = [str(number) for number in range(1, len(names) + 1)]
    return table(("", "stronger than (%)", *numbers), rows)


def _percent(part: float) -> str:
    return f"{100 * part:.1f}"


def as_json(
    standings: ratings.Standings, *, anchor: ratings.Anchor | None = None, los: bool = False
) -> dict[str, Any]:
    """Return the same figures as JSON."""
    bots, places, superior = standings.rows(anchor)
    found: dict[str, Any] = {
        "games": standings.games,
        "results": sum(row.results for row in bots),
        "lost_together": standings.lost_together,
        "terminations": dict(sorted(standings.terminations.items())),
        "bots": [{"name": row.name} | _figures(row) for row in bots],
        "seats": [
            {"players": players, "seat": codec.SEAT_NAMES[seat].lower()} | _figures(row)
            for players, seat, row in places
        ],
    }
    if anchor is not None:
        found["anchor"] = {"name": anchor.name, "rating": anchor.points}
    if los:
        found["los"] = {
            name: {other: round(part, 5) for other, part in others.items()}
            for name, others in superior.items()
        }
    return found


Cell = str | int | float


def csv_rows(
    standings: ratings.Standings, game: str, *, anchor: ratings.Anchor | None = None, los: bool = False
) -> Iterator[list[Cell]]:
    """Yield the same figures, one per line: game, table, row, column, value, and interval if there is one."""
    bots, places, superior = standings.rows(anchor)
    rows = [("bot", row.name, row) for row in bots]
    rows += [("seat", _seat(players, seat, several=True), row) for players, seat, row in places]
    for kind, name, row in rows:
        figures = _figures(row)
        for column, value in figures.items():
            if not column.endswith("_95"):
                yield [game, kind, name, column, value, *figures.get(f"{column}_95", ("", ""))]
    if los:
        for name, others in superior.items():
            for other, part in others.items():
                yield [game, "los", name, other, round(part, 5), "", ""]


def notes(standings: ratings.Standings) -> list[str]:
    """Return the remarks below the table, one per line."""
    lines = []
    if standings.lost_together:
        lines.append(f"{games(standings.lost_together)} lost together; not in the ratings")
    for name, count in sorted(standings.terminations.items()):
        if name in tags.BROKEN_OFF:
            lines.append(f"{games(count)} ended by {name}")
    return lines


def games(count: int) -> str:
    """Return `1 game`, `2 games` and so on."""
    return f"{count} game" if count == 1 else f"{count} games"


def _short(name: str) -> str:
    """Return a name that fits into a table: on one line, without control characters."""
    text = errors.excerpt(name, 400)
    return text if len(text) <= _LONGEST_NAME else text[:12] + "…" + text[13 - _LONGEST_NAME :]


def _cells(name: str, row: ratings.StandingsRow, *, timed: bool) -> Sequence[str]:
    cells = [
        _short(name),
        str(row.games),
        str(row.results),
        f"{row.wins:.1f}".removesuffix(".0"),
        f"{100 * row.win_rate:.1f} ({100 * row.win_low:.0f}–{100 * row.win_high:.0f})",
        f"{100 * row.even_rate:.1f}",
        f"{row.mean_score:.1f}",
        f"{row.mean_place:.2f}",
        f"{round(row.rating) or 0:+} ±{row.margin:.0f}",
    ]
    if timed:
        cells.append(_duration(row.seconds_per_move))
    return cells


def _duration(seconds: float | None) -> str:
    if seconds is None:
        return ""
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1000:.1f} ms" if seconds >= 0.001 else f"{seconds * 1e6:.0f} µs"


def _seat(players: int, seat: int, several: bool) -> str:
    name = codec.SEAT_NAMES[seat].lower()
    return f"{name} of {players}" if several else name


def _figures(row: ratings.StandingsRow) -> dict[str, Any]:
    figures: dict[str, Any] = {
        "games": row.games,
        "results": row.results,
        "wins": round(row.wins, 4),
        "win_rate": round(row.win_rate, 5),
        "win_rate_95": [round(row.win_low, 5), round(row.win_high, 5)],
        "even_rate": round(row.even_rate, 5),
        "mean_score": round(row.mean_score, 4),
        "mean_place": round(row.mean_place, 4),
        "rating": round(row.rating, 2),
        "rating_95": [round(row.rating - row.margin, 2), round(row.rating + row.margin, 2)],
    }
    if row.seconds_per_move is not None:
        figures["seconds_per_move"] = round(row.seconds_per_move, 7)
    return figures
