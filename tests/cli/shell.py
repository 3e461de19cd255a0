"""Run the program as a shell does: a process with streams and an exit code."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from vanuatu import cli

PACKAGES = str(Path(cli.__file__).parents[2])


@dataclass(frozen=True)
class Ended:
    """How a call ended."""

    code: int
    out: str
    err: str


def environment(home: Path, more: Mapping[str, str] = {}) -> dict[str, str]:
    """An environment whose home is `home`; the packages under test are found from any folder."""
    clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
    own = {"HOME": str(home), "XDG_STATE_HOME": str(home / "state"), "PYTHONPATH": PACKAGES}
    own["XDG_CONFIG_HOME"] = str(home / "config")
    return clean | own | dict(more)


def vanuatu(
    arguments: Sequence[str],
    home: Path,
    *,
    more: Mapping[str, str] = {},
    out: int | IO[bytes] = subprocess.PIPE,
    text: str = "",
) -> Ended:
    """Call the program in the folder `home` with `text` on its stdin, and wait for it."""
    ended = subprocess.run(
        [sys.executable, "-m", "vanuatu", *arguments],
        cwd=home,
        env=environment(home, more),
        input=text.encode(),
        stdout=out,
        stderr=subprocess.PIPE,
        timeout=120,
        check=False,
    )
    return Ended(ended.returncode, (ended.stdout or b"").decode(), ended.stderr.decode())
