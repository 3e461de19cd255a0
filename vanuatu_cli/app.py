"""The table of commands, and the exit codes of all commands.

Each command is the module `vanuatu_cli/commands/NAME.py`: one function of that name. Its parameters, or the
fields of its one parameter `options`, are annotated for typer. The docstring is the help; `EXAMPLES` has the
command lines at the end of the help page. Two tables are optional: `WITHOUT_VALUE` maps an option that may
come without a value to the value it then has, `RENAMED` maps an old option to the new one. A module is
imported when its command is called, so that `vanuatu --help` loads no engine and no prompt. A command
returns None or its exit code.

The line that ends a command with an error begins with `vanuatu: `. If a command goes on after an error in
a file, the line begins with the file.
"""

import importlib
import inspect
import io
import os
import platform
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from vanuatu import __version__
from vanuatu.cli import settings, usage
from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import folders
from vanuatu.cli.terminal import console, signals
from vanuatu.notation.printable import printable_lines

COMMANDS: Final = {
    "play": "Play a game at the prompt (the default).",
    "me": "Show your record: wins, scores, ratings, habits.",
    "games": "List, resume, rename or delete saved games.",
    "check": "Check games: moves, results, winners.",
    "replay": "Replay games move by move.",
    "show": "Draw a position.",
    "moves": "List legal moves, or explain why a move is illegal.",
    "analyse": "Evaluate a position, or annotate whole games.",
    "review": "Review games: mistakes, better moves, luck.",
    "train": "Train on your mistakes, on puzzles, or by guessing moves.",
    "puzzles": "Make puzzles from games.",
    "match": "Play matches between bots.",
    "learn": "Train evaluation weights from games.",
    "sprt": "Test two bots sequentially on finished games.",
    "rate": "Compute ratings with error bars from games.",
    "stats": "Report on many games: wins, scores, actions.",
    "filter": "Choose games from files: filter, sort, split.",
    "find": "Find positions in files of games.",
    "export": "Write games as tables: SQLite, Parquet, CSV.",
    "convert": "Convert games between PVN, NDJSON and msgpack.",
    "bot": "Run a bot on stdin and stdout, or check one.",
    "rules": "Explain the rules by topic.",
    "config": "Show the settings, and where each comes from.",
    "perft": "Count sequences of legal plies.",
    "bench": "Measure the speed of this installation.",
    "version": "Print the version and the compiled modules.",
}

_EPILOG: Final = "Examples:\n\n\b\n"  # "\b" keeps the lines after it
_FIRST_STEPS: Final = """\
  vanuatu                         play against three bots
  vanuatu play --tutorial         learn the game in two rounds
  vanuatu show example:teaching   look at a position
  vanuatu match mcts:500 greedy random --games 12 > games.pvn
"""
_OWN_OPTIONS: Final = ("-h", "--help", "-V", "--version", "--install-completion", "--show-completion")
_HELP: Final = {"help_option_names": ["-h", "--help"]}
_TILES: Final = "--tiles"
_TILES_VARIABLE: Final = "VANUATU_TILES"
_COMPLETION: Final = "_VANUATU_COMPLETE"  # set by the shell that asks for completions


class LazyCommand(TyperCommand):
    """A row of the table that loads its command when it is called or completed."""

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
    """Import a command and return it."""
    module = importlib.import_module(f"vanuatu.cli.commands.{name}")
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    examples = "\n".join(f"  {line}" for line in module.EXAMPLES)
    if _COMPLETION in os.environ:
        from vanuatu.cli.completing import add_completion

        add_completion(getattr(module, name))
    command = _with_options(getattr(module, name))
    alone.command(name, epilog=_EPILOG + examples, context_settings=dict(_HELP))(command)
    return usage.use_plain_help(get_command(alone))


def _with_options(command: Callable[..., int | None]) -> Callable[..., int | None]:
    """Return the command as a function with a parameter per option.

    A command with many options takes one dataclass, `options`; its fields become the parameters.
    """
    options = get_type_hints(command).get("options")
    if options is None:
        return command

    def call(**values: Any) -> int | None:
        return command(options(**values))

    call.__doc__ = command.__doc__
    # Any, because functions have no such attribute for mypy; inspect reads it.
    typed: Any = call
    typed.__signature__ = inspect.signature(options)
    return call


def _filled(name: str, args: list[str]) -> list[str]:
    """Return the arguments, with the implied value after each option that came without one."""
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
    """Return the command line for typer."""
    whole = typer.Typer(
        cls=Commands, rich_markup_mode=None, epilog=_EPILOG + _FIRST_STEPS, context_settings=dict(_HELP)
    )

    @whole.callback()
    def vanuatu(
        version: Annotated[
            bool,
            typer.Option(
                "-V", "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
            ),
        ] = False,
    ) -> None:
        """The board game Vanuatu in the terminal: play, study and let bots compete.

        Without a command a game starts. For the options of a command, run `vanuatu COMMAND --help`.
        Every command takes `--tiles FILE`, your own table of tiles.
        """

    command = usage.use_plain_help(get_command(whole))
    for option in command.params:
        if option.name == "show_completion":
            option.help = "Print the completion script of the current shell."
    return command


def _print_version(wanted: bool) -> None:
    if wanted:
        console.print_data(f"vanuatu {__version__}")
        raise typer.Exit()


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code. Every error becomes one line on stderr."""
    _prepare_streams()
    code = _exit_code(lambda: _call(list(arguments)))
    flushed = _exit_code(_flush)
    return code or flushed


def _call(arguments: list[str]) -> int:
    if _COMPLETION in os.environ:
        command_line().main(arguments, prog_name="vanuatu", complete_var=_COMPLETION)
    _load_tiles(arguments)
    if not arguments or (arguments[0].startswith("-") and arguments[0] not in _OWN_OPTIONS):
        arguments.insert(0, "play")
    settings.apply_colours()
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


def _load_tiles(arguments: list[str]) -> None:
    """Remove `--tiles FILE` from the arguments of any command, and load the table."""
    given = [at for at, word in enumerate(arguments) if word.partition("=")[0] == _TILES]
    path = os.environ.get(_TILES_VARIABLE, "")
    if not given and not path:
        return
    from vanuatu.notation import extensions

    for at in reversed(given):
        _, _, path = arguments.pop(at).partition("=")
        if not path:
            if at == len(arguments):
                raise CallFault(f"{_TILES}: a file is missing")
            path = arguments.pop(at)
    try:
        if path:
            extensions.load(path)
    except extensions.ExtensionError as error:
        raise InputFault(str(error)) from None


def _exit_code(action: Callable[[], int]) -> int:
    """Run an action and return its exit code; print an error as one line."""
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
        return _fail(str(fault), 1)
    except CallFault as fault:
        return _fail(str(fault), 2)
    except BrokenPipeError:  # the reader of stdout has closed it
        _drop_output()
        return 0
    except OSError as fault:  # a full disk, most likely
        _drop_output()
        return _fail(f"{fault.filename or 'writing the output'}: {fault.strerror or fault}", 1)
    except Exception as fault:
        if signals.received():  # Python may make another exception of it, as when a class is made
            return 128 + signals.received()
        return _fail(_unexpected(fault), 1)


def _flush() -> int:
    sys.stdout.flush()
    return 0


def _fail(message: str, code: int) -> int:
    try:
        sys.stdout.flush()  # earlier output comes before the error
    except OSError:
        pass  # the last flush fails again
    console.print_message(f"vanuatu: {' '.join(message.split())}")
    return code


def _unexpected(fault: Exception) -> str:
    what = f"{type(fault).__name__}: {fault}"[:200]
    where = _write_report()
    details = f"details are in {where}" if where else "the details could not be saved"
    return f"unexpected error ({what}); {details}"


def _write_report() -> Path | None:
    """Write the traceback of the current error to a new file; return None if that is not possible."""
    name = f"error-{time.strftime('%Y%m%d-%H%M%S')}-"
    system = f"Python {platform.python_version()} on {platform.platform()}"
    text = f"{sys.argv}\n{system}\n\n{traceback.format_exc()}"
    for folder in (folders.state_folder(), Path(tempfile.gettempdir())):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            # The name is random, so that no prepared link can redirect it.
            number, place = tempfile.mkstemp(".log", name, folder)
            with os.fdopen(number, "w", encoding="utf-8", errors="backslashreplace") as file:
                file.write(printable_lines(text))
        except OSError:
            continue
        return Path(place)
    return None


def _prepare_streams() -> None:
    """Open missing streams, and let none fail at a character that it cannot encode.

    A stream that was closed before the start (`>&-`) becomes an empty one. Bytes that are not UTF-8 pass
    through unchanged.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="surrogateescape" if stream.encoding.lower() == "utf-8" else "replace")


def _drop_output() -> None:
    """Redirect stdout to nothing, so that the interpreter does not fail on it again at exit."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        pass
