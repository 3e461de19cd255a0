"""Learn priors from visits: search decisions of games, and fit weights to the visits of each move."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from vanuatu.ai.advisor import create_advisor
from vanuatu.ai.learning.fit import AdamOptimiser
from vanuatu.ai.learning.samples import Array
from vanuatu.ai.mcts.bot import Settings
from vanuatu.ai.mcts.search import Search
from vanuatu.ai.mcts.slices import Tally
from vanuatu.ai.priors import UNIT, Priors
from vanuatu.ai.weight_files import MoveFeatures, Weights
from vanuatu.core.game import CHANCE, Game
from vanuatu.core.rng import Rng
from vanuatu.notation.session import Session

# Settings of the fit, found by trial; see docs/lab/trials.md.
STEPS = 350
LEARNING_RATE = 0.05
AWAY_COST = 2.0  # cost of a difference from the priors at the start, over all decisions
LEAST_WEIGHT = 0.001  # the search adds this to each weight; the best weight is 1

TINY = 1e-12  # so that no visit at all has a logarithm
LEAST_VISITED = 0.5  # least part of the visits that legal moves must have

# A decision of a game: its ply, and the visits of each legal move.
SearchedDecision = tuple[int, list[int]]


def fit_settings() -> dict[str, float]:
    """Return the settings of the fit, for the metadata of weights files."""
    return {"steps": STEPS, "pace": LEARNING_RATE, "away_cost": AWAY_COST}


def search_decisions(
    session: Session,
    weights: Weights,
    with_priors: bool,
    count: int,
    sims: int,
    seed: int,
    settings: Settings,
) -> list[SearchedDecision]:
    """Search some random decisions of a game with the net, and with its priors or the hand-set ones.

    The constants of the search are those of the bot with these settings.
    """
    advisor = create_advisor(session.game.name, weights.net, weights.priors if with_priors else None)
    rng = Rng(seed)
    choices = [
        ply
        for ply, step in enumerate(session.walk())
        if step.ply.seat != CHANCE and len(step.state.legal_moves()) > 1
    ]
    drawn: set[int] = set()
    while choices and len(drawn) < count:
        drawn.add(choices.pop(rng.below(len(choices))))
    searched = []
    for ply in sorted(drawn):
        state = session.at(ply)
        search = Search(state, advisor, rng.fork(), settings.c, settings.nodes)
        search.run(sims)
        edges = Tally.of(search).edges
        visits = [edges[int(m)].visits if int(m) in edges else 0 for m in state.legal_moves()]
        if sum(visits) >= LEAST_VISITED * sims:  # else most went to secret moves that are not legal
            searched.append((ply, visits))
    return searched


@dataclass
class Decisions:
    """The moves of all decisions, and their features, in flat arrays."""

    visits: Array  # by move: its share of the visits of its decision
    decision: Array  # by move: the number of its decision
    game: Array  # by decision: the number of its game
    move: Array  # by feature: the number of its move
    index: Array  # by feature: the index of its weight
    amount: Array  # by feature: its amount

    def __len__(self) -> int:
        return len(self.game)

    def select(self, which: Array) -> "Decisions":
        """Return some of the decisions."""
        kept = which[self.decision]
        move_features = kept[self.move]
        return Decisions(
            self.visits[kept],
            (np.cumsum(which) - 1)[self.decision[kept]],
            self.game[which],
            (np.cumsum(kept) - 1)[self.move[move_features]],
            self.index[move_features],
            self.amount[move_features],
        )


def decisions_of(
    game: Game,
    move_features: MoveFeatures,
    sessions: Iterable[Session],
    searched: Sequence[Sequence[SearchedDecision]],
) -> Decisions:
    """Return the features of all moves in the searched decisions, by the function that the search uses."""
    advisor = create_advisor(game.name, None, Priors(move_features.hand_set()))
    visits: list[float] = []
    decision: list[int] = []
    numbers: list[int] = []
    move: list[int] = []
    index: list[int] = []
    amount: list[float] = []
    for number, (session, decisions) in enumerate(zip(sessions, searched, strict=True)):
        for ply, counts in decisions:
            features = advisor.move_features_of(session.at(ply))
            for count, (indices, amounts) in zip(counts, features, strict=True):
                move += [len(visits)] * len(indices)
                index += indices
                amount += amounts
                visits.append(count / sum(counts))
                decision.append(len(numbers))
            numbers.append(number)
    return Decisions(
        np.array(visits, np.float64),
        np.array(decision, np.int64),
        np.array(numbers, np.int64),
        np.array(move, np.int64),
        np.array(index, np.int64),
        np.array(amount, np.float64),
    )


def fit(decisions: Decisions, start: Sequence[int]) -> list[int]:
    """Return the weights whose priors fit the visits best; they start from these and stay near them."""
    first = np.array(start, np.float64) / UNIT
    weights = {"priors": first.copy()}
    optimiser = AdamOptimiser(weights, STEPS, LEARNING_RATE)
    for _ in range(STEPS):
        error = _shares(decisions, weights["priors"], 0.0) - decisions.visits
        gradient = np.bincount(decisions.index, error[decisions.move] * decisions.amount, len(first))
        away = AWAY_COST * (weights["priors"] - first)
        optimiser.step({"priors": (gradient + away) / max(1, len(decisions))})
    return [round(float(weight) * UNIT) for weight in weights["priors"]]


def entropy(decisions: Decisions) -> float:
    """Return the mean entropy of the visits, which no cross-entropy can be below."""
    visits = decisions.visits
    return float(-(visits * np.log(np.maximum(visits, TINY))).sum() / len(decisions))


def prediction_quality(decisions: Decisions, priors: Sequence[int]) -> tuple[float, float]:
    """Return the mean cross-entropy of the visits, and how often the first move is the same."""
    shares = _shares(decisions, np.array(priors, np.float64) / UNIT, LEAST_WEIGHT)
    loss = -(decisions.visits * np.log(shares)).sum() / len(decisions)
    borders: Array = np.flatnonzero(np.diff(decisions.decision)) + 1
    both = zip(np.split(shares, borders), np.split(decisions.visits, borders), strict=True)
    return float(loss), float(np.mean([guess.argmax() == found.argmax() for guess, found in both]))


def _shares(decisions: Decisions, weights: Array, least: float) -> Array:
    """Return each move's prior within its decision."""
    decision = decisions.decision
    sums = np.bincount(decisions.move, weights[decisions.index] * decisions.amount, len(decision))
    begins = np.flatnonzero(np.diff(decision, prepend=-1))
    shares = np.exp(sums - np.maximum.reduceat(sums, begins)[decision]) + least
    return shares / np.bincount(decision, shares)[decision]
