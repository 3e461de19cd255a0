"""`import vanuatu` is fast because it imports very little."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import environment

HEAVY = (
    "vanuatu.core.vanuatu",
    "vanuatu.core.maori",
    "vanuatu.notation.vanuatu",
    "vanuatu.notation.maori",
    "typer",
    "prompt_toolkit",
    "msgpack",
)


def loaded(program: str, home: Path) -> set[str]:
    """The modules that are loaded after a program has run."""
    show = f"{program}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", show],
        env=environment(home),
        cwd=home,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("package", ["vanuatu", "vanuatu.core"])
def test_importing_a_package_loads_no_game_no_bot_and_no_prompt(package: str, tmp_path: Path) -> None:
    own = {name for name in loaded(f"import {package}", tmp_path) if name.split(".")[0] == "vanuatu"}
    assert own == {"vanuatu", "vanuatu.core", "vanuatu.core.lazy"}
    assert not any(name.startswith(HEAVY) for name in loaded(f"import {package}", tmp_path))


def test_reading_one_game_imports_no_other_game_and_no_bot(tmp_path: Path) -> None:
    program = 'import vanuatu\nlist(vanuatu.read(b\'[Purple "A"]\\n[Teal "B"]\\n\\n*\\n\'))'
    there = loaded(program, tmp_path)
    assert "vanuatu.notation.vanuatu.codec" in there
    assert not any(
        name.startswith(("vanuatu.core.maori", "vanuatu.ai", "vanuatu.cli", "prompt_toolkit", "typer"))
        for name in there
    )
