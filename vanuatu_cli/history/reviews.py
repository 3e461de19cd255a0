"""Reviews kept beside the saved games: `NAME.review.json` beside `NAME.pvn`, a line of `review --json`."""

import contextlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from vanuatu.cli.files import writing
from vanuatu.cli.history import saves
from vanuatu.cli.terminal import console

ENDING: Final = ".review.json"
LARGEST: Final = 1 << 22


def path_of(game: Path) -> Path:
    """Return the path of the review of a saved game."""
    return game.with_name(game.stem + ENDING)


def keep(game: Path | None, review: Mapping[str, Any]) -> None:
    """Write the review of a game in the folder of saved games. It can be made again: errors do no harm."""
    if game is None or game.parent != saves.games_folder():
        return
    with contextlib.suppress(OSError):
        draft = writing.Draft(path_of(game))
        try:
            draft.stream.write((console.json_text(dict(review)) + "\n").encode("utf-8", "replace"))
            draft.replace()
        finally:
            draft.drop()


def review_of(game: Path, seat: int) -> dict[str, Any] | None:
    """Return the review of a seat of a saved game, or None if there is none. A damaged one does not count."""
    try:
        with open(path_of(game), "rb") as stream:
            value = json.loads(stream.read(LARGEST).split(b"\n", 1)[0])
        found = next(each for each in value["seats"] if each["seat"] == "ptyob"[seat])
        return found if isinstance(found["phases"], dict) and isinstance(found["worst"], list) else None
    except (OSError, ValueError, KeyError, TypeError, StopIteration, RecursionError):
        return None
