"""The one palette: all colours of pictures, pages and reports, light and dark, and the sizes of curves.

A class of the table is named after its meaning, never after a colour. Seats also differ by their letters. A
test checks that people with the common kinds of colour blindness can distinguish the colours.

- `style` returns the rules of the pictures: `<rect class="sea"/>`.
- `variables` returns all colours as CSS variables for the style sheet of a page: `color:var(--ink)`.
- `curves` returns the rules of lines, one for each seat: `<path class="curve c-t"/>`.
- `CURVE` has the margins of a curve, as JSON for the script of a page.
"""

from collections.abc import Collection, Iterator
from typing import Final

from vanuatu.notation.codec import SEAT_LETTERS

# Class: colour on a light ground, colour on a dark one.
FILLS: Final[dict[str, tuple[str, str]]] = {
    "paper": ("#fbf6ea", "#11181e"),
    "card": ("#fffdf7", "#19232b"),
    "ink": ("#2a2620", "#ece6d8"),
    "label": ("#454034", "#dcd6c6"),
    "dim": ("#655d50", "#b0a897"),
    "sea": ("#a8d2d6", "#22586a"),
    "deep": ("#3b727e", "#7fbccb"),
    "sand": ("#f3e6bd", "#5f532f"),
    "land": ("#c8d496", "#4a5634"),
    "pale": ("#e2d8a8", "#5a5530"),
    "coastland": ("#c7b98f", "#3a3a2c"),
    "sunk": ("#2f6173", "#0c1b24"),
    "wood": ("#8a6240", "#a5794f"),
    "hull": ("#c79a66", "#6b4a2c"),
    "hold": ("#fff4dc", "#2c1d10"),
    "kava": ("#82ae56", "#9acb6c"),
    "copra": ("#f6ecd2", "#f0e4c4"),
    "beef": ("#98392a", "#b04b38"),
    "fish": ("#2f6f8f", "#9fd6e6"),
    "gold": ("#d9a520", "#e8bb45"),
    "folk": ("#7a4a63", "#f0c9dc"),
    "coin": ("#c9962b", "#d9ab48"),
    "wave": ("#1b6078", "#8fdcec"),
    "dike": ("#5d4630", "#dcb78c"),
    "lit": ("#a84a06", "#f5b041"),  # the last move, the seat to move
    "fire": ("#b23a1e", "#e0633f"),
    "palm": ("#2f6a2c", "#8fc77f"),
    "shell": ("#d98a7a", "#f0b3a4"),
    "foam": ("#ffffff", "#dfeef0"),
    "p": ("#57207a", "#9350a2"),
    "t": ("#2bb8ae", "#2fcbc2"),
    "y": ("#f3cf3f", "#f3d557"),
    "o": ("#e26c32", "#e0733a"),
    "b": ("#2a68c4", "#4688f2"),
    "n": ("#746f63", "#57554f"),
}
# Letters on the colours of seats and goods.
LETTERS: Final[dict[str, tuple[str, str]]] = {
    "on-p": ("#ffffff", "#ffffff"),
    "on-t": ("#04201d", "#04201d"),
    "on-y": ("#2a2200", "#2a2200"),
    "on-o": ("#140700", "#1c0b00"),
    "on-b": ("#ffffff", "#06192b"),
    "on-n": ("#ffffff", "#f2efe8"),
    "on-kava": ("#10200a", "#10200a"),
    "on-copra": ("#40341a", "#40341a"),
    "on-beef": ("#ffffff", "#ffffff"),
    "on-foam": ("#2a2620", "#2a2620"),
    "on-gold": ("#2a1e00", "#2a1e00"),
    "on-sunk": ("#ffffff", "#ece6d8"),
    "on-hold": ("#33291c", "#f4ecda"),
}
STROKES: Final[dict[str, tuple[str, str]]] = {
    "line": ("#ddd2ba", "#32424e"),
    "faint": ("#918465", "#7d909d"),
    "reef": ("#c9776a", "#d59184"),
    "coast": ("#7fb3ba", "#34788a"),
    "beach": ("#d2ba7c", "#6d5f3f"),
    "spot": ("#56713a", "#a9c192"),
    "draw": ("#7a5a2a", "#f3e2b0"),
    "swell": ("#8cc0c6", "#3a7283"),
    "ripple": ("#cfe8ee", "#5fa3b5"),
    "edge": ("#33291c", "#f4ecda"),
    "glow": ("#a84a06", "#f5b041"),
    "halo": ("#fffdf7", "#11181e"),
}
# Pages alone: the current move, links, plots, and the line of each seat in a curve.
PAGE: Final[dict[str, tuple[str, str]]] = {
    "now": ("#f6e3bf", "#3d3622"),
    "link": ("#0b5d57", "#6fd3c9"),
    "hue0": ("#0072b2", "#4aa8e0"),
    "curve-p": ("#57207a", "#9c68ae"),
    "curve-t": ("#149a90", "#2fcbc2"),
    "curve-y": ("#a98600", "#f3d557"),
    "curve-o": ("#a2360a", "#ee7c3c"),
    "curve-b": ("#2257b8", "#4f8ef5"),
}
_DASHES: Final = {"t": "7 3", "o": "2 3", "b": "9 3 2 3"}  # of curves, beside their colours
# The margins of a curve around the box that has the values; a page draws it as large as there is room.
CURVE: Final = {"left": 40, "right": 18, "top": 10, "foot": 20}
_FONTS: Final = (
    'ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","DejaVu Sans",Arial,sans-serif'
)
# Rules for both light and dark mode: within the pictures, and within symbols, which are separate.
_RULES: Final = {
    "text": f"font-family:{_FONTS};font-variant-numeric:tabular-nums",
    "path": "stroke-linecap:round;stroke-linejoin:round",
    ".m": "text-anchor:middle",
    ".e": "text-anchor:end",
    ".w": "font-weight:700",
}
_SYMBOL_RULES: Final = {
    "shade": "fill:#000;fill-opacity:.18",
    "shine": "fill:#fff;fill-opacity:.35",
    "out": "stroke-width:1.2",
}
_OUTLINES: Final = {  # of filled shapes
    "card": STROKES["line"],
    "out": STROKES["edge"],
    "wall": FILLS["dike"],
    "tile": STROKES["swell"],
}
_DARK: Final = "@media screen and (prefers-color-scheme:dark)"
THEMES: Final = ("auto", "light", "dark")


def style(used: Collection[str] | None = None, key: str = "vp", theme: str = "auto") -> str:
    """Return the rules of the pictures, for content of elements of the class `key`.

    The classes within symbols begin with the key. `used` are the classes that need rules; all by default. The
    theme `auto` follows the reader's system.
    """
    same = [
        f".{key} {name}{{{rules}}}"
        for name, rules in _RULES.items()
        if used is None or name[0] != "." or name[1:] in used
    ]
    for name, rules in _SYMBOL_RULES.items():
        if places := _places(name, key, used):
            same.append(f"{places}{{{rules}}}")
    light, dark = ("".join(_rules(key, at, used)) for at in (0, 1))
    if theme == "auto":
        return f"{''.join(same)}{light}{_DARK}{{{dark}}}"
    return "".join(same) + (dark if theme == "dark" else light)


def _rules(key: str, at: int, used: Collection[str] | None) -> Iterator[str]:
    """Yield the classes with a colour, for light (0) or dark (1) mode."""
    for colours, what in (
        (FILLS | LETTERS, "fill:{}"),
        (STROKES, "stroke:{};fill:none"),
        (_OUTLINES, "stroke:{}"),
    ):
        for name, pair in colours.items():
            if places := _places(name, key, used):
                yield f"{places}{{{what.format(pair[at])}}}"


def _places(name: str, key: str, used: Collection[str] | None) -> str:
    """Return the selectors of a class, in the picture and within symbols, as far as they are used."""
    places = [f".{key} .{name}"] if used is None or name in used else []
    if used is None or f"{key}-{name}" in used:
        places.append(f".{key}-{name}")
    return ",".join(places)


def variables() -> str:
    """Return all colours as CSS variables (`--ink`, `--seat-p`, `--curve-p`, `--hue0`); print is light."""
    light, dark = (f":root{{{';'.join(_variables(at))}}}" for at in (0, 1))
    return f"{light}{_DARK}{{{dark}}}"


def _variables(at: int) -> Iterator[str]:
    """Yield the variables for light (0) or dark (1) mode."""
    for name, pair in (FILLS | LETTERS | STROKES | PAGE).items():
        yield f"--{'seat-' + name if len(name) == 1 else name}:{pair[at]}"


def curves() -> str:
    """Return the rules of the lines of seats on a page that has the variables."""
    lines = "".join(f".c-{letter}{{stroke:var(--curve-{letter})}}" for letter in SEAT_LETTERS)
    return lines + "".join(f".c-{letter}{{stroke-dasharray:{dash}}}" for letter, dash in _DASHES.items())
