"""What is hidden: the rest tokens of a running round."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from core.rng import Rng
from core.vanuatu import At, RestToken, board

_ALL_TOKENS: Final[i64] = (1 << RestToken.COUNT) - 1


def redraw_rest_tokens(b: vec[i64], seat: i64, rng: Rng) -> None:
    """Draw the rest tokens of the others anew, in place, as far as the seat cannot know them.

    Whenever the seat itself rested it saw which tokens were gone, though not who had taken which;
    after its last rest it has seen nothing more (ruling 13).
    """
    seen: i64 = 0
    last = b[At.RESTS] - 1
    while last >= 0 and b[At.TAKEN + last] >> 3 != seat:
        last -= 1
    i: i64 = 0
    while i <= last:
        seen |= board.one(b[At.TAKEN + i] & 7)
        i += 1
    free = _ALL_TOKENS & ~seen
    begin: i64 = 0
    i = 0
    while i <= last:
        if b[At.TAKEN + i] >> 3 == seat:
            free = _deal_seen(b, begin, i, free, rng)
            begin = i + 1
        i += 1
    _deal(b, begin, b[At.RESTS], free, rng)


def _deal_seen(b: vec[i64], begin: i64, end: i64, free: i64, rng: Rng) -> i64:
    """Deal the tokens of these rests anew among those who took them; what stays free.

    A token that nobody here has seen is any of the free ones.
    """
    pool: i64 = 0
    i = begin
    while i < end:
        pool |= board.one(b[At.TAKEN + i] & 7) & _ALL_TOKENS
        i += 1
    while board.count_bits(pool) < end - begin:
        unseen = board.one(_pick(free, rng))
        pool |= unseen
        free &= ~unseen
    _deal(b, begin, end, pool, rng)
    return free


def _deal(b: vec[i64], begin: i64, end: i64, pool: i64, rng: Rng) -> None:
    i = begin
    while i < end:
        token = _pick(pool, rng)
        pool &= ~board.one(token)
        b[At.TAKEN + i] = (b[At.TAKEN + i] & ~7) | token
        i += 1


def _pick(bits: i64, rng: Rng) -> i64:
    """One of the members of a set, each with the same chance."""
    skip = rng.below(board.count_bits(bits))
    while skip > 0:
        bits &= bits - 1
        skip -= 1
    member: i64 = 0
    while (bits >> member) & 1 == 0:
        member += 1
    return member
