"""Chances to lead and to perform each action, for `odds` at the prompt and `analyse --odds`."""

import time
from typing import Any, Final

from vanuatu.ai import specs
from vanuatu.ai.bot import BotError, PendingMove
from vanuatu.ai.instant import rng_at_ply
from vanuatu.ai.mcts.bot import MctsBot
from vanuatu.ai.weight_files import advisor_for
from vanuatu.cli.errors import InputFault
from vanuatu.cli.match.ratings import wilson
from vanuatu.cli.terminal.console import table
from vanuatu.core import games
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES
from vanuatu.notation.session import Session

SAMPLES: Final = 2000
SECONDS: Final = 0.6  # at the prompt
LEAST: Final = 60  # samples that are taken even if they take longer
_SLICE: Final = 5
_FEWEST: Final = 4  # samples behind a chance that the table shows
_SHOWN: Final = 3  # markers that the table shows
_PART: Final = 63  # of the random numbers of a ply


# How sharply players plan, fitted to games (docs/lab/odds.md): the power of the priors that is most likely.
_SHARP: Final = 1.5  # greedy, and searches with few simulations: they mostly follow the priors
_AS_PRIORS: Final = 1.0  # longer searches, people and unknown players have views of their own
_FEW_SIMS: Final = 100


def sharpness_of(name: str) -> float:
    """Return how sharply the player of this name plans; see `make_odds`."""
    try:
        bot = specs.make_bot_from_file(name, seed=0)
    except BotError:
        return _AS_PRIORS
    if isinstance(bot, MctsBot):
        return _SHARP if bot.settings.sims and bot.settings.sims <= _FEW_SIMS else _AS_PRIORS
    return _SHARP if name.startswith("greedy") else 0.0


def sharpness_by_seat(session: Session) -> list[float]:
    """Return how sharply the player of each seat plans, by the names in the tags of the game."""
    names = SEAT_NAMES[: session.state.players]
    return [sharpness_of(session.record.tags.get(name, "")) for name in names]


class OddsThinking(PendingMove):
    """Takes samples in slices: `samples` of them, or as many as fit into `seconds`.

    Raise InputFault if the seat to move does not plan.
    """

    def __init__(self, session: Session, samples: int, seconds: float | None = None, seed: int = 1) -> None:
        module = games.part("vanuatu.ai", session.game.name, "odds")
        names = games.part("vanuatu.notation", session.game.name, "markers")
        if module is None or names is None:
            raise InputFault(f"{session.game.name} has no markers to plan, so there are no odds")
        rng = rng_at_ply(seed, session.ply, _PART)
        made = module.make_odds(session.state, advisor_for(session.game), rng, sharpness_by_seat(session))
        if made is None:
            raise InputFault("There are odds only while a seat plans. Choose a position of the phase plan.")
        self.odds: Any = made
        self._names = list(names.NAMES.items())
        self._seat = SEAT_LETTERS[session.state.actor]
        self._round = int(session.state.round)
        self._samples = samples
        self._end = time.monotonic() + seconds if seconds is not None else None

    def step(self) -> bool:
        done = int(self.odds.samples)
        if done >= self._samples or (done >= LEAST and self._end and time.monotonic() > self._end):
            return True
        self.odds.run(min(_SLICE, self._samples - done))
        return False

    def move(self) -> int:
        raise NotImplementedError("odds are no move")

    def as_json(self) -> dict[str, Any]:
        """Return all figures, with 95 % intervals."""
        return {
            "seat": self._seat,
            "round": self._round,
            "samples": int(self.odds.samples),
            "odds": [self._figures(action, markers) for action, markers in self.odds.targets()],
        }

    def _figures(self, action: int, markers: int) -> dict[str, Any]:
        led, _ = self.odds.lead(action, markers)
        able, tried = self.odds.able(action, markers)
        return {
            "action": self._names[action][0],
            "markers": markers,
            "lead": round(led / tried, 4) if tried else None,
            "lead_95": [round(limit, 4) for limit in wilson(led, tried)] if tried else None,
            "perform": round(able / tried, 4) if tried else None,
            "perform_95": [round(limit, 4) for limit in wilson(able, tried)] if tried else None,
            "tried": tried,
        }

    def text(self) -> str:
        """Return the table: a row per action, a column per number of own markers."""
        found = {(one["action"], one["markers"]): one for one in self.as_json()["odds"]}
        counts = range(1, _SHOWN + 1)
        heads = [
            f"{what} {count}" if count == 1 else str(count)
            for what in ("lead", "perform")
            for count in counts
        ]
        rows = []
        for letter, name in self._names:
            cells = [
                self._cell(found.get((letter, count)), what)
                for what in ("lead", "perform")
                for count in counts
            ]
            if any(cells):
                rows.append([f"{letter} {name}", *cells])
        return table(["", *heads], rows)

    @staticmethod
    def _cell(figures: dict[str, Any] | None, what: str) -> str:
        if figures is None or figures["tried"] < _FEWEST:
            return ""
        return f"{100 * figures[what]:.0f} %"

    @property
    def note(self) -> str:
        """Return what the figures mean."""
        return (
            f"Chance in % to lead with 1, 2 or 3 markers of yours there, and to be able to perform it. "
            f"{int(self.odds.samples)} samples of the others' plans. "
            "No figure: not possible, or too few samples."
        )
