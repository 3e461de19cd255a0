"""The public `State` of `vanuatu.core`: a position of the rules, for users.

The states of the rules return arrays of librt. If interpreted code passes one to a compiled function, it is
never freed (librt 0.16). So this class returns lists, and hands out no array.
"""

from typing import final

from mypy_extensions import i64

from vanuatu.core.game import Refusal
from vanuatu.core.game import State as Rules
from vanuatu.core.rng import Rng


@final
class State:
    """A position, in which moves are integers; the package documents it for users."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._rules.game

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self._rules.players)

    @property
    def actor(self) -> int:
        """The seat that decides next, CHANCE before a draw, or OVER."""
        return int(self._rules.actor)

    @property
    def round(self) -> int:
        """The round, from 1."""
        return int(self._rules.round)

    def legal_moves(self) -> list[int]:
        """Return all legal moves, ascending. Before a draw these are all draws; `sample` is cheaper there."""
        moves = self._rules.legal_moves()
        found: list[int] = []
        n = len(moves)
        i: i64 = 0
        while i < n:
            found.append(int(moves[i]))
            i += 1
        return found

    def is_legal(self, move: int) -> bool:
        """Return whether the move is legal. This is cheaper than `legal_moves`."""
        return self._rules.is_legal(move)

    def apply(self, move: int) -> None:
        """Play a legal move in place, unchecked."""
        self._rules.apply(move)

    def push(self, move: int) -> Refusal | None:
        """Play a legal move and return None. Return a refusal, with a code, for an illegal one."""
        return self._rules.push(move)

    def weights(self) -> list[int]:
        """Return in how many ways each draw of `legal_moves` can occur. Raise ValueError before a move."""
        if self._rules.actor != -1:
            raise ValueError("weights are for draws: nothing is drawn here")
        return [int(weight) for weight in self._rules.weights()]

    def sample(self, rng: Rng) -> int:
        """Return a random draw, each with its probability. Raise ValueError if nothing is drawn."""
        if self._rules.actor != -1:
            raise ValueError("sample is for draws: nothing is drawn here")
        return int(self._rules.sample(rng))

    def copy(self) -> "State":
        """Return an independent copy."""
        return State(self._rules.copy())

    def hide(self, seat: int, rng: Rng) -> "State":
        """Return a copy in which everything the seat cannot know is drawn anew."""
        if not 0 <= seat < self._rules.players:
            raise ValueError(f"there is no seat {seat} (seats: 0 to {self._rules.players - 1})")
        return State(self._rules.hide(seat, rng))

    def seen_by_others(self, move: int) -> int:
        """Return the move as the other seats see it until the round is over."""
        return int(self._rules.seen_by_others(move))

    def scores(self) -> list[int]:
        """Return the final score of each seat; before the end, the score if the game ended here."""
        return [int(score) for score in self._rules.scores()]

    def winners(self) -> list[int]:
        """Return the seats that win: none if all players lose, or if the game is not over."""
        return [int(seat) for seat in self._rules.winners()]

    def returns(self) -> list[float]:
        """Return 1 shared among the winners, and 0 for the other seats."""
        return [float(share) for share in self._rules.returns()]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._rules == other._rules

    def __repr__(self) -> str:
        return repr(self._rules)

    def __reduce__(self) -> tuple[object, ...]:
        return State, (self._rules,)
