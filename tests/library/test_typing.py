"""A user's script passes the strictest type check and runs unchanged."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import vanuatu
from tests.support.documents import ROOT

pytestmark = pytest.mark.any_build

SCRIPT = ROOT / "tests" / "library" / "user_script.py"
PACKAGES = Path(vanuatu.__file__).parents[1]


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments in a folder outside the project's configuration."""
    paths = (
        {} if PACKAGES.name == "site-packages" else {"MYPYPATH": str(PACKAGES), "PYTHONPATH": str(PACKAGES)}
    )
    environment = os.environ | paths | {"PYTHONUTF8": "1"}
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def check(folder: Path, script: Path) -> str:
    """Return the output of `mypy --strict` for a script."""
    cache = f"--cache-dir={ROOT / '.mypy_cache' / 'library'}"
    return run(folder, "-m", "mypy", "--strict", cache, str(script)).stdout


def test_script_using_whole_library_passes_mypy(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.read_text(encoding="utf-8"), encoding="utf-8")
    assert check(tmp_path, script) == "Success: no issues found in 1 source file\n"


def test_missing_attribute_is_found_by_mypy(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("import vanuatu\nvanuatu.raed('x')\nvanuatu.new().seat.lower()\n", encoding="utf-8")
    printed = check(tmp_path, script)
    assert 'script.py:2: error: Module has no attribute "raed"' in printed
    assert 'script.py:3: error: Item "None" of' in printed
    assert "Found 2 errors" in printed


def test_the_script_runs(tmp_path: Path) -> None:
    done = run(tmp_path, str(SCRIPT), str(ROOT / "games" / "three-players.pvn"))
    assert done.stderr == ""
    assert "<Game vanuatu 3p over" in done.stdout.splitlines()[-1]


def test_script_using_whole_library_passes_strict_pyright(tmp_path: Path) -> None:
    program = shutil.which("pyright")
    if program is None:
        pytest.skip("pyright is not installed")
    (tmp_path / "script.py").write_text(SCRIPT.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "wrong.py").write_text("import vanuatu\nvanuatu.raed('x')\n", encoding="utf-8")
    settings = {"include": ["*.py"], "extraPaths": [str(PACKAGES)], "typeCheckingMode": "strict"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    done = subprocess.run(
        [program, "--pythonpath", sys.executable], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    errors = [line for line in done.stdout.splitlines() if " - error: " in line]
    wrong = [line for line in errors if "wrong.py:2:9" in line and '"raed" is not a known attribute' in line]
    assert len(wrong) == 1, done.stdout
    assert not [line for line in errors if "script.py" in line], done.stdout


@pytest.mark.parametrize(
    ("call", "names"),
    [
        ("bot.analyse(game, sims=50).", {"best", "moves", "win", "line"}),
        ("bot.analyse(game).moves[0].", {"token", "words", "line"}),
        ("v.review(game).seats['p'].worst[0]['", {"'lost'", "'words'"}),
        ("game.steps()[0].", {"move", "gain", "position", "legal"}),
        ("v.match(['greedy', 'random']).", {"bots", "read", "seed"}),
    ],
)
def test_jedi_completes(call: str, names: set[str], tmp_path: Path) -> None:
    jedi: Any = pytest.importorskip("jedi")
    project = jedi.Project(str(tmp_path), added_sys_path=[str(PACKAGES)])
    code = f"import vanuatu as v\ngame = v.new()\nbot = v.bot('greedy')\n{call}"
    assert names <= {found.name for found in jedi.Script(code, project=project).complete()}
