"""Colours as people see them: contrasts, and distances, with all cones and without one kind of them."""

from typing import Final

# What is seen of linear red, green and blue when one kind of cone is missing (Machado and others, 2009).
SIGHTS: Final = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no red cones": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green cones": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue cones": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
ALL_CONES: Final = "all cones"
_WHITE: Final = (0.95047, 1.0, 1.08883)


def linear(colour: str, sight: str = ALL_CONES) -> tuple[float, ...]:
    """Return linear red, green and blue of a colour such as #a8d2d6, as somebody sees it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    rows = SIGHTS[sight]
    return tuple(min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in rows)


def lab(colour: str, sight: str) -> tuple[float, float, float]:
    """Return the colour as somebody sees it, in CIELAB."""
    red, green, blue = linear(colour, sight)
    x = 0.4124 * red + 0.3576 * green + 0.1805 * blue
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = 0.0193 * red + 0.1192 * green + 0.9505 * blue
    parts = [part / white for part, white in zip((x, y, z), _WHITE, strict=True)]
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in parts)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: str, other: str, sight: str) -> float:
    """Return how far apart two colours are; a difference of 2 can just be seen side by side."""
    pairs = zip(lab(one, sight), lab(other, sight), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def contrast(one: str, other: str, sight: str = ALL_CONES) -> float:
    """Return the contrast of WCAG 2, from 1 to 21."""
    dark, light = sorted(_brightness(colour, sight) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def _brightness(colour: str, sight: str) -> float:
    red, green, blue = linear(colour, sight)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
