"""The interface of bots: a bot sees a game from one seat, thinks in slices, and returns a move."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from vanuatu.core.game import Game
from vanuatu.notation.session import Session

SEATS: Final = 8  # more seats than any game has

if TYPE_CHECKING:
    from vanuatu.ai.api import Analysis
    from vanuatu.notation import game as games
    from vanuatu.notation.positions import Position


@dataclass(frozen=True)
class Limit:
    """The limits of thinking about a move; None means no limit of that kind.

    If there are `moves`, a bot that searches considers only these. With `whole`, it does not stop early.
    """

    sims: int | None = None
    seconds: float | None = None
    moves: tuple[int, ...] = ()
    whole: bool = False


@dataclass(frozen=True)
class Candidate:
    """One move that a bot considered. `…_sd` are standard deviations."""

    move: int
    visits: int
    win: float  # win chance of the seat to move, 0 to 1
    score: float  # its expected final score
    win_sd: float = 0.0
    score_sd: float = 0.0


@dataclass(frozen=True)
class Report:
    """The result of thinking so far; a bot without search leaves most of it empty."""

    sims: int = 0
    candidates: list[Candidate] = field(default_factory=list)  # best first
    win: list[float] = field(default_factory=list)  # win chance by seat
    win_sd: list[float] = field(default_factory=list)
    score: list[float] = field(default_factory=list)  # expected final score by seat
    score_sd: list[float] = field(default_factory=list)
    line: list[int] = field(default_factory=list)  # the moves it expects, own move first


class BotError(Exception):
    """A bot cannot be created or cannot continue. The message is one line."""


def seat_seed(seed: int, seat: int) -> int:
    """Return the seed of the bot in a seat of a game with this seed."""
    return seed * SEATS + seat


@mypyc_attr(allow_interpreted_subclasses=True)
class PendingMove(ABC):
    """One decision in progress."""

    @abstractmethod
    def step(self) -> bool:
        """Think for some milliseconds; return True if there is nothing more to do."""

    @abstractmethod
    def move(self) -> int:
        """Return the best move so far; may be called at any time."""

    def report(self) -> Report:
        return Report()

    def line(self, move: int) -> list[int]:
        """Return the expected line that begins with this move; empty for a bot without search."""
        return []

    def close(self) -> None:  # noqa: B027  # most have nothing to give back
        """Release resources such as processes; may be called twice."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot(ABC):
    """A bot. It may play several seats of several games, one after another."""

    name: str
    unseeded: bool = False  # created without a seed: its choices are random

    @abstractmethod
    def think(self, session: Session, limit: Limit | None = None) -> PendingMove:
        """Begin to think about the decision of the seat to move in the session.

        `limit` overrides the bot's settings. A bot uses only what this seat may know.
        """

    def for_analysis(self) -> "Bot":
        """Return a bot that always thinks up to its limit; itself if it does so already."""
        return self

    def get_ready(self) -> None:  # noqa: B027  # most are ready
        """Start up; this is not timed. Raise BotError if it fails."""

    def refuses(self, game: Game) -> str:
        """Return why a bot that is ready does not play this game; empty if it does."""
        return ""

    def finished(self, session: Session) -> None:  # noqa: B027  # most do not care
        """Receive the result of a game, in the tags of the session."""

    def close(self) -> None:  # noqa: B027  # most have nothing to give back
        """Release what the bot holds, such as an external program."""

    def choose(self, game: "games.Game | Position") -> str:
        """Return the token of the bot's move."""
        from vanuatu.ai.api import choose_token

        return choose_token(self, game)

    def analyse(
        self,
        game: "games.Game | Position",
        sims: int | None = None,
        seconds: float | None = None,
        moves: Sequence[str] = (),
    ) -> "Analysis":
        """Return the analysis of the position, after this number of simulations or seconds.

        With `moves`, a bot that searches considers only these.
        """
        from vanuatu.ai.api import analyse_position

        return analyse_position(self, game, Limit(sims, seconds), moves)

    def __enter__(self) -> "Bot":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __dir__(self) -> list[str]:
        return ["analyse", "choose", "close", "name"]

    def __repr__(self) -> str:
        return f"<Bot {self.name}>"
