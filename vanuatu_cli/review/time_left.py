"""How far the review of many games is, and how long the rest will take."""

import os
import stat
from collections.abc import Sequence

from vanuatu.cli.errors import InputFault
from vanuatu.cli.files import inputs
from vanuatu.cli.match import report
from vanuatu.cli.match.resume import scan
from vanuatu.cli.terminal.progress import StatusLine, span


class ReviewProgress(StatusLine):
    """The games of the input that are done, and the time left for the others.

    `places` has, for each task so far, how many games of the input precede it. It grows while tasks are read.
    The first `skipped` tasks are in the output already.
    """

    def __init__(self, files: Sequence[str], places: Sequence[int], *, only: bool, skipped: int = 0) -> None:
        super().__init__()
        self._files = files
        self._places = places
        self._only = only
        self._task = self._begin = skipped
        self._total: int | None = None

    def game_done(self) -> None:
        """Count a game, and print a line if it is time."""
        self._task += 1
        if self.due():
            self.show(self.text())

    def move(self, number: int, ply: int, plies: int) -> None:
        """Print a line about the game that is reviewed now, if it is time."""
        if self.due():
            self.show(f"{self.text(ply / max(1, plies))}; game {number}: move {ply} of {plies}")

    def text(self, share: float = 0.0) -> str:
        """Return the number of games and the time left; `share` of the current game is done."""
        if self._total is None:
            self._total = len(self._files) if self._only else count_games(self._files)
        before = self._before(self._task)
        if not self._total:
            return report.games(before)
        begun = self._before(self._begin)
        line = f"{before} of {self._total} games"
        done = before + share - begun
        if done <= 0:
            return line
        return f"{line}, {span(self.seconds() * max(0.0, self._total - before - share) / done)} left"

    def _before(self, task: int) -> int:
        """Return how many games of the input precede a task."""
        if task < len(self._places):
            return self._places[task]
        return self._places[-1] + 1 if self._places else 0


def count_games(files: Sequence[str]) -> int:
    """Return the number of games in the files, without playing them; 0 if a file can be read only once."""
    games = 0
    for name in files:
        try:
            if name == inputs.STDIN or not stat.S_ISREG(os.stat(inputs.path_of(name)).st_mode):
                return 0
            with inputs.opened(name) as stream:
                games += sum(1 for _ in scan(stream))
        except (OSError, InputFault):
            continue  # the review reports it
    return games
