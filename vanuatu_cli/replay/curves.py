"""Curves of figures over a game as SVG: a line per seat, with its letter at the end."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from vanuatu.notation.boards.colours import CURVE
from vanuatu.notation.boards.shapes import text, title
from vanuatu.notation.codec import SEAT_LETTERS

LEFT, RIGHT = CURVE["left"], CURVE["right"]  # the plies are between them
TOP, FOOT = CURVE["top"], CURVE["foot"]
_APART: Final = 14.0  # letters at the end
_LINES: Final = 4


@dataclass(frozen=True)
class CurveMark:
    """A mark on the curve of a seat: the number of the ply, the glyph of the move, and a title."""

    ply: int
    seat: int
    glyph: str
    words: str


def curve_svg(figures: list[list[int]], unit: str, marks: Sequence[CurveMark] = ()) -> str:
    """Return an SVG drawing of figures by ply and seat."""
    low = min(0, min(min(row) for row in figures))
    high = max(1, max(max(row) for row in figures))
    parts = _scale(low, high, unit)
    ends: list[tuple[float, int]] = []
    for seat in range(len(figures[0])):
        column = [row[seat] for row in figures]
        points = _points(column, low, high)
        parts.append(f'<polyline class="curve c-{SEAT_LETTERS[seat]}" points="{points}"/>')
        ends.append((_y(column[-1], low, high), seat))
    room = FOOT + 6 - _APART * (len(ends) - 1)
    at = 0.0
    for place, (y, seat) in enumerate(sorted(ends)):
        at = max(min(y, room + _APART * place), at + _APART, TOP)
        parts.append(text(RIGHT + 6, round(at + 4, 1), SEAT_LETTERS[seat], 13, "ink w"))
    last = max(1, len(figures) - 1)
    for mark in marks:
        x = LEFT + (RIGHT - LEFT) * mark.ply / last
        y = _y(figures[mark.ply][mark.seat], low, high)
        dot = f'<circle class="blot c-{SEAT_LETTERS[mark.seat]}" cx="{x:.0f}" cy="{y:.0f}" r="3.5"/>'
        sign = text(round(x), round(y - 6 if y > TOP + 12 else y + 15), mark.glyph, 12, "ink w m")
        parts.append(f"<g>{title(mark.words)}{dot}{sign}</g>")
    return "".join(parts)


def _scale(low: int, high: int, unit: str) -> list[str]:
    """Return horizontal lines at round figures."""
    step = next(
        size for size in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, high) if (high - low) / size <= _LINES
    )
    parts = []
    for figure in range(-(-low // step) * step, high + 1, step):
        y = _y(figure, low, high)
        parts.append(f'<path class="line" d="M{LEFT:g} {y:.1f}H{RIGHT:g}"/>')
        parts.append(text(LEFT - 6, round(y + 4, 1), f"{figure}{unit}", 11, "dim e"))
    return parts


def _points(column: list[int], low: int, high: int) -> str:
    """Return the points of a step curve."""
    last = max(1, len(column) - 1)
    points = []
    before = None
    for at, figure in enumerate(column):
        if figure == before and at < len(column) - 1:
            continue
        x = LEFT + (RIGHT - LEFT) * at / last
        if before is not None and figure != before:
            points.append(f"{x:.0f},{_y(before, low, high):.0f}")
        points.append(f"{x:.0f},{_y(figure, low, high):.0f}")
        before = figure
    return " ".join(points)


def _y(figure: int, low: int, high: int) -> float:
    return FOOT - (FOOT - TOP) * (figure - low) / (high - low)
