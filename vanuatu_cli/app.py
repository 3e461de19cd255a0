"""The table of commands, and the one place that turns how a command ended into an exit code.

Each command is the module `vanuatu_cli/commands/NAME.py`: one function of that name, annotated for typer,
whose docstring is its help, and `EXAMPLES`, a command line each, which end its help page; `WITHOUT_VALUE`
maps options that may come without a value, if it has such, to the value they then have. It is imported
when its command is called, so that `vanuatu --help` loads no engine and no prompt. A command returns None
or its exit code.
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
_OWN_OPTIONS: Final = ("--help", "--version", "--install-completion", "--show-completion")
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
    alone.command(name, epilog=_EPILOG + examples)(getattr(module, name))
    return get_command(alone)


def _filled(name: str, args: list[str]) -> list[str]:
    """The arguments with a value behind each option of the command that may come without one."""
    module = importlib.import_module(f"vanuatu.cli.commands.{name}")
    without: dict[str, str] = getattr(module, "WITHOUT_VALUE", {})
    filled: list[str] = []
    for at, word in enumerate(args):
        filled.append(word)
        last = at + 1 == len(args) or (args[at + 1].startswith("-") and args[at + 1] != "-")
        if word in without and last:
            filled.append(without[word])
    return filled


def command_line() -> Any:
    """The whole command line as typer sees it."""
    whole = typer.Typer(cls=Commands, rich_markup_mode=None, epilog=_EPILOG + _FIRST_STEPS)

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
    if not arguments or (arguments[0].startswith("-") and arguments[0] not in _OWN_OPTIONS):
        arguments.insert(0, "play")
    elif arguments[0] == "--version":
        arguments[0] = "version"
    colour = None if console.colour() else False
    with command_line().make_context("vanuatu", arguments, color=colour) as context:
        code = context.command.invoke(context)
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
    except extensions.ComponentError as error:
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
    except typer.TyperException as fault:
        return _told(_usage(fault), fault.exit_code)
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


def _usage(fault: typer.TyperException) -> str:
    """What is wrong with the call and where to read on; the context knows which command it was."""
    context = getattr(fault, "ctx", None)
    path = context.command_path if context is not None else "vanuatu"
    return f"{fault.format_message().rstrip('.')} (see {path} --help)"


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
