"""Write the manual pages `docs/man/*.1` from the program itself, beside `docs/reference/cli.md`.

`python -m tests.support.cli_reference` writes them too. A wheel installs them in `share/man/man1`.
"""

import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tests.support.documents import ROOT
from vanuatu.cli.app import COMMANDS, command_line, load

FOLDER: Final = ROOT / "docs" / "man"
EXIT_CODES: Final = (
    ("0", "success"),
    ("1", "bad input"),
    ("2", "wrong usage"),
    ("130", "ended by Ctrl-C (143 by SIGTERM, 129 by SIGHUP)"),
)
FILES: Final = (
    ("~/.config/vanuatu/config.toml", "settings; see vanuatu-config(1)"),
    ("~/.local/state/vanuatu/games", "saved games; see vanuatu-games(1)"),
)


def pages() -> dict[str, str]:
    """Return all pages by the name of their file."""
    found = {"vanuatu.1": "\n".join(_main()) + "\n"}
    for name in COMMANDS:
        found[f"vanuatu-{name}.1"] = "\n".join(_command(name)) + "\n"
    return found


def write() -> list[Path]:
    """Write all pages, and delete those of commands that no longer exist."""
    FOLDER.mkdir(exist_ok=True)
    made = pages()
    for old in FOLDER.glob("*.1"):
        if old.name not in made:
            old.unlink()
    for name, text in made.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    return [FOLDER / name for name in made]


def _main() -> Iterator[str]:
    whole = command_line()
    context = whole.make_context("vanuatu", [], resilient_parsing=True)
    yield from _head("vanuatu", "play, study and analyse the board game Vanuatu")
    yield from (".SH SYNOPSIS", ".B vanuatu", r"[\fICOMMAND\fR] [\fIOPTIONS\fR]", ".SH DESCRIPTION")
    yield from _text(whole.help)
    yield ".SH COMMANDS"
    for name, summary in COMMANDS.items():
        yield from (".TP", rf"\fBvanuatu\-{_escaped(name)}\fR(1)", _escaped(summary))
    yield from _entries("OPTIONS", context, "option")
    yield ".SH FILES"
    for path, meaning in FILES:
        yield from (".TP", rf"\fI{_escaped(path)}\fR", _escaped(meaning))
    yield from _foot()


def _command(name: str) -> Iterator[str]:
    command = load(name)
    context = command.make_context(name, [], resilient_parsing=True)
    yield from _head(f"vanuatu-{name}", COMMANDS[name].rstrip("."))
    usage = " ".join(command.collect_usage_pieces(context))
    yield from (".SH SYNOPSIS", rf"\fBvanuatu {_escaped(name)}\fR {_escaped(usage)}", ".SH DESCRIPTION")
    yield from _text(command.help)
    yield from _entries("ARGUMENTS", context, "argument")
    yield from _entries("OPTIONS", context, "option")
    yield from (".SH EXAMPLES", ".nf")
    yield from map(_escaped, importlib.import_module(f"vanuatu.cli.commands.{name}").EXAMPLES)
    yield ".fi"
    yield from _foot()
    yield from (".SH SEE ALSO", r"\fBvanuatu\fR(1)")


def _head(name: str, purpose: str) -> Iterator[str]:
    yield f'.TH {_escaped(name.upper())} 1 "" "vanuatu" "vanuatu manual"'
    yield from (".SH NAME", rf"{_escaped(name)} \- {_escaped(purpose)}")


def _foot() -> Iterator[str]:
    yield ".SH EXIT STATUS"
    for code, meaning in EXIT_CODES:
        yield from (".TP", rf"\fB{code}\fR", _escaped(meaning))


def _entries(title: str, context: Any, kind: str) -> Iterator[str]:
    """Yield a section with the options or arguments, as the help page shows them."""
    found = []
    for part in context.command.get_params(context):
        record = part.get_help_record(context)
        if part.param_type_name == kind and record:
            found.append(record)
    if found:
        yield f".SH {title}"
    for names, meaning in found:
        yield from (".TP", rf"\fB{_escaped(names)}\fR", _escaped(" ".join(meaning.split())))


def _text(text: str) -> Iterator[str]:
    """Yield a docstring in paragraphs."""
    for part in re.split(r"\n\s*\n", text.replace("\b", "").strip()):
        yield from (".PP", _escaped(" ".join(part.split())))


def _escaped(text: str) -> str:
    """Return text as roff: no character of it is a command."""
    safe = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{safe}" if safe.startswith((".", "'")) else safe
