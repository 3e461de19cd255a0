"""The contract between a game and everything that plays, writes or draws it.

A game is a thing to start (`Game`) and a position (`State`). A move is one integer, 0 or more.

What stays true:

- `actor` is the seat that decides next (0 to `players` - 1), CHANCE when something is drawn,
  or OVER. Seats sit clockwise in the order of their numbers.
- `legal_moves` is empty exactly when the game is over; it is strictly ascending, which makes the
  order canonical and each move stand once.
- `apply` expects a legal move and checks nothing; `push` checks, and refuses with a reason and an
  unchanged position.
- A copy shares nothing with its original. Positions are equal when everything in them is, and can be pickled.
- `round` starts at 1 and never falls. What a seat did in secret is known to all from the next
  round on, or sooner if the position is `revealed`.
- Every game ends.

Who may call what: `weights` and `sample` only while `actor` is CHANCE; `legal_moves`, `apply` and
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
    """There is no such game: unknown name or option, or a number of players it cannot seat."""


@final
class Refusal:
    """Why a move is not legal: a code that the game's codec puts into words, and its figures."""

    def __init__(self, code: i64, a: i64 = -1, b: i64 = -1, c: i64 = -1) -> None:
        self.code = code
        self.a = a
        self.b = b
        self.c = c

    def __repr__(self) -> str:
        return f"<Refusal {self.code}: {self.a}, {self.b}, {self.c}>"


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """A position. The module says what stays true of it."""

    players: i64
    actor: i64
    round: i64

    @property
    @abstractmethod
    def game(self) -> str:
        """The name of the game that this is a position of."""

    def __repr__(self) -> str:
        turn = f"seat {self.actor} to move"
        if self.actor == CHANCE:
            turn = "chance to draw"
        elif self.actor == OVER:
            turn = "over"
        return f"<{type(self).__name__} of {self.players} players, round {self.round}, {turn}>"

    @abstractmethod
    def legal_moves(self) -> vec[i64]:
        """All legal moves, ascending; nature's too, though `sample` is cheaper there."""

    @abstractmethod
    def apply(self, move: i64) -> None:
        """Play a legal move. Unchecked; in place."""

    @abstractmethod
    def copy(self) -> "State":
        """A position of its own; below a microsecond when compiled."""

    @abstractmethod
    def is_legal(self, move: i64) -> bool:
        """Whether `push` would accept the move; cheaper than the list of all."""

    @abstractmethod
    def refusal(self, move: i64) -> Refusal | None:
        """Why the move is not legal here, or None if it is. Takes its time."""

    @abstractmethod
    def weights(self) -> vec[i64]:
        """In how many ways each of nature's moves can be drawn, beside `legal_moves`."""

    @abstractmethod
    def sample(self, rng: Rng) -> i64:
        """One of nature's moves, with its chance."""

    @abstractmethod
    def hide(self, seat: i64, rng: Rng) -> "State":
        """A copy as likely as this one from where the seat sits: what it cannot know is drawn anew."""

    @abstractmethod
    def seen_by_others(self, move: i64) -> i64:
        """The move as the other seats see it until the round is over; most moves are their own veil."""

    def revealed(self) -> bool:
        """Whether what was done in secret in this round lies open by now."""
        return self.actor == OVER

    @abstractmethod
    def scores(self) -> vec[i64]:
        """Each seat's final score; before the end, what it would be if the game ended here."""

    @abstractmethod
    def winners(self) -> vec[i64]:
        """The seats that win, ascending; none when all have lost together or the game is not over."""

    def returns(self) -> vec[float]:
        """1 shared among the winners, 0 for the others."""
        shares = vec[float]([0.0] * int(self.players))
        winners = self.winners()
        n = len(winners)
        i: i64 = 0
        while i < n:
            shares[winners[i]] = 1.0 / float(n)
            i += 1
        return shares

    def push(self, move: i64) -> Refusal | None:
        """Play a move if it is legal; otherwise say why not and leave the position as it was."""
        if self.is_legal(move):
            self.apply(move)
            return None
        return self.refusal(move)


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(ABC):
    """A game with its options and number of players, ready to be started."""

    variants: ClassVar[tuple[str, ...]] = ()  # all options that there are

    name: str
    players: int
    options: tuple[str, ...]

    @abstractmethod
    def start(self) -> State:
        """The position before the first draw."""
