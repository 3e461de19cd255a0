"""The `Game` of the library: new or read from a file, and ready to play on."""

from collections.abc import Callable, Iterable, Mapping
from secrets import randbits
from typing import TYPE_CHECKING

from vanuatu.core import games
from vanuatu.core.game import CHANCE, OVER
from vanuatu.notation import arguments, extensions, files, positions
from vanuatu.notation.addresses import ply_at
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES, codec_for
from vanuatu.notation.errors import ReadError
from vanuatu.notation.packed.maps import as_map, from_map
from vanuatu.notation.record import brace_comment, with_seat
from vanuatu.notation.session import Draws, Session
from vanuatu.notation.steps import Step
from vanuatu.notation.tags import result_tags

if TYPE_CHECKING:
    import vanuatu

SEED_BITS = 32
MOST_PLAYERS = 10**6  # which each game limits further


class Tags(dict[str, str]):
    """The tags of a game. The KeyError for an unknown tag lists the known ones."""

    def __missing__(self, name: str) -> str:
        raise KeyError(f"no tag {name!r} (there are: {', '.join(self) or 'none'})")


class Game:
    """A game: its tags, its moves and its position.

    Games come from `vanuatu.read` or `vanuatu.new`. Moves are given as tokens (`p:+SF`, `+SF`) or in words
    (`plan sail fish`); methods return tokens. A game with a seed makes all draws by itself. In a game from a
    file draws are moves like all others, until you call `draw`.

    A game that could not be read has an `error`, and raises it when you ask for its moves.

    >>> import vanuatu
    >>> game = vanuatu.new("vanuatu", players=3, seed=7)
    >>> game
    <Game vanuatu 3p round 1 · 5 moves>
    >>> game.play("navigator")
    '@navigator'
    >>> game.play("@navigator")
    Traceback (most recent call last):
    vanuatu.notation.errors.IllegalMove: …
    >>> game.undo()
    '@navigator'
    >>> game.seat, len(game.legal())
    ('t', 11)
    """

    __slots__ = ("_draws", "_read", "_session", "_tags", "_warnings", "number")

    def __init__(self, session: Session | None, read: files.GameRead | None = None) -> None:
        self.number = read.number if read is not None else 0
        self._read = read
        self._session = session
        self._draws: Draws | None = None
        self._tags: Tags | None = None
        self._warnings: list[ReadError] | None = None

    # Identity

    @property
    def error(self) -> ReadError | None:
        """The error of a game that could not be read, with line, column and reason; None if it is valid."""
        return self._read.error if self._read is not None else None

    @property
    def warnings(self) -> list[ReadError]:
        """Mistakes that do not prevent reading, such as a result that the moves contradict."""
        read = self._read
        if self._warnings is None and read is not None:
            note = [read.note] if read.note is not None else []
            self._warnings = [*note, *read.differences]
        return list(self._warnings or ())

    @property
    def tags(self) -> dict[str, str]:
        """The tags, which can be changed: `game.tags["Purple"] = "Ann"`.

        An invalid game has the tags before the error.
        """
        if self._tags is None:
            if self._read is not None and self._read.error is not None:
                return Tags(self._read.tags)
            record = self._now.record
            self._tags = record.tags = Tags(record.tags)
        return self._tags

    @property
    def name(self) -> str:
        """The name of the game: `vanuatu`."""
        return self._now.game.name

    @property
    def players(self) -> int:
        """The number of players."""
        return self._now.game.players

    @property
    def options(self) -> tuple[str, ...]:
        """The variants: `("waters",)`."""
        return self._now.game.options

    @property
    def seats(self) -> tuple[str, ...]:
        """The letters of the seats, in their order."""
        return tuple(SEAT_LETTERS[: self.players])

    # Status

    @property
    def result(self) -> str:
        """The scores in seat order, `41,37,44`; `*` until the game is finished."""
        return self._now.record.result

    @property
    def winners(self) -> list[str]:
        """The letters of the winners: none before the end, and none if all players lose."""
        session = self._now
        names = result_tags(session.state, session.codec, session.record.tags.get("Termination", "")).get(
            "Winner"
        )
        return [SEAT_LETTERS[SEAT_NAMES.index(name)] for name in names.split(",")] if names else []

    @property
    def over(self) -> bool:
        """Whether the game has ended by the rules."""
        return int(self._now.state.actor) == OVER

    @property
    def seat(self) -> str | None:
        """The seat to move: a letter, `#` before a draw, None when the game is over."""
        actor = int(self._now.state.actor)
        return None if actor == OVER else positions.LETTERS[actor]

    @property
    def round(self) -> int:
        """The current round, from 1."""
        return int(self._now.state.round)

    @property
    def plies(self) -> int:
        """The number of moves made, draws included."""
        return len(self._now.moves)

    @property
    def seed(self) -> int | None:
        """The seed of the draws; None if you play the draws yourself."""
        return self._draws.seed if self._draws is not None else None

    @property
    def start(self) -> positions.Position:
        """The position the game starts from, before the first draw."""
        return self._position(0)

    @property
    def end(self) -> positions.Position:
        """The position after the last move so far."""
        return self._position(self.plies)

    def at(self, ply: int | str) -> positions.Position:
        """Return the position after `ply` moves, or at an address: `"5.12"` is after ply 12 of round 5.

        Raise IndexError if the game has fewer plies, ValueError for a text that is not an address.

        >>> import vanuatu
        >>> game = vanuatu.new("vanuatu", players=3, seed=7)
        >>> game.at("1.5") == game.at(5) == game.end
        True
        """
        if isinstance(ply, str):
            return self._position(ply_at(self._now, ply))
        plies: object = ply
        if isinstance(plies, bool) or not isinstance(plies, int):
            arguments.refuse(ply, "a number of plies or an address such as '5.12'")
        return self._position(ply)

    def steps(self) -> list[Step]:
        """Return the moves in order, each with its comments and, on demand, its position.

        >>> import vanuatu
        >>> for step in vanuatu.new("vanuatu", players=3, seed=7).steps():
        ...     print(step.round, step.seat, step.token, "-", step.words)
        1 # #start=210 - …
        …
        """
        return list(self._now.walk())

    def tokens(self, seat: str | None = None) -> list[str]:
        """Return all moves with their seats; with `seat`, secret moves of others are `R?`."""
        return self._now.tokens(None if seat is None else positions.seat_number(seat, self.players))

    # Playing

    def legal(self) -> list[str]:
        """Return all legal moves as tokens; none when the game is over."""
        return self.end.legal()

    def words(self, move: str) -> str:
        """Return what a legal move does, costs and gains. Raise MoveError if it is not legal."""
        return self.end.words(move)

    def why(self, move: str) -> str:
        """Return why a move is illegal; empty if it is legal."""
        return self.end.why(move)

    def play(self, move: str) -> str:
        """Make a move, given as a token or in words, and the draws after it. Return its token.

        Raise IllegalMove, AmbiguousMove or NotAMove, with the `reason` and the `nearest` legal moves.
        Then the game is unchanged.
        """
        session = self._now
        session.play(arguments.text(move, "a move such as '+SF'"))
        token = session.record.plies[-1].token
        self._go_on()
        return token

    def draw(self, seed: int | None = None) -> None:
        """Make all draws by a seed from now on, beginning at once if a draw is next."""
        self._draws = Draws(randbits(SEED_BITS) if seed is None else arguments.seed(seed))
        self._go_on()

    def undo(self) -> str:
        """Undo the last move and its automatic draws. Return the move's token.

        Raise IndexError without a move to undo.
        """
        session = self._now
        plies = session.record.plies
        back = 1
        if self._draws is not None:
            while back <= len(plies) and plies[-back].seat == CHANCE:
                back += 1
        if back > len(plies):
            raise IndexError("there is no move to undo")
        token = plies[-back].token
        for _ in range(back):
            session.undo()
        session.finish()
        return token

    def redo(self) -> str:
        """Redo an undone move with its draws. Return its token. Raise IndexError if there is none."""
        session = self._now
        try:
            session.redo()
        except IndexError:
            raise IndexError("no move was undone") from None
        token = session.record.plies[-1].token
        if self._draws is not None:
            while int(session.state.actor) == CHANCE:
                session.redo()
        session.finish()
        return token

    def comment(self, text: str) -> None:
        """Add a comment to the last move, or before the first one."""
        line = self._now.record.line
        (line.plies[-1].noted().comments if line.plies else line.before).append(brace_comment(text))

    def review(self, bot: str = "", seats: Iterable[str] | None = None) -> "vanuatu.Review":
        """Review the game: what each move lost, and the luck of each seat. See `vanuatu.review`."""
        import vanuatu  # the front door: reviews are above this package

        return vanuatu.review(self, bot, seats) if bot else vanuatu.review(self, seats=seats)

    # As text

    def text(self) -> str:
        """Return the game in canonical PVN. Put an empty line between two games in a file."""
        return self._now.text()

    def svg(self) -> str:
        """Return the board as SVG, with the last move marked."""
        plies = self._now.record.plies
        return self.end.svg(with_seat(plies[-1]) if plies else None)

    def _repr_html_(self) -> str | None:
        """Return the picture for a notebook. Within HTML it fits the width of the column."""
        return self._repr_svg_()

    def _repr_svg_(self) -> str | None:
        """Return the picture for a notebook."""
        return self.svg() if self.error is None else None

    def __str__(self) -> str:
        return str(self.end) if self.error is None else repr(self)

    def __repr__(self) -> str:
        if self.error is not None:
            return (
                f"<Game {self.number} broken at {self.error.line}:{self.error.column}: {self.error.message}>"
            )
        session = self._now
        where = f"over {','.join(map(str, self.end.scores()))}" if self.over else f"round {self.round}"
        parts = [f"{self.name} {self.players}p {where}", f"{self.plies} moves"]
        if any(name != "?" for name in session.names):
            parts.append("–".join(f'"{name}"' for name in session.names))
        return f"<Game {' · '.join(parts)}>"

    def __reduce__(self) -> tuple[Callable[..., "Game"], tuple[object, ...]]:
        if self.error is not None:
            return _broken, (self.error, self.number, dict(self.tags))
        return _again, (as_map(self._now.record, compact=True), self.number, self.warnings, self.seed)

    @property
    def _now(self) -> Session:
        """The session inside; raises the error of an invalid game."""
        if self._session is None:
            assert self._read is not None
            self._session = self._read.session
        return self._session

    def _position(self, ply: int) -> positions.Position:
        session = self._now
        return positions.Position(session.codec, session.at(ply), session.names)

    def _go_on(self) -> None:
        """After a move: make the draws and update the tags about the end."""
        session = self._now
        if self._draws is not None and int(session.state.actor) == CHANCE:
            self._draws.resume(session)
            self._draws.run(session)
        session.finish()


def new(
    name: str = "vanuatu",
    players: int = 4,
    *,
    variant: str | Iterable[str] = (),
    seed: int | None = None,
    draw: bool = True,
    tags: Mapping[str, str] | None = None,
    start: positions.Position | None = None,
) -> Game:
    """Return a new game, from the start or from a position. Raise GameError for an unknown game.

    The draws come from the seed, which becomes the tag `Seed`; without a seed every game differs. With
    `draw=False` nothing is drawn: you play the draws like all other moves, as for a game at a real table.

    >>> import vanuatu
    >>> game = vanuatu.new("vanuatu", players=4, variant="waters", seed=7, tags={"Purple": "Ann"})
    >>> game.tags["Variant"], game.seat
    ('waters', 'y')
    >>> table = vanuatu.new("vanuatu", players=3, draw=False)
    >>> table.play("#start=201")
    '#start=201'
    """
    arguments.text(name, "the name of a game")
    arguments.whole("players", players, 0, MOST_PLAYERS)
    given = dict(tags or {})
    if draw:
        seed = randbits(SEED_BITS) if seed is None else arguments.seed(seed)
        given.setdefault("Seed", str(seed))
    if start is not None:
        state = positions.state_of(start)
        session = Session.new(codec_for(start.name).game_of(state), tags=given, start=state)
    else:
        words = variant.split(",") if isinstance(variant, str) else variant
        options = tuple(word.strip() for word in words if word.strip())
        session = Session.new(games.make_game(name, players, options + extensions.options(name)), tags=given)
    game = Game(session)
    if draw:
        game.draw(seed)
    return game


def session_of(game: Game) -> Session:
    """Return a Game around a session of the inner packages; both share the moves."""
    return game._now


def game_of(session: Session) -> Game:
    """Return a Game around a session whose owner makes the draws."""
    return Game(session)


def _again(value: object, number: int, warnings: list[ReadError], seed: int | None) -> Game:
    """Restore a pickled game by playing its moves again."""
    read = files.GameRead.from_record(from_map(value), number, 1)
    game = Game(None, read)
    game._warnings = warnings
    if seed is not None:
        game._draws = Draws(seed)
    return game


def _broken(error: ReadError, number: int, tags: dict[str, str]) -> Game:
    read = files.GameRead.broken(error, number)
    read.tags = tags
    return Game(None, read)


def read_of(game: Game, number: int) -> files.GameRead:
    """Return a Game as if it were read as that number of a file."""
    read = game._read
    if read is not None and read.error is not None:
        return files.GameRead.broken(read.error, number)
    result = files.GameRead.of_session(game._now, number)
    if read is not None:
        result.differences = read.differences
    return result
