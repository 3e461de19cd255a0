"""The planning rule to the letter: try every order of the planned actions (ruling 5).

Only what can make a difference is followed: where the boat is, the money, the tiles in hand, the
hut just built, whether the bonus is still there, and points as far as the Beggar could use them.
The depth is bounded by the actions planned and the tiles held, so the recursion is safe.
"""

from typing import final

from mypy_extensions import i64

from core.vanuatu.actions import export_points
from core.vanuatu.board import huts_on, one, open_sides
from core.vanuatu.layout import (
    FISH_LEFT,
    I_TOURISTS,
    ISLAND,
    ISLAND_SIZE,
    MARKET,
    TILE,
    TOURISTS,
    TREASURE_LEFT,
)
from core.vanuatu.offers import MOST_BEGGED, Offers
from core.vanuatu.purse import packed_tile, packed_value
from core.vanuatu.tables import (
    BEGGAR,
    BUILD,
    BUILDER,
    BUILDER_PRICE,
    BUY,
    CELLS,
    CONVERSION_POINTS,
    CONVERSION_VATUS,
    DIKE_PRICE,
    DIVER,
    DRAW,
    DRAWING_POINTS,
    EXPLORE,
    FISH,
    GOODS_PRICE,
    HUT_PRICE,
    HUT_SITES,
    ISLANDS,
    NAVIGATOR,
    REST,
    SAIL,
    SELL,
    TOURIST_ROOM,
    TRANSPORT,
    VENDOR,
)


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
        left = self.left & ~one(action)
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
            planned & ~one(self.target) & ~one(REST),
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
        while action < REST:
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
        while then.vatus >= CONVERSION_VATUS:
            then.vatus -= CONVERSION_VATUS
            points += CONVERSION_POINTS
        if not self._has(then, BEGGAR):
            points = 0
        then.points = points if points < MOST_BEGGED else MOST_BEGGED
        return self._from(then)

    # The target

    def _performable(self, now: Outlook) -> bool:
        o = self.offers
        target = self.target
        here = one(now.boat)
        vatus = now.vatus
        if target == SAIL:  # the boat has not moved: nobody sails twice
            if self._has(now, NAVIGATOR):
                return (o.after1 | o.after2 | o.after3) != 0
            return (
                (vatus >= 1 and o.after1 != 0)
                or (vatus >= 2 and o.after2 != 0)
                or (vatus >= 3 and o.after3 != 0)
            )
        if target == BUILD:
            price = BUILDER_PRICE if self._has(now, BUILDER) else HUT_PRICE
            if vatus >= price and o.by_site & here != 0:
                return True
            return vatus >= DIKE_PRICE and o.by_dike & here != 0
        if target == BUY:
            return (
                (vatus >= GOODS_PRICE[0] and o.by_kava & here != 0)
                or (vatus >= GOODS_PRICE[1] and o.by_copra & here != 0)
                or (vatus >= GOODS_PRICE[2] and o.by_beef & here != 0)
            )
        if target == EXPLORE:
            return o.at_treasure & here != 0
        if target == FISH:
            return o.at_fish & here != 0
        if target == DRAW:
            return o.by_drawing & here != 0
        if target == TRANSPORT:
            return o.by_room & here != 0
        return now.fish != 0 and (self._beside_hut(now) or self._has(now, VENDOR))

    def _beside_hut(self, now: Outlook) -> bool:
        if (self.offers.by_own_hut >> now.boat) & 1 == 1:
            return True
        return now.hut >= 0 and self.offers.beside(now.hut, now.boat)

    # What may come before it

    def _after_free_actions(self, now: Outlook) -> bool:
        value: i64 = 1
        while value <= 3:
            if (now.treasure >> (4 * (value - 1))) & 15 != 0:
                then = now.then(REST)
                then.treasure -= packed_tile(value)
                if self._earned(then, value):
                    return True
            value += 1
        if self._has(now, BEGGAR):
            n: i64 = 1
            while n <= now.points:
                then = now.then(REST)
                then.bonus = False
                if self._earned(then, n):
                    return True
                n += 1
        return False

    def _after(self, action: i64, now: Outlook) -> bool:
        """Whether performing a planned action, in any way that matters, leads to the target."""
        if action == SAIL:
            return self._after_sailing(now)
        if action == BUILD:
            return self._after_building(now)
        if action == EXPLORE:
            return self._after_exploring(now)
        if action == FISH:
            value = self.b[FISH_LEFT + self.b[TILE + now.boat]]
            if value == 0:
                return False
            then = now.then(FISH)
            then.fish += packed_tile(value)
            return self._from(then)
        if action == SELL:
            return self._after_selling(now)
        if action == BUY:
            return self._after_buying(now)
        if action == TRANSPORT:
            return self._after_transporting(now)
        # A drawing brings nothing but points.
        if not self._has(now, BEGGAR) or (self.offers.by_drawing >> now.boat) & 1 == 0:
            return False
        return self._earned(now.then(DRAW), 0, DRAWING_POINTS)

    def _after_sailing(self, now: Outlook) -> bool:
        o = self.offers
        i: i64 = 0
        while i < 16:
            cell = CELLS[i]
            i += 1
            length: i64 = 1
            while length <= 3:
                ends = o.after1 if length == 1 else (o.after2 if length == 2 else o.after3)
                if (ends >> cell) & 1 == 1:
                    if now.vatus >= length and self._sailed(now, cell, length, False):
                        return True
                    if self._has(now, NAVIGATOR) and self._sailed(now, cell, 0, True):
                        return True
                length += 1
        return False

    def _sailed(self, now: Outlook, cell: i64, price: i64, claimed: bool) -> bool:
        then = now.then(SAIL)
        then.boat = cell
        then.vatus -= price
        if claimed:
            then.bonus = False
        return self._from(then)

    def _after_building(self, now: Outlook) -> bool:
        o = self.offers
        island: i64 = 0
        while island < ISLANDS:
            if o.beside(island, now.boat):
                dike = o.dikes and open_sides(self.b, island) != 0
                site = o.huts > 0 and huts_on(self.b, island) < HUT_SITES[island]
                if dike and self._built(now, -1, DIKE_PRICE, False):
                    return True
                if site and self._hut_built(now, island, 0):
                    return True
                if site and dike and self._hut_built(now, island, DIKE_PRICE):
                    return True
            island += 1
        return False

    def _hut_built(self, now: Outlook, island: i64, extra: i64) -> bool:
        if self._built(now, island, HUT_PRICE + extra, False):
            return True
        return self._has(now, BUILDER) and self._built(now, island, BUILDER_PRICE + extra, True)

    def _built(self, now: Outlook, island: i64, price: i64, claimed: bool) -> bool:
        if now.vatus < price:
            return False
        then = now.then(BUILD)
        then.vatus -= price
        then.hut = island
        if claimed:
            then.bonus = False
        return self._from(then)

    def _after_exploring(self, now: Outlook) -> bool:
        value = self.b[TREASURE_LEFT + self.b[TILE + now.boat]]
        if value == 0:
            return False
        then = now.then(EXPLORE)
        then.treasure += packed_tile(value)
        if self._from(then):
            return True
        if not self._has(now, DIVER):
            return False
        then = now.then(EXPLORE)
        then.treasure += packed_tile(value)
        then.bonus = False
        return self._earned(then, value)

    def _after_selling(self, now: Outlook) -> bool:
        """Sell any of the fish; what is kept does not matter, since nobody sells twice."""
        if now.fish == 0:
            return False
        claimed = not self._beside_hut(now)
        if claimed and not self._has(now, VENDOR):
            return False
        value: i64 = 1
        while value <= packed_value(now.fish):
            if _adds_up(value, now.fish):
                then = now.then(SELL)
                then.fish = 0
                if claimed:
                    then.bonus = False
                if self._earned(then, value * self.b[MARKET]):
                    return True
            value += 1
        return False

    def _after_buying(self, now: Outlook) -> bool:
        o = self.offers
        good: i64 = 0
        while good < 3:
            cells = o.by_kava if good == 0 else (o.by_copra if good == 1 else o.by_beef)
            if (cells >> now.boat) & 1 == 1 and now.vatus >= GOODS_PRICE[good]:
                then = now.then(BUY)
                if self._earned(then, -GOODS_PRICE[good], export_points(self.b, good)):
                    return True
            good += 1
        return False

    def _after_transporting(self, now: Outlook) -> bool:
        if self.b[TOURISTS] == 0:
            return False
        island: i64 = 0
        while island < ISLANDS:
            room = TOURIST_ROOM[island] - self.b[ISLAND + island * ISLAND_SIZE + I_TOURISTS]
            if room > 0 and self.offers.beside(island, now.boat):
                huts = huts_on(self.b, island) + (1 if island == now.hut else 0)
                if self._earned(now.then(TRANSPORT), huts):
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
