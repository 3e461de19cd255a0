"""Games small enough to be solved by hand, to see whether a search finds what is right."""

from librt.vecs import vec
from mypy_extensions import i64

from core.game import NATURE, OVER, Refusal, State
from core.rng import Rng


class Toy(State):
    """What the toys share: legality by the list, and a winner by the score."""

    players: i64 = 2
    actor: i64 = 0
    round: i64 = 1

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

    def veiled(self, move: i64) -> i64:
        return move

    def winners(self) -> vec[i64]:
        scores = list(self.scores())
        best = [seat for seat, score in enumerate(scores) if score == max(scores)]
        return vec[i64](best if self.actor == OVER else [])


class Nim(Toy):
    """Take one to three matches in turn; who takes the last one wins."""

    def __init__(self, matches: int, players: int = 2, actor: int = 0) -> None:
        self.matches = matches
        self.players = players
        self.actor = actor
        self.last = -1

    def legal_moves(self) -> vec[i64]:
        return vec[i64](list(range(1, min(3, self.matches) + 1)) if self.actor != OVER else [])

    def apply(self, move: i64) -> None:
        self.matches -= move
        self.last = self.actor
        self.actor = OVER if self.matches == 0 else (self.actor + 1) % self.players

    def copy(self) -> "Nim":
        other = Nim(self.matches, self.players, self.actor)
        other.last = self.last
        return other

    def scores(self) -> vec[i64]:
        return vec[i64]([int(seat == self.last) for seat in range(self.players)])


class Wager(Toy):
    """Seat 0 takes `sure` points (move 0) or a throw of a die (move 1); the other seat always has 3."""

    def __init__(self, sure: int) -> None:
        self.sure = sure
        self.points = -1

    def legal_moves(self) -> vec[i64]:
        if self.actor == NATURE:
            return vec[i64]([1, 2, 3, 4, 5, 6])
        return vec[i64]([0, 1] if self.actor == 0 else [])

    def apply(self, move: i64) -> None:
        if self.actor == 0 and move == 1:
            self.actor = NATURE
            return
        self.points = move if self.actor == NATURE else self.sure
        self.actor = OVER

    def copy(self) -> "Wager":
        other = Wager(self.sure)
        other.actor, other.points = self.actor, self.points
        return other

    def scores(self) -> vec[i64]:
        return vec[i64]([self.points, 3])


class Guess(Toy):
    """Seat 0 hides one of the tokens 1 to 3 (twice as many of them are 2), seat 1 guesses which.

    As a secret it looks like move 0. A right guess wins, and so does, in half of the cases, not to guess
    (move 9). `left` are the tokens that seat 1 could take instead of a guess (moves 11 to 13), to win always.
    """

    def __init__(self, hidden: int = 0) -> None:
        self.hidden = hidden
        self.actor = 0 if hidden == 0 else 1
        self.won = False

    def legal_moves(self) -> vec[i64]:
        if self.actor == 0:
            return vec[i64]([1, 2, 3])
        if self.actor == 1:
            return vec[i64]([1, 2, 3, *(10 + t for t in (1, 2, 3) if t != self.hidden)])
        return vec[i64]()

    def apply(self, move: i64) -> None:
        if self.actor == 0:
            self.hidden = move
            self.actor = 1
            return
        # Tokens win when they add up to an even number: a matter of what was hidden.
        self.won = move == self.hidden if move < 10 else (move + self.hidden) % 2 == 0
        self.actor = OVER

    def copy(self) -> "Guess":
        other = Guess(self.hidden)
        other.actor, other.won = self.actor, self.won
        return other

    def hide(self, seat: i64, rng: Rng) -> State:
        other = self.copy()
        if seat == 1 and self.hidden != 0:
            other.hidden = (1, 2, 2, 3)[rng.below(4)]
        return other

    def veiled(self, move: i64) -> i64:
        if self.actor == 0:
            return 0
        return 10 if move > 10 else move

    def scores(self) -> vec[i64]:
        return vec[i64]([0, 1] if self.won else [1, 0])
