"""The fields of games, seats and positions: the names in `--where`, each with its type and meaning.

docs/reference/tables.md lists them; a test compares the lists.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final, NamedTuple

from vanuatu.core.game import State
from vanuatu.notation import comments
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES, Codec
from vanuatu.notation.move import Move
from vanuatu.notation.session import Session
from vanuatu.notation.tags import game_name, is_result, seats_of

NUMBER: Final = "number"
TEXT: Final = "text"
TRUTH: Final = "condition"
LIST: Final = "list"
SEAT: Final = "seat"  # the seat that moves
MOVER: Final = -1

TAGS, GAME, POSITION = range(3)  # what a field needs

SEATS: Final = tuple(name.lower() for name in SEAT_NAMES)
PHASES: Final = frozenset(
    "setup place neutral character plan act beg voyage discover sail over".split()
)  # of both games
KINDS: Final = frozenset(
    "place neutral character plan sail build explore fish draw transport sell buy rest withdraw govern beg "
    "treasure start tiles ships first cast tourists flood remove take unstore store boat pass tile".split()
)  # of the moves of both games
ACTIONS: Final = frozenset("SBXFVGDTR")

Value = Any  # a number, a text, a list, or None if it is not known


class Scope:
    """What an expression reads: the tags, the game, and the position before one of its moves.

    Fields of the position are found on demand.
    """

    def __init__(self, tags: Mapping[str, str], number: int = 1, session: Session | None = None) -> None:
        self.tags = tags
        self.number = number
        self._session = session
        self.at = -1  # plies before the position
        self.within = 0  # plies before it in its round
        self._state: State | None = None
        self._move: Move | None = None

    @property
    def session(self) -> Session:
        """The game."""
        assert self._session is not None
        return self._session

    @property
    def state(self) -> State:
        """The position. It is valid until the walk goes on."""
        assert self._state is not None
        return self._state

    @property
    def codec(self) -> Codec:
        """The codec of the game."""
        return self.session.codec

    def walk(self) -> Iterator[None]:
        """Go through all positions, from before the first ply to after the last."""
        session = self.session
        state = session.start.copy()
        self._state = state
        round = state.round
        for at, move in enumerate(session.moves):
            self.at = at
            self._move = None
            yield
            state.apply(move)
            if state.round != round:
                round = state.round
                self.within = 0
            else:
                self.within += 1
        self.at = len(session.moves)
        self._move = None
        yield

    @property
    def address(self) -> str:
        """The place of the position, as `--at` takes it."""
        return f"{self.state.round}.{self.within}"

    @cached_property
    def seats(self) -> list[str]:
        """The seat tags of the game."""
        return seats_of(self.tags)

    @cached_property
    def scores(self) -> list[int] | None:
        """The scores of the Result tag; None if the game is not finished."""
        result = self.tags.get("Result", "").replace(" ", "")
        if not self.seats or not is_result(result, len(self.seats)):
            return None
        return [int(score) for score in result.split(",")]

    @cached_property
    def winners(self) -> list[str]:
        """The names of the seats that won."""
        words = (word.strip().lower() for word in self.tags.get("Winner", "").split(","))
        return [word for word in words if word]

    def rank_of(self, seat: int) -> int | None:
        """Return the rank of a seat, from 1: the winners first, then by score."""
        if self.scores is None:
            return None
        named = zip(self.seats, self.scores, strict=True)
        keys = [(name.lower() in self.winners, score) for name, score in named]
        return 1 + sum(other > keys[seat] for other in keys)

    def ply(self) -> Any:
        """Return the recorded ply that follows the position; None at the end."""
        plies = self.session.record.plies
        return plies[self.at] if self.at < len(plies) else None

    def move(self) -> Move | None:
        """Return the move that follows the position."""
        if self._move is None and self.at < len(self.session.moves):
            self._move = self.codec.describe(self.state, self.session.moves[self.at])
        return self._move

    def seat_number(self, seat: int) -> int | None:
        """Return the number of a seat or of the mover; None if there is none."""
        if seat == MOVER:
            actor = int(self.state.actor)
            return actor if actor >= 0 else None
        return seat if seat < len(self.seats) else None

    def seat_name(self, seat: int) -> str | None:
        """Return the name of a seat, or of the mover: `teal`."""
        number = self.seat_number(seat)
        return None if number is None else SEATS[number]

    def can(self, action: str) -> bool:
        """Return whether a legal move has this kind or performs this action."""
        return self.codec.can(self.state, action)

    def leader_of(self, action: str | None) -> str | None:
        """Return the seat that leads an action."""
        seat = self.codec.leader(self.state, action) if action is not None and len(action) == 1 else -1
        return SEATS[seat] if seat >= 0 else None

    def table_fact(self, name: str) -> Value:
        """Return a fact of the table; None if the game has none of that name."""
        names = self.codec.table_facts
        return self.codec.table_fact(self.state, names.index(name)) if name in names else None


class Field(NamedTuple):
    """A field of a game or a position."""

    kind: str
    level: int
    meaning: str
    value: Callable[[Scope], Value]
    words: frozenset[str] | None = None


class SeatField(NamedTuple):
    """A field of a seat."""

    kind: str
    level: int
    meaning: str
    of_seat: Callable[[Scope, int], Value]
    words: frozenset[str] | None = None


def _tag(name: str) -> Callable[[Scope], str]:
    return lambda scope: scope.tags.get(name, "")


def _seed(scope: Scope) -> int | None:
    text = scope.tags.get("Seed", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else None


def _lead(scope: Scope) -> int | None:
    if scope.scores is None or len(scope.scores) < 2:
        return None
    first, second = sorted(scope.scores, reverse=True)[:2]
    return first - second


def _rounds(scope: Scope) -> int:
    return int(scope.session.state.round - scope.session.start.round + 1)


_WON: Final = frozenset(SEATS)

GAME_FIELDS: Final[dict[str, Field]] = {
    "number": Field(NUMBER, TAGS, "number of the game in its file, from 1", lambda scope: scope.number),
    "game": Field(TEXT, TAGS, "`vanuatu` or `maori`", lambda scope: game_name(scope.tags)),
    "event": Field(TEXT, TAGS, "the tag Event", _tag("Event")),
    "site": Field(TEXT, TAGS, "the tag Site", _tag("Site")),
    "date": Field(TEXT, TAGS, "the tag Date: `2026.11.18`", _tag("Date")),
    "seed": Field(NUMBER, TAGS, "the tag Seed", _seed),
    "variant": Field(TEXT, TAGS, "variants, comma-separated; empty for the base game", _tag("Variant")),
    "players": Field(NUMBER, TAGS, "number of players", lambda scope: len(scope.seats)),
    "names": Field(
        LIST, TAGS, "names of the players, by seat", lambda scope: [scope.tags[seat] for seat in scope.seats]
    ),
    "result": Field(TEXT, TAGS, "`41,37,44`; `*` if not finished", _tag("Result")),
    "scores": Field(LIST, TAGS, "final scores, by seat", lambda scope: scope.scores),
    "best": Field(NUMBER, TAGS, "highest final score", lambda scope: scope.scores and max(scope.scores)),
    "lead": Field(NUMBER, TAGS, "highest final score minus the next one", _lead),
    "winner": Field(
        TEXT,
        TAGS,
        "seat that won: `teal`; `purple,teal` if shared; empty if none",
        lambda scope: ",".join(scope.winners),
        frozenset(SEATS),
    ),
    "termination": Field(TEXT, TAGS, "the tag Termination; empty after a normal end", _tag("Termination")),
    "finished": Field(TRUTH, TAGS, "whether the game has a result", lambda scope: scope.scores is not None),
    "rounds": Field(NUMBER, GAME, "rounds that were played", _rounds),
    "plies": Field(NUMBER, GAME, "plies, draws included", lambda scope: len(scope.session.moves)),
}


def _of_move(name: str) -> Callable[[Scope], Value]:
    def value(scope: Scope) -> Value:
        move = scope.move()
        return None if move is None else getattr(move, name)

    return value


def _of_ply(read: Callable[[Any], Value]) -> Callable[[Scope], Value]:
    def value(scope: Scope) -> Value:
        ply = scope.ply()
        return None if ply is None else read(ply)

    return value


def _legal(scope: Scope) -> int | None:
    return len(scope.state.legal_moves()) if scope.state.actor >= 0 else None


def _of_table(name: str) -> Callable[[Scope], Value]:
    return lambda scope: scope.table_fact(name)


def _first(scope: Scope) -> str | None:
    seat = scope.table_fact("first")
    return None if seat is None else SEATS[seat]


def _leader(scope: Scope) -> str | None:
    move = scope.move()
    return None if move is None or move.kind in ("plan", "neutral") else scope.leader_of(move.action)


POSITION_FIELDS: Final[dict[str, Field]] = {
    "ply": Field(NUMBER, POSITION, "number of the ply that follows, from 1", lambda scope: scope.at + 1),
    "round": Field(NUMBER, POSITION, "round, from 1", lambda scope: int(scope.state.round)),
    "phase": Field(
        TEXT, POSITION, "phase, such as `plan`, `act`", lambda scope: scope.codec.phase(scope.state), PHASES
    ),
    "legal": Field(NUMBER, POSITION, "number of legal moves; unknown before a draw", _legal),
    "token": Field(TEXT, POSITION, "the move that follows, without its seat", _of_ply(lambda ply: ply.token)),
    "kind": Field(TEXT, POSITION, "its kind", _of_move("kind"), KINDS),
    "action": Field(
        TEXT, POSITION, "letter of its action; a letter per marker of a plan", _of_move("action")
    ),
    "cell": Field(TEXT, POSITION, "cell it is about", _of_move("cell")),
    "markers": Field(NUMBER, POSITION, "markers that it places, moves or removes", _of_move("markers")),
    "bonus": Field(TRUTH, POSITION, "whether it claims a bonus", _of_move("bonus")),
    "item": Field(TEXT, POSITION, "tile, character, good, fish, rest token or draw", _of_move("item")),
    "leader": Field(TEXT, POSITION, "seat that leads its action", _leader, _WON),
    "eval": Field(
        NUMBER, POSITION, "win chance of the mover after it, from its comment", _of_ply(comments.eval_of)
    ),
    "loss": Field(NUMBER, POSITION, "points that it lost, from its comment", _of_ply(comments.loss_of)),
    "first": Field(TEXT, POSITION, "first player (Vanuatu)", _first, _WON),
    "market": Field(NUMBER, POSITION, "price of fish (Vanuatu)", _of_table("market")),
    "tourists": Field(NUMBER, POSITION, "tourists left in this round (Vanuatu)", _of_table("tourists")),
    "die": Field(NUMBER, POSITION, "rest of the flood die (Vanuatu)", _of_table("die")),
    "supply": Field(NUMBER, POSITION, "tiles in the supply (Maori)", _of_table("supply")),
    "bank": Field(NUMBER, POSITION, "shells in the supply (Maori)", _of_table("bank")),
    "explorer": Field(TEXT, POSITION, "place of the explorer ship (Maori)", _of_table("explorer")),
}
ALL_FIELDS: Final = GAME_FIELDS | POSITION_FIELDS


def _of_seat(read: Callable[[Scope, int], Value]) -> Callable[[Scope, int], Value]:
    def value(scope: Scope, seat: int) -> Value:
        number = scope.seat_number(seat)
        return None if number is None else read(scope, number)

    return value


def _fact(name: str) -> Callable[[Scope, int], Value]:
    def read(scope: Scope, seat: int) -> Value:
        names = scope.codec.seat_facts
        return scope.codec.fact(scope.state, seat, names.index(name)) if name in names else None

    return _of_seat(read)


_CHARACTERS: Final = frozenset(
    "artist beggar builder buyer diver fisherman governor guide navigator preacher vendor".split()
)

SEAT_FIELDS: Final[dict[str, SeatField]] = {
    "name": SeatField(
        TEXT, TAGS, "name of the player", _of_seat(lambda scope, seat: scope.tags[scope.seats[seat]])
    ),
    "final": SeatField(
        NUMBER, TAGS, "final score", _of_seat(lambda scope, seat: scope.scores and scope.scores[seat])
    ),
    "rank": SeatField(NUMBER, TAGS, "final rank, from 1", _of_seat(lambda scope, seat: scope.rank_of(seat))),
    "won": SeatField(
        TRUTH,
        TAGS,
        "whether it won, alone or shared",
        _of_seat(lambda scope, seat: SEATS[seat] in scope.winners),
    ),
    "points": SeatField(NUMBER, POSITION, "points on the track (Maori: the score now)", _fact("points")),
    "score": SeatField(NUMBER, POSITION, "score if the game ended here", _fact("score")),
    "vatus": SeatField(NUMBER, POSITION, "vatus (Vanuatu)", _fact("vatus")),
    "huts": SeatField(NUMBER, POSITION, "huts built (Vanuatu)", _fact("huts")),
    "huts_left": SeatField(NUMBER, POSITION, "huts left in supply (Vanuatu)", _fact("huts_left")),
    "fish": SeatField(NUMBER, POSITION, "number of fish tokens (Vanuatu)", _fact("fish")),
    "fish_value": SeatField(NUMBER, POSITION, "their value (Vanuatu)", _fact("fish_value")),
    "treasures": SeatField(NUMBER, POSITION, "number of treasure tokens (Vanuatu)", _fact("treasures")),
    "treasure_value": SeatField(NUMBER, POSITION, "their value (Vanuatu)", _fact("treasure_value")),
    "markers": SeatField(NUMBER, POSITION, "markers on actions (Vanuatu)", _fact("markers")),
    "character": SeatField(TEXT, POSITION, "character (Vanuatu)", _fact("character"), _CHARACTERS),
    "boat": SeatField(TEXT, POSITION, "cell of the boat or small ship", _fact("boat")),
    "shells": SeatField(NUMBER, POSITION, "shells (Maori)", _fact("shells")),
    "ships": SeatField(NUMBER, POSITION, "ships (Maori)", _fact("ships")),
    "tiles": SeatField(NUMBER, POSITION, "tiles on its board (Maori)", _fact("tiles")),
    "stored": SeatField(TEXT, POSITION, "stored tile (Maori)", _fact("stored")),
}

FUNCTIONS: Final = {
    "tag": ("tag('Round')", "a text", "any tag of the game; empty if it is missing"),
    "can": ("can('B')", "a condition", "whether the mover has a legal move of this action or kind"),
    "leads": ("leads('B')", "a text", "the seat that leads the action: `leads('B') == seat`"),
    "len": ("len(names)", "a number", "length of a text or a list"),
    "min": ("min(scores)", "a number", "smallest of a list, or of several numbers"),
    "max": ("max(scores)", "a number", "largest of a list, or of several numbers"),
    "abs": ("abs(purple.final - teal.final)", "a number", "absolute value"),
}
SEAT_OF_LETTER: Final = dict(zip(SEAT_LETTERS, SEATS, strict=True))
