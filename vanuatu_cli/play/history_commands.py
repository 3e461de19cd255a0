"""Commands of the prompt about other games: `games`, `load`, `me`."""

from typing import TYPE_CHECKING

from vanuatu.ai.bot import BotError
from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.history import listing, saves
from vanuatu.cli.play import opening
from vanuatu.cli.terminal.text_layout import wrapped
from vanuatu.notation.boards.canvas import Line

if TYPE_CHECKING:
    from vanuatu.cli.play.controller import Controller


def games(controller: "Controller", about: str) -> None:
    """List the saved games; rename or delete one."""
    words = about.split(maxsplit=2)
    try:
        found = saves.saved_games()
        if not words:
            controller.show_message(lambda width: _list_lines(found, width))
        elif words[0] == "rename" and len(words) == 3:
            _rename(controller, saves.find(words[1], found), words[2])
        elif words[0] == "delete" and len(words) == 2:
            _delete(controller, saves.find(words[1], found))
        else:
            controller.show_text("games takes nothing, `rename GAME NAME`, or `delete GAME`.")
    except (CallFault, InputFault) as error:
        controller.show_text(f"{error}", "bad")


def _list_lines(found: list[saves.SavedGame], width: int) -> list[Line]:
    if not found:
        return [[("", "There are no saved games.")]]
    lines: list[Line] = [[("", line)] for line in _marked(listing.text(found, width), width)]
    for problem in listing.problems(found):
        lines += wrapped(problem, "bad", width)
    last = "`load 2` resumes game 2 · `games rename 2 NAME` · `games delete 2`"
    return [*lines, *wrapped(last, "dim", width)]


def _marked(text: str, width: int) -> list[str]:
    """Return the lines of a text; a line that is too long ends with a mark."""
    return [line if len(line) <= width else f"{line[: width - 1]}…" for line in text.splitlines()]


def _rename(controller: "Controller", one: saves.SavedGame, name: str) -> None:
    if one.path == controller.table.path:
        controller.show_text("This is the game that you play. Use `save FILE` to save it elsewhere.", "bad")
        return
    controller.show_text(f"{one.title} is now {saves.rename_game(one, name).stem}.", "good")


def _delete(controller: "Controller", one: saves.SavedGame) -> None:
    if one.path == controller.table.path:
        controller.show_text("This is the game that you play: it is not deleted.", "bad")
        return
    if not controller.interactive:
        controller.show_text("Piped commands delete no games.", "bad")
        return
    if controller.confirming != controller.line:
        controller.confirming = controller.line
        controller.show_text(f"To delete {one.title}, type the same command again.")
        return
    saves.delete_game(one)
    controller.show_text(f"{one.title} is deleted.", "good")


def load(controller: "Controller", about: str) -> None:
    """Go on with a saved game; the current one is saved first."""
    if not about:
        controller.show_text("Name a game: `load GAME`. `games` lists them.")
        return
    if not controller.interactive:
        controller.show_text("Piped commands load no games.", "bad")
        return
    try:
        one = saves.find(about, saves.saved_games())
        if one.path == controller.table.path:
            controller.show_text("This is the game that you play.")
            return
        if not controller.may_leave():
            return
        controller.take(opening.open_saved(str(one.path)))
    except (CallFault, InputFault, BotError) as error:
        controller.show_text(str(error), "bad")


def me(controller: "Controller", about: str) -> None:
    """Show the record of the person."""
    from vanuatu.cli.history import record, record_text  # they load the ratings

    found = record.record(saves.saved_games(), about)
    controller.show_message(
        lambda width: [[("", line)] for line in _marked(record_text.text(found, width), width)]
    )


def choices(controller: "Controller") -> list[tuple[str, str]]:
    """Return the unfinished games for completion."""
    found = saves.saved_games()
    return [
        (one.title, listing.described(one))
        for one in found
        if not one.error and not one.finished and one.moves
    ]
