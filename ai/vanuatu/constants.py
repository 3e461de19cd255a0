"""Hand-set constants of the bots in Vanuatu, in points unless a comment has another unit.

They are estimates; docs/lab/strength.md has the strength of the bots with them.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# Heat of the softmax: a weight falls by e for each such distance behind the best move.
PLAYOUT_HEAT: Final = 0.6
PRIOR_HEAT: Final = 1.2
# The least weight of a move.
LEAST_WEIGHT: Final = 0.001
# While planning, a sale or an exchange comes after every plan.
BEFORE_PLANNING: Final = -100.0

# Money: a vatu, before the last round and in it.
VATU: Final = 0.5
LAST_VATU: Final = 0.34
# Value of an action that the seat cannot pay yet, as a part of its full value.
UNPAID: Final = 0.2

# Fish: the assumed price of a fish in the sea, before the last round and in it.
FISH_PRICE: Final = 2.4
LAST_FISH_PRICE: Final = 1.3
# Catching a fish now, per value.
CATCH: Final = 1.1
# A fish in hand, per value, before the last round and in it.
KEPT_FISH: Final = 0.6
LAST_KEPT_FISH: Final = 0.34
# The part of a sale's vatus that counts in a survey, before the last round and in it.
SALE: Final = 0.75
LAST_SALE: Final = 1.2
# A sale of fish that are not caught yet.
SALE_TO_COME: Final = 1.0

# Huts and tourists: the part of the possible places that tourists will fill, and its limit.
FILLED: Final = 0.7
MOST_FILLED: Final = 0.85
# The part of other players' gains from a tourist that counts against the own gain.
ENVY: Final = 0.3
# Probability that the second cube of the Buyer is wanted.
SECOND_CUBE: Final = 0.7

# Resting: the first rest token, less for each earlier rest, more in the last round for the first.
REST: Final = 1.6
REST_LATER: Final = 0.3
LAST_REST: Final = 1.0
# The first player marker: for its owner, for another seat.
KEPT_FIRST: Final = 0.3
NEW_FIRST: Final = 1.3
TOKEN_POINT: Final = 1.0

# Withdrawing markers, and this part of the action's value.
WITHDRAW: Final = -0.3
GIVEN_UP: Final = 0.5
# Moving markers, and this part of the difference between the two actions.
GOVERN: Final = -0.3
GOVERNED: Final = 0.6
# Treasures and points sold without need; with need, this many times the value of the action they pay for.
NO_NEED: Final = -2.0
NEED: Final = 4.0
# Vatus enough to buy something useful.
NEED_TO_BUY: Final[i64] = 2
# Vatus that are left break ties at the end.
LEFT_OVER: Final = 0.01

# Characters in alphabetical order: value when useful, and when not.
CHARACTER_USEFUL: Final = vec[float]([1.8, 0.7, 1.3, 1.8, 0.6, 0.3, 0.8, 1.6, 1.2, 0.8, 0.4])
CHARACTER_IDLE: Final = vec[float]([0.0, 0.2, 0.2, 0.2, 0.0, 0.0, 0.8, 0.1, 0.9, 0.8, 0.4])
# The Builder for a seat that cannot pay a hut otherwise.
BUILDER_IN_NEED: Final = 2.0
# A seat with fewer vatus is poor: the Beggar and the Navigator are useful.
POOR: Final[i64] = 2
# Per value that the Diver and the Fisherman find at the target of the boat.
FOUND_VALUE: Final = 0.6
# Part of the fish sale that only the Vendor makes possible.
VENDOR_SALE: Final = 0.4

# Plans: the chance to perform an action, by the lead in markers (after the tie rule) from -3 to 3. A seat
# behind may still get a turn after the leader.
HOPES: Final = vec[float]([0.25, 0.3, 0.45, 0.75, 0.88, 0.95, 0.97])
MOST_AHEAD: Final[i64] = 3
# Part of the value of markers that are not placed yet.
TO_COME: Final = 0.6
# An action without value costs this in a plan.
WASTE: Final = -0.5

# Value of avoiding a common loss; less in playouts, in which seats cannot rely on one another.
GAME_POINTS: Final = 60.0
PLAYOUT_GAME_POINTS: Final = 12.0
# The extra cost of a common loss compared with an own loss, in won games; then the same with learned weights,
# by number of players. Three players lose their islands most easily. Learned weights separate seats more
# sharply, so the common danger must weigh more.
RUIN_COST: Final = 1.0
LEARNED_RUIN_COST: Final = vec[float]([1.0, 1.0, 1.0, 2.0, 1.0, 1.0])
# A dike beside an own hut, and more by how much it lowers the chance that the island is lost.
DIKE: Final = 0.8
DIKE_SAVES: Final = 8.0

# Values of vatus, fish, treasures and the first player marker between rounds, by rounds still to be played, 0
# to 8.
VATU_POINTS: Final = vec[float]([0.34, 0.45, 0.5, 0.55, 0.55, 0.6, 0.6, 0.6, 0.6])
FISH_POINTS: Final = vec[float]([0.34, 0.8, 1.0, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1])
TREASURE_POINTS: Final = vec[float]([2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0])
FIRST_POINTS: Final = vec[float]([3.0, 1.6, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0])
# Gain of a seat per round, independent of what it has.
ROUND_POINTS: Final = 6.0
# Standard deviation of a seat's score around its expectation.
SPREAD: Final = vec[float]([0.5, 3.5, 5.0, 6.0, 7.0, 8.0, 8.5, 9.0, 9.0])

# Rising waters. At the end every cell has a tile. A side without a tile counts as one for the last rising,
# and less by this for each rising before.
UNFILLED_LESS: Final = 0.2
# The part of these sides that the next two tiles will fill before the next rising.
FILLED_NEXT: Final = 0.3
# Dikes for islands not placed yet: the first two of them stand longer.
TASK_EARLY: Final = 2.6
TASK_LATE: Final = 2.2
LATE_ISLANDS: Final[i64] = 2
# Their chance to be lost, and the expected waters on them.
UNPLACED_LOST: Final = 0.3
UNPLACED_LEVEL: Final = 2.0
# The part of the possible waters that rise.
RISING: Final = 0.8
# Time before the next rising: in a round that has not begun, in one that has.
HANDS: Final = 0.7
HANDS_HALF: Final = 0.5
HANDS_ROUND: Final = 1.0
# The part of a round that is left after it has begun.
BEGUN: Final = 0.5
# An island without a boat beside it is harder to save.
LONELY: Final = 1.6
# The fourth least needy island could be saved instead: this part of its dikes counts, up to the second
# number.
SPARE: Final = 0.3
SPARE_DIKES: Final = 4.0
# Dikes that the table builds in a round, and those that all expect; for one island.
TABLE_PACE: Final = 1.2
TABLE_START: Final = 0.2
ISLAND_PACE: Final = 0.4
ISLAND_START: Final = 0.4
ISLAND_DANGER: Final = 0.8
