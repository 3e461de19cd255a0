"""The tables of `match` and `rate`, as text and as JSON."""

from collections.abc import Sequence
from typing import Any

from vanuatu.cli.match import ratings, sequential
from vanuatu.cli.terminal.console import table
from vanuatu.notation import codec, errors, tags

_LONGEST_NAME = 36
_HEAD = ("games", "wins", "win %", "95 %", "score", "place", "rating", "95 %")


def as_text(standings: ratings.Standings, *, seats: bool) -> str:
    """Return the table by bot and, with `seats`, the one by seat."""
    bots, places = standings.rows()
    timed = any(row.seconds_per_move is not None for row in bots)
    head = ("bot", *_HEAD, "time/move") if timed else ("bot", *_HEAD)
    text = table(head, [_cells(row.name, row, timed=timed) for row in bots])
    if seats:
        several = len({players for players, _, _ in places}) > 1
        lines = [_cells(_seat(players, seat, several), row, timed=False) for players, seat, row in places]
        text += "\n\n" + table(("seat", *_HEAD), lines)
    return text


def as_json(standings: ratings.Standings) -> dict[str, Any]:
    """Return the same figures as JSON."""
    bots, places = standings.rows()
    return {
        "games": standings.games,
        "lost_together": standings.lost_together,
        "terminations": dict(sorted(standings.terminations.items())),
        "bots": [{"name": row.name} | _figures(row) for row in bots],
        "seats": [
            {"players": players, "seat": codec.SEAT_NAMES[seat].lower()} | _figures(row)
            for players, seat, row in places
        ],
    }


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


def _cells(name: str, row: ratings.Row, *, timed: bool) -> Sequence[str]:
    cells = [
        _short(name),
        str(row.games),
        f"{row.wins:.1f}".removesuffix(".0"),
        f"{100 * row.win_rate:.1f}",
        f"{100 * row.win_low:.0f}–{100 * row.win_high:.0f}",
        f"{row.mean_score:.1f}",
        f"{row.mean_place:.2f}",
        f"{round(row.rating) or 0:+}",
        f"±{row.margin:.0f}",
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


def _figures(row: ratings.Row) -> dict[str, Any]:
    figures: dict[str, Any] = {
        "games": row.games,
        "wins": round(row.wins, 4),
        "win_rate": round(row.win_rate, 5),
        "win_rate_95": [round(row.win_low, 5), round(row.win_high, 5)],
        "mean_score": round(row.mean_score, 4),
        "mean_place": round(row.mean_place, 4),
        "rating": round(row.rating, 2),
        "rating_95": [round(row.rating - row.margin, 2), round(row.rating + row.margin, 2)],
    }
    if row.seconds_per_move is not None:
        figures["seconds_per_move"] = round(row.seconds_per_move, 7)
    return figures


def test_text(test: sequential.SequentialTest, specs: Sequence[str]) -> str:
    """Return the result of the sequential test in one line."""
    first, second = specs[:2]
    found = {
        "first": f"{first} is better than {second}",
        "second": f"{second} is better than {first}",
        "equal": f"{first} and {second} are not {test.difference:g} points apart",
    }.get(test.verdict, f"not decided between {first} and {second}")
    share = f"{100 * test.share:.1f} % of the duels for {first}"
    return f"{found}: {share} in {test.sets} sets ({100 * (1 - sequential.FALSE_ALARM):.0f} % sure)"


def test_json(test: sequential.SequentialTest, specs: Sequence[str]) -> dict[str, Any]:
    """Return the result of the sequential test as JSON."""
    return {
        "first": specs[0],
        "second": specs[1],
        "difference": test.difference,
        "verdict": test.verdict or None,
        "share": round(test.share, 5),
        "sets": test.sets,
        "false_alarm": sequential.FALSE_ALARM,
        "miss": sequential.MISS,
    }
