"""The nine actions and the free ones: every way to perform them, and the table afterwards.

A way is a canonical token and the table that it leads to. Nothing here asks for majorities, and
markers stay where they are: an action is performed as if it were one's own to perform.
"""

from collections.abc import Iterator
from itertools import chain, combinations

from tests.support.vanuatu.reference.components import CHARACTER_OF_ACTION, GOODS, NEIGHBOURS, POINTS, PRICE
from tests.support.vanuatu.reference.values import Island, Player, Ship, Table, in_order
from vanuatu.core.vanuatu import tables

Way = tuple[str, Table]


def has_bonus(player: Player, action: str) -> bool:
    """Whether the bonus of the player's character belongs to the action and is still there."""
    return CHARACTER_OF_ACTION.get(action) == player.character and not player.used


def spent(player: Player) -> Player:
    return player._replace(used=True)


def ways(table: Table, seat: str, action: str) -> Iterator[Way]:
    """Every way in which a seat could perform an action now, with the bonus of the action's character."""
    perform = {
        "S": sail,
        "B": build,
        "X": explore,
        "F": fish,
        "V": sell,
        "G": buy,
        "D": draw,
        "T": transport,
        "R": rest,
    }
    return perform[action](table, seat)


def walks(table: Table, start: str, length: int) -> set[str]:
    """Return where a boat can be after exactly this number of steps over placed ocean tiles."""
    cells = {start}
    for _ in range(length):
        cells = {after for cell in cells for after in NEIGHBOURS[cell] if table.ocean(after)}
    return cells


def sail(table: Table, seat: str) -> Iterator[Way]:
    me = table.players[seat]
    forbidden = {
        other.boat for name, other in table.players.items() if name != seat and len(table.players) == 2
    }
    reached: set[str] = set()
    for length in (1, 2, 3):
        cells = walks(table, me.boat, length) - forbidden
        for cell in sorted(cells) if length <= me.vatus else []:
            shortest = cell not in reached and cell != me.boat
            token = f"{me.boat}-{cell}" if shortest else f"{me.boat}-{cell}:{length}"
            yield token, table.with_player(seat, me.pays(length)._replace(boat=cell))
        reached |= cells
    if has_bonus(me, "S"):
        for cell in sorted(reached):
            yield f"{me.boat}-{cell}@", table.with_player(seat, spent(me)._replace(boat=cell))


def build(table: Table, seat: str) -> Iterator[Way]:
    me = table.players[seat]
    for cell, island in table.beside(me.boat):
        sides = dike_sides(table, cell, island)
        room = len(island.huts) < island.land.huts and me.huts > 0
        with_hut = island._replace(huts="".join(sorted(island.huts + seat, key=list(table.players).index)))
        if room and me.vatus >= tables.Price.HUT:
            builder = me.pays(tables.Price.HUT)._replace(huts=me.huts - 1)
            yield from hut_and_dike(f"B{cell}", "", table, seat, builder, cell, with_hut, sides)
        if room and has_bonus(me, "B") and me.vatus >= tables.Price.BUILDERS_HUT:
            builder = spent(me).pays(tables.Price.BUILDERS_HUT)._replace(huts=me.huts - 1)
            yield from hut_and_dike(f"B{cell}", "@", table, seat, builder, cell, with_hut, sides)
        yield from dikes(f"W{cell}", "", table, seat, me, cell, island, sides)


def dike_sides(table: Table, cell: str, island: Island) -> list[str]:
    """The cells that a new dike of the island can face."""
    if not table.waters or table.dikes_left() == 0:
        return []
    return [side for side in NEIGHBOURS[cell] if table.ocean(side) and side not in island.dikes]


def hut_and_dike(
    name: str, mark: str, table: Table, seat: str, me: Player, cell: str, island: Island, sides: list[str]
) -> Iterator[Way]:
    yield name + mark, table.with_player(seat, me).with_tile(cell, island)
    yield from dikes(name, mark, table, seat, me, cell, island, sides)


def dikes(
    name: str, mark: str, table: Table, seat: str, me: Player, cell: str, island: Island, sides: list[str]
) -> Iterator[Way]:
    for side in sides if me.vatus >= tables.Price.DIKE else []:
        diked = island._replace(dikes=island.dikes | {side})
        after = table.with_player(seat, me.pays(tables.Price.DIKE))
        yield f"{name}/{side}{mark}", after.with_tile(cell, diked)


def explore(table: Table, seat: str) -> Iterator[Way]:
    me = table.players[seat]
    ocean = table.ocean(me.boat)
    if ocean is None or ocean.treasure == 0:
        return
    found = me._replace(treasures="".join(sorted(me.treasures + str(ocean.treasure))))
    taken = table.with_tile(me.boat, ocean._replace(treasure=ocean.treasure - 1))
    yield f"X{me.boat}", taken.with_player(seat, found)
    if has_bonus(me, "X"):
        yield f"X{me.boat}@", taken.with_player(seat, spent(found).earns(ocean.treasure))


def fish(table: Table, seat: str) -> Iterator[Way]:
    me = table.players[seat]
    ocean = table.ocean(me.boat)
    if ocean is None or ocean.fish == 0:
        return
    caught = me._replace(fish="".join(sorted(me.fish + str(ocean.fish))))
    taken = table.with_tile(me.boat, ocean._replace(fish=ocean.fish - 1))
    yield f"F{me.boat}", taken.with_player(seat, caught)
    if has_bonus(me, "F"):
        yield f"F{me.boat}@", taken.with_player(seat, spent(caught).earns(0, ocean.fish))


def sell(table: Table, seat: str) -> Iterator[Way]:
    me = table.players[seat]
    beside_own_hut = any(seat in island.huts for _, island in table.beside(me.boat))
    vendor = has_bonus(me, "V")
    if not beside_own_hut and not vendor:
        return
    selections = chain.from_iterable(combinations(me.fish, number) for number in range(1, len(me.fish) + 1))
    for selection in sorted(set(selections)):
        kept = me.fish
        for value in selection:
            kept = kept.replace(value, "", 1)
        seller = me._replace(fish=kept).earns(sum(map(int, selection)) * table.market)
        fallen = table._replace(market=max(1, table.market - 1))
        token = "V" + "".join(selection)
        if beside_own_hut:
            yield token, fallen.with_player(seat, seller)
        else:
            yield token + "@", fallen.with_player(seat, spent(seller))


def buy(table: Table, seat: str) -> Iterator[Way]:
    me = table.players[seat]
    for cell, island in table.beside(me.boat):
        for good in GOODS:
            if good not in island.goods or me.vatus < PRICE[good]:
                continue
            bought = table.with_tile(cell, island._replace(goods=island.goods.replace(good, "", 1)))
            paid = bought.with_player(seat, me.pays(PRICE[good]))
            once = export(paid, seat, good)
            yield f"G{cell}{good}", once
            if has_bonus(me, "G") and table.reserve(good) > 0:
                twice = export(once, seat, good)
                yield f"G{cell}{good}@", twice.with_player(seat, spent(twice.players[seat]))


def export(table: Table, seat: str, good: str) -> Table:
    """Put a cube on the topmost ship that still wants it and score it; without such a ship it is lost."""
    for place, ship in enumerate(table.ships):
        if ship.still_wanted(good):
            loaded = Ship(ship.wants, in_order(ship.loaded + good))
            points = POINTS[good] + (tables.Points.SHIP if loaded.filled else 0)
            ships = (*table.ships[:place], loaded, *table.ships[place + 1 :])
            player = table.players[seat]
            return table._replace(ships=ships).with_player(seat, player.earns(0, points))
    return table


def draw(table: Table, seat: str) -> Iterator[Way]:
    me = table.players[seat]
    for cell, island in table.beside(me.boat):
        if island.drawings < island.land.drawings:
            drawn = table.with_tile(cell, island._replace(drawings=island.drawings + 1))
            yield f"D{cell}", drawn.with_player(seat, me.earns(0, tables.Points.DRAWING))
            if has_bonus(me, "D"):
                yield f"D{cell}@", drawn.with_player(seat, spent(me).earns(0, tables.Points.ARTIST))


def transport(table: Table, seat: str) -> Iterator[Way]:
    me = table.players[seat]
    for cell, island in table.beside(me.boat) if table.tourists else []:
        if island.tourists < island.land.tourists:
            arrived = table.with_tile(cell, island._replace(tourists=island.tourists + 1))
            arrived = arrived._replace(tourists=table.tourists - 1)
            paid = me.earns(len(island.huts))
            yield f"T{cell}", arrived.with_player(seat, paid)
            if has_bonus(me, "T") and island.drawings:
                guide = spent(paid).earns(0, tables.Points.GUIDE * island.drawings)
                yield f"T{cell}@", arrived.with_player(seat, guide)


def rest(table: Table, seat: str) -> Iterator[Way]:
    me = table.players[seat]
    for token in table.rest_tokens():
        yield "R" + token, table.with_player(seat, me._replace(rest=me.rest + token))


def free_ways(table: Table, seat: str) -> Iterator[Way]:
    """Treasure sales and the Beggar's exchange (rulings 12 and 20)."""
    me = table.players[seat]
    for value in sorted(set(me.treasures)):
        seller = me._replace(treasures=me.treasures.replace(value, "", 1)).earns(int(value))
        yield f"^{value}", table.with_player(seat, seller)
    for token, beggar in exchanges(me).items():
        yield token, table.with_player(seat, beggar)


def exchanges(player: Player) -> dict[str, Player]:
    """The Beggar's: up to three points for as many vatus, once a round (ruling 20)."""
    if player.character != "beggar" or player.used:
        return {}
    return {
        f"@{number}": spent(player)._replace(points=player.points - number).earns(number)
        for number in (1, 2, 3)
        if number <= player.points
    }
