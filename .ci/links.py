"""Make the import package `vanuatu` as a folder of links to the folders of the project.

`python .ci/links.py` makes it in `build/links`, and so does every build (`setup.py`). mypy, mypyc, editors
and editable installs look there, because they cannot map a folder to a package of another name.
"""

import os
import shutil
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGE: Final = "vanuatu"
LINKS: Final = {
    "__init__.py": "vanuatu_cli/package/__init__.py",
    "__main__.py": "vanuatu_cli/package/__main__.py",
    "py.typed": "vanuatu_cli/package/py.typed",
    "core": "core",
    "notation": "notation",
    "ai": "ai",
    "cli": "vanuatu_cli",
    "games": "games",
}


def make(tree: Path) -> Path:
    """Make the folder `tree` anew, with the package in it, and return `tree`."""
    package = tree / PACKAGE
    shutil.rmtree(package, ignore_errors=True)
    package.mkdir(parents=True)
    for name, place in LINKS.items():
        target = ROOT / place
        try:
            (package / name).symlink_to(os.path.relpath(target, package.resolve()), target.is_dir())
        except OSError:  # a file system without links
            (shutil.copytree if target.is_dir() else shutil.copy2)(target, package / name)
    return tree


def inside(source: str) -> str:
    """Return the place of a source file in the package: `core/game.py` is `vanuatu/core/game.py`."""
    for name, place in LINKS.items():
        if source == place or source.startswith(f"{place}/"):
            return f"{PACKAGE}/{name}{source.removeprefix(place)}"
    raise ValueError(f"{source} is not part of the package {PACKAGE}")


if __name__ == "__main__":
    print(make(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "links"))
