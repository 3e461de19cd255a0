"""The symbols of the pictures, and text in them.

Each symbol is defined once in a picture (`symbols`) and used by its name. It is drawn around (0, 0). A shape
without a class takes the colour of the element that uses it.
"""

import re
from collections.abc import Collection
from functools import partial
from typing import Final

_SIGNS: Final[dict[str, str]] = {
    # A roof of leaves in the owner's colour on a wooden house.
    "hut": '<path class="wood out" d="M-10 3h20v11h-20z"/><path class="shade" d="M-3 6h6v8h-6z"/>'
    '<path class="out" d="M-14 5Q-9-9 0-14 9-9 14 5 0 1-14 5z"/>',
    "site": '<path class="spot" stroke-width="1.5" stroke-dasharray="3 2.5" d="M-10 14V3L0-11 10 3V14z"/>',
    # A canoe with its outrigger, the sail in the owner's colour.
    "boat": '<path class="out" d="M-9 5Q-13-10-2-18 11-10 10 5 0 2-9 5z"/>'
    '<path class="wood out" d="M-15 7Q0 12 15 7 11 15 0 15-11 15-15 7z"/>',
    "cube": '<path class="out" d="M-9-4-5-9H9V5L5 9H-9z"/><path class="shine" d="M-9-4-5-9H9L5-4z"/>'
    '<path class="shade" d="M5-4 9-9V5L5 9z"/>',
    "room": '<path class="spot" stroke-width="1.3" stroke-dasharray="2.5 2.5" d="M-8-6H6V8H-8z"/>',
    "fish": '<path class="fish out" d="M-13 0Q-5-9 5-2L12-7Q10 0 12 7L5 2Q-5 9-13 0z"/>'
    '<circle class="foam" cx="-7" cy="-1" r="1.5"/>',
    "gem": '<path class="gold out" d="M-6-8h12l5 6L0 10-11-2z"/>'
    '<path class="shine" d="M-6-8h12l-2 6h-8zM-11-2h7L0 10z"/>',
    "folk": '<circle cx="0" cy="-6" r="4"/><path d="M-6 9Q-7-2 0-2 7-2 6 9z"/>',
    # A drawing in the sand: one closed line.
    "drawing": '<path class="draw" stroke-width="1.7" d="M0 0C-4-13 13-10 0 0 13-4 10 13 0 0 4 13-13 10 0 '
    '0-13 4-10-13 0 0z"/>',
    "blank": '<circle class="spot" r="8" stroke-width="1.3" stroke-dasharray="2.5 3"/>',
    "wave": '<path d="M-8 2Q-5-5 0-1 4 2 8-3 6 6 0 4-5 2-8 2z"/>',
    "dike": '<path class="dike" d="M-9 5V-2H-4V-6H4V-2H9V5z"/>',
    "swell": '<path class="swell" stroke-width="2" d="M-34 0q6-5 12 0t12 0M14 8q6-5 12 0t12 0M-8-14q5-4 10 '
    '0t10 0"/>',
    "coin": '<circle class="coin out" r="8"/><circle class="shine" r="5.5"/>'
    '<path class="shade" d="M-1.2-4h2.4v8h-2.4z"/>',
    "point": '<path class="gold out" '
    'd="M0-9 2.6-3.2 9-2.6 4.2 1.7 5.6 8 0 4.7-5.6 8-4.2 1.7-9-2.6-2.6-3.2z"/>',
    "moon": '<path class="gold out" d="M3-8A8 8 0 1 0 8 4 7 7 0 0 1 3-8z"/>',
    # The first player's mark is a plate with 1st on it; the crown is the winner's.
    "first": '<rect class="gold out" x="-15" y="-9" width="30" height="18" rx="4"/>',
    "crown": '<path class="gold out" d="M-11 8V-6L-5 1 0-9 5 1 11-6V8z"/>',
    "turn": '<path class="lit" d="M-5-7 7 0-5 7z"/>',
    "palm": '<path class="wood" d="M-1.5 9Q-.5 2-1-3H1Q1 3 2.5 9z"/>'
    '<path class="palm" d="M0-3Q-5-9-10-3-6-5 0-3-8-3-8 4-5-1 0-3 '
    '5-9 10-3 6-5 0-3 8-3 8 4 5-1 0-3-1-10 4-10 1-8 0-3z"/>',
    "cowrie": '<path class="shell out" d="M0-8Q9-7 8 2 6 9 0 8-6 9-8 2-9-7 0-8z"/>'
    '<path class="shade" d="M-1-6h2v12h-2z"/>',
    "canoe": '<path class="foam out" d="M-1-9Q9-5 8 3H-1z"/>'
    '<path class="wood out" d="M-10 4H10Q8 10 0 10-8 10-10 4z"/><path class="wood" d="M-2-10h1.6V4H-2z"/>',
    "house": '<path class="wood out" d="M-6 1H6V9H-6z"/><path class="dike out" d="M-9 2 0-9 9 2z"/>',
    "lei": '<g class="out"><circle class="shell" cy="-6" r="3"/><circle class="gold" cx="4" cy="-1" r="3"/>'
    '<circle class="shell" cx="3" cy="5" r="3"/><circle class="gold" cx="-4" cy="-2" r="3"/></g>',
    "fire": '<path class="wood out" d="M-22 18-8-8H8L22 18z"/><path class="fire" d="M-8-8H8L4 2 0-3-3 6z"/>'
    '<path class="dim" d="M-2-11Q-7-16-1-19 6-24 4-16 7-12 2-11z"/>',
    "ship": '<path class="foam out" d="M-2-20Q18-12 14 4H-2z"/>'
    '<path class="wood out" d="M-20 6H20Q17 17 0 17-17 17-20 6z"/>'
    '<path class="wood" d="M-4-22h2.4V6H-4z"/>',
}
_CLASSES: Final = re.compile('class="([^"]*)"')
_ESCAPES: Final = {
    ord("&"): "&amp;",
    ord("<"): "&lt;",
    ord(">"): "&gt;",
    ord('"'): "&quot;",
    ord("'"): "&#39;",
}
# Characters that are forbidden in XML, invisible, or change the direction of the following text.
_UNSEEN: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff\ufffe\uffff]"
)


# A tile with land that continues at some sides (right, left, top, bottom); `part-…` is hatched: its island is
# not complete.
ISLE: Final = 60
_ISLES: Final = ("", "r", "l", "t", "b", "rl", "tb")
_BEACH, _GRASS = 22, 17  # half the width of a bridge, and the radius of the middle


def _isle(sides: str, complete: bool) -> str:
    """Return a sea tile; on it a beach and land, each a round middle and a bridge to each open side."""
    half = ISLE // 2
    parts = [f'<path class="sea tile" d="M-{half}-{half}h{ISLE}v{ISLE}h-{ISLE}z"/>']
    for radius, role in ((_BEACH, "sand"), (_GRASS, "land" if complete else "pale")):
        bridges = {
            "r": f"M0-{radius}h{half}v{2 * radius}h-{half}z",
            "l": f"M-{half}-{radius}h{half}v{2 * radius}h-{half}z",
            "t": f"M-{radius}-{half}h{2 * radius}v{half}h-{2 * radius}z",
            "b": f"M-{radius} 0h{2 * radius}v{half}h-{2 * radius}z",
        }
        round = f"M-{radius} 0a{radius} {radius} 0 1 1 {2 * radius} 0a{radius} {radius} 0 1 1-{2 * radius} 0z"
        parts.append(f'<path class="{role}" d="{round}{"".join(bridges[side] for side in sides)}"/>')
    if not complete:
        parts.append(f'<path class="spot" stroke-width="1.3" d="{_hatching(sides)}"/>')
    return "".join(parts)


def _hatching(sides: str) -> str:
    """Return slanted lines over the land of a tile, as the data of a path; the label's corner stays free."""
    half, parts = ISLE // 2, []
    for sum_ in range(-2 * half + 4, 2 * half, 9):
        begun: tuple[int, int] | None = None
        for x in range(-half, half + 2):
            y = sum_ - x
            if _is_land(x, y, sides):
                begun = begun or (x, y)
            elif begun:
                parts.append(f"M{begun[0]} {begun[1]}L{x - 1} {y + 1}")
                begun = None
    return "".join(parts)


def _is_land(x: int, y: int, sides: str) -> bool:
    """Return whether there is land at a place that may be hatched."""
    half, wide = ISLE // 2, _GRASS - 1
    if max(abs(x), abs(y)) > half or (x < 2 and y < -14):
        return False
    along = {"r": x, "l": -x, "t": -y, "b": y}
    across = {"r": y, "l": y, "t": x, "b": x}
    return x * x + y * y < wide * wide or any(
        along[side] >= 0 and abs(across[side]) <= wide for side in sides
    )


_SIGNS.update({f"isle-{sides}": _isle(sides, True) for sides in _ISLES})
_SIGNS.update({f"part-{sides}": _isle(sides, False) for sides in _ISLES})


def symbols(names: Collection[str] = tuple(_SIGNS), key: str = "vp") -> str:
    """Return the symbols with these names, for use in the same document.

    A symbol is drawn apart from the elements around its use, so its classes get a prefix instead. The key
    keeps the names of several pictures in one document apart.
    """
    return "".join(
        f'<g id="{key}-{name}">{_CLASSES.sub(partial(_prefixed, key), drawn)}</g>'
        for name, drawn in _SIGNS.items()
        if name in names
    )


def _prefixed(key: str, match: re.Match[str]) -> str:
    return 'class="' + " ".join(f"{key}-{name}" for name in match[1].split()) + '"'


def visible(text: str) -> str:
    """Return the text with a visible sign for each character that is invisible or changes direction."""
    return _UNSEEN.sub("\ufffd", text)


def escaped(text: str) -> str:
    """Escape foreign text for XML or HTML, or for the value of an attribute."""
    return visible(text).translate(_ESCAPES)


def title(text: str) -> str:
    """Return the description of a region, in words."""
    return f"<title>{escaped(text)}</title>"


def sign(name: str, x: float, y: float, classes: str = "", scale: float = 1) -> str:
    """Return a symbol around (x, y)."""
    of = f' class="{classes}"' if classes else ""
    if scale == 1:
        return f'<use href="#vp-{name}" x="{x:g}" y="{y:g}"{of}/>'
    return f'<use href="#vp-{name}" transform="translate({x:.4g} {y:.4g})scale({scale:.3g})"{of}/>'


def text(x: float, y: float, words: str, size: float, classes: str = "ink") -> str:
    """Return text at (x, y), if any; class `m` centres it, `e` ends it there, `w` makes it bold.

    Letters on a symbol of a colour of their own have the class `tag`: a small screen can leave them out.
    """
    if not words:
        return ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" class="{classes}">{escaped(words)}</text>'


def row(name: str, count: int, x: float, y: float, step: float, classes: str = "") -> str:
    """Return a symbol several times, side by side, around x."""
    first = x - step * (count - 1) / 2
    return "".join([sign(name, first + step * at, y, classes) for at in range(count)])


def card(width: float, height: float) -> str:
    """Return the ground of a panel."""
    return f'<rect class="card" width="{width:g}" height="{height:g}" rx="8"/>'


def chip(letter: str, x: float, y: float, size: float = 30) -> str:
    """Return the letter of a seat on a square of its colour."""
    box = f'width="{size:g}" height="{size:g}" rx="{size / 5:g}"'
    place = f'x="{x:g}" y="{y:g}" ' if x or y else ""
    words = text(x + size / 2, round(y + 0.717 * size, 1), letter, round(0.64 * size), f"on-{letter} m w")
    return f'<rect class="{letter} out" stroke-width="1" {place}{box}/>{words}'


def first_mark(x: float, y: float) -> str:
    """Return the mark of the first player."""
    return sign("first", x, y) + text(x, y + 5, "1st", 13, "on-gold m w")


def signed(number: int) -> str:
    """Return a number with a minus sign, not a hyphen, if it is negative."""
    return f"{number}".replace("-", "−")


def figures(number: int, size: float) -> float:
    """Return the width of a number in bold type, rounded up."""
    return 0.71 * size * len(str(number))


def ring(x: float, y: float, width: float, height: float) -> str:
    """Return a mark around a place."""
    box = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="7"'
    return f'<rect class="halo" stroke-width="5" {box}/><rect class="glow" stroke-width="2.5" {box}/>'


def cut(words: str, room: float, size: float) -> str:
    """Shorten the words to the available width, by the average width of letters; … for the rest."""
    most = max(1, int(room / (size * 0.68)))
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"
