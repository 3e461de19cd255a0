"""Games on disk while they are played: written whole after every move, so that nothing is ever lost."""

import os
import time
from dataclasses import dataclass
from pathlib import Path

from core import games
from vanuatu_cli.io.folders import state_folder


def games_folder() -> Path:
    """Where games are kept that nobody asked to keep elsewhere."""
    return state_folder() / "games"


def new_place(game: str) -> Path:
    """A file for a game that begins now, made empty so that no other game takes it."""
    folder = games_folder()
    name = f"{game}-{time.strftime('%Y%m%d-%H%M%S')}"
    place = folder / f"{name}.pvn"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return place  # nothing can be written there, and saving will say so
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


def forget(place: Path) -> None:
    """Remove a game that nobody has played in, if it lies where games are kept unasked."""
    if place.parent == games_folder():
        place.unlink(missing_ok=True)


def write_whole(place: Path, text: str) -> None:
    """Replace the file in one step: whoever reads it, or kills us, finds the old text or the new one.

    It does not wait for the disk, which would be felt after every move.
    """
    target = Path(os.path.realpath(place))
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with open(draft, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.replace(draft, target)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


@dataclass(frozen=True)
class Unfinished:
    """A game that somebody left."""

    place: Path
    when: float
    seats: str
    game: str
    moves: int


def last_unfinished() -> Unfinished | None:
    """The game in the state folder that was played last, if it was not played to its end."""
    try:
        places = sorted(games_folder().glob("*.pvn"), key=lambda place: place.stat().st_mtime)
        if not places:
            return None
        place = places[-1]
        text = place.read_text(encoding="utf-8")
        when = place.stat().st_mtime
    except (OSError, UnicodeDecodeError):
        return None
    tags = dict(_tags(text))
    if tags.get("Result") != "*":
        return None
    moves = sum(1 for word in text.split() if word[1:2] == ":" and word[0] in "ptyob")
    seats = ", ".join(tags[name] for name in ("Purple", "Teal", "Yellow", "Orange", "Blue") if name in tags)
    return Unfinished(place, when, seats, tags.get("GameType", games.names()[0]), moves) if moves else None


def ago(then: float, now: float | None = None) -> str:
    """How long ago, as people say it."""
    seconds = max(0.0, (time.time() if now is None else now) - then)
    for size, word in ((86400, "day"), (3600, "hour"), (60, "minute")):
        number = int(seconds // size)
        if number:
            return f"{number} {word}{'s' if number > 1 else ''} ago"
    return "a moment ago"


def _tags(text: str) -> list[tuple[str, str]]:
    pairs = []
    for line in text.splitlines():
        name, quote, rest = line.partition(' "')
        if name[:1] == "[" and quote and rest.endswith('"]'):
            pairs.append((name[1:], rest[:-2]))
    return pairs
