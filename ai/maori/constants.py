"""Hand-set constants of the bots in Maori, in points unless a comment has another unit.

They are estimates; docs/lab/strength.md has the strength of the bots with them.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# Heat of the softmax: a weight falls by e for each such distance behind the best move.
PRIOR_HEAT: Final = 0.9
# The least weight of a move.
LEAST_WEIGHT: Final = 0.002
# Random noise on gains in playouts; then on the small ship's move after a tile.
PLAYOUT_NOISE: Final = 3.0
BOAT_NOISE: Final = 1.0
# Factor from sums of learned priors to points, in playouts.
PLAYOUT_SCALE: Final = 0.5
# Number of tiles before the explorer ship that are considered; fewer in playouts and before the small ship
# moves.
DEPTH: Final[i64] = 4
LOW_DEPTH: Final[i64] = 2

# Part of a stored tile's value; value of a tile without gain; gain of a removal.
STORED: Final = 0.35
STORED_IN_VAIN: Final = -1.0
REMOVED: Final = -2.0
# No tile fits or is in reach: the turn is lost.
LOST: Final = -0.5
# An empty space beside the small ship after a tile.
BOAT_ROOM: Final = 0.5

# With learned weights, playouts look this many complete rounds ahead.
ROUNDS_AHEAD: Final[i64] = 2
# With at most this many turns left, playouts go to the end, because estimates cannot decide when to end the
# game.
TURNS_TO_END: Final[i64] = 1

# The chance that an open side of an island is closed in time, by own turns left.
CLOSING: Final = vec[float]([0.0, 0.2, 0.38, 0.52, 0.63, 0.71, 0.77, 0.81, 0.84, 0.86, 0.88, 0.9])
MANY_TURNS: Final[i64] = 11
# Value of the tile that closes an island, apart from the island.
PARTNER: Final = 1.5
# Value of a half lei that may find its other half.
LEI: Final = 1.6
# Value of a shell and a ship, at the beginning, and more near a majority.
SHELL: Final = 0.75
SHIP: Final = 0.9
# With this many turns left, majorities do not matter yet.
EARLY: Final = 16.0
# One more shell or ship at the end, by lead over the best other seat: two or more ahead, about even, just
# behind, far behind.
AHEAD: Final = 1.0
EVEN: Final = 1.8
BEHIND: Final = 0.5
FAR_BEHIND: Final = 0.15
# Filling a space saves a point and brings the end nearer.
FILLED: Final = 1.0
# An island that can never be completed occupies spaces and is lost at the end.
DEAD: Final = -2.5
# An empty neighbour that wants land becomes harder to fill. Empty spaces in the middle suit land best: edges
# and corners are filled first.
ASKED: Final = 0.1
ROOM: Final = 0.08
