"""Positions that games seldom reach: a position of a game with everything on it dealt out anew.

What comes out could stand on a table: no more cubes, huts, tokens and ships than there are.
"""

from collections import Counter
from random import Random

from tests.support.vanuatu.reference.components import (
    CHARACTERS,
    NEIGHBOURS,
    PRINTED_FISH,
    PRINTED_TREASURE,
    SHIP_PILE,
    tourist_pile,
)
from tests.support.vanuatu.reference.game import Reference
from tests.support.vanuatu.reference.values import Island, Ocean, Ship, in_order


def disturbed(game: Reference, random: Random) -> Reference:
    """The game with other islands, ships, purses and characters; phase, turn and planned actions stay."""
    game = game.copy()
    deal_ships(game, random)
    deal_board(game, random)
    deal_purses(game, random)
    deal_characters(game, random)
    game.table = game.table._replace(market=random.randint(1, 3))
    if game.phase == "beg":
        give_points(game, random)
    if game.phase == "act":
        deal_rest(game, random)
        if game.table.waters and game.round % 2 == 0:
            game.die = random.choice([None, 1, 1, 2, 5])
    return game


def give_points(game: Reference, random: Random) -> None:
    """Without a point the Beggar would have nothing to decide."""
    points = random.choice([1, 2, 3, 40])
    game.change(points=points)


def some(letters: str, random: Random) -> str:
    """Some of the letters: often all, or none."""
    chance = random.choice([0.0, 0.5, 0.8, 1.0])
    return "".join(letter for letter in letters if random.random() < chance)


def deal_ships(game: Reference, random: Random) -> None:
    game.table = game.table._replace(ships=())
    pile = random.sample(SHIP_PILE, len(SHIP_PILE))
    ships = []
    for name in pile[:3]:
        ships.append(Ship(name, in_order(some(name, random))))
    game.table = game.table._replace(ships=tuple(ships))
    left = pile[3:]
    cut = random.choice([0, 0, 1, 2, random.randint(0, len(left))])
    game.ship_pile, game.ship_discards = tuple(left[:cut]), tuple(left[cut:])


def deal_board(game: Reference, random: Random) -> None:
    """Return the contents of the ocean and the islands, of which up to two are submerged."""
    bare: dict[str, Ocean | Island] = {}
    for cell, tile in game.table.board.items():
        bare[cell] = Island(tile.tile) if isinstance(tile, Island) else deal_ocean(tile.tile, random)
    game.table = game.table._replace(board=bare)
    arrived = deal_tourists(game, random)
    huts = "".join(seat * random.choice([0, 1, 3, 8]) for seat in game.seats)
    submerged = 0
    for cell, tile in game.table.islands():
        if game.table.waters and submerged < 2 and random.random() < 0.15:
            submerged += 1
            game.table = game.table.with_tile(cell, Island(tile.tile, water=5))
            continue
        standing = "".join(random.sample(huts, min(len(huts), random.randint(0, tile.land.huts))))
        for seat in standing:
            huts = huts.replace(seat, "", 1)
        island = deal_island(game, cell, tile, arrived, random)
        island = island._replace(huts="".join(sorted(standing, key=game.seats.index)))
        arrived -= island.tourists
        game.table = game.table.with_tile(cell, island)
    for seat, player in game.table.players.items():
        left = 8 - sum(island.huts.count(seat) for _, island in game.table.islands())
        drowned = random.randint(0, min(left, 3 * submerged))
        game.table = game.table.with_player(seat, player._replace(huts=left - drowned))


def deal_ocean(tile: str, random: Random) -> Ocean:
    return Ocean(tile, random_share(PRINTED_FISH[tile], random), random_share(PRINTED_TREASURE[tile], random))


def deal_tourists(game: Reference, random: Random) -> int:
    """Those of the round, and how many may have been brought to islands."""
    drawn = list((Counter(tourist_pile(len(game.seats))) - Counter(game.tourist_pile)).elements())
    game.table = game.table._replace(tourists=random.choice([0, max(drawn), min(drawn)]))
    return sum(drawn) - game.table.tourists


def deal_island(game: Reference, cell: str, tile: Island, arrived: int, random: Random) -> Island:
    """An island without its huts."""
    table, land = game.table, tile.land
    goods = "".join(good * min(land.goods.count(good), table.reserve(good)) for good in "kcb")
    sides = [side for side in NEIGHBOURS[cell] if table.ocean(side)]
    dikes = [side for side in sides if table.waters and random.random() < 0.7][: table.dikes_left()]
    return Island(
        tile.tile,
        goods=some(goods, random),
        drawings=random_share(land.drawings, random),
        tourists=random_share(min(arrived, land.tourists), random),
        water=random.randint(0, 4) if table.waters else 0,
        dikes=frozenset(dikes),
    )


def random_share(most: int, random: Random) -> int:
    return random.choice([0, most, random.randint(0, most)])


def deal_purses(game: Reference, random: Random) -> None:
    """Money, points, boats, and of the fish and treasures that were taken those not sold."""
    oceans = [(cell, tile) for cell, tile in game.table.board.items() if isinstance(tile, Ocean)]
    fish = taken([(PRINTED_FISH[tile.tile], tile.fish) for _, tile in oceans])
    treasures = taken([(PRINTED_TREASURE[tile.tile], tile.treasure) for _, tile in oceans])
    held = dict.fromkeys(game.seats, ("", ""))
    owner = random.choice(game.seats)
    for kind, values in enumerate((fish, treasures)):
        for value in values:
            seat = random.choice([owner, *game.seats, ""])
            if seat and len(held[seat][kind]) < 5:
                hands = list(held[seat])
                hands[kind] = "".join(sorted(hands[kind] + value))
                held[seat] = (hands[0], hands[1])
    boats = random.sample([cell for cell, _ in oceans], len(oceans))
    for place, (seat, player) in enumerate(game.table.players.items()):
        boat = boats[place % len(boats)] if len(game.seats) == 2 or random.random() < 0.7 else boats[0]
        player = player._replace(
            vatus=random.choice([0, 0, 1, 2, 3, random.randint(0, 9), 9]),
            points=random.choice([0, 1, 2, random.randint(0, 60)]),
            boat=boat,
            fish=held[seat][0],
            treasures=held[seat][1],
        )
        game.table = game.table.with_player(seat, player)


def taken(tokens: list[tuple[int, int]]) -> list[str]:
    """Return the values of the tiles taken, from the numbers printed and left."""
    return [str(value) for printed, left in tokens for value in range(left + 1, printed + 1)]


def deal_characters(game: Reference, random: Random) -> None:
    """Other characters, as far as the present phase has any; the Governor's move of markers is forgotten."""
    if not game.characters or game.phase not in ("plan", "act"):
        return
    names = random.sample(game.on_offer or CHARACTERS, len(game.seats))
    for seat, name in zip(game.seats, names, strict=True):
        player = game.table.players[seat]._replace(character=name, used=random.random() < 0.15)
        game.table = game.table.with_player(seat, player)
    game.governed = {}


def deal_rest(game: Reference, random: Random) -> None:
    tokens = [*random.sample("fbpv", 4), ""]
    for seat, token in zip(game.seats, tokens, strict=False):
        player = game.table.players[seat]
        rested = "R" not in player.markers and random.random() < 0.4
        game.table = game.table.with_player(seat, player._replace(rest=token if rested else ""))
