"""How a game stands and how it ended: the scoring item by item, the ranking, what can be done then."""

import shlex
from collections.abc import Iterable
from pathlib import Path

from core.game import State
from notation.codec import SEAT_LETTERS, SEAT_NAMES
from vanuatu_cli.drawing import Line, seat_role, width_of
from vanuatu_cli.prompt import telling
from vanuatu_cli.prompt.table import Table


def scoring(table: Table, state: State, width: int) -> list[Line]:
    """The final score of each seat, item by item: what it is, or would be if the game ended here."""
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


def ending(table: Table, width: int) -> list[Line]:
    """Who has won and by what, the scoring, and what can be done with the game now."""
    state, codec = table.state, table.codec
    winners = [int(seat) for seat in state.winners()]
    scores = [int(score) for score in state.scores()]
    lines: list[Line] = []
    if not winners:
        why = codec.termination(state)
        lines.append([("bad", f"All have lost together{f': {why}' if why else ''}.")])
    else:
        lines.append([("good", _victory(table, winners))])
        tie = codec.tie_rule(state)
        if tie:
            lines += telling.said(f"The best scores are equal: {tie}", "", width)
        lines += [[], *_ranking(table, winners, scores), []]
        lines += scoring(table, state, width)
    return lines


def _victory(table: Table, winners: list[int]) -> str:
    names = [table.names[seat] for seat in winners]
    if names == ["You"]:
        return "You have won."
    told = [f"{SEAT_NAMES[seat]} ({table.names[seat]})" for seat in winners]
    return (
        f"{told[0]} has won." if len(told) == 1 else f"{', '.join(told[:-1])} and {told[-1]} share the win."
    )


def _ranking(table: Table, winners: list[int], scores: list[int]) -> list[Line]:
    """Best first; who wins by the tie rule stands before those with the same score."""
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


def afterwards(table: Table, place: Path, width: int) -> list[Line]:
    """What can be done with a finished game: what for, and the command line."""
    first, last = int(table.session.start.round), int(table.state.round)
    middle = max(first, last // 2 + 1)
    again = f"play it again from {table.codec.round_word} {middle}"
    name = shlex.quote(str(place))
    home = str(Path.home())
    if name == str(place) and name.startswith(f"{home}/"):
        name = "~" + name.removeprefix(home)
    lines: list[Line] = [[("", f"The game is kept in {name}")]]
    for what, line in (
        ("see it again, move by move", f"vanuatu replay --board --step {name}"),
        ("see which moves threw it away", f"vanuatu review {name}"),
        (again, f"vanuatu play --from {name} --at {middle}"),
    ):
        one: Line = [("", f"{what}: "), ("token", line)]
        lines += [one] if width_of(one) <= width else [[("", f"{what}:")], [("token", f"  {line}")]]
    return lines
