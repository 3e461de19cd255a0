"""The drawing of Vanuatu: the sea, what is on offer, the actions with their markers, the players.

Three layouts: everything beside the sea from 104 columns on, the players below it from 78 on, and
all of it below under that.
"""

from typing import Final

from notation.vanuatu.view_types import Scene
from vanuatu_cli.drawing import Canvas, Line, Page
from vanuatu_cli.drawing.vanuatu.map import WIDTH, height, sea
from vanuatu_cli.drawing.vanuatu.panels import actions, cards, heading, next_tiles, offers, ships, table

MOST_PLAYERS: Final = 5
_SIDE: Final = 29
_WIDE: Final = 104
_MIDDLE: Final = 78


def picture(scene: Scene, page: Page) -> list[Line]:
    """The whole position, for the width of the page."""
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
    """What the toolbar tells besides round, phase and seat."""
    told = [("market", str(scene["market"])), ("tourists", str(scene["tourists"]))]
    if scene["die"] is not None:
        told.append(("waters rise in", str(scene["die"])))
    return told


def _side(scene: Scene, page: Page, low: bool) -> list[Line]:
    """One below the other, beside the sea."""
    gap: list[Line] = [] if low else [[]]
    tops = [heading(scene), *gap, offers(scene), next_tiles(scene), ships(scene, page.style), *gap]
    return tops + actions(scene, page.style, _SIDE)


def _closed_up(scene: Scene, page: Page) -> list[Line]:
    """The same on few lines, for a narrow page."""
    canvas = Canvas(page.width)
    canvas.put_line(canvas.put_line(0, 0, heading(scene)) + 2, 0, offers(scene))
    canvas.put_line(canvas.put_line(0, 1, ships(scene, page.style)) + 2, 1, next_tiles(scene))
    third = page.width // 3
    for at, line in enumerate(actions(scene, page.style, third - 1)):
        canvas.put_line(at // 3 * third, 2 + at % 3, line)
    return canvas.lines()
