"""The features of a move, which learned priors weigh; `move_scorer` computes them.

They describe the markers on each action and who is ahead there, the performed action and what is still to do,
the character, and the place of a tile. Most are indicators with an amount of 1, and have a weight per action,
kind of move or character. The hand-set gain of a move is a feature too, with a weight per round.
"""

from typing import Final

from mypy_extensions import i64

from vanuatu.ai.priors import gain_only_weights
from vanuatu.ai.vanuatu import constants as w

# The blocks of weights by name, in order, with their sizes.
BLOCKS: Final = {
    "plan: gain": 3 * 9,  # by turn of planning and round
    "plan: markers": 3 * 9 * 2 * 3,  # by turn, action, markers placed now, own markers there
    "plan: worth": 3 * 9 * 2,  # of the action, by turn, action, markers placed
    "plan: ahead": 3 * 8,  # by turn, by lead
    "plan: worth ahead": 3 * 8,
    "plan: part of the game": 5 * 9,
    "plan: vatus": 9 * 6,
    "plan: others there": 9 * 4,
    "plan: own actions": 9 * 6,  # by action, number of actions with own markers
    "plan: pair": 9 * 9,
    "plan: trip": 3,  # gain by sailing, by turn
    "plan: character": 9,  # the character of the action
    "plan: order": 3 * 4 * 8,  # by turn, place in the turn order, lead
    "plan: free": 13,  # moves other than plans, by kind
    "act: gain": 9,  # by round
    "act: gain of kind": 13,
    "act: part of the game": 13 * 5,
    "act: bonus": 13,
    "act: own markers": 13 * 4,
    "act: lead": 13 * 4,
    "act: others there": 13 * 4,
    "act: majorities": 13 * 6,
    "act: markers left": 13 * 6,
    "act: others to act": 13 * 4,
    "act: still to do": 13 * 9,  # by kind, and each action with own markers
    "act: detail": 13 * 16,
    "character: gain": 9,  # by round
    "character: part of the game": 11 * 5,
    "character: vatus": 11 * 6,
    "character: order": 11 * 4,
    "character: fish": 11,
    "character: worth with sailing": 11,
    "character: worth": 11,
    "tile: place": 4 * 4,  # by distance from the boat: any, an island, its fish, its treasure
    "tile: others": 4,
    "exchange: gain": 9,  # by round
}
# The start of each block.
PLAN_GAIN: Final[i64] = 0
PLAN_MARKERS: Final[i64] = 27
PLAN_WORTH: Final[i64] = 189
PLAN_AHEAD: Final[i64] = 243
PLAN_WORTH_AHEAD: Final[i64] = 267
PLAN_PART: Final[i64] = 291
PLAN_VATUS: Final[i64] = 336
PLAN_OTHERS: Final[i64] = 390
PLAN_OWN_ACTIONS: Final[i64] = 426
PLAN_PAIR: Final[i64] = 480
PLAN_TRIP: Final[i64] = 561
PLAN_CHARACTER: Final[i64] = 564
PLAN_ORDER: Final[i64] = 573
PLAN_FREE: Final[i64] = 669
ACT_GAIN: Final[i64] = 682
ACT_KIND_GAIN: Final[i64] = 691
ACT_PART: Final[i64] = 704
ACT_BONUS: Final[i64] = 769
ACT_OWN: Final[i64] = 782
ACT_LEAD: Final[i64] = 834
ACT_OTHERS: Final[i64] = 886
ACT_MAJORITIES: Final[i64] = 938
ACT_LEFT: Final[i64] = 1016
ACT_ACTIVE: Final[i64] = 1094
ACT_TO_DO: Final[i64] = 1146
ACT_DETAIL: Final[i64] = 1263
CHARACTER_GAIN: Final[i64] = 1471
CHARACTER_PART: Final[i64] = 1480
CHARACTER_VATUS: Final[i64] = 1535
CHARACTER_ORDER: Final[i64] = 1601
CHARACTER_FISH: Final[i64] = 1645
CHARACTER_SAIL: Final[i64] = 1656
CHARACTER_STAY: Final[i64] = 1667
TILE_PLACE: Final[i64] = 1678
TILE_OTHERS: Final[i64] = 1694
EXCHANGE_GAIN: Final[i64] = 1698
SIZE: Final[i64] = 1707


def hand_set() -> list[int]:
    """Return weights equal to the hand-set priors; a fit begins with them."""
    return gain_only_weights(BLOCKS, w.PRIOR_HEAT)
