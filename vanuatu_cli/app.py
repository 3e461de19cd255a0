"""The table of commands, and the one place that turns how a command ended into an exit code.

Each command is the module `vanuatu_cli/commands/NAME.py`: one function of that name, annotated for typer,
whose docstring is its help, and `EXAMPLES`, the command lines at the end of its help page. Two tables are
optional: `WITHOUT_VALUE` maps an option that may come without a value to the value it then has, `RENAMED`
maps an old option to the new one. A module is imported when its command is called, so that `vanuatu --help`
loads no engine and no prompt. A command returns None or its exit code.

The line that ends a command with an error begins with `vanuatu: `. If a command goes on after an error in
a file, the line begins with the file.
"""

import importlib
import io
import os
import platform
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from vanuatu import __version__
from vanuatu.cli import usage
from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import folders
from vanuatu.cli.terminal import console, signals
from vanuatu.notation.printable import printable_lines

COMMANDS: Final = {
    "play": "Play a game at the prompt (also without any command).",
    "check": "Check that games are right: moves, result, winner.",
    "replay": "Replay games move by move, as text or NDJSON.",
    "show": "Draw one position.",
    "moves": "List the legal moves of a position, or why one is not.",
    "analyse": "What a bot thinks of a position or a whole game.",
    "review": "What each seat threw away, and what was luck.",
    "match": "Let bots play against each other.",
    "learn": "Weights for the bots' judgement, out of games.",
    "rate": "Ratings with error bars from any games.",
    "stats": "A report on many games: wins, scores, actions.",
    "convert": "Convert games between PVN, NDJSON and msgpack.",
    "bot": "A bot on stdin and stdout, for other programs.",
    "rules": "The rules in short, by topic.",
    "bench": "Measure the speed of this machine and build.",
    "version": "Version, Python, and which modules are compiled.",
}

_EPILOG: Final = "Examples:\n\n\b\n"  # after "\b" typer leaves the lines as they are
_FIRST_STEPS: Final = """\
  vanuatu                          a game against three bots
  vanuatu play --tutorial          learn it in one round
  vanuatu show games/teaching.pvn  look at a position
  vanuatu match mcts:500 greedy random --games 12 > games.pvn
"""
_OWN_OPTIONS: Final = ("-h", "--help", "--install-completion", "--show-completion")
_VERSION: Final = ("-V", "--version")
_HELP: Final = {"help_option_names": ["-h", "--help"]}
_TILES: Final = "--tiles"
_TILES_VARIABLE: Final = "VANUATU_TILES"
_GAMES_VARIABLE: Final = "VANUATU_GAMES"
_COMPLETION: Final = "_VANUATU_COMPLETE"  # the shell sets it when it asks for completions


class LazyCommand(TyperCommand):
    """A line of the table that becomes the real command when it is called (or completed)."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        assert self.name is not None
        return load(self.name).make_context(info_name, _filled(self.name, args), parent, **extra)


class Commands(TyperGroup):
    """All commands, in the order of the table."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for name, summary in COMMANDS.items():
            self.add_command(LazyCommand(name, help=summary, rich_markup_mode=None))


def load(name: str) -> Any:
    """The command of that name, imported now."""
    module = importlib.import_module(f"vanuatu.cli.commands.{name}")
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    examples = "\n".join(f"  {line}" for line in module.EXAMPLES)
    alone.command(name, epilog=_EPILOG + examples, context_settings=dict(_HELP))(getattr(module, name))
    return get_command(alone)


def _filled(name: str, args: list[str]) -> list[str]:
    """The arguments with a value behind each option of the command that may come without one."""
    without = _table(name, "WITHOUT_VALUE")
    filled: list[str] = []
    for at, word in enumerate(args):
        filled.append(word)
        last = at + 1 == len(args) or (args[at + 1].startswith("-") and args[at + 1] != "-")
        if word in without and last:
            filled.append(without[word])
    return filled


def _table(name: str, table: str) -> dict[str, str]:
    """Return an optional table of a command's module; an empty one if it has none."""
    module = importlib.import_module(f"vanuatu.cli.commands.{name}")
    found: dict[str, str] = getattr(module, table, {})
    return found


def command_line() -> Any:
    """The whole command line as typer sees it."""
    whole = typer.Typer(
        cls=Commands, rich_markup_mode=None, epilog=_EPILOG + _FIRST_STEPS, context_settings=dict(_HELP)
    )

    @whole.callback()
    def vanuatu() -> None:
        """The board game Vanuatu in the terminal: play, study and let bots compete.

        Without a command a game starts at once; `vanuatu COMMAND --help` explains each.
        Every command takes `--tiles FILE`: a table of tiles of one's own.
        """

    return get_command(whole)


def run(arguments: Sequence[str]) -> int:
    """Do what the arguments say and return the exit code; no traceback gets out, whatever happens inside."""
    _ready_streams()
    code = _ending(lambda: _call(list(arguments)))
    return code or _ending(_flush)


def _call(arguments: list[str]) -> int:
    if _COMPLETION in os.environ:
        command_line().main(arguments, prog_name="vanuatu", complete_var=_COMPLETION)
    _bring_components(arguments)
    if arguments[:1] and arguments[0] in _VERSION:
        console.tell(f"vanuatu {__version__}")
        return 0
    if not arguments or (arguments[0].startswith("-") and arguments[0] not in _OWN_OPTIONS):
        arguments.insert(0, "play")
    name = arguments[0]
    if name not in COMMANDS and name not in _OWN_OPTIONS:
        raise CallFault(usage.unknown_command(name, COMMANDS))
    colour = None if console.colour() else False
    try:
        with command_line().make_context("vanuatu", arguments, color=colour) as context:
            code = context.command.invoke(context)
    except typer.TyperException as fault:
        renamed = _table(name, "RENAMED") if name in COMMANDS else {}
        raise CallFault(usage.usage_message(fault, name, renamed)) from None
    return code if isinstance(code, int) else 0


def _bring_components(arguments: list[str]) -> None:
    """Take `--tiles FILE` out of the arguments of whatever command, and make it known."""
    given = [at for at, word in enumerate(arguments) if word.partition("=")[0] == _TILES]
    path = os.environ.get(_TILES_VARIABLE, "")
    if not given and not path and _GAMES_VARIABLE not in os.environ:
        return
    from vanuatu.notation import extensions

    for at in reversed(given):
        _, _, path = arguments.pop(at).partition("=")
        if not path:
            if at == len(arguments):
                raise CallFault(f"{_TILES} wants a file")
            path = arguments.pop(at)
    try:
        extensions.load_games()
        if path:
            extensions.load(path)
    except extensions.ExtensionError as error:
        raise InputFault(str(error)) from None


def _ending(action: Callable[[], int]) -> int:
    """The exit code of what was done, after telling the person in one line what went wrong."""
    try:
        return action()
    except signals.Ended as ended:
        try:
            sys.stdout.flush()
        except OSError:  # the terminal is gone
            _drop_output()
        return ended.code
    except (typer.Exit, SystemExit) as ended:
        code = ended.exit_code if isinstance(ended, typer.Exit) else ended.code
        return code if isinstance(code, int) else 0
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except InputFault as fault:
        return _told(str(fault), 1)
    except CallFault as fault:
        return _told(str(fault), 2)
    except BrokenPipeError:  # whoever reads stdout has enough
        _drop_output()
        return 0
    except OSError as fault:  # a full disk, most likely
        _drop_output()
        return _told(f"{fault.filename or 'writing the output'}: {fault.strerror or fault}", 1)
    except Exception as fault:
        return _told(_unforeseen(fault), 1)


def _flush() -> int:
    sys.stdout.flush()
    return 0


def _told(message: str, code: int) -> int:
    try:
        sys.stdout.flush()  # what was printed comes before what went wrong
    except OSError:
        pass  # the last flush meets it again
    console.say(f"vanuatu: {' '.join(message.split())}")
    return code


def _unforeseen(fault: Exception) -> str:
    what = f"{type(fault).__name__}: {fault}"[:200]
    where = _write_report()
    details = f"details are in {where}" if where else "its details could not be written anywhere"
    return f"an unforeseen error ({what}); {details}"


def _write_report() -> Path | None:
    """Write the traceback of the error in hand to a file of its own; None if no disk takes it."""
    name = f"error-{time.strftime('%Y%m%d-%H%M%S')}-"
    system = f"Python {platform.python_version()} on {platform.platform()}"
    text = f"{sys.argv}\n{system}\n\n{traceback.format_exc()}"
    for folder in (folders.state_folder(), Path(tempfile.gettempdir())):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            # Its name cannot be foreseen, so that nobody can have laid a link there.
            number, place = tempfile.mkstemp(".log", name, folder)
            with os.fdopen(number, "w", encoding="utf-8", errors="backslashreplace") as file:
                file.write(printable_lines(text))
        except OSError:
            continue
        return Path(place)
    return None


def _ready_streams() -> None:
    """No stream is missing, and none fails at a sign that it cannot carry.

    A stream that was closed before the start (`>&-`) becomes an empty one, in the order of their numbers.
    Bytes that are not UTF-8 come in and go out as they are.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="surrogateescape" if stream.encoding.lower() == "utf-8" else "replace")


def _drop_output() -> None:
    """Nobody takes the output any more: what is buffered must not fail again at the interpreter's end."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        pass
