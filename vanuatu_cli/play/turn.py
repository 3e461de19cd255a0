"""The text of a turn: greeting, news, options, prompt and toolbar, for the room there is."""

from typing import TYPE_CHECKING, Final

from vanuatu.cli.history import daily
from vanuatu.cli.play import news, render
from vanuatu.cli.terminal.text_layout import hanging, wrapped
from vanuatu.notation.boards.canvas import Line, seat_role, width_of
from vanuatu.notation.boards.text import drawing_of
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES
from vanuatu.notation.wording import listed

if TYPE_CHECKING:
    from vanuatu.cli.play.controller import Controller

NEAREST: Final = 4
FEWER: Final = (render.FEW, 5, 2)  # most moves of a kind that are shown in words, tried in this order
LEAST_NEWS: Final = 2  # lines for news that are left beside the greeting and the options
MARKER_ROOM: Final = 5  # with fewer lines, it is not explained why an action cannot be planned
NEWCOMER: Final = "`help`  `rules`  Tab: moves  `vanuatu play --tutorial`: learn"


def greeting(controller: "Controller", new: bool) -> str:
    """Return who plays, and the first commands."""
    table = controller.table
    seats = list(zip(SEAT_NAMES, table.names, table.players, strict=False))
    bots = [f"{seat.lower()} ({name})" for seat, name, player in seats if player.bot]
    people = [f"{name} ({seat.lower()})" for seat, name, player in seats if not player.bot]
    against = f" against {listed(bots)}" if bots else ""
    if table.is_daily:
        return _daily_greeting(controller, listed(people), against)
    began = "New game" if new else f"The game resumes in {table.codec.round_word} {table.state.round}"
    text = (
        f"{began}: {listed(people) if people else 'bots alone'}{against}. Type a move, or `help`. "
        "Tab lists what you can type. `rules` explains the game, `bots hard` changes the bots, "
        "`seat teal` changes your seat."
    )
    if controller.newcomer and new:
        text += " `vanuatu play --tutorial` teaches the game in ten minutes."
    return " ".join([*(f"{warning}." for warning in table.warnings), text])


def _daily_greeting(controller: "Controller", people: str, against: str) -> str:
    """Return who plays the game of the day, and what is closed in it."""
    date = controller.table.session.record.tags[daily.TAG]
    return (
        f"Game of the day {date}: {people}{against}. This attempt counts: there is no `undo` and no advice, "
        "and the seats stay. Type a move, or `help`. Tab lists what you can type. `rules` explains the game."
    )


def lines(controller: "Controller", width: int, few: int = render.FEW) -> list[Line]:
    """Return the events since the viewer's last move, and the viewer's options."""
    table = controller.table
    told = news.news_lines(table, controller.viewer, width) if not controller.chosen else []
    if controller.greeting:
        told = [*wrapped(controller.greeting, "", width), [], *told]
    if controller.awaited_person is not None:
        return [*_hand_over_lines(controller, width), [], *told]
    if controller.can_type_move:
        if told:
            told.append([])
        told += _question_lines(controller, width)
        told += marker_lines(controller, width, reasons=few > min(FEWER)) or render.option_lines(
            table, width, few
        )
    return told


def fitted(controller: "Controller", width: int, room: int) -> list[Line]:
    """Return the lines of the turn, cut to `room` lines: fewer options first, then only the last news."""
    for few in FEWER:
        whole = lines(controller, width, few)
        if len(whole) <= room:
            return whole
    table = controller.table
    first = _hand_over_lines(controller, width) or wrapped(controller.greeting, "", width)
    last: list[Line] = []
    for few in (*FEWER, 0):
        last = _option_lines(controller, width, few, room)
        if len(first) + len(last) + LEAST_NEWS <= room:
            break
    else:
        first = _hand_over_lines(controller, width) or _short_greeting_lines(controller, width)
        for few in (*FEWER, 0):
            last = _option_lines(controller, width, few, room)
            if len(first) + len(last) + 1 <= room:
                break
    left = room - len(first) - len(last)
    told = news.news_lines(table, controller.viewer, width) if not controller.chosen else []
    if len(told) + 1 > left:
        told = news.brief_lines(table, controller.viewer, width, left) if told else []
    else:
        told.append([])
    return [*first, *told, *last]


def _option_lines(controller: "Controller", width: int, few: int, room: int) -> list[Line]:
    """Return the options of the viewer's turn: in words as far as `few` allows, as tokens with 0."""
    table = controller.table
    if not controller.can_type_move:
        return []
    options = marker_lines(controller, width, reasons=room > MARKER_ROOM)
    if not options:
        options = (
            render.option_lines(table, width, few)
            if few
            else render.brief_option_lines(table, width, room - LEAST_NEWS)
        )
    return _question_lines(controller, width) + options


def marker_lines(controller: "Controller", width: int, reasons: bool = True) -> list[Line]:
    """Return the actions for the next marker, and the moves without markers; nothing in other phases."""
    table = controller.table
    markers = table.view.markers
    if markers is None:
        return []
    found = markers.lines(controller.chosen, width, reasons)
    if markers.others and not controller.chosen:
        also = [option for option in table.view.options if option.move in markers.others]
        text = "; ".join(f"{option.token} {option.words}" for option in also)
        found += hanging([("", "  also ")], text, width)
    return found


def near_moves(controller: "Controller", tokens: list[str], width: int) -> list[Line]:
    """Return what can be typed instead: the actions of a plan, or the nearest moves."""
    table = controller.table
    if controller.can_type_move and (actions := marker_lines(controller, width)):
        return actions
    alike = render.alike_options(table, controller.line) if controller.can_type_move else []
    if alike:
        tokens = [option.token for option in alike]
    state, codec = table.state, table.codec
    near: list[Line] = []
    longest = max((len(token) for token in tokens), default=0)
    for token in tokens[:NEAREST]:
        words = codec.words(state, codec.parse(state, token))
        near += hanging([("token", f"  {token:<{longest}}  ")], words, width)
    if near:
        near.insert(0, [("", "Nearest legal moves:")])
    return near


def _question_lines(controller: "Controller", width: int) -> list[Line]:
    """Return the question to decide, for phases whose moves do not explain themselves."""
    table = controller.table
    if table.awaits_draw:
        return wrapped(table.draw_question, "strong", width)
    return wrapped(table.codec.question(table.state), "strong", width)


def _hand_over_lines(controller: "Controller", width: int) -> list[Line]:
    if controller.awaited_person is None:
        return []
    name = controller.table.called(controller.awaited_person)
    text = f"Next: {name}. The position has secrets: everybody else, please look away."
    return wrapped(text, "strong", width)


def _short_greeting_lines(controller: "Controller", width: int) -> list[Line]:
    """Return the line that a newcomer needs; nothing after a first game."""
    return wrapped(NEWCOMER, "strong", width)[:1] if controller.greeting and controller.newcomer else []


def prompt_line(controller: "Controller") -> Line:
    """Return the prompt before the typed line."""
    table = controller.table
    if controller.awaited_person is not None:
        return [("strong", f"{table.called(controller.awaited_person)}, press Enter: ")]
    if controller.pausing == "step":
        return [("strong", "Return: next move > ")]
    if table.actor in table.people:
        name = table.called(table.actor)
        markers = table.view.markers
        plan = f" {markers.prompt(controller.chosen)}" if markers is not None else ""
        return [(seat_role(SEAT_LETTERS[table.actor], chip=True), name), ("", f"{plan}> ")]
    if table.awaits_draw:
        return [("strong", "draw"), ("", "> ")]
    return [("", "> ")]


def status_line(controller: "Controller", width: int) -> Line:
    """Return the text of the toolbar: round, phase, the figures that fit, and the player to move."""
    table = controller.table
    if table.over:
        return [("strong", "The game is over"), ("", " · again · new · replay · review · quit")]
    actor = table.actor
    where = f"{table.codec.round_word} {table.state.round}"
    line: Line = [("strong", where), ("", f" · {table.codec.phase(table.state)}")]
    last: Line = []
    if actor >= 0:
        letter, who = SEAT_LETTERS[actor], table.names[actor]
        last = [("", " · "), (seat_role(letter, chip=True), letter), ("", f" {who} to move")]
    for what, figure in drawing_of(table.codec.game).status(table.view.scene(controller.viewer)):
        more: Line = [("", f" · {what} "), ("strong", figure)]
        if width_of(line + more + last) <= width:
            line += more
    return line + last
