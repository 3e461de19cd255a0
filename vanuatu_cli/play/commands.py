"""The commands of the prompt: one table for dispatch, `help` and completion."""

import difflib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from vanuatu.ai import specs
from vanuatu.ai.bot import BotError
from vanuatu.cli import settings
from vanuatu.cli.files import inputs, writing
from vanuatu.cli.play import (
    after_game,
    coach,
    comparing,
    history_commands,
    information,
    next_game,
    odds,
    practice,
)
from vanuatu.cli.play.information import Choices
from vanuatu.cli.terminal.text_layout import hanging, wrapped
from vanuatu.notation import codec
from vanuatu.notation.boards.canvas import Line, seat_role

if TYPE_CHECKING:
    from vanuatu.cli.play.controller import Controller

MOST_UNDONE: Final = 1000
LEVELS: Final = (
    ("easy", "for a first game: searches little, varies its moves"),
    ("medium", "searches more, varies its moves less"),
    ("hard", "40 simulations a move"),
    ("expert", "4,000 simulations a move"),
    ("greedy", "plays the best-looking move, without search"),
    ("random", "plays any legal move"),
    ("mcts:2000", "2,000 simulations a move; any number"),
)


PACES: Final = (
    ("slow", "a pause after each move of a bot"),
    ("fast", "no pause"),
    ("step", "Return shows the next move of a bot"),
)


@dataclass(frozen=True)
class Command:
    """A command: its name, its arguments, a summary, the function, and the choices for completion."""

    name: str
    takes: str
    summary: str
    run: "Callable[[Controller, str], None]"
    choices: "Callable[[Controller], Choices]" = lambda controller: []


def find_command(line: str) -> Command | None:
    """Return the command that a line begins with, if any."""
    word = line.partition(" ")[0].lower()
    return COMMANDS.get(ALIASES.get(word, word))


def similar_command(line: str) -> str | None:
    """Return the name of the command that a misspelt line probably means."""
    word = line.partition(" ")[0].lower()
    near = difflib.get_close_matches(word, COMMANDS, 1, 0.7)
    return near[0] if near else None


# Help and information


def _help(controller: "Controller", about: str) -> None:
    command = find_command(about) if about else None
    if command is not None:
        controller.show_text(f"{command.name} {command.takes}".strip() + f": {command.summary}")
    elif not about or not information.explain(controller, about):
        controller.show_message(lambda width: _help_lines(controller, width))


def _help_lines(controller: "Controller", width: int) -> list[Line]:
    lines: list[Line] = [[("strong", "Type a move or a command.")]]
    table = controller.table
    moves = table.view.legal
    if moves and table.actor in table.people:
        token = table.codec.token(table.state, moves[0])
        spellings = table.codec.spellings(table.state, moves[0])
        words = f" or `{max(spellings, key=len)}`" if spellings else ""
        text = f"A move is typed in short or in words: `{token}`{words}. Tab lists what you can type."
        lines += wrapped(text, "", width)
    longest = max(len(f"{command.name} {command.takes}") for command in COMMANDS.values())
    for command in COMMANDS.values():
        what = f"{command.name} {command.takes}".strip()
        lines += hanging([("token", f"  {what:<{longest}}  ")], command.summary, width)
    text = "Ctrl-C: a thinking bot moves now. Ctrl-D: save and quit. Page Up, Page Down: scroll."
    return lines + wrapped(text, "dim", width)


# Undo, the file, the seats


def _undo(controller: "Controller", about: str) -> None:
    if controller.chosen and not about:
        controller.begin_turn()
        return
    number = inputs.whole_number(about, MOST_UNDONE) if about else 1
    if not number:
        controller.show_text(f"undo: {about!r} is not a number of moves (1–{MOST_UNDONE}).")
        return
    undone = 0
    while undone < number and controller.table.undo():
        undone += 1
    if not undone:
        controller.show_text("There is no move of yours to undo.")
        return
    controller.begin_turn()
    what = "Undone." if undone == 1 else f"{undone} of your moves undone."
    again = "`redo` plays it again." if undone == 1 else "`redo` plays them again, one by one."
    controller.notice = [("good", f"{what} {again}")]


def _redo(controller: "Controller", about: str) -> None:
    if not controller.table.redo():
        controller.show_text("There is no undone move.")
        return
    controller.begin_turn()


def _save(controller: "Controller", about: str) -> None:
    table = controller.table
    if not about:
        if table.unsaved:
            table.save()  # there may be room on the disk now
        if table.unsaved:
            controller.show_text(controller.unsaved_warning, "bad")
        else:
            controller.show_text(f"The game is saved in {table.path}." if table.path else "Type `save FILE`.")
        return
    place = Path(os.path.expanduser(about))
    try:
        if place != table.path:
            why = _objection(controller, place)
            if why:
                controller.show_text(why)
                return
            file = writing.LockedFile(place, new=not os.path.lexists(place))
            try:
                file.write(table.text())
            except OSError:
                file.release()
                raise  # the game stays in its old file
            table.save_to(file)
        table.save()
    except (OSError, ValueError) as error:  # ValueError: the name contains a null character
        controller.show_text(f"{place}: {getattr(error, 'strerror', None) or error}", "bad")
        return
    if table.unsaved:
        controller.show_text(table.unsaved, "bad")
    else:
        controller.show_text(f"Saved in {place}, and again after every move.", "good")


def _objection(controller: "Controller", place: Path) -> str:
    """Return why the game is not saved there, or "": neither a slip nor a script may destroy a file."""
    if place.suffix != ".pvn":
        return f"{place}: unknown ending. Expected .pvn."
    if not os.path.lexists(place):
        return ""
    if not controller.interactive:
        return f"{place} exists. Piped commands replace no file."
    if place.is_symlink() or not place.is_file():
        return f"{place} is not a regular file."
    if controller.confirming != controller.line:
        controller.confirming = controller.line
        return f"{place} exists. To replace it, type the same command again."
    return ""


def _seat(controller: "Controller", about: str) -> None:
    word, _, name = about.partition(" ")
    table = controller.table
    if not word:
        controller.show_message(lambda width: _seat_lines(controller, width))
        return
    seat = seat_number(word, len(table.players))
    if seat is None:
        controller.show_text(f"There is no seat {word!r}. Seats: {_seat_names(controller)}.")
        return
    table.seat_person(seat, name or (codec.SEAT_NAMES[seat] if table.people else "You"))
    controller.begin_turn()
    controller.show_message(lambda width: _seat_lines(controller, width))


def _bots(controller: "Controller", about: str) -> None:
    words = about.split(maxsplit=1)
    table = controller.table
    if not words:
        controller.show_message(
            lambda width: (
                _seat_lines(controller, width) + wrapped(f"bots: {', '.join(specs.KINDS)}", "dim", width)
            )
        )
        return
    seat = seat_number(words[0], len(table.players))
    seats = [at for at, player in enumerate(table.players) if player.bot] if seat is None else [seat]
    spec = about if seat is None else " ".join(words[1:]) or "medium"
    try:
        for at in seats:
            table.seat_bot(at, spec, typed=controller.interactive)
    except BotError as error:
        controller.show_text(str(error), "bad")
        return
    controller.begin_turn()
    controller.show_message(lambda width: _seat_lines(controller, width))


def _seat_lines(controller: "Controller", width: int) -> list[Line]:
    lines: list[Line] = []
    for seat, player in enumerate(controller.table.players):
        letter = codec.SEAT_LETTERS[seat]
        kind = "bot" if player.bot else "person"
        badge = (seat_role(letter, chip=True), letter)
        lines.append(
            [
                badge,
                ("", f" {codec.SEAT_NAMES[seat].lower():<7} {controller.table.names[seat]}"),
                ("dim", f"  {kind}"),
            ]
        )
    text = "`seat teal`: you play teal. `bots teal hard`: a bot plays teal. `bots hard`: changes all bots."
    return lines + wrapped(text, "dim", width)


def _seat_names(controller: "Controller") -> str:
    return ", ".join(name.lower() for name in codec.SEAT_NAMES[: len(controller.table.players)])


def seat_number(word: str, players: int) -> int | None:
    """Return the seat with this name or letter."""
    wanted = word.lower()
    for seat, name in enumerate(codec.SEAT_NAMES[:players]):
        if wanted in (name.lower(), codec.SEAT_LETTERS[seat]):
            return seat
    return None


def _seat_choices(controller: "Controller") -> Choices:
    names = controller.table.names
    return [(codec.SEAT_NAMES[seat].lower(), f"played by {name}") for seat, name in enumerate(names)]


def _bot_choices(controller: "Controller") -> Choices:
    return [*LEVELS, *_seat_choices(controller)]


def _command_choices(controller: "Controller") -> Choices:
    return [(command.name, command.summary) for command in COMMANDS.values()]


def _pace(controller: "Controller", about: str) -> None:
    if about in settings.PACES:
        controller.pace = about
    elif about:
        controller.show_text(f"pace takes {', '.join(settings.PACES)} (got {about!r}).")
        return
    told = dict(PACES)
    controller.show_text(f"The pace is {controller.pace}: {told[controller.pace]}.")


def _bell(controller: "Controller", about: str) -> None:
    if about in ("on", "off"):
        controller.bell = about == "on"
    elif about:
        controller.show_text(f"bell takes on or off (got {about!r}).")
        return
    controller.show_text(f"The bell is {'on: it rings when it is your turn' if controller.bell else 'off'}.")


def _quit(controller: "Controller", about: str) -> None:
    table = controller.table
    table.save()
    if table.unsaved and controller.interactive and controller.confirming != controller.line:
        controller.confirming = controller.line
        controller.show_text(f"{controller.unsaved_warning} To quit without it, type the same again.", "bad")
        return
    controller.leaving = True


_TABLE: Final = (
    Command("help", "[COMMAND]", "explain a command or a rule, or list commands", _help, _command_choices),
    Command("moves", "[WORD]", "list legal moves, or those that contain WORD", information.moves),
    Command("why", "MOVE", "explain why a move is illegal", information.why),
    Command("hint", "", "suggest a move", coach.hint),
    Command("odds", "", "show your chances to lead and to perform each action", odds.command),
    Command("eval", "", "show win chances and compare the best moves", coach.evaluate),
    Command(
        "coach",
        "[on|off|PERCENT]",
        "ask you to confirm moves that lose much",
        coach.command,
        lambda controller: list(coach.CHOICES),
    ),
    Command("compare", "MOVE MOVE…", "play moves out to the end, and compare the results", comparing.compare),
    Command("train", "[off]", "practise on your costliest moves in this game", practice.command),
    Command("review", "[deep|SIMS]", "show what your moves cost, and your luck", coach.review),
    Command("undo", "[NUMBER]", "undo your last moves and all that followed", _undo),
    Command("redo", "", "play the undone moves again", _redo),
    Command("board", "", "show the board alone", information.board),
    Command("score", "", "show the final score if the game ended now", information.score),
    Command(
        "look",
        "[THING]",
        "describe a cell, tile, action, seat or ship",
        information.look,
        information.things,
    ),
    Command(
        "log", "[ROUND]", "list all moves, or a round in words", information.log, information.round_choices
    ),
    Command("rules", "[TOPIC]", "explain the rules, by topic", information.rules, information.rule_topics),
    Command(
        "again",
        "[SEED|from ROUND]",
        "same table: new draws, those of a seed, or from a round on",
        next_game.again,
    ),
    Command("new", "[PLAYERS] [BOT]", "begin a new game", next_game.new, lambda controller: list(LEVELS)),
    Command("replay", "", "show the game move by move, by keys", next_game.replay),
    Command("save", "FILE", "save the game to FILE from now on", _save),
    Command("games", "[rename|delete]", "list saved games; rename or delete one", history_commands.games),
    Command("par", "", "after a game: what bots score in your seat on the same draws", after_game.command),
    Command("me", "[NAME]", "show your record: wins, scores, ratings, habits", history_commands.me),
    Command("load", "GAME", "resume a saved game", history_commands.load, history_commands.choices),
    Command("fen", "", "print the position in one line, for copying", information.fen),
    Command("seat", "[SEAT [NAME]]", "list the players, or take a seat", _seat, _seat_choices),
    Command("bots", "[SEAT] [BOT]", "change the bot of one seat, or all bots", _bots, _bot_choices),
    Command("pace", "[slow|fast|step]", "how bots' moves are shown", _pace, lambda controller: list(PACES)),
    Command("bell", "[on|off]", "ring when it is your turn", _bell),
    Command("quit", "", "quit; the game is saved and can be resumed", _quit),
)
COMMANDS: Final = {command.name: command for command in _TABLE}
ALIASES: Final = {"?": "help", "h": "help", "exit": "quit", "q": "quit", "redraw": "board", "bot": "bots"}
