"""What follows a game at the prompt: record, par, the line to share, an invitation. `par` is a command."""

from typing import TYPE_CHECKING

from vanuatu.cli.history import ending, record, saves
from vanuatu.cli.terminal.text_layout import wrapped
from vanuatu.notation.boards.canvas import Line

if TYPE_CHECKING:
    from vanuatu.cli.play.controller import Controller


def begin(controller: "Controller") -> None:
    """Look up the record, and start the games for par.

    Both need a saved game of one person against bots that has just ended.
    """
    from vanuatu.cli.history import par  # it loads the workers

    table = controller.table
    controller.standing = _standing(controller)
    if controller.par is not None or not controller.interactive or len(table.people) != 1:
        return
    if table.path is None or table.unsaved or table.path.parent != saves.games_folder():
        return
    one = next((one for one in saves.saved_games() if one.path == table.path), None)
    if one is not None and par.known(one, table.people[0]) is None:
        controller.par = par.ParGames(table.path, table.session, table.people[0], controller.repaint)


def _standing(controller: "Controller") -> str:
    """Return what the game adds to the person's record, or "" if it does not count."""
    table = controller.table
    if table.path is None or table.unsaved or table.path.parent != saves.games_folder():
        return ""
    games = saves.saved_games()
    one = next((one for one in games if one.path == table.path), None)
    return record.standing(games, one) if one is not None and one.finished else ""


def end(controller: "Controller") -> None:
    """End the games for par, when the person leaves the game or undoes its end."""
    controller.standing = ""
    if controller.par is not None:
        controller.par.close()
        controller.par = None


def lines(controller: "Controller", width: int) -> list[Line]:
    """Return the lines below the result."""
    found = ending.lines(controller.table.path, width)
    text = par_text(controller)
    if text:
        found = found or [[]]
        found += wrapped(text, "", width)
    return found


def par_text(controller: "Controller") -> str:
    """Return the sentence about par, or "" while it is not known."""
    from vanuatu.cli.history import par

    table = controller.table
    if len(table.people) != 1 or table.path is None:
        return ""
    seat = table.people[0]
    score = int(table.state.scores()[seat])
    if controller.par is not None:
        current = controller.par.par
        if current is None:
            return "" if controller.par.failed else "Par is being played: `par` shows it."
        return current.text(score)
    one = next((one for one in saves.saved_games() if one.path == table.path), None)
    kept = par.known(one, seat) if one is not None else None
    return kept.text(score) if kept is not None else ""


def command(controller: "Controller", about: str) -> None:
    """Show what bots score in the person's seat on the same draws."""
    if not controller.table.over:
        controller.show_text("Par is shown after the game.")
        return
    controller.show_text(par_text(controller) or "There is no par: it needs one person against equal bots.")
