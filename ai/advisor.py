"""Advisors: knowledge about one game beyond its rules. There is one advisor per game; every method is
optional.

The search and the greedy player know no game. They ask an advisor for three things: weights of moves, moves
in playouts, and evaluations where a playout stops. `Advisor()` is the default without knowledge: all moves
weigh the same, and playouts go to the end.

Rules for every advisor:

- It has no memory of positions: the same position (and generator) gives the same answer.
- It changes nothing. A method that tries a move copies `state` first.
- It is called only with positions drawn by `State.hide`, so it may use everything in them.
- It computes in integers and floats in a fixed order, so that compiled and interpreted searches choose alike.

Advisors are compiled in one group with the search and the rules, so a call takes a nanosecond or two. Narrow
the type first: `assert isinstance(state, VanuatuState)`.
"""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.ai.net import Net
from vanuatu.ai.priors import Priors
from vanuatu.core import games
from vanuatu.core.game import State
from vanuatu.core.rng import Rng

# A normal distribution of each seat's score, expressed as the scale of a softmax: sqrt(6) / pi.
SOFTMAX_OF_SPREAD: Final = 0.7796968012336761


class Advisor:
    """Default advisor, without game knowledge.

    `weigh`, `choose` and `playout` are called only if a seat is to move.
    """

    def weigh(self, state: State, moves: vec[i64]) -> vec[float]:
        """Return a weight above 0 for each of these legal moves of the seat to move, on any scale.

        A move's share of the sum is its prior in the tree, and its probability in playouts. So give useless
        moves a low weight (0.01), not 0, and obvious moves tens of times the weight of doubtful ones.
        """
        return vec[float]([1.0] * len(moves))

    def choose(self, state: State, rng: Rng) -> i64:
        """Return the move of the greedy player, without search; `rng` breaks ties."""
        moves = state.legal_moves()
        return moves[index_of_best(self.weigh(state, moves), rng)]

    def playout(self, state: State, rng: Rng) -> i64:
        """Return a move for a playout: sensible, varied and above all fast."""
        moves = state.legal_moves()
        if len(moves) == 1:
            return moves[0]
        return moves[draw(self.weigh(state, moves), rng)]

    def cut(self, state: State, root: State) -> bool:
        """Return whether the search from `root` stops here, to be evaluated by `evaluate`.

        This is called after every move and draw in the tree and in playouts, but not after the end of the
        game. The answer must be the same for all positions reached by the same moves, as for
        `state.round > root.round`.
        """
        return False

    def expected_scores(self, state: State) -> vec[float]:
        """Return each seat's expected final score; exact after the end of the game."""
        scores = state.scores()
        expected = vec[float]([0.0] * int(state.players))
        seat: i64 = 0
        while seat < state.players:
            expected[seat] = float(scores[seat])
            seat += 1
        return expected

    def spread(self, state: State) -> float:
        """Return the standard deviation of a seat's expected score, in points; above 0.

        It turns expected scores into win chances, and is small near the end.
        """
        return 8.0

    def evaluate(self, state: State, shares: vec[float]) -> vec[float]:
        """Return each seat's expected final score before the end, and write win chances to `shares`."""
        expected = self.expected_scores(state)
        softmax(expected, self.spread(state) * SOFTMAX_OF_SPREAD, shares)
        return expected

    def move_features_of(self, state: State) -> list[tuple[list[int], list[float]]]:
        """Return the weights and amounts of the features of each legal move, for a fit of priors."""
        return []

    def ruin(self, state: State) -> float:
        """Return the chance that all seats lose together, for games in which that can happen."""
        return 0.0

    def ruin_cost(self, state: State) -> float:
        """Return the extra cost for a seat if all lose together; a won game is worth 1.

        Without this cost, each seat would leave it to the others to prevent it.
        """
        return 1.0


def index_of_best(gains: vec[float], rng: Rng) -> i64:
    """Return the index of the highest figure; ties are broken at random."""
    best: i64 = 0
    ties: i64 = 1
    n = len(gains)
    i: i64 = 1
    while i < n:
        if gains[i] > gains[best]:
            best = i
            ties = 1
        elif gains[i] == gains[best]:
            ties += 1
            if rng.below(ties) == 0:
                best = i
        i += 1
    return best


def highest(gains: vec[float], n: i64) -> float:
    """Return the highest of the first n figures."""
    best = gains[0]
    i: i64 = 1
    while i < n:
        if gains[i] > best:
            best = gains[i]
        i += 1
    return best


def softmax_weights(gains: vec[float], heat: float, least: float) -> vec[float]:
    """Replace gains by weights that fall by e for each `heat` points behind the best, down to `least`.

    The result is the same vec.
    """
    n = len(gains)
    best = highest(gains, n)
    i: i64 = 0
    while i < n:
        gains[i] = math.exp((gains[i] - best) / heat) + least
        i += 1
    return gains


def draw_by_heat(gains: vec[float], n: i64, heat: float, least: float, rng: Rng) -> i64:
    """Return a random index below n, as `draw` does with `softmax_weights`; the gains are used up."""
    best = highest(gains, n)
    total = 0.0
    i: i64 = 0
    while i < n:
        weight = math.exp((gains[i] - best) / heat) + least
        gains[i] = weight
        total += weight
        i += 1
    return _index_at(gains, n, rng.unit() * total)


def draw(weights: vec[float], rng: Rng) -> i64:
    """Return a random index, with probabilities in proportion to the weights."""
    n = len(weights)
    total = 0.0
    i: i64 = 0
    while i < n:
        total += weights[i]
        i += 1
    return _index_at(weights, n, rng.unit() * total)


def _index_at(weights: vec[float], n: i64, place: float) -> i64:
    """Return the index of the weight at this place, if n weights lie side by side."""
    i: i64 = 0
    while i < n - 1:
        place -= weights[i]
        if place < 0.0:
            return i
        i += 1
    return n - 1


def create_advisor(game: str, net: Net | None = None, priors: Priors | None = None) -> Advisor:
    """Return the advisor of a game: `make_advisor()` of its module `advisor`, or the default one.

    A net replaces the hand-set evaluation of positions. Priors replace the hand-set weights of moves in the
    tree and in playouts; see `vanuatu.ai.weight_files`.
    """
    module = games.part("vanuatu.ai", game, "advisor")
    if module is None:
        return Advisor()
    advisor: Advisor = module.make_advisor(net) if priors is None else module.make_advisor(net, priors)
    return advisor


def softmax(scores: vec[float], scale: float, shares: vec[float]) -> None:
    """Write the chance of each seat to have the best score; each score is uncertain by about `scale`."""
    n = len(shares)
    best = scores[0]
    i: i64 = 1
    while i < n:
        if scores[i] > best:
            best = scores[i]
        i += 1
    total = 0.0
    i = 0
    while i < n:
        shares[i] = math.exp((scores[i] - best) / scale)
        total += shares[i]
        i += 1
    i = 0
    while i < n:
        shares[i] /= total
        i += 1
