"""Codes of the reasons why moves are refused; in brackets the numbers a, b, c of a `Refusal`.

Codes 0 and 1 are common to all games (`vanuatu.core.game`).
"""

from typing import Final, final

from mypy_extensions import i64

GAME_OVER: Final[i64] = 2
NATURE_FIRST: Final[i64] = 3  # a seat moves before a draw (kind of draw)
NOT_A_DRAW_NOW: Final[i64] = 4  # a draw while a seat is to move
WRONG_DRAW: Final[i64] = 5  # (kind of the next draw)
NOT_IN_PILE: Final[i64] = 6  # no longer in the supply
WRONG_PHASE: Final[i64] = 7  # (current phase)
SHIP_COUNT: Final[i64] = 8  # (number of ships to draw)
SHIP_NOT_IN_PILE: Final[i64] = 9  # (kind of ship, which of the ships drawn: 1 to 3)

TILE_NOT_VISIBLE: Final[i64] = 10  # (tile)
CELL_FILLED: Final[i64] = 11  # (cell)
FEW_NEIGHBOURS: Final[i64] = 12  # (cell, filled neighbours)
OTHER_TILE_FIRST: Final[i64] = 13  # (tile, the other tile, which has a legal cell)
ISLAND_TOUCHES: Final[i64] = 14  # (cell): an island beside an island
OCEAN_ALONE: Final[i64] = 15  # (cell): an ocean beside no island
CHARACTER_HELD: Final[i64] = 16  # (character, seat)
CHARACTER_OLD: Final[i64] = 17  # (character): the seat's character of the last round
CHARACTER_OFF: Final[i64] = 18  # (character): not on offer
MARKER_COUNT: Final[i64] = 19  # (markers to place)

TILES_NOT_DUE: Final[i64] = 20  # (expected letter, expected letter): other tiles were named
NO_SEAT: Final[i64] = 21  # (seat): not in the game
CAST_BEFORE: Final[i64] = 22  # (character): it was on offer in the round before

PLAN_FISH: Final[i64] = 30  # (action): no fish tile, and fishing is not planned
PLAN_FISHING: Final[i64] = 31  # (action): fishing is planned, but no fish within reach
PLAN_HUT: Final[i64] = 32  # (action, 1 if sailing is planned, what would help: `HutHelp`): no own hut
PLAN_SAIL: Final[i64] = 33  # (action, `BuildLack` for a build): not possible here, no sailing planned
PLAN_NOWHERE: Final[i64] = 34  # (action, `BuildLack` for a build): not possible within reach
PLAN_TOURISTS: Final[i64] = 35  # no tourists left this round
PLAN_HUTS: Final[i64] = 36  # no huts left in supply
PLAN_MONEY: Final[i64] = 37  # (action, has, needs)
PLAN_MONEY_SAIL: Final[i64] = 38  # (action, vatus left after sailing, needs)
PLAN_CONVERSION: Final[i64] = 39  # (action, 1 if vatus could reach ten): no order leaves enough money
PLAN_FISH_APART: Final[i64] = 40  # (action, 1 if a build is planned): no fish where fish could be sold

NO_MARKERS: Final[i64] = 50  # (action)
NO_MAJORITY: Final[i64] = 51  # (action, leading seat, lead in markers; 0: by turn order)
NEUTRALS_BAR: Final[i64] = 52  # (action, own markers, neutral markers): the seat needs more
NEUTRALS_MORE: Final[i64] = 61  # (action, own markers, neutral markers): the seat needs as many
PREACHER_ONLY: Final[i64] = 53  # (action): without the majority only as the Preacher's bonus
CAN_PERFORM: Final[i64] = 54  # (action): the seat can perform it, so it cannot withdraw a marker
LEADS_ELSEWHERE: Final[i64] = 55  # (action, action where the seat holds the majority)
BONUS_OTHER: Final[i64] = 56  # (action, own character or -1): that character has no bonus there
BONUS_USED: Final[i64] = 57  # (character)
BONUS_MOOT: Final[i64] = 58  # (character): the bonus has no effect
NOT_CHARACTER: Final[i64] = 59  # (character needed)
SAME_ACTION: Final[i64] = 60  # (action)

NO_MONEY: Final[i64] = 70  # (has, needs)
NOT_OCEAN: Final[i64] = 71  # (cell)
TOO_FAR: Final[i64] = 72  # (cell)
WRONG_LENGTH: Final[i64] = 73  # (cell, length)
BOAT_THERE: Final[i64] = 74  # (cell): occupied by the other boat, with two players
NO_ISLAND: Final[i64] = 75  # (cell)
UNDER_WATER: Final[i64] = 76  # (cell)
NOT_BESIDE: Final[i64] = 77  # (cell of the island, cell of the boat)
NO_SITE: Final[i64] = 78  # (cell)
NO_HUTS: Final[i64] = 79
NO_WATERS: Final[i64] = 80  # dikes without the rising waters
NO_DIKE_SIDE: Final[i64] = 81  # (cell, cell faced): no open side there
NO_DIKES: Final[i64] = 82
BOAT_ELSEWHERE: Final[i64] = 83  # (cell named, cell of the boat)
NO_TREASURE_LEFT: Final[i64] = 84  # (cell)
NO_FISH_LEFT: Final[i64] = 85  # (cell)
NO_FISH_TILES: Final[i64] = 86
NOT_THOSE_FISH: Final[i64] = 87
NO_OWN_HUT: Final[i64] = 88  # (cell of the boat)
NO_GOODS: Final[i64] = 89  # (cell, good)
ALL_DRAWN: Final[i64] = 90  # (cell)
NO_TOURISTS: Final[i64] = 91
NO_ROOM: Final[i64] = 92  # (cell)
NO_TOKENS: Final[i64] = 93
TOKEN_GONE: Final[i64] = 94  # (token)
NO_POINTS: Final[i64] = 95  # (has, needs)
NO_TREASURE_TILE: Final[i64] = 96  # (value)
NOTHING_GIVEN: Final[i64] = 97  # only at the end of a round a move is needed to keep the points


@final
class HutHelp:
    """How a seat could get a hut to sell beside."""

    NONE: Final[i64] = 0
    SAIL: Final[i64] = 1  # by planning to sail
    BUILD: Final[i64] = 2  # by planning to build
    EITHER: Final[i64] = 3
    BOTH: Final[i64] = 4
    DIKE_ONLY: Final[i64] = 5  # nothing: the build already planned can only be a dike


@final
class BuildLack:
    """What a seat lacks to build."""

    SITE: Final[i64] = 0
    SITE_AND_SIDE: Final[i64] = 1  # with rising waters
    HUT_AND_SIDE: Final[i64] = 2  # no huts left, and no side for a dike
