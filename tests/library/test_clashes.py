"""A project with folders called `core`, `notation` or `ai` can use the library and the command."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import PACKAGES, environment

FOLDERS = ("core", "notation", "ai", "cli", "games")
PROGRAM = """
import vanuatu
game = vanuatu.new("vanuatu", players=3, seed=7)
print(game.play(vanuatu.bot("greedy:seed=1").choose(game)), len(game.steps()))
"""


def project(folder: Path, *, distribution: bool = False) -> Path:
    """Make a project whose packages fail when they are imported; perhaps as an installed distribution."""
    for name in FOLDERS:
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text(f"raise ImportError('{name} of another project')\n")
    if distribution:
        about = folder / "other-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1.0\n")
        (about / "top_level.txt").write_text("\n".join(FOLDERS))
    return folder


def run(arguments: list[str], folder: Path, home: Path, path: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment(home, {"PYTHONPATH": path}),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["-c", PROGRAM],
        ["-m", "vanuatu", "match", "mcts:sims=4,procs=2", "greedy", "--games", "2", "--jobs", "2"],
    ],
    ids=["library", "command"],
)
@pytest.mark.parametrize("where", ["in the working folder", "installed before"])
def test_packages_of_other_project_do_not_clash(arguments: list[str], where: str, tmp_path: Path) -> None:
    installed = where == "installed before"
    other = project(tmp_path / "other", distribution=installed)
    folder = tmp_path / "empty" if installed else other
    folder.mkdir(exist_ok=True)
    path = os.pathsep.join([str(other), PACKAGES]) if installed else PACKAGES
    ended = run(arguments, folder, tmp_path, path)
    assert (ended.returncode, "another project" in ended.stderr) == (0, False), ended.stderr
    assert ended.stdout
