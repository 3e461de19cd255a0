"""The search itself: a tree over what one seat knows, grown simulation by simulation.

Each simulation draws a position that is as likely as the true one from where the seat sits
(`State.hide`), goes down the tree by the moves, adds one node, plays on by the advisor's playouts to
the end or to the advisor's cut, and tells every edge on its way what it was worth to the seat that
moved there (max^n: each seat looks after itself).

- A node stands for what the seat knows: secret moves of others lead to one common node.
- Nature's moves are drawn, never enumerated.
- Which secret moves are legal differs from drawing to drawing: nodes that have any are
  looked at anew each time, and an edge is judged by how often it was available.
- The choice between moves follows PUCT: the mean so far, and a bonus by the advisor's prior.
- The reward is mostly the share of the win and a little the margin, so that a lost game is still
  played well.

Nothing here reads a clock or the true position's secrets, so a seed and a number of simulations give
the same tree every time.
"""

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from vanuatu.ai.advisor import Advisor
from vanuatu.core.game import CHANCE, OVER, State
from vanuatu.core.rng import Rng

# How much of the reward is the margin; the rest is the share of the win.
MARGIN_PART: Final = 0.15
# A margin of so many points is half the way to the best there is.
MARGIN_POINTS: Final = 12.0
# An edge not tried yet counts as this much below its node's mean.
UNTRIED: Final = 0.1
# Instead of a seat: the one that is to move.
SEAT_TO_MOVE: Final[i64] = -3


@final
class Node:
    """A decision or a draw as the searching seat sees it, and the edges that leave it."""

    def __init__(self, actor: i64) -> None:
        self.actor = actor
        self.expanded = False
        self.varies = False  # whether its legal moves differ from drawing to drawing
        self.visits: i64 = 0
        self.total = 0.0  # rewards of the actor over all visits
        self.moves = vec[i64]()
        self.weights = vec[float]()
        self.counts = vec[i64]()  # how often each edge was taken
        self.totals = vec[float]()  # rewards of the actor along each edge
        self.children: list[Node | None] = []
        # Where moves vary: how often each edge was legal, and in which simulation last.
        self.offers = vec[i64]()
        self.offered = vec[i64]()

    def add(self, move: i64, weight: float) -> None:
        self.moves = append(self.moves, move)
        self.weights = append(self.weights, weight)
        self.counts = append(self.counts, 0)
        self.totals = append(self.totals, 0.0)
        self.children.append(None)
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
    """A search from one position, by what one seat knows: the one that is to move, unless another is named.

    Nature may be the one that is to move, and CHANCE the one whose knowledge counts: it knows no secret.
    """

    def __init__(
        self, root: State, advisor: Advisor, rng: Rng, c: float, nodes: i64, seat: i64 = SEAT_TO_MOVE
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
        # What the report tells beyond visits: by seat, and for the mover along each edge of the root.
        self.win_totals = vec[float]([0.0] * int(self.players))
        self.win_squares = vec[float]([0.0] * int(self.players))
        self.edge_wins = vec[float]()
        self.edge_scores = vec[float]()
        # The way of the running simulation, and what it was worth to each seat.
        self.path: list[Node] = []
        self.taken = vec[i64]([0] * 1024)
        self.depth: i64 = 0
        self.shares = vec[float]([0.0] * int(self.players))
        self.scores = vec[float]([0.0] * int(self.players))
        self.rewards = vec[float]([0.0] * int(self.players))

    def run(self, sims: i64) -> None:
        """So many simulations more."""
        while sims > 0:
            self._simulate()
            sims -= 1

    def shares_at(self, state: State) -> vec[float]:
        """Each seat's chance to win where looking ahead ends: the result, or what the advisor forecasts."""
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
        """Down the tree by its edges, until a node is new or the look ahead ends."""
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
                return  # a secret that comes to light now has decided whose turn it is
            node = child

    def _child(self, node: Node, edge: i64, move: i64, state: State) -> Node | None:
        """The node an edge leads to for the first time; None when there may be no more nodes."""
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
        """The edge of a move that nature makes."""
        move = state.sample(self.rng)
        edge = node.find(move)
        if edge < 0:
            edge = len(node.moves)
            node.add(move, 0.0)
        return edge

    def _choose(self, node: Node, state: State) -> i64:
        """The edge a seat takes: the best by mean and prior among the legal ones."""
        if not node.expanded or node.varies:
            self._expand(node, state)
        edge = self._best(node)
        if node.varies or state.is_legal(node.moves[edge]):
            return edge
        # A secret that came to light since has changed what can be done here.
        node.varies = True
        self._expand(node, state)
        return self._best(node)

    def _expand(self, node: Node, state: State) -> None:
        """Give a node the edges of the moves that are legal in this drawing."""
        moves = state.legal_moves()
        weights = self.advisor.weigh(state, moves)
        fresh = not node.expanded
        node.expanded = True
        n = len(moves)
        i: i64 = 0
        while i < n:
            move = moves[i]
            edge: i64 = -1 if fresh else node.find(move)
            if edge < 0:
                edge = len(node.moves)
                node.add(move, weights[i])
                if state.seen_by_others(move) != move:
                    node.varies = True
                if node is self.root:
                    self.edge_wins = append(self.edge_wins, 0.0)
                    self.edge_scores = append(self.edge_scores, 0.0)
            node.offers[edge] += 1
            node.offered[edge] = self.sims
            i += 1

    def _best(self, node: Node) -> i64:
        """PUCT: mean reward, and a bonus for what the advisor likes and was tried little."""
        weights, counts, totals = node.weights, node.counts, node.totals
        offers, offered = node.offers, node.offered
        varies, sims = node.varies, self.sims
        n = len(counts)
        weight = 0.0
        i: i64 = 0
        while i < n:
            if not varies or offered[i] == sims:
                weight += weights[i]
            i += 1
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
        """On from the tree's edge, to the end or to where the advisor cuts."""
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
        """What the position at the end of the look ahead is worth to each seat."""
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
        seat = 0
        while seat < players:
            scores[seat] = forecast[seat]
            total += forecast[seat]
            seat += 1
        seat = 0
        while seat < players:
            others = (total - scores[seat]) / float(players - 1)
            margin = (scores[seat] - others) / MARGIN_POINTS
            margin = 0.5 + 0.5 * margin / (1.0 + (margin if margin > 0.0 else -margin))
            shares[seat] *= survival if state.actor != OVER else 1.0
            reward = (1.0 - MARGIN_PART) * shares[seat] + MARGIN_PART * survival * margin
            rewards[seat] = reward - self.ruin_cost * (1.0 - survival)
            seat += 1

    def _back_up(self) -> None:
        """Tell the way of this simulation what it was worth."""
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
            seat += 1
        mover = self.root.actor
        if mover >= 0:
            self.edge_wins[taken[0]] += self.shares[mover]
            self.edge_scores[taken[0]] += self.scores[mover]
