"""Knowledge of the bots about Maori; see `vanuatu.ai.advisor` for the purpose of each method.

`action_values` evaluates a tile on a space, `constants` has all numbers. This module turns values into moves:
where the explorer ship sails, which tile to take, and where to lay it.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from vanuatu.ai.advisor import Advisor, index_of_best, softmax_weights
from vanuatu.ai.maori import constants as w
from vanuatu.ai.maori.action_values import TileValues
from vanuatu.ai.maori.move_features import MoveScorer
from vanuatu.ai.maori.position_features import FeatureVector, stage, turns_of
from vanuatu.ai.net import Net
from vanuatu.ai.priors import Priors
from vanuatu.core.game import State
from vanuatu.core.maori import board, matrix
from vanuatu.core.maori.layout import At, Phase, Rule, Seat
from vanuatu.core.maori.moves import Kind, detail_of, kind_of, make
from vanuatu.core.maori.state import MaoriState
from vanuatu.core.maori.tiles import TileTable
from vanuatu.core.rng import Rng

NEVER: Final = -1000.0  # less than any gain


def make_advisor(net: Net | None = None, priors: Priors | None = None) -> Advisor:
    return MaoriAdvisor(net, priors)


class MaoriAdvisor(Advisor):
    """Evaluates a move by the tile it brings and the tile's best space; playouts go to the end.

    With a net, playouts stop at the start of a round for its evaluation, unless the end is near. With priors,
    they give the weights of moves.
    """

    def __init__(self, net: Net | None = None, priors: Priors | None = None) -> None:
        self.net = net
        self.features = FeatureVector()
        self.values = TileValues()
        self.scorer: MoveScorer | None = None
        if priors is not None:
            self.scorer = MoveScorer(priors, self.values)
        # The best move so far during a playout.
        self.best: i64 = -1
        self.best_gain = NEVER

    def weigh(self, state: State, moves: vec[i64]) -> vec[float]:
        scorer = self.scorer
        if scorer is None:
            return softmax_weights(self._gains(state, moves), w.PRIOR_HEAT, w.LEAST_WEIGHT)
        assert isinstance(state, MaoriState)
        b, tiles = state.b, state.tiles
        self._survey(state)
        sums = vec[float]()
        i: i64 = 0
        while i < len(moves):
            sums = append(sums, scorer.sum(b, tiles, moves[i], self._gain(b, tiles, moves[i])))
            i += 1
        return softmax_weights(sums, 1.0, w.LEAST_WEIGHT)

    def move_features_of(self, state: State) -> list[tuple[list[int], list[float]]]:
        assert isinstance(state, MaoriState)
        scorer = self.scorer
        if scorer is None:
            return []
        b, tiles = state.b, state.tiles
        moves = state.legal_moves()
        self._survey(state)
        scorer.priors.recording = True
        features: list[tuple[list[int], list[float]]] = []
        i: i64 = 0
        while i < len(moves):
            scorer.sum(b, tiles, moves[i], self._gain(b, tiles, moves[i]))
            features.append((scorer.priors.indices, scorer.priors.amounts))
            i += 1
        scorer.priors.recording = False
        return features

    def choose(self, state: State, rng: Rng) -> i64:
        moves = state.legal_moves()
        return moves[index_of_best(self._gains(state, moves), rng)]

    def cut(self, state: State, root: State) -> bool:
        if self.net is None or state.round <= root.round + w.ROUNDS_AHEAD:
            return False
        assert isinstance(state, MaoriState)
        return turns_of(state) > w.TURNS_TO_END

    def evaluate(self, state: State, shares: vec[float]) -> vec[float]:
        net = self.net
        if net is None:
            return Advisor.evaluate(self, state, shares)
        assert isinstance(state, MaoriState)
        self.features.fill(state.b, state.players, state.tiles)
        expected = vec[float]([0.0] * int(state.players))
        net.evaluate(stage(state), state.players, self.features.values, shares, expected)
        return expected

    def _gains(self, state: State, moves: vec[i64]) -> vec[float]:
        """Return the gain of each legal move for the seat to move, in points."""
        assert isinstance(state, MaoriState)
        b, tiles = state.b, state.tiles
        self._survey(state)
        gains = vec[float]()
        n = len(moves)
        i: i64 = 0
        while i < n:
            gains = append(gains, self._gain(b, tiles, moves[i]))
            i += 1
        return gains

    def _survey(self, state: MaoriState) -> None:
        """Survey the board of the seat to move."""
        self.values.fill(state.b, state.players, state.tiles, state.b[At.TURN])
        if self.scorer is not None:
            self.scorer.fill()

    def _gain(self, b: vec[i64], tiles: TileTable, move: i64) -> float:
        values = self.values
        kind = kind_of(move)
        detail = detail_of(move)
        base = values.base
        if kind == Kind.TAKE:
            n = detail >> 7
            tile = b[At.CELL + matrix.nth_cell(b, n + 1)] << 2 | detail & 3
            return values.lay(b, tiles, tile, detail >> 2 & 31) - float(n) * values.shell
        if kind == Kind.EXPLORE:
            if b[At.PHASE] == Phase.START:
                return 0.0
            return self._voyage(b, tiles, detail, w.DEPTH)
        if kind == Kind.STORE:
            tile_kind = b[At.CELL + matrix.nth_cell(b, detail + 1)]
            best = self._best_lay(b, tiles, tile_kind, values.empty)
            return w.STORED * best - float(detail) * values.shell if best > 0.0 else w.STORED_IN_VAIN
        if kind == Kind.UNSTORE:
            return values.lay(b, tiles, b[base + Seat.STORE] << 2 | detail & 3, detail >> 2)
        if kind == Kind.BOAT:
            return self._boat(b, tiles, detail & 31)
        if kind == Kind.REMOVE:
            return w.REMOVED
        if b[At.PHASE] == Phase.SAIL:
            return self._boat(b, tiles, b[base + Seat.BOAT])
        return 0.0

    def _boat(self, b: vec[i64], tiles: TileTable, goal: i64) -> float:
        """Return the value of a goal of the small ship: room or best tile, less the price."""
        values = self.values
        room = values.empty & board.around(1 << goal)
        count = 0.0
        while room > 0:
            room &= room - 1
            count += 1.0
        if b[At.PHASE] == Phase.SAIL:
            return w.BOAT_ROOM * count
        price = float(board.distance(b, values.base, b[values.base + Seat.BOAT], goal)) * values.shell
        free = values.free
        values.free = values.empty & board.around(1 << goal)
        best = self._discovery(b, tiles, b[At.EXPLORER], b[values.base + Seat.SHELLS] - 1, w.LOW_DEPTH)
        values.free = free
        return best - price

    def _voyage(self, b: vec[i64], tiles: TileTable, place: i64, depth: i64) -> float:
        """Return the gain of the best tile before a place, minus the cost of the voyage."""
        values = self.values
        price = matrix.voyage_price(b, values.base, matrix.steps_to(b, place))
        shells = b[values.base + Seat.SHELLS] - price
        return self._discovery(b, tiles, place, shells, depth) - float(price) * values.shell

    def _discovery(self, b: vec[i64], tiles: TileTable, place: i64, shells: i64, depth: i64) -> float:
        """Return the best gain from a place with these shells, from the first `depth` tiles of the line."""
        values = self.values
        here = b[At.EXPLORER]
        b[At.EXPLORER] = place
        kinds = matrix.kinds_in_reach(b, tiles, shells if shells < depth - 1 else depth - 1)
        b[At.EXPLORER] = here
        best = w.LOST
        price = 0.0
        while kinds > 0:
            gain = self._best_lay(b, tiles, (kinds & 255) - 1, values.free) - price
            if gain > best:
                best = gain
            price += values.shell
            kinds >>= 8
        if b[values.base + Seat.STORE] >= 0:
            gain = self._best_lay(b, tiles, b[values.base + Seat.STORE], values.free)
            if gain > best:
                best = gain
        return best

    def _best_lay(self, b: vec[i64], tiles: TileTable, kind: i64, spaces: i64) -> float:
        """Return the highest gain of a tile of a kind on these spaces."""
        values = self.values
        land = tiles.land[board.board_number(b)]
        best = NEVER
        tile = kind << 2
        end = tile + 4
        while tile < end:
            if tiles.edges[tile] >= 0:
                cells = board.open_cells(b, values.base, spaces, land, tiles.edges[tile])
                cell: i64 = 0
                while cells >> cell:
                    if cells >> cell & 1:
                        gain = values.lay(b, tiles, tile, cell)
                        if gain > best:
                            best = gain
                    cell += 1
            tile += 1
        return best

    def playout(self, state: State, rng: Rng) -> i64:
        """Return a good move nearby, with noise, so that playouts differ."""
        assert isinstance(state, MaoriState)
        b, tiles = state.b, state.tiles
        phase = b[At.PHASE]
        if phase == Phase.VOYAGE:
            self._survey(state)
            return self._near_voyage(b, tiles, rng)
        if phase == Phase.DISCOVER or phase == Phase.PLACE:
            self._survey(state)
            return self._near_tile(state, b, tiles, rng)
        moves = state.legal_moves()
        if len(moves) == 1 or phase != Phase.SAIL:
            return moves[rng.below(len(moves))]
        gains = self._gains(state, moves)
        best: i64 = 0
        best_gain = NEVER
        i: i64 = 0
        while i < len(moves):
            gain = gains[i] + w.BOAT_NOISE * rng.unit()
            if gain > best_gain:
                best_gain = gain
                best = i
            i += 1
        return moves[best]

    def _near_voyage(self, b: vec[i64], tiles: TileTable, rng: Rng) -> i64:
        """Choose a place that costs at most a shell, by the first two tiles before it."""
        values = self.values
        reach = matrix.farthest(b, values.base)
        free = reach - b[values.base + Seat.SHELLS]
        if free < reach:
            reach = free + 1
        best: i64 = 0
        best_gain = NEVER
        steps: i64 = 1
        while steps <= reach:
            place = (b[At.EXPLORER] + steps) & (Rule.PLACES - 1)
            gain = self._voyage(b, tiles, place, w.LOW_DEPTH)
            if self.scorer is not None:
                gain = w.PLAYOUT_SCALE * self.scorer.explore(b, place, gain)
            gain += w.PLAYOUT_NOISE * rng.unit()
            if gain > best_gain:
                best_gain = gain
                best = place
            steps += 1
        return make(Kind.EXPLORE, best)

    def _near_tile(self, state: MaoriState, b: vec[i64], tiles: TileTable, rng: Rng) -> i64:
        """Lay a tile in reach or the stored one at its best space; otherwise store or pass."""
        base = self.values.base
        shells = b[base + Seat.SHELLS]
        kinds = matrix.kinds_in_reach(b, tiles, shells if shells < w.LOW_DEPTH else w.LOW_DEPTH)
        self.best = -1
        self.best_gain = w.LOST
        if self.scorer is not None:
            self.best_gain = w.PLAYOUT_SCALE * self.scorer.sum(b, tiles, make(Kind.PASS, 0), 0.0)
        n: i64 = 0
        while kinds > 0:
            self._near_space(b, tiles, (kinds & 255) - 1, n, False, rng)
            kinds >>= 8
            n += 1
        if b[base + Seat.STORE] >= 0:
            self._near_space(b, tiles, b[base + Seat.STORE], 0, True, rng)
        if self.best >= 0:
            return self.best
        if b[At.PHASE] == Phase.PLACE:
            moves = state.legal_moves()
            return moves[rng.below(len(moves))]
        if b[base + Seat.STORE] < 0 and matrix.kinds_in_reach(b, tiles, 0) > 0 and rng.below(2) == 0:
            return make(Kind.STORE, 0)
        return make(Kind.PASS, 0)

    def _near_space(self, b: vec[i64], tiles: TileTable, kind: i64, n: i64, stored: bool, rng: Rng) -> None:
        """Evaluate all ways to lay a tile that costs n shells, and store the best move so far."""
        values = self.values
        on_first_cell = make(Kind.UNSTORE, 0) if stored else make(Kind.TAKE, n << 7)
        price = float(n) * values.shell
        land = tiles.land[board.board_number(b)]
        turns: i64 = 0
        while turns < 4:
            tile = kind << 2 | turns
            cells: i64 = 0
            if tiles.edges[tile] >= 0:
                cells = board.open_cells(b, values.base, values.free, land, tiles.edges[tile])
            cell: i64 = 0
            while cells >> cell:
                if cells >> cell & 1:
                    gain = values.lay(b, tiles, tile, cell) - price
                    if self.scorer is not None:
                        gain = w.PLAYOUT_SCALE * self.scorer.lay(tiles, tile, cell, n, stored, gain)
                    gain += w.PLAYOUT_NOISE * rng.unit()
                    if gain > self.best_gain:
                        self.best_gain = gain
                        self.best = on_first_cell + (cell << 2) + turns
                cell += 1
            turns += 1
