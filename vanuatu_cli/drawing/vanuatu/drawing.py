"""The drawing of Vanuatu: the sea, what is on offer, the actions with their markers, the players.

Three layouts: everything beside the sea from 104 columns on, the players below it from 78 on, and
all of it below under that.
"""

from typing import Any, Final

from core.game import State
from vanuatu_cli.drawing import Page
from vanuatu_cli.drawing.canvas import Canvas, Line
from vanuatu_cli.drawing.vanuatu.map import WIDTH, height, sea
from vanuatu_cli.drawing.vanuatu.panels import actions, cards, heading, next_tiles, offers, ships, table

GAINS: Final = (("points", "points"), ("vatus", "vatus"))
MOST_PLAYERS: Final = 5
_SIDE: Final = 29
_WIDE: Final = 104
_MIDDLE: Final = 78


def picture(view: dict[str, Any], state: State, page: Page) -> list[Line]:
    """The whole position, for the width of the page."""
    players = len(view["players"])
    wide, middle = page.width >= _WIDE, page.width >= _MIDDLE
    below = 0 if wide else players + 1 if middle else players + 7
    low = page.height is not None and page.height < height(False) + below
    sheet = Canvas(page.width)
    foot = sheet.paste(0, 0, sea(view, page.style, low))
    if middle:
        sheet.paste(WIDTH + 2, 0, _side(view, state, page, low))
    else:
        foot = sheet.paste(0, foot, _closed_up(view, state, page))
    if wide:
        sheet.paste(WIDTH + 2 + _SIDE, 0, cards(view, page, low))
    else:
        crowded = low and not middle and players == MOST_PLAYERS  # then the heading's line is needed
        sheet.paste(0, foot, table(view, page)[1 if crowded else 0 :])
    return sheet.lines()


def status(view: dict[str, Any]) -> list[tuple[str, str]]:
    """What the toolbar tells besides round, phase and seat."""
    told = [("market", str(view["market"])), ("tourists", str(view["tourists"]))]
    if view["die"] is not None:
        told.append(("waters rise in", str(view["die"])))
    return told


def _side(view: dict[str, Any], state: State, page: Page, low: bool) -> list[Line]:
    """One below the other, beside the sea."""
    gap: list[Line] = [] if low else [[]]
    tops = [heading(view), *gap, offers(view), next_tiles(view), ships(view, page.style), *gap]
    return tops + actions(view, state, page.style, _SIDE)


def _closed_up(view: dict[str, Any], state: State, page: Page) -> list[Line]:
    """The same on few lines, for a narrow page."""
    canvas = Canvas(page.width)
    canvas.put_line(canvas.put_line(0, 0, heading(view)) + 2, 0, offers(view))
    canvas.put_line(canvas.put_line(0, 1, ships(view, page.style)) + 2, 1, next_tiles(view))
    third = page.width // 3
    for at, line in enumerate(actions(view, state, page.style, third - 1)):
        canvas.put_line(at // 3 * third, 2 + at % 3, line)
    return canvas.lines()
