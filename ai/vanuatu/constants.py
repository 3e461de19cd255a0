"""The weights of the bots in Vanuatu: the numbers that are judgement, in points if nothing else is said.

They were set by judgement; docs/lab/strength.md tells how strong they make the bots.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# How sharply moves are told apart: a weight falls by e with each of these distances behind the best move.
PLAYOUT_HEAT: Final = 0.6
PRIOR_HEAT: Final = 1.2
# No move weighs less.
LEAST_WEIGHT: Final = 0.001
# A sale or an exchange while planning comes after every plan.
BEFORE_PLANNING: Final = -100.0

# Money. A vatu, while there are rounds to spend it in and in the last one.
VATU: Final = 0.5
LAST_VATU: Final = 0.34
# What an action is worth for which the money is not there yet: this part of itself.
UNPAID: Final = 0.2

# Fish: the price by which a fish in the sea is judged, and in the last round.
FISH_PRICE: Final = 2.4
LAST_FISH_PRICE: Final = 1.3
# Catching one now, for each of its value.
CATCH: Final = 1.1
# What a fish in hand would still bring, for each of its value, and in the last round.
KEPT_FISH: Final = 0.6
LAST_KEPT_FISH: Final = 0.34
# How much of the vatus of a sale counts in a survey, and in the last round.
SALE: Final = 0.75
LAST_SALE: Final = 1.2
# A sale of fish that are yet to be caught.
SALE_TO_COME: Final = 1.0

# Huts and tourists. Of the places for tourists that the supply could fill, so much gets filled, and at most.
FILLED: Final = 0.7
MOST_FILLED: Final = 0.85
# What others gain by the tourist one brings counts so much of what oneself gains.
ENVY: Final = 0.3
# The second cube of the Buyer is as often wanted.
SECOND_CUBE: Final = 0.7

# Resting: the first who rests, less for each who has rested before, more in the last round for the first.
REST: Final = 1.6
REST_LATER: Final = 0.3
LAST_REST: Final = 1.0
# The first player marker: for the one who has it, for another.
KEPT_FIRST: Final = 0.3
NEW_FIRST: Final = 1.3
TOKEN_POINT: Final = 1.0

# Taking markers back, and this part of what the action would have been worth.
TAKE_BACK: Final = -0.3
GIVEN_UP: Final = 0.5
# Moving markers, and this part of what the one action is worth more than the other.
GOVERN: Final = -0.3
GOVERNED: Final = 0.6
# Treasures and points sold without need; with need, this many times the action they pay for.
NO_NEED: Final = -2.0
NEED: Final = 4.0
# The vatus with which one can buy something worth buying.
NEED_TO_BUY: Final[i64] = 2
# Among equals at the end those win who have more vatus left.
LEFT_OVER: Final = 0.01

# Characters, in the order of the alphabet, where there is use for them and where there is none.
CHARACTER_USEFUL: Final = vec[float]([1.8, 0.7, 1.3, 1.8, 0.6, 0.3, 0.8, 1.6, 1.2, 0.8, 0.4])
CHARACTER_IDLE: Final = vec[float]([0.0, 0.2, 0.2, 0.2, 0.0, 0.0, 0.8, 0.1, 0.9, 0.8, 0.4])
# The Builder for one who could not pay a hut else.
BUILDER_IN_NEED: Final = 2.0
# Who has fewer vatus is poor: the Beggar and the Navigator are of use.
POOR: Final[i64] = 2
# For each of the value that the Diver and the Fisherman find where one means to sail.
FOUND_VALUE: Final = 0.6
# This part of what fish would bring that only the Vendor can sell.
VENDOR_SALE: Final = 0.4

# Plans. How far one can count on an action by how many markers one is ahead (after the tie rule): from three
# behind to three ahead. Who does not lead may still get a turn once the leader is through.
HOPES: Final = vec[float]([0.25, 0.3, 0.45, 0.75, 0.88, 0.95, 0.97])
MOST_AHEAD: Final[i64] = 3
# Markers still to come are worth so much of what they could be.
TO_COME: Final = 0.6
# An action that is worth nothing as things stand is worth less than nothing in a plan.
WASTE: Final = -0.5

# What it is worth that the game is not lost together; less in playouts, where nobody is to count on others.
GAME_POINTS: Final = 60.0
PLAYOUT_GAME_POINTS: Final = 12.0
# How much more it costs to lose together than to lose alone, in won games; then the same where the judgement
# was learned, by number of players. Three lose their islands most easily, and what was learned tells seats
# apart more sharply, so that the danger to all has to weigh more, too.
RUIN_COST: Final = 1.0
LEARNED_RUIN_COST: Final = vec[float]([1.0, 1.0, 1.0, 2.0, 1.0, 1.0])
# A dike beside an own hut, and more by how much it lowers the chance that the island is lost.
DIKE: Final = 0.8
DIKE_SAVES: Final = 8.0

# What is in hand between two rounds, by rounds still to be played, 0 to 8.
VATU_POINTS: Final = vec[float]([0.34, 0.45, 0.5, 0.55, 0.55, 0.6, 0.6, 0.6, 0.6])
FISH_POINTS: Final = vec[float]([0.34, 0.8, 1.0, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1])
TREASURE_POINTS: Final = vec[float]([2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0])
FIRST_POINTS: Final = vec[float]([3.0, 1.6, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0])
# What a seat gains in a round, whatever it has.
ROUND_POINTS: Final = 6.0
# The standard deviation of what a seat scores beyond its forecast.
SPREAD: Final = vec[float]([0.5, 3.5, 5.0, 6.0, 7.0, 8.0, 8.5, 9.0, 9.0])

# Rising waters. In the end every cell has a tile: a side where none lies yet counts as one for the last
# rising, and so much less for each rising before that.
UNFILLED_LESS: Final = 0.2
# The sides among them that the two tiles placed before the next rising will fill.
FILLED_NEXT: Final = 0.3
# Dikes that islands still to come will take: the first two of them stand longer.
TASK_EARLY: Final = 2.6
TASK_LATE: Final = 2.2
LATE_ISLANDS: Final[i64] = 2
# Their chance to be lost, and the waters to expect on them.
UNPLACED_LOST: Final = 0.3
UNPLACED_LEVEL: Final = 2.0
# How many of the waters come that could come.
RISING: Final = 0.8
# How much time there is before the next rising: in a round that has not begun, in one that has.
HANDS: Final = 0.7
HANDS_HALF: Final = 0.5
HANDS_ROUND: Final = 1.0
# How much of a round is left when it has begun.
BEGUN: Final = 0.5
# An island that no boat is beside is harder to save.
LONELY: Final = 1.6
# The fourth least needy island could be kept instead: this part of its dikes counts, up to the second number.
SPARE: Final = 0.3
SPARE_DIKES: Final = 4.0
# Dikes that the table builds in a round, and those that all count on; for one island.
TABLE_PACE: Final = 1.2
TABLE_START: Final = 0.2
ISLAND_PACE: Final = 0.4
ISLAND_START: Final = 0.4
ISLAND_DANGER: Final = 0.8
