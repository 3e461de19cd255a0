"""Open a table: for a new game, for a saved game, or at a position; and lock the file it is saved in."""

import io
import os
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from vanuatu.cli import settings
from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import inputs, locking, writing
from vanuatu.cli.history import daily, saves
from vanuatu.cli.options import DEFAULT_GAME, make_game
from vanuatu.cli.play.seating import SeatRequest, check_setup, new_players, resumed_players, unstarted_bots
from vanuatu.cli.play.table import Table
from vanuatu.core.rng import MOST_SEED
from vanuatu.notation.codec import SEAT_NAMES
from vanuatu.notation.files import read_games, split_games
from vanuatu.notation.record import MAX_GAME
from vanuatu.notation.session import Session

SAVE = writing.Output("--save", (".pvn",))


ANYONE = SeatRequest(None, ())


@dataclass(frozen=True)
class SaveRequest:
    """The options `--save` and `--force`. `keep`: a game without them is saved too."""

    file: Path | None = None
    force: bool = False
    keep: bool = True


KEEP = SaveRequest()


@dataclass(frozen=True)
class NewGame:
    """What is known about a new game; the settings and chance determine the rest."""

    game: str = DEFAULT_GAME
    players: int | None = None
    variant: str = ""
    seats: SeatRequest = ANYONE
    seed: int | None = None
    tags: Mapping[str, str] = field(default_factory=dict)


def open_new(wanted: NewGame, save: SaveRequest = KEEP) -> Table:
    """Return the table for a new game. Raise CallFault or InputFault."""
    chosen = settings.read_settings()
    save_file = _new_file(save.file, save.force) if save.file is not None else None
    rules = make_game(wanted.game, wanted.players or chosen.players, wanted.variant)
    seed = secrets.randbelow(10**6) if wanted.seed is None else wanted.seed
    seated = new_players(wanted.seats, rules.players, seed, chosen.bot)
    check_setup(seated, rules)
    tags = {"Event": "At the prompt", "Date": time.strftime("%Y.%m.%d"), **wanted.tags}
    place = saves.new_path(rules.name) if save.keep and save_file is None else None
    table = Table(Session.new(rules, tags=tags), seated, seed, place)
    table.is_new = True
    if save_file is not None:
        table.save_to(save_file)
    return table


def open_saved(
    source: str,
    at: str | None = None,
    seats: SeatRequest = ANYONE,
    seed: int | None = None,
    save: SaveRequest = KEEP,
) -> Table:
    """Return the table for a game from a file, or for a position. Raise CallFault or InputFault.

    The game is saved in its own file if it continues from its last position.
    """
    warnings: list[str] = []
    save_file = None
    if save.file is not None:
        save_file = _new_file(save.file, save.force, source, whole=at is None)
    elif save.keep and at is None:
        save_file = _old_file(source, warnings)  # before it is read, so that nobody writes it in between
    own = save_file is not None
    try:
        session = inputs.find_position(source, at=at)
        if save_file is not None and save.file is None and session.over:
            save_file.release()
            save_file = None
        table = _seat_players(session, seats, seed, counted=save_file is not None)
    except Exception:
        if save_file is not None:
            save_file.release()
        raise
    if save_file is not None:
        table.save_to(save_file)
    elif save.keep and session.over:
        table.keep_finished(Path(source) if own else None, lambda: saves.new_path(session.game.name))
    elif save.keep:
        table.path = saves.new_path(session.game.name)
    table.warnings += [*warnings, *unstarted_bots(table.players)]
    return table


def _seat_players(session: Session, seats: SeatRequest, seed: int | None, *, counted: bool) -> Table:
    """Return the table of a saved game. `counted`: it goes on in its own file."""
    tags = session.record.tags
    if daily.TAG in tags:
        _check_daily(session, seats, seed, counted=counted)
    names = [tags.get(name, "?") for name in SEAT_NAMES[: int(session.state.players)]]
    known = inputs.whole_number(tags.get("Seed", ""), MOST_SEED)
    drawn = seed if seed is not None else known if known is not None else secrets.randbelow(10**6)
    players = resumed_players(seats, names, drawn)
    check_setup(players, session.game)
    return Table(session, players, drawn)


def _check_daily(session: Session, seats: SeatRequest, seed: int | None, *, counted: bool) -> None:
    """Keep the attempt at a game of the day as it is. What branches off from it does not count."""
    if not counted:
        del session.record.tags[daily.TAG]
        session.record.tags["Event"] = "At the prompt"
    elif seats != ANYONE or seed is not None:
        raise CallFault("the game of the day keeps its seats, bots and seed. To practise, add --at 1")


def _new_file(place: Path, force: bool, source: str = "", *, whole: bool = True) -> writing.LockedFile:
    """Return the locked file of --save: a new one, or the file of --from.

    The file of --from must be exactly this game, and `whole` must be true: the game continues from its end.
    """
    own = whole and bool(source) and os.path.exists(source) and place.exists() and place.samefile(source)
    SAVE.check(str(place), force=force, own=own)
    if not own:
        return _lock(place, new=not force)
    file = _lock(place)
    if not (force or _is_one_game(source)):
        file.release()
        raise CallFault(
            f"{place} is not just one game as vanuatu writes it. Use another name, or --force to replace it."
        )
    return file


def _old_file(source: str, warnings: list[str]) -> writing.LockedFile | None:
    """Return the locked file of --from, or None if the game cannot be saved in it."""
    if inputs.is_position(source) or not source.endswith(".pvn") or not os.access(source, os.W_OK):
        return None
    try:
        file = _lock(Path(source))
        if _is_one_game(source):
            return file
        file.release()
    except (OSError, InputFault) as error:
        why = getattr(error, "strerror", None) or error
        warnings.append(f"{source} cannot be written ({why}): the game is kept elsewhere")
        return None
    warnings.append(f"{source} is not just one game as vanuatu writes it: the game is kept elsewhere")
    return None


def _lock(place: Path, *, new: bool = False) -> writing.LockedFile:
    """Lock a file. Raise CallFault if another process has it, InputFault if it cannot be written."""
    try:
        return writing.LockedFile(place, new=new)
    except locking.FileInUse:
        raise CallFault(f"{place}: another vanuatu plays in this file; --save OTHER uses another") from None
    except FileExistsError:
        raise writing.exists(str(place)) from None
    except OSError as error:
        raise InputFault(f"{place}: the game cannot be kept there: {error.strerror or error}") from None


def _is_one_game(source: str) -> bool:
    """Return whether a file is one game, byte for byte as this program writes it."""
    with open(source, "rb") as stream:
        raw = stream.read(MAX_GAME + 1)
    if len(raw) > MAX_GAME or len(list(islice(split_games(source), 2))) != 1:
        return False
    read = next(read_games(io.BytesIO(raw)))
    return read.error is None and read.session.text().encode("utf-8", "replace") == raw
