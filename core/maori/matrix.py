"""The matrix of sixteen tiles, and the explorer ship that goes around it."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from vanuatu.core.maori.layout import At, Rule, Seat
from vanuatu.core.maori.tables import Shape
from vanuatu.core.maori.tiles import TileTable


def _lines() -> vec[i64]:
    """Return for each of the 16 places the four matrix cells in its line, the nearest first."""
    lines = vec[i64]()
    for place in range(16):
        side, i = divmod(place, 4)
        for depth in range(4):
            # Clockwise: the north side goes right, the east side down, the south side left, the west up.
            row, column = [(depth, i), (i, 3 - depth), (3 - depth, 3 - i), (3 - i, depth)][side]
            lines = append(lines, i64(row * 4 + column))
    return lines


LINES: Final = _lines()


def steps_to(b: vec[i64], place: i64) -> i64:
    """Return the ship's steps to a place, at least one: a full circle is sixteen (rulings 1 and 2)."""
    return ((place - b[At.EXPLORER] - 1) & (Rule.PLACES - 1)) + 1


def voyage_price(b: vec[i64], base: i64, steps: i64) -> i64:
    """Return the price of the steps in shells: one step is free, and one more for each ship of the seat."""
    free = b[base + Seat.SHIPS]
    if free < 1:
        free = 1
    if steps > free:
        return steps - free
    return 0


def farthest(b: vec[i64], base: i64) -> i64:
    """Return how many steps the seat can pay for."""
    free = b[base + Seat.SHIPS]
    if free < 1:
        free = 1
    steps = free + b[base + Seat.SHELLS]
    return steps if steps < Rule.PLACES else Rule.PLACES


def nth_cell(b: vec[i64], n: i64) -> i64:
    """Return the matrix cell of the n-th tile from the ship, without empty cells; -1 if there is none."""
    at = b[At.EXPLORER] * 4
    end = at + 4
    while at < end:
        cell = LINES[at]
        if b[At.CELL + cell] >= 0:
            n -= 1
            if n == 0:
                return cell
        at += 1
    return -1


def kinds_in_reach(b: vec[i64], tiles: TileTable, shells: i64) -> i64:
    """Return the kinds of the tiles for at most `shells` shells: each plus 1, the nearest lowest, 8 bits
    each.

    A tile passed over costs a shell, an empty cell nothing, and a volcano ends the line (ruling 3).
    """
    at = b[At.EXPLORER] * 4
    end = at + 4
    kinds: i64 = 0
    shift: i64 = 0
    while at < end and shells >= 0:
        kind = b[At.CELL + LINES[at]]
        if kind >= 0:
            if tiles.shape[kind] == Shape.VOLCANO:
                break
            kinds |= (kind + 1) << shift
            shift += 8
            shells -= 1
        at += 1
    return kinds
