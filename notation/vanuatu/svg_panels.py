"""Beside and below the sea: the actions with all markers, and the seats."""

from typing import Final

from vanuatu.notation.boards.shapes import cut, sign, text, title
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES
from vanuatu.notation.vanuatu.svg_layout import ACTION_NAMES

RESTS: Final = {"f": "first player", "b": "vatu, point", "p": "point", "v": "vatu", "?": "unseen"}
_ROOM: Final = 146.0  # for the markers of an action
_DISC: Final = 22.0
_TIGHT: Final = 12.0


def seat_word(letter: str) -> str:
    """Return purple, teal, …; n for neutral."""
    at = SEAT_LETTERS.find(letter)
    return SEAT_NAMES[at].lower() if at >= 0 else "neutral"


def action(number: int, letter: str, markers: tuple[tuple[str, int], ...], leader: str) -> str:
    """Return an action with its markers, the most first; the seat with the majority has a pennant."""
    name = ACTION_NAMES[number]
    said = ", ".join(f"{seat_word(seat)} {count}" for seat, count in markers) or "no markers"
    parts = [
        title(f"{name}: {said}" + (f"; {seat_word(leader)} leads" if leader else "")),
        text(4, 30, letter, 20, "lit w" if leader else "dim w"),
        text(30, 29, name, 16, "ink"),
    ]
    gap, step = _spacing(len(markers), sum(count for _, count in markers))
    crowded = step < 9
    x = 276.0 - _DISC / 2
    for seat, count in reversed(markers):  # from the right edge on
        shown = 1 if crowded else count
        for at in range(shown):
            parts.append(f'<circle class="{seat} disc" cx="{x:g}" cy="23" r="10.5"/>')
            if at == shown - 1 or step >= 18:
                words = f"{seat}{count}" if crowded and count > 1 else seat
                parts.append(text(x, 27.5, words, 13, f"on-{seat} m w"))
            x = round(x - (_DISC if crowded else step), 1)
        if seat == leader:
            parts.append(_pennant(x + (_DISC if crowded else step)))
        x -= gap + (0 if crowded else _DISC - step)
    return "".join(parts)


def _spacing(groups: int, discs: int) -> tuple[float, float]:
    """Return the distances of groups of markers, and of the discs within them, so that all fit."""
    gap = step = _DISC
    for gap in (8.0, 3.0):
        room = _ROOM - _DISC * groups - gap * (groups - 1)
        step = min(_DISC, room / (discs - groups)) if discs > groups else _DISC
        if step >= _TIGHT:
            break
    return gap, step


def _pennant(x: float) -> str:
    """Return a small flag over the disc at x."""
    return f'<path class="lit" d="M{x - 7:g} 16V0H{x - 5:g}L{x + 6:g} 4 {x - 5:g} 8V16z"/>'


def seat_name(letter: str, name: str, first: bool, turn: bool, width: float) -> str:
    """Return the head of a seat: its player, the first player marker, and the turn."""
    word = seat_word(letter)
    said = f"{word}{f' ({name})' if name else ''}"
    said += (", first player" if first else "") + (", to move" if turn else "")
    parts = [
        title(said),
        f'<rect class="{letter}" width="30" height="30" rx="6"/>',
        text(15, 21.5, letter, 19, f"on-{letter} m w"),
        text(40, 21, cut(name or word.capitalize(), width - 72 - 30 * first - 24 * turn, 17), 17, "ink w"),
    ]
    x = width - 34
    if turn:
        parts.append(sign("turn", x, 15, "", 1.3))
        x -= 24
    if first:
        parts.append(sign("first", x, 16))
    if turn:
        parts.append(f'<path class="lit" d="M0 35H{width - 24:g}V38H0z"/>')
    return "".join(parts)


def character(name: str, used: bool) -> str:
    """Return the character, in brackets once its bonus is used."""
    if not name:
        return title("no character")
    words = f"({name})" if used else name
    return title(f"{name}{', bonus used' if used else ''}") + text(0, 5, words, 15, "dim" if used else "ink")


def purse(vatus: int, points: int, huts: int, letter: str) -> str:
    """Return vatus, points, huts in supply."""
    return (
        title(f"{vatus} vatus, {points} points, {huts} huts left")
        + sign("coin", 9, 6)
        + text(22, 12, f"{vatus}", 17, "ink w")
        + sign("point", 56, 5)
        + text(69, 12, f"{points}", 17, "ink w")
        + sign("hut", 120, 5, letter, 0.75)
        + text(134, 12, f"{huts}", 17, "ink")
    )


def tiles(name: str, values: tuple[int, ...], width: float) -> str:
    """Return fish or treasures by their values."""
    kind = "fish" if name == "fish" else "treasures"
    said = title(f"{kind}: {' '.join(map(str, values)) or 'none'}")
    if not values:
        return said + f'<g opacity=".35">{sign(name, 12, 0, "", 0.8)}</g>' + text(30, 5, "–", 14, "dim")
    room = (width - 54) / len(values)
    if room < 9:
        counts = "  ".join(f"{values.count(value)}×{value}" for value in sorted(set(values)))
        return said + sign(name, 12, 0, "", 0.8) + text(30, 5, counts, 14, "ink")
    step = min(17.0, room)
    worth = "".join(text(32 + step * at, 5, f"{value}", 15, "ink m") for at, value in enumerate(values))
    return said + sign(name, 12, 0, "", 0.8) + worth


def rest(tokens: str) -> str:
    """Return the rest tokens taken."""
    words = ", ".join(RESTS.get(token, token) for token in tokens)
    return title(f"rests: {words}") + text(0, 5, f"☾ {words}", 13, "dim e")
