"""Repeat the measurements without the compiled modules, in a separate process."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

import vanuatu
from vanuatu.cli.errors import InputFault
from vanuatu.cli.terminal import signals

_COMPILED: Final = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")


def measure(arguments: list[str]) -> dict[str, Any]:
    """Run `vanuatu bench --json` on a copy of the packages without their compiled modules."""
    with tempfile.TemporaryDirectory(prefix="vanuatu-interpreted-") as folder:
        source = Path(vanuatu.__file__).parent
        shutil.copytree(source, Path(folder) / source.name, ignore=_COMPILED)
        environment = {**os.environ, "PYTHONPATH": folder, "PYTHONSAFEPATH": "1"}
        with signals.Interrupts():  # a signal waits until the process is known
            process = subprocess.Popen(
                [sys.executable, "-m", "vanuatu", "bench", "--json", *arguments],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        with signals.last_act(process.kill), process:
            try:
                out, said = process.communicate()
            except BaseException:
                process.kill()
                raise
    if process.returncode != 0:
        raise InputFault(f"the interpreted core could not be measured: {said.strip()}")
    measured: dict[str, Any] = json.loads(out)
    return measured


def ratios(fast: Any, slow: Any, higher_is_better: bool = True) -> Any:
    """Return the ratios of the figures, part by part; above 1, the first figures are better."""
    if isinstance(fast, dict):
        return {
            name: ratios(value, slow[name], higher_is_better and not name.endswith("_us"))
            for name, value in fast.items()
            if name in slow
        }
    if not fast or not slow:
        return None
    return round(fast / slow if higher_is_better else slow / fast, 1)
