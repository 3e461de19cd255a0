"""The folder of saved games: its list, with an index so that unchanged files are not read again."""

import contextlib
import json
import os
import re
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from vanuatu.ai.specs import BUILT_IN
from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import folders, locking, writing
from vanuatu.notation import files, record
from vanuatu.notation.tags import seats_of
from vanuatu.notation.wording import amount

BESIDE: Final = (".review.json", ".par.json")  # files that belong to a saved game
_INDEX: Final = "games.json"
_VERSION: Final = 1  # of the index; another one is read anew
LARGEST_INDEX: Final = 1 << 26
HEAD: Final = 2048  # characters in which the result of a game is found


def games_folder() -> Path:
    """Return the folder in which games are saved by default."""
    return folders.state_folder() / "games"


def make_folder() -> Path:
    """Return the folder of saved games, made if possible. If not, saving reports the error."""
    folder_error()
    return games_folder()


def folder_error() -> str:
    """Make the folder of saved games, and return why that is impossible, or ""."""
    try:
        games_folder().mkdir(parents=True, exist_ok=True)
    except OSError as error:
        return error.strerror or str(error)
    return ""


def new_path(game: str) -> Path:
    """Return the path of a file for a new game. The file is created empty, so that it is reserved."""
    folder = make_folder()
    name = f"{game}-{time.strftime('%Y%m%d-%H%M%S')}"
    place = folder / f"{name}.pvn"
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
class SavedGame:
    """A saved game: what lists and records need of it. With an `error`, the rest is empty."""

    file: str  # the name in the folder
    when: float  # of the last move
    error: str = ""
    game: str = ""
    names: list[str] = field(default_factory=list)
    round: int = 0
    round_word: str = ""
    moves: int = 0  # of the seats
    scores: list[int] = field(default_factory=list)
    finished: bool = False
    winners: list[int] = field(default_factory=list)
    parts: list[dict[str, int]] = field(default_factory=list)  # of the final score, by seat
    event: str = ""
    daily: str = ""
    seed: str = ""
    begun: bool = False  # from a position, not from the start of a game

    @property
    def path(self) -> Path:
        """The file."""
        return games_folder() / self.file

    @property
    def people(self) -> list[int]:
        """The seats whose name is not that of a bot."""
        return [seat for seat, name in enumerate(self.names) if not is_bot_name(name)]

    @property
    def title(self) -> str:
        """The name of the file without its ending."""
        return self.file.removesuffix(".pvn")


def is_bot_name(name: str) -> bool:
    """Return whether the name in a file is that of a bot of this program."""
    return name.strip().partition(":")[0] in BUILT_IN


def saved_games() -> list[SavedGame]:
    """Return all saved games, the last played first. Empty files, which are reserved, do not count."""
    known = _read_index()
    entries: dict[str, tuple[int, int, dict[str, Any]]] = {}
    games: list[SavedGame] = []
    changed = False
    for place, status in _files():
        before = known.get(place.name)
        if before is not None and before[:2] == (status.st_mtime_ns, status.st_size):
            values = before[2]
        else:
            values = asdict(_read(place, status))
            changed = True
        entries[place.name] = (status.st_mtime_ns, status.st_size, values)
        games.append(SavedGame(**values))
    if changed or entries.keys() != known.keys():
        _write_index(entries)
    return sorted(games, key=lambda one: (-one.when, one.file))


def unfinished_games() -> list[SavedGame]:
    """Return the unfinished games with moves that no other window plays, the last played first."""
    return [
        one
        for one in saved_games()
        if not one.finished and not one.error and one.moves and not locking.is_in_use(one.path)
    ]


def _files() -> Iterable[tuple[Path, os.stat_result]]:
    """Yield the files of games that are not empty."""
    with contextlib.suppress(OSError), os.scandir(games_folder()) as entries:
        for entry in entries:
            with contextlib.suppress(OSError):  # it was deleted a moment ago
                if entry.name.endswith(".pvn") and entry.is_file() and entry.stat().st_size:
                    yield Path(entry.path), entry.stat()


def _read(place: Path, status: os.stat_result) -> SavedGame:
    """Read a saved game; an error becomes a part of the result."""
    try:
        read = next(files.read_games(place))
    except StopIteration:
        return SavedGame(place.name, status.st_mtime, "no game in it")
    except OSError as error:
        return SavedGame(place.name, status.st_mtime, error.strerror or str(error))
    if read.error is not None:
        return SavedGame(place.name, status.st_mtime, f"{read.error.line}:{read.error.column}: {read.error}")
    session = read.session
    tags = session.record.tags
    over = session.over and session.record.result != record.UNFINISHED
    return SavedGame(
        file=place.name,
        when=status.st_mtime,
        game=session.game.name,
        names=[tags[name] for name in seats_of(tags)],
        round=int(session.state.round),
        round_word=session.codec.round_word,
        moves=sum(1 for ply in session.record.plies if ply.seat >= 0),
        scores=[int(score) for score in session.state.scores()],
        finished=session.record.result != record.UNFINISHED,
        winners=[int(seat) for seat in session.state.winners()] if over else [],
        parts=[dict(items) for items in session.codec.scoring(session.state)] if over else [],
        event=tags.get("Event", ""),
        daily=tags.get("Daily", ""),
        seed=tags.get("Seed", ""),
        begun="FEN" in tags,
    )


def _read_index() -> dict[str, tuple[int, int, dict[str, Any]]]:
    """Return the index; an empty one if it is missing or damaged, since it can be made again."""
    fields = set(SavedGame.__dataclass_fields__)
    try:
        with open(folders.state_folder() / _INDEX, "rb") as stream:
            value = json.loads(stream.read(LARGEST_INDEX))
        if value["version"] != _VERSION:
            return {}
        return {
            str(name): (int(entry[0]), int(entry[1]), entry[2])
            for name, entry in value["games"].items()
            if set(entry[2]) == fields and entry[2]["file"] == name
        }
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        return {}


def _write_index(entries: dict[str, tuple[int, int, dict[str, Any]]]) -> None:
    """Replace the index. A full disk or a read-only folder does no harm."""
    with contextlib.suppress(OSError):
        draft = writing.Draft(folders.state_folder() / _INDEX)
        try:
            value = {"version": _VERSION, "games": entries}
            draft.stream.write(json.dumps(value, separators=(",", ":")).encode())
            draft.replace()
        finally:
            draft.drop()


# Find, rename, delete


def find(word: str, games: list[SavedGame]) -> SavedGame:
    """Return the game with this number in the list (from 1) or this name. Raise InputFault."""
    wanted = word.removesuffix(".pvn")
    if word.isascii() and word.isdigit() and 1 <= int(word) <= len(games):
        return games[int(word) - 1]
    for one in games:
        if one.title == wanted or str(one.path) == os.path.abspath(os.path.expanduser(word)):
            return one
    import difflib

    near = difflib.get_close_matches(wanted, [one.title for one in games], 1)
    hint = f"Did you mean {near[0]}?" if near else "`vanuatu games` lists them."
    raise InputFault(f"{word}: no such saved game. {hint}")


def rename_game(one: SavedGame, name: str) -> Path:
    """Give a saved game a new name, and return its path. Raise CallFault or InputFault."""
    title = name.strip().removesuffix(".pvn")
    if not title or title.startswith(".") or "/" in title or not title.isprintable():
        raise CallFault(f"{name!r}: a name has no slash and does not begin with a dot")
    if one.daily:
        raise CallFault(f"{one.title} is a game of the day: its name says which day it counts for")
    place = games_folder() / f"{title}.pvn"
    held = _lock(one)
    try:
        os.link(one.path, place)  # fails if the name is taken, unlike a rename
        one.path.unlink()
        for ending in BESIDE:
            with contextlib.suppress(FileNotFoundError):
                os.replace(games_folder() / f"{one.title}{ending}", games_folder() / f"{title}{ending}")
    except FileExistsError:
        raise CallFault(f"{place.name} exists. Use another name.") from None
    except OSError as error:
        raise InputFault(f"{place.name}: {error.strerror or error}") from None
    finally:
        held.release()
    return place


def delete_game(one: SavedGame) -> None:
    """Delete a saved game. Raise CallFault or InputFault."""
    held = _lock(one)
    try:
        one.path.unlink()
        for ending in BESIDE:
            (games_folder() / f"{one.title}{ending}").unlink(missing_ok=True)
    except OSError as error:
        raise InputFault(f"{one.file}: {error.strerror or error}") from None
    finally:
        held.release()


def _lock(one: SavedGame) -> writing.LockedFile:
    try:
        return writing.LockedFile(one.path)
    except locking.FileInUse:
        raise CallFault(f"{one.file}: another vanuatu plays this game") from None
    except OSError as error:
        raise InputFault(f"{one.file}: {error.strerror or error}") from None


def ago(then: float, now: float | None = None) -> str:
    """Return how long ago a time was, in words."""
    seconds = max(0.0, (time.time() if now is None else now) - then)
    for size, word in ((86400, "day"), (3600, "hour")):
        if number := int(seconds // size):
            return f"{amount(number, word)} ago"
    if minutes := int(seconds // 60):
        return f"{minutes} min ago"
    return "just now"


def any_finished() -> bool:
    """Return whether a saved game is finished. It reads only the beginning of files, the newest first."""
    try:
        paths = sorted(games_folder().glob("*.pvn"), reverse=True)
    except OSError:
        return False
    for path in paths:
        try:
            with open(path, encoding="utf-8", errors="replace") as stream:
                head = stream.read(HEAD)
        except OSError:
            continue
        found = re.search(r'^\[Result "([^"]*)"\]', head, re.MULTILINE)
        if found is not None and found[1] != record.UNFINISHED:
            return True
    return False
