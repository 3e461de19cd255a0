"""Bots that know their move at once: random, greedy, and the level for beginners."""

from collections.abc import Callable

from ai.advisor import Advisor
from ai.advisors import advisor_for
from ai.bot import Bot, Limit, Thinking
from core.game import State
from core.rng import Rng
from notation.session import Session

Policy = Callable[[Advisor, State, Rng], int]


def decision_rng(seed: int, session: Session) -> Rng:
    """The generator for one decision: by the bot's seed and the place in the game alone.

    So a decision is the same however often it is asked for and whatever was asked before.
    """
    return Rng(seed * 1_000_003 + session.ply * 64 + int(session.state.actor))


class Decided(Thinking):
    """Nothing to think about."""

    def __init__(self, move: int) -> None:
        self._move = move

    def step(self) -> bool:
        return True

    def move(self) -> int:
        return self._move


class InstantBot(Bot):
    """Plays by a policy that looks once, at a position drawn from what the seat knows."""

    def __init__(self, name: str, policy: Policy, seed: int) -> None:
        self.name = name
        self._policy = policy
        self._seed = seed

    def think(self, session: Session, limit: Limit | None = None) -> Thinking:
        state = session.state
        rng = decision_rng(self._seed, session)
        advisor = advisor_for(session.game.name)
        wanted = self._policy(advisor, state.hide(state.actor, rng), rng)
        return Decided(possible(state, wanted, advisor))


def possible(state: State, wanted: int, advisor: Advisor) -> int:
    """The move itself or, where that is a secret that is gone, the best one that looks the same."""
    if state.is_legal(wanted):
        return wanted
    veil = state.veiled(wanted)
    moves = state.legal_moves()
    weights = advisor.weigh(state, moves)
    alike = [i for i in range(len(moves)) if state.veiled(moves[i]) == veil]
    return int(moves[max(alike, key=lambda i: weights[i])])


def at_random(advisor: Advisor, state: State, rng: Rng) -> int:
    """Any legal move."""
    moves = state.legal_moves()
    return int(moves[rng.below(len(moves))])


def greedily(advisor: Advisor, state: State, rng: Rng) -> int:
    """The move the game's advisor likes best."""
    return int(advisor.choose(state, rng))


def easily(advisor: Advisor, state: State, rng: Rng) -> int:
    """A sensible move more often than not: how the playouts of a search go."""
    return int(advisor.playout(state, rng))
