"""Phase III: which actions a seat may plan (ruling 5).

A seat may plan an action if it can perform some of the actions already planned so that the new one becomes
possible. It may choose any order and any ways, but performs each only once. In between it may sell treasures
and use the Beggar's exchange and the character's bonus.

Nearly every question has a quick answer, for all actions at once. The board gives a set of boat cells for
each action, and money limits how far the boat can sail.

Yes: the boat can reach one of these cells with the vatus in hand or from treasures and points, and still pay
for the action. (Treasures and points have low values: a seat that needs at most seven vatus is never carried
past nine by them.)

No: the boat cannot reach such a cell even with the most that the planned actions could earn. Only in the
cases between does `orders` try all orders.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from vanuatu.core.vanuatu import purse
from vanuatu.core.vanuatu.board import one
from vanuatu.core.vanuatu.layout import At
from vanuatu.core.vanuatu.moves import NONE, Kind, make
from vanuatu.core.vanuatu.offers import Offers
from vanuatu.core.vanuatu.orders import Orders
from vanuatu.core.vanuatu.tables import MOST_BEGGED, Action, Character, Price

# Sets of actions have a bit for each. Resting, the last action, may always be planned.
_BUT_REST: Final[i64] = 0xFF
_REST: Final[i64] = 0x100
_ROW: Final[i64] = 8
_EVERYWHERE: Final[i64] = 0xFFFFFFF
_PLENTY: Final[i64] = 99
# The highest value of a fish or treasure tile.
_MOST_VALUE: Final[i64] = 3


@mypyc_attr(free_list_len=1, acyclic=True)
@final
class Planner:
    """The possible plans of a seat, from the current position."""

    def __init__(self, offers: Offers) -> None:
        self.offers = offers
        self.orders: Orders | None = None  # rarely needed

    def plan_moves(self, planned: i64, markers: i64, moves: vec[i64]) -> vec[i64]:
        """Append the plans of one or two markers, given the actions already planned."""
        first = self.feasible(planned)
        a: i64 = 0
        if markers == 1:
            while a < Action.COUNT:
                if (first >> a) & 1 == 1:
                    moves = append(moves, make(Kind.PLAN, a << 4 | NONE))
                a += 1
            return moves
        pairs = self._only_together(planned, first)
        while a < Action.COUNT:
            second: i64 = 0
            if a < Action.REST:
                second = pairs >> (_ROW * a) & _BUT_REST
            if (first >> a) & 1 == 1:
                second |= first
            b = a
            while second >> b != 0:
                if (second >> b) & 1 == 1:
                    moves = append(moves, make(Kind.PLAN, a << 4 | b))
                b += 1
            a += 1
        return moves

    def may_plan(self, planned: i64, a: i64, b: i64) -> bool:
        """Return whether two markers may be placed, in one of the two orders."""
        return (self.can_plan(planned, a) and self.can_plan(planned | one(a), b)) or (
            self.can_plan(planned, b) and self.can_plan(planned | one(b), a)
        )

    def can_plan(self, planned: i64, action: i64) -> bool:
        """Return whether one more action may be planned, given the actions already planned."""
        return action == Action.REST or self._feasible_of(one(action), planned) != 0

    def feasible(self, planned: i64) -> i64:
        """Return the actions that may be planned, given the actions already planned."""
        return self._feasible_of(_BUT_REST, planned) | _REST

    def _feasible_of(self, wanted: i64, planned: i64) -> i64:
        """Return which of these actions (without resting) may be planned."""
        spendable = self.offers.spendable
        feasible = self._affordable(planned, spendable) & wanted
        most = spendable + self.income(planned)
        if feasible == wanted or most == spendable:
            return feasible
        open_to = self._affordable(planned, most) & wanted & ~feasible
        action: i64 = 0
        while open_to >> action != 0:
            if (open_to >> action) & 1 == 1 and self._leads_to(action, planned):
                feasible |= one(action)
            action += 1
        return feasible

    def _leads_to(self, action: i64, planned: i64) -> bool:
        """Return whether an order of the planned actions makes this one possible."""
        orders = self.orders
        if orders is None:
            orders = Orders(self.offers)
            self.orders = orders
        return orders.lead_to(action, planned)

    def _only_together(self, planned: i64, first: i64) -> i64:
        """Return the pairs that may be planned though only one of the two may come first.

        Each action but resting has a row of eight bits, from the lowest on; a pair is in both of its rows.
        """
        pairs: i64 = 0
        closed = _BUT_REST & ~first
        openers = _BUT_REST & first & ~planned
        a: i64 = 0
        while closed != 0 and openers >> a != 0:
            if (openers >> a) & 1 == 1:
                opened = self._feasible_of(closed, planned | one(a))
                pairs |= opened << (_ROW * a)
                b: i64 = 0
                while opened >> b != 0:
                    pairs |= ((opened >> b) & 1) << (_ROW * b + a)
                    b += 1
            a += 1
        return pairs

    # The quick answers

    def imaginable(self, planned: i64, action: i64) -> bool:
        """Return whether the action would be possible with unlimited money."""
        return (self._affordable(planned, _PLENTY) >> action) & 1 == 1

    def _affordable(self, planned: i64, money: i64) -> i64:
        """Return the actions that can be performed with this initial money, without resting.

        A hut to sell beside can also be built after sailing: the island is beside both cells.
        """
        o = self.offers
        sailing = (planned >> Action.SAIL) & 1 == 1
        # The boat's reachable cells with this much money left for the action; prices go up to three.
        with_0 = self._reach(money, sailing)
        with_1 = self._reach(money - 1, sailing)
        with_2 = self._reach(money - 2, sailing)
        with_3 = self._reach(money - 3, sailing)
        sites = o.by_site & with_3
        if o.hut_price == Price.BUILDERS_HUT:
            sites = o.by_site & with_1
        actions: i64 = 0
        if self._trips(money) != 0:
            actions |= one(Action.SAIL)
        if sites | (o.by_dike & with_1) != 0:
            actions |= one(Action.BUILD)
        if o.at_treasure & with_0 != 0:
            actions |= one(Action.EXPLORE)
        if o.at_fish & with_0 != 0:
            actions |= one(Action.FISH)
        if (o.by_kava & with_1) | (o.by_copra & with_2) | (o.by_beef & with_3) != 0:
            actions |= one(Action.BUY)
        if o.by_drawing & with_0 != 0:
            actions |= one(Action.DRAW)
        if o.by_room & with_0 != 0:
            actions |= one(Action.TRANSPORT)
        markets = o.by_own_hut & with_0
        if o.character == Character.VENDOR:
            markets = with_0
        elif (planned >> Action.BUILD) & 1 == 1:
            markets |= sites
        if self.fish_in_hand(planned) & markets != 0:
            actions |= one(Action.SELL)
        return actions

    def _reach(self, budget: i64, sailing: bool) -> i64:
        """Return the boat's reachable cells for an action if sailing may cost up to `budget` vatus."""
        if budget < 0:
            return 0
        here = one(self.offers.boat)
        if sailing:
            return here | self._trips(budget)
        return here

    def _trips(self, budget: i64) -> i64:
        """Return where trips for at most `budget` vatus can end; the Navigator's first one is free."""
        o = self.offers
        return o.reach(budget, o.character == Character.NAVIGATOR)

    def fish_in_hand(self, planned: i64) -> i64:
        """Return the cells that the seat can reach with a fish tile or a fish to catch."""
        o = self.offers
        if o.fish != 0:
            return _EVERYWHERE
        if (planned >> Action.FISH) & 1 == 0:
            return 0
        return _EVERYWHERE if (o.at_fish >> o.boat) & 1 == 1 else o.at_fish

    def income(self, planned: i64) -> i64:
        """Return the most vatus that these actions could earn; 0 if none of them could."""
        o = self.offers
        income: i64 = 0
        if (planned >> Action.TRANSPORT) & 1 == 1 and o.by_room != 0:
            income += o.most_huts + ((planned >> Action.BUILD) & 1)
        if (planned >> Action.EXPLORE) & 1 == 1 and o.at_treasure != 0:
            # The tile can be sold, and the Diver gains its value once more.
            income += 2 * _MOST_VALUE if o.character == Character.DIVER else _MOST_VALUE
        if (planned >> Action.SELL) & 1 == 1:
            fish = purse.packed_value(o.fish)
            if (planned >> Action.FISH) & 1 == 1:
                fish += _MOST_VALUE
            income += fish * o.b[At.MARKET]
        if (
            o.character == Character.BEGGAR
            and planned & (one(Action.DRAW) | one(Action.BUY) | one(Action.SELL) | one(Action.TRANSPORT)) != 0
        ):
            income += MOST_BEGGED
        return income
