"""The codec of a game: its moves as tokens and words, its positions as text.

Each game has one codec. The parser, the files, the prompt and the protocol use only this class.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import mypyc_attr

from vanuatu.core import games
from vanuatu.core.game import CHANCE, Game, Refusal, State
from vanuatu.notation import extensions
from vanuatu.notation.errors import NotationError
from vanuatu.notation.move import Move

SEAT_NAMES: Final = ("Purple", "Teal", "Yellow", "Orange", "Blue")
SEAT_LETTERS: Final = "ptyob"
# Kinds of moves that name an action and do not perform it.
NOT_PERFORMED: Final = ("plan", "neutral", "withdraw", "govern")


class PositionError(NotationError):
    """Raised for a position that is unreadable or impossible; `column` is its place in the text, from 1."""

    def __init__(self, message: str, column: int = 1) -> None:
        super().__init__(message)
        self.column = column

    @property
    def place(self) -> str:
        """Where the error is, for a message; without a column if it is not in one word."""
        return f"position, column {self.column}" if self.column > 1 else "position"

    def __reduce__(self) -> tuple[object, ...]:
        return PositionError, (str(self), self.column)


@mypyc_attr(allow_interpreted_subclasses=True)
class Codec(ABC):
    """A game's tokens, words and positions. Stateless: one instance serves all."""

    game: str
    round_word: str = "round"
    seat_facts: tuple[str, ...] = ("score",)
    table_facts: tuple[str, ...] = ()
    score_parts: tuple[str, ...] = ()  # names of the items of `scoring`, in their order
    goods: tuple[str, ...] = ()  # those of `seat_facts` that a seat gains and loses, beside points and vatus
    action_letters: str = ""  # of the actions with a leader; empty if the game has none
    action_names: tuple[str, ...] = ()  # in the same order

    @abstractmethod
    def token(self, state: State, move: int) -> str:
        """Return the canonical token of a legal move, or of a veiled move, without its seat."""

    @abstractmethod
    def parse(self, state: State, token: str) -> int:
        """Return the move of a canonical token, legal or not, or -1 if it is not such a token. Fast."""

    def guess(self, state: State, text: str) -> int:
        """Return the move that an illegal text most likely means, to explain why it is illegal; or -1."""
        return -1

    def long_form_length(self, state: State, words: list[str]) -> int:
        """Return how many of the words are one long form, legal or not: 2 of `build b3 sail c3`.

        The words after that begin another move. 1 if unknown.
        """
        return 1

    def unknown_name(self, text: str) -> str:
        """Name the thing in a text that the game does not have, such as a cell; empty if none."""
        return ""

    def implied(self, state: State) -> int:
        """Return the implied move, made before a text that continues with another seat's move; or -1."""
        return -1

    @abstractmethod
    def spellings(self, state: State, move: int) -> list[str]:
        """Return all other spellings of a legal move, in lower case, with single spaces."""

    def all_spellings(self, state: State, move: int) -> frozenset[str]:
        """Return all spellings of a legal move, including its token, in lower case."""
        return frozenset((self.token(state, move).lower(), *self.spellings(state, move)))

    @abstractmethod
    def words(self, state: State, move: int) -> str:
        """Return what a move does, costs and gains: "sail to c3 for 2 vatus"."""

    def action(self, state: State, move: int) -> str:
        """Return the action of a move in one word, by which losses are added up; empty if it is none."""
        return ""

    def question(self, state: State) -> str:
        """Return what the seat to move decides, or what is drawn, if the moves do not show it; or ""."""
        return ""

    @abstractmethod
    def refusal(self, state: State, refusal: Refusal, move: int) -> str:
        """Return why a move is illegal: "teal cannot plan to sell: no fish, and fishing is not planned"."""

    @abstractmethod
    def phase(self, state: State) -> str:
        """Return the name of the phase in files."""

    @abstractmethod
    def view(self, state: State) -> Mapping[str, Any]:
        """Return the position as `replay --state` prints it. Each game has its own fields."""

    def scene(self, state: State) -> Mapping[str, Any]:
        """Return the view with all other data that a drawing needs, so that drawing code needs no rules."""
        return self.view(state)

    def row(self, state: State) -> Mapping[str, Any]:
        """Return the view with the same keys for every position, as `replay --state` prints it."""
        return self.view(state)

    def describe(self, state: State, move: int) -> Move:
        """Return a legal move as structured data."""
        return Move("chance" if state.actor == CHANCE else "move")

    def fact(self, state: State, seat: int, number: int) -> int | str | None:
        """Return a fact of a seat: number 0 is the first of `seat_facts`."""
        return int(state.scores()[seat])

    def table_fact(self, state: State, number: int) -> int | str | None:
        """Return a fact of the table: number 0 is the first of `table_facts`."""
        return None

    def leader(self, state: State, action: str) -> int:
        """Return the seat that leads an action, given by its letter; -1 if there is none."""
        return -1

    def can(self, state: State, action: str) -> bool:
        """Return whether the seat to move has a legal move of this kind, or one that performs this action."""
        if state.actor < 0:
            return False
        moves = state.legal_moves()
        for i in range(len(moves)):
            found = self.describe(state, int(moves[i]))
            if found.kind == action or (found.action == action and found.kind not in NOT_PERFORMED):
                return True
        return False

    def turned_to(self, state: State, seat: int) -> State | None:
        """Return the position with another seat to act; None if no other seat could act here."""
        return None

    def holdings(self, state: State) -> list[dict[str, int]]:
        """Return, by seat and by name, the quantities whose changes are reported after a move."""
        return [{"points": int(score)} for score in state.scores()]

    @abstractmethod
    def scoring(self, state: State) -> list[list[tuple[str, int]]]:
        """Return the items of each seat's final score; they sum to `state.scores()`."""

    @abstractmethod
    def tie_rule(self, state: State) -> str:
        """Return in words which tie-break decided between the best scores; empty if none was needed."""

    @abstractmethod
    def termination(self, state: State) -> str | None:
        """Return the `Termination` of a finished game, or None for a normal end."""

    @abstractmethod
    def write_position(self, state: State) -> str:
        """Return the position as one line, complete enough to continue the game (the FEN tag)."""

    @abstractmethod
    def read_position(self, text: str) -> State:
        """Return the position of such a line. Raise PositionError if it is unreadable or impossible."""

    @abstractmethod
    def game_of(self, state: State) -> Game:
        """Return the name of a position's game."""


_codecs: dict[str, Codec] = {}


def codec_for(name: str) -> Codec:
    """Return a game's codec: `make_codec()` of its module `codec`. Raise KeyError for an unknown game."""
    codec = _codecs.get(name)
    if codec is None:
        module = games.part("vanuatu.notation", name, "codec")
        if module is None:
            raise KeyError(name)
        codec = _codecs[name] = module.make_codec()
    return codec


extensions.load_named()
