"""Games small enough to be solved by hand, for tests of the search."""

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.core.game import CHANCE, OVER, Refusal, State
from vanuatu.core.rng import Rng


class Toy(State):
    """What the toys share: legality by the list, and a winner by the score."""

    @property
    def game(self) -> str:
        return "toys"

    def is_legal(self, move: i64) -> bool:
        return move in list(self.legal_moves())

    def refusal(self, move: i64) -> Refusal | None:
        return None if self.is_legal(move) else Refusal(1)

    def weights(self) -> vec[i64]:
        return vec[i64]([1] * len(self.legal_moves()))

    def sample(self, rng: Rng) -> i64:
        moves = self.legal_moves()
        return moves[rng.below(len(moves))]

    def hide(self, seat: i64, rng: Rng) -> State:
        return self.copy()

    def seen_by_others(self, move: i64) -> i64:
        return move

    def winners(self) -> vec[i64]:
        scores = list(self.scores())
        best = [seat for seat, score in enumerate(scores) if score == max(scores)]
        return vec[i64](best if self.actor == OVER else [])


class Nim(Toy):
    """Take one to three matches in turn; who takes the last one wins."""

    def __init__(self, matches: int, players: int = 2, actor: int = 0, last: int = -1) -> None:
        self.players, self.actor, self.round = players, actor, 1
        self.matches = matches
        self.last = last

    def legal_moves(self) -> vec[i64]:
        return vec[i64](list(range(1, min(3, self.matches) + 1)))

    def apply(self, move: i64) -> None:
        self.matches -= int(move)
        self.last = int(self.actor)
        self.actor = OVER if self.matches == 0 else (self.actor + 1) % self.players

    def copy(self) -> "Nim":
        return Nim(self.matches, int(self.players), int(self.actor), self.last)

    def scores(self) -> vec[i64]:
        return vec[i64]([int(seat == self.last) for seat in range(int(self.players))])


class Wager(Toy):
    """Seat 0 takes `sure` points (move 0) or throws a die for points (move 1); seat 1 has always 3."""

    def __init__(self, sure: int, actor: int = 0, points: int = 0) -> None:
        self.players, self.actor, self.round = 2, actor, 1
        self.sure = sure
        self.points = points

    def legal_moves(self) -> vec[i64]:
        if self.actor == CHANCE:
            return vec[i64]([1, 2, 3, 4, 5, 6])
        return vec[i64]([0, 1] if self.actor == 0 else [])

    def apply(self, move: i64) -> None:
        if self.actor == 0 and move == 1:
            self.actor = CHANCE
            return
        self.points = int(move) if self.actor == CHANCE else self.sure
        self.actor = OVER

    def copy(self) -> "Wager":
        return Wager(self.sure, int(self.actor), self.points)

    def scores(self) -> vec[i64]:
        return vec[i64]([self.points, 3])


class Guess(Toy):
    """Seat 0 hides one of three tokens; seat 1, who cannot know which, guesses it or takes another one.

    Moves 1 to 3 hide and then guess a token: a right guess wins. Moves 11 to 13 take one of the two
    tokens that are left, and win if it is two below the hidden one; to others they look alike. From
    where seat 1 sits, token 2 is twice as likely to be hidden as each of the others.
    """

    def __init__(self, hidden: int = 0, actor: int = 0, won: bool = False) -> None:
        self.players, self.actor, self.round = 2, actor, 1
        self.hidden = hidden
        self.won = won

    def legal_moves(self) -> vec[i64]:
        if self.actor == 0:
            return vec[i64]([1, 2, 3])
        left = [10 + token for token in (1, 2, 3) if token != self.hidden]
        return vec[i64]([1, 2, 3, *left] if self.actor == 1 else [])

    def apply(self, move: i64) -> None:
        if self.actor == 0:
            self.hidden, self.actor = int(move), 1
            return
        self.won = move == self.hidden if move < 10 else move - 10 == self.hidden - 2
        self.actor = OVER

    def copy(self) -> "Guess":
        return Guess(self.hidden, int(self.actor), self.won)

    def hide(self, seat: i64, rng: Rng) -> State:
        drawn = self.copy()
        if seat == 1 and self.actor == 1:
            drawn.hidden = (1, 2, 2, 3)[int(rng.below(4))]
        return drawn

    def seen_by_others(self, move: i64) -> i64:
        if self.actor == 0:
            return 0
        return 10 if move > 10 else move

    def scores(self) -> vec[i64]:
        return vec[i64]([0, 1] if self.won else [1, 0])


class Dam(Toy):
    """Seat 0 gives way (move 0) and loses to seat 1, or holds out (move 1) and all are lost together."""

    def __init__(self, actor: int = 0, given: bool = False) -> None:
        self.players, self.actor, self.round = 2, actor, 1
        self.given = given

    def legal_moves(self) -> vec[i64]:
        return vec[i64]([0, 1] if self.actor == 0 else [])

    def apply(self, move: i64) -> None:
        self.given = move == 0
        self.actor = OVER

    def copy(self) -> "Dam":
        return Dam(int(self.actor), self.given)

    def scores(self) -> vec[i64]:
        return vec[i64]([0, 9] if self.given else [0, 0])

    def winners(self) -> vec[i64]:
        return vec[i64]([1] if self.given and self.actor == OVER else [])
