"""Lines of text for the prompt: events, options, scores, the end of a game; and jobs to wait for."""

import shlex
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from vanuatu.ai.bot import PendingMove
from vanuatu.cli.play.position_view import Choice, Event
from vanuatu.cli.play.table import Table
from vanuatu.cli.terminal.text_layout import hanging, wrapped
from vanuatu.core.game import State
from vanuatu.notation.boards.canvas import Line, seat_role, width_of
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES

INDENT = 2
FEW = 11  # most moves of one kind that are shown in words; more are shown as tokens
MANY = 60  # most tokens in a list
Message = Callable[[int], list[Line]]  # the lines of a message for a number of columns


@dataclass
class Job:
    """Thinking that the prompt waits for, with a label, and a function that uses the result."""

    label: str
    thinking: PendingMove
    on_done: Callable[[PendingMove], None]
    interrupt_action: str = "move now"  # what Ctrl-C does


# Events


def news_lines(table: Table, seat: int | None, width: int) -> list[Line]:
    """Return the events since the seat's last move, and a line with the gains and losses."""
    events = table.view.recent_events(seat)
    lines = event_lines(table, events, width)
    summary = _totals_line(events)
    return [*lines, summary] if summary else lines


def brief_news_line(table: Table, seat: int | None, width: int) -> list[Line]:
    """Return the same on one line: the last tokens that fit, and the gains and losses."""
    summary = _totals_line(table.view.recent_events(seat))[1:]
    tokens = table.seen_tokens(seat)[table.view.first_unseen_ply(seat) :]
    while tokens and len(" ".join(tokens)) + width_of(summary) > width:
        del tokens[0]
    line: Line = [("dim", " ".join(tokens)), *summary]
    return [line] if width_of(line) else []


def _totals_line(events: Sequence[Event]) -> Line:
    """Return the sums of gains and losses by seat; an empty line if there are none."""
    total: dict[int, dict[str, int]] = {}
    for event in events:
        for gainer, figures in event.gains.items():
            sums = total.setdefault(gainer, {})
            for word, change in figures.items():
                sums[word] = sums.get(word, 0) + change
    line: Line = []
    for gainer in sorted(total):
        amounts = [(word, change) for word, change in total[gainer].items() if change]
        if amounts:
            line += [("", "  "), (seat_role(SEAT_LETTERS[gainer], chip=True), SEAT_LETTERS[gainer])]
            for word, change in amounts:
                line.append(("good" if change > 0 else "bad", f" {_signed(change, word)}"))
    return [("dim", "in all"), *line] if line else []


def event_lines(table: Table, events: Sequence[Event], width: int) -> list[Line]:
    """Return a line per event, and a heading for each new round."""
    lines: list[Line] = []
    longest = max((len(table.names[event.seat]) for event in events if event.seat >= 0), default=0)
    name_width = min(longest, 12 if width < 100 else 20)
    running = events[0].round if events else 0
    for event in events:
        if event.round != running:
            running = event.round
            lines.append([("strong", f"{table.codec.round_word.capitalize()} {running}")])
        if event.seat < 0:
            head: Line = [("dim", "# ")]
        else:
            letter = SEAT_LETTERS[event.seat]
            name = table.names[event.seat][:name_width]
            head = [(seat_role(letter, chip=True), letter), ("", f" {name:<{name_width}}  ")]
        others = [
            f"{table.names[seat]} {_signed(change, word)}"
            for seat, figures in event.gains.items()
            if seat != event.seat
            for word, change in figures.items()
        ]
        words = event.words + (f" ({', '.join(others)})" if others else "")
        lines += hanging(head, words, width, "dim" if event.seat < 0 else "")
    return lines


def _signed(change: int, word: str) -> str:
    return f"{change:+d} {word[:-1] if abs(change) == 1 and word.endswith('s') else word}".replace("-", "−")


# Options


def option_lines(table: Table, width: int, few: int = FEW) -> list[Line]:
    """Return the legal moves by kind: in words if a kind has at most `few` moves, else as tokens."""
    groups: dict[str, list[Choice]] = {}
    for option in table.view.options:
        groups.setdefault(option.words.split(" ", 1)[0], []).append(option)
    shown = [option.token for group in groups.values() for option in group if len(group) <= few]
    longest = max(map(len, shown), default=0)
    lines: list[Line] = []
    for verb, group in groups.items():
        if len(group) <= few:
            for option in group:
                lines += hanging([("token", f"{option.token:<{longest}}"), ("", "  ")], option.words, width)
        else:
            head: Line = [("", f"{verb:<{max(longest, len(verb))}}  ")]
            lines += hanging(head, _token_list([option.token for option in group]), width, "token")
    return lines


def _token_list(tokens: Sequence[str]) -> str:
    """Return at most `MANY` tokens in a row."""
    more = f" and {len(tokens) - MANY} more (`moves` lists all)" if len(tokens) > MANY else ""
    return " ".join(tokens[:MANY]) + more


def brief_option_lines(table: Table, width: int) -> list[Line]:
    """Return the tokens of all legal moves."""
    return wrapped(_token_list([option.token for option in table.view.options]), "token", width)


def matching_option_lines(table: Table, wanted: str, width: int) -> list[Line]:
    """Return the legal moves whose token or words contain a text, each in words."""
    found = [
        option
        for option in table.view.options
        if wanted in option.token.lower() or wanted in option.words.lower()
    ]
    longest = max((len(option.token) for option in found), default=0)
    lines: list[Line] = []
    for option in found:
        lines += hanging([("token", f"{option.token:<{longest}}"), ("", "  ")], option.words, width)
    return lines


def score_lines(table: Table, state: State, width: int) -> list[Line]:
    """Return a table of the final scores by item, as if the game ended now."""
    by_seat = [dict(items) for items in table.codec.scoring(state)]
    labels = list(dict.fromkeys(label for scored in by_seat for label in scored))
    longest = max(map(len, [*labels, "total"]))
    room = max(6, min(12, (width - longest - 2) // len(by_seat)))
    head: Line = [("", " " * (longest + 1))]
    for seat in range(len(by_seat)):
        name, letter = table.names[seat][: room - 4], SEAT_LETTERS[seat]
        head += [("", " " * (room - 3 - len(name))), (seat_role(letter, chip=True), letter)]
        head += [("", f" {name} ")]
    lines = [head]
    for label in labels:
        figures = [scored.get(label, 0) for scored in by_seat]
        if any(figures):
            lines.append([("", f"{label:<{longest}} "), *_row(figures, room)])
    totals = [int(score) for score in state.scores()]
    lines.append([("strong", f"{'total':<{longest}} "), *_row(totals, room, "strong")])
    return lines


def _row(figures: Iterable[int], room: int, role: str = "") -> Line:
    return [(role or ("" if figure >= 0 else "bad"), f"{figure:>{room - 1}} ") for figure in figures]


def ending_lines(table: Table, width: int) -> list[Line]:
    """Return the result of the game: winners, tie rule, ranking and scores."""
    state, codec = table.state, table.codec
    winners = [int(seat) for seat in state.winners()]
    scores = [int(score) for score in state.scores()]
    lines: list[Line] = []
    if not winners:
        why = codec.termination(state)
        lines.append([("bad", f"All players have lost{f': {why}' if why else ''}.")])
    else:
        lines.append([("good", _victory(table, winners))])
        tie = codec.tie_rule(state)
        if tie:
            lines += wrapped(f"Tie for the best score: {tie}", "", width)
        lines += [[], *_ranking(table, winners, scores), []]
        lines += score_lines(table, state, width)
    return lines


def _victory(table: Table, winners: list[int]) -> str:
    names = [table.names[seat] for seat in winners]
    if names == ["You"]:
        return "You have won."
    titles = [f"{SEAT_NAMES[seat]} ({table.names[seat]})" for seat in winners]
    return (
        f"{titles[0]} has won."
        if len(titles) == 1
        else f"{', '.join(titles[:-1])} and {titles[-1]} share the win."
    )


def _ranking(table: Table, winners: list[int], scores: list[int]) -> list[Line]:
    """Return a line per seat, best first; winners by the tie rule precede those with the same score."""
    order = sorted(range(len(scores)), key=lambda seat: (seat not in winners, -scores[seat], seat))
    lines: list[Line] = []
    place = 0
    for at, seat in enumerate(order):
        above = order[at - 1] if at else -1
        if above < 0 or scores[seat] != scores[above] or (seat in winners) != (above in winners):
            place = at + 1
        badge = (seat_role(SEAT_LETTERS[seat], chip=True), SEAT_LETTERS[seat])
        lines.append([("", f"{place}. "), badge, ("", f" {table.names[seat]}  {scores[seat]}")])
    return lines


def next_step_lines(table: Table, place: Path, width: int) -> list[Line]:
    """Return what you can do with a finished game: a purpose and its command per line."""
    first, last = int(table.session.start.round), int(table.state.round)
    middle = max(first, last // 2 + 1)
    again = f"play it again from {table.codec.round_word} {middle} on"
    name = shlex.quote(str(place))
    home = str(Path.home())
    if name == str(place) and name.startswith(f"{home}/"):
        name = "~" + name.removeprefix(home)
    lines: list[Line] = [[("", f"The game is saved in {name}")]]
    for what, line in (
        ("replay it move by move", f"vanuatu replay --board --step {name}"),
        ("find the costly moves", f"vanuatu review {name}"),
        (again, f"vanuatu play --from {name} --at {middle}"),
    ):
        one: Line = [("", f"{what}: "), ("token", line)]
        lines += [one] if width_of(one) <= width else [[("", f"{what}:")], [("token", f"  {line}")]]
    return lines
