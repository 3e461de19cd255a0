"""The positions a game has gone through, kept so that looking back replays nothing."""

from core.game import State
from notation.session import Session


class Past:
    """The positions of a session by ply; each is worked out once, from the one before it."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._moves: list[int] = []
        self._positions: list[State] = [session.start.copy()]

    def at(self, ply: int) -> State:
        """A copy of the position after `ply` moves."""
        self._forget_what_was_taken_back()
        moves, played = self._session.moves, self._moves
        while len(played) < ply:
            following = self._positions[-1].copy()
            following.apply(moves[len(played)])
            played.append(moves[len(played)])
            self._positions.append(following)
        return self._positions[ply].copy()

    def _forget_what_was_taken_back(self) -> None:
        moves, played = self._session.moves, self._moves
        if moves[: len(played)] == played:
            return
        same = next(at for at, move in enumerate(played) if moves[at : at + 1] != [move])
        del played[same:], self._positions[same + 1 :]
