"""Where on the user's disk the program keeps what nobody asked it to put elsewhere."""

import os
from pathlib import Path


def state_folder() -> Path:
    """The folder for games in progress and for reports of errors; it may not exist yet."""
    base = os.environ.get("XDG_STATE_HOME", "")
    if not os.path.isabs(base):  # the standard says to ignore a relative one
        base = os.path.join(os.path.expanduser("~"), ".local", "state")
    return Path(base) / "vanuatu"
