"""`vanuatu rate`: compute ratings from games."""

import csv
import math
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import typer

from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import inputs, selection
from vanuatu.cli.terminal import console
from vanuatu.notation import fields
from vanuatu.notation.errors import excerpt
from vanuatu.notation.printable import printable
from vanuatu.notation.where import Where

if TYPE_CHECKING:
    from vanuatu.cli.match.ratings import Anchor, Standings

EXAMPLES = (
    "vanuatu rate games.pvn",
    "vanuatu rate monday.pvn tuesday.ndjson archive.msgpack --json",
    "vanuatu rate games.pvn --anchor greedy=0 --los --csv",
    'vanuatu rate games.pvn --unique --where "players == 4"',
    "vanuatu match greedy random --players 4 --games 60 | vanuatu rate -",
)

_MOST_SHOWN = 10  # invalid games, and names
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

    if as_json and as_csv:
        raise CallFault("--json and --csv both want stdout: one of them")
    fixed = _read_anchor(anchor) if anchor is not None else None
    counted = _Counted(selection.read_where(where), unique)
    for name in files:
        counted.read(name)
    if not counted.by_game:
        if not counted.faults:
            raise InputFault("no finished game matches" if counted.left_out else "no finished games found")
        return 1
    if fixed is not None:
        counted.check_anchor(fixed.name)
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
        counted.print_notes()
    else:
        counted.print(fixed, los=los)
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


class _Counted:
    """Results by game, and the number of games that do not count."""

    def __init__(self, where: Where | None, unique: bool) -> None:
        self._where = where
        self._unique = unique
        self.duplicates = selection.Duplicates()
        self.left_out = 0
        self.by_game: dict[str, Standings] = {}
        self.unfinished = 0
        self.faults = 0

    def read(self, name: str) -> None:
        """Count the games of a file."""
        if self._where is not None and self._where.needs > fields.TAGS:
            self._play(name, self._where)
            return
        try:
            with inputs.opened(name) as stream:
                self._scan(stream, inputs.label(name))
        except OSError as fault:
            raise inputs.unreadable(name, fault) from None

    def check_anchor(self, name: str) -> None:
        """Raise CallFault if a game has no finished game of this bot."""
        for game, standings in sorted(self.by_game.items()):
            if name not in standings.bots:
                shown = ", ".join(excerpt(other) for other in list(standings.bots)[:_MOST_SHOWN])
                raise CallFault(
                    f"--anchor: no finished game of {game} has {excerpt(name)!r} (players: {shown})"
                )

    def print(self, anchor: "Anchor | None", *, los: bool) -> None:
        """Print the tables on stdout and the remarks on stderr."""
        from vanuatu.cli.match import report

        for place, (game, standings) in enumerate(sorted(self.by_game.items())):
            if len(self.by_game) > 1:
                console.print_data(
                    f"{chr(10) if place else ''}{printable(game)}, {report.games(standings.games)}"
                )
            console.print_data(report.as_text(standings, seats=True, anchor=anchor, los=los))
        self.print_notes()

    def print_notes(self) -> None:
        """Print the remarks on stderr."""
        from vanuatu.cli.match import report

        for _, standings in sorted(self.by_game.items()):
            for line in report.notes(standings):
                console.print_message(line)
        if self.unfinished:
            console.print_message(f"{report.games(self.unfinished)} without a result, not counted")
        if self.left_out:
            console.print_message(f"{report.games(self.left_out)} not selected")
        if self.duplicates.count:
            console.print_message(self.duplicates.message(dropped=self._unique))

    def _scan(self, stream: BinaryIO, name: str) -> None:
        """Count games by their tags; their moves are not played."""
        from vanuatu.cli.match.resume import scan

        for number, found in enumerate(scan(stream, tokens=True), 1):
            if found.error is not None:
                self._report(found.error.at(name))
            elif self._where is not None and not self._where.tags_hold(found.tags, number):
                self.left_out += 1
            else:
                self._count(found.tags, selection.moves_digest(found.tags, found.tokens))

    def _play(self, name: str, where: Where) -> None:
        """Count games for which a condition on the moves holds."""
        for read in inputs.games_of(name):
            if read.error is not None:
                self._report(read.error.at(inputs.label(name)))
            elif not where.holds(read.session, read.number):
                self.left_out += 1
            else:
                self._count(read.session.record.tags, selection.digest_of(read.session))

    def _report(self, fault: str) -> None:
        self.faults += 1
        if self.faults <= _MOST_SHOWN:
            console.print_message(fault)

    def _count(self, tags: dict[str, str], digest: bytes) -> None:
        from vanuatu.cli.match.outcome import outcome_of
        from vanuatu.cli.match.ratings import Standings

        outcome = outcome_of(tags)
        if outcome is None:
            self.unfinished += 1
        elif not (self.duplicates.add(digest) and self._unique):
            self.by_game.setdefault(outcome.game, Standings()).add(outcome)
