"""Phase III: which actions a seat may plan (ruling 5).

An action may be planned if some order of some of the actions already planned, each performed once
with any choices, with treasure sales, the Beggar's exchange and the character's bonus in between,
leads to a position in which the planned action can be performed.

Nearly every question has a quick answer. What the board offers is a set of boat cells for each
action, and money decides how far the boat can sail. If the vatus in hand, and those to be had for
treasures or points, bring it to one of these cells with the price of the action left: yes. (Treasures
and points are small coin: nobody who needs seven vatus or fewer is carried past nine by them.) If even
with the most that the actions planned already could bring in the boat cannot get there: no. Only
between the two is the answer sought by trying all orders (`orders`).
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from core.vanuatu import At, purse
from core.vanuatu.board import one
from core.vanuatu.moves import NONE, Kind, make
from core.vanuatu.offers import Offers
from core.vanuatu.orders import Orders
from core.vanuatu.tables import GOODS_PRICE, MOST_BEGGED, Action, Character, Price

_ALL: Final[i64] = 0x1FF
_EVERYWHERE: Final[i64] = 0xFFFFFFF
_PLENTY: Final[i64] = 99
# The highest value of a fish or treasure tile.
_MOST_VALUE: Final[i64] = 3


@final
class Planner:
    """What a seat may plan, seen from the present position."""

    def __init__(self, offers: Offers) -> None:
        self.offers = offers

    def plan_moves(self, planned: i64, markers: i64, moves: vec[i64]) -> vec[i64]:
        """Append the plans for one or two markers when these actions are planned already."""
        first = self.feasible(planned)
        a: i64 = 0
        if markers == 1:
            while a < Action.COUNT:
                if (first >> a) & 1 == 1:
                    moves = append(moves, make(Kind.PLAN, a << 4 | NONE))
                a += 1
            return moves
        while a < Action.COUNT:
            # What may come second is all that may come first, and what `a` makes possible.
            second = first
            if first != _ALL:
                second |= self._opened_by(planned, a, first)
            if (first >> a) & 1 == 0:
                second = self._openers_of(planned, a, first)
            b = a
            while b < Action.COUNT:
                if (second >> b) & 1 == 1:
                    moves = append(moves, make(Kind.PLAN, a << 4 | b))
                b += 1
            a += 1
        return moves

    def may_plan(self, planned: i64, a: i64, b: i64) -> bool:
        """Whether two markers may be placed, in one of the two orders."""
        return (self.can_plan(planned, a) and self.can_plan(planned | one(a), b)) or (
            self.can_plan(planned, b) and self.can_plan(planned | one(b), a)
        )

    def feasible(self, planned: i64) -> i64:
        """The actions that may be planned when these are planned already, a bit each."""
        result = one(Action.REST)
        action: i64 = 0
        while action < Action.REST:
            if self.can_plan(planned, action):
                result |= one(action)
            action += 1
        return result

    def _opened_by(self, planned: i64, a: i64, first: i64) -> i64:
        """What may be planned after `a` but not before; nothing if `a` itself may not be planned."""
        if (first >> a) & 1 == 0 or (planned >> a) & 1 == 1:
            return 0
        result: i64 = 0
        action: i64 = 0
        while action < Action.REST:
            if (first >> action) & 1 == 0 and self.can_plan(planned | one(a), action):
                result |= one(action)
            action += 1
        return result

    def _openers_of(self, planned: i64, a: i64, first: i64) -> i64:
        """The actions after which `a` may be planned, though not before."""
        result: i64 = 0
        action: i64 = a + 1
        while action < Action.REST:
            if (first & ~planned) >> action & 1 == 1 and self.can_plan(planned | one(action), a):
                result |= one(action)
            action += 1
        return result

    def can_plan(self, planned: i64, action: i64) -> bool:
        """Whether one more action may be planned when these are planned already."""
        if action == Action.REST:
            return True
        o = self.offers
        sailing = (planned >> Action.SAIL) & 1 == 1
        if self._works_with(planned, action, sailing, o.spendable):
            return True
        most = o.spendable + self.income(planned & ~one(action))
        if most == o.spendable or not self._works_with(planned, action, sailing, most):
            return False
        return Orders(o, action).lead_there(planned)

    def imaginable(self, planned: i64, action: i64, sailing: bool) -> bool:
        """Whether it would work if money were no matter."""
        return self._works_with(planned, action, sailing, _PLENTY)

    # The quick answers

    def _reach(self, budget: i64, sailing: bool) -> i64:
        """Where the boat can be for the action when sailing may cost up to `budget` vatus."""
        o = self.offers
        cells = one(o.boat)
        return cells | self._trips(budget) if sailing else cells

    def _trips(self, budget: i64) -> i64:
        """Where trips can end that cost `budget` vatus at most; the Navigator's first one costs nothing."""
        o = self.offers
        return o.reach(budget, o.character == Character.NAVIGATOR)

    def _near(self, cells: i64, price: i64, sailing: bool, money: i64) -> bool:
        """Whether the boat can get to one of these cells and still have the price of the action."""
        return money >= price and self._reach(money - price, sailing) & cells != 0

    def _works_with(self, planned: i64, action: i64, sailing: bool, money: i64) -> bool:
        """Whether the action can be performed with this much money at hand from the beginning.

        A hut to sell beside can as well be built after sailing: the island is beside both cells.
        """
        o = self.offers
        if action == Action.SAIL:
            return self._trips(money) != 0
        if action == Action.BUILD:
            return self._near(o.by_site, o.hut_price, sailing, money) or self._near(
                o.by_dike, Price.DIKE, sailing, money
            )
        if action == Action.EXPLORE:
            return self._near(o.at_treasure, 0, sailing, money)
        if action == Action.FISH:
            return self._near(o.at_fish, 0, sailing, money)
        if action == Action.BUY:
            return (
                self._near(o.by_kava, GOODS_PRICE[0], sailing, money)
                or self._near(o.by_copra, GOODS_PRICE[1], sailing, money)
                or self._near(o.by_beef, GOODS_PRICE[2], sailing, money)
            )
        if action == Action.DRAW:
            return self._near(o.by_drawing, 0, sailing, money)
        if action == Action.TRANSPORT:
            return self._near(o.by_room, 0, sailing, money)
        cells = self.fish_in_hand(planned)
        if o.character == Character.VENDOR:
            return self._near(cells, 0, sailing, money)
        if self._near(cells & o.by_own_hut, 0, sailing, money):
            return True
        return (planned >> Action.BUILD) & 1 == 1 and self._near(
            cells & o.by_site, o.hut_price, sailing, money
        )

    def fish_in_hand(self, planned: i64) -> i64:
        """The cells at which the seat can arrive with a fish tile, or get one there."""
        o = self.offers
        if o.fish != 0:
            return _EVERYWHERE
        if (planned >> Action.FISH) & 1 == 0:
            return 0
        return _EVERYWHERE if (o.at_fish >> o.boat) & 1 == 1 else o.at_fish

    def income(self, planned: i64) -> i64:
        """The most vatus that these actions could bring in; 0 if none of them could."""
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
