"""The colours of the pictures, by day and by night, in one table.

A class of the table stands for what is shown, never for a colour. Seats are told apart by their letters
too, and their colours by people with the common kinds of colour blindness: a test holds them apart.
"""

from typing import Final

# What: colour on a light ground, colour on a dark one.
FILLS: Final[dict[str, tuple[str, str]]] = {
    "paper": ("#fbf6ea", "#11181e"),
    "card": ("#fffdf7", "#19232b"),
    "ink": ("#2a2620", "#ece6d8"),
    "dim": ("#6b6355", "#a79f8e"),
    "sea": ("#a8d2d6", "#1d4c5a"),
    "deep": ("#6ba3ad", "#2f6c7d"),
    "sand": ("#f0e0b2", "#8d7b52"),
    "land": ("#a9cc94", "#4f7048"),
    "pale": ("#dfd3a0", "#6f6a3f"),
    "coastland": ("#c7b98f", "#3a3a2c"),
    "sunk": ("#5e95a6", "#12313d"),
    "wood": ("#8a6240", "#a5794f"),
    "kava": ("#6f9a4a", "#7fae57"),
    "copra": ("#f6ecd2", "#f0e4c4"),
    "beef": ("#b5533f", "#c8644e"),
    "fish": ("#2f6f8f", "#9fd6e6"),
    "gold": ("#d9a520", "#e8bb45"),
    "folk": ("#7a4a63", "#f0c9dc"),
    "coin": ("#c9962b", "#d9ab48"),
    "wave": ("#2a7f97", "#8fdcec"),
    "dike": ("#5d4630", "#c9a070"),
    "lit": ("#b45309", "#f5b041"),  # the last move, whose turn it is
    "fire": ("#b23a1e", "#e0633f"),
    "palm": ("#3f7a3a", "#8fc77f"),
    "shell": ("#d98a7a", "#f0b3a4"),
    "foam": ("#ffffff", "#dfeef0"),
    "p": ("#6d3292", "#a46bc9"),
    "t": ("#0c7a72", "#17958b"),
    "y": ("#f3cf3f", "#f3d557"),
    "o": ("#dd6a1f", "#e57a33"),
    "b": ("#5fa8e8", "#74b6ef"),
    "n": ("#8d8678", "#9b9588"),
}
# Letters upon those of the seats and of goods.
LETTERS: Final[dict[str, tuple[str, str]]] = {
    "on-p": ("#ffffff", "#150b1c"),
    "on-t": ("#ffffff", "#04201d"),
    "on-y": ("#2a2200", "#2a2200"),
    "on-o": ("#241000", "#241000"),
    "on-b": ("#06192b", "#06192b"),
    "on-n": ("#16130d", "#16130d"),
    "on-kava": ("#10200a", "#10200a"),
    "on-copra": ("#40341a", "#40341a"),
    "on-beef": ("#ffffff", "#1d0906"),
}
STROKES: Final[dict[str, tuple[str, str]]] = {
    "line": ("#ddd2ba", "#32424e"),
    "faint": ("#b9ad93", "#465a68"),
    "reef": ("#c9776a", "#d59184"),
    "coast": ("#7fb3ba", "#34788a"),
    "beach": ("#d2ba7c", "#6d5f3f"),
    "spot": ("#6b8f57", "#86a67b"),
    "draw": ("#7a5a2a", "#f3e2b0"),
    "swell": ("#8cc0c6", "#2a6171"),
    "ripple": ("#cfe8ee", "#5fa3b5"),
    "edge": ("#3b3428", "#0d1216"),
    "glow": ("#b45309", "#f5b041"),
    "halo": ("#fffdf7", "#11181e"),
}
PLAIN_RULES: Final = (
    '{s} text{{font-family:ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,'
    '"Helvetica Neue","DejaVu Sans",Arial,sans-serif;font-variant-numeric:tabular-nums}}'
    "{s} .m{{text-anchor:middle}}{s} .e{{text-anchor:end}}{s} .w{{font-weight:700}}"
    "{s} path{{stroke-linecap:round;stroke-linejoin:round}}"
    "{s} .wall{{stroke-linecap:round}}{s} .disc{{stroke-width:1.5}}{s} .gone{{fill-opacity:.45}}{s} .soft{{fill-opacity:.72}}{s} .hold{{fill:#000;fill-opacity:.25}}"
    "{s} .want{{fill:#fff}}{s} .tile{{stroke-width:1}}{s} .sail{{fill-opacity:.9}}{s} .card{{stroke-width:1}}.v-shade{{fill:#000;fill-opacity:.18}}.v-shine{{fill:#fff;fill-opacity:.35}}"
)


def style(scope: str = ".vp") -> str:
    """The rules of the pictures, for what is within elements of that class."""
    dark = "".join(_rules(scope, 1))
    return (
        PLAIN_RULES.format(s=scope)
        + "".join(_rules(scope, 0))
        + f"@media(prefers-color-scheme:dark){{{dark}}}"
    )


def _rules(scope: str, at: int) -> list[str]:
    rules = [f"{scope} .{name},.v-{name}{{fill:{pair[at]}}}" for name, pair in (FILLS | LETTERS).items()]
    rules += [f"{scope} .{name},.v-{name}{{stroke:{pair[at]};fill:none}}" for name, pair in STROKES.items()]
    rules.append(f"{scope} .card{{stroke:{STROKES['line'][at]}}}{scope} .disc{{stroke:{FILLS['card'][at]}}}")
    rules.append(f"{scope} .wall{{stroke:{FILLS['dike'][at]}}}{scope} .gone{{fill:{STROKES['spot'][at]}}}")
    rules.append(f"{scope} .tile{{stroke:{STROKES['swell'][at]}}}")
    rules.append(f"{scope} .sail{{stroke:{STROKES['line'][at]}}}")
    return rules
