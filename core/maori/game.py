"""Maori as a game to start."""

from typing import ClassVar, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from core.game import NATURE, Game, GameError
from core.maori.layout import At, Option, Phase, Rule, Seat, pile_of
from core.maori.state import MaoriState
from core.maori.tiles import TILES_OPTION, Grid, TableError, table_of

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
                raise GameError(f"Maori has no variant {option!r} (there are: {', '.join(OPTION_BITS)})")
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
        players: i64 = self.players
        tiles = self.tiles
        v = vec[i64]([0] * int(pile_of(players)))
        v[At.PHASE] = Phase.MATRIX
        for option in self.options:
            v[At.OPTIONS] |= OPTION_BITS.get(option, 0)
        v[At.EXPLORER] = -1
        v[At.TURN] = 0
        v[At.OPENER] = -1
        v[At.LAST] = -1
        v[At.HOLE] = 0
        v[At.BANK] = Rule.SHELLS - players * Rule.START_SHELLS
        n: i64 = 0
        while n < Rule.PLACES:
            v[At.CELL + n] = -1
            n += 1
        n = 0
        while n < players:
            seat = Seat.BASE + n * Seat.SIZE
            v[seat + Seat.SHELLS] = Rule.START_SHELLS
            v[seat + Seat.SHIPS] = tiles.printed
            v[seat + Seat.STORE] = -1
            v[seat + Seat.BOAT] = -1
            cell: i64 = 0
            while cell < Grid.COUNT:
                v[seat + Seat.TILE + cell] = -1
                cell += 1
            n += 1
        kind: i64 = 0
        while kind < tiles.kinds:
            v = append(v, tiles.counts[kind])
            v[At.SUPPLY] += tiles.counts[kind]
            kind += 1
        return MaoriState(tiles, players, NATURE, 1, v)
