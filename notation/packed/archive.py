"""Games as msgpack: a stream of maps, the compact form for many games.

What comes from a file may be hostile: a few bytes can claim a list of millions. So each value is
measured before it is made: how long it is, how many values it holds and how deep they lie.
"""

from collections.abc import Iterator
from typing import BinaryIO, Final

import msgpack

from notation.errors import Fault
from notation.files import GameRead, patiently
from notation.packed.maps import MachineError, as_map, from_map
from notation.packed.sizes import BAD, MORE, is_map, measure
from notation.record import GameRecord

BLOCK: Final = 1 << 18
MAX_BYTES: Final = 8 << 20


def pack(record: GameRecord) -> bytes:
    """The game as one msgpack map."""
    return msgpack.packb(as_map(record, compact=True), use_bin_type=True, unicode_errors="replace")


def read_archive(stream: BinaryIO, only: int = 0) -> Iterator[GameRead]:
    """The games of a msgpack stream, lazily, each verified; with `only`, just the game of that number.

    A map that is no game does not stop those after it; where the stream itself is broken nothing
    more can be found. Faults stand on line 1, in the column of the byte where the game begins.
    """
    return patiently(_read_maps(stream, only))


def _read_maps(stream: BinaryIO, only: int) -> Iterator[GameRead]:
    buffer, at, offset, number = b"", 0, 0, 0  # the buffer begins at `offset` of the stream
    while True:
        end = int(measure(buffer, at)) if at == len(buffer) or is_map(buffer[at]) else int(BAD)
        if end == MORE:
            block = stream.read(BLOCK) if len(buffer) - at <= MAX_BYTES else b""
            if block:
                buffer, at, offset = buffer[at:] + block, 0, offset + at
                continue
            if at == len(buffer):
                return
            end = int(BAD)
        number += 1
        here = offset + at
        if end == BAD:
            message = "this is no msgpack of games" if number == 1 else "the archive is broken from here on"
            yield GameRead.broken(Fault(1, here + 1, message), number, here)
            return
        if not only or number == only:
            yield _read_map(buffer[at:end], number, here)
        if number == only:
            return
        at = end


def _read_map(raw: bytes, number: int, offset: int) -> GameRead:
    try:
        record = from_map(msgpack.unpackb(raw, raw=False, strict_map_key=True))
    except ValueError as error:
        return GameRead.broken(Fault(1, offset + 1, _one_line(error)), number, offset)
    return GameRead.from_record(record, number, 1, offset)


def _one_line(error: ValueError) -> str:
    if isinstance(error, MachineError):
        return str(error)
    return "a text in it is not UTF-8" if isinstance(error, UnicodeDecodeError) else "no map of a game"
