"""The games there are, and where the parts of each are found. Nothing else lists games.

A game is a class, named here by where it stands. All that belongs to it is found by name, and only when it is
asked for, so that one game does not load the others: `part("vanuatu.notation", "vanuatu", "codec")` is the
module `vanuatu.notation.vanuatu.codec`. The parts of a game from elsewhere stand beside its class: where
that is `nim.game:Nim`, its codec is `nim.codec`.
"""

from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

from vanuatu.core.game import Game, GameError, State

_classes = {"vanuatu": "vanuatu.core.vanuatu.game:VanuatuGame", "maori": "vanuatu.core.maori.game:MaoriGame"}


def names() -> tuple[str, ...]:
    """The names of all games; the first is what is played where none is named."""
    return tuple(_classes)


def register(name: str, place: str) -> None:
    """Make a game known, by its name and the place of its class: `register("nim", "nim.game:Nim")`.

    The class takes a number of players and a tuple of options, as `make_game` does. What is raised where
    there is no such class is Python's own ImportError or AttributeError.
    """
    module, colon, kind = place.partition(":")
    if not name or not colon or "." not in module:
        raise ValueError("a game is named by its class, in a module of a package: nim=nim.game:Nim")
    getattr(import_module(module), kind)
    _classes[name] = place


def require_known(name: str) -> None:
    """GameError, with one line that says which games there are, if no game is called that."""
    if name not in _classes:
        raise GameError(f"no game is called {name!r} (there are: {', '.join(_classes)})")


def make_game(name: str, players: int, options: tuple[str, ...] = ()) -> Game:
    """A game by its name; GameError, with one line that says what is wrong, if there is none such."""
    require_known(name)
    module, _, kind = _classes[name].partition(":")
    game: Game = getattr(import_module(module), kind)(players, options)
    return game


def start(name: str, players: int, options: tuple[str, ...] = ()) -> State:
    """The first position of a game, in which nature is about to draw; GameError if there is no such game.

    >>> from vanuatu import core
    >>> core.start("vanuatu", 4, ("waters",))
    <VanuatuState of 4 players, round 1, nature to draw>
    """
    return make_game(name, players, options).start()


def variants(name: str) -> tuple[str, ...]:
    """What a game can be played with that departs from its base game."""
    require_known(name)
    module, _, kind = _classes[name].partition(":")
    known: tuple[str, ...] = getattr(import_module(module), kind).variants
    return known


def package_of(package: str, game: str) -> str:
    """The package that holds what a package knows about a game: `vanuatu.notation.vanuatu` for `notation`."""
    beside = _classes[game].partition(":")[0].rpartition(".")[0]
    room = beside.removeprefix("vanuatu.core.")
    return f"{package}.{room}" if room != beside else beside


def part(package: str, game: str, name: str) -> ModuleType | None:
    """The module of a package that holds a part of a game, or None if there is no such game or part."""
    if game not in _classes:
        return None
    place = f"{package_of(package, game)}.{name}"
    try:
        return import_module(place)
    except ModuleNotFoundError as error:
        if error.name is not None and error.name in _with_parents(place):
            return None
        raise  # it is there, and something that it needs is not


def _with_parents(place: str) -> Iterator[str]:
    """A module's name and those of the packages that it stands in."""
    while place:
        yield place
        place = place.rpartition(".")[0]
