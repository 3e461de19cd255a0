"""`vanuatu rate`: compute ratings from games."""

from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from vanuatu.cli.errors import InputFault
from vanuatu.cli.files import inputs
from vanuatu.cli.terminal import console
from vanuatu.notation.printable import printable

if TYPE_CHECKING:
    from vanuatu.cli.match.ratings import Standings

EXAMPLES = (
    "vanuatu rate games.pvn",
    "vanuatu rate monday.pvn tuesday.ndjson archive.msgpack --json",
    "vanuatu match greedy random --players 4 --games 60 | vanuatu rate -",
)

_MOST_FAULTS = 10


def rate(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE…", help="Files of games (.pvn, .ndjson, .msgpack); - is stdin."),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Compute ratings with 95 % intervals, wins, scores and ranks, by bot and by seat.

    Only the tags are read; `vanuatu check` checks them against the moves.
    """
    from vanuatu.cli.match import report

    counted = _Counted()
    for name in files:
        counted.read(name)
    if not counted.by_game:
        if not counted.faults:
            raise InputFault("no finished games found")
        return 1
    if as_json:
        tables = {game: report.as_json(standings) for game, standings in sorted(counted.by_game.items())}
        first = next(iter(tables))
        one = {"game": first} | tables[first] if len(tables) == 1 else {"by_game": tables}
        console.write_json(one | {"unfinished": counted.unfinished, "broken": counted.faults})
    else:
        counted.print()
    return 1 if counted.faults else 0


class _Counted:
    """Results by game, and the number of games that do not count."""

    def __init__(self) -> None:
        self.by_game: dict[str, Standings] = {}
        self.unfinished = 0
        self.faults = 0

    def read(self, name: str) -> None:
        """Count the games of a file."""
        try:
            with inputs.opened(name) as stream:
                self._count(stream, inputs.label(name))
        except OSError as fault:
            raise inputs.unreadable(name, fault) from None

    def print(self) -> None:
        """Print the tables on stdout and the remarks on stderr."""
        from vanuatu.cli.match import report

        for place, (game, standings) in enumerate(sorted(self.by_game.items())):
            if len(self.by_game) > 1:
                console.tell(f"{chr(10) if place else ''}{printable(game)}, {report.games(standings.games)}")
            console.tell(report.as_text(standings, seats=True))
            for line in report.notes(standings):
                console.say(line)
        if self.unfinished:
            console.say(f"{report.games(self.unfinished)} without a result, not counted")

    def _count(self, stream: BinaryIO, name: str) -> None:
        from vanuatu.cli.match.outcome import outcome_of
        from vanuatu.cli.match.ratings import Standings
        from vanuatu.cli.match.resume import scan

        for found in scan(stream):
            outcome = outcome_of(found.tags)
            if found.error is not None:
                self.faults += 1
                if self.faults <= _MOST_FAULTS:
                    console.say(found.error.at(name))
            elif outcome is None:
                self.unfinished += 1
            else:
                self.by_game.setdefault(outcome.game, Standings()).add(outcome)
