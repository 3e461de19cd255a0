"""How good a plan looks: what its actions would be worth, where the boat had best be for them, who leads.

A plan is judged as a whole: the markers placed already, the ones to place now, and what the ones still
to come could make of it.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from ai.vanuatu import weights as w
from ai.vanuatu.worth import Worth
from core.vanuatu import At, Seat, moves
from core.vanuatu.tables import CELLS, Action, Character, Supply


@final
class Plans:
    """Judges plans of one seat in one position; `fill` before `score`."""

    def __init__(self) -> None:
        self.worth = Worth()
        self.markers = vec[i64]([0] * 9)
        self.rivals = vec[i64]([0] * 9)  # how many markers it takes not to be behind
        self.left: i64 = 0
        self.can_sail = False
        self.fare = 0.0
        self.target: i64 = 0
        self.stay = vec[float]([0.0] * 9)  # what actions are worth without sailing
        self.sail = vec[float]([0.0] * 9)  # and with it, performed where they are worth more

    def fill(self, b: vec[i64], players: i64, seat: i64, round_: i64, planning: bool) -> None:
        """Look at a position for a seat; unless `planning`, only as far as its markers go."""
        worth = self.worth
        worth.fill(b, players, seat, round_)
        self._count_markers(b, players, seat)
        fished = self.markers[Action.FISH] > 0
        worth.at(b, worth.boat, worth.vatus, fished)
        stay, sail, here = self.stay, self.sail, worth.here
        a: i64 = 0
        while a < Action.COUNT:
            stay[a] = here[a]
            sail[a] = here[a]
            a += 1
        self.fare = 0.0
        self.target = worth.boat
        self.can_sail = worth.after1 | worth.after2 | worth.after3 != 0
        if self.can_sail and (planning or self.markers[Action.SAIL] > 0):
            self._find_target(b, fished)

    def _count_markers(self, b: vec[i64], players: i64, seat: i64) -> None:
        own_markers, rivals = self.markers, self.rivals
        placed: i64 = 0
        base = Seat.BASE + seat * Seat.SIZE + Seat.MARKERS
        first = b[At.FIRST]
        a: i64 = 0
        while a < Action.COUNT:
            own_markers[a] = b[base + a]
            placed += own_markers[a]
            most = b[At.NEUTRALS + a]
            if most > 0:
                most += 1
            other: i64 = 0
            while other < players:
                if other != seat:
                    their_markers = b[Seat.BASE + other * Seat.SIZE + Seat.MARKERS + a]
                    if their_markers > 0:
                        # Among equals the one earlier in turn order leads.
                        if (other - first + players) % players < (seat - first + players) % players:
                            their_markers += 1
                        if their_markers > most:
                            most = their_markers
                other += 1
            rivals[a] = most
            a += 1
        self.left = Supply.MARKERS - placed

    def _find_target(self, b: vec[i64], fished: bool) -> None:
        """Where to sail: where the planned actions, and the best ones still to plan, are worth most."""
        worth = self.worth
        stay, sail, here = self.stay, self.sail, worth.here
        free = worth.character == Character.NAVIGATOR
        best = -1000.0
        i: i64 = 0
        while i < 16:
            cell = CELLS[i]
            i += 1
            length: i64 = 0
            if (worth.after1 >> cell) & 1 == 1:
                length = 1
            elif (worth.after2 >> cell) & 1 == 1:
                length = 2
            elif (worth.after3 >> cell) & 1 == 1:
                length = 3
            if length == 0 or cell == worth.boat:
                continue
            fare: i64 = 0
            if not free:
                fare = length
            worth.at(b, cell, worth.vatus - fare, fished)
            total = -worth.vatu * float(fare)
            first = 0.0
            second = 0.0
            third = 0.0
            a: i64 = 1
            while a < Action.COUNT:
                value = here[a] if here[a] > stay[a] else stay[a]
                if self.markers[a] > 0:
                    total += value
                elif value > first:
                    third = second
                    second = first
                    first = value
                elif value > second:
                    third = second
                    second = value
                elif value > third:
                    third = value
                a += 1
            if self.left > 1:
                total += w.TO_COME * first
            if self.left > 2:
                total += w.TO_COME * second
            if self.left > 3:
                total += w.TO_COME * third
            if total > best:
                best = total
                self.target = cell
                self.fare = worth.vatu * float(fare)
                a = 1
                while a < Action.COUNT:
                    sail[a] = here[a] if here[a] > stay[a] else stay[a]
                    a += 1

    def score(self, move: i64) -> float:
        """What a plan would make of the round, in points."""
        detail = moves.detail_of(move)
        a = detail >> 4
        second = detail & 15
        markers = self.markers
        placed: i64 = 1
        markers[a] += 1
        if second != moves.NONE:
            markers[second] += 1
            placed = 2
        total = self._total(self.left - placed)
        markers[a] -= 1
        if second != moves.NONE:
            markers[second] -= 1
        return total

    def _total(self, left: i64) -> float:
        """What the seat's markers would be worth, with `left` more to come."""
        markers, rivals = self.markers, self.rivals
        sailing = markers[Action.SAIL] > 0
        value = self.sail if sailing else self.stay
        total = 0.0
        if sailing:
            total = -self.fare if self.can_sail else w.WASTE
        first = 0.0
        second = 0.0
        third = 0.0
        a: i64 = 1
        while a < Action.COUNT:
            worth = value[a]
            n = markers[a]
            if n > 0:
                ahead = n - rivals[a] if rivals[a] > 0 else n
                if ahead > w.MOST_AHEAD:
                    ahead = w.MOST_AHEAD
                elif ahead < -w.MOST_AHEAD:
                    ahead = -w.MOST_AHEAD
                total += worth * w.HOPES[ahead + w.MOST_AHEAD] if worth > 0.0 else w.WASTE
            elif worth > first:
                third = second
                second = first
                first = worth
            elif worth > second:
                third = second
                second = worth
            elif worth > third:
                third = worth
            a += 1
        if left > 0:
            total += w.TO_COME * first
        if left > 1:
            total += w.TO_COME * second
        if left > 2:
            total += w.TO_COME * third
        if not sailing and left > 0 and self.can_sail:
            with_sail = self._sailing_later(left - 1)
            if with_sail > 0.0:
                total += w.TO_COME * with_sail
        return total

    def _sailing_later(self, left: i64) -> float:
        """What one of the markers to come would add if it went to sailing, for the actions planned."""
        gain = -self.fare
        a: i64 = 1
        while a < Action.REST:
            if self.markers[a] > 0:
                gain += self.sail[a] - self.stay[a]
            a += 1
        return gain
