"""Nature's draws by a seed: the same ones at the same place of a game, whatever was drawn before.

So a move that is taken back and made again is followed by the same draws, and games of the same seed have the
same draws as far as the players' moves allow it.
"""

from typing import Final, final

from mypy_extensions import i64

from core.game import NATURE
from core.rng import Rng, scattered
from notation.session import Session

_RUNS: Final[i64] = 1 << 12  # more runs of draws than a round can have


@final
class Draws:
    """Draws for one game. A run is all that is drawn between two decisions."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._rng = Rng(seed)
        self._base: i64 = self._rng.state
        self._round: i64 = 0
        self._run: i64 = 0  # how many runs the round has had

    def resume(self, session: Session) -> None:
        """Go on where the game stands: count the runs that its running round has had."""
        plies = session.record.plies
        self._round = session.state.round
        self._run = 0
        at: i64 = len(plies) - 1
        while at >= 0 and plies[at].round == self._round:
            if plies[at].seat == NATURE and (at == 0 or plies[at - 1].seat != NATURE):
                self._run += 1
            at -= 1

    def run(self, session: Session) -> list[int]:
        """Draw until a seat decides or the game is over; the moves that were drawn."""
        if session.state.round != self._round:
            self._round = session.state.round
            self._run = 0
        self._rng.state = scattered(self._base, self._round * _RUNS + self._run)
        self._run += 1
        return session.draw(self._rng)
