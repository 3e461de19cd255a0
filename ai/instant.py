"""Bots that move without search: random and greedy."""

from collections.abc import Callable
from typing import final

from mypy_extensions import i64

from vanuatu.ai.advisor import Advisor, create_advisor
from vanuatu.ai.bot import Bot, Limit, PendingMove
from vanuatu.core import seeds
from vanuatu.core.game import State
from vanuatu.core.rng import Rng, state_at
from vanuatu.notation.session import Session

Policy = Callable[[Advisor, State, Rng], int]


def decision_rng(seed: int, session: Session) -> Rng:
    """Return the generator for one decision; it depends only on the bot's seed and the ply.

    So a decision does not depend on earlier requests.
    """
    return rng_at_ply(seed, session.ply, int(session.state.actor))


def rng_at_ply(seed: int, ply: int, part: int) -> Rng:
    """Return the generator for one of 64 uses at a ply; the first are the decisions of the seats."""
    return Rng(seeds.at_ply(seed, ply, part))


class ReadyMove(PendingMove):
    """A move without further thinking."""

    def __init__(self, move: int) -> None:
        self._move = move

    def step(self) -> bool:
        return True

    def move(self) -> int:
        return self._move


@final
class InstantBot(Bot):
    """Plays by a policy without search, on a position drawn from what the seat knows."""

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
        """Return a legal move."""
        return self.decide_at(session.state, len(session.moves), self._base)

    def decide_at(self, state: State, ply: i64, base: i64) -> int:
        """Return a legal move at a ply, for a seed with this generator state (`Rng(seed).state`)."""
        rng = self._rng
        rng.state = state_at(base, ply)
        if self._uniform:
            return uniform_move(state, rng)
        if state.game != self._game:
            self._game = state.game
            self._advisor = create_advisor(self._game)
        wanted = self._policy(self._advisor, state.hide(state.actor, rng), rng)
        return possible(state, wanted, self._advisor)


def uniform_move(state: State, rng: Rng) -> int:
    """Return a random legal move, faster than by a policy.

    Every seat knows the number of legal moves and which of them are public, so drawing a real public move
    reveals nothing. A secret move is drawn from what the seat knows. If it is not available, the drawn one is
    used.
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
    """Return the move; if it is a secret that is not available, the best one that looks the same."""
    veil = state.seen_by_others(wanted)
    if veil == wanted or state.is_legal(wanted):  # public moves are legal either way
        return wanted
    moves = state.legal_moves()
    weights = advisor.weigh(state, moves)
    alike = [i for i in range(len(moves)) if state.seen_by_others(moves[i]) == veil]
    return int(moves[max(alike, key=lambda i: weights[i])])


def random_policy(advisor: Advisor, state: State, rng: Rng) -> int:
    """Return a random legal move."""
    moves = state.legal_moves()
    return int(moves[rng.below(len(moves))])


def greedy_policy(advisor: Advisor, state: State, rng: Rng) -> int:
    """Return the move with the advisor's best evaluation."""
    return int(advisor.choose(state, rng))
