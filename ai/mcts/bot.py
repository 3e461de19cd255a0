"""The searching bot: runs searches in slices, in one process or in several, and picks a move."""

import contextlib
from dataclasses import dataclass

from ai.advisors import advisor_for
from ai.instant import Decided, decision_rng
from ai.mcts.procs import Helpers
from ai.mcts.search import Search
from ai.mcts.slices import SLICE_SECONDS, Slices, Tally
from ai.thinking import Bot, BotError, Limit, Report, Thinking
from core.game import NATURE, OVER, State
from notation.session import Session

# A line goes on as long as its moves were tried this often.
LINE_VISITS = 3


@dataclass(frozen=True)
class Settings:
    """What a search may be told; both bounds at once mean whichever is reached first."""

    sims: int | None = None
    seconds: float | None = None
    c: float = 1.0
    seed: int | None = None
    procs: int = 1
    nodes: int = 200_000


class MctsBot(Bot):
    """Searches from what its seat knows.

    It stops early when the simulations left cannot change its move, unless `thorough`.
    """

    def __init__(self, name: str, settings: Settings, *, thorough: bool = False) -> None:
        self.name = name
        self.settings = settings
        self.thorough = thorough
        self.helpers: Helpers | None = None

    def __reduce__(self) -> tuple[object, ...]:
        from ai.specs import made_again

        return made_again, (self.name, self.settings.seed, self.unseeded)

    def think(self, session: Session, limit: Limit | None = None) -> Thinking:
        state = session.state
        if not self.thorough and len(state.legal_moves()) == 1:
            return Decided(int(state.legal_moves()[0]))
        settings = self.settings
        sims, seconds = settings.sims, settings.seconds
        if limit is not None and (limit.sims is not None or limit.seconds is not None):
            sims, seconds = limit.sims, limit.seconds
        rng = decision_rng(settings.seed or 0, session)
        nodes = max(1, settings.nodes // settings.procs)
        search = Search(state, advisor_for(session.game.name), rng.fork(), settings.c, nodes)
        if settings.procs == 1:
            return MctsThinking(state, Slices(search, sims, seconds, not self.thorough), None)
        if self.helpers is None or not self.helpers.pids:  # closed, as they did not answer
            self.helpers = Helpers(settings.procs - 1)
        shares = split(sims, settings.procs)
        self.helpers.start(session, rng, settings.c, nodes, shares[1:], seconds)
        return MctsThinking(state, Slices(search, shares[0], seconds, False), self.helpers)

    def close(self) -> None:
        if self.helpers is not None:
            self.helpers.close()
            self.helpers = None


class MctsThinking(Thinking):
    """One search under way, perhaps with others in helper processes."""

    def __init__(self, state: State, slices: Slices, helpers: Helpers | None) -> None:
        self._state = state.copy()
        self._slices = slices
        self._helpers = helpers

    def step(self) -> bool:
        if not self._slices.done:
            self._slices.step()
        elif self._helpers is not None:
            if self._slices.out_of_time:  # a helper that had to start first began its time later
                self._helpers.tell_to_stop()
            return self._helpers.wait(SLICE_SECONDS)
        return self._slices.done and (self._helpers is None or not self._helpers.busy)

    def move(self) -> int:
        """The best move so far. Helpers that still search are stopped, so that they count."""
        if self._helpers is not None:
            self._helpers.stop()
        return self._tally().ranking(self._state)[0]

    def report(self) -> Report:
        tally = self._tally()
        first = tally.ranking(self._state)[0]
        return tally.report(self._state, expected_line(self._slices.search, self._state, first))

    def line(self, move: int) -> list[int]:
        """The moves that are expected if this one is made, itself first."""
        return expected_line(self._slices.search, self._state, move)

    def close(self) -> None:
        if self._helpers is not None:
            with contextlib.suppress(BotError):  # whoever asks them next is told
                self._helpers.stop()

    def _tally(self) -> Tally:
        tally = Tally.of(self._slices.search)
        if self._helpers is not None:
            for plain in self._helpers.results:
                tally.add(plain)
        return tally


def split(sims: int | None, procs: int) -> list[int | None]:
    """How many simulations each process makes."""
    if sims is None:
        return [None] * procs
    return [sims // procs + (i < sims % procs) for i in range(procs)]


def expected_line(search: Search, state: State, first: int) -> list[int]:
    """The moves the search expects, `first` first, as far as they can be played from the true position.

    It ends where nature draws, where a secret would show, and where the search has hardly been.
    """
    line = [first]
    node = search.root
    position = state.copy()
    move = first
    while True:
        position.apply(move)
        edge = int(node.find(move))
        child = node.children[edge] if edge >= 0 else None
        if child is None or position.actor in (NATURE, OVER) or position.actor != child.actor:
            return line
        node = child
        tried = [(-int(node.counts[i]), int(node.moves[i])) for i in range(len(node.moves))]
        if not tried or -min(tried)[0] < LINE_VISITS:
            return line
        move = min(tried)[1]
        if position.seen_by_others(move) != move or not position.is_legal(move):
            return line
        line.append(move)
