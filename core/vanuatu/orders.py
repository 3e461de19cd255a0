"""The exact planning rule: try every order of the planned actions (ruling 5).

The search follows only the relevant data, as an `outlook`: the boat's cell, the money, the tiles in hand, the
hut just built, the unused bonus, and the points that the Beggar could exchange. The number of planned actions
and tiles limits the depth, so the recursion is safe."""

from typing import final

from mypy_extensions import i64, mypyc_attr

from vanuatu.core.vanuatu import actions, board, outlook, purse, tables
from vanuatu.core.vanuatu.layout import At, Island
from vanuatu.core.vanuatu.offers import Offers
from vanuatu.core.vanuatu.tables import MOST_BEGGED, Action, Character, Points, Price, Rule, Tile


@mypyc_attr(free_list_len=1, acyclic=True)
@final
class Orders:
    """Searches for an order that leads to one action, from a position with these offers."""

    def __init__(self, offers: Offers) -> None:
        self.offers = offers
        self.b = offers.b
        self.seen = outlook.SeenOutlooks()
        self.target: i64 = -1

    def lead_to(self, target: i64, planned: i64) -> bool:
        """Return whether performing at least one of the planned actions makes the target possible."""
        self.target = target
        self.seen.begin()
        o = self.offers
        left = planned & ~board.one(target)
        bonus = o.character >= 0
        return self._onward(outlook.begin(left, o.boat, o.vatus, o.points, o.fish, o.treasure, bonus))

    def _from(self, now: i64) -> bool:
        """Return whether the target is possible now or later."""
        return self._performable(now) or (self.seen.is_new(now) and self._onward(now))

    def _onward(self, now: i64) -> bool:
        """Return whether the target is possible after at least one more action."""
        if self._after_free_actions(now):
            return True
        left = outlook.left(now)
        action: i64 = 0
        while left >> action != 0:
            if (left >> action) & 1 == 1 and self._after(action, now):
                return True
            action += 1
        return False

    def _has(self, now: i64, character: i64) -> bool:
        return self.offers.character == character and outlook.has_bonus(now)

    def _earned(self, then: i64, vatus: i64, points: i64) -> bool:
        """Return whether the target is possible after this gain.

        Only a Beggar with an unused bonus needs points, at most three.
        """
        vatus += outlook.vatus(then)
        points += outlook.points(then)
        while vatus >= Rule.CONVERSION_VATUS:
            vatus -= Rule.CONVERSION_VATUS
            points += Rule.CONVERSION_POINTS
        if points > MOST_BEGGED:
            points = MOST_BEGGED
        if not self._has(then, Character.BEGGAR):
            points = 0
        return self._from(outlook.with_purse(then, vatus, points))

    # The target

    def _performable(self, now: i64) -> bool:
        o = self.offers
        target = self.target
        here = board.one(outlook.boat(now))
        vatus = outlook.vatus(now)
        if target == Action.SAIL:  # the boat has not moved: no seat sails twice
            return o.reach(vatus, self._has(now, Character.NAVIGATOR)) != 0
        if target == Action.BUILD:
            price = Price.HUT
            if self._has(now, Character.BUILDER):
                price = Price.BUILDERS_HUT
            if vatus >= price and o.by_site & here != 0:
                return True
            return vatus >= Price.DIKE and o.by_dike & here != 0
        if target == Action.BUY:
            return (
                (vatus >= tables.GOODS_PRICE[0] and o.by_kava & here != 0)
                or (vatus >= tables.GOODS_PRICE[1] and o.by_copra & here != 0)
                or (vatus >= tables.GOODS_PRICE[2] and o.by_beef & here != 0)
            )
        if target == Action.EXPLORE:
            return o.at_treasure & here != 0
        if target == Action.FISH:
            return o.at_fish & here != 0
        if target == Action.DRAW:
            return o.by_drawing & here != 0
        if target == Action.TRANSPORT:
            return o.by_room & here != 0
        return outlook.fish(now) != 0 and (self._beside_hut(now) or self._has(now, Character.VENDOR))

    def _beside_hut(self, now: i64) -> bool:
        boat = outlook.boat(now)
        if (self.offers.by_own_hut >> boat) & 1 == 1:
            return True
        hut = outlook.hut(now)
        return hut >= 0 and self.offers.beside(hut, boat)

    # Actions before the target

    def _after_free_actions(self, now: i64) -> bool:
        treasure = outlook.treasure(now)
        value: i64 = 1
        while treasure != 0:
            if treasure & 15 != 0 and self._earned(outlook.treasure_sold(now, value), value, 0):
                return True
            treasure >>= 4
            value += 1
        if self._has(now, Character.BEGGAR):
            n: i64 = 1
            while n <= outlook.points(now):
                if self._earned(outlook.claimed(now), n, 0):
                    return True
                n += 1
        return False

    def _after(self, action: i64, now: i64) -> bool:
        """Return whether performing a planned action, in any relevant way, leads to the target."""
        then = outlook.done(now, action)
        if action == Action.SAIL:
            return self._after_sailing(then)
        if action == Action.BUILD:
            return self._after_building(then)
        if action == Action.EXPLORE:
            return self._after_exploring(then)
        if action == Action.FISH:
            value = self.b[At.FISH_LEFT + self.b[At.TILE + outlook.boat(now)]]
            return value != 0 and self._from(outlook.caught(then, value))
        if action == Action.SELL:
            return self._after_selling(then)
        if action == Action.BUY:
            return self._after_buying(then)
        if action == Action.TRANSPORT:
            return self._after_transporting(then)
        # A drawing gains points only.
        if not self._has(then, Character.BEGGAR) or (self.offers.by_drawing >> outlook.boat(now)) & 1 == 0:
            return False
        return self._earned(then, 0, Points.DRAWING)

    # These take the outlook as it is apart from the effect of the action itself.

    def _after_sailing(self, then: i64) -> bool:
        after1, after2, after3 = self.offers.trips
        vatus = outlook.vatus(then)
        free = self._has(then, Character.NAVIGATOR)
        ends = after1 | after2 | after3
        cell: i64 = 0
        while ends >> cell != 0:
            if (ends >> cell) & 1 == 1:
                arrived = outlook.sailed(then, cell)
                if (after1 >> cell) & 1 == 1 and vatus >= 1 and self._from(outlook.paid(arrived, 1)):
                    return True
                if (after2 >> cell) & 1 == 1 and vatus >= 2 and self._from(outlook.paid(arrived, 2)):
                    return True
                if (after3 >> cell) & 1 == 1 and vatus >= 3 and self._from(outlook.paid(arrived, 3)):
                    return True
                if free and self._from(outlook.claimed(arrived)):
                    return True
            cell += 1
        return False

    def _after_building(self, then: i64) -> bool:
        o = self.offers
        boat = outlook.boat(then)
        island: i64 = 0
        while island < Tile.ISLANDS:
            if o.beside(island, boat):
                dike = o.dikes and board.open_sides(self.b, island) != 0
                site = o.huts > 0 and board.huts_on(self.b, island) < tables.HUT_SITES[island]
                if dike and self._built(then, Price.DIKE):
                    return True
                if site and self._hut_built(then, island, 0):
                    return True
                if site and dike and self._hut_built(then, island, Price.DIKE):
                    return True
            island += 1
        return False

    def _hut_built(self, then: i64, island: i64, extra: i64) -> bool:
        built = outlook.built(then, island)
        if self._built(built, Price.HUT + extra):
            return True
        return self._has(then, Character.BUILDER) and self._built(
            outlook.claimed(built), Price.BUILDERS_HUT + extra
        )

    def _built(self, then: i64, price: i64) -> bool:
        return outlook.vatus(then) >= price and self._from(outlook.paid(then, price))

    def _after_exploring(self, then: i64) -> bool:
        value = self.b[At.TREASURE_LEFT + self.b[At.TILE + outlook.boat(then)]]
        if value == 0:
            return False
        then = outlook.found(then, value)
        if self._from(then):
            return True
        return self._has(then, Character.DIVER) and self._earned(outlook.claimed(then), value, 0)

    def _after_selling(self, then: i64) -> bool:
        """Return whether selling some of the fish leads to the target. Unsold fish do not matter."""
        fish = outlook.fish(then)
        if fish == 0:
            return False
        sold = outlook.all_fish_sold(then)
        if not self._beside_hut(then):
            if not self._has(then, Character.VENDOR):
                return False
            sold = outlook.claimed(sold)
        value: i64 = 1
        while value <= purse.packed_value(fish):
            if _adds_up(value, fish) and self._earned(sold, value * self.b[At.MARKET], 0):
                return True
            value += 1
        return False

    def _after_buying(self, then: i64) -> bool:
        o = self.offers
        boat = outlook.boat(then)
        good: i64 = 0
        while good < 3:
            cells = o.by_beef
            if good == 0:
                cells = o.by_kava
            elif good == 1:
                cells = o.by_copra
            price = tables.GOODS_PRICE[good]
            if (cells >> boat) & 1 == 1 and outlook.vatus(then) >= price:
                points = actions.export_points(self.b, good)
                if self._earned(outlook.paid(then, price), 0, points):
                    return True
            good += 1
        return False

    def _after_transporting(self, then: i64) -> bool:
        if self.b[At.TOURISTS] == 0:
            return False
        boat = outlook.boat(then)
        island: i64 = 0
        while island < Tile.ISLANDS:
            room = tables.TOURIST_ROOM[island] - self.b[Island.BASE + island * Island.SIZE + Island.TOURISTS]
            if room > 0 and self.offers.beside(island, boat):
                huts = board.huts_on(self.b, island)
                if island == outlook.hut(then):
                    huts += 1
                if self._earned(then, huts, 0):
                    return True
            island += 1
        return False


def _adds_up(value: i64, tiles: i64) -> bool:
    """Return whether some of the packed tiles sum to the value."""
    n3: i64 = 0
    while n3 <= tiles >> 8:
        n2: i64 = 0
        while n2 <= (tiles >> 4) & 15:
            rest = value - 3 * n3 - 2 * n2
            if 0 <= rest <= tiles & 15:
                return True
            n2 += 1
        n3 += 1
    return False
