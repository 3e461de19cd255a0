"""A position as the library shows it: it never changes, and playing a move gives the next one.

Its board is drawn as text and as SVG. Drawing for a terminal lies above the notation, which knows it by name
only; where it is not installed, the line of the position is shown.
"""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from vanuatu.core import games
from vanuatu.core.game import CHANCE, OVER, GameError, State
from vanuatu.core.rng import Rng
from vanuatu.notation import errors, move_reader
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES, Codec, PositionError, codec_for

LETTERS = SEAT_LETTERS + "#"  # the last is nature's, whose number is -1


class Position:
    """What lies on the table, and who is to move.

    A position never changes: `play` returns the next one. Two positions are equal when everything about
    them is, so that they can be counted and looked up. Seats are letters, as in the notation: `p` purple,
    `t` teal, `y` yellow, `o` orange, `b` blue, and `#` for nature, which draws. Lists by seat are in that
    order.

    >>> import vanuatu
    >>> position = vanuatu.new("vanuatu", players=3, seed=7).end
    >>> position
    <Position vanuatu 3p round 1 character · t to move>
    >>> position.legal()[:3]
    ['@artist', '@beggar', '@builder']
    >>> position.words("@artist")
    'take the artist: …'
    >>> later = position.play("@artist")
    >>> later.seat, later.scores(), later == position
    ('y', [1, 4, 1], False)
    """

    __slots__ = ("_codec", "_names", "_state")

    def __init__(self, codec: Codec, state: State, names: tuple[str, ...] = ()) -> None:
        self._codec = codec
        self._state = state
        self._names = names

    @property
    def name(self) -> str:
        """The name of the game: `vanuatu`."""
        return self._codec.game

    @property
    def players(self) -> int:
        """How many play."""
        return int(self._state.players)

    @property
    def options(self) -> tuple[str, ...]:
        """What departs from the base game: `("waters",)`."""
        return self._codec.game_of(self._state).options

    @property
    def seats(self) -> tuple[str, ...]:
        """The letters of the seats, in their order."""
        return tuple(SEAT_LETTERS[: self._state.players])

    @property
    def seat(self) -> str | None:
        """Who is to move: a letter, `#` when something is drawn, None when the game is over."""
        actor = int(self._state.actor)
        return None if actor == OVER else LETTERS[actor]

    @property
    def round(self) -> int:
        """The round, from 1."""
        return int(self._state.round)

    @property
    def phase(self) -> str:
        """The phase: `plan`, `act`, …; `over` at the end."""
        return self._codec.phase(self._state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return int(self._state.actor) == OVER

    @property
    def state(self) -> State:
        """The position as the rules have it: a copy of one's own, quick to play with and full of integers."""
        return self._state.copy()

    @property
    def winners(self) -> list[str]:
        """The letters of those who have won; none before the end, and none when all have lost together."""
        return [SEAT_LETTERS[seat] for seat in self._state.winners()]

    def scores(self) -> list[int]:
        """The score of each seat; before the end, what it would be if the game ended here."""
        return [int(score) for score in self._state.scores()]

    def legal(self) -> list[str]:
        """All legal moves as tokens; those of nature where something is drawn."""
        return [self._codec.token(self._state, int(move)) for move in self._state.legal_moves()]

    def words(self, move: str) -> str:
        """What a legal move does, costs and gains, in words; MoveError if it is not one."""
        return self._codec.words(self._state, move_reader.read_move(self._codec, self._state, move))

    def why(self, move: str) -> str:
        """Why a move is not legal; empty if it is."""
        try:
            move_reader.read_move(self._codec, self._state, move)
        except errors.MoveError as error:
            return error.reason
        return ""

    def play(self, move: str) -> "Position":
        """The position after a move, given as a token or in words; MoveError if it is not legal."""
        chosen = move_reader.read_move(self._codec, self._state, move)
        return self._changed(lambda state: state.apply(chosen))

    def draw(self, seed: int) -> "Position":
        """The position after all that nature draws here, by a seed; IllegalMove if a seat is to move."""
        if int(self._state.actor) != CHANCE:
            raise errors.IllegalMove(f"nothing is drawn here: {self._turn()}")

        def drawn(state: State) -> None:
            rng = Rng(seed)
            while state.actor == CHANCE:
                state.apply(state.sample(rng))

        return self._changed(drawn)

    def hidden(self, seat: str, seed: int) -> "Position":
        """A position as likely as this one from where a seat sits: what it cannot know is drawn anew."""
        number = seat_number(seat, self.players)
        return Position(self._codec, self._state.hide(number, Rng(seed)), self._names)

    def to_fen(self) -> str:
        """The position as one line, which `vanuatu.position` reads."""
        return self._codec.write_position(self._state)

    def view(self) -> dict[str, Any]:
        """Everything on the table by name, as `vanuatu show --json` prints it."""
        return dict(self._codec.view(self._state))

    def svg(self, mark: str | None = None) -> str:
        """The board as SVG; a move that led here, with its seat (`t:b2-c3`), gets a mark."""
        return svg(self._codec, self._state, self._names, mark)

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        return self.svg()

    def __str__(self) -> str:
        return board(self._codec, self._state, self._names)

    def __repr__(self) -> str:
        where = f"round {self.round} {self.phase}" if not self.over else "over"
        return f"<Position {self.name} {self.players}p {where} · {self._turn()}>"

    def __eq__(self, other: object) -> bool:
        return self._state == other._state if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.name, self.players, self.round, self.seat, tuple(self.scores())))

    def __reduce__(self) -> tuple[Callable[..., "Position"], tuple[object, ...]]:
        return _again, (self.name, self._state, self._names)

    def _turn(self) -> str:
        if self.over:
            return ",".join(map(str, self.scores()))
        return "something is drawn" if self.seat == "#" else f"{self.seat} to move"

    def _changed(self, change: Callable[[State], object]) -> "Position":
        state = self._state.copy()
        change(state)
        return Position(self._codec, state, self._names)


def position(fen: str) -> Position:
    """The position of one line of text, as in the FEN tag; PositionError, with its column, if it is none.

    >>> import vanuatu
    >>> start = vanuatu.new("vanuatu", players=3, seed=7).end
    >>> vanuatu.position(start.to_fen()) == start
    True
    >>> vanuatu.position("vanuatu 9")
    Traceback (most recent call last):
    vanuatu.notation.codec.PositionError: …
    """
    name = fen.split(" ", 1)[0] if fen.strip() else ""
    if not games.is_known(name):
        there = " or ".join(games.names())
        raise PositionError(
            f"a position begins with the name of its game, {there}, not with {errors.excerpt(name)!r}"
        )
    codec = codec_for(name)
    try:
        return Position(codec, codec.read_position(fen))
    except GameError as error:
        raise PositionError(str(error)) from None


def seat_number(seat: str, players: int) -> int:
    """The number of a seat from its letter or its name; ValueError, which names those there are, if none."""
    for number in range(players):
        if seat.lower() in (SEAT_LETTERS[number], SEAT_NAMES[number].lower()):
            return number
    raise ValueError(f"there is no seat {seat!r} (there are: {', '.join(SEAT_LETTERS[:players])})")


def _again(name: str, state: State, names: tuple[str, ...]) -> Position:
    return Position(codec_for(name), state, names)


BOARD: Final = "vanuatu.notation.boards.text"
WIDTH: Final = 80


def board(codec: Codec, state: State, names: Sequence[str] = (), width: int = WIDTH) -> str:
    """The board as text without colours, in signs that stdout can carry; else the position's line."""
    if not _there(BOARD):
        return codec.write_position(state)
    drawing: Any = import_module(BOARD)  # known by name, so without its types
    somewhere = getattr(sys.stdout, "encoding", None)  # none where the text goes into a string
    unicode = somewhere is None or drawing.Style.of(sys.stdout).unicode
    drawn = drawing.draw(codec, state, width=width, style=drawing.Style(0, unicode), names=names)
    return str(drawn).rstrip("\n")


def svg(codec: Codec, state: State, names: Sequence[str] = (), mark: str | None = None) -> str:
    """The board as SVG, with a mark at a move if one is given."""
    from vanuatu.notation.boards import svg

    return svg.svg(codec.game, codec.scene(state), names, mark)


def _there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # not even its package
        return False
