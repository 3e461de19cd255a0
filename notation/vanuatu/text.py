"""The drawing of Vanuatu: the sea, the offers, the actions with their markers, the players.

The layout depends on the width. From 104 columns everything is beside the sea. From 78 columns the players
are below it, and with fewer columns everything is.
"""

from typing import Final

from vanuatu.notation.boards.canvas import Canvas, Line, Style, seat_role, width_of
from vanuatu.notation.boards.text import Page
from vanuatu.notation.vanuatu.text_map import GOODS_ROLES, WIDTH, height, sea
from vanuatu.notation.vanuatu.view_types import PlayerView, Scene

MOST_PLAYERS: Final = 5
_SIDE: Final = 29
_WIDE: Final = 104
_MIDDLE: Final = 78
ACTIONS: Final = {
    "S": "sail",
    "B": "build",
    "X": "explore",
    "F": "fish",
    "V": "sell fish",
    "G": "buy goods",
    "D": "draw",
    "T": "transport",
    "R": "rest",
}
_PHASES: Final = {
    "setup": "set-up",
    "place": "placing tiles",
    "neutral": "neutral markers",
    "character": "characters",
    "plan": "planning",
    "act": "acting",
    "beg": "the Beggar's exchange",
    "over": "the end",
}
_RESTS: Final = {"f": "first player", "b": "vatu, point", "p": "point", "v": "vatu", "?": "hidden"}


def picture(scene: Scene, page: Page) -> list[Line]:
    """Return the whole position, for the width of the page."""
    players = len(scene["players"])
    wide, middle = page.width >= _WIDE, page.width >= _MIDDLE
    below = 0 if wide else players + 1 if middle else players + 7
    low = page.height is not None and page.height < height(False) + below
    sheet = Canvas(page.width)
    foot = sheet.paste(0, 0, sea(scene, page.style, low))
    if middle:
        sheet.paste(WIDTH + 2, 0, _side(scene, page, low))
    else:
        foot = sheet.paste(0, foot, _closed_up(scene, page))
    if wide:
        sheet.paste(WIDTH + 2 + _SIDE, 0, cards(scene, page, low))
    else:
        crowded = low and not middle and players == MOST_PLAYERS  # then the heading's line is needed
        sheet.paste(0, foot, table(scene, page)[1 if crowded else 0 :])
    return sheet.lines()


def status(scene: Scene) -> list[tuple[str, str]]:
    """Return the data of the toolbar besides round, phase and seat."""
    told = [("market", str(scene["market"])), ("tourists", str(scene["tourists"]))]
    if scene["die"] is not None:
        told.append(("waters rise in", str(scene["die"])))
    return told


def _side(scene: Scene, page: Page, low: bool) -> list[Line]:
    """Return the offers below one another, beside the sea."""
    gap: list[Line] = [] if low else [[]]
    tops = [heading(scene), *gap, offers(scene), next_tiles(scene), ships(scene, page.style), *gap]
    return tops + actions(scene, page.style, _SIDE)


def _closed_up(scene: Scene, page: Page) -> list[Line]:
    """Return the offers on few lines, for a narrow page."""
    canvas = Canvas(page.width)
    canvas.put_line(canvas.put_line(0, 0, heading(scene)) + 2, 0, offers(scene))
    canvas.put_line(canvas.put_line(0, 1, ships(scene, page.style)) + 2, 1, next_tiles(scene))
    third = page.width // 3
    for at, line in enumerate(actions(scene, page.style, third - 1)):
        canvas.put_line(at // 3 * third, 2 + at % 3, line)
    return canvas.lines()


def heading(scene: Scene) -> Line:
    phase = _PHASES.get(scene["phase"], scene["phase"])
    return [("strong", f"Round {scene['round']} of {scene['rounds']}"), ("", f", {phase}")]


def offers(scene: Scene) -> Line:
    """Return the price of fish, the waiting tourists, and the value of the flood die."""
    line: Line = [("", "market "), ("strong", str(scene["market"]))]
    line += [("", "  tourists "), ("strong", str(scene["tourists"]))]
    if scene["die"] is not None:
        line += [("", "  die "), ("bad", str(scene["die"]))]
    return line


def next_tiles(scene: Scene) -> Line:
    if not scene["visible"]:
        return [("dim", "no tiles to come")]
    line: Line = [("", "next")]
    for tile in scene["visible"]:
        line += [("strong", f" {tile}"), ("dim", " island" if tile in scene["printed_islands"] else " ocean")]
    return line


def ships(scene: Scene, style: Style) -> Line:
    """Return the goods each ship still needs, the topmost first; a block for each loaded cube."""
    line: Line = [("", "ships")]
    for ship in scene["ships"]:
        line.append(("", "  "))
        loaded = ship["loaded"]
        for good in ship["wants"]:
            aboard = good in loaded
            loaded = loaded.replace(good, "", 1)
            line.append((GOODS_ROLES[good], style.sign("■", "#") if aboard else good))
    return line


def actions(scene: Scene, style: Style, width: int) -> list[Line]:
    """Return a line for each action: its letter and name, and its markers, the most first.

    The sign before the first markers means that this player may perform the action.
    """
    lines = []
    for action, name in ACTIONS.items():
        line: Line = [("token", action), ("", f" {name:<10}")]
        lines.append(line + _markers(scene, action, style, width - width_of(line)))
    return lines


def _markers(scene: Scene, action: str, style: Style, room: int) -> Line:
    order = turn_order(scene)
    counts = [(letter, scene["players"][letter]["markers"].get(action, 0)) for letter in order]
    present = sorted(((letter, n) for letter, n in counts if n), key=lambda pair: -pair[1])
    neutral = scene["neutral"].get(action, 0)
    if neutral:
        present.append(("n", neutral))
    if not present:
        return []
    line: Line = [("good", style.sign("▸", ">") if action in scene["leaders"] else style.sign("·", "-"))]
    written_out = sum(n + 1 for _, n in present) <= room
    for at, (letter, n) in enumerate(present):
        if written_out and at:
            line.append(("", " "))
        text = letter * n if written_out else f"{letter}{n}" if n > 1 else letter
        line.append((seat_role(letter, chip=True), text))
    return line


def turn_order(scene: Scene) -> list[str]:
    """Return the seats' letters from the first player on."""
    letters = list(scene["players"])
    at = letters.index(scene["first"]) if scene["first"] in letters else 0
    return letters[at:] + letters[:at]


def table(scene: Scene, page: Page) -> list[Line]:
    """Return the players, one line each."""
    roomy = page.width >= 72
    name_width = 16 if roomy else 8
    head = f"    {'':<{name_width}} {'character':<12} vatus points huts fish  treasure"
    lines: list[Line] = [[("dim", head[: page.width] + ("  rest" if roomy else ""))]]
    for seat, (letter, player) in enumerate(scene["players"].items()):
        line: Line = [*_badge(scene, letter, page.style)]
        line.append(("strong", f" {page.names[seat][:name_width]:<{name_width}} "))
        line += _character(player, 12)
        line.append(("strong", f" {player['vatus']:>5} {player['points']:>6} "))
        line.append(("", f"{player['huts']:>4} "))
        line.append(
            ("", f"{_values(player['fish'], 5, page.style)} {_values(player['treasures'], 8, page.style)}")
        )
        rest = player["rest"]
        if rest:
            line.append(("", f"  {_RESTS.get(rest, rest)}" if roomy else f"{rest:>2}"))
        lines.append(line)
    return lines


def cards(scene: Scene, page: Page, low: bool) -> list[Line]:
    """Return the players, three lines each."""
    lines: list[Line] = []
    for seat, (letter, player) in enumerate(scene["players"].items()):
        line: Line = [*_badge(scene, letter, page.style), ("strong", f" {page.names[seat][:20]:<21}")]
        line += _character(player, 12)
        lines.append(line)
        line = [("", "    "), ("strong", f"{player['vatus']}"), ("", " vatus  ")]
        line += [("strong", f"{player['points']}"), ("", f" points  {player['huts']} huts")]
        lines.append(line)
        kept: Line = [("", "    ")]
        if player["fish"]:
            kept.append(("", f"fish {_values(player['fish'], 0, page.style)}  "))
        if player["treasures"]:
            kept.append(("", f"treasure {_values(player['treasures'], 0, page.style)}  "))
        if player["rest"]:
            kept.append(("", f"rests: {_rests(player['rest'])}"))
        if len(kept) > 1 or not low:
            lines.append(kept)
    return lines


def _badge(scene: Scene, letter: str, style: Style) -> Line:
    """Return the turn mark, the player's letter, and the first player mark."""
    turn = style.sign("▸", ">") if scene["seat"] == letter else " "
    first = style.sign("★", "*") if scene["first"] == letter else " "
    return [("good", turn), (seat_role(letter, chip=True), letter), ("star", first)]


def _character(player: PlayerView, width: int) -> Line:
    """Return the character, in brackets once its bonus is used."""
    name = player["character"] or ""
    if player["used"]:
        return [("dim", f"{f'({name})':<{width}}")]
    return [("", f"{name:<{width}}")]


def _rests(tokens: str) -> str:
    """Return the rest tokens taken; the Governor may rest twice."""
    return " + ".join(_RESTS[token] for token in tokens)


def _values(values: list[int], width: int, style: Style) -> str:
    """Return tiles by their values: 112."""
    text = "".join(str(value) for value in values) or style.sign("–", "-")
    return f"{text:<{width}}"
