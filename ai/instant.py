"""Bots that know their move at once: random and greedy."""

from collections.abc import Callable
from typing import final

from mypy_extensions import i64

from vanuatu.ai.advisor import Advisor, create_advisor
from vanuatu.ai.bot import Bot, Limit, PendingMove
from vanuatu.core.game import State
from vanuatu.core.rng import Rng, state_at
from vanuatu.notation.session import Session

Policy = Callable[[Advisor, State, Rng], int]


def decision_rng(seed: int, session: Session) -> Rng:
    """The generator for one decision: by the bot's seed and the place in the game alone.

    So a decision is the same however often it is asked for and whatever was asked before.
    """
    return rng_at_ply(seed, session.ply, int(session.state.actor))


def rng_at_ply(seed: int, ply: int, part: int) -> Rng:
    """The generator for one of 64 uses at a place in a game; the first are the decisions of the seats."""
    return Rng(seed * 1_000_003 + ply * 64 + part)


class ReadyMove(PendingMove):
    """Nothing to think about."""

    def __init__(self, move: int) -> None:
        self._move = move

    def step(self) -> bool:
        return True

    def move(self) -> int:
        return self._move


@final
class InstantBot(Bot):
    """Plays by a policy that looks once, at a position drawn from what the seat knows."""

    def __init__(self, name: str, policy: Policy, seed: int) -> None:
        self.name = name
        self.seed = seed
        self._policy = policy
        self._uniform = policy is random_policy
        self._rng = Rng(seed)
        self._base: i64 = self._rng.state
        self._game = ""
        self._advisor = Advisor()

    def __reduce__(self) -> tuple[object, ...]:
        from vanuatu.ai.specs import unpickle_bot

        return unpickle_bot, (self.name, self.seed, self.unseeded)

    def think(self, session: Session, limit: Limit | None = None) -> PendingMove:
        return ReadyMove(self.decide(session))

    def decide(self, session: Session) -> int:
        """The move, which is legal, without further ado."""
        state, rng = session.state, self._rng
        rng.state = state_at(self._base, len(session.moves))
        if self._uniform:
            return uniform_move(state, rng)
        if session.game.name != self._game:
            self._game = session.game.name
            self._advisor = create_advisor(self._game)
        wanted = self._policy(self._advisor, state.hide(state.actor, rng), rng)
        return possible(state, wanted, self._advisor)


def uniform_move(state: State, rng: Rng) -> int:
    """Any legal move, quicker than by a policy.

    How many moves there are, and which of them are no secrets, every seat knows: drawing one of the
    real ones gives nothing away. Which secret one it is, is drawn from what the seat knows; if that
    one is gone, it is the one that was drawn.
    """
    moves = state.legal_moves()
    drawn = moves[rng.below(len(moves))]
    if state.seen_by_others(drawn) == drawn:
        return int(drawn)
    guessed = state.hide(state.actor, rng).legal_moves()
    wanted = guessed[rng.below(len(guessed))]
    while state.seen_by_others(wanted) == wanted:
        wanted = guessed[rng.below(len(guessed))]
    return int(wanted if wanted in moves else drawn)


def possible(state: State, wanted: int, advisor: Advisor) -> int:
    """The move itself or, where that is a secret that is gone, the best one that looks the same."""
    veil = state.seen_by_others(wanted)
    if veil == wanted or state.is_legal(wanted):  # what is no secret is legal either way
        return wanted
    moves = state.legal_moves()
    weights = advisor.weigh(state, moves)
    alike = [i for i in range(len(moves)) if state.seen_by_others(moves[i]) == veil]
    return int(moves[max(alike, key=lambda i: weights[i])])


def random_policy(advisor: Advisor, state: State, rng: Rng) -> int:
    """Any legal move."""
    moves = state.legal_moves()
    return int(moves[rng.below(len(moves))])


def greedy_policy(advisor: Advisor, state: State, rng: Rng) -> int:
    """The move the game's advisor likes best."""
    return int(advisor.choose(state, rng))
