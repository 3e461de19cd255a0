"""Short training runs of `vanuatu learn` for tests, and the files that they leave."""

from pathlib import Path

from tests.cli.shell import Ended, vanuatu


def learn(home: Path, call: str, *more: str, folder: str = "two") -> Ended:
    """Call `vanuatu learn` in `home`."""
    return vanuatu(["learn", folder, *call.split(), *more], home)


def files(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder by name."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}
