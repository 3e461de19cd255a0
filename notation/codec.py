"""What notation asks of a game: its moves as tokens and words, its positions as text.

One codec a game. The parser, the files, the prompt and the protocol know only this class.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import mypyc_attr

from vanuatu.core import games
from vanuatu.core.game import Game, Refusal, State
from vanuatu.notation import extensions
from vanuatu.notation.errors import NotationError

SEAT_NAMES: Final = ("Purple", "Teal", "Yellow", "Orange", "Blue")
SEAT_LETTERS: Final = "ptyob"


class PositionError(NotationError):
    """A position that cannot be read or cannot exist; `column` is where in its text, from 1."""

    def __init__(self, message: str, column: int = 1) -> None:
        super().__init__(message)
        self.column = column

    def __reduce__(self) -> tuple[object, ...]:
        return PositionError, (str(self), self.column)


@mypyc_attr(allow_interpreted_subclasses=True)
class Codec(ABC):
    """A game's tokens, words and positions. Without state of its own: one instance serves all."""

    game: str
    round_word: str = "round"

    @abstractmethod
    def token(self, state: State, move: int) -> str:
        """The canonical token of a legal move, or of one as others see it, without its seat."""

    @abstractmethod
    def parse(self, state: State, token: str) -> int:
        """The move a canonical token names, legal or not, or -1 if it is not such a token. Fast."""

    def guess(self, state: State, text: str) -> int:
        """The move that a text which fits no legal one seems to stand for, to say why not; -1 if none."""
        return -1

    def unknown_name(self, text: str) -> str:
        """Say which thing a text names that the game does not have, such as a cell; empty if none."""
        return ""

    def implied(self, state: State) -> int:
        """The move taken as made where a text goes on with somebody else's; -1 if there is none such."""
        return -1

    @abstractmethod
    def spellings(self, state: State, move: int) -> list[str]:
        """Every other way to write a legal move, lower case, words parted by one space."""

    def all_spellings(self, state: State, move: int) -> frozenset[str]:
        """Every way to write a legal move, its token too, in lower case."""
        return frozenset((self.token(state, move).lower(), *self.spellings(state, move)))

    @abstractmethod
    def words(self, state: State, move: int) -> str:
        """What a move does, costs and gains: "sail to c3 for 2 vatus"."""

    def question(self, state: State) -> str:
        """What the seat that is to move decides, where its moves do not tell; mostly empty."""
        return ""

    @abstractmethod
    def refusal(self, state: State, refusal: Refusal, move: int) -> str:
        """Why the move is not legal: "teal cannot plan to sell: no fish, and fishing is not planned"."""

    @abstractmethod
    def phase(self, state: State) -> str:
        """The phase as files name it."""

    @abstractmethod
    def view(self, state: State) -> Mapping[str, Any]:
        """The position as `replay --state` prints it. The type is the game's own: its fields differ."""

    def scene(self, state: State) -> Mapping[str, Any]:
        """The view with all else that a drawing of the position needs, so that it knows no rules."""
        return self.view(state)

    def holdings(self, state: State) -> list[dict[str, int]]:
        """By seat the figures whose changes are told when somebody moves, by what they count."""
        return [{"points": int(score)} for score in state.scores()]

    @abstractmethod
    def scoring(self, state: State) -> list[list[tuple[str, int]]]:
        """For each seat what the final score is made of, item by item; sums to `state.scores()`."""

    @abstractmethod
    def tie_rule(self, state: State) -> str:
        """In words, what decided between seats with the best score; empty if nothing had to."""

    @abstractmethod
    def termination(self, state: State) -> str | None:
        """The `Termination` of a game that is over, None for a normal end."""

    @abstractmethod
    def write_position(self, state: State) -> str:
        """One line that holds everything needed to go on (the FEN tag)."""

    @abstractmethod
    def read_position(self, text: str) -> State:
        """The position of such a line; PositionError if it cannot be read or cannot exist."""

    @abstractmethod
    def game_of(self, state: State) -> Game:
        """The game a position belongs to."""


_codecs: dict[str, Codec] = {}


def codec_for(name: str) -> Codec:
    """The codec of a game: `make_codec()` of its module `codec`; KeyError if no game is called that."""
    codec = _codecs.get(name)
    if codec is None:
        module = games.part("vanuatu.notation", name, "codec")
        if module is None:
            raise KeyError(name)
        codec = _codecs[name] = module.make_codec()
    return codec


extensions.load_named()
