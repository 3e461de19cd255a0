"""Beside and below the sea: round, market, ships and next tiles, the actions, the players."""

from typing import Any, Final

from core.game import State
from core.vanuatu import tables as t
from core.vanuatu.state import VanuatuState
from vanuatu_cli.drawing import Page
from vanuatu_cli.drawing.canvas import Line, width_of
from vanuatu_cli.drawing.style import Style, seat_role
from vanuatu_cli.drawing.vanuatu.map import GOODS_ROLES, ISLANDS

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
    "over": "the end",
}
_RESTS: Final = {"f": "first player", "b": "vatu, point", "p": "point", "v": "vatu", "?": "hidden"}


def heading(view: dict[str, Any]) -> Line:
    phase = _PHASES.get(view["phase"], view["phase"])
    return [("strong", f"Round {view['round']} of {int(t.Rule.ROUNDS)}"), ("", f", {phase}")]


def offers(view: dict[str, Any]) -> Line:
    """The price of fish, the tourists that wait, and how long the waters do."""
    line: Line = [("", "market "), ("strong", str(view["market"]))]
    line += [("", "  tourists "), ("strong", str(view["tourists"]))]
    if view["die"] is not None:
        line += [("", "  die "), ("bad", str(view["die"]))]
    return line


def next_tiles(view: dict[str, Any]) -> Line:
    if not view["visible"]:
        return [("dim", "no tiles to come")]
    line: Line = [("", "next")]
    for tile in view["visible"]:
        line += [("strong", f" {tile}"), ("dim", " island" if tile in ISLANDS else " ocean")]
    return line


def ships(view: dict[str, Any], style: Style) -> Line:
    """What each ship still wants, the topmost first; a block for each cube that is loaded."""
    line: Line = [("", "ships")]
    for ship in view["ships"]:
        line.append(("", "  "))
        loaded = ship["loaded"]
        for good in ship["wants"]:
            aboard = good in loaded
            loaded = loaded.replace(good, "", 1)
            line.append((GOODS_ROLES[good], style.sign("■", "#") if aboard else good))
    return line


def actions(view: dict[str, Any], state: State, style: Style, width: int) -> list[Line]:
    """A line an action: its letter and name, and the markers on it, the strongest first.

    The sign before the first tells that this player may perform it.
    """
    lines = []
    assert isinstance(state, VanuatuState)
    for at, (action, name) in enumerate(ACTIONS.items()):
        line: Line = [("token", action), ("", f" {name:<10}")]
        led = state.leader(at) >= 0
        lines.append(line + _markers(view, action, led, style, width - width_of(line)))
    return lines


def _markers(view: dict[str, Any], action: str, led: bool, style: Style, room: int) -> Line:
    order = turn_order(view)
    counts = [(letter, view["players"][letter]["markers"].get(action, 0)) for letter in order]
    present = sorted(((letter, n) for letter, n in counts if n), key=lambda pair: -pair[1])
    neutral = view["neutral"].get(action, 0)
    if neutral:
        present.append(("n", neutral))
    if not present:
        return []
    line: Line = [("good", style.sign("▸", ">") if led else style.sign("·", "-"))]
    written_out = sum(n + 1 for _, n in present) <= room
    for at, (letter, n) in enumerate(present):
        if written_out and at:
            line.append(("", " "))
        text = letter * n if written_out else f"{letter}{n}" if n > 1 else letter
        line.append((seat_role(letter, chip=True), text))
    return line


def turn_order(view: dict[str, Any]) -> list[str]:
    """The seats' letters from the first player on."""
    letters = list(view["players"])
    at = letters.index(view["first"]) if view["first"] in letters else 0
    return letters[at:] + letters[:at]


def table(view: dict[str, Any], page: Page) -> list[Line]:
    """The players, one a line."""
    roomy = page.width >= 72
    name_width = 16 if roomy else 8
    head = f"    {'':<{name_width}} {'character':<12} vatus points huts fish  treasure"
    lines: list[Line] = [[("dim", head[: page.width] + ("  rest" if roomy else ""))]]
    for seat, (letter, player) in enumerate(view["players"].items()):
        line: Line = [*_badge(view, letter, page.style)]
        line.append(("strong", f" {page.names[seat][:name_width]:<{name_width}} "))
        line += _character(player, 12)
        line.append(("strong", f" {player['vatus']:>5} {player['points']:>6} "))
        line.append(("", f"{player['huts']:>4} "))
        line.append(
            ("", f"{_values(player['fish'], 5, page.style)} {_values(player['treasures'], 8, page.style)}")
        )
        if player["rest"]:
            line.append(("", f"  {_RESTS[player['rest']]}" if roomy else f" {player['rest']}"))
        lines.append(line)
    return lines


def cards(view: dict[str, Any], page: Page, low: bool) -> list[Line]:
    """The players, three lines each."""
    lines: list[Line] = []
    for seat, (letter, player) in enumerate(view["players"].items()):
        line: Line = [*_badge(view, letter, page.style), ("strong", f" {page.names[seat][:20]:<21}")]
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
            kept.append(("", f"rests: {_RESTS[player['rest']]}"))
        if len(kept) > 1 or not low:
            lines.append(kept)
    return lines


def _badge(view: dict[str, Any], letter: str, style: Style) -> Line:
    """Whose decision it is, the player's letter, and who goes first."""
    turn = style.sign("▸", ">") if view["seat"] == letter else " "
    first = style.sign("★", "*") if view["first"] == letter else " "
    return [("good", turn), (seat_role(letter, chip=True), letter), ("star", first)]


def _character(player: dict[str, Any], width: int) -> Line:
    """In brackets once its bonus is used."""
    name = player["character"] or ""
    if player["used"]:
        return [("dim", f"{f'({name})':<{width}}")]
    return [("", f"{name:<{width}}")]


def _values(values: list[int], width: int, style: Style) -> str:
    """Tiles by their values: 112."""
    text = "".join(str(value) for value in values) or style.sign("–", "-")
    return f"{text:<{width}}"
