"""Vanuatu as a game to start."""

from typing import ClassVar, final

from core.game import Game, GameError
from core.vanuatu.layout import Option
from core.vanuatu.start import start_array
from core.vanuatu.state import VanuatuState

OPTION_BITS = {"waters": Option.WATERS, "nocharacters": Option.NOCHARACTERS}


@final
class VanuatuGame(Game):
    """2 to 5 players; options `waters` and, from three players, `nocharacters`."""

    variants: ClassVar[tuple[str, ...]] = ("waters", "nocharacters")

    def __init__(self, players: int, options: tuple[str, ...] = ()) -> None:
        unknown = [option for option in options if option not in OPTION_BITS]
        if unknown:
            raise GameError(f"vanuatu has no variant {unknown[0]!r} (there are: waters, nocharacters)")
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
