"""The end of the game: items of the final score, and the winners (rulings 5 to 7)."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from vanuatu.core.maori import board
from vanuatu.core.maori.layout import Seat
from vanuatu.core.maori.tables import Shape
from vanuatu.core.maori.tiles import Grid, Side, TileTable

LEI_POINTS: Final[i64] = 10


@final
class Item:
    """The items of a seat's score, in the order of the rulebook."""

    PALMS: Final[i64] = 0  # points for palms with and without huts
    HUT_PALMS: Final[i64] = 1
    LEIS: Final[i64] = 2
    SHIPS: Final[i64] = 3
    SHELLS: Final[i64] = 4
    EMPTY: Final[i64] = 5
    COUNT: Final[i64] = 6


def ships_on(b: vec[i64], base: i64, tiles: TileTable) -> i64:
    """Return the ships that count at the end: on no tile of an incomplete island, and printed on no tile."""
    complete = b[base + Seat.FILLED] & ~board.incomplete(b, base)
    number = board.board_number(b)
    printed = tiles.printed_cell[number]
    count: i64 = 0
    if printed < 0 or not complete >> printed & 1:
        count = tiles.printed
    ships = tiles.ships
    cell: i64 = 0
    while cell < Grid.COUNT:
        if complete >> cell & 1:
            count += ships[b[base + Seat.TILE + cell] >> 2]
        cell += 1
    return count


def score_island(b: vec[i64], base: i64, tiles: TileTable, reef: i64, first: i64, items: vec[i64]) -> i64:
    """Add up a complete island from its leftmost or topmost tile. Return its cells."""
    edges = tiles.edges
    step: i64 = 0
    onward: i64 = 0
    if edges[b[base + Seat.TILE + first]] & Side.RIGHT:
        step = 1
        onward = Side.RIGHT
    elif edges[b[base + Seat.TILE + first]] & Side.BOTTOM:
        step = Grid.STRIDE
        onward = Side.BOTTOM
    palms: i64 = 0
    huts: i64 = 0
    halves: i64 = 0
    cells: i64 = 0
    cell = first
    while True:
        tile = b[base + Seat.TILE + cell]
        palms += tiles.palms[tile >> 2]
        huts += tiles.huts[tile >> 2]
        halves += tiles.leis[tile >> 2]
        cells |= 1 << cell
        if not edges[tile] & onward:
            break
        cell += step
    if not cells & ~reef:
        palms *= 2
    if huts > 0:
        items[Item.HUT_PALMS] += 2 * palms
    else:
        items[Item.PALMS] += palms
    # Halves are at the open sides of ends: they meet if the ends are neighbours.
    if halves == 2 and cell == first + step:
        items[Item.LEIS] += LEI_POINTS
    return cells


def score_board(b: vec[i64], base: i64, tiles: TileTable, items: vec[i64]) -> None:
    """Write the score of a board alone into `items`: palms, leis, empty spaces (rulings 5 to 7)."""
    complete = b[base + Seat.FILLED] & ~board.incomplete(b, base)
    number = board.board_number(b)
    spaces = tiles.spaces[number]
    reef = tiles.reef[number]
    items[Item.PALMS] = 0
    items[Item.HUT_PALMS] = 0
    items[Item.LEIS] = 0
    items[Item.EMPTY] = 0
    done: i64 = 0
    cell: i64 = 0
    while cell < Grid.COUNT:
        here: i64 = 1 << cell
        if not complete & here:
            if spaces & here:
                items[Item.EMPTY] -= 1
        elif not done & here and tiles.shape[b[base + Seat.TILE + cell] >> 2] != Shape.WATER:
            done |= score_island(b, base, tiles, reef, cell, items)
        cell += 1


def score_items(b: vec[i64], players: i64, tiles: TileTable) -> vec[i64]:
    """Return the items of each seat's score, Item.COUNT numbers a seat."""
    result = vec[i64]()
    items = vec[i64]([0] * int(Item.COUNT))
    most_ships: i64 = 0
    most_shells: i64 = 0
    seat: i64 = 0
    while seat < players:
        base = Seat.BASE + seat * Seat.SIZE
        score_board(b, base, tiles, items)
        ships = ships_on(b, base, tiles)
        shells = b[base + Seat.SHELLS]
        most_ships = ships if ships > most_ships else most_ships
        most_shells = shells if shells > most_shells else most_shells
        result = append(result, items[Item.PALMS])
        result = append(result, items[Item.HUT_PALMS])
        result = append(result, items[Item.LEIS])
        result = append(result, ships)
        result = append(result, shells)
        result = append(result, items[Item.EMPTY])
        seat += 1
    at: i64 = 0
    while at < players * Item.COUNT:
        if result[at + Item.SHIPS] < most_ships:
            result[at + Item.SHIPS] = 0
        if result[at + Item.SHELLS] < most_shells:
            result[at + Item.SHELLS] = 0
        at += Item.COUNT
    return result


def final_scores(b: vec[i64], players: i64, tiles: TileTable) -> vec[i64]:
    items = score_items(b, players, tiles)
    scores = vec[i64]()
    seat: i64 = 0
    while seat < players:
        total: i64 = 0
        at = seat * Item.COUNT
        end = at + Item.COUNT
        while at < end:
            total += items[at]
            at += 1
        scores = append(scores, total)
        seat += 1
    return scores


def final_winners(b: vec[i64], players: i64, tiles: TileTable) -> vec[i64]:
    """Return the winners: best score, then most shells left, scored or not; other ties are shared."""
    winners = vec[i64]()
    scores = final_scores(b, players, tiles)
    best: i64 = -1000000
    seat: i64 = 0
    while seat < players:
        rank = scores[seat] * 100 + b[Seat.BASE + seat * Seat.SIZE + Seat.SHELLS]
        if rank > best:
            best = rank
            winners = vec[i64]()
        if rank == best:
            winners = append(winners, seat)
        seat += 1
    return winners
