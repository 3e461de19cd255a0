"""The end of a game as lines of text: the winner, the ranking, and the final scores by item."""

from collections.abc import Iterable, Sequence

from vanuatu.cli.terminal.text_layout import flowing, wrapped
from vanuatu.core.game import State
from vanuatu.notation.boards.canvas import Line, seat_role
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES, Codec


def score_lines(codec: Codec, state: State, names: Sequence[str], width: int) -> list[Line]:
    """Return a table of the final scores by item, as if the game ended now."""
    by_seat = [dict(items) for items in codec.scoring(state)]
    labels = list(dict.fromkeys(label for scored in by_seat for label in scored))
    longest = max(map(len, [*labels, "total"]))
    room = max(6, min(12, (width - longest - 2) // len(by_seat)))
    head: Line = [("", " " * (longest + 1))]
    named = max(map(len, names)) <= room - 4  # otherwise the letters are enough
    for seat in range(len(by_seat)):
        name, letter = names[seat] if named else "", SEAT_LETTERS[seat]
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


def result_lines(codec: Codec, state: State, names: Sequence[str], width: int) -> list[Line]:
    """Return the winner, all scores from the best on, and the tie rule, on few lines."""
    winners = [int(seat) for seat in state.winners()]
    if not winners:
        why = codec.termination(state)
        return [[("bad", f"All players have lost{f': {why}' if why else ''}.")]]
    scores = [int(score) for score in state.scores()]
    order = sorted(range(len(scores)), key=lambda seat: (seat not in winners, -scores[seat], seat))
    words: list[Line] = [[("good", f"{_victory(names, winners)[:-1]}:")]]
    for at, seat in enumerate(order):
        chip = (seat_role(SEAT_LETTERS[seat], chip=True), SEAT_LETTERS[seat])
        words += [*([[("", "–")]] if at else []), [chip, ("strong", f" {scores[seat]}")]]
    tie = codec.tie_rule(state)
    return flowing(words, width) + (wrapped(f"Tie for the best score: {tie}", "", width) if tie else [])


def ending_lines(codec: Codec, state: State, names: Sequence[str], width: int) -> list[Line]:
    """Return the result of the game: winners, tie rule, ranking and scores."""
    winners = [int(seat) for seat in state.winners()]
    scores = [int(score) for score in state.scores()]
    lines: list[Line] = []
    if not winners:
        why = codec.termination(state)
        lines.append([("bad", f"All players have lost{f': {why}' if why else ''}.")])
    else:
        lines.append([("good", _victory(names, winners))])
        tie = codec.tie_rule(state)
        if tie:
            lines += wrapped(f"Tie for the best score: {tie}", "", width)
        lines += [[], *_ranking(names, winners, scores), []]
        lines += score_lines(codec, state, names, width)
    return lines


def _victory(names: Sequence[str], winners: list[int]) -> str:
    if [names[seat] for seat in winners] == ["You"]:
        return "You have won."
    titles = [
        SEAT_NAMES[seat] if names[seat] == SEAT_NAMES[seat] else f"{SEAT_NAMES[seat]} ({names[seat]})"
        for seat in winners
    ]
    return (
        f"{titles[0]} has won."
        if len(titles) == 1
        else f"{', '.join(titles[:-1])} and {titles[-1]} share the win."
    )


def _ranking(names: Sequence[str], winners: list[int], scores: list[int]) -> list[Line]:
    """Return a line per seat, best first; winners by the tie rule precede those with the same score."""
    order = sorted(range(len(scores)), key=lambda seat: (seat not in winners, -scores[seat], seat))
    lines: list[Line] = []
    place = 0
    for at, seat in enumerate(order):
        above = order[at - 1] if at else -1
        if above < 0 or scores[seat] != scores[above] or (seat in winners) != (above in winners):
            place = at + 1
        badge = (seat_role(SEAT_LETTERS[seat], chip=True), SEAT_LETTERS[seat])
        lines.append([("", f"{place}. "), badge, ("", f" {names[seat]}  {scores[seat]}")])
    return lines
