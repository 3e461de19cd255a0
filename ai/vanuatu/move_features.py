"""The features of a move, which learned priors weigh.

They describe the markers on each action and who is ahead there, the performed action and what is still to do,
the character, and the place of a tile. Most are indicators with an amount of 1, and have a weight per action,
kind of move or character. The hand-set gain of a move is a feature too, with a weight per round.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.ai.priors import Priors, capped, gain_only_weights
from vanuatu.ai.vanuatu import constants as w
from vanuatu.ai.vanuatu.plans import PlanValues
from vanuatu.core.vanuatu import board, moves, purse, tables
from vanuatu.core.vanuatu.layout import At, Phase, Seat
from vanuatu.core.vanuatu.moves import Kind, bonus_of, detail_of, kind_of
from vanuatu.core.vanuatu.tables import Action, Supply, Tile

LOWEST: Final = -12.0  # a gain further behind the best one counts as this
POINTS: Final = 0.25  # factor for points, so that they are of the size of other features
KINDS: Final[i64] = 13  # of moves other than plans
SLOTS: Final = 36  # of plans: an action with 1 or 2 markers, with a sail or without; of acts fewer
ALONE: Final[i64] = 7  # in place of a lead of -3 to 3: nobody else has markers there

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


@final
class MoveScorer:
    """Computes the features of moves, position by position; the caller fills `plans`."""

    def __init__(self, priors: Priors, plans: PlanValues) -> None:
        self.priors = priors
        self.plans = plans
        self.b = vec[i64]()
        self.players: i64 = 0
        self.seat: i64 = 0
        self.base: i64 = 0  # the start of the seat's block
        self.vatus: i64 = 0
        self.round: i64 = 0
        self.part: i64 = 0  # of the game: rounds 1, 2-3, 4-5, 6-7, 8
        self.turn: i64 = 0  # turn of planning
        self.order: i64 = 0  # the seat's place in the turn order
        self.majorities: i64 = 0  # the seat's majorities, in phase IV
        self.trip = 0.0  # gain by sailing for the actions planned already
        # Sums of features that several moves share, one slot per set of features, and the number of the
        # position of each sum.
        self.sums = vec[float]([0.0] * SLOTS)
        self.found = vec[i64]([0] * SLOTS)
        self.position: i64 = 0
        self.before = 0.0  # the sum without the features that are being added

    def fill(self, b: vec[i64], players: i64, seat: i64, round_: i64) -> None:
        """Prepare a position for the seat to move."""
        self.b = b
        self.players = players
        self.seat = seat
        self.base = Seat.BASE + seat * Seat.SIZE
        self.vatus = capped(5, b[self.base + Seat.VATUS])
        self.round = round_
        self.part = round_ // 2
        self.turn = b[At.STEP]
        self.order = capped(3, (seat - b[At.FIRST] + players) % players)
        self.position += 1
        if b[At.PHASE] == Phase.ACT:
            self._count_majorities()
        elif b[At.PHASE] == Phase.PLAN:
            self._measure_trip()

    def _count_majorities(self) -> None:
        """Count the actions on which the seat may act in phase IV."""
        b, plans = self.b, self.plans
        self.majorities = 0
        a: i64 = 0
        while a < Action.COUNT:
            own = plans.markers[a]
            if own > 0:
                # Being level with the others matters only with neutral markers (ruling 27).
                if b[At.NEUTRALS + a] > 0:
                    if board.leader(b, self.players, a) == self.seat:
                        self.majorities += 1
                elif own >= plans.rivals[a]:
                    self.majorities += 1
            a += 1

    def _measure_trip(self) -> None:
        """Measure the gain by sailing for the actions planned already."""
        plans = self.plans
        self.trip = -plans.fare
        a: i64 = 1
        while a < Action.COUNT:
            if plans.markers[a] > 0:
                self.trip += plans.sail[a] - plans.stay[a]
            a += 1

    def sum(self, move: i64, gain: float) -> float:
        """Return how promising a move is; `gain`, 0 or less, is its distance from the best one."""
        priors = self.priors
        priors.begin()
        if gain < LOWEST:
            gain = LOWEST
        phase = self.b[At.PHASE]
        if phase == Phase.PLAN:
            self._plan(move, gain)
        elif phase == Phase.ACT:
            self._act(move, gain)
        elif phase == Phase.CHARACTER:
            self._character(move, gain)
        elif phase == Phase.PLACE:
            self._tile(move)
        elif phase == Phase.BEG:
            priors.add(EXCHANGE_GAIN + self.round, gain)
        return priors.total

    def _plan(self, move: i64, gain: float) -> None:
        priors, plans = self.priors, self.plans
        priors.add(PLAN_GAIN + self.turn * 9 + self.round, gain)
        kind = kind_of(move)
        if kind != Kind.PLAN:
            priors.add(PLAN_FREE + kind - Kind.ACTION, 1.0)
            return
        first = detail_of(move) >> 4
        second = detail_of(move) & 15
        sailing = plans.markers[Action.SAIL] > 0 or first == Action.SAIL or second == Action.SAIL
        if second == first:
            self._markers(first, 2, sailing)
        else:
            self._markers(first, 1, sailing)
        if second != moves.NONE and second != first:
            self._markers(second, 1, sailing)
            priors.add(PLAN_PAIR + first * 9 + second, 1.0)
        if first == Action.SAIL:
            gained = self.trip
            if second != moves.NONE and second != first and plans.markers[second] == 0:
                gained += plans.sail[second] - plans.stay[second]
            priors.add(PLAN_TRIP + self.turn, gained * POINTS)

    def _markers(self, a: i64, count: i64, sailing: bool) -> None:
        """Add the features of this number of markers on an action, and perhaps one on sailing."""
        slot = (a * 2 + count - 1) * 2
        if sailing:
            slot += 1
        if not self._shared(slot):
            self._markers_anew(a, count, sailing)
            self._share(slot)

    def _shared(self, slot: i64) -> bool:
        """Add the stored sum of these features; if there is none, begin a sum that `_share` stores.

        When features are recorded, they are added one by one.
        """
        priors = self.priors
        if priors.recording:
            return False
        if self.found[slot] == self.position:
            priors.total += self.sums[slot]
            return True
        self.before = priors.total
        priors.total = 0.0
        return False

    def _share(self, slot: i64) -> None:
        priors = self.priors
        if not priors.recording:
            self.sums[slot] = priors.total
            self.found[slot] = self.position
            priors.total += self.before

    def _markers_anew(self, a: i64, count: i64, sailing: bool) -> None:
        priors, plans, b = self.priors, self.plans, self.b
        of_turn = self.turn * 9 + a
        own = plans.markers[a]
        priors.add(PLAN_MARKERS + (of_turn * 2 + count - 1) * 3 + capped(2, own), 1.0)
        worth = POINTS * (plans.sail[a] if sailing else plans.stay[a])
        priors.add(PLAN_WORTH + of_turn * 2 + count - 1, worth)
        ahead = ALONE
        if plans.rivals[a] > 0:
            ahead = capped(3, own + count - plans.rivals[a]) + 3
            if ahead < 0:
                ahead = 0
        priors.add(PLAN_AHEAD + self.turn * 8 + ahead, 1.0)
        priors.add(PLAN_WORTH_AHEAD + self.turn * 8 + ahead, worth)
        priors.add(PLAN_PART + self.part * 9 + a, 1.0)
        priors.add(PLAN_VATUS + a * 6 + self.vatus, 1.0)
        priors.add(PLAN_OTHERS + a * 4 + capped(3, plans.others[a]), 1.0)
        priors.add(PLAN_OWN_ACTIONS + a * 6 + plans.planned, 1.0)
        character = b[self.base + Seat.CHARACTER]
        if character >= 0 and b[self.base + Seat.USED] == 0 and tables.CHARACTER_ACTION[character] == a:
            priors.add(PLAN_CHARACTER + a, 1.0)
        priors.add(PLAN_ORDER + (self.turn * 4 + self.order) * 8 + ahead, 1.0)

    def _act(self, move: i64, gain: float) -> None:
        priors = self.priors
        kind = kind_of(move)
        k = kind - Kind.ACTION
        detail = detail_of(move)
        priors.add(ACT_GAIN + self.round, gain)
        priors.add(ACT_KIND_GAIN + k, gain)
        if bonus_of(move) == 1:
            priors.add(ACT_BONUS + k, 1.0)
        a = k
        slot = k
        if kind == Kind.TAKE:
            a = detail
            slot = KINDS + a
        if not self._shared(slot):
            self._done_and_to_do(k, a)
            self._share(slot)
        about = self._about(kind, detail)
        if about >= 0:
            priors.add(ACT_DETAIL + k * 16 + about, 1.0)

    def _done_and_to_do(self, k: i64, a: i64) -> None:
        """Add the kind of move, the players who wait at its action, and what is still to do."""
        priors, plans = self.priors, self.plans
        markers = plans.markers
        priors.add(ACT_PART + k * 5 + self.part, 1.0)
        if a < Action.COUNT:
            own = markers[a]
            lead = own - plans.most[a]
            if lead < 0:
                lead = 0
            priors.add(ACT_OWN + k * 4 + capped(3, own), 1.0)
            priors.add(ACT_LEAD + k * 4 + capped(3, lead), 1.0)
            priors.add(ACT_OTHERS + k * 4 + capped(3, plans.others[a]), 1.0)
        i: i64 = 0
        while i < Action.COUNT:
            if markers[i] > 0 and i != a:
                priors.add(ACT_TO_DO + k * 9 + i, 1.0)
            i += 1
        priors.add(ACT_MAJORITIES + k * 6 + self.majorities, 1.0)
        priors.add(ACT_LEFT + k * 6 + Supply.MARKERS - plans.left, 1.0)
        priors.add(ACT_ACTIVE + k * 4 + capped(3, plans.active), 1.0)

    def _about(self, kind: i64, detail: i64) -> i64:
        """Return what else characterises a move of phase IV, 0 to 15; -1 if nothing."""
        b = self.b
        if kind == Kind.SAIL:
            if detail >> 2 == self.plans.target:
                return (detail & 3) + 4
            return detail & 3
        if kind == Kind.BUILD:
            built = (detail >> 5) & 1
            if detail & 31 != 0:
                built += 2
            return built
        if kind == Kind.EXPLORE:
            return capped(3, b[At.TREASURE_LEFT + b[At.TILE + detail]])
        if kind == Kind.FISH:
            return capped(3, b[At.FISH_LEFT + b[At.TILE + detail]])
        if kind == Kind.SELL:
            kept = purse.packed_value(b[self.base + Seat.FISH]) - purse.packed_value(detail)
            return capped(3, kept) * 4 + capped(3, b[At.MARKET])
        if kind == Kind.BUY:
            return detail & 3
        if kind == Kind.DRAW or kind == Kind.TRANSPORT:
            return 0
        if kind == Kind.REST:
            return capped(4, detail)
        if kind == Kind.TAKE:
            return detail
        if kind == Kind.BEG or kind == Kind.TREASURE:
            return capped(6, detail)
        return -1

    def _character(self, move: i64, gain: float) -> None:
        priors, plans = self.priors, self.plans
        c = detail_of(move)
        fish = purse.packed_value(self.b[self.base + Seat.FISH])
        priors.add(CHARACTER_GAIN + self.round, gain)
        priors.add(CHARACTER_PART + c * 5 + self.part, 1.0)
        priors.add(CHARACTER_VATUS + c * 6 + self.vatus, 1.0)
        priors.add(CHARACTER_ORDER + c * 4 + self.order, 1.0)
        priors.add(CHARACTER_FISH + c, POINTS * float(fish))
        a = tables.CHARACTER_ACTION[c]
        if a >= 0:
            priors.add(CHARACTER_SAIL + c, POINTS * plans.sail[a])
            priors.add(CHARACTER_STAY + c, POINTS * plans.stay[a])

    def _tile(self, move: i64) -> None:
        """Add how far a tile is from the seat's boat, and what is on it."""
        priors, b = self.priors, self.b
        tile = detail_of(move) >> 5
        cell = detail_of(move) & 31
        far: i64 = 0
        others: i64 = 0
        seat: i64 = 0
        while seat < self.players:
            boat = b[Seat.BASE + seat * Seat.SIZE + Seat.BOAT]
            if boat > 0:
                near = board.spread(board.one(boat))
                beside = (near >> cell) & 1
                if seat != self.seat:
                    others += beside
                elif beside == 1:
                    far = 1
                else:
                    far = 3 - ((board.spread(near) >> cell) & 1)
            seat += 1
        priors.add(TILE_PLACE + far * 4, 1.0)
        if tile < Tile.ISLANDS:
            priors.add(TILE_PLACE + far * 4 + 1, 1.0)
        else:
            priors.add(TILE_PLACE + far * 4 + 2, 0.5 * float(tables.PRINTED_FISH[tile]))
            priors.add(TILE_PLACE + far * 4 + 3, 0.5 * float(tables.PRINTED_TREASURE[tile]))
        priors.add(TILE_OTHERS + capped(3, others), 1.0)
