"""Evaluate positions by searches, with an error estimate, to review moves and draws.

One search shows neither its noise nor how much a longer search would change. So the simulations are split
among several searches with their own seeds; the noise is estimated from their differences. Short searches
also share a bias. Repetition cannot show it, so a measured value is added.
"""

import math
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Final

from vanuatu.ai import instant, weight_files
from vanuatu.ai.mcts.bot import Settings, split_sims
from vanuatu.ai.mcts.search import Search
from vanuatu.ai.mcts.slices import Slices, noise_of, points_bias, win_bias
from vanuatu.core.game import OVER, Game, State
from vanuatu.core.rng import Rng

PARTS: Final = 4
_FIRST_PART: Final = 32  # seeds below are those of the seats' decisions


@dataclass(frozen=True)
class Evaluation:
    """Win chance and expected score of each seat, with their variances from the noise of the search."""

    win: list[float]
    noise: list[float]
    score: list[float] = field(default_factory=list)
    score_noise: list[float] = field(default_factory=list)
    sims: int = 0  # 0 if the game is over and the figures are exact

    def lead(self, seat: int) -> float:
        """Return the expected lead of a seat over the best other one, in points."""
        return self.score[seat] - max(score for other, score in enumerate(self.score) if other != seat)


@dataclass(frozen=True)
class Difference:
    """How much better one position is than another for a seat, with standard deviations."""

    win: float
    win_sd: float
    points: float
    points_sd: float
    lead: float  # in points, over the best other seat


class Evaluator:
    """Evaluates positions of a game by searches with a bot's settings."""

    def __init__(self, game: Game, settings: Settings) -> None:
        self.settings = settings
        self._advisor = weight_files.advisor_for(game, settings.evaluation)

    def evaluate(
        self, state: State, place: int, seat: int, more: int = 0
    ) -> Generator[int, None, Evaluation]:
        """Search a position from what the seat knows (CHANCE: only public facts); return its evaluation.

        `place` is the number of plies before the position, and is yielded every few milliseconds. Positions
        with the same `place` are searched with the same seeds. `more` counts earlier evaluations of the same
        position; each has seeds of its own.
        """
        if state.actor == OVER:
            exact = [0.0] * int(state.players)
            scores = [float(score) for score in state.scores()]
            return Evaluation([float(share) for share in state.returns()], exact, scores, exact)
        parts = PARTS if self.settings.sims is None else min(PARTS, self.settings.sims)
        searches = []
        seconds = None if self.settings.seconds is None else self.settings.seconds / parts
        for part, sims in enumerate(split_sims(self.settings.sims, parts)):
            search = self._search(state, place, part + more * PARTS, seat)
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
        """Return the difference of two evaluations; its standard deviations include noise and bias.

        The bias is that of one search: more searches of the same length share it.
        """
        sims = one.sims or other.sims
        if self.settings.sims is not None:
            sims = min(sims, self.settings.sims)
        doubt = (_outcome_variance(one.win[seat]) + _outcome_variance(other.win[seat])) / 2
        win_noise = math.sqrt(one.noise[seat] + other.noise[seat])
        points_noise = math.sqrt(one.score_noise[seat] + other.score_noise[seat])
        return Difference(
            win=one.win[seat] - other.win[seat],
            win_sd=math.hypot(win_noise, win_bias(doubt, sims) if sims else 0.0),
            points=one.score[seat] - other.score[seat],
            points_sd=math.hypot(points_noise, points_bias(sims) if sims else 0.0),
            lead=one.lead(seat) - other.lead(seat),
        )

    def _search(self, state: State, place: int, part: int, seat: int) -> Search:
        settings = self.settings
        rng = instant.rng_at_ply(settings.seed or 0, place, _FIRST_PART + part)
        return Search(state, self._advisor, rng, settings.c, settings.nodes, seat)


def _outcome_variance(chance: float) -> float:
    return chance * (1.0 - chance)


def add_up(one: Evaluation, other: Evaluation) -> Evaluation:
    """Return the mean of two evaluations of a position, weighted by their simulations."""
    sims = max(1, one.sims + other.sims)
    shares = (one.sims / sims, other.sims / sims)

    def mean(first: list[float], second: list[float], power: int) -> list[float]:
        return [shares[0] ** power * a + shares[1] ** power * b for a, b in zip(first, second, strict=True)]

    return Evaluation(
        mean(one.win, other.win, 1),
        mean(one.noise, other.noise, 2),
        mean(one.score, other.score, 1),
        mean(one.score_noise, other.score_noise, 2),
        one.sims + other.sims,
    )


def _combine(searches: list[Search]) -> Evaluation:
    """Return the combined result of the searches."""
    sims = [int(search.sims) for search in searches]
    win, noise, score, score_noise = [], [], [], []
    for seat in range(int(searches[0].players)):
        wins = [search.win_totals[seat] for search in searches]
        figures = _mean_and_noise(wins, sum(search.win_squares[seat] for search in searches), sims)
        win.append(figures[0])
        noise.append(figures[1])
        scores = [search.score_totals[seat] for search in searches]
        figures = _mean_and_noise(scores, sum(search.score_squares[seat] for search in searches), sims)
        score.append(figures[0])
        score_noise.append(figures[1])
    return Evaluation(win, noise, score, score_noise, sum(sims))


def _mean_and_noise(totals: list[float], square: float, sims: list[int]) -> tuple[float, float]:
    """Return the mean over all searches and its variance by noise.

    The noise is estimated from the differences between searches and from those within them. The larger
    estimate is used, since a few searches can agree by chance.
    """
    parts = len(totals)
    n = sum(sims)
    mean = sum(totals) / n
    within = noise_of(mean, square, n) ** 2
    means = [total / part for total, part in zip(totals, sims, strict=True)]
    between = sum((one - mean) ** 2 for one in means) / max(1, parts - 1) / parts
    return mean, max(within, between)
