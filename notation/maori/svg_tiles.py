"""Tiles of Maori: land up to the open sides, with palms, huts, shells, ships and leis on it."""

from typing import Final

from vanuatu.notation.boards.shapes import ISLE, sign, text, title

_SIDES: Final = {"r": (1, 0), "l": (-1, 0), "t": (0, -1), "b": (0, 1)}
_WORDS: Final = {"r": "right", "l": "left", "t": "top", "b": "bottom"}
_SIGNS: Final = (
    ("palm", "palms"),
    ("house", "huts"),
    ("cowrie", "shells"),
    ("canoe", "ships"),
    ("lei", "half a lei"),
)

_WIDEST: Final = 21.5  # of these symbols


def tile(
    label: str, shape: str, sides: str, symbols: tuple[int, ...], size: float, where: str, complete: bool
) -> str:
    """Return a tile of a size around (0, 0); land of an incomplete island is hatched."""
    half = size / 2
    parts = [title(_words(label, shape, sides, symbols, where, complete))]
    if shape in ("water", "volcano"):
        parts.append(f'<path class="sea tile" d="M{-half:g}{-half:g}h{size:g}v{size:g}h{-size:g}z"/>')
        fire = shape == "volcano"
        parts.append(
            sign("fire", 0, 2, "", size / 76) if fire else sign("swell", 0, half - 14, "", size / 90)
        )
    else:
        parts.append(sign(f"{'isle' if complete else 'part'}-{sides}", 0, 0, "", size / ISLE))
    parts.append(_symbols(symbols, size, shape, sides))
    return "".join([*parts, _label(label, half)])


def _symbols(symbols: tuple[int, ...], size: float, shape: str, sides: str) -> str:
    """Return the symbols in a row; half a lei is at the open side."""
    signs = [name for (name, _), count in zip(_SIGNS[:4], symbols[:4], strict=True) for _ in range(count)]
    scale = size / max(72, _WIDEST * len(signs) + 8)
    first = -_WIDEST * scale * (len(signs) - 1) / 2
    parts = [
        sign(name, round(first + _WIDEST * scale * at, 1), 0, "", scale) for at, name in enumerate(signs)
    ]
    if symbols[4] and sides:
        dx, dy = _SIDES[sides[0]]
        turn = {"r": 180, "l": 0, "t": 90, "b": 270}[sides[0]]
        scale = size / 88
        x, y = dx * (size / 2 - 15 * scale), dy * (size / 2 - 15 * scale)
        parts.append(
            f'<use href="#vp-lei" transform="translate({x:.4g} {y:.4g})rotate({turn})scale({scale:.3g})"/>'
        )
    return "".join(parts)


def _label(label: str, half: float) -> str:
    return text(-half + 4, -half + 13, label, 12, "label")


def _words(label: str, shape: str, sides: str, symbols: tuple[int, ...], where: str, complete: bool) -> str:
    """Return the tile in words."""
    lies = f", open to the {' and '.join(_WORDS[side] for side in sides)}" if sides else ""
    shows = "".join(
        f", {count} {word}" if word != "half a lei" else ", half a lei"
        for (_, word), count in zip(_SIGNS, symbols, strict=True)
        if count
    )
    return f"{where}: {label}, {shape}{lies}{shows}{'' if complete else ', not complete yet'}"


def empty(where: str, kind: str, size: float, ships: int) -> str:
    """Return a space without a tile: land, or water inside or outside the reef."""
    half = size / 2
    box = f'x="{-half:g}" y="{-half:g}" width="{size:g}" height="{size:g}"'
    if kind == "land":
        return title(f"{where}: the land of the board") + f'<rect class="coastland" {box}/>'
    if kind == "gone":
        return title(f"{where}: empty")
    inner = half - 3
    dots = f'x="{-inner:g}" y="{-inner:g}" width="{2 * inner:g}" height="{2 * inner:g}" rx="6"'
    role, within = ("reef", ", within the reef") if kind == "reef" else ("faint", "")
    parts = [
        title(f"{where}: empty{within}" + (f", {ships} printed ships" if ships else "")),
        f'<rect class="{role}" stroke-width="1.2" stroke-dasharray="3 4" {dots}/>',
    ]
    first = -9 * (ships - 1)
    parts += [sign("canoe", first + 18 * at, 0, "", 0.8) for at in range(ships)]
    return "".join(parts)
