"""Find and run the command lines in the documents, and compare their output.

`vanuatu` runs in copies of one process that has imported it (`tests.support.copies`).
"""

import atexit
import contextlib
import importlib.util
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import vanuatu
from tests.support import call_copy, copies

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^```([^`]*)$")
EXPECTED_EXIT = re.compile(r"#\s*exits (\d+)\s*$")
SECONDS = 120
CALL = call_copy.__file__


@dataclass(frozen=True)
class Block:
    """A fenced block: what stands behind its fence, its first line's number, its lines."""

    document: Path
    line: int
    language: str
    needs: tuple[str, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Command:
    """One `$ …` line of a console block and the lines shown under it."""

    line: int
    text: str
    shown: tuple[str, ...]

    @property
    def exit_code(self) -> int:
        message = EXPECTED_EXIT.search(self.text)
        return int(message[1]) if message else 0


def documents() -> list[Path]:
    """All documents for people that the project has."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(document: Path) -> Iterator[Block]:
    """The fenced blocks of a document, in order."""
    lines = document.read_text(encoding="utf-8").splitlines()
    number = 0
    while number < len(lines):
        fence = FENCE.match(lines[number])
        number += 1
        if fence is None:
            continue
        end = lines.index("```", number)
        language, *needs = fence[1].split() or [""]
        yield Block(document, number + 1, language, tuple(needs), tuple(lines[number:end]))
        number = end + 1


def commands(block: Block) -> Iterator[Command]:
    """The commands of a console block; one that ends in a backslash goes on in the next line."""
    number = 0
    lines = block.lines
    while number < len(lines):
        assert lines[number].startswith("$ "), (
            f"{block.document.name}:{block.line + number}: no command above"
        )
        start, text = number, lines[number][2:]
        number += 1
        while text.endswith("\\"):
            text += "\n" + lines[number].removeprefix("> ")
            number += 1
        first = number
        while number < len(lines) and not lines[number].startswith("$ "):
            number += 1
        yield Command(block.line + start, text, lines[first:number])


def can_run(block: Block) -> bool:
    """Whether all that the block asks for, modules or programs, is here."""
    return all(importlib.util.find_spec(name) or shutil.which(name) for name in block.needs)


@dataclass(frozen=True)
class Desk:
    """A folder of its own in which the commands of one document run, one after another."""

    folder: Path
    environment: dict[str, str]
    groups: list[int] = field(default_factory=list)  # of the processes that the commands started

    @classmethod
    def laid_out(cls, folder: Path) -> "Desk":
        """With the project's games and documents in it, and `vanuatu` on the PATH."""
        for name in ("games", "docs"):
            shutil.copytree(ROOT / name, folder / name)
        programs = folder / ".bin"
        programs.mkdir()
        for name, program in (("vanuatu", f'-I -S "{CALL}" "{_copied()}"'), ("python3", "")):
            script = programs / name
            script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {program} "$@"\n', encoding="utf-8")
            script.chmod(0o755)
        return cls(
            folder,
            _variables()
            | {
                "PATH": f"{programs}:{Path(sys.executable).parent}:{os.environ['PATH']}",
                "HOME": str(folder / ".home"),
                "XDG_STATE_HOME": str(folder / ".home" / "state"),
                "COLUMNS": "80",
                "TERM": "dumb",
            },
        )

    def run(self, command: Command) -> tuple[int, list[str]]:
        """The exit code and the lines that a person would see, stdout and stderr together."""
        with subprocess.Popen(
            ["bash", "-c", command.text],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            process_group=0,
        ) as shell:
            self.groups.append(shell.pid)
            try:
                printed, _ = shell.communicate(timeout=SECONDS)
            except subprocess.TimeoutExpired:
                self.clear()
                raise
        return shell.returncode, [line.rstrip() for line in printed.decode().splitlines()]

    def clear(self) -> None:
        """End what the commands left running."""
        for group in self.groups:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(group, signal.SIGTERM)


def _variables() -> dict[str, str]:
    """What is the same for all desks: the environment of the tests, and the packages that are tested."""
    kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    return kept | {"PYTHONPATH": str(Path(vanuatu.__file__).parents[1]), "PYTHONUTF8": "1"}


@cache
def _copied() -> str:
    """The socket of a process that has imported the program, for `call_copy.py`."""
    folder = tempfile.TemporaryDirectory()
    path = f"{folder.name}/calls"
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as calls:
        calls.bind(path)
        calls.listen()
        process = copies.started(calls, _variables())

    def end() -> None:
        process.communicate()
        folder.cleanup()

    atexit.register(end)
    return path


def same(shown: list[str], printed: list[str]) -> bool:
    """Whether the lines printed are the lines shown: `…` is one word, a line `…` any lines.

    The spaces beside a word left out may be more or fewer, since columns of figures stand to the right.
    """
    pattern = ""
    for line in shown:
        if line.strip() == "…":
            pattern += r"(?:.*\n)*"
        else:
            pattern += "".join(map(_one_part, re.split(r"(\s*…\s*)", line.rstrip()))) + r"\n"
    return re.fullmatch(pattern, "".join(line + "\n" for line in printed)) is not None


def _one_part(part: str) -> str:
    if part.strip() != "…":
        return re.escape(part)
    return (r"\s+" if part[0].isspace() else "") + r"\S+" + (r"\s+" if part[-1].isspace() else "")
