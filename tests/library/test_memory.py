"""Repeated calls of the library leak no memory.

Interpreted code that hands a `vec` of librt to a compiled function never frees it; so nothing in the packages
does, and what a user's loop gives and takes are texts, integers and lists.
"""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import environment
from tests.support.documents import ROOT
from vanuatu.cli import compiled

pytestmark = pytest.mark.heavy

LOOP = """
import gc, sys
import vanuatu
from vanuatu.notation.positions import state_of

def memory():
    gc.collect()
    with open("/proc/self/statm") as pages:
        return int(pages.read().split()[1]) * 4096

[game] = vanuatu.read(sys.argv[1])
rounds, bot = int(sys.argv[2]), vanuatu.bot("greedy:seed=1")
for ply in range(12, game.plies, game.plies // 8):
    position = game.at(ply)
    fen, step = position.to_fen(), game.steps()[ply]
    calls = {
        "legal": lambda: position.legal(), "words": lambda: position.words(step.token),
        "why": lambda: position.why("+V"), "play": lambda: position.play(step.token),
        "fen": lambda: position.to_fen(), "position": lambda: vanuatu.position(fen),
        "view": lambda: position.view(), "scores": lambda: position.scores(), "at": lambda: game.at(12),
        "hidden": lambda: position.hidden("p", 1), "state": lambda: list(position.state.legal_moves()),
        "choose": lambda: position.seat == "#" or bot.choose(position),
    }
    for name, call in calls.items():
        for _ in range(20):
            call()
        before = memory()
        for _ in range(rounds):
            # A new position each time, so that a leak grows.
            position = vanuatu.Position(position._codec, state_of(position))
            call()
        print(ply, name, memory() - before)
"""
LEAKED = 300  # bytes a call: a lost position is more than 1600
SLACK = 1 << 19  # memory comes in blocks


def lost(rounds: int, game: str, home: Path) -> list[str]:
    """Return the calls that leaked memory, with the number of bytes."""
    done = subprocess.run(
        [sys.executable, "-c", LOOP, str(ROOT / "games" / game), str(rounds)],
        env=environment(home),
        cwd=home,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = done.stdout.splitlines()
    assert len(lines) > 90
    return [line for line in lines if int(line.split()[2]) > LEAKED * rounds + SLACK]


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is told by Linux's /proc")
@pytest.mark.parametrize("game", ["three-players.pvn", "maori-small-ship.pvn"])
def test_repeated_calls_leak_no_memory(game: str, tmp_path: Path) -> None:
    assert lost(700 if compiled.modules()[0].compiled else 100, game, tmp_path) == []


@pytest.mark.long
@pytest.mark.parametrize("game", ["three-players.pvn", "maori-small-ship.pvn"])
def test_million_calls_leak_no_memory(game: str, tmp_path: Path) -> None:
    """A few hundred positions, ten thousand calls at each."""
    assert lost(10_000, game, tmp_path) == []


def functions_taking_vecs(path: str) -> set[str]:
    """The functions and classes of a module that are called with a `vec`."""
    found = set()
    for node in ast.parse((ROOT / path).read_text(encoding="utf-8")).body:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        for part in inner:
            constructor = isinstance(node, ast.FunctionDef) or getattr(part, "name", "") == "__init__"
            if constructor and isinstance(part, ast.FunctionDef):
                kinds = [
                    ast.unparse(word.annotation) for word in part.args.args if word.annotation is not None
                ]
                if any("vec[" in kind for kind in kinds):
                    found.add(str(getattr(node, "name", "")))
    return found


def test_no_interpreted_module_passes_vec_to_compiled_one() -> None:
    """Such a module is to be compiled too, or to go by a method of the position."""
    listed = compiled.listed()
    taking = {
        module.name: functions_taking_vecs(path)
        for path, module in zip(listed, compiled.modules(), strict=True)
    }
    sources = [path for package in ("core", "notation", "ai") for path in (ROOT / package).rglob("*.py")]
    for source in sources:
        if str(source.relative_to(ROOT)) in listed:
            continue
        tree = ast.parse(source.read_text(encoding="utf-8"))
        called = {
            node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and hasattr(node.func, "id")
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                handed = {alias.name for alias in node.names} & taking.get(str(node.module), set()) & called
                assert not handed, f"{source.relative_to(ROOT)} hands a vec to {handed} of {node.module}"
