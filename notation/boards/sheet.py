"""The structure of a picture: a sheet with panels, panels with regions, regions that show fragments.

The sheet of a game stays the same from its first position to its last. Only the fragment of each region
changes. So code that shows many positions can skip unchanged steps. A part names the data it reads from the
scene, and what its regions show: a function with its arguments. `fragment` calls it once for the same
arguments.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol
from zlib import crc32

from vanuatu.notation.boards import colours, shapes

MARGIN: Final = 10
LONGEST_NAME: Final = 60
_SIGN: Final = re.compile(r'href="#vp-([\w-]+)"')
_CLASS: Final = re.compile(r'class="([^"]+)"')

# The content of a region: a function that draws it, and its arguments, all comparable.
Facts = tuple[Callable[..., str], tuple[object, ...]]


@dataclass(frozen=True)
class Region:
    """A part of a panel, drawn from (x, y) on."""

    name: str
    x: float
    y: float


@dataclass(frozen=True)
class Panel:
    """A rectangle of the sheet: `frame` is its constant drawing, `label` its name.

    On the sheet it is drawn `scale` times as large as `width` and `height`.
    """

    name: str
    label: str
    x: float
    y: float
    width: float
    height: float
    frame: str
    regions: tuple[Region, ...]
    scale: float = 1.0


@dataclass(frozen=True)
class Sheet:
    """The whole picture. The first panel is the board."""

    width: float
    height: float
    panels: tuple[Panel, ...]


@dataclass(frozen=True)
class Part:
    """Some regions that change together.

    `shows` returns the content of each region by name; a missing region is empty. The content stays the same
    while the data that `reads` returns is equal.
    """

    reads: Callable[[Any], object]  # the game's scene; only its picture module uses the exact type
    shows: Callable[[Any], dict[str, Facts]]


class Picture(Protocol):
    """The interface of a game's picture module; each game has its own scene type."""

    def sheet(self, scene: Any) -> Sheet:
        """Return the sheet on which all positions of this game are drawn."""

    def parts(self, scene: Any, names: tuple[str, ...]) -> tuple[Part, ...]:
        """Return the parts that draw all positions of this game with these seats."""

    def marks(self, scene: Any, token: str) -> dict[str, Facts]:
        """Return the content of the regions named `mark-…` after a move with its seat."""

    def summary(self, scene: Any, names: tuple[str, ...]) -> list[str]:
        """Return the position in sentences without full stops, for readers who cannot see it.

        The first one is the title of the picture.
        """


@dataclass(frozen=True)
class Look:
    """How to show a picture: the theme, the width in pixels, and whether only the first panel, the board."""

    theme: str = "auto"
    width: int | None = None
    board_only: bool = False


AUTO: Final = Look()


_drawn: dict[Facts, str] = {}
_MOST_KEPT: Final = 20_000


def fragment(facts: Facts) -> str:
    """Return the SVG of a region; cached, since most regions recur in other positions."""
    drawn = _drawn.get(facts)
    if drawn is None:
        if len(_drawn) >= _MOST_KEPT:
            _drawn.clear()
        drawn = _drawn[facts] = facts[0](*facts[1])
    return drawn


def seat_names(scene: Mapping[str, Any], names: Sequence[str]) -> tuple[str, ...]:
    """Return a name for each seat: the given one or an empty text."""
    given = ["" if name == "?" else name[:LONGEST_NAME] for name in names]
    return tuple(given[seat] if seat < len(given) else "" for seat in range(len(scene.get("players", ()))))


def composed(
    picture: Picture,
    scene: Mapping[str, Any],
    names: Sequence[str],
    mark: str | None,
    look: Look = AUTO,
) -> str:
    """Return the whole picture as one SVG document."""
    players = seat_names(scene, names)
    sheet = picture.sheet(scene)
    facts: dict[str, Facts] = {}
    for part in picture.parts(scene, players):
        facts.update(part.shows(scene))
    if mark:
        facts.update(picture.marks(scene, mark))
    if look.board_only:
        sheet = _only(sheet.panels[0])
    summary = picture.summary(scene, players)
    body = "".join(_panels(sheet, facts))
    key = f"vp-{crc32((look.theme + summary[0] + body).encode()):08x}"
    body = body.replace('href="#vp-', f'href="#{key}-')
    signs = shapes.symbols({name.removeprefix(f"{key[3:]}-") for name in _SIGN.findall(body)}, key)
    used = {name for names in _CLASS.findall(body + signs) for name in names.split()} | {"paper"}
    width = look.width or sheet.width
    height = round(width * sheet.height / sheet.width)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{key}" viewBox="0 0 {sheet.width:g} '
        f'{sheet.height:g}" width="{width:g}" height="{height}" role="img" '
        f'aria-labelledby="{key}-t {key}-d">',
        f'<title id="{key}-t">{shapes.escaped(summary[0])}</title>'
        f'<desc id="{key}-d">{shapes.escaped(". ".join(summary))}.</desc>',
        f"<style>svg.{key}{{max-width:100%;height:auto}}{colours.style(used, key, look.theme)}</style>",
        f"<defs>{signs}</defs>",
        f'<rect class="paper" width="{sheet.width:g}" height="{sheet.height:g}" rx="10"/>',
        f"{body}</svg>\n",
    ]
    return "".join(parts)


def _only(panel: Panel) -> Sheet:
    """Return a sheet with one panel."""
    alone = replace(panel, x=0, y=0, scale=1.0)
    return Sheet(panel.width, panel.height, (alone,))


def _panels(sheet: Sheet, facts: dict[str, Facts]) -> Iterator[str]:
    """Yield the panels with the content of their regions."""
    for panel in sheet.panels:
        scale = f" scale({panel.scale:.4g})" if panel.scale != 1 else ""
        yield f'<g transform="translate({panel.x:g} {panel.y:g}){scale}">{panel.frame}'
        for region in panel.regions:
            if region.name in facts:
                drawn = fragment(facts[region.name])
                yield f'<g transform="translate({region.x:g} {region.y:g})">{drawn}</g>'
        yield "</g>"
