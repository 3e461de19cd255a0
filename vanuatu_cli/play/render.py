"""Lines of text for the prompt: events, options, scores, the end of a game; and jobs to wait for."""

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from vanuatu.ai.bot import PendingMove
from vanuatu.cli.play.position_view import Choice
from vanuatu.cli.play.table import Table
from vanuatu.cli.terminal.text_layout import hanging, wrapped
from vanuatu.notation.boards.canvas import Line, width_of

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
    background: bool = False  # a typed line stops it


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


def brief_option_lines(table: Table, width: int, most: int) -> list[Line]:
    """Return the tokens of all legal moves; in `most` lines, with a mark if there are more."""
    tokens = [option.token for option in table.view.options]
    lines = wrapped(_token_list(tokens), "token", width)
    shown = len(tokens)
    while len(lines) > max(1, most) and shown:
        shown -= 1
        text = f"{' '.join(tokens[:shown])} … `moves` lists {len(tokens) - shown} more"
        lines = wrapped(text, "token", width)
    return lines


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


def alike_options(table: Table, line: str) -> list[Choice]:
    """Return the legal moves whose words have most of the words of a line; none if they have none of them."""
    wanted = {word for word in line.lower().replace("-", " ").split() if len(word) > 1}
    found = [(len(wanted & set(option.words.lower().split())), option) for option in table.view.options]
    most = max((number for number, _ in found), default=0)
    return [option for number, option in found if number == most] if most else []


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
