"""The position before the first draw."""

from librt.vecs import append, vec
from mypy_extensions import i64

from core.maori.layout import At, Phase, Rule, Seat, pile_of
from core.maori.tiles import Grid, TileTable


def start_array(players: i64, options: i64, tiles: TileTable) -> vec[i64]:
    """The array of a game before its first draw."""
    b = vec[i64]([0] * int(pile_of(players)))
    b[At.OPTIONS] = options
    b[At.PHASE] = Phase.MATRIX
    b[At.EXPLORER] = -1
    b[At.OPENER] = -1
    b[At.LAST] = -1
    b[At.BANK] = Rule.SHELLS - players * Rule.START_SHELLS
    i: i64 = 0
    while i < Rule.PLACES:
        b[At.CELL + i] = -1
        i += 1
    seat: i64 = 0
    while seat < players:
        base = Seat.BASE + seat * Seat.SIZE
        b[base + Seat.SHELLS] = Rule.START_SHELLS
        b[base + Seat.SHIPS] = tiles.printed
        b[base + Seat.STORE] = -1
        b[base + Seat.BOAT] = -1
        cell: i64 = 0
        while cell < Grid.COUNT:
            b[base + Seat.TILE + cell] = -1
            cell += 1
        seat += 1
    kind: i64 = 0
    while kind < tiles.kinds:
        b = append(b, tiles.counts[kind])
        b[At.SUPPLY] += tiles.counts[kind]
        kind += 1
    return b
