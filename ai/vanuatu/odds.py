"""Chances while a seat plans: to lead an action with a number of markers, and to be able to perform it.

Each sample draws a position that fits what the seat knows, and plays the rest of the round in turn order. The
seat's own plan aims at one action and number of markers after the other, so that each is tried equally often.
Only samples in which the seat really planned a number of markers count for that number, because the others
react to it.

Each seat plans by the bots' priors, sharpened as its player does: priors are fitted to the visits of a
search, but a bot makes its most visited move (`docs/lab/odds.md`).
"""

import math
from collections.abc import Sequence
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from vanuatu.ai.advisor import Advisor, draw
from vanuatu.core.game import CHANCE, OVER, State
from vanuatu.core.rng import Rng
from vanuatu.core.vanuatu import board
from vanuatu.core.vanuatu.layout import At, Phase, Seat
from vanuatu.core.vanuatu.moves import Kind, detail_of, kind_of
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.core.vanuatu.tables import Action, Supply

_MARKERS: Final[i64] = 6  # the numbers of markers 0 to 5
_UNWANTED: Final = 1e-9  # the factor of the weight of a move that is made only if nothing else is left
_MOST_TURNS: Final[i64] = 200  # of a sample; a round has fewer


def make_odds(state: State, advisor: Advisor, rng: Rng, sharpness: Sequence[float]) -> "Odds | None":
    """Return the odds of the seat to move; None if it does not plan now.

    `sharpness` has a power for each seat: its plans are drawn in proportion to powers of the priors.
    """
    assert isinstance(state, VanuatuState)
    if state.actor < 0 or state.b[At.PHASE] != Phase.PLAN:
        return None
    return Odds(state, advisor, rng, vec[float](list(sharpness)))


@final
class Odds:
    """Samples the rest of the round, and counts who leads what and what can be performed."""

    def __init__(self, state: VanuatuState, advisor: Advisor, rng: Rng, sharpness: vec[float]) -> None:
        self.samples: i64 = 0
        self._root = state
        self._advisor = advisor
        self._sharpness = sharpness
        self._rng = rng
        self._acting_rng = rng.fork()  # its own, so that the sampled plans do not depend on the actions
        self._seat = state.actor
        self._own = Seat.BASE + Seat.SIZE * self._seat + Seat.MARKERS
        placed: i64 = 0
        action: i64 = 0
        while action < Action.COUNT:
            placed += state.b[self._own + action]
            action += 1
        self._left = Supply.MARKERS - placed
        self._led = vec[i64]([0] * int(Action.COUNT * _MARKERS))
        self._tried = vec[i64]([0] * int(Action.COUNT * _MARKERS))
        self._able = vec[i64]([0] * int(Action.COUNT * _MARKERS))
        self._targets = vec[i64]()  # action * _MARKERS + markers
        action = 0
        while action < Action.COUNT:
            there = state.b[self._own + action]
            count: i64 = there if there > 0 else 1
            while count <= there + self._left:
                self._targets = append(self._targets, action * _MARKERS + count)
                count += 1
            action += 1

    def run(self, samples: int) -> None:
        """Take more samples."""
        left: i64 = samples
        while left > 0:
            self._sample()
            left -= 1

    def targets(self) -> list[tuple[int, int]]:
        """Return the pairs of action and number of markers that the seat can still reach."""
        return [(int(target // _MARKERS), int(target % _MARKERS)) for target in self._targets]

    def lead(self, action: int, markers: int) -> tuple[int, int]:
        """Return in how many samples with these markers the seat led the action, and their number.

        It counts who leads when acting begins.
        """
        at: i64 = action * _MARKERS + markers
        return int(self._led[at]), int(self._tried[at])

    def able(self, action: int, markers: int) -> tuple[int, int]:
        """Return in how many samples with these markers the action could be performed, and their number."""
        at: i64 = action * _MARKERS + markers
        return int(self._able[at]), int(self._tried[at])

    def _sample(self) -> None:
        target = self._targets[self.samples % len(self._targets)]
        action = target // _MARKERS
        wanted = target % _MARKERS
        self.samples += 1
        hidden = self._root.hide(self._seat, self._rng)
        assert isinstance(hidden, VanuatuState)
        self._plan(hidden, action, wanted)
        self._count_leads(hidden)
        self._count_able(hidden, action)

    def _plan(self, state: VanuatuState, action: i64, wanted: i64) -> None:
        """Play until all markers are placed."""
        turns: i64 = 0
        while state.b[At.PHASE] == Phase.PLAN and state.actor >= 0 and turns < _MOST_TURNS:
            moves = state.legal_moves()
            weights = sharpened(self._advisor.weigh(state, moves), self._sharpness[state.actor])
            if state.actor == self._seat:
                self._aim(state, moves, weights, action, wanted)
            state.apply(moves[draw(weights, self._rng)])
            turns += 1

    def _aim(
        self, state: VanuatuState, moves: vec[i64], weights: vec[float], action: i64, wanted: i64
    ) -> None:
        """Lower the weights of the plans that miss the target, if another one meets it."""
        missing = wanted - state.b[self._own + action]
        left: i64 = -missing
        i: i64 = 0
        while i < Action.COUNT:
            left -= state.b[self._own + i]
            i += 1
        left += Supply.MARKERS  # markers left for other actions
        least: i64 = 1 if missing > 0 and _only_together(moves, action) else 0
        i = 0
        while i < len(moves):
            adds = _markers_on(moves[i], action)
            others = _markers_in(moves[i]) - adds
            if others + adds == 0 or adds < least or adds > missing or others > left:
                weights[i] *= _UNWANTED
            i += 1

    def _count_leads(self, state: VanuatuState) -> None:
        """Count for each planned action whether the seat leads it."""
        b = state.b
        action: i64 = 0
        while action < Action.COUNT:
            markers = b[self._own + action]
            if markers > 0:
                at = action * _MARKERS + markers
                self._tried[at] += 1
                if board.leads(b, state.players, self._seat, action):
                    self._led[at] += 1
            action += 1

    def _count_able(self, state: VanuatuState, target: i64) -> None:
        """Play the actions of the round, and count for each planned one whether the seat could perform it.

        If the seat must withdraw markers, it keeps those of the target.
        """
        b = state.b
        planned = vec[i64]([0] * int(Action.COUNT))
        able = vec[i64]([0] * int(Action.COUNT))
        action: i64 = 0
        while action < Action.COUNT:
            planned[action] = b[self._own + action]
            action += 1
        round_ = state.round
        turns: i64 = 0
        while state.b[At.PHASE] == Phase.ACT and state.round == round_ and turns < _MOST_TURNS:
            if state.actor == OVER:
                break
            turns += 1
            if state.actor == CHANCE:
                state.apply(state.sample(self._acting_rng))
            elif state.actor != self._seat:
                state.apply(self._advisor.playout(state, self._acting_rng))
            else:
                self._act(state, target, able)
        action = 0
        while action < Action.COUNT:
            if planned[action] > 0:
                self._able[action * _MARKERS + planned[action]] += able[action]
            action += 1

    def _act(self, state: VanuatuState, target: i64, able: vec[i64]) -> None:
        """Note which actions the seat can perform now, and play one of its moves."""
        moves = state.legal_moves()
        weights = self._advisor.weigh(state, moves)
        i: i64 = 0
        while i < len(moves):
            kind = kind_of(moves[i])
            if kind >= Kind.ACTION and kind < Kind.TAKE:
                able[kind - Kind.ACTION] = 1
            elif kind == Kind.TAKE and detail_of(moves[i]) == target:
                weights[i] *= _UNWANTED
            i += 1
        state.apply(moves[draw(weights, self._acting_rng)])


def sharpened(weights: vec[float], power: float) -> vec[float]:
    """Replace weights by powers of them: above 1, good moves stand out more."""
    i: i64 = 0
    while i < len(weights):
        weights[i] = math.exp(power * math.log(weights[i]))
        i += 1
    return weights


def _markers_in(move: i64) -> i64:
    """Return the number of markers that a move places."""
    if kind_of(move) != Kind.PLAN:
        return 0
    return 2 if detail_of(move) & 15 < Action.COUNT else 1


def _markers_on(move: i64, action: i64) -> i64:
    """Return the number of markers that a move places on an action."""
    if kind_of(move) != Kind.PLAN:
        return 0
    markers: i64 = 0
    if detail_of(move) >> 4 == action:
        markers += 1
    if detail_of(move) & 15 == action:
        markers += 1
    return markers


def _only_together(moves: vec[i64], action: i64) -> bool:
    """Return whether the action can be planned now, but only together with another one.

    Later it could be closed, so a sample that aims at it must not wait.
    """
    together = False
    i: i64 = 0
    while i < len(moves):
        markers = _markers_on(moves[i], action)
        if markers > 0 and markers == _markers_in(moves[i]):
            return False
        together = together or markers > 0
        i += 1
    return together
