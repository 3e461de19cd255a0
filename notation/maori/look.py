"""What stands somewhere, in a sentence: a place of the explorer ship, a cell, a tile or a seat."""

from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES
from vanuatu.notation.maori import names
from vanuatu.notation.maori.view_types import Scene, TileFacts
from vanuatu.notation.wording import amount, listed

_SIDES = {"r": "right", "l": "left", "t": "top", "b": "bottom"}


def things(scene: Scene) -> list[tuple[str, str]]:
    """Return what can be looked at, with a word for what it is."""
    places = [(place, "place of the ship") for place in names.PLACE_NAMES]
    tiles = [
        (label, "tile") for label in dict.fromkeys(label for row in scene["matrix"] for label in row if label)
    ]
    return [*places, *tiles, *[(_seat(letter), "player") for letter in scene["players"]]]


def describe(scene: Scene, thing: str, you: str) -> str:
    """Return a sentence about a thing as the seat `you` sees it; "" if there is no such thing."""
    wanted = thing.strip().lower()
    found = [_place(scene, wanted)] if wanted in names.PLACE_NAMES else []
    if names.cell_number(wanted) >= 0 and you in scene["players"]:
        found.append(_cell(scene, wanted, you))
    for label, tile in scene["tiles"].items():
        if label.lower() == wanted:
            found.append(f"{label}: {_tile(tile)}.")
    for letter in scene["players"]:
        if wanted in (_seat(letter), letter) or (letter == you and wanted in ("me", "you")):
            found.append(_player(scene, letter))
    return " ".join(found)


def _place(scene: Scene, place: str) -> str:
    side, i = place[0], int(place[1]) - 1
    rows = scene["matrix"]
    if side in "ns":
        column = [row[i if side == "n" else 3 - i] for row in rows]
        line = column if side == "n" else column[::-1]
    else:
        row = rows[i if side == "e" else 3 - i]
        line = row[::-1] if side == "e" else row
    before = ", ".join(label for label in line if label) or "no tiles"
    here = "; the explorer ship is here" if scene["explorer"] == place else ""
    return f"Place {place}: before it {before}, the nearest first{here}."


def _cell(scene: Scene, cell: str, you: str) -> str:
    if cell in scene["land"]:
        return f"Cell {cell}: land, no tile can be placed here."
    label = scene["players"][you]["board"].get(cell)
    if label is None:
        return f"Cell {cell} of your board: empty{', with a reef' if cell in scene['reef'] else ''}."
    part = ", part of an island that is not complete" if cell in scene["incomplete"][you] else ""
    return f"Cell {cell} of your board: {label}, {_tile(scene['tiles'][label])}{part}."


def _tile(tile: TileFacts) -> str:
    symbols = [
        amount(number, word)
        for word, number in (
            ("palm", tile["palms"]),
            ("hut", tile["huts"]),
            ("shell", tile["shells"]),
            ("ship", tile["ships"]),
            ("half lei", tile["leis"]),
        )
        if number
    ]
    kind = {"end": "an end piece", "middle": "a middle piece", "island": "a single island"}.get(tile["shape"])
    text = kind or ("a water tile" if tile["shape"] == "water" else "a volcano, which stays")
    if symbols:
        text += f" with {listed(symbols)}"
    return text + (f", open to the {listed([_SIDES[side] for side in tile['open']])}" if tile["open"] else "")


def _player(scene: Scene, letter: str) -> str:
    player = scene["players"][letter]
    parts = [
        amount(player["points"], "point"),
        amount(player["shells"], "shell"),
        amount(player["ships"], "ship"),
    ]
    parts.append(f"stored: {player['stored'] or 'nothing'}")
    placed = ", ".join(f"{label} on {cell}" for cell, label in player["board"].items())
    parts.append(f"tiles: {placed or 'none'}")
    return f"{_seat(letter)}: {'; '.join(parts)}."


def _seat(letter: str) -> str:
    return SEAT_NAMES[SEAT_LETTERS.index(letter)].lower()
