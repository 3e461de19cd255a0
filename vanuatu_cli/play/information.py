"""Commands of the prompt that show something: moves, reasons, the position, the log, the rules."""

from typing import TYPE_CHECKING, Any, Final

from vanuatu.cli.files import inputs
from vanuatu.cli.play import news, render
from vanuatu.cli.terminal import score_table
from vanuatu.cli.terminal.text_layout import hanging, wrapped
from vanuatu.core import games
from vanuatu.notation.boards.canvas import Line
from vanuatu.notation.codec import SEAT_LETTERS
from vanuatu.notation.errors import MoveError

if TYPE_CHECKING:
    from vanuatu.cli.play.controller import Controller

Choices = list[tuple[str, str]]  # possible arguments with their meaning

EVERY: Final = 10_000
EXAMPLES: Final = 6  # names that are suggested


def moves(controller: "Controller", about: str) -> None:
    table = controller.table
    if not table.over and table.actor not in table.people:
        controller.show_text(controller.why_not_your_turn())
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


def why(controller: "Controller", token: str) -> None:
    table = controller.table
    if not token:
        controller.show_text("Name an action or a move, for example: `why fish`.")
        return
    markers = table.view.markers if controller.can_type_move else None
    told = markers.why(token, controller.chosen) if markers is not None else ""
    if told:
        controller.show_text(told)
        return
    move = markers.move_after(controller.chosen, token) if markers is not None else -1
    try:
        move = table.read_move(token) if move < 0 else move
    except MoveError as error:
        controller.refuse(token, str(error), error.nearest)
        return
    name = table.codec.token(table.state, move)
    controller.show_text(f"{name} is legal: {table.codec.words(table.state, move)}.", "good")


def board(controller: "Controller", about: str) -> None:
    controller.show_message(lambda width: [])


def score(controller: "Controller", about: str) -> None:
    table = controller.table

    def message(width: int) -> list[Line]:
        head = "The final scores:" if table.over else "If the game ended here:"
        state = table.seen_by(controller.viewer)
        return [[("strong", head)], *score_table.score_lines(table.codec, state, table.names, width)]

    controller.show_message(message)


def log(controller: "Controller", about: str) -> None:
    if not about:
        controller.show_message(lambda width: _token_log(controller, width))
    elif number := inputs.whole_number(about, int(controller.table.state.round)):
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
    return [head, *news.event_lines(controller.table, events, width)]


def look(controller: "Controller", about: str) -> None:
    """Say what stands on a cell, or around the boat; about a tile, an action, a seat or a ship."""
    text = look_text(controller, about)
    if text:
        controller.show_text(text)
    elif not about:
        controller.show_text("Name what to look at; Tab lists what there is.")
    elif not explain(controller, about):
        known = ", ".join(name for name, _ in things(controller)[:EXAMPLES])
        controller.show_text(f"There is nothing called {about!r} here. Try {known}; Tab lists all.")


def look_text(controller: "Controller", about: str) -> str:
    """Return the sentence about a thing; without a name, about the cell of the viewer's boat; or ""."""
    table = controller.table
    module: Any = games.part("vanuatu.notation", table.codec.game, "look")
    if module is None:
        return ""
    scene = table.view.scene(controller.viewer)
    you = SEAT_LETTERS[controller.viewer] if controller.viewer is not None else ""
    if not about:
        about = (scene["players"].get(you) or {}).get("boat") or you
    text: str = module.describe(scene, about, you)
    return text


def things(controller: "Controller") -> Choices:
    """Return what can be looked at."""
    table = controller.table
    module: Any = games.part("vanuatu.notation", table.codec.game, "look")
    found: Choices = module.things(table.view.scene(controller.viewer)) if module is not None else []
    return found


def rules(controller: "Controller", about: str) -> None:
    """Show a topic of the rules; without a name, the overview and the topics."""
    from vanuatu.cli.games import rules as book

    game = controller.table.codec.game
    try:
        known = book.topics(game)
    except KeyError:
        controller.show_text(f"There is no text of the rules of {game}.")
        return
    if about:
        if not explain(controller, about):
            controller.show_text(f"There is no topic {about!r}. Topics: {', '.join(known)}.")
        return
    overview = known.get(book.FIRST_TOPIC)

    def message(width: int) -> list[Line]:
        lines = [*_text_lines(overview.text, width), []] if overview is not None else []
        return lines + _topic_lines([(one.name, one.about) for one in known.values()], width)

    controller.show_message(message)


def explain(controller: "Controller", about: str) -> bool:
    """Show the topic of the rules with this name, if there is one; return whether there is."""
    from vanuatu.cli.games import rules as book

    try:
        text = book.topic(controller.table.codec.game, about).text
    except KeyError:
        return False
    controller.show_message(lambda width: _text_lines(text, width))
    return True


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
        if len(row) <= width:
            lines.append([("", row)])  # a table stays as it is
        else:
            lines += hanging([("", " " * indent)], row, width)
    return lines


def rule_topics(controller: "Controller") -> Choices:
    from vanuatu.cli.games.rules import topics

    try:
        return [(one.name, one.about) for one in topics(controller.table.codec.game).values()]
    except KeyError:
        return []


def fen(controller: "Controller", about: str) -> None:
    """Show the position in one piece, whatever the width, so that it can be copied."""
    position = controller.table.codec.write_position(controller.table.seen_by(controller.viewer))
    controller.aside = position
    controller.show_message(lambda width: [[("", position)]])


def round_choices(controller: "Controller") -> Choices:
    word = controller.table.codec.round_word
    last = int(controller.table.state.round)
    return [(str(number), f"{word} {number} in words") for number in range(1, last + 1)]
