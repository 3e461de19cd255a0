"""The waters, the rest tokens, and the final scoring."""

from tests.support.vanuatu.reference.components import NEIGHBOURS
from tests.support.vanuatu.reference.values import Island, Player, Table
from vanuatu.core.vanuatu import tables


def rise(table: Table) -> Table:
    """A water for every side towards an ocean tile without a dike; the fifth one submerges (ruling 22)."""
    for cell, island in table.islands():
        if not island.submerged:
            sides = [side for side in NEIGHBOURS[cell] if table.ocean(side) and side not in island.dikes]
            water = min(tables.Rule.SUBMERGED, island.water + len(sides))
            wet = island._replace(water=water)
            table = table.with_tile(cell, Island(island.tile, water=water) if wet.submerged else wet)
    return table


def lost(table: Table) -> bool:
    return sum(island.submerged for _, island in table.islands()) >= tables.Rule.LOST_ISLANDS


def reveal_rest(player: Player) -> Player:
    """What a rest token other than the first player marker brings in phase V."""
    for token in player.rest:
        player = player.earns(vatus=token in "bv", points=token in "bp")
    return player._replace(rest="")


def cashed(player: Player) -> Player:
    """Fish tiles that are left bring vatus, which still become points (ruling 25)."""
    return player.earns(sum(map(int, player.fish)))


def score(table: Table, seat: str, first: str) -> int:
    player = cashed(table.players[seat])
    points = player.points + player.vatus // 3 + 2 * sum(map(int, player.treasures))
    points += tables.Points.FIRST_PLAYER if seat == first else 0
    for _, island in table.islands():
        huts = island.huts.count(seat)
        points += 2 * huts * island.tourists
        if not island.submerged:
            points -= huts * tables.WATER_PENALTY[island.water]
    return points


def standing(table: Table, seat: str, first: str) -> tuple[int, int, int]:
    """Return what decides the win: score, then huts placed, submerged ones too, then vatus (ruling 25)."""
    placed = tables.Supply.HUTS - table.players[seat].huts
    return score(table, seat, first), placed, cashed(table.players[seat]).vatus
