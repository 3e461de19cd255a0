"""The settings that a user makes once, in `~/.config/vanuatu/config.toml`.

A wrong key or value is an error that names the file and the line. Options of a command override settings.
"""

import difflib
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from vanuatu.cli.errors import InputFault
from vanuatu.cli.files import folders

PACES: Final = ("slow", "fast", "step")
COLOURS: Final = ("auto", "never")
COACH: Final = ("on", "off")
MOST_COACH: Final = 100  # % of win chance
LARGEST: Final = 1 << 16  # bytes of the file
_NO_COLOUR: Final = "NO_COLOR"


@dataclass(frozen=True)
class Setting:
    """One key of the file: its default, how a value is read, and its help text."""

    name: str
    default: Any
    read: Callable[[Any], Any]  # raises ValueError with what was expected
    about: str


@dataclass(frozen=True)
class Settings:
    """The values in force, and where each comes from."""

    values: dict[str, Any]
    sources: dict[str, str]

    @property
    def bot(self) -> str:
        """The bot of the seats without a person."""
        return str(self.values["bot"])

    @property
    def players(self) -> int:
        """The number of players of a new game."""
        return int(self.values["players"])

    @property
    def coach(self) -> str:
        """`on`, `off`, or the percentage of win chance from which the coach asks."""
        return str(self.values["coach"])

    @property
    def pace(self) -> str:
        """How the moves of bots are shown: one of PACES."""
        return str(self.values["pace"])

    @property
    def bell(self) -> bool:
        """Whether the bell rings when a person is to move."""
        return bool(self.values["bell"])


def config_path() -> Path:
    """Return the path of the settings file; the file may not exist."""
    return folders.config_folder() / "config.toml"


def read_settings() -> Settings:
    """Return the settings in force. Raise InputFault, with one line, if the file is damaged."""
    given, lines = _read_file(config_path())
    values = {setting.name: setting.default for setting in SETTINGS}
    sources = dict.fromkeys(values, "default")
    for name, value in given.items():
        where = f"{config_path()}:{lines.get(name, 1)}"
        setting = _BY_NAME.get(name)
        if setting is None:
            near = difflib.get_close_matches(name, _BY_NAME, 1, 0.5)
            hint = f"Did you mean {near[0]}?" if near else f"Settings: {', '.join(_BY_NAME)}."
            raise InputFault(f"{where}: no such setting (got {name!r}). {hint}")
        try:
            values[name] = setting.read(value)
        except ValueError as error:
            raise InputFault(f"{where}: {name}: wrong value (got {value!r}). Expected {error}.") from None
        sources[name] = where
    if os.environ.get(_NO_COLOUR):
        values["colours"], sources["colours"] = "never", _NO_COLOUR
    return Settings(values, sources)


def apply_colours() -> None:
    """Switch colours off for this process if the settings say so. A damaged file changes nothing."""
    try:
        if _read_file(config_path())[0].get("colours") == "never":
            os.environ[_NO_COLOUR] = "1"
    except InputFault:
        pass  # the commands that need the settings report it


def _read_file(path: Path) -> tuple[dict[str, Any], dict[str, int]]:
    """Return the values in the file, and the line of each key; both empty without a file."""
    try:
        with open(path, "rb") as stream:
            raw = stream.read(LARGEST + 1)
    except FileNotFoundError:
        return {}, {}
    except OSError as error:
        raise InputFault(f"{path}: {error.strerror or error}") from None
    if len(raw) > LARGEST:
        raise InputFault(f"{path}: larger than {LARGEST} bytes. Expected settings only.")
    import tomllib

    try:
        text = raw.decode("utf-8-sig")
        given = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InputFault(f"{path}:{line}: not UTF-8 text") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputFault(f"{path}: not valid TOML: {str(error) or 'too deep'}") from None
    keys = re.compile(r"""\s*(?:\[+\s*)?["']?([^\s"'=.\]]+)""")
    lines: dict[str, int] = {}
    for number, row in enumerate(text.splitlines(), 1):
        if found := keys.match(row):
            lines.setdefault(found[1], number)
    return given, lines


def _read_bot(value: Any) -> str:
    from vanuatu.ai.bot import BotError
    from vanuatu.ai.specs import make_bot

    if not isinstance(value, str):
        raise ValueError('a bot in quotes, for example "hard"')
    try:
        make_bot(value, seed=0).close()
    except BotError as error:
        raise ValueError(f"a bot: {error}") from None
    return value


def _read_players(value: Any) -> int:
    from vanuatu.cli.options import MOST_PLAYERS

    if type(value) is not int or not 2 <= value <= MOST_PLAYERS:
        raise ValueError(f"a number from 2 to {MOST_PLAYERS}")
    return value


def _read_coach(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if value in COACH:
        return str(value)
    if type(value) is int and 1 <= value <= MOST_COACH:
        return str(value)
    raise ValueError(f'"on", "off", or a percentage from 1 to {MOST_COACH}')


def _read_bell(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


def _one_of(words: tuple[str, ...]) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if value not in words:
            raise ValueError(" or ".join(f'"{word}"' for word in words))
        return str(value)

    return read


SETTINGS: Final = (
    Setting("bot", "medium", _read_bot, "bot of the other seats in a new game"),
    Setting("players", 4, _read_players, "number of players of a new game"),
    Setting("coach", "off", _read_coach, "ask before moves that lose much: on, off, or a percentage"),
    Setting("pace", "fast", _one_of(PACES), f"how moves of bots are shown: {', '.join(PACES)}"),
    Setting("colours", "auto", _one_of(COLOURS), "auto (on a terminal) or never"),
    Setting("bell", False, _read_bell, "ring the bell when it is your turn"),
)
_BY_NAME: Final = {setting.name: setting for setting in SETTINGS}
