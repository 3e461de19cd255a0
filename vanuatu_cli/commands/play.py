"""`vanuatu play`: a game at the prompt, against bots or with others at one keyboard."""

import contextlib
import io
import os
import secrets
import shlex
import sys
import time
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import writing
from vanuatu.cli.options import DEFAULT_GAME, GAMES, MOST_PLAYERS, VARIANTS
from vanuatu.cli.terminal import console
from vanuatu.core.rng import MOST_SEED

if TYPE_CHECKING:
    from vanuatu.cli.files.writing import Held
    from vanuatu.cli.play.controller import Controller
    from vanuatu.cli.play.seating import SeatRequest
    from vanuatu.cli.play.table import Table

EXAMPLES = (
    "vanuatu play",
    "vanuatu play --tutorial",
    "vanuatu play --players 3 --seat teal --bot hard",
    "vanuatu play --players 2 --seat purple=Ann --seat teal=Bob --variant waters",
    "vanuatu play --save evening.pvn",
    "vanuatu play --from evening.pvn --at 5",
)

DEFAULT_PLAYERS = 4
SAVE = writing.Output("--save", (".pvn",))


def play(
    players: Annotated[
        int | None,
        typer.Option(metavar="N", min=2, max=MOST_PLAYERS, help="Number of players. [default: 4]"),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(metavar="SEAT", help="Seat of a person (teal, blue=Bob), or none. Repeatable."),
    ] = None,
    bot: Annotated[
        list[str] | None, typer.Option(metavar="SPEC", help="Bot for all other seats, or repeated, one each.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, max=MOST_SEED, help="Seed of draws and bots. [default: random]"),
    ] = None,
    variant: Annotated[
        str, typer.Option(metavar="LIST", help=f"Variants, comma-separated ({VARIANTS}).", show_default=False)
    ] = "",
    game: Annotated[str, typer.Option(metavar="NAME", help=f"Game: {GAMES}.")] = DEFAULT_GAME,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the game to this file after every move.")
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--from", metavar="FILE|FEN", help="Resume a saved game, or begin at a position."),
    ] = None,
    at: Annotated[
        str | None, typer.Option(metavar="ROUND.PLY", help="Position in the game of --from.")
    ] = None,
    tutorial: Annotated[bool, typer.Option("--tutorial", help="Learn the game in one round.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Print ASCII without colour.")] = False,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="With piped moves: continue after an illegal move.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="With --save: replace an existing file.")] = False,
) -> int:
    """Play a game at the prompt.

    Without options, you play purple against three bots of medium level. The game is saved after every move.
    If stdin is not a terminal, moves are read from it line by line, and the game is printed.
    """
    from vanuatu.cli.play.seating import read_seat_request

    request = read_seat_request(seat or [], bot or [])
    interactive = console.is_terminal(sys.stdin) and console.is_terminal(sys.stdout)
    seating: dict[str, object] = {"--players": players, "--variant": variant}
    if tutorial:
        others = {"--seat": seat, "--bot": bot, "--seed": seed, "--save": save, "--from": source, "--at": at}
        _exclude("--tutorial", {**seating, **others}, "the lesson is a game of its own")
        return _teach(game, interactive, plain)
    if source is not None:
        _exclude("--from", seating, "the game that is resumed determines them")
    if force and save is None:
        raise CallFault("--force goes with --save")
    if at is not None and source is None:
        raise CallFault("--at needs --from: it names the round and ply in the game of --from")
    if source is None and interactive and not any((players, seat, bot, variant, save, seed is not None)):
        source = _unfinished(game)
    if source is not None:
        table = _go_on(source, at, request, seed, save, force, interactive)
    else:
        table = _begin(game, players or DEFAULT_PLAYERS, variant, request, seed, save, force, interactive)
    with contextlib.closing(table):
        if interactive:
            return _play(table, plain, new=source is None)
        from vanuatu.cli.play.controller import Controller
        from vanuatu.cli.play.piped_input import PipedInput

        return PipedInput(Controller(table, open_hands=True), keep_going).run()


def _exclude(option: str, others: dict[str, object], why: str) -> None:
    """Raise CallFault if one of the other options was given as well."""
    given = [name for name, value in others.items() if value not in (None, "", [])]
    if given:
        names = " and ".join(given)
        raise CallFault(f"{option} excludes {names}: {why}. Leave out {names}.")


def _begin(
    game: str,
    players: int,
    variant: str,
    request: "SeatRequest",
    seed: int | None,
    save: Path | None,
    force: bool,
    keep: bool,
) -> "Table":
    """Return the table for a new game."""
    from vanuatu.cli.play.saves import new_path
    from vanuatu.cli.play.seating import new_players
    from vanuatu.cli.play.table import Table
    from vanuatu.core.game import GameError
    from vanuatu.core.games import make_game
    from vanuatu.notation import extensions
    from vanuatu.notation.session import Session

    held = _new_file(save, force) if save is not None else None
    words = [word for word in variant.replace(" ", "").split(",") if word]
    options = tuple(dict.fromkeys((*words, *extensions.options(game))))
    try:
        rules = make_game(game, players, options)
    except GameError as error:
        raise CallFault(str(error)) from None
    drawn = secrets.randbelow(10**6) if seed is None else seed
    seated = new_players(request, players, drawn)
    session = Session.new(rules, tags={"Event": "At the prompt", "Date": time.strftime("%Y.%m.%d")})
    table = Table(session, seated, drawn, new_path(game) if keep and held is None else None)
    if held is not None:
        table.save_to(held)
    return table


def _go_on(
    source: str,
    at: str | None,
    request: "SeatRequest",
    seed: int | None,
    save: Path | None,
    force: bool,
    keep: bool,
) -> "Table":
    """Return the table for a game from a file or for a position.

    The game is saved in its own file if it continues from its last position.
    """
    from vanuatu.cli.files.inputs import find_position
    from vanuatu.cli.files.numbers import whole_number
    from vanuatu.cli.play.saves import new_path
    from vanuatu.cli.play.seating import resumed_players, unstarted_bots
    from vanuatu.cli.play.table import Table
    from vanuatu.notation.codec import SEAT_NAMES

    warnings: list[str] = []
    held = None
    if save is not None:
        held = _new_file(save, force, source, whole=at is None)
    elif keep and at is None:
        held = _old_file(source, warnings)  # before it is read, so that nobody writes it in between
    session = find_position(source, at=at)
    if held is not None and save is None and session.over:
        held.let_go()
        held = None
    tags = session.record.tags
    names = [tags.get(name, "?") for name in SEAT_NAMES[: int(session.state.players)]]
    known = whole_number(tags.get("Seed", ""), MOST_SEED)
    drawn = seed if seed is not None else known if known is not None else secrets.randbelow(10**6)
    table = Table(session, resumed_players(request, names, drawn), drawn)
    if held is not None:
        table.save_to(held)
    elif keep:
        table.path = new_path(session.game.name)
    table.warnings += [*warnings, *unstarted_bots(table.players)]
    return table


def _new_file(place: Path, force: bool, source: str = "", *, whole: bool = True) -> "Held":
    """Return the locked file of --save: a new one, or the file of --from.

    The file of --from must be exactly this game, and `whole` must be true: the game continues from its end.
    """
    own = whole and bool(source) and os.path.exists(source) and place.exists() and place.samefile(source)
    SAVE.check(str(place), force=force, own=own)
    if not own:
        return _hold(place, new=not force)
    held = _hold(place)
    if not (force or _is_one_game(source)):
        held.let_go()
        raise CallFault(
            f"{place} is not just one game as vanuatu writes it. Use another name, or --force to replace it."
        )
    return held


def _old_file(source: str, warnings: list[str]) -> "Held | None":
    """Return the locked file of --from, or None if the game cannot be saved in it."""
    from vanuatu.cli.files.inputs import is_position

    if is_position(source) or not source.endswith(".pvn") or not os.access(source, os.W_OK):
        return None
    try:
        held = _hold(Path(source))
        if _is_one_game(source):
            return held
        held.let_go()
    except (OSError, InputFault) as error:
        why = getattr(error, "strerror", None) or error
        warnings.append(f"{source} cannot be written ({why}): the game is kept elsewhere")
        return None
    warnings.append(f"{source} is not just one game as vanuatu writes it: the game is kept elsewhere")
    return None


def _hold(place: Path, *, new: bool = False) -> "Held":
    """Lock a file. Raise CallFault if another process has it, InputFault if it cannot be written."""
    try:
        return writing.Held(place, new=new)
    except writing.Taken:
        raise CallFault(f"{place}: another vanuatu plays in this file; --save OTHER uses another") from None
    except FileExistsError:
        raise writing.exists(str(place)) from None
    except OSError as error:
        raise InputFault(f"{place}: the game cannot be kept there: {error.strerror or error}") from None


def _is_one_game(source: str) -> bool:
    """Return whether a file is one game, byte for byte as this program writes it."""
    from vanuatu.notation.files import read_games, split_games
    from vanuatu.notation.record import MAX_GAME

    with open(source, "rb") as stream:
        raw = stream.read(MAX_GAME + 1)
    if len(raw) > MAX_GAME or len(list(islice(split_games(source), 2))) != 1:
        return False
    read = next(read_games(io.BytesIO(raw)))
    return read.error is None and read.session.text().encode("utf-8", "replace") == raw


def _unfinished(game: str) -> str | None:
    """Return the path of the last unfinished game, if there is one and the person wants to resume it."""
    from vanuatu.cli.play.saves import ago, last_unfinished

    left = last_unfinished()
    if left is None or left.game != game:
        return None
    console.tell(f"A game is unfinished: {left.seats}, {left.moves} moves, {ago(left.when)}.")
    try:
        answer = console.ask("Go on with it? [Y/n] ").strip().lower()
    except EOFError:
        console.tell()
        raise typer.Exit(0) from None
    return str(left.place) if answer in ("", "y", "yes") else None


def _play(table: "Table", plain: bool, new: bool) -> int:
    """Run the prompt and return its exit code."""
    from vanuatu.cli.play.controller import Controller
    from vanuatu.cli.play.saves import delete_unplayed

    controller = Controller(table)
    controller.greet(new)
    code = _show(controller, plain)
    if new and table.untouched and not table.over and table.path is not None:
        delete_unplayed(table.path)
    return code


def _show(controller: "Controller", plain: bool) -> int:
    """Show the prompt full screen, or line by line if wanted or necessary; then print what remains."""
    from vanuatu.notation.boards.canvas import Style

    style = Style.of(sys.stdout, plain)
    if plain or os.environ.get("TERM", "dumb") in ("dumb", "unknown"):
        from vanuatu.cli.play.line_screen import LineScreen

        code = LineScreen(controller, style).run()
    else:
        from vanuatu.cli.play.full_screen import FullScreen

        code = FullScreen(controller, style).run()
    table = controller.table
    if table.over:
        console.paint(style.paint(controller.final_lines(console.columns())))
    elif table.path is not None and not table.unsaved and not table.untouched:
        console.tell(f"The game is saved. To resume it: vanuatu play --from {shlex.quote(str(table.path))}")
    if table.unsaved:
        console.say(f"vanuatu: the game is not saved ({table.unsaved}): {table.unsaved_part} is lost")
    return code or int(bool(table.unsaved))


def _teach(game: str, interactive: bool, plain: bool) -> int:
    """Run the lesson of the game."""
    from vanuatu.cli.games.lessons import lesson_of
    from vanuatu.cli.play.saves import new_path
    from vanuatu.cli.play.tutorial import LessonController

    lesson = lesson_of(game)
    if lesson is None:
        raise CallFault(f"there is no lesson for {game}")
    controller = LessonController(
        lesson, lambda: new_path(game) if interactive else None, secrets.randbelow(10**6)
    )
    with contextlib.closing(controller.table):
        return _show(controller, plain or not interactive)
