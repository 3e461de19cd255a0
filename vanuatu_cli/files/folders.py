"""The default folders: for files that the program writes without a path from the user, and for settings."""

import os
from pathlib import Path


def state_folder() -> Path:
    """Return the folder for games in progress and error reports; it may not exist yet."""
    return _folder("XDG_STATE_HOME", ".local", "state")


def config_folder() -> Path:
    """Return the folder of the settings; it may not exist."""
    return _folder("XDG_CONFIG_HOME", ".config")


def _folder(variable: str, *default: str) -> Path:
    """Return the program's folder below an XDG folder, which has a default in the home folder."""
    base = os.environ.get(variable, "")
    if not os.path.isabs(base):  # the XDG specification ignores relative paths
        base = os.path.join(os.path.expanduser("~"), *default)
    return Path(base) / "vanuatu"
