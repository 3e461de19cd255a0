"""The commands of the prompt: one table that dispatch, `help` and completion are made from."""

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
from vanuatu.notation import codec
from vanuatu.notation.boards.text import Line, seat_role
from vanuatu.notation.errors import MoveError

if TYPE_CHECKING:
    from vanuatu.cli.play.controller import Controller

Choices = list[tuple[str, str]]  # what an argument can be, and what that means

EVERY: Final = 10_000
LEVELS: Final = (
    ("easy", "for a first game: looks a little ahead, and is not particular"),
    ("medium", "looks further, and is more particular"),
    ("hard", "searches 300 simulations a move"),
    ("expert", "searches 4,000 simulations a move"),
    ("greedy", "takes what is nearest"),
    ("random", "plays anything"),
    ("mcts:2000", "searches with so many simulations"),
)


@dataclass(frozen=True)
class Command:
    """A word, what it takes, what it does in one line, and the doing."""

    name: str
    takes: str
    summary: str
    run: "Callable[[Controller, str], None]"
    choices: "Callable[[Controller], Choices]" = lambda controller: []


def find_command(line: str) -> Command | None:
    """The command that a line begins with, if it does."""
    word = line.partition(" ")[0].lower()
    return COMMANDS.get(ALIASES.get(word, word))


def resembling(line: str) -> str | None:
    """The command that a word is likely to mean when it is none."""
    word = line.partition(" ")[0].lower()
    near = difflib.get_close_matches(word, COMMANDS, 1, 0.7)
    return near[0] if near else None


# Help and looking things up


def _help(controller: "Controller", about: str) -> None:
    command = find_command(about) if about else None
    if command is not None:
        controller.show_text(f"{command.name} {command.takes}".strip() + f": {command.summary}")
    else:
        controller.show_message(lambda width: _help_lines(controller, width))


def _help_lines(controller: "Controller", width: int) -> list[Line]:
    lines: list[Line] = [[("strong", "A line is a move or a command.")]]
    table = controller.table
    moves = table.view.legal
    if moves and table.actor in table.people:
        token = table.codec.token(table.state, moves[0])
        spellings = table.codec.spellings(table.state, moves[0])
        words = f" or `{max(spellings, key=len)}`" if spellings else ""
        text = f"A move is a token or words: `{token}`{words}. Tab shows what can be typed and what it does."
        lines += render.wrapped(text, "", width)
    longest = max(len(f"{command.name} {command.takes}") for command in COMMANDS.values())
    for command in COMMANDS.values():
        what = f"{command.name} {command.takes}".strip()
        lines += render.hanging([("token", f"  {what:<{longest}}  ")], command.summary, width)
    text = "Ctrl-C while a bot thinks makes it move now; Ctrl-D saves and leaves; Page Up and Down scroll."
    return lines + render.wrapped(text, "dim", width)


def _moves(controller: "Controller", about: str) -> None:
    table = controller.table
    if not table.over and table.actor not in table.people:
        controller.show_text("It is a bot's turn.")
    elif about:
        controller.show_message(
            lambda width: (
                render.matching_option_lines(table, about.lower(), width)
                or [[("", f"No legal move has {about} in it.")]]
            )
        )
    else:
        controller.show_message(
            lambda width: render.option_lines(table, width, few=EVERY) or _no_moves(width)
        )


def _no_moves(width: int) -> list[Line]:
    return render.wrapped("There are no moves: the game is over.", "", width)


def _why(controller: "Controller", token: str) -> None:
    table = controller.table
    if not token:
        controller.show_text("Say which move: why TOKEN.")
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
    """All moves as tokens, a round to a paragraph."""
    session = controller.table.session
    lines: list[Line] = []
    rounds: dict[int, list[str]] = {}
    for ply, token in zip(session.record.plies, controller.table.seen_tokens(controller.viewer), strict=True):
        rounds.setdefault(int(ply.round), []).append(token)
    for number, tokens in rounds.items():
        lines += render.hanging([("strong", f"{number}. ")], " ".join(tokens), width)
    text = f"`log {max(rounds, default=1)}` tells a {session.codec.round_word} in words"
    return lines + render.wrapped(text, "dim", width)


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
        controller.show_text(f"There are no rules of {game} here.")
        return
    if not about:
        controller.show_message(
            lambda width: _topic_lines([(one.name, one.about) for one in known.values()], width)
        )
        return
    try:
        text = topic(game, about).text
    except KeyError:
        controller.show_text(f"No topic is called {about}. The topics are: {', '.join(known)}.")
        return
    controller.show_message(lambda width: _text_lines(text, width))


def _topic_lines(names: Choices, width: int) -> list[Line]:
    longest = max(len(name) for name, _ in names)
    lines: list[Line] = [[("", "rules TOPIC tells about")]]
    for name, about in names:
        lines += render.hanging([("token", f"  {name:<{longest}}  ")], about, width)
    return lines


def _text_lines(text: str, width: int) -> list[Line]:
    lines: list[Line] = []
    for row in text.splitlines():
        indent = len(row) - len(row.lstrip())
        lines += render.hanging([("", " " * indent)], row, width) if row.strip() else [[]]
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


# The way back, the file, the seats


def _undo(controller: "Controller", about: str) -> None:
    if not controller.table.undo():
        controller.show_text("There is no move of yours to take back.")
        return
    controller.begin_turn()
    controller.notice = [("good", "Taken back. `redo` plays it again.")]


def _redo(controller: "Controller", about: str) -> None:
    if not controller.table.redo():
        controller.show_text("Nothing was taken back.")
        return
    controller.begin_turn()


def _save(controller: "Controller", about: str) -> None:
    table = controller.table
    if not about:
        controller.show_text(f"The game is in {table.path}." if table.path else "Say where: save FILE.")
        return
    place = Path(os.path.expanduser(about))
    try:
        if place != table.path:
            why = _objection(controller, place)
            if why:
                controller.show_text(why)
                return
            table.save_to(writing.Held(place))
        table.save()
    except (OSError, ValueError) as error:  # a name can hold what no file system takes
        controller.show_text(f"{place}: {getattr(error, 'strerror', None) or error}", "bad")
        return
    if table.unsaved:
        controller.show_text(table.unsaved, "bad")
    else:
        controller.show_text(f"Saved in {place}, and from now on after every move.", "good")


def _objection(controller: "Controller", place: Path) -> str:
    """Why the game is not saved there yet, if there is a reason: no slip and no script destroys a file."""
    if not controller.interactive:
        if place.suffix != ".pvn":
            return f"{place}: lines that nobody types save to names that end in .pvn only."
        if place.exists():
            return f"{place} is there already, and lines that nobody types replace no file."
    if place.exists() and not place.is_file():
        return f"{place} is no ordinary file."
    if place.exists() and controller.confirming != controller.line:
        controller.confirming = controller.line
        return f"{place} is there already. Type the same again to replace it."
    return ""


def _seat(controller: "Controller", about: str) -> None:
    word, _, name = about.partition(" ")
    table = controller.table
    if not word:
        controller.show_message(lambda width: _seat_lines(controller, width))
        return
    seat = seat_number(word, len(table.players))
    if seat is None:
        controller.show_text(f"No seat is called {word}: {_seat_names(controller)}.")
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
                _seat_lines(controller, width)
                + render.wrapped(f"bots: {', '.join(specs.KINDS)}", "dim", width)
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
    text = "`seat teal` sits you there, `bots teal hard` lets a bot play it, `bots hard` changes all bots"
    return lines + render.wrapped(text, "dim", width)


def _seat_names(controller: "Controller") -> str:
    return ", ".join(name.lower() for name in codec.SEAT_NAMES[: len(controller.table.players)])


def seat_number(word: str, players: int) -> int | None:
    """The seat that a word names, by its name or letter."""
    wanted = word.lower()
    for seat, name in enumerate(codec.SEAT_NAMES[:players]):
        if wanted in (name.lower(), codec.SEAT_LETTERS[seat]):
            return seat
    return None


def _seat_choices(controller: "Controller") -> Choices:
    names = controller.table.names
    return [(codec.SEAT_NAMES[seat].lower(), f"{name} sits there") for seat, name in enumerate(names)]


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
        controller.show_text(f"{controller.unsaved_warning} Type the same again to leave without it.", "bad")
        return
    controller.leaving = True


_TABLE: Final = (
    Command("help", "[COMMAND]", "how to type moves, and all commands", _help, _command_choices),
    Command("moves", "[WORD]", "all legal moves in words, or those with a word in them", _moves),
    Command("why", "TOKEN", "why a move is not legal", _why),
    Command("hint", "", "what a good bot would do here", coach.hint),
    Command("eval", "", "chances to win, and the best moves compared", coach.evaluate),
    Command(
        "coach",
        "[on|off|PERCENT]",
        "asks once before you throw away much",
        coach.command,
        lambda controller: list(coach.CHOICES),
    ),
    Command("review", "[SIMS]", "what your moves have cost, and what was luck", coach.review),
    Command("undo", "", "take your last move back, with all that followed", _undo),
    Command("redo", "", "play again what was taken back", _redo),
    Command("board", "", "the board alone", _board),
    Command("score", "", "the final scoring as it would be now, item by item", _score),
    Command("log", "[ROUND]", "the moves so far; one round in words", _log, _round_choices),
    Command("rules", "[TOPIC]", "the rules in short, by topic", _rules, _rule_topics),
    Command("save", "FILE", "keep the game in a file of your own from now on", _save),
    Command("fen", "", "the position in one line, to be pasted elsewhere", _fen),
    Command("seat", "[SEAT [NAME]]", "who sits where; sit down on a seat", _seat, _seat_choices),
    Command("bots", "[SEAT] [BOT]", "who plays; let another bot play a seat, or all", _bots, _bot_choices),
    Command("quit", "", "leave; the game is kept and can be gone on with", _quit),
)
COMMANDS: Final = {command.name: command for command in _TABLE}
ALIASES: Final = {"?": "help", "h": "help", "exit": "quit", "q": "quit", "redraw": "board", "bot": "bots"}
