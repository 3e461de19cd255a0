"""The drawing of Vanuatu: the sea, the offers, the actions with their markers, the players.

The layout depends on the page. From 104 columns everything is beside the sea. From 78 columns the players
are below it, and with fewer columns everything is. The sea is as large as the height of the page allows.
"""

from typing import Final

from vanuatu.notation.boards.canvas import Canvas, Line, Style, cut, seat_role, width_of
from vanuatu.notation.boards.text import Page
from vanuatu.notation.vanuatu import text_map
from vanuatu.notation.vanuatu.text_map import GOODS_ROLES
from vanuatu.notation.vanuatu.view_types import PlayerView, Scene
from vanuatu.notation.wording import amount

MOST_PLAYERS: Final = 5
_SIDE: Final = 29
_BESIDE: Final = text_map.WIDTH + 2 + _SIDE  # the column of the cards
_ROOMY: Final = 36  # columns from which cards are set apart
_CHARACTER: Final = 11  # columns of a character: "(navigator)" is used
# The headings of the figures of a player, by width.
_FIGURES: Final = (("vatus", "points", "huts left"), ("vatus", "points", "huts"), ("vatu", "pts", "hut"))
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
    """Return the whole position, for the width of the page, with the largest sea that fits its height."""
    lines: list[Line] = []
    below = on_offer(scene, page.width)
    for pitch in (text_map.FULL, text_map.LOW, text_map.COMPACT):
        lines = _picture(scene, page, pitch)
        if page.height is None or len(lines) + len(below) <= page.height:
            return lines + below
    return lines + below[: max(0, (page.height or 0) - len(lines))]


def _picture(scene: Scene, page: Page, pitch: int) -> list[Line]:
    compact = pitch == text_map.COMPACT
    middle, wide = page.width >= _MIDDLE, page.width >= _WIDE
    sheet = Canvas(page.width)
    foot = sheet.paste(0, 0, text_map.sea(scene, page.style, pitch))
    if middle:
        side = _side(scene, page, pitch)
        sheet.paste(text_map.WIDTH + 2, 0, side)
        foot = foot if compact else max(foot, len(side))
    else:
        foot = sheet.paste(0, foot, _closed_up(scene, page))
    if wide:
        sheet.paste(_BESIDE, 0, cards(scene, page, pitch))
    elif middle and compact:
        sheet.paste(0, foot, table(scene, page, text_map.WIDTH + 1))
    else:
        crowded = compact and len(scene["players"]) == MOST_PLAYERS  # then the heading's line is needed
        sheet.paste(0, foot, table(scene, page, page.width)[1 if crowded else 0 :])
    return sheet.lines()


def status(scene: Scene) -> list[tuple[str, str]]:
    """Return the data of the toolbar besides round, phase and seat."""
    pairs = [("market", str(scene["market"])), ("tourists", str(scene["tourists"]))]
    if scene["die"] is not None:
        pairs.append(("waters rise in", str(scene["die"])))
    return pairs


def _side(scene: Scene, page: Page, pitch: int) -> list[Line]:
    """Return the offers below one another, beside the sea."""
    gap: list[Line] = [[]] if pitch == text_map.FULL else []
    tops = [heading(scene), *gap, offers(scene), next_tiles(scene), ships(scene, page.style), *gap]
    return tops + actions(scene, page.style, min(_SIDE, page.width - text_map.WIDTH - 2))


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


def on_offer(scene: Scene, width: int) -> list[Line]:
    """Return the characters to choose from, on as many lines as they need."""
    lines: list[Line] = []
    row = "on offer:"
    for name in scene["on_offer"]:
        if len(row) + 1 + len(name) > width:
            lines.append([("", row)])
            row = "         "
        row = f"{row} {name}"
    return [*lines, [("", row)]] if scene["on_offer"] else []


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
        markers = _markers(scene, action, style, width - 12)
        room = width - 3 - width_of(markers)  # many markers leave less room for the name
        lines.append([("token", action), ("", f" {name[:room]:<{min(room, 10)}}"), *markers])
    return lines


def _markers(scene: Scene, action: str, style: Style, room: int) -> Line:
    """Return the markers on an action, one by one if there is room, otherwise as numbers."""
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


def table(scene: Scene, page: Page, width: int) -> list[Line]:
    """Return the players, one line each; a second line if a player holds too much for one."""
    name_width = 15 if width >= 72 else max(6, min(10, width - 42))
    figures = _FIGURES[0 if width >= 72 else 1 if width >= 60 else 2]
    before = 4 + name_width + 1 + _CHARACTER
    lines: list[Line] = [[("dim", " " * before + "".join(f" {word}" for word in figures))]]
    room = width - before - sum(len(word) + 1 for word in figures) - 1
    for seat, (letter, player) in enumerate(scene["players"].items()):
        line: Line = [*_badge(scene, letter, page.style)]
        line.append(("strong", f" {cut(page.names[seat], name_width, page.style):<{name_width}} "))
        line += _character(player, _CHARACTER)
        for word, number in zip(figures, (player["vatus"], player["points"], player["huts"]), strict=True):
            line.append(("" if "hut" in word else "strong", f" {number:>{len(word)}}"))
        kept = ", ".join(belongings(player))
        if len(kept) > room:
            kept = _kept_in_signs(player, page.style)
        if len(kept) <= room:
            lines.append([*line, ("", f" {kept}")])
        else:
            lines += [line, [("", f"{kept:>{width}}")]]
    return lines


def cards(scene: Scene, page: Page, pitch: int) -> list[Line]:
    """Return the players below one another, each with as many lines as the width needs."""
    width = page.width - _BESIDE
    lines: list[Line] = []
    for seat, (letter, player) in enumerate(scene["players"].items()):
        room = min(20, width - 5 - _CHARACTER)
        line: Line = [*_badge(scene, letter, page.style)]
        line.append(("strong", f" {cut(page.names[seat], room, page.style):<{room}} "))
        lines.append(line + _character(player, _CHARACTER))
        points = f"{amount(player['vatus'], 'vatu')}  {amount(player['points'], 'point')}"
        row = ""
        for thing in (points, f"{amount(player['huts'], 'hut')} left", *belongings(player)):
            if row and len(row) + 2 + len(thing) > width - 4:
                lines.append([("", f"    {row}")])
                row = thing
            else:
                row = f"{row}  {thing}" if row else thing
        lines.append([("", f"    {row}")])
        if pitch == text_map.FULL and width >= _ROOMY:
            lines.append([])
    return lines


def belongings(player: PlayerView) -> list[str]:
    """Return the fish, treasures and rest tokens of a player in words."""
    kept = [f"fish {_values(player['fish'])}"] if player["fish"] else []
    kept += [f"treasure {_values(player['treasures'])}"] if player["treasures"] else []
    return kept + ([f"rest: {_rests(player['rest'])}"] if player["rest"] else [])


def _kept_in_signs(player: PlayerView, style: Style) -> str:
    """Return the same in few columns, with the letters of rest tokens."""
    kept = [style.sign("∝", "f") + _values(player["fish"])] if player["fish"] else []
    kept += [style.sign("◆", "$") + _values(player["treasures"])] if player["treasures"] else []
    return " ".join(kept + ([f"R{player['rest']}"] if player["rest"] else []))


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


def _values(values: list[int]) -> str:
    """Return the values of tiles: 1+1+2."""
    return "+".join(str(value) for value in values)
