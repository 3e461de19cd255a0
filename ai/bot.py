"""What a bot is: it looks at a game from one seat, thinks in slices, and names a move."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from vanuatu.notation.session import Session

SEATS: Final = 8  # more than any game has

if TYPE_CHECKING:
    from vanuatu.ai.api import Analysis
    from vanuatu.notation.game import Game
    from vanuatu.notation.positions import Position


@dataclass(frozen=True)
class Limit:
    """How long a bot may think about a move; None is no bound of that kind."""

    sims: int | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class Candidate:
    """One move a bot considered."""

    move: int
    visits: int
    win: float  # chance to win for the seat that moves, 0 to 1
    score: float  # its expected final score


@dataclass(frozen=True)
class Report:
    """What a bot thinks so far; a bot that does not search leaves most of it empty."""

    sims: int = 0
    candidates: list[Candidate] = field(default_factory=list)  # best first
    win: list[float] = field(default_factory=list)  # win chance by seat
    line: list[int] = field(default_factory=list)  # the moves it expects, own move first


class BotError(Exception):
    """A bot cannot be made or cannot go on; one line that says why."""


def seat_seed(seed: int, seat: int) -> int:
    """Return the seed of the bot in a seat of a game with this seed."""
    return seed * SEATS + seat


@mypyc_attr(allow_interpreted_subclasses=True)
class PendingMove(ABC):
    """One decision in the making."""

    @abstractmethod
    def step(self) -> bool:
        """Think for some milliseconds; True when there is nothing more to do."""

    @abstractmethod
    def move(self) -> int:
        """The best move so far; may be asked at any time."""

    def report(self) -> Report:
        return Report()

    def close(self) -> None:  # noqa: B027  # most have nothing to give back
        """Give back what the thinking holds (processes); harmless to call twice."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot(ABC):
    """A player. The same bot may sit in several seats of several games, one after another."""

    name: str
    unseeded: bool = False  # made without a seed: it plays otherwise every time

    @abstractmethod
    def think(self, session: Session, limit: Limit | None = None) -> PendingMove:
        """Start to think about the decision of the seat that is to move in the session.

        `limit` goes before the bot's own settings. A bot looks at nothing that this seat may not know.
        """

    def for_analysis(self) -> "Bot":
        """Return a bot that always thinks up to its limit; itself if it does so already."""
        return self

    def get_ready(self) -> None:  # noqa: B027  # most are ready
        """Start up, however long that takes: it is on nobody's clock. BotError if it cannot."""

    def finished(self, session: Session) -> None:  # noqa: B027  # most do not care
        """Hear how the game of the session has ended: its tags say it."""

    def close(self) -> None:  # noqa: B027  # most have nothing to give back
        """End what the bot holds (an external program)."""

    def choose(self, game: "Game | Position") -> str:
        """The token of the move it makes there."""
        from vanuatu.ai.api import choose_token

        return choose_token(self, game)

    def analyse(
        self, game: "Game | Position", sims: int | None = None, seconds: float | None = None
    ) -> "Analysis":
        """What it thinks of the position there, after so many simulations or seconds."""
        from vanuatu.ai.api import analyse_position

        return analyse_position(self, game, Limit(sims, seconds))

    def __enter__(self) -> "Bot":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Bot {self.name}>"
