"""`vanuatu export`: write games as tables."""

from typing import Annotated

import typer

from vanuatu.cli import options
from vanuatu.cli.errors import InputFault
from vanuatu.cli.export.targets import target_of
from vanuatu.cli.files import inputs, selection
from vanuatu.cli.terminal import console
from vanuatu.notation.tables import TableRows

EXAMPLES = (
    "vanuatu export games.pvn --to games.sqlite",
    "vanuatu export games/*.pvn --to games.parquet",
    "vanuatu export games.pvn.gz --where \"'greedy' in names\" --to games.csv",
)
_BATCH = 50_000  # rows of the longest table that wait in memory; games without moves have seats


def export(
    files: inputs.FilesArgument,
    to: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="TARGET",
            help="A file .sqlite, or a new folder whose name ends in .parquet or .csv.",
        ),
    ],
    where: selection.WhereOption = None,
    player: selection.PlayerOption = None,
    number: selection.NumbersOption = None,
    unique: selection.UniqueOption = False,
    force: options.Force = False,
) -> int:
    """Write games as the tables games, seats, plies and players.

    SQLite gets one file with keys and indexes. Parquet and CSV get a folder with a file for each table;
    Parquet needs pyarrow. The target appears only when it is complete. An invalid game is reported on stderr
    and left out.
    """
    chosen = selection.Selection(
        selection.read_where(where), player, selection.read_numbers(number), unique=unique
    )
    target = target_of(to, files, force=force)
    rows = TableRows()
    with target:
        for name, read in chosen.read(files):
            for fault in read.differences:
                console.print_message(fault.at(inputs.label(name)))
            rows.add(read.session, read.number, inputs.label(name))
            if max(rows.count("plies"), rows.count("seats")) >= _BATCH:
                target.write(rows)
        if not rows.games:
            if chosen.faults:
                return 1
            raise InputFault("no game matches")
        target.write(rows)
        target.keep()
    chosen.report()
    return 1 if chosen.faults else 0
