"""Count the results of games in files, for ratings."""

from collections.abc import Callable, Mapping
from typing import BinaryIO, Final

from vanuatu.cli.files import inputs, selection
from vanuatu.cli.match import report
from vanuatu.cli.match.outcome import outcome_of
from vanuatu.cli.match.ratings import Standings
from vanuatu.cli.match.resume import scan
from vanuatu.cli.terminal import console
from vanuatu.notation import fields
from vanuatu.notation.files import GameRead
from vanuatu.notation.where import Where

_MOST_SHOWN: Final = 10  # invalid games that are reported


class RatedGames:
    """Results by game, and the numbers of games that do not count. `tell` gets a line for an invalid game."""

    def __init__(
        self,
        where: Where | None = None,
        *,
        unique: bool = False,
        tell: Callable[[str], None] = console.print_message,
    ) -> None:
        self._where = where
        self._unique = unique
        self._tell = tell
        self.duplicates = selection.Duplicates()
        self.left_out = 0
        self.by_game: dict[str, Standings] = {}
        self.unfinished = 0
        self.faults = 0

    def read(self, name: str) -> None:
        """Count the games of a file."""
        if self._where is not None and self._where.needs > fields.TAGS:
            for read in inputs.games_of(name):
                self.add(read, inputs.label(name))
            return
        try:
            with inputs.opened(name) as stream:
                self._scan(stream, inputs.label(name))
        except OSError as fault:
            raise inputs.unreadable(name, fault) from None

    def add(self, read: GameRead, name: str) -> None:
        """Count a game if the condition holds for its moves."""
        if read.error is not None:
            self._report(read.error.at(name))
        elif self._where is not None and not self._where.holds(read.session, read.number):
            self.left_out += 1
        else:
            self._count(read.session.record.tags, selection.digest_of(read.session))

    def notes(self) -> list[str]:
        """Return remarks about games that are not in the tables, one per line."""
        lines = [line for _, standings in sorted(self.by_game.items()) for line in report.notes(standings)]
        if self.unfinished:
            lines.append(f"{report.games(self.unfinished)} without a result, not counted")
        if self.left_out:
            lines.append(f"{report.games(self.left_out)} not selected")
        if self.duplicates.count:
            lines.append(self.duplicates.message(dropped=self._unique))
        return lines

    def _scan(self, stream: BinaryIO, name: str) -> None:
        """Count games by their tags; their moves are not played."""
        for number, found in enumerate(scan(stream, tokens=True), 1):
            if found.error is not None:
                self._report(found.error.at(name))
            elif self._where is not None and not self._where.tags_hold(found.tags, number):
                self.left_out += 1
            else:
                self._count(found.tags, selection.moves_digest(found.tags, found.tokens))

    def _report(self, fault: str) -> None:
        self.faults += 1
        if self.faults <= _MOST_SHOWN:
            self._tell(fault)

    def _count(self, tags: Mapping[str, str], digest: bytes) -> None:
        outcome = outcome_of(tags)
        if outcome is None:
            self.unfinished += 1
        elif not (self.duplicates.add(digest) and self._unique):
            self.by_game.setdefault(outcome.game, Standings()).add(outcome)
