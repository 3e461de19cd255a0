"""Components of one's own: a table in a file that takes the place of a game's standard one.

The file begins with the name of its game; how it goes on, the module `notation.<game>.own_<what>` knows.
What is brought is named in an environment variable, so that every process of a match knows it as well.
"""

import os
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from core.games import NAMES

VARIABLE: Final = "VANUATU_TILES"
_WHAT: Final = "tiles"
_LARGEST: Final = 1 << 20  # bytes
# The option that asks for what was brought, by game.
_options: dict[str, str] = {}


class ComponentError(ValueError):
    """A file that holds no components; one line that says why."""


def bring(path: str) -> None:
    """Make the components of a file known, here and in processes that are started from here."""
    file = Path(path).resolve()
    try:
        if file.stat().st_size > _LARGEST:
            raise ComponentError(f"{path}: this is too long for a table of {_WHAT}")
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ComponentError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ComponentError(f"{path}: this is no text in UTF-8") from None
    game, _, what = text.partition("\n")[0].strip().partition(" ")
    if game not in NAMES or what != _WHAT:
        raise ComponentError(f"{path}: the first line names a game and {_WHAT}, as in `{NAMES[-1]} {_WHAT}`")
    try:
        module: Any = import_module(f"notation.{game}.own_{_WHAT}")
    except ModuleNotFoundError:
        raise ComponentError(f"{path}: {game} is played with its own {_WHAT} only") from None
    try:
        option = module.bring(text)
    except ValueError as error:
        raise ComponentError(f"{path}: {error}") from None
    _options.pop(game, None)
    if option is not None:
        _options[game] = option
    os.environ[VARIABLE] = str(file)


def bring_named() -> None:
    """Bring what the environment names, if it names anything."""
    if os.environ.get(VARIABLE):
        bring(os.environ[VARIABLE])


def options(game: str) -> tuple[str, ...]:
    """The option that a new game of this name is played with because of what was brought."""
    return (_options[game],) if game in _options else ()
