"""The list of games, and how to import the parts of each. Only this module lists games.

A game is a class, named here by its module. Installed packages add games by an entry point of the group
`vanuatu.games`, such as `nim = "nim.game:Nim"`. A game is imported on first use.

The parts of a game are found by name too: `part("vanuatu.notation", "vanuatu", "codec")` is the
module `vanuatu.notation.vanuatu.codec`. The parts of an installed game are beside its class: the codec of
`nim.game:Nim` is `nim.codec`.
"""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from vanuatu.core.game import Game, GameError
from vanuatu.core.public import State

GROUP: Final = "vanuatu.games"  # of entry points
BUILT_IN: Final = ("vanuatu", "maori")
DEFAULT: Final = BUILT_IN[0]  # the default game

_classes = {"vanuatu": "vanuatu.core.vanuatu.game:VanuatuGame", "maori": "vanuatu.core.maori.game:MaoriGame"}


@cache
def _installed() -> dict[str, str]:
    """Return the classes of games in installed packages, by name. This imports none of them."""
    from importlib.metadata import entry_points  # slow to import, and rarely needed

    return {entry.name: entry.value for entry in entry_points(group=GROUP)}


def names() -> tuple[str, ...]:
    """Return the names of all games: those of this package first, then installed and registered ones."""
    return tuple(_classes | _installed())


def is_known(name: str) -> bool:
    """Return whether a game of this name exists."""
    return name in _classes or name in _installed()


def require_known(name: str) -> None:
    """Raise GameError, with the names of all games, if this game does not exist."""
    if not is_known(name):
        raise GameError(f"no game is called {name!r} (there are: {', '.join(names())})")


def register(name: str, place: str) -> None:
    """Add a game for this process only, by the place of its class: `register("nim", "nim.game:Nim")`.

    The class takes a number of players and a tuple of options, as `make_game` does. Raise ValueError for
    another form of place, and ImportError or AttributeError if the class does not exist."""
    module, colon, kind = place.partition(":")
    if not name or not colon or "." not in module:
        raise ValueError("expected a class in a module of a package, like nim.game:Nim")
    getattr(import_module(module), kind)
    _classes[name] = place


def make_game(name: str, players: int, options: tuple[str, ...] = ()) -> Game:
    """Return a game by its name. Raise GameError, with a reason of one line, if there is none."""
    game: Game = _class_of(name)(players, options)
    return game


def start(name: str, players: int, options: tuple[str, ...] = ()) -> State:
    """Return the first position of a game, before the first draw. Raise GameError for an unknown game.

    >>> from vanuatu import core
    >>> core.start("vanuatu", 4, ("waters",))
    <VanuatuState of 4 players, round 1, chance to draw>
    """
    return State(make_game(name, players, options).start())


def variants(name: str) -> tuple[str, ...]:
    """Return the variants that a game can be played with."""
    known: tuple[str, ...] = _class_of(name).variants
    return known


def package_of(package: str, game: str) -> str:
    """Return the package of a game's parts: `vanuatu.notation.vanuatu` for `notation`."""
    beside = _place_of(game).partition(":")[0].rpartition(".")[0]
    room = beside.removeprefix("vanuatu.core.")
    return f"{package}.{room}" if room != beside else beside


def part(package: str, game: str, name: str) -> ModuleType | None:
    """Return the module of a part of a game, or None if the game or part does not exist."""
    if not is_known(game):
        return None
    place = f"{package_of(package, game)}.{name}"
    try:
        return import_module(place)
    except ModuleNotFoundError as error:
        if error.name is not None and error.name in _with_parents(place):
            return None
        raise  # the module exists, but not a module that it imports


def _place_of(name: str) -> str:
    """Return the module and class of a game: `nim.game:Nim`."""
    require_known(name)
    return _classes.get(name) or _installed()[name]


def _class_of(name: str) -> Any:
    """Return the class of a game. `register` documents the call, which differs from the base class's."""
    place = _place_of(name)
    module, _, kind = place.partition(":")
    try:
        return getattr(import_module(module), kind)
    except (ImportError, AttributeError, ValueError) as error:
        raise GameError(f"the installed game {name!r} ({place}) cannot be loaded: {error}") from None


def _with_parents(place: str) -> Iterator[str]:
    """Yield a module's name and the names of its parent packages."""
    while place:
        yield place
        place = place.rpartition(".")[0]
