"""Which modules are compiled here, and whether they match their source."""

import hashlib
import importlib.util
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
RECORD: Final = "compiled.json"  # written by the build: digests of the compiled sources


@dataclass(frozen=True)
class Module:
    """A module that can be compiled, as it is installed here."""

    name: str
    compiled: bool
    stale: bool  # compiled from a source other than the installed one


def listed() -> list[str]:
    """Return the paths in `compiled.txt`."""
    lines = (HERE / "compiled.txt").read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def digest(source: Path) -> str:
    """Return the digest of a source."""
    return hashlib.sha256(source.read_bytes()).hexdigest()


def modules() -> list[Module]:
    """Return all modules of the list, without importing them."""
    record = _record()
    return [inspect(path, _origin(path), record) for path in listed()]


def is_search_compiled() -> bool:
    """Return whether the search runs compiled here. Interpreted, it takes about 80 times as long."""
    return not _origin("ai/mcts/search.py").endswith(".py")


def inspect(path: str, origin: str, record: dict[str, str]) -> Module:
    """Return the module of a path that was found at `origin`, given the digests of the build."""
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
