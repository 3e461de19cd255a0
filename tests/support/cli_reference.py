"""Write `docs/reference/cli.md` from the program itself: every command with its options and examples.

After a change of a help text, `python -m tests.support.cli_reference` writes this page and the manual pages.
"""

import importlib
import re
import textwrap
from collections.abc import Iterator
from typing import Any, Final

from tests.support import man_pages
from tests.support.documents import ROOT
from vanuatu.cli.app import COMMANDS, command_line, load

PAGE: Final = ROOT / "docs" / "reference" / "cli.md"
START: Final = """\
# Commands and options

This page is for readers who write scripts. It lists every command with its arguments, options and examples.
The page is generated from the program; `vanuatu COMMAND --help` prints the same texts.

- Data goes to stdout. Progress, tables of a match, warnings and errors go to stderr.
- `-` as a file name means stdin or stdout.
- Exit codes: 0 success, 1 bad input, 2 wrong usage, 130 Ctrl-C (143 SIGTERM, 129 SIGHUP).
- Options of all commands: `--help`, and `--tiles FILE` for your own table of tiles.
"""


def page() -> str:
    """Return the page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield START
    yield "| command | purpose |"
    yield "| --- | --- |"
    for name, summary in COMMANDS.items():
        yield f"| [{name}](#vanuatu-{name}) | {_cell(summary)} |"
    yield ""
    yield from _table(
        "option without a command",
        command_line().make_context("vanuatu", [], resilient_parsing=True),
        "option",
    )
    for name in COMMANDS:
        command = load(name)
        context = command.make_context(name, [], resilient_parsing=True)
        yield f"\n## vanuatu {name}\n"
        yield f"`vanuatu {name} {' '.join(command.collect_usage_pieces(context))}`\n"
        yield f"{_text(command.help)}\n"
        if any(part.param_type_name == "argument" for part in command.params):
            yield from _table("argument", context, "argument")
            yield ""
        if any(part.param_type_name == "option" and part.name != "help" for part in command.params):
            yield from _table("option", context, "option")
            yield ""
        yield "```text"
        yield from importlib.import_module(f"vanuatu.cli.commands.{name}").EXAMPLES
        yield "```"


def _table(title: str, context: Any, kind: str) -> Iterator[str]:
    """Yield the options or arguments as the help page shows them."""
    yield f"| {title} | meaning |"
    yield "| --- | --- |"
    for part in context.command.get_params(context):
        record = part.get_help_record(context)
        if part.param_type_name == kind and record and part.name != "help":
            yield f"| `{_cell(record[0])}` | {_cell(record[1])} |"


def _text(text: str) -> str:
    """Return a docstring as Markdown, in lines of one width."""
    parts = re.split(r"\n\s*\n", text.replace("\b", "").strip())
    return "\n\n".join(textwrap.fill(part, 110, break_on_hyphens=False) for part in parts)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE)
    for path in man_pages.write():
        print(path)
