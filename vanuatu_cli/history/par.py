"""Par: what bots of the opponents' level score in your seat, on the same draws.

The games are played in a process of low priority, which ends with this one. The result is written beside
the saved game, as `NAME.par.json`.
"""

import contextlib
import json
import math
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from vanuatu.ai.bot import Bot, BotError, Limit, seat_seed
from vanuatu.ai.bot_game import BotGame
from vanuatu.ai.specs import BUILT_IN, make_bot_from_file
from vanuatu.cli.files import writing
from vanuatu.cli.history import saves
from vanuatu.cli.history.saves import SavedGame
from vanuatu.cli.workers.processes import Pipe, Worker
from vanuatu.core.rng import MOST_SEED
from vanuatu.notation.codec import SEAT_NAMES
from vanuatu.notation.files import read_games
from vanuatu.notation.session import Session

GAMES: Final = 100
LEAST: Final = 10  # games before a mean is shown
ENDING: Final = ".par.json"
LARGEST: Final = 1 << 16
_NICE: Final = 10
_STEP: Final = 7919  # between the seeds of two games


@dataclass(frozen=True)
class Par:
    """The scores of bots in one seat of a game: their number, mean and standard deviation."""

    seat: int
    bot: str
    games: int
    mean: float
    sd: float

    def text(self, score: int) -> str:
        """Return the comparison with a score in a sentence."""
        part = "" if self.games >= GAMES else f", {self.games} of {GAMES} games so far"
        return (
            f"Par: {score} point{'' if score == 1 else 's'}; bots like {self.bot} in your seat on the same "
            f"draws: {self.mean:.0f} ± {self.sd:.0f}{part}."
        )


def known(one: SavedGame, seat: int) -> Par | None:
    """Return the finished par of a seat in a saved game; None if there is none, or a damaged one."""
    try:
        with open(_path_of(one.path), "rb") as stream:
            value = json.loads(stream.read(LARGEST))
        found = Par(**value)
        usable = found.seat == seat and found.games >= GAMES and math.isfinite(found.mean + found.sd)
        return found if usable else None
    except (OSError, ValueError, TypeError, RecursionError):
        return None


def bot_for(session: Session, seat: int) -> str:
    """Return the spec of the other seats if they are all the same bot of this program; otherwise ""."""
    tags = session.record.tags
    others = {tags.get(name, "?") for at, name in enumerate(_seats(session)) if at != seat}
    if len(others) != 1 or not tags.get("Seed", "").isdigit() or "Replaced" in tags:
        return ""
    [spec] = others
    if spec.partition(":")[0] not in BUILT_IN or tags.get("Draws") == "typed":
        return ""
    with contextlib.suppress(BotError):
        make_bot_from_file(spec, seed=0).close()
        return spec
    return ""


def _seats(session: Session) -> list[str]:
    return list(SEAT_NAMES[: int(session.state.players)])


def play(session: Session, seat: int, number: int) -> int:
    """Play the game of this session again with bots alone, and return the score of the seat.

    The draws are those of its seed. The bots get other seeds for each number.
    """
    spec = bot_for(session, seat)
    seed = int(session.record.tags["Seed"])
    bots: list[Bot] = []
    again = session.until(0)
    again.record.tags = dict(session.record.tags)
    try:
        for at in range(int(session.state.players)):
            own = (seed + _STEP * number) % MOST_SEED
            bots.append(make_bot_from_file(spec, seed=seat_seed(own, at)))
        BotGame(again, bots, seed, [], Limit()).play()
    finally:
        for bot in bots:
            bot.close()
    return int(again.state.scores()[seat])


def summary(seat: int, bot: str, scores: list[int]) -> Par:
    """Return mean and standard deviation of scores."""
    mean = sum(scores) / len(scores)
    variance = sum((score - mean) ** 2 for score in scores) / max(1, len(scores) - 1)
    return Par(seat, bot, len(scores), round(mean, 3), round(math.sqrt(variance), 3))


class ParGames:
    """The games for the par of a finished game, played in the background."""

    def __init__(
        self, place: Path, session: Session, seat: int, when_done: Callable[[], None] = lambda: None
    ) -> None:
        self._place = place
        self._when_done = when_done  # called in a thread
        self._seat = seat
        self._bot = bot_for(session, seat)
        self._scores: list[int] = []
        self.failed = not self._bot
        self._worker: Worker | None = None
        if self._bot:
            self._worker = Worker(_work, (session.text(), seat), self._receive)

    @property
    def par(self) -> Par | None:
        """The par of the games so far, or None if they are too few."""
        scores = list(self._scores)
        return summary(self._seat, self._bot, scores) if len(scores) >= LEAST else None

    @property
    def done(self) -> bool:
        """Whether all games are played, or none can be."""
        return self.failed or len(self._scores) >= GAMES

    def close(self) -> None:
        """End the process."""
        if self._worker is not None:
            self._worker.end()
            self._worker = None

    def _receive(self, score: Any) -> None:
        """Take the score of a game; None at the end of the process. Called in a thread."""
        if score is None:
            self.failed = len(self._scores) < GAMES
            return
        self._scores.append(int(score))
        if len(self._scores) == GAMES:
            _keep(self._place, summary(self._seat, self._bot, self._scores))
            self._when_done()


def _work(pipe: "Pipe[Any, Any]", text: str, seat: int) -> None:
    """Play the games in a process, and send each score."""
    import io

    if hasattr(os, "nice"):
        os.nice(_NICE)
    session = next(read_games(io.BytesIO(text.encode("utf-8", "replace")))).session
    for number in range(1, GAMES + 1):
        pipe.send(play(session, seat, number))


def _path_of(game: Path) -> Path:
    return game.with_name(game.stem + ENDING)


def _keep(game: Path, par: Par) -> None:
    """Write the par beside the game. It can be made again: errors do no harm."""
    if game.parent != saves.games_folder():
        return
    with contextlib.suppress(OSError):
        draft = writing.Draft(_path_of(game))
        try:
            draft.stream.write((json.dumps(asdict(par)) + "\n").encode())
            draft.replace()
        finally:
            draft.drop()
