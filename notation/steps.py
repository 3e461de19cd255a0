"""A line of moves from a position (the game or a variation), and its single steps."""

from collections.abc import Iterator
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from vanuatu.core.game import State
from vanuatu.notation.codec import SEAT_LETTERS, Codec
from vanuatu.notation.gain import Gain, gain_of
from vanuatu.notation.move import Move
from vanuatu.notation.positions import Position, html_figure
from vanuatu.notation.record import Ply, with_seat

LETTERS: Final = SEAT_LETTERS + "#"  # the last, -1, is chance
STEP_NAMES: Final = (
    "after", "comments", "gain", "glyphs", "legal", "move", "number", "phase", "position", "round", "seat",
    "svg", "token", "variations", "words",
)  # fmt: skip
_SPACING: Final[i64] = 32  # moves from one checkpoint to the next


@mypyc_attr(acyclic=True)
@final
class Branch:
    """Moves from a first position, and the positions between them, computed on demand.

    One position moves forward as later ones are requested, so a walk plays each move once. Going back starts
    again from the nearest checkpoint.
    """

    def __init__(self, codec: Codec, start: State, plies: list[Ply], names: tuple[str, ...] = ()) -> None:
        self.codec = codec
        self.start = start
        self.plies = plies
        self.names = names  # of the players, by seat
        self._checkpoints: list[State] = [start]  # after 0, 32, 64 … moves, as far as needed
        self._state: State | None = None
        self._at: i64 = 0

    def before(self, at: i64) -> State:
        """Return the position after `at` moves. It belongs to the branch: copy it before you change it."""
        state = self._state
        if state is None or at < self._at:
            nearest: i64 = min(at // _SPACING, len(self._checkpoints) - 1)
            state = self._checkpoints[nearest].copy()
            self._at = nearest * _SPACING
            self._state = state
        while self._at < at:
            state.apply(self.plies[self._at].move)
            self._at += 1
            if self._at == _SPACING * len(self._checkpoints):
                self._checkpoints.append(state.copy())
        return state

    def forget_after(self, at: i64) -> None:
        """Drop the positions after `at` moves, because other moves may follow there."""
        del self._checkpoints[at // _SPACING + 1 :]
        if self._at > at:
            self._state = None

    def snapshot(self, names: tuple[str, ...]) -> "Branch":
        """Return an independent branch with the same moves, and the names of the players."""
        branch = Branch(self.codec, self.start, self.plies[:], names)
        branch._checkpoints = self._checkpoints[:]
        return branch

    def steps(self, first: i64 = 0, last: i64 = -1) -> "Iterator[Step]":
        """Yield the moves from number `first`, counted from 0, up to but not including `last` (-1: all)."""
        end: i64 = last if last >= 0 else len(self.plies)
        at = first
        while at < end:
            yield Step(self, at)
            at += 1


@mypyc_attr(acyclic=True)  # no garbage-collector tracking: many steps would trigger it often
@final
class Step:
    """One move of a game; `vanuatu.Step` documents it for users of the library.

    `ply` is the recorded move, and `branch` its line of moves.
    """

    def __init__(self, branch: Branch, at: i64) -> None:
        self.branch = branch
        self.ply = branch.plies[at]
        self._at = at

    @property
    def number(self) -> int:
        """The number of the move in the line, from 1, draws included."""
        return self._at + 1

    @property
    def within(self) -> int:
        """The number of the move in its round, from 1."""
        first = self._at
        while first > 0 and self.branch.plies[first - 1].round == self.ply.round:
            first -= 1
        return self._at - first + 1

    @property
    def state(self) -> State:
        """The position before the move, in the rules' form. Copy it before you change it.

        It is valid until another position of the same line is requested.
        """
        return self.branch.before(self._at)

    @property
    def state_after(self) -> State:
        """The position after the move; see `state`."""
        return self.branch.before(self._at + 1)

    @property
    def round(self) -> int:
        """The round of the move."""
        return self.ply.round

    @property
    def seat(self) -> str:
        """The letter of the seat that made it, `#` for a draw."""
        return LETTERS[self.ply.seat]

    @property
    def token(self) -> str:
        """The token of the move."""
        return self.ply.token

    @property
    def move(self) -> Move:
        """What the move does, as structured data."""
        return self.branch.codec.describe(self.state, self.ply.move)

    @property
    def gain(self) -> Gain:
        """What the move gives the seat that makes it: points, vatus, goods; nothing for a draw."""
        return gain_of(self.branch.codec, self.state, self.ply.move)

    @property
    def words(self) -> str:
        """What the move does, costs and gains."""
        return self.branch.codec.words(self.state, self.ply.move)

    @property
    def legal(self) -> list[str]:
        """All moves that were legal, in canonical order."""
        state, codec = self.state, self.branch.codec
        return [codec.token(state, move) for move in state.legal_moves()]

    @property
    def phase(self) -> str:
        """The phase before the move."""
        return self.branch.codec.phase(self.state)

    @property
    def position(self) -> Position:
        """A copy of the position before the move."""
        return Position(self.branch.codec, self.state.copy(), self.branch.names)

    @property
    def after(self) -> Position:
        """A copy of the position after the move."""
        return Position(self.branch.codec, self.state_after.copy(), self.branch.names)

    @property
    def comments(self) -> list[str]:
        """The comments on the move."""
        return list(self.ply.comments)

    @property
    def glyphs(self) -> list[str]:
        """The evaluation glyphs of the move: `!`, `?!`, `$14`."""
        return list(self.ply.glyphs)

    @property
    def variations(self) -> "list[list[Step]]":
        """The alternatives to the move: each variation is a list of steps."""
        branch, lines = self.branch, self.ply.variations
        return [
            list(Branch(branch.codec, self.state.copy(), line.plies, branch.names).steps()) for line in lines
        ]

    def svg(self) -> str:
        """Return the board after the move as SVG, with the move marked."""
        return self.after.svg(with_seat(self.ply))

    def _repr_svg_(self) -> str:
        """Return the picture for a notebook."""
        return self.svg()

    def _repr_html_(self) -> str:
        """Return the move in words and the picture, for a notebook."""
        return html_figure(f"{with_seat(self.ply)} – {self.words}", self.svg())

    def __dir__(self) -> list[str]:
        return list(STEP_NAMES)

    def __repr__(self) -> str:
        return f"<Step {self.number}, round {self.round}: {with_seat(self.ply)}>"
