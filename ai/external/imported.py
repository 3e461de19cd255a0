"""Bots in Python modules of others: `py:mybots:Ahead`, and entry points of the group `vanuatu.bots`.

`mine=py:mybots:Ahead` names the bot. Only a spec that a person names is imported. A name in a file never is:
see `make_bot_from_file`.
"""

import contextlib
import inspect
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from importlib import import_module, metadata
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NoReturn, Protocol

import vanuatu.core
import vanuatu.notation
from vanuatu import ai
from vanuatu.ai import specs
from vanuatu.ai.bot import Bot, BotError, Limit, PendingMove, Report
from vanuatu.ai.external.bot import CRASH, NOT_LEGAL, ExternalBotError
from vanuatu.ai.external.lines import refused_setup
from vanuatu.ai.instant import ReadyMove
from vanuatu.core.game import Game as Rules
from vanuatu.notation import move_reader
from vanuatu.notation.errors import MoveError, excerpt
from vanuatu.notation.game import Game, game_of
from vanuatu.notation.session import Session

GROUP: Final = "vanuatu.bots"
PREFIX: Final = "py:"
_SPEC: Final = re.compile(r"\s*(?:([^:=]*)=)?(py:.*?)\s*", re.DOTALL)
_seated: "dict[str, Player]" = {}  # objects that play a match in this process, by name


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
        self.name = name_of(player)
        self._player = player

    def think(self, session: Session, limit: Limit | None = None) -> PendingMove:
        token = self._player.choose(game_of(session))
        return ReadyMove(move_reader.read_move(session.codec, session.state, token))

    def options(self) -> set[str]:
        """Return what the player says of the games that it plays."""
        return {str(option) for option in getattr(self._player, "options", ())}

    def refuses(self, game: Rules) -> str:
        return refused_setup(self.options(), game)


class ImportedBot(PlayerBot):
    """Seats a Player that a spec names. Its errors lose the game, as those of other external bots do."""

    def __init__(self, name: str, player: Player) -> None:
        super().__init__(player)
        self.name = name

    def think(self, session: Session, limit: Limit | None = None) -> PendingMove:
        try:
            token = str(self._player.choose(game_of(session)))
        except Exception as error:
            _forfeit(error)
        try:
            return ReadyMove(move_reader.read_move(session.codec, session.state, token))
        except MoveError as error:
            raise ExternalBotError(f"answered {excerpt(token)!r}: {error}", NOT_LEGAL) from None


class GuardedBot(Bot):
    """A Bot of another module, whose errors lose the game."""

    def __init__(self, name: str, bot: Bot) -> None:
        self.name = name
        self._bot = bot

    def think(self, session: Session, limit: Limit | None = None) -> PendingMove:
        try:
            return GuardedMove(self._bot.think(session, limit))
        except Exception as error:
            _forfeit(error)

    def refuses(self, game: Rules) -> str:
        return self._bot.refuses(game)

    def finished(self, session: Session) -> None:
        self._bot.finished(session)

    def close(self) -> None:
        self._bot.close()


class GuardedMove(PendingMove):
    """The thinking of a Bot of another module."""

    def __init__(self, pending: PendingMove) -> None:
        self._pending = pending

    def step(self) -> bool:
        try:
            return bool(self._pending.step())
        except Exception as error:
            _forfeit(error)

    def move(self) -> int:
        try:
            return int(self._pending.move())
        except Exception as error:
            _forfeit(error)

    def report(self) -> Report:
        return self._pending.report()

    def close(self) -> None:
        self._pending.close()


def name_of(player: object) -> str:
    """Return the name of a player: its `name`, or that of its class."""
    return str(getattr(player, "name", type(player).__name__))


def entry_points() -> dict[str, metadata.EntryPoint]:
    """Return the bots of installed distributions, by name."""
    return {point.name: point for point in metadata.entry_points(group=GROUP)}


@contextlib.contextmanager
def seated_players() -> "Iterator[dict[str, Player]]":
    """Let objects play under their names in this process, until the end of the context."""
    before = dict(_seated)
    try:
        yield _seated
    finally:
        _seated.clear()
        _seated.update(before)


def is_imported_spec(spec: str) -> bool:
    """Return whether the spec has the form of a Python bot, or names an installed one."""
    name = spec.strip()
    return _SPEC.fullmatch(spec) is not None or name in _seated or name in entry_points()


def make_imported_bot(spec: str, seed: int) -> Bot:
    """Import the bot of a spec. Raise BotError if it cannot be imported or is not a bot.

    A class or function is called to make the bot; if it has a parameter `seed`, it gets the seed.
    """
    name, place = _split(spec)
    try:
        if place in _seated:
            found: Any = _seated[place]
        else:
            found = _imported(place) if place.startswith(PREFIX) else entry_points()[place].load()
        made = found if _can_play(found) else _call(found, seed)
    except BotError:
        raise
    except Exception as error:
        raise BotError(f"bot {spec!r}: {_one_line('cannot be imported:', error)}") from None
    if not _can_play(made):
        raise BotError(f"bot {spec!r}: {made!r} has no method `choose`")
    return GuardedBot(name, made) if isinstance(made, Bot) else ImportedBot(name, made)


def _split(spec: str) -> tuple[str, str]:
    """Return the name of the bot, and what to import. Raise BotError if it cannot have this name."""
    found = _SPEC.fullmatch(spec)
    if found is None or found[1] is None:
        return spec.strip(), spec.strip()
    name = found[1].strip()
    specs.check_name(spec, name, PREFIX)
    return name, found[2]


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


def _forfeit(error: Exception) -> NoReturn:
    """Raise the error that loses the game."""
    if isinstance(error, ExternalBotError):
        raise error
    raise ExternalBotError(_one_line("raised", error), CRASH) from None


def _one_line(verb: str, error: Exception) -> str:
    """Return what the error was, and where: `raised KeyError: 'S' (mybots.py:12)`."""
    text = " ".join(str(error).split())
    place = _place_of(error.__traceback__)
    return f"{verb} {type(error).__name__}" + (f": {text}" if text else "") + (f" ({place})" if place else "")


def _place_of(trace: TracebackType | None) -> str:
    """Return the file and line of other people's code that an error comes from; empty if there is none."""
    frames = [frame for frame in traceback.extract_tb(trace) if not _is_library(frame.filename)]
    return f"{os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else ""


def _is_library(file: str) -> bool:
    """Return whether a file belongs to this project or to Python itself."""
    ours = tuple(str(Path(module.__file__ or "").parent) for module in (vanuatu.core, vanuatu.notation, ai))
    standard = file.startswith(os.path.dirname(os.__file__)) and "-packages" not in file
    return standard or file.startswith((*ours, "<frozen "))
