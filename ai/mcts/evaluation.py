"""Evaluate positions by searches, with an error estimate, to review moves and draws.

One search shows neither its noise nor how much a longer search would change. So the simulations are split
among several searches with their own seeds; the noise is estimated from their differences. Short searches
also share a bias. Repetition cannot show it, so a measured value is added.
"""

import math
from collections.abc import Generator
from dataclasses import dataclass
from typing import Final

from vanuatu.ai.instant import rng_at_ply
from vanuatu.ai.mcts.bot import Settings, split_sims
from vanuatu.ai.mcts.search import Search
from vanuatu.ai.mcts.slices import Slices
from vanuatu.ai.weight_files import advisor_for
from vanuatu.core.game import OVER, Game, State
from vanuatu.core.rng import Rng

PARTS: Final = 4
# Bias of searches of 1,000 simulations, measured against 16,000, as a standard deviation. For two win chances
# near p it is this part of p (1 - p). It falls with the square root of the simulations
# (docs/explain/reviews.md).
BIAS: Final = 0.15
MOST_BIAS: Final = 0.5
_BIAS_SIMS: Final = 1000
_FIRST_PART: Final = 32  # seeds below are those of the seats' decisions


@dataclass(frozen=True)
class Evaluation:
    """The win chance of each seat, and its variance from the noise of the search."""

    win: list[float]
    noise: list[float]
    sims: int = 0  # 0 if the game is over and the chances are exact


@dataclass(frozen=True)
class Difference:
    """The difference of two positions for each seat, and the standard deviation for one seat."""

    gain: list[float]
    sd: float


class Evaluator:
    """Evaluates positions of a game by searches with a bot's settings."""

    def __init__(self, game: Game, settings: Settings) -> None:
        self.settings = settings
        self._advisor = advisor_for(game, settings.evaluation)

    def evaluate(self, state: State, place: int, seat: int) -> Generator[int, None, Evaluation]:
        """Search a position from what the seat knows (CHANCE: only public facts); return its evaluation.

        `place` is the number of plies before the position, and is yielded every few milliseconds. Positions
        with the same `place` are searched with the same seeds.
        """
        if state.actor == OVER:
            return Evaluation([float(share) for share in state.returns()], [0.0] * int(state.players))
        parts = PARTS if self.settings.sims is None else min(PARTS, self.settings.sims)
        searches = []
        seconds = None if self.settings.seconds is None else self.settings.seconds / parts
        for part, sims in enumerate(split_sims(self.settings.sims, parts)):
            search = self._search(state, place, part, seat)
            slices = Slices(search, sims, seconds, early=False)
            while not slices.step():
                yield place
            searches.append(search)
        return _combine(searches)

    def horizon(self, before: State, after: State) -> list[float] | None:
        """Return the win chances after a move that ends the search horizon; None if the search continues."""
        if after.actor != OVER and not self._advisor.cut(after, before):
            return None
        search = Search(after, self._advisor, Rng(0), 1.0, 1)
        return [float(share) for share in search.shares_at(after)]

    def compare(self, one: Evaluation, other: Evaluation, seat: int) -> Difference:
        """Return the difference of two evaluations; its standard deviation includes noise and bias."""
        gain = [a - b for a, b in zip(one.win, other.win, strict=True)]
        sims = one.sims or other.sims
        bias = (
            self.bias((_outcome_variance(one.win[seat]) + _outcome_variance(other.win[seat])) / 2, sims)
            if sims
            else 0.0
        )
        return Difference(gain, math.sqrt(one.noise[seat] + other.noise[seat] + bias * bias))

    @staticmethod
    def bias(doubt: float, sims: int) -> float:
        """Return the common bias of searches with this number of simulations; `doubt` is p (1 - p)."""
        return min(MOST_BIAS, BIAS * math.sqrt(_BIAS_SIMS / max(1, sims))) * doubt

    def _search(self, state: State, place: int, part: int, seat: int) -> Search:
        settings = self.settings
        rng = rng_at_ply(settings.seed or 0, place, _FIRST_PART + part)
        return Search(state, self._advisor, rng, settings.c, settings.nodes, seat)


def _outcome_variance(chance: float) -> float:
    return chance * (1.0 - chance)


def _combine(searches: list[Search]) -> Evaluation:
    """Return the combined result of the searches.

    The noise is estimated from the differences between searches and from those within them. The larger
    estimate is used, since a few searches can agree by chance.
    """
    parts = len(searches)
    sims = sum(int(search.sims) for search in searches)
    win, noise = [], []
    for seat in range(int(searches[0].players)):
        means = [search.win_totals[seat] / float(search.sims) for search in searches]
        mean = sum(search.win_totals[seat] for search in searches) / sims
        square = sum(search.win_squares[seat] for search in searches) / sims
        within = max(0.0, square - mean * mean) / sims
        between = sum((one - mean) ** 2 for one in means) / max(1, parts - 1) / parts
        win.append(mean)
        noise.append(max(within, between))
    return Evaluation(win, noise, sims)
