"""Why a move is illegal, in words that a player understands: a sentence for each code of the core."""

from typing import Final

from mypy_extensions import i64

from vanuatu.core.game import NOT_A_MOVE, NOT_YOUR_TURN, Refusal
from vanuatu.core.vanuatu import board
from vanuatu.core.vanuatu import codes as why
from vanuatu.core.vanuatu.layout import At, Seat
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.core.vanuatu.tables import Action, Character
from vanuatu.notation import codec, wording
from vanuatu.notation.vanuatu import names


class Figure:
    """A number of a refusal in all its possible meanings; each sentence takes the ones it needs."""

    def __init__(self, number: i64) -> None:
        self.number = int(number)

    def __str__(self) -> str:
        return str(self.number)

    @property
    def cell(self) -> str:
        return names.cell_name(self.number)

    @property
    def action(self) -> str:
        return names.ACTION_NAMES[self.number]

    @property
    def seat(self) -> str:
        return codec.SEAT_NAMES[self.number].lower()

    @property
    def tile(self) -> str:
        return names.TILE_NAMES[self.number]

    @property
    def good(self) -> str:
        return names.GOODS_NAMES[self.number]

    @property
    def character(self) -> str:
        return names.CHARACTER_NAMES[self.number].capitalize()

    @property
    def ship(self) -> str:
        return names.SHIP_NAMES[self.number]

    @property
    def ships(self) -> str:
        return wording.amount(self.number, "ship")

    @property
    def token(self) -> str:
        return names.REST_NAMES[self.number]

    @property
    def draw(self) -> str:
        return _DRAWS[self.number]

    @property
    def vatus(self) -> str:
        return wording.amount(self.number, "vatu")

    @property
    def markers(self) -> str:
        return wording.amount(self.number, "marker")

    @property
    def points(self) -> str:
        return wording.amount(self.number, "point")

    @property
    def duty(self) -> str:
        return _DUTIES[self.number]

    @property
    def letter(self) -> str:
        return "ABCDEF"[self.number]

    @property
    def here(self) -> str:
        return "at the boat" if self.number in (Action.EXPLORE, Action.FISH) else "beside the boat"

    @property
    def place(self) -> str:
        return "within reach" if self.number else "beside the boat"

    @property
    def remedy(self) -> str:
        return _HUT_REMEDIES[self.number]


_DRAWS: Final = (
    "the starting tiles", "the next two tiles", "the ships", "the tourist tile",
    "the first player", "the flood die", "the characters on offer",
)  # fmt: skip
# The activity of the seat to move, by phase.
_DUTIES: Final = (
    "waits", "places a tile", "places neutral markers", "chooses a character", "plans", "performs actions",
    "decides about the Beggar's exchange",
)  # fmt: skip
# The missing thing in an action, in the order of actions.
_MISSING: Final = (
    "no ocean tile", "no free site for a hut", "no treasure", "no fish", "no own hut", "no goods",
    "no island to draw on", "no island with room for a tourist", "nothing",
)  # fmt: skip
# By `why.BuildLack`.
_MISSING_TO_BUILD: Final = (
    "no free site for a hut",
    "no free site for a hut or a dike",
    "no huts left, and no side for a dike",
)
# By `why.HutHelp`.
_HUT_REMEDIES: Final = (
    "none can be built there",
    "sailing is not planned",
    "building one is not planned",
    "neither sailing nor building is planned",
    "neither sailing nor building is planned",
    "the planned build can only be a dike",
)
_PLAN: Final = "{who} cannot plan to {a.action}: "

SENTENCES: Final[dict[int, str]] = {
    NOT_YOUR_TURN: "it is not your turn",
    NOT_A_MOVE: "there is no such move",
    why.GAME_OVER: "the game is over",
    why.NATURE_FIRST: "first {a.draw} must be drawn",
    why.NOT_A_DRAW_NOW: "nothing is drawn now: it is {who}'s turn",
    why.WRONG_DRAW: "what must be drawn now: {a.draw}",
    why.NOT_IN_PILE: "that cannot be drawn any more",
    why.SHIP_COUNT: "{a.ships} must be drawn now",
    why.SHIP_NOT_IN_PILE: "no {a.ship} is in the pile when ship {b} is drawn",
    why.WRONG_PHASE: "that is for another phase: {who} {a.duty} now",
    why.TILES_NOT_DUE: "the tiles to draw now are one {a.letter} and one {b.letter}",
    why.NO_SEAT: "{a.seat} does not take part",
    why.CAST_BEFORE: "the {a.character} was on offer in the round before",
    why.TILE_NOT_VISIBLE: "tile {a.tile} is not one of the visible tiles",
    why.CELL_FILLED: "a tile lies on {a.cell} already",
    why.FEW_NEIGHBOURS: "{a.cell} needs two filled neighbours and has {b}",
    why.OTHER_TILE_FIRST: "tile {a.tile} has no legal cell yet, so tile {b.tile} must be placed first",
    why.ISLAND_TOUCHES: "an island on {a.cell} would touch another island",
    why.OCEAN_ALONE: "an ocean tile on {a.cell} would touch no island",
    why.CHARACTER_HELD: "{b.seat} has the {a.character}",
    why.CHARACTER_OLD: "{who} had the {a.character} last round, and it goes back only after the choice",
    why.CHARACTER_OFF: "the {a.character} is not on offer this round",
    why.MARKER_COUNT: "{who} places {a.markers} now",
    why.PLAN_FISH: _PLAN + "no fish, and fishing is not planned",
    why.PLAN_FISHING: _PLAN + "no fish, and none to catch within reach",
    why.PLAN_HUT: _PLAN + "no own hut {b.place}, and {c.remedy}",
    why.PLAN_FISH_APART: _PLAN + "no fish, and none to catch where {who} could sell it",
    why.PLAN_SAIL: _PLAN + "{lack} {a.here}, and sailing is not planned",
    why.PLAN_NOWHERE: _PLAN + "{lack} within reach",
    why.PLAN_TOURISTS: "{who} cannot plan to transport: no tourists are left this round",
    why.PLAN_HUTS: "{who} cannot plan to build: no huts are left",
    why.PLAN_MONEY: _PLAN + "it costs {c.vatus}, and {who} can have {b} at most",
    why.PLAN_MONEY_SAIL: _PLAN + "sailing would leave {b.vatus}, and it costs {c}",
    why.PLAN_CONVERSION: _PLAN + "no order of the planned actions leaves the money for it",
    why.NO_MARKERS: "{who} has no markers on {a.action}",
    why.NO_MAJORITY: "{who} cannot {a.action}: {b.seat} leads it by {c.markers}",
    why.NEUTRALS_BAR: "{who} cannot {a.action}: {b.markers} against {c} neutral, and more are needed",
    why.NEUTRALS_MORE: "{who} cannot {a.action}: {b.markers} against {c} neutral, and as many are needed",
    why.PREACHER_ONLY: "{who} does not lead {a.action}: it takes the Preacher's bonus (written with @)",
    why.CAN_PERFORM: "{who} leads {a.action} and can perform it, so the markers cannot be withdrawn",
    why.LEADS_ELSEWHERE: "{who} leads {b.action}, so the markers on {a.action} cannot be withdrawn now",
    why.BONUS_OTHER: "the {b.character} has no bonus for {a.action}",
    why.BONUS_USED: "{who} has used the bonus of the {a.character} this round",
    why.NOT_CHARACTER: "only the {a.character} can do that, and {who} is not",
    why.SAME_ACTION: "the markers are on {a.action} already",
    why.NO_MONEY: "{who} has {a.vatus}, and it costs {b}",
    why.NOT_OCEAN: "{a.cell} is not an ocean tile",
    why.TOO_FAR: "{a.cell} is more than three cells away",
    why.WRONG_LENGTH: "{a.cell} cannot be reached in {b} cells",
    why.BOAT_THERE: "the other boat is on {a.cell}",
    why.NO_ISLAND: "there is no island on {a.cell}",
    why.UNDER_WATER: "the island on {a.cell} is submerged",
    why.NOT_BESIDE: "the boat on {b.cell} is not beside {a.cell}",
    why.NO_SITE: "no site for a hut is free on {a.cell}",
    why.NO_HUTS: "{who} has no huts left",
    why.NO_WATERS: "dikes are only built with rising waters",
    why.NO_DIKE_SIDE: "no dike can be built on {a.cell} towards {b.cell}",
    why.NO_DIKES: "all dikes are built",
    why.BOAT_ELSEWHERE: "the boat is on {b.cell}, not on {a.cell}",
    why.NO_TREASURE_LEFT: "there is no treasure on {a.cell}",
    why.NO_FISH_LEFT: "there are no fish on {a.cell}",
    why.NO_FISH_TILES: "{who} has no fish",
    why.NOT_THOSE_FISH: "{who} does not have those fish",
    why.NO_OWN_HUT: "{who} has no hut beside {a.cell}",
    why.NO_GOODS: "no {b.good} is left on {a.cell}",
    why.ALL_DRAWN: "everything is drawn on {a.cell} already",
    why.NO_TOURISTS: "no tourists are left this round",
    why.NO_ROOM: "{a.cell} has no room for a tourist",
    why.NO_TOKENS: "no rest token is left",
    why.TOKEN_GONE: "somebody has taken {a.token} already",
    why.NO_POINTS: "{who} has {a.points}, and {b} would be given",
    why.NO_TREASURE_TILE: "{who} has no treasure of {a}",
    why.NOTHING_GIVEN: "points are kept by not exchanging any; @0 says so only when the round ends",
}
# Codes whose sentence depends on a number.
_TIED: Final = "{who} cannot {a.action}: {b.seat} has as many markers there and comes earlier in turn order"
_CONVERTED: Final = SENTENCES[why.PLAN_CONVERSION] + " (10 vatus turn into 5 points at once)"
_NO_WAY: Final = _PLAN + "it takes sailing, for which the money is not there"
_PREACHER: Final = "{who} leads {a.action}: the Preacher's bonus is for actions without the majority"
_NO_CHARACTER: Final = "{who} has no character, so there is no bonus"
_MOOT: Final = {
    Character.BUILDER: "the Builder pays less for a hut, not for a dike",
    Character.BUYER: "the Buyer gains nothing: the reserve has no second cube of that",
    Character.GUIDE: "the Guide gains nothing: nothing is drawn there",
    Character.VENDOR: "the Vendor gains nothing beside an own hut",
}
_NO_TILE: Final = "no tile lies on {a.cell} yet"
_ASTRAY: Final = "a sail starts at the boat, on {boat}, and the Navigator's free trip has no length"


def refusal_words(state: VanuatuState, refusal: Refusal) -> str:
    """Return the sentence for a refusal in this position."""
    a, b, c = Figure(refusal.a), Figure(refusal.b), Figure(refusal.c)
    who = codec.SEAT_NAMES[state.actor].lower() if state.actor >= 0 else "chance"
    boat = (
        names.cell_name(state.b[Seat.BASE + Seat.SIZE * state.actor + Seat.BOAT]) if state.actor >= 0 else ""
    )
    sentence = _sentence(refusal)
    if refusal.code == why.NOT_OCEAN and _is_empty(state, refusal.a):
        sentence = _NO_TILE
    return sentence.format(who=who, boat=boat, lack=_lack(refusal), a=a, b=b, c=c)


def _is_empty(state: VanuatuState, cell: i64) -> bool:
    """Return whether a cell has neither an ocean tile nor an island."""
    return bool(board.on_board(cell)) and state.b[At.TILE + cell] < 0


def _lack(refusal: Refusal) -> str:
    """Return what is missing for an action that cannot be planned anywhere."""
    if refusal.code not in (why.PLAN_SAIL, why.PLAN_NOWHERE):
        return ""
    return _MISSING_TO_BUILD[refusal.b] if refusal.a == Action.BUILD else _MISSING[refusal.a]


def _sentence(refusal: Refusal) -> str:
    code = refusal.code
    if code == why.NO_MAJORITY and refusal.c == 0:
        return _TIED
    if code == why.PLAN_CONVERSION and refusal.b == 1:
        return _CONVERTED
    if code == why.PLAN_MONEY_SAIL and refusal.c == 0:
        return _NO_WAY
    if code == why.BONUS_OTHER and refusal.b in (-1, Character.PREACHER):
        return _NO_CHARACTER if refusal.b < 0 else _PREACHER
    if code == why.BONUS_MOOT:
        return _MOOT.get(int(refusal.a), "the bonus would change nothing there")
    if code == why.WRONG_LENGTH and refusal.b == 0:
        return _ASTRAY
    return SENTENCES.get(int(code), "that move is not legal here")
