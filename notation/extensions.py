"""Custom tiles: a file with a table that replaces a game's standard tiles.

The file begins with the name of its game. The module `notation.<game>.custom_tiles` reads the rest. An
environment variable holds the file's path, so that every process of a match loads it too."""

import os
from pathlib import Path
from typing import Final

from vanuatu.core import games
from vanuatu.notation.errors import excerpt

VARIABLE: Final = "VANUATU_TILES"
_WHAT: Final = "tiles"
_LARGEST: Final = 1 << 20  # bytes
# Game name → the option for the loaded tiles.
_options: dict[str, str] = {}


class ExtensionError(ValueError):
    """Raised for an invalid tile file, with a reason of one line."""


def load(path: str) -> None:
    """Load the tiles of a file, for this process and the processes it starts."""
    file = Path(path).resolve()
    try:
        with open(file, "rb") as stream:
            raw = stream.read(_LARGEST + 1)
        if len(raw) > _LARGEST:
            raise ExtensionError(f"{path}: this is too long for a table of {_WHAT}")
        text = raw.decode("utf-8-sig")
    except OSError as error:
        raise ExtensionError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ExtensionError(f"{path}: this is no text in UTF-8") from None
    game, _, what = text.partition("\n")[0].strip().partition(" ")
    last = games.BUILT_IN[-1]
    if not games.is_known(game) or what != _WHAT:
        raise ExtensionError(f"{path}: the first line names a game and {_WHAT}, as in `{last} {_WHAT}`")
    module = games.part("vanuatu.notation", game, f"custom_{_WHAT}")
    if module is None:
        raise ExtensionError(f"{path}: {game} is played with its own {_WHAT} only")
    try:
        option = module.register(text)
    except ValueError as error:
        raise ExtensionError(f"{path}: {excerpt(str(error), 200)}") from None
    _options.pop(game, None)
    if option is not None:
        _options[game] = option
    os.environ[VARIABLE] = str(file)


def load_named() -> None:
    """Load the tiles of the file in the environment variable, if it is set."""
    if os.environ.get(VARIABLE):
        load(os.environ[VARIABLE])


def options(game: str) -> tuple[str, ...]:
    """Return the option that new games of this name need for the loaded tiles."""
    return (_options[game],) if game in _options else ()
