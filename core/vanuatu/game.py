"""The game Vanuatu, and its position before the first draw."""

from typing import ClassVar, final

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.core.game import Game, GameError, no_variant
from vanuatu.core.vanuatu import board, placing, tables
from vanuatu.core.vanuatu.layout import At, Option, Phase, Seat
from vanuatu.core.vanuatu.moves import Kind
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.core.vanuatu.tables import RestToken, Rule, Supply, Tile


def start_array(players: i64, options: i64) -> vec[i64]:
    """Return the array of a game before its first draw."""
    b = vec[i64]([0] * int(Seat.BASE + players * Seat.SIZE))
    b[At.OPTIONS] = options
    b[At.PHASE] = Phase.SETUP
    b[At.STEP] = Kind.START
    b[At.MARKET] = Rule.MARKET_START
    b[At.FIRST] = -1
    b[At.DIE] = -1
    b[At.GOVERNED] = -1
    b[At.VISIBLE] = -1
    b[At.VISIBLE + 1] = -1
    i: i64 = 0
    while i < 3:
        b[At.SHIP + i] = -1
        i += 1
    i = 0
    while i < Supply.SHIP_KINDS:
        b[At.SHIP_PILE + i] = tables.SHIP_COUNTS[i]
        i += 1
    i = 0
    while i < 5:
        b[At.TOURIST_PILE + i] = tables.TOURIST_TILES[i] - (1 if tables.TOURIST_TILE_OUT[players] == i else 0)
        i += 1
    i = 0
    while i < 28:
        b[At.TILE + i] = -1
        i += 1
    seat: i64 = 0
    while seat < players:
        base = board.seat_base(seat)
        b[base + Seat.VATUS] = Supply.START_VATUS
        b[base + Seat.HUTS] = Supply.HUTS
        b[base + Seat.CHARACTER] = -1
        seat += 1
    i = 0
    while i < RestToken.COUNT:
        b[At.TAKEN + i] = -1
        i += 1
    placing.place_tile(b, Tile.E0, tables.EFATE_CELL)
    return b


OPTION_BITS = {"waters": Option.WATERS, "nocharacters": Option.NOCHARACTERS}


@final
class VanuatuGame(Game):
    """2 to 5 players; options `waters` and, from three players, `nocharacters`."""

    variants: ClassVar[tuple[str, ...]] = ("waters", "nocharacters")

    def __init__(self, players: int, options: tuple[str, ...] = ()) -> None:
        unknown = [option for option in options if option not in OPTION_BITS]
        if unknown:
            raise GameError(no_variant(self.variants, unknown[0], "vanuatu"))
        if not 2 <= players <= 5:
            raise GameError(f"vanuatu is for 2 to 5 players, not {players}")
        if players == 2 and "nocharacters" in options:
            raise GameError("two players always play with characters (no variant nocharacters)")
        self.name = "vanuatu"
        self.players = players
        self.options = tuple(option for option in OPTION_BITS if option in options)

    def start(self) -> VanuatuState:
        bits = 0
        for option in self.options:
            bits |= OPTION_BITS[option]
        return VanuatuState(self.players, start_array(self.players, bits), -1, 1)
