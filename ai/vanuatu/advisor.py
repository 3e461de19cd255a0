"""What the bots know about Vanuatu: see `ai.advisor` for what each method is for.

The knowledge itself stands beside this file: what actions are worth (`vanuatu_worth`), what makes a
good plan (`vanuatu_plans`), what a move gains (`vanuatu_acts`), who is ahead (`vanuatu_forecast`).
"""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ai.advisor import Advisor, draw
from ai.vanuatu.acts import act_gain, exchange_gain
from ai.vanuatu.characters import character_worth
from ai.vanuatu.forecast import SPREAD, forecast_seat
from ai.vanuatu.plans import Plans
from ai.vanuatu.waters import Waters
from ai.vanuatu.worth import GAME_POINTS, PLAYOUT_GAME_POINTS, hut_filling
from core.game import OVER, State
from core.rng import Rng
from core.vanuatu import At, Kind, Option, Phase, Rule, detail_of, kind_of
from core.vanuatu.state import VanuatuState

# How sharply moves are told apart, in points: the smaller, the more only the best are played.
PLAYOUT_HEAT: Final = 0.6
PRIOR_HEAT: Final = 1.2


def make_advisor() -> Advisor:
    return VanuatuAdvisor()


class VanuatuAdvisor(Advisor):
    """Judges moves by what they gain, and positions between rounds by what seats will score."""

    def __init__(self) -> None:
        self.plans = Plans()
        self.waters = Waters()

    def weigh(self, state: State, moves: vec[i64]) -> vec[float]:
        return self._heated(state, moves, PRIOR_HEAT)

    def choose(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, VanuatuState)
        moves = state.legal_moves()
        gains = self._gains(state, moves)
        best: i64 = 0
        ties: i64 = 1
        n = len(moves)
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
        return moves[best]

    def playout(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, VanuatuState)
        moves = state.legal_moves()
        if len(moves) == 1:
            return moves[0]
        self.plans.worth.game_points = PLAYOUT_GAME_POINTS
        weights = self._heated(state, moves, PLAYOUT_HEAT)
        self.plans.worth.game_points = GAME_POINTS
        return moves[draw(weights, rng)]

    def cut(self, state: State, root: State) -> bool:
        return state.round > root.round

    def forecast(self, state: State) -> vec[float]:
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
            expected[seat] = forecast_seat(b, seat, left, filling, self.waters)
            seat += 1
        return expected

    def spread(self, state: State) -> float:
        assert isinstance(state, VanuatuState)
        return SPREAD[self._rounds_left(state)]

    def ruin(self, state: State) -> float:
        assert isinstance(state, VanuatuState)
        if state.b[At.OPTIONS] & Option.WATERS == 0:
            return 0.0
        self.waters.fill(state.b, state.players, state.round)
        return self.waters.ruin

    def _rounds_left(self, state: VanuatuState) -> i64:
        """Rounds still to play, the running one too."""
        return Rule.ROUNDS + 1 - state.round

    def _heated(self, state: State, moves: vec[i64], heat: float) -> vec[float]:
        """Weights that fall by e with each `heat` points a move is behind the best one."""
        assert isinstance(state, VanuatuState)
        gains = self._gains(state, moves)
        n = len(gains)
        best = gains[0]
        i: i64 = 1
        while i < n:
            if gains[i] > best:
                best = gains[i]
            i += 1
        i = 0
        while i < n:
            gains[i] = math.exp((gains[i] - best) / heat) + 0.001
            i += 1
        return gains

    def _gains(self, state: VanuatuState, moves: vec[i64]) -> vec[float]:
        """What each move gains, in points, by the phase."""
        b = state.b
        seat = state.actor
        n = len(moves)
        gains = vec[float]([0.0] * n)
        phase = b[At.PHASE]
        plans = self.plans
        i: i64 = 0
        if phase == Phase.BEG:
            while i < n:
                gains[i] = exchange_gain(b, seat, detail_of(moves[i]), state.round)
                i += 1
            return gains
        if phase != Phase.PLAN and phase != Phase.ACT and phase != Phase.CHARACTER:
            return gains
        plans.fill(b, state.players, seat, state.round, phase != Phase.ACT)
        while i < n:
            move = moves[i]
            if phase == Phase.CHARACTER:
                gains[i] = character_worth(b, seat, (move >> 1) & 15, plans)
            elif kind_of(move) == Kind.PLAN:
                gains[i] = plans.score(move)
            else:
                gains[i] = act_gain(b, seat, move, plans)
                if phase == Phase.PLAN:
                    gains[i] -= 100.0
            i += 1
        return gains
