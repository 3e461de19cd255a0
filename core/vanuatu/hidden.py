"""What is hidden: the rest tokens of a running round."""

from librt.vecs import vec
from mypy_extensions import i64

from core.rng import Rng
from core.vanuatu.board import count_bits, one
from core.vanuatu.layout import (
    RESTS,
    TAKEN,
)
from core.vanuatu.tables import (
    REST_TOKENS,
)


def redraw_rest_tokens(b: vec[i64], seat: i64, rng: Rng) -> None:
    """Draw the rest tokens of the others anew, in place, as far as the seat cannot know them.

    Who rested before the seat has one of the tokens that were gone by then, who rested later one of
    those that were left (ruling 13).
    """
    rests = b[RESTS]
    last = rests - 1
    while last >= 0 and b[TAKEN + last] >> 3 != seat:
        last -= 1
    free = _own_removed(b, seat)
    gone: i64 = 0
    i: i64 = 0
    while i < last:
        gone |= one(b[TAKEN + i] & 7) & free
        i += 1
    # Tokens that nobody here has seen are any of the others.
    missing = _others_before(b, seat, last) - count_bits(gone)
    while missing > 0:
        gone |= one(_pick(free & ~gone, rng))
        missing -= 1
    later = free & ~gone
    i = 0
    while i < rests:
        if b[TAKEN + i] >> 3 != seat:
            token = _pick(gone if i < last else later, rng)
            gone &= ~one(token)
            later &= ~one(token)
            b[TAKEN + i] = (b[TAKEN + i] & ~7) | token
        i += 1


def _own_removed(b: vec[i64], seat: i64) -> i64:
    """All tokens but those the seat holds itself."""
    free = one(REST_TOKENS) - 1
    i: i64 = 0
    while i < b[RESTS]:
        if b[TAKEN + i] >> 3 == seat:
            free &= ~one(b[TAKEN + i] & 7)
        i += 1
    return free


def _others_before(b: vec[i64], seat: i64, last: i64) -> i64:
    """How many tokens others had taken when the seat took its last one."""
    n: i64 = 0
    i: i64 = 0
    while i < last:
        if b[TAKEN + i] >> 3 != seat:
            n += 1
        i += 1
    return n


def _pick(bits: i64, rng: Rng) -> i64:
    """One of the members of a set, each with the same chance."""
    skip = rng.below(count_bits(bits))
    while skip > 0:
        bits &= bits - 1
        skip -= 1
    member: i64 = 0
    while (bits >> member) & 1 == 0:
        member += 1
    return member
