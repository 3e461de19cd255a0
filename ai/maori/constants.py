"""The weights of the bots in Maori: the numbers that are judgement, in points if nothing else is said.

They were set by judgement; docs/lab/strength.md tells how strong they make the bots.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# How sharply moves are told apart: a weight falls by e with each of these distances behind the best move.
PRIOR_HEAT: Final = 0.9
# No move weighs less.
LEAST_WEIGHT: Final = 0.002
# Playouts add so much chance to what a move gains; and to where the small ship goes after a tile.
PLAYOUT_NOISE: Final = 3.0
BOAT_NOISE: Final = 1.0
# What the sums of learned priors count for in playouts, in points.
PLAYOUT_SCALE: Final = 0.5
# How many tiles before the explorer ship are looked at; fewer in playouts and before the small ship moves.
DEPTH: Final[i64] = 4
LOW_DEPTH: Final[i64] = 2

# What a stored tile keeps of its worth, one that would gain nothing, what a removal gains.
STORED: Final = 0.35
STORED_IN_VAIN: Final = -1.0
REMOVED: Final = -2.0
# Nothing fits or is in reach: the turn is lost.
LOST: Final = -0.5
# An empty space beside the small ship after a tile.
BOAT_ROOM: Final = 0.5

# So many whole rounds are looked ahead where the judgement was learned.
ROUNDS_AHEAD: Final[i64] = 2
# With so few turns left playouts go to the end: who should end the game, and when, is not for a guess.
TURNS_TO_END: Final[i64] = 1

# The chance that an open side of an island is closed in time, by own turns left.
CLOSING: Final = vec[float]([0.0, 0.2, 0.38, 0.52, 0.63, 0.71, 0.77, 0.81, 0.84, 0.86, 0.88, 0.9])
MANY_TURNS: Final[i64] = 11
# What the tile that closes an island brings by itself.
PARTNER: Final = 1.5
# A half lei that lies open finds the other half so often.
LEI: Final = 1.6
# What a shell and a ship are worth, at the beginning and more as a majority comes near.
SHELL: Final = 0.75
SHIP: Final = 0.9
# With this many turns left majorities do not matter yet.
EARLY: Final = 16.0
# One more shell or ship at the end: for a seat two or more ahead of the best other, about even, just behind,
# far behind.
AHEAD: Final = 1.0
EVEN: Final = 1.8
BEHIND: Final = 0.5
FAR_BEHIND: Final = 0.15
# A space that is filled is a point not lost, and the end comes nearer.
FILLED: Final = 1.0
# An island that can never be completed holds spaces and is lost in the end.
DEAD: Final = -2.5
# Each empty neighbour that is asked for land becomes harder to fill; and open water in the middle is land's
# best place: edges and corners come first.
ASKED: Final = 0.1
ROOM: Final = 0.08
