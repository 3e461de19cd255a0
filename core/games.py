"""The games there are. Nothing else in the core lists them."""

from core.game import Game, GameError

NAMES = ("vanuatu", "maori")


def make_game(name: str, players: int, options: tuple[str, ...] = ()) -> Game:
    """A game by its name; GameError, with one line that says what is wrong, if there is none such.

    A game's rules are imported when it is asked for, so that one game does not load the others.
    """
    if name == "vanuatu":
        from core.vanuatu.game import VanuatuGame

        return VanuatuGame(players, options)
    if name == "maori":
        from core.maori.game import MaoriGame

        return MaoriGame(players, options)
    raise GameError(f"no game is called {name!r} (there are: {', '.join(NAMES)})")
