"""The moves of a game one by one, each with the position it was made in, found when it is asked for."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from vanuatu.core.game import State
from vanuatu.notation.codec import SEAT_LETTERS, Codec
from vanuatu.notation.move_reader import read_move
from vanuatu.notation.positions import Position
from vanuatu.notation.record import Line, Ply, with_seat

LETTERS: Final = SEAT_LETTERS + "#"  # -1, nature, is the last


@mypyc_attr(acyclic=True)
@final
class Walk:
    """A line of moves, and one position in it that goes forward as later ones are asked for.

    So whoever looks at the moves in their order plays each of them once.
    """

    def __init__(self, codec: Codec, start: State, moves: list[int]) -> None:
        self.codec = codec
        self._start = start
        self.moves = moves
        self._state = start.copy()
        self._at: i64 = 0

    def before(self, at: i64) -> State:
        """The position before a move, by its place from 0; it is the walk's own and must not be changed."""
        if at < self._at:
            self._state = self._start.copy()
            self._at = 0
        while self._at < at:
            self._state.apply(self.moves[self._at])
            self._at += 1
        return self._state


@mypyc_attr(acyclic=True)  # not looked at by the garbage collector, which a walk of many steps would wake
@final
class Step:
    """One move of a game; `vanuatu.Step` tells about it."""

    def __init__(self, walk: Walk, ply: Ply, at: i64) -> None:
        self._walk = walk
        self._ply = ply
        self._at = at

    @property
    def number(self) -> int:
        """Which move of the game it is, from 1, nature's included."""
        return self._at + 1

    @property
    def round(self) -> int:
        """In which round it was made."""
        return self._ply.round

    @property
    def seat(self) -> str:
        """The letter of the seat that made it, `#` for nature."""
        return LETTERS[self._ply.seat]

    @property
    def token(self) -> str:
        """The move as it is written."""
        return self._ply.token

    @property
    def words(self) -> str:
        """What the move does, costs and gains."""
        walk = self._walk
        return walk.codec.words(walk.before(self._at), walk.moves[self._at])

    @property
    def legal(self) -> list[str]:
        """All moves that were legal, in their order."""
        state, codec = self._walk.before(self._at), self._walk.codec
        return [codec.token(state, move) for move in state.legal_moves()]

    @property
    def phase(self) -> str:
        """The phase in which it was made."""
        return self._walk.codec.phase(self._walk.before(self._at))

    @property
    def position(self) -> Position:
        """The position in which it was made, a copy."""
        return Position(self._walk.codec, self._walk.before(self._at).copy())

    @property
    def after(self) -> Position:
        """The position after it, a copy."""
        return Position(self._walk.codec, self._walk.before(self._at + 1).copy())

    @property
    def comments(self) -> list[str]:
        """What is said about it."""
        return list(self._ply.comments)

    @property
    def glyphs(self) -> list[str]:
        """Its judgements: `!`, `?!`, `$14`."""
        return list(self._ply.glyphs)

    @property
    def variations(self) -> "list[list[Step]]":
        """What could have been played instead: each a list of steps."""
        codec, start = self._walk.codec, self._walk.before(self._at)
        return [variation_of(codec, start.copy(), line) for line in self._ply.variations]

    def __repr__(self) -> str:
        return f"<Step {self.number}, round {self.round}: {with_seat(self._ply)}>"


def steps_of(codec: Codec, start: State, plies: list[Ply], moves: list[int]) -> list[Step]:
    """The steps of a line that begins at a position."""
    walk = Walk(codec, start, moves)
    steps: list[Step] = []
    for at, ply in enumerate(plies):
        steps.append(Step(walk, ply, at))
    return steps


def variation_of(codec: Codec, start: State, line: Line) -> list[Step]:
    """The steps of a variation; its moves were found legal when it was read."""
    state = start.copy()
    moves: list[int] = []
    for ply in line.plies:
        move = read_move(codec, state, ply.token)
        moves.append(move)
        state.apply(move)
    return steps_of(codec, start, line.plies, moves)
