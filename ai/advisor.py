"""What a bot may know about one game beyond its rules; one advisor a game, all of it optional.

The search and the greedy player know no game. They ask an advisor, through this class, for
a weight for each move, a move to play on with in a playout, and what a position is worth where a
playout is cut short. An advisor without any of it is `Advisor()`: every move weighs the same and
playouts go to the end.

What stays true of every advisor:

- It holds no memory of positions: the same position (and generator) gives the same answer.
- It only looks. `state` is as it was when a method returns; a method that wants to try a move
  copies first.
- It is asked only in positions that were drawn by `State.hide`, so it may look at everything.
- Figures come from integer and float arithmetic in a fixed order, so that compiled and
  interpreted searches choose alike.

Advisors are compiled in one group with the search and the rules, so a call costs
a nanosecond or two. Narrow the position first: `assert isinstance(state, VanuatuState)`.
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

# A normal spread of each seat's score, seen as a softmax over scores: sqrt(6) / pi.
SOFTMAX_OF_SPREAD: Final = 0.7796968012336761


class Advisor:
    """Knowledge of nothing; games override what they know.

    `weigh`, `choose` and `playout` are asked only where a seat is to move.
    """

    def weigh(self, state: State, moves: vec[i64]) -> vec[float]:
        """How promising each of these legal moves is for the seat that is to move: above 0, of any scale.

        In the tree a move's share of the sum is its prior; in playouts, as they stand here, it is
        its chance. So weigh the useless low (0.01), not away, and the obvious tens of times
        the doubtful.
        """
        return vec[float]([1.0] * len(moves))

    def choose(self, state: State, rng: Rng) -> i64:
        """The move of the greedy player: one look, the best it can tell; `rng` for ties."""
        moves = state.legal_moves()
        return moves[index_of_best(self.weigh(state, moves), rng)]

    def playout(self, state: State, rng: Rng) -> i64:
        """A move to go on with in a playout: sensible, varied and above all fast."""
        moves = state.legal_moves()
        if len(moves) == 1:
            return moves[0]
        return moves[draw(self.weigh(state, moves), rng)]

    def cut(self, state: State, root: State) -> bool:
        """Whether looking ahead from `root` stops here, to be judged by `forecast`.

        Asked after every move in the tree and in playouts, nature's too; never when the game is over.
        The answer must hold for all positions with the same moves behind them (`state.round >
        root.round` is one that does).
        """
        return False

    def expected_scores(self, state: State) -> vec[float]:
        """Each seat's final score as one expects it from here; exact when the game is over."""
        scores = state.scores()
        expected = vec[float]([0.0] * int(state.players))
        seat: i64 = 0
        while seat < state.players:
            expected[seat] = float(scores[seat])
            seat += 1
        return expected

    def spread(self, state: State) -> float:
        """How far a seat's forecast is off, as a standard deviation in points; above 0.

        Turns forecasts into chances to win: small when little is left to play.
        """
        return 8.0

    def evaluate(self, state: State, shares: vec[float]) -> vec[float]:
        """Each seat's expected final score, before the end; its chance to win goes into `shares`."""
        expected = self.expected_scores(state)
        softmax(expected, self.spread(state) * SOFTMAX_OF_SPREAD, shares)
        return expected

    def move_features_of(self, state: State) -> list[tuple[list[int], list[float]]]:
        """For whoever fits priors: of each legal move, which weights count and how much."""
        return []

    def ruin(self, state: State) -> float:
        """The chance that all lose together from here, for games where that can happen."""
        return 0.0

    def ruin_cost(self, state: State) -> float:
        """How much more it costs a seat to lose together than to lose alone, where a won game is worth 1.

        Without any cost each would leave it to the others to prevent it.
        """
        return 1.0


def index_of_best(gains: vec[float], rng: Rng) -> i64:
    """The index of the highest figure; among equals any, with the same chance."""
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


def highest(gains: vec[float]) -> float:
    """The highest figure."""
    best = gains[0]
    i: i64 = 1
    while i < len(gains):
        if gains[i] > best:
            best = gains[i]
        i += 1
    return best


def softmax_weights(gains: vec[float], heat: float, least: float) -> vec[float]:
    """Weights that fall by e with each `heat` points a gain is behind the best one, down to `least`.

    They take the place of the gains: the vec is the same.
    """
    n = len(gains)
    best = highest(gains)
    i: i64 = 0
    while i < n:
        gains[i] = math.exp((gains[i] - best) / heat) + least
        i += 1
    return gains


def draw(weights: vec[float], rng: Rng) -> i64:
    """An index, with a chance in proportion to its weight."""
    n = len(weights)
    total = 0.0
    i: i64 = 0
    while i < n:
        total += weights[i]
        i += 1
    left = rng.unit() * total
    i = 0
    while i < n - 1:
        left -= weights[i]
        if left < 0.0:
            return i
        i += 1
    return n - 1


def create_advisor(game: str, net: Net | None = None, priors: Priors | None = None) -> Advisor:
    """The advisor of a game, `make_advisor()` of its module `advisor`; without it, one of no knowledge.

    With a net it judges positions by that, without one by hand; with priors, moves in tree and playouts are
    weighed by those; see `vanuatu.ai.weight_files`.
    """
    module = games.part("vanuatu.ai", game, "advisor")
    if module is None:
        return Advisor()
    advisor: Advisor = module.make_advisor(net) if priors is None else module.make_advisor(net, priors)
    return advisor


def softmax(scores: vec[float], scale: float, shares: vec[float]) -> None:
    """Chances to have the best score, where each is uncertain by about `scale`."""
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
