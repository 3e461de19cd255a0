"""An outlook: a seat's state after some of its planned actions, as one number.

It holds only the data that the planning rule needs. From the lowest bit on:

    bonus     1 bit     1 while the character's bonus is unused
    hut       3 bits    the island just built on + 1; 0 if none was
    treasure  12 bits   tiles in hand, packed as in `purse`
    fish      12 bits   the same
    points    2 bits    for the Beggar's exchange; at most three
    vatus     4 bits    ten and more have become points
    boat      5 bits    the cell
    left      8 bits    the planned actions not yet performed, a bit each; a rest never matters

These are 47 bits. `SeenOutlooks` writes the number of a search above them.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from vanuatu.core.vanuatu import purse

_BONUS: Final[i64] = 1
_HUT: Final[i64] = 1  # from here on: the start of each part
_TREASURE: Final[i64] = 4
_FISH: Final[i64] = 16
_POINTS: Final[i64] = 28
_VATUS: Final[i64] = 30
_BOAT: Final[i64] = 34
_LEFT: Final[i64] = 39
_SEARCH: Final[i64] = 47

# A shifted 1 would be a 32-bit C int in compiled code; this one is a long.
_FIRST_LEFT: Final[i64] = 1 << _LEFT

_ACTIONS: Final[i64] = 0xFF
_TILES: Final[i64] = 0xFFF
_PURSE: Final[i64] = 0x3F << _POINTS  # vatus and points, which are adjacent


def begin(left: i64, boat: i64, vatus: i64, points: i64, fish: i64, treasure: i64, bonus: bool) -> i64:
    """Return an outlook without a new hut."""
    now = (left & _ACTIONS) << _LEFT | boat << _BOAT | vatus << _VATUS | points << _POINTS
    now |= fish << _FISH | treasure << _TREASURE
    if bonus:
        now |= _BONUS
    return now


def left(now: i64) -> i64:
    return now >> _LEFT


def boat(now: i64) -> i64:
    return (now >> _BOAT) & 31


def vatus(now: i64) -> i64:
    return (now >> _VATUS) & 15


def points(now: i64) -> i64:
    return (now >> _POINTS) & 3


def fish(now: i64) -> i64:
    return (now >> _FISH) & _TILES


def treasure(now: i64) -> i64:
    return (now >> _TREASURE) & _TILES


def hut(now: i64) -> i64:
    """Return the island just built on, or -1."""
    return ((now >> _HUT) & 7) - 1


def has_bonus(now: i64) -> bool:
    return now & _BONUS != 0


def done(now: i64, action: i64) -> i64:
    """Return the outlook with a planned action done."""
    return now & ~(_FIRST_LEFT << action)


def claimed(now: i64) -> i64:
    """Return the outlook with the bonus used."""
    return now & ~_BONUS


def paid(now: i64, price: i64) -> i64:
    return now - (price << _VATUS)


def with_purse(now: i64, vatus: i64, points: i64) -> i64:
    return (now & ~_PURSE) | vatus << _VATUS | points << _POINTS


def sailed(now: i64, cell: i64) -> i64:
    return now + ((cell - boat(now)) << _BOAT)


def built(now: i64, island: i64) -> i64:
    """Return the outlook with a hut on an island; no seat builds twice."""
    return now | (island + 1) << _HUT


def caught(now: i64, value: i64) -> i64:
    return now + (purse.packed_tile(value) << _FISH)


def all_fish_sold(now: i64) -> i64:
    return now & ~(_TILES << _FISH)


def found(now: i64, value: i64) -> i64:
    return now + (purse.packed_tile(value) << _TREASURE)


def treasure_sold(now: i64, value: i64) -> i64:
    return now - (purse.packed_tile(value) << _TREASURE)


_FIRST_SLOTS: Final[i64] = 32
_SPREAD: Final[i64] = 0x9E3779B1
_NOW: Final[i64] = (1 << _SEARCH) - 1
_LOW: Final[i64] = 0x3FFFFFFF  # few enough bits that a product with _SPREAD stays below 63


@mypyc_attr(free_list_len=1, acyclic=True)
@final
class SeenOutlooks:
    """The set of outlooks met in a search: a hash table with open addressing, where 0 is a free slot.

    Each search uses a new number, so the table needs no clearing.
    """

    def __init__(self) -> None:
        self.search: i64 = 0
        self.noted: i64 = 0
        self.slots = vec[i64]()

    def begin(self) -> None:
        """Start a new search: forget all outlooks."""
        self.search += 1

    def is_new(self, now: i64) -> bool:
        """Add an outlook. Return whether it is new."""
        key = self.search << _SEARCH | now
        if 4 * self.noted >= 3 * len(self.slots):
            self._grow()
        slots = self.slots
        last = len(slots) - 1
        slot = _scattered(key) & last
        while slots[slot] != 0:
            if slots[slot] == key:
                return False
            slot = (slot + 1) & last
        slots[slot] = key
        self.noted += 1
        return True

    def _grow(self) -> None:
        """Grow to four times the slots; keep the outlooks of this search."""
        old = self.slots
        size = _FIRST_SLOTS
        if len(old) > 0:
            size = 4 * len(old)
        self.slots = vec[i64]([0] * int(size))
        self.noted = 0
        i: i64 = 0
        while i < len(old):
            if old[i] >> _SEARCH == self.search:
                self.is_new(old[i] & _NOW)
            i += 1


def _scattered(key: i64) -> i64:
    """Return a hash whose low bits depend on all bits of the key."""
    return (((key ^ key >> 24) & _LOW) * _SPREAD) >> 20
