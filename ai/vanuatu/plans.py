"""Evaluate plans: the value of their actions, the best place of the boat for them, and who leads.

The module also has the immediate gain of a move in phases II, IV and V, and the value of a character at the
start of a round. All values are in points.

A plan is evaluated as a whole: the markers placed already, those placed now, and the best use of those still
to come.
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
    goods_value,
)
from vanuatu.core.vanuatu import board, purse, tables
from vanuatu.core.vanuatu.layout import At, Island, Seat
from vanuatu.core.vanuatu.moves import NONE, Kind, bonus_of, detail_of, kind_of
from vanuatu.core.vanuatu.tables import (
    GOODS_PRICE,
    Action,
    Character,
    Points,
    Price,
    RestToken,
    Rule,
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


def act_gain(b: vec[i64], seat: i64, move: i64, plans: PlanValues) -> float:
    """Return the gain of a move in phase IV or of a free action in phase III, given the seat's plans."""
    values = plans.values
    kind = kind_of(move)
    detail = detail_of(move)
    claimed = bonus_of(move) == 1
    if kind == Kind.SAIL:
        return _sail_gain(b, detail, plans)
    if kind == Kind.SELL:
        return _sell_gain(b, seat, detail, values)
    if kind == Kind.BUILD:
        return _build_gain(b, detail, claimed, values) - _better_elsewhere(plans, Action.BUILD)
    if kind == Kind.BUY:
        good = detail & 3
        double = claimed and values.character == Character.BUYER
        return goods_value(b, good, double) - values.vatu * float(GOODS_PRICE[good])
    if kind == Kind.EXPLORE:
        value = float(b[At.TREASURE_LEFT + b[At.TILE + detail]])
        diver = values.vatu if claimed and values.character == Character.DIVER else 0.0
        return value * (float(Points.TREASURE) + diver)
    if kind == Kind.FISH:
        value = float(b[At.FISH_LEFT + b[At.TILE + detail]])
        return value * (w.CATCH + (1.0 if claimed and values.character == Character.FISHERMAN else 0.0))
    if kind == Kind.DRAW:
        artist = claimed and values.character == Character.ARTIST
        return float(Points.ARTIST if artist else Points.DRAWING)
    if kind == Kind.TRANSPORT:
        return _transport_gain(b, detail, claimed, values)
    if kind == Kind.REST:
        return _rest_gain(b, seat, detail, values)
    if kind == Kind.TAKE:
        return w.WITHDRAW - plans.stay[detail] * w.GIVEN_UP
    if kind == Kind.GOVERN:
        return w.GOVERNED * (plans.stay[detail & 15] - plans.stay[detail >> 4]) + w.GOVERN
    if kind == Kind.BEG or kind == Kind.TREASURE:
        return _coin_gain(b, seat, kind, detail, plans)
    return 0.0


def _better_elsewhere(plans: PlanValues, action: i64) -> float:
    """Return the loss of performing the action here instead of at the target of the boat."""
    return plans.sail[action] - plans.stay[action] if plans.markers[Action.SAIL] > 0 else 0.0


def _sail_gain(b: vec[i64], detail: i64, plans: PlanValues) -> float:
    """Return how much more the planned actions gain there than here."""
    values = plans.values
    length = detail & 3
    values.value_trip(b, detail >> 2, length)
    at = values.row(detail >> 2, values.sale(plans.markers[Action.FISH] > 0))
    markers, stay, table = plans.markers, plans.stay, values.table
    gain = -values.vatu * float(length)
    a: i64 = 1
    while a < Action.COUNT:
        if markers[a] > 0:
            gain += table[at + a] - stay[a]
        a += 1
    return gain


def _sell_gain(b: vec[i64], seat: i64, sold: i64, values: ActionValues) -> float:
    value = purse.packed_value(sold)
    vatus = value * b[At.MARKET]
    return values.vatu * float(vatus) - (w.LAST_KEPT_FISH if values.last else w.KEPT_FISH) * float(value)


def _build_gain(b: vec[i64], detail: i64, claimed: bool, values: ActionValues) -> float:
    island = b[At.TILE + (detail >> 6)]
    gain = 0.0
    if (detail >> 5) & 1 == 1:
        price = Price.BUILDERS_HUT if claimed and values.character == Character.BUILDER else Price.HUT
        gain += values.hut[island] - values.vatu * float(price)
    if detail & 31 != 0:
        gain += values.dike[island] - values.vatu
    return gain


def _transport_gain(b: vec[i64], cell: i64, claimed: bool, values: ActionValues) -> float:
    island = b[At.TILE + cell]
    gain = values.transport[island]
    if values.character == Character.GUIDE and not claimed:
        gain -= float(Points.GUIDE * b[Island.BASE + island * Island.SIZE + Island.DRAWINGS])
    return gain


def _rest_gain(b: vec[i64], seat: i64, token: i64, values: ActionValues) -> float:
    vatu = w.LAST_VATU if values.last else w.VATU
    if token == RestToken.FIRST:
        if values.last:
            return 0.0 if b[At.FIRST] == seat else float(Points.FIRST_PLAYER)
        return w.KEPT_FIRST if b[At.FIRST] == seat else w.NEW_FIRST
    if token == RestToken.BOTH:
        return w.TOKEN_POINT + vatu
    return w.TOKEN_POINT if token == RestToken.POINT else vatu


def _coin_gain(b: vec[i64], seat: i64, kind: i64, detail: i64, plans: PlanValues) -> float:
    """Return the gain of selling treasure or points: useful only if a planned action lacks the money."""
    vatus = b[Seat.BASE + seat * Seat.SIZE + Seat.VATUS]
    loss = float(detail * Points.TREASURE if kind == Kind.TREASURE else detail)
    need: i64 = 0
    if plans.markers[Action.BUILD] > 0 and plans.stay[Action.BUILD] > 0.0:
        need = Price.HUT
    elif plans.markers[Action.BUY] > 0 and plans.stay[Action.BUY] > 0.0:
        need = w.NEED_TO_BUY
    if need > vatus and vatus + detail >= need:
        gain = w.NEED * plans.stay[Action.BUILD if need == Price.HUT else Action.BUY]
        return gain + plans.values.vatu * float(detail) - loss
    return w.NO_NEED


def exchange_gain(b: vec[i64], seat: i64, points: i64, round_: i64) -> float:
    """Return the Beggar's gain from giving `points` at the end of the round; exact in the last round."""
    base = Seat.BASE + seat * Seat.SIZE
    had = b[base + Seat.VATUS]
    if round_ == Rule.ROUNDS:
        had += purse.packed_value(b[base + Seat.FISH])
        return _final_value(had + points) - _final_value(had) - float(points)
    has = had + points
    left = has % Rule.CONVERSION_VATUS
    converted = has // Rule.CONVERSION_VATUS * Rule.CONVERSION_POINTS
    return float(converted - points) + w.VATU_POINTS[Rule.ROUNDS - round_] * float(left - had)


def _final_value(vatus: i64) -> float:
    """Return the points for money at the end."""
    left = vatus % Rule.CONVERSION_VATUS
    return float(vatus // Rule.CONVERSION_VATUS * Rule.CONVERSION_POINTS + left // 3) + w.LEFT_OVER * float(
        left
    )


def character_value(b: vec[i64], seat: i64, character: i64, plans: PlanValues) -> float:
    """Return the value of a character. `plans` is filled for the seat, without its present character."""
    base = Seat.BASE + seat * Seat.SIZE
    vatus = b[base + Seat.VATUS]
    useful = w.CHARACTER_USEFUL[character]
    idle = w.CHARACTER_IDLE[character]
    if character == Character.BEGGAR or character == Character.NAVIGATOR:
        return useful if vatus < w.POOR else idle
    action = tables.CHARACTER_ACTION[character]
    if character == Character.VENDOR:
        fish = purse.packed_value(b[base + Seat.FISH])
        if plans.sail[action] > 0.0 or fish == 0:
            return idle
        return w.VATU * float(fish * b[At.MARKET]) * w.VENDOR_SALE
    if action < 0 or plans.sail[action] <= 0.0 or (character == Character.BUYER and vatus < w.POOR):
        return idle
    if character == Character.BUILDER and vatus < Price.HUT:
        return w.BUILDER_IN_NEED
    if character == Character.DIVER:
        return useful + _treasure_or_fish(b, At.TREASURE_LEFT, plans.target)
    if character == Character.FISHERMAN:
        return useful + _treasure_or_fish(b, At.FISH_LEFT, plans.target)
    return useful


def _treasure_or_fish(b: vec[i64], stock: i64, cell: i64) -> float:
    """Return the value of the bonus with what is on a cell."""
    return w.FOUND_VALUE * float(b[stock + b[At.TILE + cell]])
