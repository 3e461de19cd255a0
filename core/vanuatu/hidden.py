"""What is hidden: the rest tokens of a running round."""

from librt.vecs import vec
from mypy_extensions import i64

from core.rng import Rng
from core.vanuatu.board import count_bits, one, seat_base
from core.vanuatu.layout import (
    P_REST,
    P_RESTED,
    RESTS,
)
from core.vanuatu.tables import (
    REST_TOKENS,
)


def redraw_rest_tokens(b: vec[i64], players: i64, seat: i64, rng: Rng) -> None:
    """Draw the rest tokens of the others anew, in place, as far as the seat cannot know them.

    Who rested before the seat has one of the tokens that were gone by then, who rested later one of
    those that were left (ruling 13).
    """
    if b[RESTS] == 0:
        return
    base = seat_base(seat)
    before = b[base + P_RESTED]
    seen: i64 = 0
    gone: i64 = 0
    if before > 0:
        seen = one(b[base + P_REST])
        gone = _tokens_gone(b, players, before)
    free = ((1 << REST_TOKENS) - 1) & ~seen
    # The tokens gone before the seat rested, and others for those that nobody has seen.
    i: i64 = 0
    while before > 0 and i < before - 1 - count_bits(gone):
        gone |= one(_pick(free & ~gone, rng))
    later = free & ~gone
    i = 0
    while i < players:
        at = seat_base(i)
        if i != seat and b[at + P_REST] >= 0:
            token = _pick(gone if b[at + P_RESTED] < before else later, rng)
            gone &= ~one(token)
            later &= ~one(token)
            b[at + P_REST] = token
        i += 1


def _tokens_gone(b: vec[i64], players: i64, before: i64) -> i64:
    """The tokens known to have been taken by those who rested earlier, a bit each."""
    gone: i64 = 0
    seat: i64 = 0
    while seat < players:
        base = seat_base(seat)
        token = b[base + P_REST]
        if 0 <= token < REST_TOKENS and b[base + P_RESTED] < before:
            gone |= one(token)
        seat += 1
    return gone


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
