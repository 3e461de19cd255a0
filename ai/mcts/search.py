"""Monte Carlo tree search over what one seat knows.

Each simulation draws a position that fits the knowledge of the seat (`State.hide`). It follows the tree by
legal moves and adds one node. The advisor's playouts then continue to the end or to the advisor's cut. Each
edge on the path gets the reward of the seat that moved there (max^n: every seat maximises its own reward).

- A node is an information set: different secret moves of others lead to the same node.
- Draws are sampled, never enumerated.
- The legal secret moves differ between samples. Nodes with such moves are expanded anew each time, and an
  edge counts by how often it was available.
- Moves are chosen by PUCT: the mean reward, and a bonus from the advisor's prior.
- The reward is mostly the share of the win, and to a small part the margin, so that a lost game is still
  played well.

Nothing here reads a clock or the true secrets. So a seed and a number of simulations always give the same
tree.
"""

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from vanuatu.ai.advisor import Advisor
from vanuatu.core.game import CHANCE, OVER, State
from vanuatu.core.rng import Rng

# Part of the margin in the reward; the rest is the share of the win.
MARGIN_PART: Final = 0.15
# A margin of this many points gives half of the margin reward.
MARGIN_POINTS: Final = 12.0
# An untried edge counts as its node's mean minus this.
UNTRIED: Final = 0.1
# In place of a seat: the seat to move.
SEAT_TO_MOVE: Final[i64] = -3


@final
class Node:
    """A decision or a draw as the searching seat sees it, with its edges."""

    def __init__(self, actor: i64) -> None:
        self.actor = actor
        self.expanded = False
        self.varies = False  # whether the legal moves differ between samples
        self.visits: i64 = 0
        self.total = 0.0  # sum of the actor's rewards over all visits
        self.moves = vec[i64]()
        self.weights = vec[float]()
        self.weight = 0.0  # their sum, if moves do not vary
        self.counts = vec[i64]()  # visits of each edge
        self.totals = vec[float]()  # sum of the actor's rewards on each edge
        self.children: list[Node | None] = []
        # If moves vary: how often each edge was legal, and in which simulation last.
        self.offers = vec[i64]()
        self.offered = vec[i64]()

    def begin(self, moves: vec[i64], weights: vec[float]) -> None:
        """Make the first edges, one for each of these moves."""
        n = len(moves)
        self.expanded = True
        self.moves = moves[:]  # this one has no room for more
        self.weights = weights
        self.counts = vec[i64]([0] * n)
        self.totals = vec[float]([0.0] * n)
        self.children = [None] * n

    def vary(self, sims: i64) -> None:
        """From now on, the legal moves differ between samples; so far all edges were legal, `sims` is now."""
        n = len(self.moves)
        self.varies = True
        self.offers = vec[i64]([1] * n)
        self.offered = vec[i64]([sims] * n)

    def add(self, move: i64, weight: float) -> None:
        self.moves = append(self.moves, move)
        self.weights = append(self.weights, weight)
        self.counts = append(self.counts, 0)
        self.totals = append(self.totals, 0.0)
        self.children.append(None)
        if self.varies:
            self.offers = append(self.offers, 0)
            self.offered = append(self.offered, -1)

    def find(self, move: i64) -> i64:
        moves = self.moves
        n = len(moves)
        i: i64 = 0
        while i < n:
            if moves[i] == move:
                return i
            i += 1
        return -1


@final
class Search:
    """A search from one position with the knowledge of one seat; by default the seat to move.

    A draw may be next. CHANCE as the seat knows no secrets. `only` are the moves to try at the root; None for
    all.
    """

    def __init__(
        self,
        root: State,
        advisor: Advisor,
        rng: Rng,
        c: float,
        nodes: i64,
        seat: i64 = SEAT_TO_MOVE,
        only: list[int] | None = None,
    ) -> None:
        self.start = root.copy()
        self.seat = root.actor if seat == SEAT_TO_MOVE else seat
        self.players = root.players
        self.advisor = advisor
        self.ruin_cost = advisor.ruin_cost(root)
        self.rng = rng
        self.c = c
        self.node_limit = nodes
        self.node_count: i64 = 1
        self.sims: i64 = 0
        self.plies: i64 = 0
        self.root = Node(root.actor)
        self.only = vec[i64](only if only is not None else [])
        # Figures of the report: by seat, and for the mover by edge of the root.
        self.win_totals = vec[float]([0.0] * int(self.players))
        self.win_squares = vec[float]([0.0] * int(self.players))
        self.score_totals = vec[float]([0.0] * int(self.players))
        self.score_squares = vec[float]([0.0] * int(self.players))
        self.edge_wins = vec[float]()
        self.edge_win_squares = vec[float]()
        self.edge_scores = vec[float]()
        self.edge_score_squares = vec[float]()
        # The simulated path, and its reward for each seat.
        self.path: list[Node] = []
        self.taken = vec[i64]([0] * 1024)
        self.depth: i64 = 0
        self.shares = vec[float]([0.0] * int(self.players))
        self.scores = vec[float]([0.0] * int(self.players))
        self.rewards = vec[float]([0.0] * int(self.players))

    def run(self, sims: i64) -> None:
        """Run more simulations."""
        while sims > 0:
            self._simulate()
            sims -= 1

    def most_lead(self) -> int:
        """Return the lead in visits that the first move of the root has at most over the second one.

        It is exact if the moves do not vary; else moves that look alike may count together.
        """
        if self.root.varies:
            return int(self.sims)
        first: i64 = 0
        second: i64 = 0
        counts = self.root.counts
        i: i64 = 0
        while i < len(counts):
            if counts[i] > first:
                second = first
                first = counts[i]
            elif counts[i] > second:
                second = counts[i]
            i += 1
        return int(first - second)

    def shares_at(self, state: State) -> vec[float]:
        """Return the win chances at the horizon: the result, or the advisor's evaluation."""
        self._evaluate(state)
        return self.shares[:]

    def _simulate(self) -> None:
        state = self.start.hide(self.seat, self.rng)
        self.path.clear()
        self.depth = 0
        self._descend(state)
        self._play_out(state)
        self._evaluate(state)
        self._back_up()
        self.sims += 1

    def _descend(self, state: State) -> None:
        """Descend the tree until a node is new or the horizon is reached."""
        node = self.root
        while True:
            self.path.append(node)
            depth = self.depth
            if depth >= 1023 or node.actor == OVER:
                return
            if depth > 0 and self.advisor.cut(state, self.start):
                return
            edge = self._draw(node, state) if node.actor == CHANCE else self._choose(node, state)
            move = node.moves[edge]
            state.apply(move)
            self.plies += 1
            self.taken[depth] = edge
            self.depth = depth + 1
            child = node.children[edge]
            if child is None:
                child = self._child(node, edge, move, state)
                if child is None:
                    return
                node.children[edge] = child
                if child.visits == 0:
                    self.path.append(child)
                    return
            if child.actor != state.actor:
                return  # a revealed secret has changed the seat to move
            node = child

    def _child(self, node: Node, edge: i64, move: i64, state: State) -> Node | None:
        """Return the new child of an edge; None if the tree is full."""
        if node.varies and node.actor != self.seat:
            veil = state.seen_by_others(move)
            i: i64 = 0
            while i < len(node.moves):
                child = node.children[i]
                if child is not None and state.seen_by_others(node.moves[i]) == veil:
                    return child
                i += 1
        if self.node_count >= self.node_limit:
            return None
        self.node_count += 1
        return Node(state.actor)

    def _draw(self, node: Node, state: State) -> i64:
        """Return the edge of a sampled draw."""
        move = state.sample(self.rng)
        edge = node.find(move)
        if edge < 0:
            edge = len(node.moves)
            node.add(move, 0.0)
        return edge

    def _choose(self, node: Node, state: State) -> i64:
        """Return the edge that a seat takes: the best legal one by mean and prior."""
        if not node.expanded or node.varies:
            self._expand(node, state)
        edge = self._best(node)
        if node.varies or state.public_moves_are_certain() or state.is_legal(node.moves[edge]):
            return edge
        # A secret revealed since then has changed the legal moves.
        node.vary(-1)
        self._expand(node, state)
        return self._best(node)

    def _expand(self, node: Node, state: State) -> None:
        """Add edges for the moves that are legal in this sample."""
        moves = state.legal_moves()
        if len(self.only) > 0 and node is self.root:
            moves = self._allowed(moves)
        weights = self.advisor.weigh(state, moves)
        n = len(moves)
        i: i64 = 0
        if not node.expanded:
            node.begin(moves, weights)
            while i < n and not node.varies:
                if state.seen_by_others(moves[i]) != moves[i]:
                    node.vary(self.sims)
                i += 1
        else:
            while i < n:
                edge = node.find(moves[i])
                if edge < 0:
                    edge = len(node.moves)
                    node.add(moves[i], weights[i])
                node.offers[edge] += 1
                node.offered[edge] = self.sims
                i += 1
        if node is self.root:
            edges = len(node.moves)
            while len(self.edge_wins) < edges:
                self.edge_wins = append(self.edge_wins, 0.0)
                self.edge_win_squares = append(self.edge_win_squares, 0.0)
                self.edge_scores = append(self.edge_scores, 0.0)
                self.edge_score_squares = append(self.edge_score_squares, 0.0)

    def _allowed(self, moves: vec[i64]) -> vec[i64]:
        """Return the moves of `only` among these; all if this sample has none of them."""
        allowed = vec[i64]()
        only = self.only
        i: i64 = 0
        while i < len(moves):
            j: i64 = 0
            while j < len(only):
                if only[j] == moves[i]:
                    allowed = append(allowed, moves[i])
                j += 1
            i += 1
        return allowed if len(allowed) > 0 else moves

    def _best(self, node: Node) -> i64:
        """Return the edge with the highest PUCT value: mean reward, and a bonus by prior and visits."""
        weights, counts, totals = node.weights, node.counts, node.totals
        offers, offered = node.offers, node.offered
        varies, sims = node.varies, self.sims
        n = len(counts)
        weight = node.weight
        i: i64 = 0
        if varies or weight == 0.0:
            weight = 0.0
            while i < n:
                if not varies or offered[i] == sims:
                    weight += weights[i]
                i += 1
            node.weight = weight
        untried = (node.total / float(node.visits) if node.visits > 0 else 0.5) - UNTRIED
        scale = self.c / weight
        eager = scale * math.sqrt(float(node.visits + 1))
        best: i64 = -1
        best_value = 0.0
        i = 0
        while i < n:
            if not varies or offered[i] == sims:
                if varies:
                    eager = scale * math.sqrt(float(offers[i]))
                count = float(counts[i])
                value = totals[i] / count if count > 0.0 else untried
                value += eager * weights[i] / (1.0 + count)
                if best < 0 or value > best_value:
                    best_value = value
                    best = i
            i += 1
        return best

    def _play_out(self, state: State) -> None:
        """Play on from the tree to the end or to the advisor's cut."""
        advisor, rng, start = self.advisor, self.rng, self.start
        plies: i64 = 0
        while state.actor != OVER and not (self.depth + plies > 0 and advisor.cut(state, start)):
            if state.actor == CHANCE:
                state.apply(state.sample(rng))
            else:
                state.apply(advisor.playout(state, rng))
            plies += 1
        self.plies += plies

    def _evaluate(self, state: State) -> None:
        """Evaluate the position at the horizon for each seat."""
        players = self.players
        shares, scores, rewards = self.shares, self.scores, self.rewards
        survival = 1.0
        if state.actor == OVER:
            forecast = self.advisor.expected_scores(state)
            returns = state.returns()
            survival = 1.0 if len(state.winners()) > 0 else 0.0
            seat: i64 = 0
            while seat < players:
                shares[seat] = returns[seat]
                seat += 1
        else:
            survival = 1.0 - self.advisor.ruin(state)
            forecast = self.advisor.evaluate(state, shares)
        total = 0.0
        opponents = float(players - 1)
        seat = 0
        while seat < players:
            scores[seat] = forecast[seat]
            total += forecast[seat]
            seat += 1
        seat = 0
        while seat < players:
            others = (total - scores[seat]) / opponents
            margin = (scores[seat] - others) / MARGIN_POINTS
            margin = 0.5 + 0.5 * margin / (1.0 + (margin if margin > 0.0 else -margin))
            shares[seat] *= survival if state.actor != OVER else 1.0
            reward = (1.0 - MARGIN_PART) * shares[seat] + MARGIN_PART * survival * margin
            rewards[seat] = reward - self.ruin_cost * (1.0 - survival)
            seat += 1

    def _back_up(self) -> None:
        """Back up the reward along the simulated path."""
        rewards, taken = self.rewards, self.taken
        depth = self.depth
        i: i64 = 0
        while i < len(self.path):
            node = self.path[i]
            node.visits += 1
            if node.actor >= 0:
                reward = rewards[node.actor]
                node.total += reward
                if i < depth:
                    node.counts[taken[i]] += 1
                    node.totals[taken[i]] += reward
            i += 1
        seat: i64 = 0
        while seat < self.players:
            share = self.shares[seat]
            self.win_totals[seat] += share
            self.win_squares[seat] += share * share
            score = self.scores[seat]
            self.score_totals[seat] += score
            self.score_squares[seat] += score * score
            seat += 1
        mover = self.root.actor
        if mover >= 0:
            edge = taken[0]
            share = self.shares[mover]
            score = self.scores[mover]
            self.edge_wins[edge] += share
            self.edge_win_squares[edge] += share * share
            self.edge_scores[edge] += score
            self.edge_score_squares[edge] += score * score
