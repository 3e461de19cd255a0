"""The ways in which a command can fail that are somebody's fault; `app.run` gives each its exit code."""

import os
import platform
import sys
import tempfile
import time
import traceback
from pathlib import Path

from vanuatu_cli.io import folders, safe


class InputFault(Exception):
    """What was read is at fault: bad notation, an illegal move, an unreadable file. Exit code 1.

    The message is one line for the person who called, and is all they see.
    """


class CallFault(Exception):
    """The call is at fault: an option's value, an unknown bot, a game that does not exist. Exit code 2."""


def write_report() -> Path | None:
    """Write the traceback of the error in hand to a file of its own; None if no disk takes it."""
    name = f"error-{time.strftime('%Y%m%d-%H%M%S')}-"
    system = f"Python {platform.python_version()} on {platform.platform()}"
    text = f"{sys.argv}\n{system}\n\n{traceback.format_exc()}"
    for folder in (folders.state_folder(), Path(tempfile.gettempdir())):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            # Its name cannot be foreseen, so that nobody can have laid a link there.
            number, place = tempfile.mkstemp(".log", name, folder)
            with os.fdopen(number, "w", encoding="utf-8", errors="backslashreplace") as file:
                file.write(safe.safe_lines(text))
        except OSError:
            continue
        return Path(place)
    return None
