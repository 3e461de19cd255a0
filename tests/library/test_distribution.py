"""A game and a bot of others, installed by pip as a distribution of their own, work by their names alone."""

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

import tests.support.toy.codec
import tests.support.toy.game
from tests.cli.shell import PACKAGES, environment

pytest.importorskip("pip")

PYPROJECT = """
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]

[project]
name = "toy-game"
version = "1.0"
"""
# A build backend in a few lines, so that the test needs none to be installed.
BACKEND = """
import pathlib
import zipfile

ABOUT = {
    "METADATA": "Metadata-Version: 2.1\\nName: toy-game\\nVersion: 1.0\\n",
    "WHEEL": "Wheel-Version: 1.0\\nGenerator: backend\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
    "entry_points.txt": "[vanuatu.games]\\ntoy = toy_game.game:ToyGame\\n"
    "[vanuatu.bots]\\nhider = toy_game.bots:Hider\\n",
}

def build_wheel(folder, config_settings=None, metadata_directory=None):
    name, record = "toy_game-1.0-py3-none-any.whl", "toy_game-1.0.dist-info/RECORD"
    files = {str(path): path.read_text() for path in pathlib.Path("toy_game").glob("*.py")}
    files |= {f"toy_game-1.0.dist-info/{name}": text for name, text in ABOUT.items()}
    files[record] = "".join(f"{path},,\\n" for path in (*files, record))
    with zipfile.ZipFile(pathlib.Path(folder, name), "w") as wheel:
        for path, text in files.items():
            wheel.writestr(path, text)
    return name
"""
BOT = """
class Hider:
    def choose(self, game):
        return next(token for token in game.legal() if token.startswith("H"))
"""
PROGRAM = """
import io
import vanuatu
from vanuatu.core import contract, games

contract.check(games.make_game("toy", 3), games=2)
game = vanuatu.play([vanuatu.bot("hider"), "greedy"], game="toy", seed=3)
file = io.BytesIO()
vanuatu.write([game], file)
file.seek(0)
(again,) = vanuatu.read(file)
print(again.name, again.end.over, {step.token[0] for step in again.steps() if step.seat == "p"})
"""


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the interpreter of an environment in which pip has installed the distribution."""
    project = tmp_path_factory.mktemp("toy-game")
    package = project / "toy_game"
    package.mkdir()
    for module in (tests.support.toy.game, tests.support.toy.codec):
        source = Path(module.__file__ or "")
        text = source.read_text(encoding="utf-8").replace("tests.support.toy", "toy_game")
        (package / source.name).write_text(text, encoding="utf-8")
    (package / "__init__.py").touch()
    (package / "bots.py").write_text(BOT, encoding="utf-8")
    (project / "pyproject.toml").write_text(PYPROJECT, encoding="utf-8")
    (project / "backend.py").write_text(BACKEND, encoding="utf-8")
    folder = tmp_path_factory.mktemp("venv")
    venv.create(folder, with_pip=False)
    scripts = sysconfig.get_path("scripts", "venv", {"base": str(folder), "platbase": str(folder)})
    library = sysconfig.get_path("purelib", "venv", {"base": str(folder), "platbase": str(folder)})
    beside = "\n".join([PACKAGES, sysconfig.get_path("purelib"), sysconfig.get_path("platlib")])
    Path(library, "vanuatu-and-its-packages.pth").write_text(beside, encoding="utf-8")
    python = Path(scripts, "python")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-index"]
    subprocess.run(
        [*pip, "--no-deps", "--no-build-isolation", str(project)],
        check=True,
        cwd=folder,
        env=environment(folder),
        timeout=120,
    )
    assert Path(library, "toy_game", "game.py").is_file()
    return python


def run(python: Path, folder: Path, *arguments: str) -> str:
    ended = subprocess.run(
        [python, *arguments],
        cwd=folder,
        env=environment(folder, {"PYTHONPATH": ""}),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (ended.returncode, "Traceback" in ended.stderr) == (0, False), ended.stderr
    return ended.stdout


def test_library_finds_game_and_bot_of_a_distribution(python: Path, tmp_path: Path) -> None:
    assert run(python, tmp_path, "-c", PROGRAM) == "toy True {'H'}\n"


def test_command_finds_game_and_bot_of_a_distribution(python: Path, tmp_path: Path) -> None:
    match = ["match", "hider", "greedy", "--game", "toy", "--games", "2", "--seed", "1", "--jobs", "2"]
    run(python, tmp_path, "-m", "vanuatu", *match, "--out", "games.pvn")
    run(python, tmp_path, "-m", "vanuatu", "check", "games.pvn")
    games = (tmp_path / "games.pvn").read_text(encoding="utf-8")
    assert games.count('[GameType "toy"]') == 2
    assert '"hider"' in games
    assert " p:H" in games
