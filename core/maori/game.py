"""Maori as a game to start."""

from typing import ClassVar, Final, final

from mypy_extensions import i64

from core.game import NATURE, Game, GameError
from core.maori.layout import Option
from core.maori.start import start_array
from core.maori.state import MaoriState
from core.maori.tiles import TILES_OPTION, TableError, table_of

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
        bits: i64 = 0
        for option in self.options:
            bits |= OPTION_BITS.get(option, 0)
        b = start_array(self.players, bits, self.tiles)
        return MaoriState(self.tiles, self.players, NATURE, 1, b)
