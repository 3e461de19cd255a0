"""Compute the features of moves (`move_features`) and the sums of their learned weights."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.ai.priors import Priors, capped
from vanuatu.ai.vanuatu import move_features as f
from vanuatu.ai.vanuatu.plans import PlanValues
from vanuatu.core.vanuatu import board, purse, tables
from vanuatu.core.vanuatu.layout import At, Phase, Seat
from vanuatu.core.vanuatu.moves import NONE, Kind, bonus_of, detail_of, kind_of
from vanuatu.core.vanuatu.tables import Action, Supply, Tile

LOWEST: Final = -12.0  # a gain further behind the best one counts as this
POINTS: Final = 0.25  # factor for points, so that they are of the size of other features
SLOTS: Final = 36  # of plans: an action with one marker or two, without sailing and with it
ALONE: Final[i64] = 7  # in place of a lead of -3 to 3: nobody else has markers there


@final
class MoveScorer:
    """Computes the features of moves and their weighted sums; the caller fills `plans`.

    The loops over the moves of a position add weights directly, because most of a search's weights are added
    here. With `recording` they note each feature as well.
    """

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
        # Plans: the sums for an action with one marker or two, without sailing and with it.
        self.sums = vec[float]([0.0] * SLOTS)

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
        order = seat - b[At.FIRST]
        self.order = capped(3, order if order >= 0 else order + players)

    def add_up(self, moves: vec[i64], gains: vec[float], best: float) -> None:
        """Replace the gain of each move by the weighted sum of its features; `best` is the highest gain."""
        n = len(moves)
        i: i64 = 0
        while i < n:
            gain = gains[i] - best
            gains[i] = gain if gain > LOWEST else LOWEST
            i += 1
        phase = self.b[At.PHASE]
        if phase == Phase.PLAN:
            self._add_up_plans(moves, gains)
        elif phase == Phase.ACT:
            self._add_up_acts(moves, gains)
        else:
            self._add_up_others(moves, gains, phase)

    def _add_up_plans(self, moves: vec[i64], gains: vec[float]) -> None:
        self._fill_sums(moves)
        priors, plans = self.priors, self.plans
        weights, sums, recording = priors.weights, self.sums, priors.recording
        by_gain = f.PLAN_GAIN + self.turn * 9 + self.round
        always = plans.markers[Action.SAIL] > 0
        n = len(moves)
        i: i64 = 0
        while i < n:
            move = moves[i]
            total = weights[by_gain] * gains[i]
            if recording:
                priors.note(by_gain, gains[i])
            kind = kind_of(move)
            if kind == Kind.PLAN:
                first = detail_of(move) >> 4
                second = detail_of(move) & 15
                sailing: i64 = 1 if always or first == Action.SAIL else 0  # it is the first action, if any
                if second == first:
                    total += sums[first * 4 + 2 + sailing]
                else:
                    total += sums[first * 4 + sailing]
                    if second != NONE:
                        total += sums[second * 4 + sailing]
                        total += weights[f.PLAN_PAIR + first * 9 + second]
                        if recording:
                            priors.note(f.PLAN_PAIR + first * 9 + second, 1.0)
                if first == Action.SAIL:
                    trip = POINTS * self._gain_by_trip(second)
                    total += weights[f.PLAN_TRIP + self.turn] * trip
                    if recording:
                        priors.note(f.PLAN_TRIP + self.turn, trip)
            else:
                total += weights[f.PLAN_FREE + kind - Kind.ACTION]
                if recording:
                    priors.note(f.PLAN_FREE + kind - Kind.ACTION, 1.0)
            gains[i] = total
            i += 1

    def _fill_sums(self, moves: vec[i64]) -> None:
        """Fill `sums` for the markers of these plans."""
        priors, plans, b, sums = self.priors, self.plans, self.b, self.sums
        weights, recording = priors.weights, priors.recording
        markers, rivals, others = plans.markers, plans.rivals, plans.others
        stay, sail = plans.stay, plans.sail
        ones, twos = self._markers_placed(moves)
        turn = self.turn
        favoured: i64 = -1  # the action of an unused character
        character = b[self.base + Seat.CHARACTER]
        if character >= 0 and b[self.base + Seat.USED] == 0:
            favoured = tables.CHARACTER_ACTION[character]
        a: i64 = 0
        while a < Action.COUNT:
            placed = (ones >> (2 * a)) & 3 | ((twos >> (2 * a)) & 3) << 2
            own = capped(2, markers[a])
            i6 = f.PLAN_PART + self.part * 9 + a
            i7 = f.PLAN_VATUS + a * 6 + self.vatus
            i8 = f.PLAN_OTHERS + a * 4 + capped(3, others[a])
            i9 = f.PLAN_OWN_ACTIONS + a * 6 + plans.planned
            count: i64 = 1
            while placed != 0:
                ahead = ALONE
                if rivals[a] > 0:
                    ahead = capped(3, markers[a] + count - rivals[a]) + 3
                    if ahead < 0:
                        ahead = 0
                i1 = f.PLAN_MARKERS + ((turn * 9 + a) * 2 + count - 1) * 3 + own
                i2 = f.PLAN_WORTH + (turn * 9 + a) * 2 + count - 1
                i3 = f.PLAN_AHEAD + turn * 8 + ahead
                i4 = f.PLAN_WORTH_AHEAD + turn * 8 + ahead
                i5 = f.PLAN_ORDER + (turn * 4 + self.order) * 8 + ahead
                sailing: i64 = 0
                while sailing < 2:
                    if (placed >> sailing) & 1 == 1:
                        worth = POINTS * (sail[a] if sailing == 1 else stay[a])
                        total = weights[i1] + weights[i2] * worth + weights[i3] + weights[i4] * worth
                        total = total + weights[i6] + weights[i7] + weights[i8] + weights[i9]
                        if a == favoured:
                            total += weights[f.PLAN_CHARACTER + a]
                        sums[a * 4 + count * 2 - 2 + sailing] = total + weights[i5]
                        if recording:
                            priors.note(i1, 1.0)
                            priors.note(i2, worth)
                            priors.note(i3, 1.0)
                            priors.note(i4, worth)
                            priors.note(i5, 1.0)
                            priors.note(i6, 1.0)
                            priors.note(i7, 1.0)
                            priors.note(i8, 1.0)
                            priors.note(i9, 1.0)
                            if a == favoured:
                                priors.note(f.PLAN_CHARACTER + a, 1.0)
                    sailing += 1
                placed >>= 2
                count += 1
            a += 1

    def _markers_placed(self, moves: vec[i64]) -> tuple[i64, i64]:
        """Return on which actions these plans place one marker, and on which two.

        Each action has two bits: set if so without sailing, and with it.
        """
        always = self.plans.markers[Action.SAIL] > 0
        ones: i64 = 0
        twos: i64 = 0
        i: i64 = 0
        while i < len(moves):
            if kind_of(moves[i]) == Kind.PLAN:
                first = detail_of(moves[i]) >> 4
                second = detail_of(moves[i]) & 15
                bit: i64 = 2 if always or first == Action.SAIL else 1
                if second == first:
                    twos |= bit << (2 * first)
                else:
                    ones |= bit << (2 * first)
                    if second != NONE:
                        ones |= bit << (2 * second)
            i += 1
        return ones, twos

    def _gain_by_trip(self, second: i64) -> float:
        """Return the gain by sailing for the actions planned already, and for the second one of a plan."""
        plans = self.plans
        markers, stay, sail = plans.markers, plans.stay, plans.sail
        gain = -plans.fare
        a: i64 = 1
        while a < Action.COUNT:
            if markers[a] > 0:
                gain += sail[a] - stay[a]
            a += 1
        if second != NONE and second != Action.SAIL and markers[second] == 0:
            gain += sail[second] - stay[second]
        return gain

    def _add_up_acts(self, moves: vec[i64], gains: vec[float]) -> None:
        priors, b = self.priors, self.b
        weights, recording = priors.weights, priors.recording
        majorities = self.plans.majorities
        if self.players == 2:
            majorities = self._majorities_with_neutrals()
        by_gain = f.ACT_GAIN + self.round
        slot: i64 = -1
        shared = 0.0  # the sum of what all moves of a kind share
        n = len(moves)
        i: i64 = 0
        while i < n:
            move = moves[i]
            gain = gains[i]
            kind = kind_of(move)
            k = kind - Kind.ACTION
            detail = detail_of(move)
            a = k
            if kind == Kind.TAKE:
                a = detail
            if slot != k * 16 + a:
                slot = k * 16 + a
                shared = self._done_and_to_do(weights, k, a, majorities)
            total = weights[by_gain] * gain + weights[f.ACT_KIND_GAIN + k] * gain
            if bonus_of(move) == 1:
                total += weights[f.ACT_BONUS + k]
            total += shared
            about = self._about(b, kind, detail)
            if about >= 0:
                total += weights[f.ACT_DETAIL + k * 16 + about]
            if recording:
                priors.note(by_gain, gain)
                priors.note(f.ACT_KIND_GAIN + k, gain)
                if bonus_of(move) == 1:
                    priors.note(f.ACT_BONUS + k, 1.0)
                if about >= 0:
                    priors.note(f.ACT_DETAIL + k * 16 + about, 1.0)
            gains[i] = total
            i += 1

    def _majorities_with_neutrals(self) -> i64:
        """Return the number of actions on which the seat may act: a tie with neutral markers may not do."""
        majorities: i64 = 0
        a: i64 = 0
        while a < Action.COUNT:
            if self.plans.markers[a] > 0 and board.leads(self.b, self.players, self.seat, a):
                majorities += 1
            a += 1
        return majorities

    def _done_and_to_do(self, weights: vec[float], k: i64, a: i64, majorities: i64) -> float:
        """Return the sum for a kind of move, the players who wait at its action, and what is still to do."""
        priors, plans = self.priors, self.plans
        markers = plans.markers
        recording = priors.recording
        i1 = f.ACT_PART + k * 5 + self.part
        total = weights[i1]
        if recording:
            priors.note(i1, 1.0)
        if a < Action.COUNT:
            own = markers[a]
            lead = own - plans.most[a]
            if lead < 0:
                lead = 0
            i1 = f.ACT_OWN + k * 4 + capped(3, own)
            i2 = f.ACT_LEAD + k * 4 + capped(3, lead)
            i3 = f.ACT_OTHERS + k * 4 + capped(3, plans.others[a])
            total = total + weights[i1] + weights[i2] + weights[i3]
            if recording:
                priors.note(i1, 1.0)
                priors.note(i2, 1.0)
                priors.note(i3, 1.0)
        to_do = plans.actions
        i: i64 = 0
        while to_do != 0:
            if to_do & 1 == 1 and i != a:
                total += weights[f.ACT_TO_DO + k * 9 + i]
                if recording:
                    priors.note(f.ACT_TO_DO + k * 9 + i, 1.0)
            to_do >>= 1
            i += 1
        i1 = f.ACT_MAJORITIES + k * 6 + majorities
        i2 = f.ACT_LEFT + k * 6 + Supply.MARKERS - plans.left
        i3 = f.ACT_ACTIVE + k * 4 + capped(3, plans.active)
        if recording:
            priors.note(i1, 1.0)
            priors.note(i2, 1.0)
            priors.note(i3, 1.0)
        return total + weights[i1] + weights[i2] + weights[i3]

    def _add_up_others(self, moves: vec[i64], gains: vec[float], phase: i64) -> None:
        priors = self.priors
        i: i64 = 0
        while i < len(moves):
            priors.begin()
            if phase == Phase.CHARACTER:
                self._character(moves[i], gains[i])
            elif phase == Phase.PLACE:
                self._tile(moves[i])
            elif phase == Phase.BEG:
                priors.add(f.EXCHANGE_GAIN + self.round, gains[i])
            gains[i] = priors.total
            i += 1

    def _about(self, b: vec[i64], kind: i64, detail: i64) -> i64:
        """Return what else characterises a move of phase IV, 0 to 15; -1 if nothing."""
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
        priors.add(f.CHARACTER_GAIN + self.round, gain)
        priors.add(f.CHARACTER_PART + c * 5 + self.part, 1.0)
        priors.add(f.CHARACTER_VATUS + c * 6 + self.vatus, 1.0)
        priors.add(f.CHARACTER_ORDER + c * 4 + self.order, 1.0)
        priors.add(f.CHARACTER_FISH + c, POINTS * float(fish))
        a = tables.CHARACTER_ACTION[c]
        if a >= 0:
            priors.add(f.CHARACTER_SAIL + c, POINTS * plans.sail[a])
            priors.add(f.CHARACTER_STAY + c, POINTS * plans.stay[a])

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
        priors.add(f.TILE_PLACE + far * 4, 1.0)
        if tile < Tile.ISLANDS:
            priors.add(f.TILE_PLACE + far * 4 + 1, 1.0)
        else:
            priors.add(f.TILE_PLACE + far * 4 + 2, 0.5 * float(tables.PRINTED_FISH[tile]))
            priors.add(f.TILE_PLACE + far * 4 + 3, 0.5 * float(tables.PRINTED_TREASURE[tile]))
        priors.add(f.TILE_OTHERS + capped(3, others), 1.0)
