"""Beside and below the sea: the actions with all markers, and the seats."""

from typing import Final

from vanuatu.notation.boards.shapes import chip, cut, figures, first_mark, sign, signed, text, title
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES
from vanuatu.notation.vanuatu.svg_layout import ACTION_NAMES, STRIP, WIDE_SEAT

RESTS: Final = {"f": "first player", "b": "vatu and point", "p": "point", "v": "vatu", "?": "unseen"}
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
        text(4, 31, letter, 20, "lit w" if leader else "dim w"),
        text(30, 30, name, 16, "ink"),
    ]
    gap, step = _spacing(len(markers), sum(count for _, count in markers))
    crowded = step < 9
    x = 276.0 - _DISC / 2
    for seat, count in reversed(markers):  # from the right edge on
        shown = 1 if crowded else count
        for at in range(shown):
            parts.append(f'<circle class="{seat} out" stroke-width="1.2" cx="{x:g}" cy="27" r="10.5"/>')
            if at == shown - 1 or step >= 18:
                words = f"{seat}{count}" if crowded and count > 1 else seat
                parts.append(text(x, 31.5, words, 13, f"on-{seat} m w"))
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
    return f'<path class="lit" d="M{x - 7:g} 15.5V4H{x - 5:g}L{x + 6:g} 9 {x - 5:g} 14V15.5z"/>'


def rests(left: str) -> str:
    """Return the rest tokens left."""
    words = ", ".join(RESTS[token] for token in left)
    parts = [title(f"rest tokens left: {words or 'none'}"), text(0, 5, "rests left", 14, "dim")]
    x = 90.0
    for token in left:
        drawn, width = _rest_token(token, x)
        parts.append(drawn)
        x += width + 8
    return "".join([*parts, "" if left else text(x, 5, "none", 14, "ink")])


def _rest_token(token: str, x: float) -> tuple[str, float]:
    """Return a rest token from x on, and its width."""
    if token == "f":
        return first_mark(x + 15, 0), 30
    if token == "?":
        return text(x, 6, "?", 16, "ink w"), 10
    signs = {"b": ("coin", "point"), "p": ("point",), "v": ("coin",)}[token]
    width = 22.0 * len(signs) + 8
    box = f'<rect class="line" stroke-width="1" x="{x:g}" y="-11" width="{width:g}" height="22" rx="6"/>'
    return box + "".join(sign(name, x + 15 + 22 * at, 0, "", 0.9) for at, name in enumerate(signs)), width


# The strip: the characters, and at the end the result


def characters(held: tuple[tuple[str, str, bool], ...], on_offer: tuple[str, ...], played: bool) -> str:
    """Return the characters in play with their seats, and those on offer."""
    if not played:
        return title("Played without characters") + text(0, 26, "without characters", 15, "dim")
    said = ", ".join(f"{name}: {seat_word(letter)}" for letter, name, _ in held)
    said += f"{'; ' if held else ''}on offer: {', '.join(on_offer)}" if on_offer else ""
    names = [f"({name})" if used and not on_offer else name for _, name, used in held]
    size = _size(names, on_offer)
    parts = [title(f"Characters: {said or 'none'}")]
    x = 0.0
    for (letter, _, used), name in zip(held, names, strict=True):
        parts.append(chip(letter, x, 9, 22))
        parts.append(text(x + 27, 25, name, size, "dim" if used else "ink"))
        x += 39 + 0.6 * size * len(name)
    if on_offer:
        parts.append(
            text(x, 25, "on offer:", 14, "dim") + text(x + 70, 25, " ".join(on_offer), size, "ink w")
        )
    elif not held:
        parts.append(text(0, 26, "no characters yet", 15, "dim"))
    return "".join(parts)


def _size(held: list[str], on_offer: tuple[str, ...]) -> int:
    """Return the size of letters with which the characters fit on the strip."""
    for size in (15, 14, 13):
        room = sum(39 + 0.6 * size * len(name) for name in held)
        if room + 70 + 0.7 * size * len(" ".join(on_offer)) < STRIP[0] - 24:
            return size
    return 12


def result(ended: tuple[tuple[str, str, int, bool], ...], width: float) -> str:
    """Return the end of the game: seats with names, scores and whether they have won, from the best on."""
    won = [seat for seat in ended if seat[3]]
    if not won:
        words = "All players have lost: the waters have won."
        return title(words) + sign("wave", 12, 20, "wave", 1.5) + text(34, 26, words, 18, "ink w")
    share = width / len(ended)
    parts = [title(result_words(ended))]
    for at, (letter, name, score, wins) in enumerate(ended):
        x = share * at
        parts.append(chip(letter, x, 8, 24))
        parts.append(text(x + 31, 27, signed(score), 20, "ink w"))
        x += 31 + figures(score, 20) + 6
        if wins:
            parts.append(sign("crown", x + 12, 20))
            x += 28
        words = ("shares the win" if len(won) > 1 else "wins") if wins else ""
        name, room = name or seat_word(letter).capitalize(), share * (at + 1) - x - 12
        if 11 * (len(name) + len(words) + 1) > room:
            words = ""  # the crown says it
        named = cut(name, room - 11 * len(words), 16)
        parts.append(text(x, 26, f"{named} {words}".rstrip(), 16, "ink w" if wins else "ink"))
    return "".join(parts)


def result_words(ended: tuple[tuple[str, str, int, bool], ...]) -> str:
    """Return the result in a sentence."""
    won = [
        (f"{seat_word(letter)} ({name})" if name else seat_word(letter))
        for letter, name, _, wins in ended
        if wins
    ]
    if not won:
        return "all players have lost"
    return f"{' and '.join(won)} {'wins' if len(won) == 1 else 'share the win'} with {ended[0][2]} points"


# The seats


def seat_name(
    letter: str, name: str, first: bool, turn: bool, score: tuple[int, bool, bool], width: float
) -> str:
    """Return the head of a seat: its player, the score now, the turn; the score of a winner has a crown.

    `score` is the number, whether it is final, and whether it wins.
    """
    word = seat_word(letter)
    number, final, wins = score
    said = f"{word}{f' ({name})' if name else ''}, {signed(number)} points" + ("" if final else " now")
    said += ", winner" if wins else ""
    said += (", first player" if first else "") + (", to move" if turn else "")
    right = width - 24
    x = right - figures(number, 28) - 6
    parts = [title(said), chip(letter, 0, 0), text(right, 25, signed(number), 28, "ink w e")]
    if wins:
        parts.append(sign("crown", x - 12, 15, "", 1.1))
        x -= 28
    if turn:
        parts.append(sign("turn", x - 8, 15, "", 1.3) + f'<path class="lit" d="M0 37H{right:g}V41H0z"/>')
        x -= 20
    name, room = name or word.capitalize(), x - 44
    size = next((size for size in (17, 14) if cut(name, room, size) == name), 12)
    return "".join([*parts, text(40, 22, cut(name, room, size), size, "ink w")])


def first_player() -> str:
    """Return the mark of the first player."""
    return title("first player") + first_mark(0, 0)


def character(name: str, used: bool) -> str:
    """Return the character, in brackets once its bonus is used."""
    if not name:
        return title("no character") + text(0, 5, "no character", 15, "dim")
    words = f"({name})" if used else name
    return title(f"{name}{', bonus used' if used else ''}") + text(0, 5, words, 15, "dim" if used else "ink")


def purse(vatus: int, points: int, huts: int, letter: str, width: float) -> str:
    """Return vatus, points on the track, huts in supply."""
    words = ("vatus", "on track", "huts left") if width >= WIDE_SEAT else ("", "", "")
    places = (9.0, 104.0, 220.0) if width >= WIDE_SEAT else (9.0, 64.0, 124.0)
    parts = [title(f"{vatus} vatus, {points} points on the track, {huts} huts left")]
    rows = (("coin", "", 1.0, vatus, 17), ("point", "", 0.8, points, 14), ("hut", letter, 0.75, huts, 17))
    for x, word, (name, classes, scale, number, size) in zip(places, words, rows, strict=True):
        parts.append(sign(name, x, 0, classes, scale))
        parts.append(text(x + 13, 6, f"{number}", size, "ink" if name == "point" else "ink w"))
        if word:
            parts.append(text(x + 17 + figures(number, size), 5, word, 13, "dim"))
    return "".join(parts)


def tiles(name: str, values: tuple[int, ...], width: float) -> str:
    """Return fish or treasures by their values."""
    kind = "fish" if name == "fish" else "treasures"
    parts = [title(f"{kind}: {' '.join(map(str, values)) or 'none'}"), sign(name, 12, 0, "", 0.8)]
    if not values:
        return "".join([*parts, text(30, 5, "–", 14, "dim")])
    total = f"= {sum(values)}" if width >= WIDE_SEAT and len(values) > 1 else ""
    room = (width - 54 - 12 * len(total)) / len(values)
    if room < 11:
        counts = "  ".join(f"{values.count(value)}×{value}" for value in sorted(set(values)))
        return "".join([*parts, text(30, 5, f"{counts} {total}".rstrip(), 14, "ink")])
    step = min(17.0, room)
    parts += [text(32 + step * at, 5, f"{value}", 15, "ink m") for at, value in enumerate(values)]
    return "".join([*parts, text(32 + step * len(values), 5, total, 15, "dim") if total else ""])


def rest(tokens: str) -> str:
    """Return the rest tokens taken."""
    words = ", ".join(RESTS[token] for token in tokens)
    return title(f"rests: {words}") + sign("moon", 11, 0, "", 0.9) + text(28, 5, words, 14, "ink")
