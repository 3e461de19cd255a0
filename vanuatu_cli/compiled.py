"""Which modules run compiled here, and whether the compiled code is still what their source says."""

import hashlib
import importlib.util
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
RECORD: Final = "compiled.json"  # the build writes it beside this file: digests of what it compiled


@dataclass(frozen=True)
class Module:
    """One module that can be compiled, as it is found here."""

    name: str
    compiled: bool
    stale: bool  # compiled from another source than the one that lies beside it


def listed() -> list[str]:
    """The paths in `compiled.txt`."""
    lines = (HERE / "compiled.txt").read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def digest(source: Path) -> str:
    """What tells one source from another."""
    return hashlib.sha256(source.read_bytes()).hexdigest()


def modules() -> list[Module]:
    """All modules of the list; none of them is imported, only their packages are."""
    record = _record()
    return [judge(path, _origin(path), record) for path in listed()]


def judge(path: str, origin: str, record: dict[str, str]) -> Module:
    """What stands at `origin` for the module of that path, given the digests of the build."""
    name = _name(path)
    if origin.endswith(".py"):
        return Module(name, compiled=False, stale=False)
    source = Path(origin).parent / Path(path).name
    return Module(name, compiled=True, stale=not source.exists() or record.get(path) != digest(source))


def _name(path: str) -> str:
    folder, _, rest = path.removesuffix(".py").partition("/")
    return ".".join(["vanuatu", {"vanuatu_cli": "cli"}.get(folder, folder), *rest.split("/")])


def _origin(path: str) -> str:
    found = importlib.util.find_spec(_name(path))
    return found.origin if found is not None and found.origin is not None else path


def _record() -> dict[str, str]:
    try:
        recorded = json.loads((HERE / RECORD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return recorded if isinstance(recorded, dict) else {}
