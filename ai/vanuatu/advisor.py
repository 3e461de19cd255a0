"""Knowledge of the bots about Vanuatu; see `vanuatu.ai.advisor` for the purpose of each method.

The other modules of this folder have the parts: values of actions (`action_values`), plans (`plans`), gains
of moves (`gains`), scores (`expected_scores`), and all numbers (`constants`).
"""

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.ai.advisor import Advisor, draw_by_heat, highest, index_of_best, softmax_weights
from vanuatu.ai.net import Net
from vanuatu.ai.priors import Priors
from vanuatu.ai.vanuatu import constants as w
from vanuatu.ai.vanuatu.expected_scores import expected_seat_score, hut_filling
from vanuatu.ai.vanuatu.gains import act_gain, character_value, exchange_gain
from vanuatu.ai.vanuatu.move_scorer import MoveScorer
from vanuatu.ai.vanuatu.plans import PlanValues
from vanuatu.ai.vanuatu.position_features import FeatureVector, stage
from vanuatu.ai.vanuatu.waters import Waters
from vanuatu.core.game import OVER, State
from vanuatu.core.rng import Rng
from vanuatu.core.vanuatu.layout import At, Option, Phase
from vanuatu.core.vanuatu.moves import Kind, detail_of, kind_of
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.core.vanuatu.tables import Rule


def make_advisor(net: Net | None = None, priors: Priors | None = None) -> Advisor:
    return VanuatuAdvisor(net, priors)


class VanuatuAdvisor(Advisor):
    """Evaluates moves by their gains, and positions between rounds by expected scores.

    A net replaces the evaluation of positions, priors that of moves.
    """

    def __init__(self, net: Net | None = None, priors: Priors | None = None) -> None:
        self.net = net
        self.features = FeatureVector()
        self.plans = PlanValues()
        self.gains = vec[float]([0.0] * 64)  # of the moves of a playout
        self.waters = Waters()
        self.scorer: MoveScorer | None = None
        if priors is not None:
            self.scorer = MoveScorer(priors, self.plans)

    def weigh(self, state: State, moves: vec[i64]) -> vec[float]:
        heat = w.PRIOR_HEAT if self.scorer is None else 1.0
        gains = vec[float]([0.0] * len(moves))
        self._promise(state, moves, gains)
        return softmax_weights(gains, heat, w.LEAST_WEIGHT)

    def move_features_of(self, state: State) -> list[tuple[list[int], list[float]]]:
        assert isinstance(state, VanuatuState)
        scorer = self.scorer
        if scorer is None:
            return []
        moves = state.legal_moves()
        gains = vec[float]([0.0] * len(moves))
        self._fill_gains(state, moves, gains)
        best = highest(gains, len(moves))
        scorer.fill(state.b, state.players, state.actor, state.round)
        scorer.priors.recording = True
        features: list[tuple[list[int], list[float]]] = []
        i: i64 = 0
        while i < len(moves):
            scorer.priors.begin()
            scorer.add_up(vec[i64]([moves[i]]), vec[float]([gains[i]]), best)
            features.append((scorer.priors.indices, scorer.priors.amounts))
            i += 1
        scorer.priors.recording = False
        return features

    def choose(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, VanuatuState)
        moves = state.legal_moves()
        gains = vec[float]([0.0] * len(moves))
        self._fill_gains(state, moves, gains)
        return moves[index_of_best(gains, rng)]

    def playout(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, VanuatuState)
        moves = state.legal_moves()
        n = len(moves)
        if n == 1:
            return moves[0]
        if n > len(self.gains):
            self.gains = vec[float]([0.0] * (2 * n))
        gains = self.gains
        self.plans.game_points = w.PLAYOUT_GAME_POINTS
        self._promise(state, moves, gains)
        self.plans.game_points = w.GAME_POINTS
        heat = w.PLAYOUT_HEAT if self.scorer is None else w.PLAYOUT_HEAT / w.PRIOR_HEAT
        return moves[draw_by_heat(gains, n, heat, w.LEAST_WEIGHT, rng)]

    def cut(self, state: State, root: State) -> bool:
        return state.round > root.round

    def expected_scores(self, state: State) -> vec[float]:
        assert isinstance(state, VanuatuState)
        expected = vec[float]([0.0] * int(state.players))
        seat: i64 = 0
        if state.actor == OVER:
            scores = state.scores()
            while seat < state.players:
                expected[seat] = float(scores[seat])
                seat += 1
            return expected
        b = state.b
        left = self._rounds_left(state)
        filling = hut_filling(b, Rule.ROUNDS - left + (0 if b[At.PHASE] == Phase.SETUP else 1))
        if b[At.OPTIONS] & Option.WATERS != 0:
            self.waters.fill(b, state.players, state.round)
        while seat < state.players:
            expected[seat] = expected_seat_score(b, seat, left, filling, self.waters)
            seat += 1
        return expected

    def evaluate(self, state: State, shares: vec[float]) -> vec[float]:
        net = self.net
        if net is None:
            return Advisor.evaluate(self, state, shares)
        assert isinstance(state, VanuatuState)
        self.features.fill(state.b, state.players, state.round)
        expected = vec[float]([0.0] * int(state.players))
        net.evaluate(stage(state), state.players, self.features.values, shares, expected)
        return expected

    def spread(self, state: State) -> float:
        assert isinstance(state, VanuatuState)
        return w.SPREAD[self._rounds_left(state)]

    def ruin(self, state: State) -> float:
        assert isinstance(state, VanuatuState)
        if state.b[At.OPTIONS] & Option.WATERS == 0:
            return 0.0
        self.waters.fill(state.b, state.players, state.round)
        return self.waters.ruin

    def ruin_cost(self, state: State) -> float:
        return w.RUIN_COST if self.net is None else w.LEARNED_RUIN_COST[state.players]

    def _rounds_left(self, state: VanuatuState) -> i64:
        """Return the rounds still to play, including the current one."""
        return Rule.ROUNDS + 1 - state.round

    def _promise(self, state: State, moves: vec[i64], gains: vec[float]) -> None:
        """Write how promising moves are: their gains or, with priors, sums in units of the priors' heat."""
        assert isinstance(state, VanuatuState)
        self._fill_gains(state, moves, gains)
        scorer = self.scorer
        if scorer is not None:
            scorer.fill(state.b, state.players, state.actor, state.round)
            scorer.add_up(moves, gains, highest(gains, len(moves)))

    def _fill_gains(self, state: VanuatuState, moves: vec[i64], gains: vec[float]) -> None:
        """Write the gain of each move, in points, by the phase."""
        b = state.b
        seat = state.actor
        n = len(moves)
        phase = b[At.PHASE]
        plans = self.plans
        i: i64 = 0
        if phase == Phase.ACT:
            plans.fill_to_act(b, state.players, seat, state.round, moves)
            while i < n:
                gains[i] = act_gain(b, seat, moves[i], plans)
                i += 1
        elif phase == Phase.PLAN:
            plans.fill_to_plan(b, state.players, seat, state.round)
            plans.score_plans(moves, gains)
            i = n
            while i > 0 and kind_of(moves[i - 1]) != Kind.PLAN:  # free actions come last
                i -= 1
                gains[i] = w.BEFORE_PLANNING + act_gain(b, seat, moves[i], plans)
        elif phase == Phase.CHARACTER:
            plans.fill_to_plan(b, state.players, seat, state.round)
            while i < n:
                gains[i] = character_value(b, seat, detail_of(moves[i]), plans)
                i += 1
        else:
            while i < n:
                gains[i] = 0.0
                if phase == Phase.BEG:
                    gains[i] = exchange_gain(b, seat, detail_of(moves[i]), state.round)
                i += 1
