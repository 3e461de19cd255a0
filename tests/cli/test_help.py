"""The help pages: every command, 80 columns, examples, fast."""

import importlib
import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import environment, vanuatu
from tests.support import cli_reference
from vanuatu.cli.app import COMMANDS, load

HEAVY = (
    "vanuatu.core.game",
    "vanuatu.core.games",
    "vanuatu.ai",
    "vanuatu.notation.codec",
    "prompt_toolkit",
    "msgpack",
    "rich",
    "distributed",
    "concurrent",
    "asyncio",
)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_page_fits_80_columns_and_ends_with_examples(name: str, tmp_path: Path) -> None:
    page = vanuatu([name, "--help"], tmp_path, more={"COLUMNS": "80"})
    assert page.code == 0
    assert page.err == ""
    lines = page.out.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith(f"Usage: vanuatu {name} ")
    examples = lines[lines.index("  Examples:") :]
    assert any(line.startswith("    vanuatu") for line in examples)
    for pythons in ("<str>", "<list", "range>", "<=x", "x>=", "{", "[["):
        assert pythons not in page.out


@pytest.mark.parametrize("arguments", [["-h"], *([name, "-h"] for name in COMMANDS)])
def test_the_short_option_shows_the_same_help_page(arguments: list[str], tmp_path: Path) -> None:
    long = [*arguments[:-1], "--help"]
    assert vanuatu(arguments, tmp_path) == vanuatu(long, tmp_path)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_and_argument_has_help(name: str) -> None:
    for parameter in load(name).params:
        assert getattr(parameter, "help", None), f"vanuatu {name}: {parameter.name} has no help"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_example_is_a_valid_command(name: str) -> None:
    """Its options exist and its values are of their kinds; the call itself is not made."""
    examples = importlib.import_module(f"vanuatu.cli.commands.{name}").EXAMPLES
    assert examples
    for example in examples:
        words = list(shlex.split(example, comments=True))
        calls = [place for place, word in enumerate(words) if word == "vanuatu"]
        assert calls, example
        for start in calls:
            call: list[str] = []
            for word in words[start + 1 :]:
                if word in ("|", ">", ">>", "<", "2>", "&&", ";"):
                    break
                call.append(word)
            command = call.pop(0) if call and not call[0].startswith("-") else "play"
            with load(command).make_context(command, call):
                pass


def test_the_first_page_names_every_command_in_one_line_each(tmp_path: Path) -> None:
    page = vanuatu(["--help"], tmp_path, more={"COLUMNS": "80"})
    assert page.code == 0
    lines = page.out.splitlines()
    assert max(map(len, lines)) <= 80
    for name, summary in COMMANDS.items():
        assert [line.split(None, 1) for line in lines if line.startswith(f"  {name} ")] == [[name, summary]]


def test_first_page_imports_no_bot_and_no_prompt(tmp_path: Path) -> None:
    script = (
        "import json, sys\n"
        "from vanuatu.cli.app import run\n"
        "code = run(['--help'])\n"
        "print(json.dumps(sorted(sys.modules)), file=sys.stderr)\n"
        "sys.exit(code)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script], env=environment(tmp_path), capture_output=True, check=True
    )
    loaded = set(json.loads(ended.stderr))
    assert not {name for name in loaded if f"{name}.".startswith(tuple(f"{heavy}." for heavy in HEAVY))}


def test_the_reference_page_is_what_the_program_generates() -> None:
    """After a change of a help text, `python -m tests.support.cli_reference` writes the page again."""
    written = cli_reference.PAGE.read_text(encoding="utf-8")
    assert written == cli_reference.page(), "run: python -m tests.support.cli_reference"
