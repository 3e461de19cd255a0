"""`vanuatu games`: list, resume, rename and delete saved games."""

import dataclasses
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from vanuatu.cli import options
from vanuatu.cli.errors import CallFault
from vanuatu.cli.terminal import console

if TYPE_CHECKING:
    from vanuatu.cli.history.saves import SavedGame

EXAMPLES = (
    "vanuatu games",
    "vanuatu games play 2",
    "vanuatu games rename 2 evening",
    "vanuatu games delete evening",
    "vanuatu games --json",
)
ACTIONS = {"play": 1, "rename": 2, "delete": 1}  # with the number of their arguments


def games(
    action: Annotated[
        str | None, typer.Argument(metavar="ACTION", help="play, rename or delete; without it: list.")
    ] = None,
    saved: Annotated[
        str | None, typer.Argument(metavar="GAME", help="The game: its number in the list, or its name.")
    ] = None,
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="With rename: the new name.")] = None,
    every: Annotated[bool, typer.Option("--all", help="List all finished games.")] = False,
    force: Annotated[bool, typer.Option("--force", help="With delete: do not ask.")] = False,
    as_json: options.Json = False,
) -> int:
    """List the saved games, or resume, rename or delete one.

    Games are saved in the folder vanuatu/games of $XDG_STATE_HOME (~/.local/state). The last game is number
    1. Your points are before the colon.
    """
    from vanuatu.cli.history import saves

    given = [word for word in (saved, name) if word is not None]
    if action is not None and action not in ACTIONS:
        from difflib import get_close_matches

        from vanuatu.cli.usage import alternatives, quoted

        near = alternatives(get_close_matches(action, ACTIONS)) or f"Expected {', '.join(ACTIONS)}."
        raise CallFault(f"games {quoted(action)}: no such action; {near}")
    if action is not None and len(given) != ACTIONS[action]:
        raise CallFault(f"games {action}: expected {'GAME NAME' if action == 'rename' else 'GAME'}")
    found = saves.saved_games()
    if action is None:
        return _list(found, every=every, as_json=as_json)
    one = saves.find(given[0], found)
    if action == "play":
        from vanuatu.cli.commands.play import play
        from vanuatu.cli.play.options import PlayOptions

        return play(PlayOptions(source=str(one.path)))
    if action == "rename":
        console.print_message(f"{one.title} is now {saves.rename_game(one, given[1]).stem}")
        return 0
    if not force:
        if not console.is_terminal(sys.stdin):
            raise CallFault(f"games delete: stdin is not a terminal. Use --force to delete {one.title}.")
        try:
            answer = console.ask(f"Delete {one.title}? [y/N] ").strip().lower()
        except EOFError:
            answer = ""
        if answer not in ("y", "yes"):
            console.print_message(f"{one.title} stays")
            return 0
    saves.delete_game(one)
    console.print_message(f"{one.title} is deleted")
    return 0


def _list(found: "list[SavedGame]", *, every: bool, as_json: bool) -> int:
    from vanuatu.cli.history import listing, saves

    if as_json:
        for number, one in enumerate(found, 1):
            console.write_json({"number": number, "path": str(one.path)} | dataclasses.asdict(one))
    elif found:
        lines = listing.rows(found, every=every)
        width = console.columns() if console.is_terminal(sys.stdout) else console.WIDEST
        console.print_data(listing.text(found, width, every=every))
        if len(lines) < len(found):
            console.print_message(f"{len(found) - len(lines)} more finished games: --all lists them")
    else:
        console.print_message(f"There are no saved games in {saves.games_folder()}.")
    for line in listing.problems(found):
        console.print_message(line)
    return int(any(one.error for one in found))
