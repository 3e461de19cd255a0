"""Hidden information: the rest tokens of the current round."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from vanuatu.core.rng import Rng
from vanuatu.core.vanuatu import board
from vanuatu.core.vanuatu.layout import At
from vanuatu.core.vanuatu.tables import RestToken

_ALL_TOKENS: Final[i64] = (1 << RestToken.COUNT) - 1


def redraw_rest_tokens(b: vec[i64], seat: i64, rng: Rng, looking: bool = False) -> None:
    """Redraw in place the rest tokens of other seats that the seat cannot know.

    When the seat itself rests, it sees which tokens are gone, but not the seats that took them. After its
    last rest it sees nothing more (ruling 13). With `looking` the seat is resting now: it has seen the
    remaining tokens and has not yet taken one.
    """
    last = _last_look(b, seat, looking)
    free = _ALL_TOKENS & ~_tokens_of(b, 0, last)
    begin: i64 = 0
    i: i64 = 0
    while i <= last:
        if i == b[At.RESTS] or b[At.TAKEN + i] >> 3 == seat:
            free = _deal_seen(b, begin, i, free, rng)
            begin = i + 1
        i += 1
    _deal(b, begin, b[At.RESTS], free, rng)


def may_hold(b: vec[i64], seat: i64, looking: bool) -> vec[i64]:
    """Return, for each rest of the round, the set of tokens possible from the seat's point of view.

    `looking` is as in `redraw_rest_tokens`; seat -1 sees everything.
    """
    known = vec[i64]()
    last = _last_look(b, seat, looking)
    free = _ALL_TOKENS & ~_tokens_of(b, 0, last)
    begin: i64 = 0
    i: i64 = 0
    while i < b[At.RESTS]:
        if seat < 0 or b[At.TAKEN + i] >> 3 == seat:
            known = append(known, board.one(b[At.TAKEN + i] & 7))
            begin = i + 1
        elif i > last:
            known = append(known, free)
        else:
            end = i  # the next time that the seat sees the tokens
            while end < b[At.RESTS] and b[At.TAKEN + end] >> 3 != seat:
                end += 1
            known = append(known, _tokens_of(b, begin, end - 1))
        i += 1
    return known


def _last_look(b: vec[i64], seat: i64, looking: bool) -> i64:
    """Return the rest at which the seat last saw the tokens; the next one if it is looking, -1 for none."""
    last = b[At.RESTS]
    if not looking:
        last -= 1
        while last >= 0 and b[At.TAKEN + last] >> 3 != seat:
            last -= 1
    return last


def _tokens_of(b: vec[i64], begin: i64, last: i64) -> i64:
    """Return the set of tokens from these rests of the round, without unseen ones."""
    tokens: i64 = 0
    i = begin
    while i <= last and i < b[At.RESTS]:
        tokens |= board.one(b[At.TAKEN + i] & 7)
        i += 1
    return tokens & _ALL_TOKENS


def _deal_seen(b: vec[i64], begin: i64, end: i64, free: i64, rng: Rng) -> i64:
    """Deal the tokens of these rests anew among the seats that took them. Return the free tokens.

    An unseen token is any of the free ones.
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
    """Return a random member of a set, uniformly."""
    skip = rng.below(board.count_bits(bits))
    while skip > 0:
        bits &= bits - 1
        skip -= 1
    member: i64 = 0
    while (bits >> member) & 1 == 0:
        member += 1
    return member
