"""Whether the packages here are vanuatu's own: their names are short, and another project may have the same.

Nothing of them is imported, since a package of another project can do anything when it is.
"""

import importlib.metadata
import sys
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Final

PACKAGES: Final = ("core", "notation", "ai")
OWN: Final = "vanuatu"
HERE: Final = Path(__file__).resolve().parents[1]
_CURE: Final = "install vanuatu in an environment of its own (python3 -m venv), or uninstall the other"


def strays() -> list[str]:
    """A line for each package that is not vanuatu's alone: where it comes from, and what to do."""
    owners = importlib.metadata.packages_distributions()
    return [line for name in PACKAGES if (line := _stray(name, owners.get(name, [])))]


def _stray(name: str, owners: list[str]) -> str:
    others = sorted({owner for owner in owners if owner.lower() != OWN})
    folder = _folder(name)
    if folder is None:
        return f"{name} is not there: install vanuatu again"
    if folder != HERE / name:
        whose = f", of {' and '.join(others)}," if others else ""
        return f"{name} is taken from {folder}{whose} and not from {HERE / name}: {_cure(folder, others)}"
    if others and OWN in owners:
        both = f"{name} is vanuatu's and {' and '.join(others)}'s, which have overwritten each other"
        return f"{both}: {_CURE} and install vanuatu again"
    return ""


def _cure(folder: Path, others: list[str]) -> str:
    """What to do about a package from elsewhere: a folder of one's own is in the way, or another project."""
    if others:
        return _CURE
    if str(folder.parent) in (str(Path.cwd()), sys.path[0]):
        return "run vanuatu in another folder, or rename that one"
    return "take that folder off PYTHONPATH, or rename it"


def _folder(name: str) -> Path | None:
    """Where Python finds a package; a module in one file counts as that file."""
    found = PathFinder.find_spec(name)
    if found is None:
        return None
    if found.origin is None:  # a folder without __init__.py
        places = list(found.submodule_search_locations or ())
        return Path(places[0]).resolve() if places else None
    origin = Path(found.origin).resolve()
    return origin.parent if origin.name.startswith("__init__.") else origin
