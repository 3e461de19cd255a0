"""`vanuatu --help` takes at most 1.1 times the process time of the smallest typer program's `--help`."""

import resource
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import environment

ROUNDS = 15
ALLOWED = 1.1
BARE = """
import typer
app = typer.Typer()
@app.command()
def main() -> None: "Do nothing."
app(["--help"])
"""


def seconds(command: list[str], home: Path) -> float:
    """Return the process time of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, env=environment(home), stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.long  # a measurement: it does not gate the others
def test_help_page_takes_little_more_than_bare_typer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The two take turns, and their medians are compared, so that other work on the machine cancels."""
    typer = [sys.executable, "-c", BARE]
    page = [sys.executable, "-m", "vanuatu", "--help"]
    pairs = [(seconds(typer, tmp_path), seconds(page, tmp_path)) for _ in range(ROUNDS)]
    bare, whole = (statistics.median(times) * 1000 for times in zip(*pairs, strict=True))
    with capsys.disabled():
        print(f"\nbare typer {bare:.0f} ms, vanuatu --help {whole:.0f} ms: {whole / bare:.2f} times")
    assert whole <= ALLOWED * bare
