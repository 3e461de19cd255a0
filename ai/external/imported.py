"""Bots in Python modules of others: `py:mybots:Ahead`, and entry points of the group `vanuatu.bots`.

Only a spec that a person names is imported. A name in a file never is: see `make_bot_from_file`.
"""

import inspect
import os
import sys
from collections.abc import Callable
from importlib import import_module, metadata
from typing import Any, Final, Protocol

from vanuatu.ai.bot import Bot, BotError, Limit, PendingMove
from vanuatu.ai.external.bot import CRASH, NOT_LEGAL, ExternalBotError
from vanuatu.ai.instant import ReadyMove
from vanuatu.notation import move_reader
from vanuatu.notation.errors import MoveError, excerpt
from vanuatu.notation.game import Game, game_of
from vanuatu.notation.session import Session

GROUP: Final = "vanuatu.bots"
PREFIX: Final = "py:"


class Player(Protocol):
    """Anything that names a move when it sees the game: your own bot needs no more than this.

    It sees the real game, with the secrets of the others. A fair bot uses `game.end.hidden(game.seat, seed)`,
    a position as its seat may see it.

    >>> import vanuatu
    >>> class First:
    ...     def choose(self, game: vanuatu.Game) -> str:
    ...         return game.legal()[0]
    >>> vanuatu.play([First(), "greedy", "random"], seed=1)
    <Game vanuatu 3p over … · "First"–"greedy"–"random">
    """

    def choose(self, game: Game) -> str: ...


class PlayerBot(Bot):
    """Seats a Player among bots. Errors of the player are raised."""

    def __init__(self, player: Player) -> None:
        self.name = str(getattr(player, "name", type(player).__name__))
        self._player = player

    def think(self, session: Session, limit: Limit | None = None) -> PendingMove:
        token = self._player.choose(game_of(session))
        return ReadyMove(move_reader.read_move(session.codec, session.state, token))


class ImportedBot(PlayerBot):
    """Seats a Player that a spec names. Its errors lose the game, as those of other external bots do."""

    def __init__(self, spec: str, player: Player) -> None:
        super().__init__(player)
        self.name = spec

    def think(self, session: Session, limit: Limit | None = None) -> PendingMove:
        try:
            token = str(self._player.choose(game_of(session)))
        except Exception as error:
            raise ExternalBotError(_one_line("raised", error), CRASH) from None
        try:
            return ReadyMove(move_reader.read_move(session.codec, session.state, token))
        except MoveError as error:
            raise ExternalBotError(f"answered {excerpt(token)!r}: {error}", NOT_LEGAL) from None


def entry_points() -> dict[str, metadata.EntryPoint]:
    """Return the bots of installed distributions, by name."""
    return {point.name: point for point in metadata.entry_points(group=GROUP)}


def is_imported_spec(spec: str) -> bool:
    """Return whether the spec has the form of a Python bot, or names an installed one."""
    name = spec.strip()
    return name.startswith(PREFIX) or name in entry_points()


def make_imported_bot(spec: str, seed: int) -> Bot:
    """Import the bot of a spec. Raise BotError if it cannot be imported or is not a bot.

    A class or function is called to make the bot; if it has a parameter `seed`, it gets the seed.
    """
    spec = spec.strip()
    try:
        found = _imported(spec) if spec.startswith(PREFIX) else entry_points()[spec].load()
        made = found if _can_play(found) else _call(found, seed)
    except BotError:
        raise
    except Exception as error:
        raise BotError(f"bot {spec!r}: {_one_line('cannot be imported:', error)}") from None
    if not _can_play(made):
        raise BotError(f"bot {spec!r}: {made!r} has no method `choose`")
    return made if isinstance(made, Bot) else ImportedBot(spec, made)


def _imported(spec: str) -> Any:
    """Return what `py:module:Class` names. Modules in the current folder are found too, after all others."""
    module, _, path = spec.removeprefix(PREFIX).partition(":")
    if not module or not path:
        raise BotError(f"bot {spec!r}: expected py:MODULE:CLASS, for example py:mybots:Ahead")
    folder = os.getcwd()
    sys.path.append(folder)
    try:
        found: Any = import_module(module)
    finally:
        sys.path.remove(folder)
    for name in path.split("."):
        found = getattr(found, name)
    return found


def _call(make: Callable[..., Any], seed: int) -> Any:
    if not callable(make):
        raise BotError(f"{make!r} is neither a bot nor a class")
    takes_seed = "seed" in inspect.signature(make).parameters
    return make(seed=seed) if takes_seed else make()


def _can_play(thing: object) -> bool:
    return not isinstance(thing, type) and callable(getattr(thing, "choose", None))


def _one_line(verb: str, error: Exception) -> str:
    text = " ".join(str(error).split())
    return f"{verb} {type(error).__name__}" + (f": {text}" if text else "")
