"""Run `vanuatu match` and read its output."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from tests.cli.shell import Ended, environment, vanuatu
from vanuatu.cli import compiled
from vanuatu.notation.files import GameRead, read_games

PROGRAMS = Path(__file__).parent / "programs"
ROOT = Path(__file__).parents[3]
RESTING = ROOT / "docs" / "guides" / "bots" / "resting.py"


PACE = 10 if any(module.compiled for module in compiled.modules()) else 1  # factor of games when compiled


def match(arguments: str | Sequence[str], folder: Path, *, text: str = "") -> Ended:
    """Run a match in a folder to its end."""
    words = arguments.split() if isinstance(arguments, str) else list(arguments)
    return vanuatu(["match", *words], folder, text=text)


def start(
    arguments: Sequence[str], folder: Path, *, out: int | IO[bytes] = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
    """Start a match and leave it running, in a session of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "vanuatu", "match", *arguments],
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        stdout=out,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def games_in(path: Path) -> list[GameRead]:
    """Return the games of a PVN file, each read and replayed."""
    games = list(read_games(path))
    for game in games:
        assert game.error is None, game.error
    return games


def tags_in(path: Path) -> list[dict[str, str]]:
    """The tags of each game, which all replay."""
    return [game.session.record.tags for game in games_in(path)]


def hostile(kind: str) -> str:
    """Return the spec of a hostile program."""
    return f"cmd:{sys.executable} {PROGRAMS / 'hostile.py'} {kind} {RESTING}"


def alive(pid: int) -> bool:
    """Return whether the process exists and is not a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
