"""`vanuatu rate`: compute ratings from games."""

import csv
import math
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import selection
from vanuatu.cli.terminal import console
from vanuatu.notation.errors import excerpt
from vanuatu.notation.printable import printable

if TYPE_CHECKING:
    from vanuatu.cli.match.rated_games import RatedGames
    from vanuatu.cli.match.ratings import Anchor

EXAMPLES = (
    "vanuatu rate games.pvn",
    "vanuatu rate monday.pvn tuesday.ndjson archive.msgpack --json",
    "vanuatu rate games.pvn --anchor greedy=0 --los --csv",
    'vanuatu rate games.pvn --unique --where "players == 4"',
    "vanuatu match greedy random --players 4 --games 60 | vanuatu rate -",
)

_MOST_POINTS = 1e6


def rate(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="Files of games (.pvn, .ndjson, .msgpack); - is stdin."),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV, one figure per line.")] = False,
    anchor: Annotated[
        str | None,
        typer.Option(metavar="NAME=POINTS", help="Rating of this bot; the others are relative to it."),
    ] = None,
    los: Annotated[
        bool, typer.Option("--los", help="Add the likelihood that each bot is stronger than each other.")
    ] = False,
    where: selection.WhereOption = None,
    unique: selection.UniqueOption = False,
) -> int:
    """Compute ratings with 95 % intervals, wins, scores and ranks, by bot and by seat.

    Only the tags are read, unless --where needs the moves; `vanuatu check` checks them against the moves.
    """
    from vanuatu.cli.match import report
    from vanuatu.cli.match.rated_games import RatedGames

    if as_json and as_csv:
        raise CallFault("--json and --csv both want stdout: one of them")
    fixed = _read_anchor(anchor) if anchor is not None else None
    counted = RatedGames(selection.read_where(where), unique=unique)
    for name in files:
        counted.read(name)
    if not counted.by_game:
        if not counted.faults:
            raise InputFault("no finished game matches" if counted.left_out else "no finished games found")
        return 1
    if fixed is not None:
        _check_anchor(counted, fixed.name)
    games = sorted(counted.by_game.items())
    if as_json:
        tables = {game: report.as_json(standings, anchor=fixed, los=los) for game, standings in games}
        first = next(iter(tables))
        one = {"game": first} | tables[first] if len(tables) == 1 else {"by_game": tables}
        left = {
            "unfinished": counted.unfinished,
            "broken": counted.faults,
            "left_out": counted.left_out,
            "duplicates": counted.duplicates.count,
        }
        console.write_json(one | left)
    elif as_csv:
        _print_csv(
            row
            for game, standings in games
            for row in report.csv_rows(standings, game, anchor=fixed, los=los)
        )
        _print_notes(counted)
    else:
        _print(counted, fixed, los=los)
    return 1 if counted.faults else 0


def _read_anchor(text: str) -> "Anchor":
    """Return the anchor in `greedy=0`. Raise CallFault if it is none."""
    from vanuatu.cli.match.ratings import Anchor

    name, _, points = text.rpartition("=")
    try:
        value = float(points)
    except ValueError:
        value = math.nan
    if not name or not abs(value) <= _MOST_POINTS:
        raise CallFault(f"--anchor: {excerpt(text)!r} is not NAME=POINTS, for example greedy=0")
    return Anchor(name, value)


def _print_csv(rows: Iterable[list[Any]]) -> None:
    """Print CSV, in which no text runs as a formula of a spreadsheet."""
    from vanuatu.cli.report.printing import CSV_HEAD
    from vanuatu.notation.table_columns import inert

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(CSV_HEAD)
    for row in rows:
        writer.writerow([inert(printable(value)) if isinstance(value, str) else value for value in row])


def _check_anchor(counted: "RatedGames", name: str) -> None:
    """Raise CallFault if a game has no finished game of this bot."""
    for game, standings in sorted(counted.by_game.items()):
        try:
            standings.check_anchor(name, game)
        except ValueError as fault:
            raise CallFault(f"--anchor: {fault}") from None


def _print(counted: "RatedGames", anchor: "Anchor | None", *, los: bool) -> None:
    """Print the tables on stdout and the remarks on stderr."""
    from vanuatu.cli.match import report

    for place, (game, standings) in enumerate(sorted(counted.by_game.items())):
        if len(counted.by_game) > 1:
            console.print_data(
                f"{chr(10) if place else ''}{printable(game)}, {report.games(standings.games)}"
            )
        console.print_data(report.as_text(standings, seats=True, anchor=anchor, los=los))
    _print_notes(counted)


def _print_notes(counted: "RatedGames") -> None:
    """Print the remarks on stderr."""
    for line in counted.notes():
        console.print_message(line)
