"""What has happened since a person's last move: a line for each event, or sentences to save lines."""

from collections.abc import Sequence

from vanuatu.cli.play.position_view import Event
from vanuatu.cli.play.table import Table
from vanuatu.cli.terminal.text_layout import hanging, wrapped
from vanuatu.notation.boards.canvas import Line, seat_role
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES

_PAST = {
    "take": "took", "plan": "planned", "sail": "sailed", "build": "built", "explore": "explored",
    "fish": "fished", "sell": "sold", "buy": "bought", "draw": "drew", "bring": "brought", "rest": "rested",
    "give": "gave", "keep": "kept", "put": "put", "place": "placed", "move": "moved", "lay": "laid",
    "store": "stored", "leave": "left", "do": "did", "make": "made", "withdraw": "withdrew", "turn": "turned",
}  # fmt: skip


def news_lines(table: Table, seat: int | None, width: int) -> list[Line]:
    """Return the events since the seat's last move, and a line with the gains and losses."""
    events = table.view.recent_events(seat)
    lines = event_lines(table, events, width)
    summary = _totals_line(events)
    return [*lines, summary] if summary else lines


def brief_lines(table: Table, seat: int | None, width: int, room: int) -> list[Line]:
    """Return the same as sentences in at most `room` lines: the last ones that fit, `…` for the others."""
    sentences = news_sentences(table.view.recent_events(seat))
    for first in range(len(sentences)):
        text = " ".join([*(["…"] if first else []), *sentences[first:]])
        lines = wrapped(text, "", width)
        if len(lines) <= room:
            return lines
    if not sentences or room < 1:
        return []
    lines = wrapped(sentences[-1], "", width - 2)[:room]  # only its beginning fits
    return [*lines[:-1], [*lines[-1], ("dim", " …")]]


def news_sentences(events: Sequence[Event]) -> list[str]:
    """Return a sentence for each event, and one for several seats that did the same kind of thing."""
    sentences: list[str] = []
    before = ""
    for event in events:
        subject, text = _clause(event)
        verb = " ".join(text.split()[:2])
        if event.seat >= 0 and sentences and before == verb == "took the":
            sentences[-1] = f"{sentences[-1][:-1]}, {subject} {text.removeprefix('took ')}."
        else:
            sentence = f"{subject} {text}." if subject else f"{text}."
            sentences.append(sentence[:1].upper() + sentence[1:])
        before = verb if event.seat >= 0 else ""
    return sentences


def _clause(event: Event) -> tuple[str, str]:
    """Return who did something, and what, in the past tense and with its gains."""
    if event.seat < 0:
        return "", event.words
    verb, _, rest = event.words.partition(" ")
    if verb == "take" and rest.startswith("the "):
        rest = rest.partition(":")[0]
    text = f"{_PAST.get(verb, verb)} {rest}".strip().replace(" and take ", " and took ")
    text = text.replace(", earns ", ", earned ")
    gains = [
        f"{SEAT_NAMES[seat].lower() + ' ' if seat != event.seat else ''}{signed(change, word)}"
        for seat, figures in event.gains.items()
        for word, change in figures.items()
    ]
    return SEAT_NAMES[event.seat].lower(), text + (f" ({', '.join(gains)})" if gains else "")


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
                line.append(("good" if change > 0 else "bad", f" {signed(change, word)}"))
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
            f"{table.names[seat]} {signed(change, word)}"
            for seat, figures in event.gains.items()
            if seat != event.seat
            for word, change in figures.items()
        ]
        words = event.words + (f" ({', '.join(others)})" if others else "")
        lines += hanging(head, words, width, "dim" if event.seat < 0 else "")
    return lines


def signed(change: int, word: str) -> str:
    """Return `+3 points`, `−1 vatu`."""
    return f"{change:+d} {word[:-1] if abs(change) == 1 and word.endswith('s') else word}".replace("-", "−")
