"""The first help page takes at most 1.5 times as long as importing typer."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.shell import environment

ROUNDS = 15
ALLOWED = 1.5


def seconds(command: list[str], home: Path) -> float:
    start = time.perf_counter()
    subprocess.run(command, env=environment(home), stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


@pytest.mark.long  # a measurement: it does not gate the others
def test_the_help_page_costs_little_more_than_importing_typer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both are timed in turns and the best of each is taken, so that other work on the machine cancels."""
    typer = [sys.executable, "-c", "import typer"]
    page = [sys.executable, "-m", "vanuatu", "--help"]
    pairs = [(seconds(typer, tmp_path), seconds(page, tmp_path)) for _ in range(ROUNDS)]
    alone, whole = (min(times) * 1000 for times in zip(*pairs, strict=True))
    with capsys.disabled():
        print(f"\nimport typer {alone:.0f} ms, vanuatu --help {whole:.0f} ms: {whole / alone:.2f} times")
    assert whole <= ALLOWED * alone
