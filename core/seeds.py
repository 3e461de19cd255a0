"""Arithmetic of seeds with integers above 62 bits.

This module is never compiled. In compiled code, a signal during such arithmetic ends the process, because
mypyc takes every failure of a large product for missing memory.
"""


def first_state(seed: int) -> int:
    """Return the first state of a generator with this seed; it fits in 63 bits."""
    mixed = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) % 2**64
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) % 2**64
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) % 2**64
    return mixed % (1791398085 * 2**32 - 2) + 1


def joined(high: int, low: int) -> int:
    """Return the seed whose upper and lower 32 bits these are."""
    return high * 2**32 + low


def at_ply(seed: int, ply: int, part: int) -> int:
    """Return the seed of one part of a decision, from the seed of a bot."""
    return seed * 1_000_003 + ply * 64 + part
