"""The game Maori, and its position before the first draw."""

from typing import ClassVar, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from vanuatu.core.game import CHANCE, Game, GameError, no_variant
from vanuatu.core.maori.layout import At, Option, Phase, Rule, Seat, pile_of
from vanuatu.core.maori.state import MaoriState
from vanuatu.core.maori.tiles import TILES_OPTION, Grid, TableError, TileTable, table_of


def start_array(players: i64, options: i64, tiles: TileTable) -> vec[i64]:
    """Return the array of a game before its first draw."""
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


OPTION_BITS: Final[dict[str, i64]] = {"ship": Option.SHIP, "shipmust": Option.MUST, "atoll": Option.ATOLL}


@final
class MaoriGame(Game):
    """2 to 5 players; `ship` and `shipmust` are variations 1 and 2, `atoll` the other side of the boards."""

    variants: ClassVar[tuple[str, ...]] = ("ship", "shipmust", "atoll")

    def __init__(self, players: int, options: tuple[str, ...] = ()) -> None:
        table = ""
        for option in options:
            if option.startswith(TILES_OPTION):
                table = option
            elif option not in OPTION_BITS:
                raise GameError(no_variant(self.variants, option, "Maori"))
        if len(set(options)) != len(options):
            raise GameError("a variant is named twice")
        if "ship" in options and "shipmust" in options:
            raise GameError("'ship' and 'shipmust' exclude each other")
        if not 2 <= players <= 5:
            raise GameError(f"Maori is for 2 to 5 players, not {players}")
        if "atoll" in options and players == 5:
            raise GameError("Maori on the atoll is for 2 to 4 players: there are not tiles enough for 5")
        try:
            self.tiles = table_of(table)
        except TableError as error:
            raise GameError(str(error)) from None
        self.name = "maori"
        self.players = players
        known = [option for option in OPTION_BITS if option in options]
        self.options = tuple([*known, table] if table else known)

    def start(self) -> MaoriState:
        bits: i64 = 0
        for option in self.options:
            bits |= OPTION_BITS.get(option, 0)
        b = start_array(self.players, bits, self.tiles)
        return MaoriState(self.tiles, self.players, CHANCE, 1, b)
