"""A small random generator with the same numbers on every machine, compiled or interpreted."""

from typing import Final, final

from mypy_extensions import i64

from vanuatu.core import seeds

_MULTIPLIER: Final[i64] = 1791398085
_LOW: Final[i64] = 0xFFFFFFFF

MOST_SEED: Final = 2**53 - 1  # an integer of this size survives every JSON reader


@final
class Rng:
    """Multiply-with-carry with base 2**32. All values fit in 63 bits, so i64 and int agree."""

    def __init__(self, seed: int) -> None:
        self.state: i64 = seeds.first_state(seed)

    def __repr__(self) -> str:
        return f"<Rng at {self.state}>"

    def bits(self) -> i64:
        """Return 32 random bits."""
        state = self.state
        low = state & _LOW
        carry = state >> 32
        self.state = low * _MULTIPLIER + carry
        return low ^ carry

    def below(self, n: i64) -> i64:
        """Return a number from 0 to n - 1; n is at least 1 and below 2**31."""
        return (self.bits() * n) >> 32

    def unit(self) -> float:
        """Return a number from 0 up to but not including 1."""
        return float(self.bits()) / 4294967296.0

    def fork(self) -> "Rng":
        """Return another generator, seeded from this one."""
        return Rng(seeds.joined(int(self.bits()), int(self.bits())))


def state_at(base: i64, place: i64) -> i64:
    """Return the generator state for one place in a game, independent of earlier draws.

    `base` is the state of a freshly seeded generator. All values fit in 63 bits.
    """
    low = (base ^ place * 0x9E3779B1) & _LOW
    low = ((low ^ (low >> 15)) * 0x2C1B3C6D) & _LOW
    low = ((low ^ (low >> 12)) * 0x297A2D39) & _LOW
    return (base & ~_LOW) | (low ^ (low >> 15)) | 1
