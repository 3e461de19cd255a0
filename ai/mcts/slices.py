"""Run a search in slices of milliseconds: its limits, its result, and its speed."""

import math
import time
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, Final

from vanuatu.ai.bot import Candidate, Report
from vanuatu.ai.mcts.search import Search
from vanuatu.ai.weight_files import advisor_for
from vanuatu.core.game import CHANCE, State
from vanuatu.core.games import make_game
from vanuatu.core.rng import Rng

SLICE_SECONDS = 0.01
FIRST_SLICE = 4
# Simulations between two checks whether the choice is decided.
CHECK_EVERY = 50
# A move counts as good if it has at least this part of the best move's visits: 1 / GOOD_PART.
GOOD_PART = 4

# Bias of searches of 1,000 simulations, measured against 16,000, as a standard deviation. For a win chance p
# it is this part of p (1 - p), and falls with the square root of the simulations. For a score it is this
# many points, and falls with the fourth root (docs/explain/reviews.md).
BIAS: Final = 0.15
MOST_BIAS: Final = 0.5
POINTS_BIAS: Final = 0.5
MOST_POINTS_BIAS: Final = 2.0
_BIAS_SIMS: Final = 1000


def win_bias(doubt: float, sims: int) -> float:
    """Return the bias of a win chance after this number of simulations; `doubt` is p (1 - p)."""
    return min(MOST_BIAS, BIAS * math.sqrt(_BIAS_SIMS / max(1, sims))) * doubt


def points_bias(sims: int) -> float:
    """Return the bias of an expected score after this number of simulations, in points."""
    return min(MOST_POINTS_BIAS, POINTS_BIAS * math.sqrt(math.sqrt(_BIAS_SIMS / max(1, sims))))


class Slices:
    """Runs a search to its number of simulations or its time limit; without both, until it is stopped.

    Even with a very short time, some simulations are run. With `early`, it also ends when the remaining
    simulations cannot change which move has the most visits. This is checked after fixed numbers of
    simulations, so that the result does not depend on the length of slices. With a time limit, the remaining
    number is estimated from the speed so far.
    """

    def __init__(self, search: Search, sims: int | None, seconds: float | None, early: bool) -> None:
        self.search = search
        self.done = sims == 0
        self.out_of_time = False
        self._sims = sims
        self._begins = time.monotonic()
        self._ends = None if seconds is None else self._begins + seconds
        self._early = early
        self._slice = FIRST_SLICE

    def step(self) -> bool:
        """Run one more slice; return True if the search is complete."""
        began = now = time.monotonic()
        room = SLICE_SECONDS if self._ends is None else min(SLICE_SECONDS, self._ends - began)
        while not self.done and (now - began < room or self.search.sims == 0):
            at = int(self.search.sims)
            count = min(self._slice, CHECK_EVERY - at % CHECK_EVERY)
            if self._sims is not None:
                count = min(count, self._sims - at)
            self.search.run(count)
            spent = max(time.monotonic() - now, 1e-6)
            now += spent
            self._slice = max(1, min(2 * self._slice, int(count * room / spent)))
            at += count
            self.done = at == self._sims or (self._early and at % CHECK_EVERY == 0 and self._decided())
        if self._ends is not None and now >= self._ends:
            self.done = self.out_of_time = True
        return self.done

    def _decided(self) -> bool:
        """Return whether the remaining simulations cannot change which move has the most visits."""
        left = None if self._sims is None else float(self._sims - int(self.search.sims))
        if self._ends is not None:
            now = time.monotonic()
            in_time = int(self.search.sims) / max(1e-6, now - self._begins) * max(0.0, self._ends - now)
            left = in_time if left is None else min(left, in_time)
        if left is None or self.search.most_lead() <= left:  # the quick answer, nearly always
            return False
        return Tally.of(self.search).lead(self.search.start) > left


@dataclass
class Edge:
    """The statistics of one move of the root: sums over its visits."""

    visits: int = 0
    reward: float = 0.0
    win: float = 0.0
    win_square: float = 0.0
    score: float = 0.0
    score_square: float = 0.0


@dataclass
class Tally:
    """The root of one search, or of several added up, in a form that can be sent between processes.

    `sums` are by seat: win chances, their squares, scores, their squares. `only` are the moves that were
    searched; empty for all. With `lcb`, moves are ranked by their values' lower confidence bounds, that many
    standard errors below the mean, instead of by their visits.
    """

    sims: int = 0
    plies: int = 0
    edges: dict[int, Edge] = field(default_factory=dict)
    sums: list[list[float]] = field(default_factory=list)
    only: frozenset[int] = frozenset()
    lcb: float = 0.0

    @classmethod
    def of(cls, search: Search) -> "Tally":
        sums = (search.win_totals, search.win_squares, search.score_totals, search.score_squares)
        tally = cls(int(search.sims), int(search.plies), {}, [list(totals) for totals in sums])
        tally.only = frozenset(int(move) for move in search.only)
        root = search.root
        for i, move in enumerate(root.moves):
            tally.edges[int(move)] = Edge(
                int(root.counts[i]),
                root.totals[i],
                search.edge_wins[i],
                search.edge_win_squares[i],
                search.edge_scores[i],
                search.edge_score_squares[i],
            )
        return tally

    def plain(self) -> list[Any]:
        edges = [[move, *vars(edge).values()] for move, edge in self.edges.items()]
        return [self.sims, self.plies, edges, self.sums]

    def add(self, plain: Sequence[Any]) -> None:
        sims, plies, edges, sums = plain
        self.sims += sims
        self.plies += plies
        self.sums = [
            [a + b for a, b in zip(*both, strict=True)] for both in zip(self.sums, sums, strict=True)
        ]
        for move, *figures in edges:
            edge = self.edges.get(move, Edge())
            self.edges[move] = Edge(*(a + b for a, b in zip(vars(edge).values(), figures, strict=True)))

    def ranking(self, state: State) -> list[int]:
        """Return the legal moves of the true position, best first.

        Moves that look the same to others (the choice of a rest token) are first ranked together, because the
        searches did not know which of them are legal. The legal ones among them are ranked afterwards.
        """
        groups = self._groups(state)
        bounds = self._bounds(groups)

        def rank(move: int) -> tuple[float, int, int, float, int]:
            edge = self.edges.get(move, Edge())
            mean = edge.reward / edge.visits if edge.visits else 0.0
            veil = int(state.seen_by_others(move))
            group = groups.get(veil, Edge())
            return (-bounds.get(veil, -math.inf), -group.visits, -edge.visits, -mean, move)

        moves = [int(move) for move in state.legal_moves()]
        return sorted((move for move in moves if not self.only or move in self.only), key=rank)

    def one_of_the_good(self, state: State, loose: float, chance: float) -> int:
        """Return the best move, or by chance another one with nearly as many visits and nearly the same
        value.

        A move whose value is lower by `loose` is chosen e times less often. Moves that look the same to
        others count as one move, so that the choice reveals no secrets.
        """
        groups = self._groups(state)
        most = max((group.visits for group in groups.values()), default=0)
        good = [veil for veil, group in groups.items() if 0 < most <= GOOD_PART * group.visits]
        good.sort(key=lambda veil: (-groups[veil].visits, veil))
        order = self.ranking(state)
        if not good:
            return order[0]
        means = [groups[veil].reward / groups[veil].visits for veil in good]
        sums = list(accumulate(math.exp(min(0.0, (mean - means[0]) / loose)) for mean in means))
        drawn = good[min(bisect_right(sums, chance * sums[-1]), len(good) - 1)]
        return next((move for move in order if int(state.seen_by_others(move)) == drawn), order[0])

    def lead(self, state: State) -> int:
        """Return the choice's lead in visits over any other possible choice."""
        order = self.ranking(state)
        groups = self._groups(state)
        veil = int(state.seen_by_others(order[0]))
        others = max((group.visits for v, group in groups.items() if v != veil), default=0)
        lead = groups.get(veil, Edge()).visits - others
        for move in order[1:]:
            if int(state.seen_by_others(move)) == veil:
                lead = min(lead, self._visits(order[0]) - self._visits(move))
        return lead

    def _groups(self, state: State) -> dict[int, Edge]:
        """Return the statistics of moves that look the same to others, added up."""
        groups: dict[int, Edge] = {}
        for move, edge in self.edges.items():
            group = groups.setdefault(int(state.seen_by_others(move)), Edge())
            group.visits += edge.visits
            group.reward += edge.reward
            group.win += edge.win
            group.win_square += edge.win_square
        return groups

    def _bounds(self, groups: dict[int, Edge]) -> dict[int, float]:
        """Return the lower confidence bounds of the moves with enough visits; none without `lcb`."""
        if self.lcb == 0.0:
            return {}
        edges = list(groups.values())
        most = max((edge.visits for edge in edges), default=0)
        visits = max(1, sum(edge.visits for edge in edges))
        mean = sum(edge.win for edge in edges) / visits
        # The noise of one simulation, of all moves together: a few visits would show too little.
        noise = noise_of(mean, sum(edge.win_square for edge in edges), visits) * math.sqrt(visits)
        return {
            veil: group.reward / group.visits - self.lcb * noise / math.sqrt(group.visits)
            for veil, group in groups.items()
            if 0 < most <= GOOD_PART * group.visits
        }

    def _visits(self, move: int) -> int:
        edge = self.edges.get(move)
        return 0 if edge is None else edge.visits

    def report(self, state: State, line: list[int]) -> Report:
        candidates = []
        for move in self.ranking(state):
            edge = self.edges.get(move, Edge())
            win, win_sd = _chance(edge.win, edge.win_square, edge.visits)
            score, score_sd = _score(edge.score, edge.score_square, edge.visits)
            candidates.append(Candidate(move, edge.visits, win, score, win_sd, score_sd))
        wins = [_chance(total, square, self.sims) for total, square in zip(*self.sums[:2], strict=True)]
        scores = [_score(total, square, self.sims) for total, square in zip(*self.sums[2:], strict=True)]
        return Report(
            sims=self.sims,
            candidates=candidates,
            win=[mean for mean, _ in wins],
            win_sd=[sd for _, sd in wins],
            score=[mean for mean, _ in scores],
            score_sd=[sd for _, sd in scores],
            line=line,
        )


def _chance(total: float, square: float, visits: int) -> tuple[float, float]:
    """Return the mean of win chances, and its standard deviation by noise and bias."""
    n = max(1, visits)
    mean = total / n
    return mean, math.hypot(noise_of(mean, square, n), win_bias(mean * (1.0 - mean), n))


def _score(total: float, square: float, visits: int) -> tuple[float, float]:
    """Return the mean of scores, and its standard deviation by noise and bias."""
    n = max(1, visits)
    return total / n, math.hypot(noise_of(total / n, square, n), points_bias(n))


def noise_of(mean: float, square: float, n: int) -> float:
    """Return the standard deviation of a mean of `n` figures, whose squares add up to `square`."""
    return math.sqrt(max(0.0, square / n - mean * mean) / n)


# Each search has this many simulations before the next one begins, as in a game.
SEARCH_SIMS = 1000
SLICE_SIMS = 10


def search_speed(game: str, players: int, seconds: float) -> tuple[float, float]:
    """Return simulations and plies per second in one thread, from searches of the first move."""
    played = make_game(game, players)
    advisor = advisor_for(played)
    rng = Rng(1)
    sims = plies = 0
    spent = 0.0
    while spent < seconds:
        state = played.start()
        while state.actor == CHANCE:
            state.apply(state.sample(rng))
        search = Search(state, advisor, rng.fork(), 1.0, SEARCH_SIMS)
        began = time.perf_counter()
        while search.sims < SEARCH_SIMS and spent + time.perf_counter() - began < seconds:
            search.run(SLICE_SIMS)
        spent += time.perf_counter() - began
        sims += int(search.sims)
        plies += int(search.plies)
    return sims / spent, plies / spent
