"""Find the length of a msgpack value from its heads alone, without building it.

Only the types in a game are allowed: maps, lists, texts, small integers, nil, true, false.
"""

from typing import Final

from mypy_extensions import i64

from vanuatu.notation.record import MAX_VALUES

MORE: Final[i64] = -1  # the value is not completely in the buffer
BAD: Final[i64] = -2  # the value is too large or cannot be part of a game
MAX_NESTING: Final[i64] = 450  # of lists and maps; a hundred nested variations need 4 each


def is_map(head: i64) -> bool:
    """Return whether a value that begins with that byte is a map, as every game is."""
    return (head >= 0x80 and head <= 0x8F) or head in (0xDE, 0xDF)


def measure(buffer: bytes, at: i64) -> i64:
    """Return the end of the value that begins at an offset; MORE, or BAD."""
    n: i64 = len(buffer)
    values: i64 = 0
    left = [1]  # for each open list or map, the number of remaining values
    while True:
        while left[-1] == 0:
            left.pop()
            if not left:
                return at
        left[-1] -= 1
        values += 1
        if at >= n:
            return MORE
        head: i64 = buffer[at]
        size = _head_size(head)
        if size == 0 or values > MAX_VALUES:
            return BAD
        if at + size > n:
            return MORE
        inner = _inner(buffer, at, head)
        at += size
        if inner < 0:
            at -= inner + 1  # a text of that many bytes
            if at > n:
                return MORE
        elif inner > 0:
            if inner > MAX_VALUES or len(left) >= MAX_NESTING:
                return BAD
            left.append(inner)


def _head_size(head: i64) -> i64:
    """Return the length of a value's head (for a number, all of it); 0 if it cannot be part of a game."""
    if head <= 0xBF or head >= 0xE0 or head in (0xC0, 0xC2, 0xC3):
        return 1
    if head in (0xCC, 0xD0, 0xD9):
        return 2
    if head in (0xCD, 0xD1, 0xDA, 0xDC, 0xDE):
        return 3
    if head in (0xCE, 0xD2, 0xDB, 0xDD, 0xDF):
        return 5
    return 0


def _inner(buffer: bytes, at: i64, head: i64) -> i64:
    """Return the number of values in a list or map, or for a text -1 less its length in bytes."""
    if head <= 0x7F or head >= 0xE0:
        return 0
    if head <= 0x8F:
        return (head & 15) * 2
    if head <= 0x9F:
        return head & 15
    if head <= 0xBF:
        return -1 - (head & 31)
    if head == 0xD9:
        return -1 - _number(buffer, at, 1)
    if head == 0xDA:
        return -1 - _number(buffer, at, 2)
    if head == 0xDB:
        return -1 - _number(buffer, at, 4)
    if head == 0xDC:
        return _number(buffer, at, 2)
    if head == 0xDD:
        return _number(buffer, at, 4)
    if head == 0xDE:
        return _number(buffer, at, 2) * 2
    if head == 0xDF:
        return _number(buffer, at, 4) * 2
    return 0


def _number(buffer: bytes, at: i64, size: i64) -> i64:
    number: i64 = 0
    i: i64 = 1
    while i <= size:
        number = number << 8 | buffer[at + i]
        i += 1
    return number
