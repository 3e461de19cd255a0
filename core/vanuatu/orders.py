"""The planning rule to the letter: try every order of the planned actions (ruling 5).

Only what can make a difference is followed: where the boat is, the money, the tiles in hand, the
hut just built, whether the bonus is still there, and points as far as the Beggar could use them.
The depth is bounded by the actions planned and the tiles held, so the recursion is safe.
"""

from typing import final

from mypy_extensions import i64

from core.vanuatu import At, Island, actions, board, purse, tables
from core.vanuatu.offers import Offers
from core.vanuatu.tables import MOST_BEGGED, Action, Character, Points, Price, Rule, Tile


@final
class Outlook:
    """How things would stand for the seat after some of its planned actions."""

    def __init__(
        self,
        left: i64,
        boat: i64,
        vatus: i64,
        points: i64,
        fish: i64,
        treasure: i64,
        hut: i64,
        bonus: bool,
    ) -> None:
        self.left = left  # planned actions not yet performed, a bit each
        self.boat = boat
        self.vatus = vatus
        self.points = points  # what the Beggar could still exchange
        self.fish = fish
        self.treasure = treasure
        self.hut = hut  # the island just built on, or -1
        self.bonus = bonus  # whether the character's bonus is unused

    def then(self, action: i64) -> "Outlook":
        """The same, with a planned action done."""
        left = self.left & ~board.one(action)
        return Outlook(
            left, self.boat, self.vatus, self.points, self.fish, self.treasure, self.hut, self.bonus
        )

    def key(self) -> int:
        key = ((self.left << 5 | self.boat) << 4 | self.vatus) << 2 | self.points
        key = ((key << 12 | self.fish) << 12 | self.treasure) << 3 | (self.hut + 1)
        return key << 1 | (1 if self.bonus else 0)


@final
class Orders:
    """The search for an order that leads to one action."""

    def __init__(self, offers: Offers, target: i64) -> None:
        self.offers = offers
        self.b = offers.b
        self.target = target
        self.seen: set[int] = set()

    def lead_there(self, planned: i64) -> bool:
        """Whether some order of some of the planned actions makes the target possible."""
        o = self.offers
        now = Outlook(
            planned & ~board.one(self.target) & ~board.one(Action.REST),
            o.boat,
            o.vatus,
            o.points,
            o.fish,
            o.treasure,
            -1,
            o.character >= 0,
        )
        return self._from(now)

    def _from(self, now: Outlook) -> bool:
        if self._performable(now):
            return True
        key = now.key()
        if key in self.seen:
            return False
        self.seen.add(key)
        if self._after_free_actions(now):
            return True
        action: i64 = 0
        while action < Action.REST:
            if (now.left >> action) & 1 == 1 and self._after(action, now):
                return True
            action += 1
        return False

    def _has(self, now: Outlook, character: i64) -> bool:
        return now.bonus and self.offers.character == character

    def _earned(self, then: Outlook, vatus: i64, points: i64 = 0) -> bool:
        """Go on with this gain; points count for a Beggar who has not begged yet, up to three."""
        then.vatus += vatus
        points += then.points
        while then.vatus >= Rule.CONVERSION_VATUS:
            then.vatus -= Rule.CONVERSION_VATUS
            points += Rule.CONVERSION_POINTS
        if not self._has(then, Character.BEGGAR):
            points = 0
        then.points = points if points < MOST_BEGGED else MOST_BEGGED
        return self._from(then)

    # The target

    def _performable(self, now: Outlook) -> bool:
        o = self.offers
        target = self.target
        here = board.one(now.boat)
        vatus = now.vatus
        if target == Action.SAIL:  # the boat has not moved: nobody sails twice
            return o.reach(vatus, self._has(now, Character.NAVIGATOR)) != 0
        if target == Action.BUILD:
            price = Price.BUILDERS_HUT if self._has(now, Character.BUILDER) else Price.HUT
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
        return now.fish != 0 and (self._beside_hut(now) or self._has(now, Character.VENDOR))

    def _beside_hut(self, now: Outlook) -> bool:
        if (self.offers.by_own_hut >> now.boat) & 1 == 1:
            return True
        return now.hut >= 0 and self.offers.beside(now.hut, now.boat)

    # What may come before it

    def _after_free_actions(self, now: Outlook) -> bool:
        value: i64 = 1
        while value <= 3:
            if (now.treasure >> (4 * (value - 1))) & 15 != 0:
                then = now.then(Action.REST)
                then.treasure -= purse.packed_tile(value)
                if self._earned(then, value):
                    return True
            value += 1
        if self._has(now, Character.BEGGAR):
            n: i64 = 1
            while n <= now.points:
                then = now.then(Action.REST)
                then.bonus = False
                if self._earned(then, n):
                    return True
                n += 1
        return False

    def _after(self, action: i64, now: Outlook) -> bool:
        """Whether performing a planned action, in any way that matters, leads to the target."""
        if action == Action.SAIL:
            return self._after_sailing(now)
        if action == Action.BUILD:
            return self._after_building(now)
        if action == Action.EXPLORE:
            return self._after_exploring(now)
        if action == Action.FISH:
            value = self.b[At.FISH_LEFT + self.b[At.TILE + now.boat]]
            if value == 0:
                return False
            then = now.then(Action.FISH)
            then.fish += purse.packed_tile(value)
            return self._from(then)
        if action == Action.SELL:
            return self._after_selling(now)
        if action == Action.BUY:
            return self._after_buying(now)
        if action == Action.TRANSPORT:
            return self._after_transporting(now)
        # A drawing brings nothing but points.
        if not self._has(now, Character.BEGGAR) or (self.offers.by_drawing >> now.boat) & 1 == 0:
            return False
        return self._earned(now.then(Action.DRAW), 0, Points.DRAWING)

    def _after_sailing(self, now: Outlook) -> bool:
        after1, after2, after3 = self.offers.trips
        i: i64 = 0
        while i < 16:
            cell = tables.CELLS[i]
            i += 1
            length: i64 = 1
            while length <= 3:
                ends = after1 if length == 1 else (after2 if length == 2 else after3)
                if (ends >> cell) & 1 == 1:
                    if now.vatus >= length and self._sailed(now, cell, length, False):
                        return True
                    if self._has(now, Character.NAVIGATOR) and self._sailed(now, cell, 0, True):
                        return True
                length += 1
        return False

    def _sailed(self, now: Outlook, cell: i64, price: i64, claimed: bool) -> bool:
        then = now.then(Action.SAIL)
        then.boat = cell
        then.vatus -= price
        if claimed:
            then.bonus = False
        return self._from(then)

    def _after_building(self, now: Outlook) -> bool:
        o = self.offers
        island: i64 = 0
        while island < Tile.ISLANDS:
            if o.beside(island, now.boat):
                dike = o.dikes and board.open_sides(self.b, island) != 0
                site = o.huts > 0 and board.huts_on(self.b, island) < tables.HUT_SITES[island]
                if dike and self._built(now, -1, Price.DIKE, False):
                    return True
                if site and self._hut_built(now, island, 0):
                    return True
                if site and dike and self._hut_built(now, island, Price.DIKE):
                    return True
            island += 1
        return False

    def _hut_built(self, now: Outlook, island: i64, extra: i64) -> bool:
        if self._built(now, island, Price.HUT + extra, False):
            return True
        return self._has(now, Character.BUILDER) and self._built(
            now, island, Price.BUILDERS_HUT + extra, True
        )

    def _built(self, now: Outlook, island: i64, price: i64, claimed: bool) -> bool:
        if now.vatus < price:
            return False
        then = now.then(Action.BUILD)
        then.vatus -= price
        then.hut = island
        if claimed:
            then.bonus = False
        return self._from(then)

    def _after_exploring(self, now: Outlook) -> bool:
        value = self.b[At.TREASURE_LEFT + self.b[At.TILE + now.boat]]
        if value == 0:
            return False
        then = now.then(Action.EXPLORE)
        then.treasure += purse.packed_tile(value)
        if self._from(then):
            return True
        if not self._has(now, Character.DIVER):
            return False
        then = now.then(Action.EXPLORE)
        then.treasure += purse.packed_tile(value)
        then.bonus = False
        return self._earned(then, value)

    def _after_selling(self, now: Outlook) -> bool:
        """Sell any of the fish; what is kept does not matter, since nobody sells twice."""
        if now.fish == 0:
            return False
        claimed = not self._beside_hut(now)
        if claimed and not self._has(now, Character.VENDOR):
            return False
        value: i64 = 1
        while value <= purse.packed_value(now.fish):
            if _adds_up(value, now.fish):
                then = now.then(Action.SELL)
                then.fish = 0
                if claimed:
                    then.bonus = False
                if self._earned(then, value * self.b[At.MARKET]):
                    return True
            value += 1
        return False

    def _after_buying(self, now: Outlook) -> bool:
        o = self.offers
        good: i64 = 0
        while good < 3:
            cells = o.by_kava if good == 0 else (o.by_copra if good == 1 else o.by_beef)
            if (cells >> now.boat) & 1 == 1 and now.vatus >= tables.GOODS_PRICE[good]:
                then = now.then(Action.BUY)
                if self._earned(then, -tables.GOODS_PRICE[good], actions.export_points(self.b, good)):
                    return True
            good += 1
        return False

    def _after_transporting(self, now: Outlook) -> bool:
        if self.b[At.TOURISTS] == 0:
            return False
        island: i64 = 0
        while island < Tile.ISLANDS:
            room = tables.TOURIST_ROOM[island] - self.b[Island.BASE + island * Island.SIZE + Island.TOURISTS]
            if room > 0 and self.offers.beside(island, now.boat):
                huts = board.huts_on(self.b, island)
                if island == now.hut:
                    huts += 1
                if self._earned(now.then(Action.TRANSPORT), huts):
                    return True
            island += 1
        return False


def _adds_up(value: i64, tiles: i64) -> bool:
    """Whether some of the packed tiles add up to the value."""
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
