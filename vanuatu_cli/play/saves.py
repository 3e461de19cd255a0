"""The folder of saved games, and the last unfinished game in it."""

import contextlib
import time
from dataclasses import dataclass
from pathlib import Path

from vanuatu.cli.files import folders, writing
from vanuatu.notation import errors, files, record
from vanuatu.notation.tags import seats_of


def games_folder() -> Path:
    """Return the folder in which games are saved by default."""
    return folders.state_folder() / "games"


def new_path(game: str) -> Path:
    """Return the path of a file for a new game. The file is created empty, so that it is reserved."""
    folder = games_folder()
    name = f"{game}-{time.strftime('%Y%m%d-%H%M%S')}"
    place = folder / f"{name}.pvn"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return place  # saving will report the error
    number = 1
    while True:
        try:
            place.touch(exist_ok=False)
        except FileExistsError:
            number += 1
            place = folder / f"{name}-{number}.pvn"
        except OSError:
            return place
        else:
            return place


def delete_unplayed(place: Path) -> None:
    """Delete a game without moves, if it is in the default folder."""
    if place.parent == games_folder():
        with contextlib.suppress(OSError):  # the folder may be read-only
            place.unlink()


@dataclass(frozen=True)
class UnfinishedGame:
    """A saved game that is not finished."""

    place: Path
    when: float
    seats: str
    game: str
    moves: int


def last_unfinished() -> UnfinishedGame | None:
    """Return the last game in the default folder if it is unfinished.

    Locked games, which are being played in another window, do not count.
    """
    try:
        dated = sorted((place.stat().st_mtime, place) for place in games_folder().glob("*.pvn"))
        when, place = next(last for last in reversed(dated) if not writing.is_taken(last[1]))
        read = next(files.read_games(place))
    except (OSError, StopIteration):
        return None
    if read.error is not None or read.session.record.result != record.UNFINISHED:
        return None
    moves = sum(1 for ply in read.session.record.plies if ply.seat >= 0)
    tags = read.session.record.tags
    seats = ", ".join(errors.excerpt(tags[name]) for name in seats_of(tags))
    return UnfinishedGame(place, when, seats, read.session.game.name, moves) if moves else None


def ago(then: float, now: float | None = None) -> str:
    """Return how long ago a time was, in words."""
    seconds = max(0.0, (time.time() if now is None else now) - then)
    for size, word in ((86400, "day"), (3600, "hour"), (60, "minute")):
        number = int(seconds // size)
        if number:
            return f"{number} {word}{'s' if number > 1 else ''} ago"
    return "a moment ago"
