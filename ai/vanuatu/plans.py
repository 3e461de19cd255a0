"""Evaluate plans: the value of their actions, the best place of the boat for them, and who leads.

All values are in points. A plan is evaluated as a whole: the markers placed before, those placed now, and the
best use of those still to come.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.ai.vanuatu import constants as w
from vanuatu.ai.vanuatu.action_values import (
    AFTER_SAILING,
    ALL_ACTIONS,
    AT_BOAT,
    NOWHERE,
    ActionValues,
)
from vanuatu.core.vanuatu import board
from vanuatu.core.vanuatu.layout import At, Seat
from vanuatu.core.vanuatu.moves import NONE, Kind, detail_of, kind_of
from vanuatu.core.vanuatu.tables import (
    Action,
    Character,
    Supply,
)


@final
class PlanValues:
    """Evaluates plans of one seat in one position; call one of the `fill` methods first."""

    def __init__(self) -> None:
        self.acting = ActionValues()
        # Surveys that often hold again, by seat and character.
        self.planning: list[ActionValues | None] = [None] * (5 * (int(Character.COUNT) + 1))
        self.values = self.acting  # the survey of this position
        self.game_points = w.GAME_POINTS  # the value of avoiding a common loss
        self.markers = vec[i64]([0] * 9)
        self.rivals = vec[i64]([0] * 9)  # markers needed not to be behind
        self.others = vec[i64]([0] * 9)  # number of others with markers there
        self.most = vec[i64]([0] * 9)  # most markers of one of them
        self.left: i64 = 0  # markers still to place
        self.actions: i64 = 0  # the set of actions with the seat's markers
        self.planned: i64 = 0  # their number
        self.active: i64 = 0  # number of others with markers, while acting
        self.majorities: i64 = 0  # number of actions on which the seat is not behind
        self.can_sail = False
        self.fare = 0.0
        self.target: i64 = 0
        self.stay = vec[float]([0.0] * 9)  # values of actions without sailing
        self.sail = vec[float]([0.0] * 9)  # values with sailing, performed at the better cell

    def fill_to_plan(self, b: vec[i64], players: i64, seat: i64, round_: i64) -> None:
        """Prepare a position in which a seat plans or chooses a character."""
        self._count_markers(b, players, seat, True)
        at = seat * (Character.COUNT + 1) + b[Seat.BASE + seat * Seat.SIZE + Seat.CHARACTER] + 1
        values = self.planning[at]
        if values is None:
            values = ActionValues()
            self.planning[at] = values
        if not values.is_of(b, players, seat, round_, self.game_points):
            values.fill(b, players, seat, round_, self.game_points, ALL_ACTIONS, AFTER_SAILING)
            values.remember(b, round_)
        self.values = values
        self._compare_cells()

    def fill_to_act(self, b: vec[i64], players: i64, seat: i64, round_: i64, moves: vec[i64]) -> None:
        """Prepare a position in which a seat acts: only what the gains of these moves need."""
        self._count_markers(b, players, seat, False)
        self._count_active(b, players, seat)
        sailing = self.markers[Action.SAIL] > 0
        wanted: i64 = 0
        cells = NOWHERE
        n = len(moves)
        i: i64 = 0
        while i < n:
            kind = kind_of(moves[i])
            if kind == Kind.TAKE:
                wanted |= board.one(detail_of(moves[i]))
                cells |= AT_BOAT
            elif kind == Kind.SAIL or (kind == Kind.BUILD and sailing):
                cells |= AFTER_SAILING
            elif kind == Kind.BUILD or kind == Kind.TRANSPORT:
                wanted |= board.one(kind - Kind.ACTION)
            elif kind > Kind.TAKE:  # compares actions, or pays for one
                wanted = ALL_ACTIONS
                cells |= AT_BOAT
            i += 1
        if cells >= AFTER_SAILING:  # where to sail depends on all actions
            wanted = ALL_ACTIONS
            cells = AFTER_SAILING
        self.values = self.acting
        self.values.fill(b, players, seat, round_, self.game_points, wanted, cells)
        if cells != NOWHERE:
            self._compare_cells()

    def _compare_cells(self) -> None:
        """Fill the values of actions without sailing and with it, and the best place of the boat."""
        values = self.values
        sale = values.sale(self.markers[Action.FISH] > 0)
        at = values.row(values.boat, sale)
        stay, sail, table = self.stay, self.sail, values.table
        a: i64 = 1
        while a < Action.COUNT:
            stay[a] = table[at + a]
            sail[a] = table[at + a]
            a += 1
        self.fare = 0.0
        self.target = values.boat
        self.can_sail = values.can_sail
        if self.can_sail:
            self._find_target(sale)

    def _count_markers(self, b: vec[i64], players: i64, seat: i64, planning: bool) -> None:
        """Count the seat's markers, and those of the others: where it has some or may still plan."""
        own, rivals, others, highest = self.markers, self.rivals, self.others, self.most
        earlier = _earlier_seats(b[At.FIRST], players, seat)
        placed: i64 = 0
        planned: i64 = 0
        actions: i64 = 0
        majorities: i64 = 0
        a: i64 = 0
        while a < Action.COUNT:
            at = Seat.BASE + Seat.MARKERS + a
            mine = b[at + seat * Seat.SIZE]
            own[a] = mine
            if planning or mine > 0:
                most = b[At.NEUTRALS + a]
                if most > 0:
                    most += 1
                count: i64 = 0
                high: i64 = 0
                other: i64 = 0
                while other < players:
                    if other != seat:
                        markers = b[at]
                        some: i64 = 1 if markers > 0 else 0
                        count += some
                        high = markers if markers > high else high
                        # Among equals, the one earlier in turn order leads.
                        markers += some & (earlier >> other)
                        most = markers if markers > most else most
                    at += Seat.SIZE
                    other += 1
                others[a] = count
                highest[a] = high
                rivals[a] = most
                if mine > 0:
                    placed += mine
                    planned += 1
                    actions |= board.one(a)
                    if mine >= most:
                        majorities += 1
            a += 1
        self.left = Supply.MARKERS - placed
        self.actions = actions
        self.planned = planned
        self.majorities = majorities

    def _count_active(self, b: vec[i64], players: i64, seat: i64) -> None:
        """Count the others with markers."""
        active: i64 = 0
        other: i64 = 0
        while other < players:
            if other != seat:
                at = Seat.BASE + other * Seat.SIZE + Seat.MARKERS
                end = at + Action.COUNT
                while at < end and b[at] == 0:
                    at += 1
                if at < end:
                    active += 1
            other += 1
        self.active = active

    def _find_target(self, sale: float) -> None:
        """Find the cell with the highest value of planned actions and the best ones still to plan."""
        values = self.values
        stay, sail, markers, table = self.stay, self.sail, self.markers, values.table
        after1, after2, markets = values.after1, values.after2, values.markets
        cells = after1 | after2 | values.after3
        free = values.character == Character.NAVIGATOR
        vatu = values.vatu
        left = self.left
        best = -1000.0
        cell: i64 = 0
        while cells >> cell != 0:
            if (cells >> cell) & 1 == 1:
                fare = vatu * 3.0
                if free:
                    fare = 0.0
                elif (after1 >> cell) & 1 == 1:
                    fare = vatu
                elif (after2 >> cell) & 1 == 1:
                    fare = vatu * 2.0
                at = cell * Action.COUNT
                table[at + Action.SELL] = sale if (markets >> cell) & 1 == 1 else 0.0
                total = -fare
                first = 0.0
                second = 0.0
                third = 0.0
                a: i64 = 1
                while a < Action.COUNT:
                    value = table[at + a]
                    if stay[a] > value:
                        value = stay[a]
                    if markers[a] > 0:
                        total += value
                    elif value > third:
                        if value > first:
                            third = second
                            second = first
                            first = value
                        elif value > second:
                            third = second
                            second = value
                        else:
                            third = value
                    a += 1
                if left > 1:
                    total += w.TO_COME * first
                if left > 2:
                    total += w.TO_COME * second
                if left > 3:
                    total += w.TO_COME * third
                if total > best:
                    best = total
                    self.target = cell
                    self.fare = fare
            cell += 1
        if best > -1000.0:
            at = self.target * Action.COUNT
            a = 1
            while a < Action.COUNT:
                if table[at + a] > stay[a]:
                    sail[a] = table[at + a]
                a += 1

    def score_plans(self, moves: vec[i64], gains: vec[float]) -> None:
        """Write the expected points of the round with each move that is a plan."""
        markers, rivals, stay, sail, hopes = self.markers, self.rivals, self.stay, self.sail, w.HOPES
        n = len(moves)
        i: i64 = 0
        while i < n:
            move = moves[i]
            if kind_of(move) == Kind.PLAN:
                a = detail_of(move) >> 4
                second = detail_of(move) & 15
                left = self.left - 1
                markers[a] += 1
                if second != NONE:
                    markers[second] += 1
                    left -= 1
                if markers[Action.SAIL] > 0:
                    begin = -self.fare if self.can_sail else w.WASTE
                    gains[i] = total_value(begin, markers, rivals, sail, hopes, left)
                else:
                    total = total_value(0.0, markers, rivals, stay, hopes, left)
                    if left > 0 and self.can_sail:
                        with_sail = gain_by_sailing(self.fare, markers, stay, sail)
                        if with_sail > 0.0:
                            total += w.TO_COME * with_sail
                    gains[i] = total
                markers[a] -= 1
                if second != NONE:
                    markers[second] -= 1
            i += 1


def total_value(
    total: float, markers: vec[i64], rivals: vec[i64], value: vec[float], hopes: vec[float], left: i64
) -> float:
    """Return this total, plus the value of markers on actions of these values, with `left` more to come."""
    first = 0.0
    second = 0.0
    third = 0.0
    a: i64 = 1
    while a < Action.COUNT:
        gain = value[a]
        n = markers[a]
        if n > 0:
            ahead = n - rivals[a] if rivals[a] > 0 else n
            if ahead > w.MOST_AHEAD:
                ahead = w.MOST_AHEAD
            elif ahead < -w.MOST_AHEAD:
                ahead = -w.MOST_AHEAD
            total += gain * hopes[ahead + w.MOST_AHEAD] if gain > 0.0 else w.WASTE
        elif gain > third:
            if gain > first:
                third = second
                second = first
                first = gain
            elif gain > second:
                third = second
                second = gain
            else:
                third = gain
        a += 1
    if left > 0:
        total += w.TO_COME * first
    if left > 1:
        total += w.TO_COME * second
    if left > 2:
        total += w.TO_COME * third
    return total


def gain_by_sailing(fare: float, markers: vec[i64], stay: vec[float], sail: vec[float]) -> float:
    """Return the gain of the actions with markers if one of the next markers goes to sailing."""
    gain = -fare
    a: i64 = 1
    while a < Action.REST:
        if markers[a] > 0:
            gain += sail[a] - stay[a]
        a += 1
    return gain


def _earlier_seats(first: i64, players: i64, seat: i64) -> i64:
    """Return the set of seats that come before this one in turn order."""
    if first <= seat:
        return board.one(seat) - board.one(first)
    return board.one(players) - board.one(first) | board.one(seat) - 1
