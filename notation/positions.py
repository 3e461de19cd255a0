"""The `Position` of the library: immutable; playing a move returns the next position.

It draws its board as text and as SVG. The terminal drawing is part of a higher package and is imported by
name. If it is not installed, the position's line is printed.
"""

import sys
from collections.abc import Callable, Sequence
from html import escape
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from vanuatu.core import games, public
from vanuatu.core.game import CHANCE, OVER, GameError, State
from vanuatu.core.rng import Rng
from vanuatu.notation import arguments, errors, move_reader
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES, Codec, PositionError, codec_for
from vanuatu.notation.gain import Gain, gain_of

if TYPE_CHECKING:
    from vanuatu.notation.vanuatu.view_types import View

LETTERS = SEAT_LETTERS + "#"  # the last letter is for chance, seat -1


class Position:
    """An immutable position: everything on the table and the seat to move.

    `play` returns the next position. Two positions are equal if all their data is equal, and they can be keys
    of a dict. Seats are letters, as in the notation: `p` purple, `t` teal, `y` yellow, `o` orange, `b` blue.
    `#` is chance, which makes the draws. Lists by seat have this order.

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
        """The number of players."""
        return int(self._state.players)

    @property
    def options(self) -> tuple[str, ...]:
        """The variants: `("waters",)`."""
        return self._codec.game_of(self._state).options

    @property
    def seats(self) -> tuple[str, ...]:
        """The letters of the seats, in their order."""
        return tuple(SEAT_LETTERS[: self._state.players])

    @property
    def seat(self) -> str | None:
        """The seat to move: a letter, `#` before a draw, None when the game is over."""
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
    def state(self) -> public.State:
        """A fresh copy of the position as a `vanuatu.core.State`: fast to play with, made of integers."""
        return public.State(self._state.copy())

    @property
    def winners(self) -> list[str]:
        """The letters of the winners: none before the end, and none if all players lose."""
        return [SEAT_LETTERS[seat] for seat in self._state.winners()]

    def scores(self) -> list[int]:
        """Return the score of each seat; before the end, the score if the game ended now."""
        return [int(score) for score in self._state.scores()]

    def leader(self, action: str) -> str | None:
        """Return the seat that leads an action, or None. The action is a letter or name: `"X"`, `"explore"`.

        Raise ValueError for an unknown action. Maori has no such actions.
        """
        seat = self._codec.leader(self._state, self._action_letter(action))
        return SEAT_LETTERS[seat] if seat >= 0 else None

    def can(self, seat: str, action: str) -> bool:
        """Return whether a seat could make a move of this action or kind if it were its turn now.

        `action` is a letter or name (`"B"`, `"build"`), or another kind of move, such as `"plan"`. Planning
        an action or withdrawing its markers does not perform it. In the phase of actions any seat can be
        asked about; otherwise only the seat to move can do anything.
        """
        number = seat_number(seat, self.players)
        wanted = self._codec.action_names
        action = arguments.text(action, "an action such as 'B' or 'build'")
        if action in wanted:
            action = self._codec.action_letters[wanted.index(action)]
        state = self._state
        if int(state.actor) == number:
            return self._codec.can(state, action)
        turned = self._codec.turned_to(state, number)
        return turned is not None and self._codec.can(turned, action)

    def gain(self, move: str) -> Gain:
        """Return what a legal move gives the seat that makes it. Raise MoveError if it is not legal."""
        return gain_of(self._codec, self._state, self._read(move))

    def legal(self) -> list[str]:
        """Return all legal moves as tokens; before a draw, its possible results."""
        return [self._codec.token(self._state, int(move)) for move in self._state.legal_moves()]

    def words(self, move: str) -> str:
        """Return what a legal move does, costs and gains. Raise MoveError if it is not legal."""
        return self._codec.words(self._state, self._read(move))

    def why(self, move: str) -> str:
        """Return why a move is illegal; empty if it is legal."""
        try:
            self._read(move)
        except errors.MoveError as error:
            return error.reason
        return ""

    def play(self, move: str) -> "Position":
        """Return the position after a move, a token or words. Raise MoveError if it is not legal."""
        chosen = self._read(move)
        return self._changed(lambda state: state.apply(chosen))

    def draw(self, seed: int) -> "Position":
        """Return the position after all pending draws, by a seed. Raise IllegalMove if a seat is to move."""
        if int(self._state.actor) != CHANCE:
            raise errors.IllegalMove(f"nothing is drawn here: {self._turn()}")

        rng = Rng(arguments.seed(seed))

        def drawn(state: State) -> None:
            while state.actor == CHANCE:
                state.apply(state.sample(rng))

        return self._changed(drawn)

    def hidden(self, seat: str, seed: int) -> "Position":
        """Return an equally likely position from a seat's point of view: hidden things are drawn anew."""
        number = seat_number(seat, self.players)
        return Position(self._codec, self._state.hide(number, Rng(arguments.seed(seed))), self._names)

    def to_fen(self) -> str:
        """Return the position as one line, which `vanuatu.position` reads."""
        return self._codec.write_position(self._state)

    def view(self) -> "View":
        """Return everything on the table by name, as `vanuatu show --json` prints it.

        It is a `vanuatu.View`. For a position of Maori it is a `vanuatu.MaoriView` (for a type checker, use
        `typing.cast`).
        """
        view: Any = self._codec.view(self._state)  # its type depends on the game
        found: View = view
        return found

    def svg(self, mark: str | None = None) -> str:
        """Return the board as SVG. A move that led here, given with its seat (`t:b2-c3`), is marked."""
        return svg(self._codec, self._state, self._names, mark)

    def _repr_html_(self) -> str:
        """Return the picture for a notebook. Within HTML it fits the width of the column."""
        return self.svg()

    def _repr_svg_(self) -> str:
        """Return the picture for a notebook."""
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

    def _read(self, move: str) -> int:
        """Return a legal move. Raise MoveError, or TypeError if it is not a text."""
        return move_reader.read_move(self._codec, self._state, arguments.text(move, "a move such as '+SF'"))

    def _action_letter(self, action: str) -> str:
        """Return the letter of an action. Raise ValueError if the game has no such action."""
        letters, names = self._codec.action_letters, self._codec.action_names
        if not letters:
            raise ValueError(f"{self.name} has no actions with a leader")
        action = arguments.text(action, "an action such as 'B' or 'build'")
        if action in names:
            return letters[names.index(action)]
        if len(action) != 1 or action not in letters:
            known = ", ".join(f"{letter} {name}" for letter, name in zip(letters, names, strict=True))
            raise ValueError(f"there is no action {errors.excerpt(action)!r} (there are: {known})")
        return action

    def _turn(self) -> str:
        if self.over:
            return ",".join(map(str, self.scores()))
        return "something is drawn" if self.seat == "#" else f"{self.seat} to move"

    def _changed(self, change: Callable[[State], object]) -> "Position":
        state = self._state.copy()
        change(state)
        return Position(self._codec, state, self._names)


def position(fen: str) -> Position:
    """Return the position of one line, as in the FEN tag. Raise PositionError, with the column, if invalid.

    >>> import vanuatu
    >>> start = vanuatu.new("vanuatu", players=3, seed=7).end
    >>> vanuatu.position(start.to_fen()) == start
    True
    >>> vanuatu.position("vanuatu 9")
    Traceback (most recent call last):
    vanuatu.notation.codec.PositionError: …
    """
    arguments.text(fen, "the line of a position")
    name = fen.split(" ", 1)[0] if fen.strip() else ""
    if not games.is_known(name):
        known = " or ".join(games.names())
        raise PositionError(
            f"a position begins with the name of its game, {known}, not with {errors.excerpt(name)!r}"
        )
    codec = codec_for(name)
    try:
        return Position(codec, codec.read_position(fen))
    except GameError as error:
        raise PositionError(str(error)) from None


def seat_number(seat: str, players: int) -> int:
    """Return a seat's number from its letter or name. The ValueError for an unknown seat lists the known
    ones.
    """
    arguments.text(seat, "a seat such as 'p' or 'purple'")
    for number in range(players):
        if seat.lower() in (SEAT_LETTERS[number], SEAT_NAMES[number].lower()):
            return number
    raise ValueError(
        f"there is no seat {errors.excerpt(seat)!r} (there are: {', '.join(SEAT_LETTERS[:players])})"
    )


def state_of(position: Position) -> State:
    """Return a copy of the position in the form of the rules, for the inner packages."""
    return position._state.copy()


def _again(name: str, state: State, names: tuple[str, ...]) -> Position:
    return Position(codec_for(name), state, names)


BOARD: Final = "vanuatu.notation.boards.text"
WIDTH: Final = 80


def board(codec: Codec, state: State, names: Sequence[str] = (), width: int = WIDTH) -> str:
    """Return the board as text without colours that stdout can encode, else the position's line."""
    if not _is_installed(BOARD):
        return codec.write_position(state)
    drawing: Any = import_module(BOARD)  # imported by name, so without its types
    somewhere = getattr(sys.stdout, "encoding", None)  # None if the text is not printed
    unicode = somewhere is None or drawing.Style.of(sys.stdout).unicode
    drawn = drawing.draw(codec, state, width=width, style=drawing.Style(0, unicode), names=names)
    return str(drawn).rstrip("\n")


def svg(codec: Codec, state: State, names: Sequence[str] = (), mark: str | None = None) -> str:
    """Return the board as SVG, with a mark at a move if one is given."""
    from vanuatu.notation.boards import svg

    return svg.svg(codec.game, codec.scene(state), names, mark)


def _is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # the package itself is missing
        return False


def html_figure(caption: str, picture: str, table: str = "") -> str:
    """Return a picture with a caption as HTML for a notebook; `table` is HTML between them."""
    return f"<figure><figcaption>{escape(caption)}</figcaption>{table}{picture}</figure>"
