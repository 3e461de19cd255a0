"""`vanuatu play`: a game at the prompt, against bots or with others at one keyboard."""

import contextlib
import os
import secrets
import shlex
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import typer

from vanuatu.cli import settings
from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.options import DEFAULT_GAME
from vanuatu.cli.play.options import TYPED, PlayOptions
from vanuatu.cli.terminal import console

if TYPE_CHECKING:
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

OFFERED = 9  # unfinished games that the question lists


def play(options: PlayOptions) -> int:
    """Play a game at the prompt.

    Without options, you play purple against three bots of medium level. The game is saved after every move.
    If stdin is not a terminal, moves are read from it line by line. The game is then printed, and saved only
    with --save.
    """
    from vanuatu.cli.play.seating import read_seat_request

    request = read_seat_request(options.seat or [], options.bot or [])
    interactive = console.is_terminal(sys.stdin) and console.is_terminal(sys.stdout)
    if options.tutorial:
        return _teach(options.game, interactive, options.plain)
    if options.daily:
        return _play_daily(options.game, interactive, options.plain)
    if interactive and not options.names_a_table:
        options = replace(options, source=_unfinished(options.game))
    with contextlib.closing(_open_table(options, request, interactive)) as table:
        if interactive:
            return _play(table, options.plain, new=options.source is None)
        from vanuatu.cli.play.controller import Controller
        from vanuatu.cli.play.piped_input import PipedInput

        return PipedInput(Controller(table, open_hands=True), options.keep_going).run()


def _open_table(options: PlayOptions, request: "SeatRequest", interactive: bool) -> "Table":
    """Return the table for a new game or for the game of --from."""
    from vanuatu.cli.play import opening

    target = opening.SaveRequest(options.save, options.force, interactive)
    if options.source is not None:
        return opening.open_saved(options.source, options.at, request, options.seed, target)
    tags = {"Draws": TYPED} if options.draws_typed else {}
    wanted = opening.NewGame(options.game, options.players, options.variant, request, options.seed, tags)
    return opening.open_new(wanted, target)


def _unfinished(game: str) -> str | None:
    """Return the path of the unfinished game that the person wants to resume; None for a new game."""
    from vanuatu.cli.history import listing, saves

    left = [one for one in saves.unfinished_games() if game in (DEFAULT_GAME, one.game)]
    if not left:
        return None
    for number, one in enumerate(left[:OFFERED], 1):
        head = "Unfinished: " if len(left) == 1 else f"{number}  "
        console.print_data(f"{head}{listing.described(one)}")
    if len(left) > OFFERED:
        console.print_data(f"{len(left) - OFFERED} more: vanuatu games")
    several = f"1–{min(len(left), OFFERED)}: go on; " if len(left) > 1 else ""
    question = f"{several}Enter: go on{' with 1' if several else ''}; n: new game; q: quit > "
    while True:
        try:
            answer = console.ask(question).strip().lower()
        except EOFError:
            console.print_data()
            raise typer.Exit(0) from None
        if answer in ("q", "quit"):
            raise typer.Exit(0)
        if answer in ("n", "no", "new"):
            return None
        if answer in ("", "y", "yes"):
            return str(left[0].path)
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= min(len(left), OFFERED):
            return str(left[int(answer) - 1].path)
        console.print_data(f"{answer[:20]!r} is none of these.")


def _play_daily(game: str, interactive: bool, plain: bool) -> int:
    """Play or resume the game of the day. After the one attempt, show its result."""
    from vanuatu.cli.history import daily, ending, saves
    from vanuatu.cli.play import opening
    from vanuatu.cli.play.seating import SeatRequest

    if not interactive:
        raise CallFault("--daily needs a terminal: only there an attempt counts")
    date = daily.today()
    place = daily.path_of(game, date)
    games = saves.saved_games()
    one = next((one for one in games if one.path == place), None)
    if one is not None and one.error:
        raise InputFault(f"{place}:{one.error}. To begin again, move this file away.")
    if one is not None and one.finished:
        for line in ending.daily_lines(games, one):
            console.print_data(line)
        console.print_message(f"You have played the game of {date}. The seed plays it again for practice.")
        return 0
    if one is not None:
        table = opening.open_saved(str(place))
    else:
        saves.make_folder()
        seats = SeatRequest(None, (daily.BOT,))
        seed, tags = daily.seed_of(date), daily.tags_of(date)
        wanted = opening.NewGame(game, daily.PLAYERS, "", seats, seed, tags)
        table = opening.open_new(wanted, opening.SaveRequest(place))
    with contextlib.closing(table):
        return _play(table, plain, new=one is None)


def _play(table: "Table", plain: bool, new: bool) -> int:
    """Run the prompt and return its exit code."""
    from vanuatu.cli.history.saves import delete_unplayed
    from vanuatu.cli.play import after_game, coach
    from vanuatu.cli.play.controller import Controller

    controller = Controller(table, open_hands=table.draws_typed)  # one person types for the whole table
    chosen = settings.read_settings()
    controller.pace, controller.bell = chosen.pace, chosen.bell
    if not table.is_daily:
        coach.set_from(controller, chosen.coach)
    controller.greet(new)
    try:
        code = _show(controller, plain)
    finally:
        after_game.end(controller)
    if controller.table is not table:
        controller.table.close()
    if new and table.untouched and not table.over and table.path is not None:
        delete_unplayed(table.path)
    return code


def _show(controller: "Controller", plain: bool) -> int:
    """Show the prompt full screen, or line by line if wanted or necessary; then print what remains."""
    from vanuatu.notation.boards.canvas import Style

    plain = plain or os.environ.get("TERM", "dumb") in ("dumb", "unknown")
    style = Style.of(sys.stdout, plain)
    controller.plain = plain
    if plain:
        from vanuatu.cli.play.line_screen import LineScreen

        code = LineScreen(controller, style).run()
    else:
        from vanuatu.cli.play.full_screen import FullScreen

        code = FullScreen(controller, style).run()
    table = controller.table
    if table.over:
        console.paint(style.paint(controller.final_lines(console.columns())))
    elif table.path is not None and not table.unsaved and not table.untouched:
        console.print_data(
            f"The game is saved. To resume it: vanuatu play --from {shlex.quote(str(table.path))}"
        )
    if table.unsaved:
        console.print_message(
            f"vanuatu: the game is not saved ({table.unsaved}): {table.unsaved_part} is lost"
        )
    return code or int(bool(table.unsaved))


def _teach(game: str, interactive: bool, plain: bool) -> int:
    """Run the lesson of the game."""
    from vanuatu.cli.games.lessons import lesson_of
    from vanuatu.cli.history.saves import new_path
    from vanuatu.cli.play.tutorial import LessonController

    lesson = lesson_of(game)
    if lesson is None:
        raise CallFault(f"there is no lesson for {game}")
    controller = LessonController(
        lesson, lambda: new_path(game) if interactive else None, secrets.randbelow(10**6)
    )
    with contextlib.closing(controller.table):
        return _show(controller, plain or not interactive)
