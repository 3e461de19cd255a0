"""The structure of a picture: a sheet with panels, panels with regions, regions that show fragments.

The sheet of a game stays the same from its first position to its last. Only the fragment of each region
changes. So code that shows many positions can skip unchanged steps. A part names the data it reads from the
scene, and what its regions show: a function with its arguments. `fragment` calls it once for the same
arguments.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

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
    """A rectangle of the sheet: `frame` is its constant drawing, `label` its name."""

    name: str
    label: str
    x: float
    y: float
    width: float
    height: float
    frame: str
    regions: tuple[Region, ...]


@dataclass(frozen=True)
class Sheet:
    """The whole picture."""

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

    def summary(self, scene: Any, names: tuple[str, ...]) -> str:
        """Return the position in a sentence or two, for readers who cannot see it."""


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


def composed(picture: Picture, scene: Mapping[str, Any], names: Sequence[str], mark: str | None) -> str:
    """Return the whole picture as one SVG document."""
    players = seat_names(scene, names)
    sheet = picture.sheet(scene)
    facts: dict[str, Facts] = {}
    for part in picture.parts(scene, players):
        facts.update(part.shows(scene))
    if mark:
        facts.update(picture.marks(scene, mark))
    summary = picture.summary(scene, players)
    body = "".join(_panels(sheet, facts))
    signs = shapes.symbols(set(_SIGN.findall(body)))
    used = {name for names in _CLASS.findall(body + signs) for name in names.split()} | {"paper"}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="vp" viewBox="0 0 {sheet.width:g} {sheet.height:g}" '
        f'width="{sheet.width:g}" height="{sheet.height:g}" role="img" aria-labelledby="vp-t vp-d">',
        f'<title id="vp-t">{shapes.escaped(summary.split(". ")[0])}</title>'
        f'<desc id="vp-d">{shapes.escaped(summary)}</desc>',
        f"<style>{colours.style(used)}</style>",
        f"<defs>{signs}</defs>",
        f'<rect class="paper" width="{sheet.width:g}" height="{sheet.height:g}" rx="10"/>',
        f"{body}</svg>\n",
    ]
    return "".join(parts)


def _panels(sheet: Sheet, facts: dict[str, Facts]) -> Iterator[str]:
    """Yield the panels with the content of their regions."""
    for panel in sheet.panels:
        yield f'<g transform="translate({panel.x:g} {panel.y:g})">{panel.frame}'
        for region in panel.regions:
            if region.name in facts:
                drawn = fragment(facts[region.name])
                yield f'<g transform="translate({region.x:g} {region.y:g})">{drawn}</g>'
        yield "</g>"
