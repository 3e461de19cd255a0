"""Money and tiles in hand. Tiles are packed by value, four bits each: n1 | n2 << 4 | n3 << 8."""

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.core.vanuatu.layout import Seat
from vanuatu.core.vanuatu.tables import Rule


def earn(b: vec[i64], base: i64, vatus: i64) -> None:
    """Give a seat vatus; ten vatus become five points at once. `base` is the seat's block."""
    total = b[base + Seat.VATUS] + vatus
    while total >= Rule.CONVERSION_VATUS:
        total -= Rule.CONVERSION_VATUS
        b[base + Seat.POINTS] += Rule.CONVERSION_POINTS
    b[base + Seat.VATUS] = total


def packed_tile(value: i64) -> i64:
    """Return one fish or treasure tile of a value in packed form."""
    unit: i64 = 1
    return unit << (4 * (value - 1))


def packed_value(holdings: i64) -> i64:
    """Return the sum of the values of packed tiles."""
    return (holdings & 15) + 2 * ((holdings >> 4) & 15) + 3 * (holdings >> 8)
