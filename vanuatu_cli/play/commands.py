"""The commands of the prompt: one table for dispatch, `help` and completion."""

import difflib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from vanuatu.ai import specs
from vanuatu.ai.bot import BotError
from vanuatu.cli.files import numbers, writing
from vanuatu.cli.play import coach, render
from vanuatu.cli.terminal.text_layout import hanging, wrapped
from vanuatu.notation import codec
from vanuatu.notation.boards.canvas import Line, seat_role
from vanuatu.notation.errors import MoveError

if TYPE_CHECKING:
    from vanuatu.cli.play.controller import Controller

Choices = list[tuple[str, str]]  # possible arguments with their meaning

EVERY: Final = 10_000
LEVELS: Final = (
    ("easy", "for a first game: searches little, varies its moves"),
    ("medium", "searches more, varies its moves less"),
    ("hard", "300 simulations a move"),
    ("expert", "4,000 simulations a move"),
    ("greedy", "plays the best-looking move, without search"),
    ("random", "plays any legal move"),
    ("mcts:2000", "2,000 simulations a move; any number"),
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
    else:
        controller.show_message(lambda width: _help_lines(controller, width))


def _help_lines(controller: "Controller", width: int) -> list[Line]:
    lines: list[Line] = [[("strong", "Type a move or a command.")]]
    table = controller.table
    moves = table.view.legal
    if moves and table.actor in table.people:
        token = table.codec.token(table.state, moves[0])
        spellings = table.codec.spellings(table.state, moves[0])
        words = f" or `{max(spellings, key=len)}`" if spellings else ""
        text = f"A move is a token or words: `{token}`{words}. Tab lists what you can type."
        lines += wrapped(text, "", width)
    longest = max(len(f"{command.name} {command.takes}") for command in COMMANDS.values())
    for command in COMMANDS.values():
        what = f"{command.name} {command.takes}".strip()
        lines += hanging([("token", f"  {what:<{longest}}  ")], command.summary, width)
    text = "Ctrl-C: a thinking bot moves now. Ctrl-D: save and quit. Page Up, Page Down: scroll."
    return lines + wrapped(text, "dim", width)


def _moves(controller: "Controller", about: str) -> None:
    table = controller.table
    if not table.over and table.actor not in table.people:
        controller.show_text("It is not your turn: a bot moves next.")
    elif about:
        controller.show_message(
            lambda width: (
                render.matching_option_lines(table, about.lower(), width)
                or [[("", f"No legal move contains {about!r}.")]]
            )
        )
    else:
        controller.show_message(
            lambda width: render.option_lines(table, width, few=EVERY) or _no_moves(width)
        )


def _no_moves(width: int) -> list[Line]:
    return wrapped("The game is over: there are no moves.", "", width)


def _why(controller: "Controller", token: str) -> None:
    table = controller.table
    if not token:
        controller.show_text("Name a move: `why TOKEN`.")
        return
    try:
        move = table.read_move(token)
    except MoveError as error:
        controller.refuse(token, str(error), error.nearest)
        return
    name = table.codec.token(table.state, move)
    controller.show_text(f"{name} is legal: {table.codec.words(table.state, move)}.", "good")


def _board(controller: "Controller", about: str) -> None:
    controller.show_message(lambda width: [])


def _score(controller: "Controller", about: str) -> None:
    table = controller.table

    def message(width: int) -> list[Line]:
        head = "The final scores:" if table.over else "If the game ended here:"
        return [[("strong", head)], *render.score_lines(table, table.seen_by(controller.viewer), width)]

    controller.show_message(message)


def _log(controller: "Controller", about: str) -> None:
    if not about:
        controller.show_message(lambda width: _token_log(controller, width))
    elif number := numbers.whole_number(about, int(controller.table.state.round)):
        controller.show_message(lambda width: _round_log(controller, number, width))
    else:
        controller.show_text(
            f"log takes a {controller.table.codec.round_word} from 1 to {controller.table.state.round}."
        )


def _token_log(controller: "Controller", width: int) -> list[Line]:
    """Return all moves as tokens, one paragraph per round."""
    session = controller.table.session
    lines: list[Line] = []
    rounds: dict[int, list[str]] = {}
    for ply, token in zip(session.record.plies, controller.table.seen_tokens(controller.viewer), strict=True):
        rounds.setdefault(int(ply.round), []).append(token)
    for number, tokens in rounds.items():
        lines += hanging([("strong", f"{number}. ")], " ".join(tokens), width)
    text = f"`log {max(rounds, default=1)}` shows a {session.codec.round_word} in words"
    return lines + wrapped(text, "dim", width)


def _round_log(controller: "Controller", number: int, width: int) -> list[Line]:
    plies = controller.table.session.record.plies
    first = next((at for at, ply in enumerate(plies) if ply.round == number), len(plies))
    events = [
        event for event in controller.table.view.events(controller.viewer, first) if event.round == number
    ]
    head: Line = [("strong", f"{controller.table.codec.round_word.capitalize()} {number}")]
    return [head, *render.event_lines(controller.table, events, width)]


def _rules(controller: "Controller", about: str) -> None:
    from vanuatu.cli.games.rules import topic, topics

    game = controller.table.codec.game
    try:
        known = topics(game)
    except KeyError:
        controller.show_text(f"There is no text of the rules of {game}.")
        return
    if not about:
        controller.show_message(
            lambda width: _topic_lines([(one.name, one.about) for one in known.values()], width)
        )
        return
    try:
        text = topic(game, about).text
    except KeyError:
        controller.show_text(f"There is no topic {about!r}. Topics: {', '.join(known)}.")
        return
    controller.show_message(lambda width: _text_lines(text, width))


def _topic_lines(names: Choices, width: int) -> list[Line]:
    longest = max(len(name) for name, _ in names)
    lines: list[Line] = [[("", "Type `rules TOPIC`. Topics:")]]
    for name, about in names:
        lines += hanging([("token", f"  {name:<{longest}}  ")], about, width)
    return lines


def _text_lines(text: str, width: int) -> list[Line]:
    lines: list[Line] = []
    for row in text.splitlines():
        indent = len(row) - len(row.lstrip())
        lines += hanging([("", " " * indent)], row, width) if row.strip() else [[]]
    return lines


def _rule_topics(controller: "Controller") -> Choices:
    from vanuatu.cli.games.rules import topics

    try:
        return [(one.name, one.about) for one in topics(controller.table.codec.game).values()]
    except KeyError:
        return []


def _fen(controller: "Controller", about: str) -> None:
    position = controller.table.codec.write_position(controller.table.seen_by(controller.viewer))
    controller.show_message(
        lambda width: [[("", position[at : at + width])] for at in range(0, len(position), width)]
    )


# Undo, the file, the seats


def _undo(controller: "Controller", about: str) -> None:
    if not controller.table.undo():
        controller.show_text("There is no move of yours to undo.")
        return
    controller.begin_turn()
    controller.notice = [("good", "Undone. `redo` plays it again.")]


def _redo(controller: "Controller", about: str) -> None:
    if not controller.table.redo():
        controller.show_text("There is no undone move.")
        return
    controller.begin_turn()


def _save(controller: "Controller", about: str) -> None:
    table = controller.table
    if not about:
        controller.show_text(f"The game is saved in {table.path}." if table.path else "Type `save FILE`.")
        return
    place = Path(os.path.expanduser(about))
    try:
        if place != table.path:
            why = _objection(controller, place)
            if why:
                controller.show_text(why)
                return
            table.save_to(writing.Held(place, new=not os.path.lexists(place)))
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


def _round_choices(controller: "Controller") -> Choices:
    word = controller.table.codec.round_word
    last = int(controller.table.state.round)
    return [(str(number), f"{word} {number} in words") for number in range(1, last + 1)]


def _quit(controller: "Controller", about: str) -> None:
    table = controller.table
    table.save()
    if table.unsaved and controller.interactive and controller.confirming != controller.line:
        controller.confirming = controller.line
        controller.show_text(f"{controller.unsaved_warning} To quit without it, type the same again.", "bad")
        return
    controller.leaving = True


_TABLE: Final = (
    Command("help", "[COMMAND]", "explain a command, or list all", _help, _command_choices),
    Command("moves", "[WORD]", "list legal moves, or those that contain WORD", _moves),
    Command("why", "TOKEN", "explain why a move is illegal", _why),
    Command("hint", "", "suggest a move", coach.hint),
    Command("eval", "", "show win chances and compare the best moves", coach.evaluate),
    Command(
        "coach",
        "[on|off|PERCENT]",
        "ask you to confirm moves that lose much",
        coach.command,
        lambda controller: list(coach.CHOICES),
    ),
    Command("review", "[SIMS]", "show what your moves cost, and your luck", coach.review),
    Command("undo", "", "undo your last move and all that followed", _undo),
    Command("redo", "", "play the undone moves again", _redo),
    Command("board", "", "show the board alone", _board),
    Command("score", "", "show the final score if the game ended now", _score),
    Command("log", "[ROUND]", "list all moves, or one round in words", _log, _round_choices),
    Command("rules", "[TOPIC]", "explain the rules, by topic", _rules, _rule_topics),
    Command("save", "FILE", "save the game to FILE from now on", _save),
    Command("fen", "", "print the position in one line, for copying", _fen),
    Command("seat", "[SEAT [NAME]]", "list the players, or take a seat", _seat, _seat_choices),
    Command("bots", "[SEAT] [BOT]", "change the bot of one seat, or all bots", _bots, _bot_choices),
    Command("quit", "", "quit; the game is saved and can be resumed", _quit),
)
COMMANDS: Final = {command.name: command for command in _TABLE}
ALIASES: Final = {"?": "help", "h": "help", "exit": "quit", "q": "quit", "redraw": "board", "bot": "bots"}
