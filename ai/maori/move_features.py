"""The features of a move, which learned priors weigh.

They describe the distance and price of the explorer ship's voyage, the tile that is laid, its island, and the
open sides around it. Most are indicators with an amount of 1, and have a weight per part of the game: by the
number of tiles that the seat will still lay. The hand-set gain of a move is a feature too.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.ai.maori import constants as w
from vanuatu.ai.maori.action_values import TileValues
from vanuatu.ai.maori.position_features import count, part_of
from vanuatu.ai.priors import Priors, capped, gain_only_weights
from vanuatu.core.maori import matrix
from vanuatu.core.maori.layout import At, Seat
from vanuatu.core.maori.moves import Kind, detail_of, kind_of
from vanuatu.core.maori.tables import Shape
from vanuatu.core.maori.tiles import Grid, TileTable

LOWEST: Final = -8.0  # a lower gain counts as this
POINTS: Final = 0.25  # factor for points, so that they are of the size of other features
MOST_PRICE: Final[i64] = 3  # shells; more count as this many
# The state of a tile's island after the move.
NO_ISLAND: Final[i64] = 0
COMPLETE: Final[i64] = 1  # numbers of open ends begin here
DEAD: Final[i64] = 4

# The blocks of weights by name, in order, with their sizes. All but the first three and the gains of other
# moves have a set per part of the game.
BLOCKS: Final = {
    "explore: steps": 17,
    "lay: reef": 1,
    "store: price": 4,
    "explore: gain": 6,
    "explore: price": 6 * 4,
    "lay: gain": 6,
    "lay: price": 6 * 4,
    "lay: stored": 6,
    "lay: shape": 6 * 5,
    "lay: island": 6 * 5,  # by state of the island
    "lay: points": 6 * 5,  # those of the island, by its state
    "lay: joined": 6 * 3,  # by number of tiles
    "lay: asked": 6 * 4,  # by number of neighbours that want land on the space
    "lay: shells": 6,
    "lay: ships": 6,
    "lay: half lei": 6,
    "lay: hut": 6,
    "lay: room": 6 * 5,  # empty spaces beside it
    "lay: wanted": 6 * 5,  # those among them on which others want land
    "other: gain": 9,  # by kind of move
    "other: part of the game": 6 * 9,
}
# The start of each block.
EXPLORE_STEPS: Final[i64] = 0
LAY_REEF: Final[i64] = 17
STORE_PRICE: Final[i64] = 18
EXPLORE_GAIN: Final[i64] = 22
EXPLORE_PRICE: Final[i64] = 28
LAY_GAIN: Final[i64] = 52
LAY_PRICE: Final[i64] = 58
LAY_STORED: Final[i64] = 82
LAY_SHAPE: Final[i64] = 88
LAY_ISLAND: Final[i64] = 118
LAY_POINTS: Final[i64] = 148
LAY_JOINED: Final[i64] = 178
LAY_ASKED: Final[i64] = 196
LAY_SHELLS: Final[i64] = 220
LAY_SHIPS: Final[i64] = 226
LAY_LEI: Final[i64] = 232
LAY_HUT: Final[i64] = 238
LAY_ROOM: Final[i64] = 244
LAY_WANTED: Final[i64] = 274
OTHER_GAIN: Final[i64] = 304
OTHER_PART: Final[i64] = 313
SIZE: Final[i64] = 367


def hand_set() -> list[int]:
    """Return weights equal to the hand-set priors; a fit begins with them."""
    return gain_only_weights(BLOCKS, w.PRIOR_HEAT)


@final
class MoveScorer:
    """Computes the features of moves, each right after `values` has evaluated it.

    Call `fill` before the moves of a position.
    """

    def __init__(self, priors: Priors, values: TileValues) -> None:
        self.priors = priors
        self.values = values
        self.part: i64 = 0

    def fill(self) -> None:
        """Prepare the surveyed position."""
        self.part = part_of(self.values.turns)

    def sum(self, b: vec[i64], tiles: TileTable, move: i64, gain: float) -> float:
        """Return how promising a move with this hand-set gain is."""
        priors = self.priors
        kind = kind_of(move)
        detail = detail_of(move)
        if kind == Kind.TAKE:
            n = detail >> 7
            tile = b[At.CELL + matrix.nth_cell(b, n + 1)] << 2 | detail & 3
            return self.lay(tiles, tile, detail >> 2 & 31, n, False, gain)
        if kind == Kind.UNSTORE:
            tile = b[self.values.base + Seat.STORE] << 2 | detail & 3
            return self.lay(tiles, tile, detail >> 2, 0, True, gain)
        if kind == Kind.EXPLORE:
            return self.explore(b, detail, gain)
        priors.begin()
        priors.add(OTHER_GAIN + kind, gain if gain > LOWEST else LOWEST)
        priors.add(OTHER_PART + self.part * Kind.COUNT + kind, 1.0)
        if kind == Kind.STORE:
            priors.add(STORE_PRICE + capped(MOST_PRICE, detail), 1.0)
        return priors.total

    def explore(self, b: vec[i64], place: i64, gain: float) -> float:
        """Return how promising it is to sail the explorer ship to a place."""
        priors = self.priors
        steps = matrix.steps_to(b, place)
        price = matrix.voyage_price(b, self.values.base, steps)
        priors.begin()
        priors.add(EXPLORE_GAIN + self.part, gain if gain > LOWEST else LOWEST)
        priors.add(EXPLORE_STEPS + steps, 1.0)
        priors.add(EXPLORE_PRICE + self.part * 4 + capped(MOST_PRICE, price), 1.0)
        return priors.total

    def lay(self, tiles: TileTable, tile: i64, cell: i64, price: i64, stored: bool, gain: float) -> float:
        """Return how promising it is to lay a tile, kind << 2 | turns, on a space that was just evaluated."""
        priors, values, part = self.priors, self.values, self.part
        kind = tile >> 2
        priors.begin()
        priors.add(LAY_GAIN + part, gain if gain > LOWEST else LOWEST)
        if stored:
            priors.add(LAY_STORED + part, 1.0)
        else:
            priors.add(LAY_PRICE + part * 4 + capped(MOST_PRICE, price), 1.0)
        shape = tiles.shape[kind]
        priors.add(LAY_SHAPE + part * 5 + shape, 1.0)
        self._island(tiles, tile, cell)
        shells = capped(values.bank, tiles.shells[kind])
        if shells > 0:
            priors.add(LAY_SHELLS + part, float(shells))
        if tiles.ships[kind] > 0:
            priors.add(LAY_SHIPS + part, float(tiles.ships[kind]))
        if tiles.huts[kind] > 0:
            priors.add(LAY_HUT + part, 1.0)
        if shape != Shape.WATER and values.reef >> cell & 1:
            priors.add(LAY_REEF, 1.0)
        self._surroundings(tiles.edges[tile], cell)
        return priors.total

    def _island(self, tiles: TileTable, tile: i64, cell: i64) -> None:
        """Add the state of the tile's island, and its value."""
        priors, values, part = self.priors, self.values, self.part
        kind = tile >> 2
        if tiles.shape[kind] == Shape.WATER:
            priors.add(LAY_ISLAND + part * 5 + NO_ISLAND, 1.0)
            return
        if tiles.edges[tile] == 0:
            priors.add(LAY_ISLAND + part * 5 + COMPLETE, 1.0)
            palms = float(tiles.palms[kind]) * (2.0 if tiles.huts[kind] > 0 else 1.0)
            priors.add(LAY_POINTS + part * 5 + COMPLETE, POINTS * palms)
            return
        fate = DEAD if values.dead else COMPLETE + values.ends
        priors.add(LAY_ISLAND + part * 5 + fate, 1.0)
        palms = float(values.palms + tiles.palms[kind])
        if values.huts + tiles.huts[kind] > 0:
            palms *= 2.0
        priors.add(LAY_POINTS + part * 5 + fate, POINTS * palms)
        joined = values.size if values.dead else values.size - 1
        priors.add(LAY_JOINED + part * 3 + capped(2, joined), 1.0)
        if tiles.leis[kind] > 0:
            priors.add(LAY_LEI + part, 1.0)

    def _surroundings(self, edges: i64, cell: i64) -> None:
        """Add how many neighbours want land on the space, and the empty spaces beside it."""
        priors, values, part = self.priors, self.values, self.part
        here: i64 = 1 << cell
        asked: i64 = (values.right >> cell & 1) + (values.left >> cell & 1)
        asked += (values.top >> cell & 1) + (values.bottom >> cell & 1)
        priors.add(LAY_ASKED + part * 4 + capped(3, asked), 1.0)
        beside = here << 1 | here >> 1 | here << Grid.STRIDE | here >> Grid.STRIDE
        room = values.empty & beside
        wanted = room & (values.right | values.left | values.top | values.bottom)
        priors.add(LAY_ROOM + part * 5 + count(room), 1.0)
        priors.add(LAY_WANTED + part * 5 + count(wanted), 1.0)
