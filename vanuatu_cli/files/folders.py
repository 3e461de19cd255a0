"""The default folder for files that the program writes without a path from the user."""

import os
from pathlib import Path


def state_folder() -> Path:
    """Return the folder for games in progress and error reports; it may not exist yet."""
    base = os.environ.get("XDG_STATE_HOME", "")
    if not os.path.isabs(base):  # the XDG specification ignores relative paths
        base = os.path.join(os.path.expanduser("~"), ".local", "state")
    return Path(base) / "vanuatu"
