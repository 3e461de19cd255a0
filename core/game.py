"""The contract between a game and everything that plays, writes or draws it.

A game has two classes: `Game` starts it, `State` is a position. A move is one integer, 0 or more.

Invariants:

- `actor` is the seat that decides next (0 to `players` - 1), CHANCE before a draw, or OVER. Seats are
numbered clockwise. - `legal_moves` is empty exactly when the game is over. It is strictly ascending: the
order is canonical, and no move occurs twice. - `apply` expects a legal move and checks nothing. `push`
checks; it refuses an illegal move with a reason and leaves the position unchanged. - A copy shares nothing
with its original. Positions are equal when everything in them is, and can be pickled. - `round` starts at 1
and never falls. All seats know a secret move from the next round on, or sooner if the position is `revealed`.
- Every game ends.

When to call the methods: `weights` and `sample` only while `actor` is CHANCE; `legal_moves`, `apply` and
`copy` whenever the game is not over; the rest always.
"""

from abc import ABC, abstractmethod
from typing import ClassVar, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from vanuatu.core.rng import Rng

CHANCE: Final[i64] = -1
OVER: Final[i64] = -2
NOT_YOUR_TURN: Final[i64] = 0
NOT_A_MOVE: Final[i64] = 1


class GameError(ValueError):
    """Raised for an unknown game or option, or an impossible number of players."""


def no_variant(known: tuple[str, ...], option: str, game: str) -> str:
    """Return the message for an unknown variant: the one that is close, or all."""
    from difflib import get_close_matches

    close = get_close_matches(option, known, 1)
    hint = f"; did you mean {close[0]}?" if close else f" (there are: {', '.join(known)})"
    return f"{game} has no variant {option!r}{hint}"


@final
class Refusal:
    """Why a move is illegal: a code that the game's codec puts into words, with up to three numbers."""

    def __init__(self, code: i64, a: i64 = -1, b: i64 = -1, c: i64 = -1) -> None:
        self.code = code
        self.a = a
        self.b = b
        self.c = c

    def __repr__(self) -> str:
        return f"<Refusal {self.code}: {self.a}, {self.b}, {self.c}>"


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """A position. The docstring of the module lists its invariants."""

    players: i64
    actor: i64
    round: i64

    @property
    @abstractmethod
    def game(self) -> str:
        """The name of the game."""

    def __repr__(self) -> str:
        turn = f"seat {self.actor} to move"
        if self.actor == CHANCE:
            turn = "chance to draw"
        elif self.actor == OVER:
            turn = "over"
        return f"<{type(self).__name__} of {self.players} players, round {self.round}, {turn}>"

    @abstractmethod
    def legal_moves(self) -> vec[i64]:
        """Return all legal moves, ascending. Before a draw these are all draws; `sample` is cheaper there."""

    @abstractmethod
    def apply(self, move: i64) -> None:
        """Play a legal move in place, unchecked."""

    @abstractmethod
    def copy(self) -> "State":
        """Return an independent copy, in less than a microsecond when compiled."""

    @abstractmethod
    def is_legal(self, move: i64) -> bool:
        """Return whether `push` would accept the move. This is cheaper than `legal_moves`."""

    @abstractmethod
    def refusal(self, move: i64) -> Refusal | None:
        """Return why the move is illegal here, or None if it is legal. This is slow."""

    @abstractmethod
    def weights(self) -> vec[i64]:
        """Return in how many ways each draw of `legal_moves` can occur, in the same order."""

    @abstractmethod
    def sample(self, rng: Rng) -> i64:
        """Return a random draw, each with its probability."""

    @abstractmethod
    def hide(self, seat: i64, rng: Rng) -> "State":
        """Return a copy in which everything the seat cannot know is drawn anew."""

    @abstractmethod
    def seen_by_others(self, move: i64) -> i64:
        """Return the move as the other seats see it until the round is over. Most are visible to all."""

    def revealed(self) -> bool:
        """Return whether all secret moves of this round are known by now."""
        return self.actor == OVER

    def public_moves_are_certain(self) -> bool:
        """Return whether secrets never decide which public moves are legal here."""
        return False

    @abstractmethod
    def scores(self) -> vec[i64]:
        """Return the final score of each seat; before the end, the score if the game ended here."""

    @abstractmethod
    def winners(self) -> vec[i64]:
        """Return the seats that win, ascending: none if all players lose, or if the game is not over."""

    def returns(self) -> vec[float]:
        """Return 1 shared among the winners, and 0 for the other seats."""
        shares = vec[float]([0.0] * int(self.players))
        winners = self.winners()
        n = len(winners)
        i: i64 = 0
        while i < n:
            shares[winners[i]] = 1.0 / float(n)
            i += 1
        return shares

    def push(self, move: i64) -> Refusal | None:
        """Play a legal move and return None. Return why an illegal one is refused."""
        if self.is_legal(move):
            self.apply(move)
            return None
        return self.refusal(move)


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(ABC):
    """A game with its variants and its number of players, ready to start."""

    variants: ClassVar[tuple[str, ...]] = ()  # all existing options

    name: str
    players: int
    options: tuple[str, ...]

    @abstractmethod
    def start(self) -> State:
        """Return the position before the first draw."""


def play_out(state: State, rng: Rng) -> i64:
    """Play uniformly random moves to the end, in place; return the number of decisions."""
    decisions: i64 = 0
    while state.actor != OVER:
        if state.actor == CHANCE:
            state.apply(state.sample(rng))
        else:
            moves = state.legal_moves()
            state.apply(moves[rng.below(len(moves))])
            decisions += 1
    return decisions
