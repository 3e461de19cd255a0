"""What a picture is made of: a sheet with panels, panels with regions, regions that show fragments.

The sheet of a game stays the same from its first position to its last; what changes is which
fragment a region shows. So a picture is drawn in steps, each of which whoever shows many positions can
skip if nothing has changed: a part says what of the scene it reads, and what its regions are to show,
each as a function with its arguments; `fragment` calls that, once for the same arguments.
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

# What a region shows: the function that draws it, and its arguments, all of which can be compared.
Facts = tuple[Callable[..., str], tuple[object, ...]]


@dataclass(frozen=True)
class Region:
    """A part of a panel; what it shows is drawn from (x, y) on."""

    name: str
    x: float
    y: float


@dataclass(frozen=True)
class Panel:
    """A rectangle of the sheet: `frame` is what never changes in it, `label` what it is called."""

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

    `shows` tells what each of them shows, by its name; a region it does not name is empty. As long as
    what `reads` finds in the scene stays equal, so does that.
    """

    reads: Callable[[Any], object]  # the scene of the game, whose type only its picture knows
    shows: Callable[[Any], dict[str, Facts]]


class Picture(Protocol):
    """What the package of a game offers; each game's scene has a type of its own."""

    def sheet(self, scene: Any) -> Sheet:
        """The sheet on which all positions of this game are drawn."""

    def parts(self, scene: Any, names: tuple[str, ...]) -> tuple[Part, ...]:
        """What draws all positions of this game, played by these."""

    def marks(self, scene: Any, token: str) -> dict[str, Facts]:
        """What the regions named `mark-…` show after a move, written with its seat."""

    def summary(self, scene: Any, names: tuple[str, ...]) -> str:
        """The position in a sentence or two, for those who cannot see it."""


_drawn: dict[Facts, str] = {}
_MOST_KEPT: Final = 20_000


def fragment(facts: Facts) -> str:
    """The SVG of a region; kept, since positions have most of it in common."""
    drawn = _drawn.get(facts)
    if drawn is None:
        if len(_drawn) >= _MOST_KEPT:
            _drawn.clear()
        drawn = _drawn[facts] = facts[0](*facts[1])
    return drawn


def seat_names(scene: Mapping[str, Any], names: Sequence[str]) -> tuple[str, ...]:
    """A name for each seat: the one that is given, or else none."""
    given = ["" if name == "?" else name[:LONGEST_NAME] for name in names]
    return tuple(given[seat] if seat < len(given) else "" for seat in range(len(scene.get("players", ()))))


def composed(picture: Picture, scene: Mapping[str, Any], names: Sequence[str], mark: str | None) -> str:
    """The whole picture as one SVG document."""
    players = seat_names(scene, names)
    sheet = picture.sheet(scene)
    facts: dict[str, Facts] = {}
    for part in picture.parts(scene, players):
        facts.update(part.shows(scene))
    if mark:
        facts.update(picture.marks(scene, mark))
    said = picture.summary(scene, players)
    body = "".join(_panels(sheet, facts))
    signs = shapes.symbols(set(_SIGN.findall(body)))
    used = {name for names in _CLASS.findall(body + signs) for name in names.split()} | {"paper"}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="vp" viewBox="0 0 {sheet.width:g} {sheet.height:g}" '
        f'width="{sheet.width:g}" height="{sheet.height:g}" role="img" aria-labelledby="vp-t vp-d">',
        f'<title id="vp-t">{shapes.escaped(said.split(". ")[0])}</title>'
        f'<desc id="vp-d">{shapes.escaped(said)}</desc>',
        f"<style>{colours.style(used)}</style>",
        f"<defs>{signs}</defs>",
        f'<rect class="paper" width="{sheet.width:g}" height="{sheet.height:g}" rx="10"/>',
        f"{body}</svg>\n",
    ]
    return "".join(parts)


def _panels(sheet: Sheet, facts: dict[str, Facts]) -> Iterator[str]:
    """The panels with what their regions show."""
    for panel in sheet.panels:
        yield f'<g transform="translate({panel.x:g} {panel.y:g})">{panel.frame}'
        for region in panel.regions:
            if region.name in facts:
                drawn = fragment(facts[region.name])
                yield f'<g transform="translate({region.x:g} {region.y:g})">{drawn}</g>'
        yield "</g>"
