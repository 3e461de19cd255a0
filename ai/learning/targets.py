"""Targets of the net from searches: win chances and expected scores, instead of how the game ended."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vanuatu.ai.advisor import Advisor
from vanuatu.ai.learning.samples import Array, Samples
from vanuatu.ai.mcts.bot import Settings
from vanuatu.ai.mcts.search import Search
from vanuatu.core.game import State
from vanuatu.core.rng import Rng

# What a search has found: by seat the win chances, whose sum is 1, and the expected scores.
SearchedPosition = list[list[float]]


def search_position(
    state: State, advisor: Advisor, settings: Settings, sims: int, rng: Rng
) -> SearchedPosition:
    """Search a position; a draw may be next."""
    search = Search(state, advisor, rng, settings.c, settings.nodes)
    search.run(sims)
    wins, scores = list(search.win_totals), list(search.score_totals)
    total = sum(wins)  # less than the simulations if all seats may lose together
    chances = [win / total for win in wins] if total > 0 else [1 / len(wins)] * len(wins)
    return [chances, [score / sims for score in scores]]


def searched_samples(samples: Samples, searched: Sequence[SearchedPosition]) -> Samples:
    """Return the samples with what searches have found in place of the results."""
    found: Array = np.array(searched, np.float64)
    assert found.shape == (len(samples), 2, samples.shares.shape[1])
    return replace(samples, shares=found[:, 0], scores=found[:, 1])


def mixed(results: Samples, searched: Samples, mix: float) -> Samples:
    """Return samples with targets between results (0) and searches (1)."""
    return replace(
        results,
        shares=(1 - mix) * results.shares + mix * searched.shares,
        scores=(1 - mix) * results.scores + mix * searched.scores,
    )
