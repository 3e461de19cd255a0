"""The contrasts of the pictures: which colours meet there, the table of docs/lab/contrasts.md, and its page.

`python -m tests.support.contrasts` writes the page.
"""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Final

from tests.support.colour_vision import SIGHTS, contrast, distance
from vanuatu.notation.boards.colours import FILLS, LETTERS, PAGE, STROKES
from vanuatu.notation.codec import SEAT_LETTERS

PAGE_FILE: Final = Path(__file__).parents[2] / "docs" / "lab" / "contrasts.md"
TEXT: Final = 4.5  # what the accessibility guidelines want of text,
SHAPE: Final = 3.0  # and of shapes that carry a meaning
APART: Final = 20.0  # distance in CIELAB

# Words: the ground, and the colours of text on it.
TEXTS: Final = {
    "paper": ("ink", "dim", "lit"),
    "card": ("ink", "dim", "lit", "link"),
    "now": ("ink", "link"),
    "sea": ("ink", "label"),
    "land": ("ink", "label"),
    "pale": ("ink", "label"),
    "sand": ("ink", "label"),
    "sunk": ("on-sunk",),
    "hold": ("on-hold",),
    **{name.removeprefix("on-"): (name,) for name in LETTERS if name[3:] not in ("sunk", "hold")},
}
# Shapes: the ground, and the colours of lines and fills on it that must be seen. What has an outline of
# `edge` is seen by the outline, whatever its fill: huts, boats, cubes, jewels, fish, markers, shells.
SHAPES: Final = {
    "card": (
        "edge",
        "lit",
        "glow",
        "faint",
        "reef",
        "wave",
        "dike",
        "folk",
        *(f"curve-{letter}" for letter in SEAT_LETTERS),
    ),
    "paper": ("glow",),
    "sea": ("edge", "deep", "dike"),
    "land": ("edge", "spot", "folk", "draw", "wave", "palm"),
    "pale": ("edge", "spot", "folk", "palm"),
    "sand": ("edge", "folk"),
    "sunk": ("on-sunk",),
    "hull": ("edge",),
    "halo": ("glow",),
}
# What is told apart by its colour too, beside a letter, a shape or a place.
GROUPS: Final = {
    "seats and neutral markers": (*SEAT_LETTERS, "n"),
    "goods": ("kava", "copra", "beef"),
    "fish and jewels": ("fish", "gold"),
    "sea, land, submerged": ("sea", "land", "sunk"),
    "curves": tuple(f"curve-{letter}" for letter in SEAT_LETTERS),
}
COLOURS: Final = FILLS | LETTERS | STROKES | PAGE
MODES: Final = ("light", "dark")


def pairs(table: dict[str, tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    """Yield every colour with its ground."""
    for ground, names in table.items():
        for name in names:
            yield name, ground


def found(name: str, ground: str, mode: int) -> list[float]:
    """Return the contrast of two colours for each kind of sight."""
    return [contrast(COLOURS[name][mode], COLOURS[ground][mode], sight) for sight in SIGHTS]


def nearest(names: tuple[str, ...], mode: int, sight: str) -> tuple[float, str, str]:
    """Return the smallest distance within a group, and the two colours."""
    return min(
        (distance(COLOURS[one][mode], COLOURS[other][mode], sight), one, other)
        for one, other in combinations(names, 2)
    )


INTRODUCTION: Final = """\
# Contrasts of the pictures

For readers who want to know whether the colours of the pictures can be seen. After this page you know the
contrast of every colour with its ground.

The figures are computed from the palette (`notation/boards/colours.py`) by
`python -m tests.support.contrasts`. A test compares this page. A contrast is that of WCAG 2. Text needs 4.5,
and shapes that carry a meaning need 3. Each cell has the contrast with all cones and, after the slash, the
lowest one of people who lack one kind of cones (red, green or blue; the model of Machado and others, 2009).

Huts, boats, cubes, jewels, fish, markers and shells have an outline, `edge`. So their contrast is that of the
outline, whatever they are filled with. Waves on water, beaches and the lines of cards are only decoration.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([INTRODUCTION, *_lines()]) + "\n"


def _lines() -> Iterator[str]:
    for title, table, wanted in (("Text", TEXTS, TEXT), ("Shapes", SHAPES, SHAPE)):
        yield f"## {title}: at least {wanted:g}\n"
        yield "| colour | on | light | dark |\n| --- | --- | --- | --- |"
        for name, ground in pairs(table):
            cells = []
            for mode in (0, 1):
                best, *others = found(name, ground, mode)
                cells.append(f"{best:.1f} / {min(others):.1f}")
            yield f"| `{name}` | `{ground}` | {cells[0]} | {cells[1]} |"
        yield ""
    yield f"## Told apart: distances of at least {APART:g}\n"
    yield (
        "Distances in CIELAB of the two colours of a group that are nearest to each other. A distance of 2\n"
        "can just be seen side by side. All of these also differ by a letter, a shape or a dash pattern.\n"
    )
    yield f"| group | mode | {' | '.join(SIGHTS)} |\n| --- | --- |{' --- |' * len(SIGHTS)}"
    for what, names in GROUPS.items():
        for mode, word in enumerate(MODES):
            cells = []
            for sight in SIGHTS:
                far, one, other = nearest(names, mode, sight)
                cells.append(f"{far:.0f} (`{one}`, `{other}`)")
            yield f"| {what} | {word} | {' | '.join(cells)} |"


if __name__ == "__main__":
    PAGE_FILE.write_text(page(), encoding="utf-8")
