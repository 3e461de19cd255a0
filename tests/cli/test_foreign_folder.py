"""No process imports Python files from the current folder."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.game_files import write_games
from tests.cli.shell import environment

pytestmark = pytest.mark.any_build

NAMES = (
    "copy random queue tempfile socket struct json random msgpack statistics logging ai core notation".split()
)
CALLER = "from vanuatu.__main__ import main\n\nif __name__ == '__main__':\n    main()\n"


@pytest.mark.parametrize(
    "call",
    [
        "match mcts:sims=4,procs=2 random --games 1 --seed 1",
        "match random random --games 8 --seed 1 --jobs 2",
        "review a.pvn --bot mcts:1 --jobs 2",
        "analyse a.pvn --all --bot mcts:1 --jobs 2",
        "analyse --serve --bot mcts:1 --jobs 2",
    ],
)
def test_no_process_takes_a_module_from_the_folder(call: str, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    write_games(folder / "a.pvn", 1)
    proof = tmp_path / "proof"
    for name in NAMES:
        (folder / f"{name}.py").write_text(f"print('not ours', file=open({str(proof)!r}, 'a'))\n")
    caller = tmp_path / "started.py"  # as the installed command: its folder is another one
    caller.write_text(CALLER)
    position = subprocess.run(
        [sys.executable, caller, "show", "a.pvn", "--at", "1.14", "--fen"],
        cwd=folder, env=environment(tmp_path), capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    asked = f'{{"id":"1","fen":"{position}","sims":4}}\n'
    ended = subprocess.run(
        [sys.executable, caller, *call.split()],
        cwd=folder,
        env=environment(tmp_path),
        input=asked,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (ended.returncode, proof.exists()) == (0, False), ended.stderr
    assert "engine crash" not in ended.stdout
    assert ended.stdout
