"""Shared by all tests: the tested build, printed at the top of every run, and fixed settings."""

import gc
import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

from vanuatu import core
from vanuatu.cli import compiled
from vanuatu.core import games

# The same examples in every run, and no deadline: the machines that run this differ tenfold.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")

# A shell that starts the tests in the background has them ignore Ctrl-C, and `nohup` the end of the terminal;
# and so would all that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


# Python's collector would search all that is imported and collected, again and again: a third of that time.
gc.disable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("heavy") and item.get_closest_marker("any_build"):
            raise pytest.UsageError(f"{item.nodeid} is heavy and any_build: .ci/run would leave it out")


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def pytest_xdist_auto_num_workers() -> int:
    """One process more than processors, because some tests wait. Each must import all tests: five seconds."""
    return 1 + (os.cpu_count() or 1)


def pytest_report_header() -> list[str]:
    modules = compiled.modules()
    fast = [module.name for module in modules if module.compiled]
    stale = [module.name for module in modules if module.stale]
    lines = [
        f"vanuatu: {Path(core.__file__).parents[1]}, "
        f"{len(fast)} of {len(modules)} modules compiled" + ("" if fast else " (interpreted)")
    ]
    if stale:
        lines.append(f"vanuatu: STALE, compiled from another source: {', '.join(stale)}; install again")
    return lines


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the real games there is a third one, the toy of `tests.support.toy`."""
    monkeypatch.setattr(games, "_classes", dict(games._classes))
    games.register("toy", "tests.support.toy.game:ToyGame")
