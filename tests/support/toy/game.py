"""A small game from outside the packages. With it, tests show that no other code depends on one game.

In each of three rounds a number from 1 to 3 is drawn (`#draw=2`). Then every seat in turn takes up
to that number of points (`T2`, and `T2@` for one more, once a game) or hides (`H1`, `H2`; `H?` to others).
"""

from typing import ClassVar

from librt.vecs import append, vec
from mypy_extensions import i64

from vanuatu.core.game import CHANCE, OVER, Game, GameError, Refusal, State
from vanuatu.core.rng import Rng

ROUNDS = 3
DRAW, TAKE, HIDE, UNSEEN = 0, 10, 20, 29


class ToyState(State):
    def __init__(self, players: int) -> None:
        self.players = players
        self.round = 1
        self.actor = CHANCE
        self.drawn = 0
        self.points = [0] * players
        self.bonus = [True] * players

    @property
    def game(self) -> str:
        return "toy"

    def legal_moves(self) -> vec[i64]:
        moves = vec[i64]()
        if self.actor == CHANCE:
            found = [DRAW + 1, DRAW + 2, DRAW + 3]
        elif self.actor == OVER:
            found = []
        else:
            found = [TAKE + 2 * n + b for n in range(1, self.drawn + 1) for b in (0, 1)]
            found = [m for m in found if m % 2 == 0 or self.bonus[self.actor]] + [HIDE + 1, HIDE + 2]
        for move in found:
            moves = append(moves, move)
        return moves

    def apply(self, move: i64) -> None:
        if self.actor == CHANCE:
            self.drawn, self.actor = int(move), 0
            return
        if move < HIDE:
            self.points[self.actor] += (move - TAKE) // 2 + move % 2
            self.bonus[self.actor] = self.bonus[self.actor] and move % 2 == 0
        self.actor += 1
        if self.actor == self.players:
            self.actor = CHANCE
            if self.round == ROUNDS:
                self.actor = OVER
            else:
                self.round += 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ToyState) and self._content() == other._content()

    def __hash__(self) -> int:
        return hash(self._content())

    def _content(self) -> tuple[object, ...]:
        """Return all that makes the position. A compiled base class keeps some of it out of `__dict__`."""
        return self.players, self.round, self.actor, self.drawn, tuple(self.points), tuple(self.bonus)

    def copy(self) -> "ToyState":
        twin = type(self)(self.players)
        twin.round, twin.actor, twin.drawn = self.round, self.actor, self.drawn
        twin.points, twin.bonus = self.points[:], self.bonus[:]
        return twin

    def is_legal(self, move: i64) -> bool:
        return move in list(self.legal_moves())

    def refusal(self, move: i64) -> Refusal | None:
        return None if self.is_legal(move) else Refusal(1, self.drawn)

    def weights(self) -> vec[i64]:
        return vec[i64]([1, 1, 1])

    def sample(self, rng: Rng) -> i64:
        return 1 + rng.below(3)

    def hide(self, seat: i64, rng: Rng) -> "ToyState":
        return self.copy()

    def seen_by_others(self, move: i64) -> i64:
        return UNSEEN if move >= HIDE else move

    def scores(self) -> vec[i64]:
        return vec[i64](self.points)

    def winners(self) -> vec[i64]:
        if self.actor != OVER:
            return vec[i64]([])
        return vec[i64]([seat for seat in range(self.players) if self.points[seat] == max(self.points)])


class ToyGame(Game):
    variants: ClassVar[tuple[str, ...]] = ()

    def __init__(self, players: int, options: tuple[str, ...] = ()) -> None:
        if options:
            raise GameError(f"toy has no variant {options[0]!r}")
        if not 2 <= players <= 5:
            raise GameError(f"toy is for 2 to 5 players, not {players}")
        self.name = "toy"
        self.players = players
        self.options = options

    def start(self) -> ToyState:
        return ToyState(self.players)
