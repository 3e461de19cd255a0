"""Games as msgpack: a stream of maps, the compact form for many games.

A file may be hostile: a few bytes can claim a list of millions. So each value is measured before it is built:
its length, the number of its values, and their depth."""

from collections.abc import Callable, Iterator
from typing import BinaryIO, Final

import msgpack

from vanuatu.notation import errors, files
from vanuatu.notation.packed import maps, sizes
from vanuatu.notation.record import MAX_GAME, GameRecord

BLOCK: Final = 1 << 18


def pack(record: GameRecord) -> bytes:
    """Return the game as one msgpack map."""
    return msgpack.packb(maps.as_map(record, compact=True), use_bin_type=True, unicode_errors="replace")


def read_archive(stream: BinaryIO, only: int = 0) -> Iterator[files.GameRead]:
    """Yield the games of a msgpack stream, each verified; with `only`, just the game of that number.

    Reading continues after a map that is not a valid game. After an error in the stream itself nothing more
    can be found. Errors have line 1 and the column of the game's first byte.
    """
    return files.until_too_many_errors(_read_maps(stream, only))


def _read_maps(stream: BinaryIO, only: int) -> Iterator[files.GameRead]:
    for number, (offset, raw) in enumerate(split_maps(stream), 1):
        if raw is None:
            yield files.GameRead.broken(
                errors.ReadError(1, offset + 1, broken_message(number)), number, offset
            )
        elif not only or number == only:
            yield _read_map(raw, number, offset)
        if number == only:
            return


def broken_message(number: int) -> str:
    """Return the message for a stream that is invalid where the game of that number should begin."""
    return "this is no msgpack of games" if number == 1 else "the archive is broken from here on"


def split_maps(stream: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """Yield the maps of a stream, still packed, each with its offset; finally None for invalid data."""
    arrived: Callable[[int], bytes] = getattr(stream, "read1", stream.read)
    buffer, at, offset = b"", 0, 0  # the buffer begins at `offset` of the stream
    while True:
        end = (
            int(sizes.measure(buffer, at))
            if at == len(buffer) or sizes.is_map(buffer[at])
            else int(sizes.BAD)
        )
        if end == sizes.MORE:
            block = _more(arrived, len(buffer) - at) if len(buffer) - at <= MAX_GAME else b""
            if block:
                buffer, at, offset = buffer[at:] + block, 0, offset + at
                continue
            if at == len(buffer):
                return
            end = int(sizes.BAD)
        if end == sizes.BAD:
            yield offset + at, None
            return
        yield offset + at, buffer[at:end]
        at = end


def _more(arrived: Callable[[int], bytes], kept: int) -> bytes:
    """Read more. A long map is measured again each time, so the size of the reads grows with it."""
    parts = [arrived(BLOCK)]
    got = len(parts[0])
    while parts[-1] and 4 * got < kept:
        parts.append(arrived(BLOCK))
        got += len(parts[-1])
    return b"".join(parts)


def unpack(raw: bytes) -> maps.Value:
    """Return the content of one map. Raise FormatError if it cannot be part of a game."""
    try:
        return msgpack.unpackb(raw, raw=False, strict_map_key=True, object_pairs_hook=maps.unique_fields)
    except maps.FormatError:
        raise
    except UnicodeDecodeError:
        raise maps.FormatError("a text in it is not UTF-8") from None
    except ValueError:
        raise maps.FormatError("no map of a game") from None


def _read_map(raw: bytes, number: int, offset: int) -> files.GameRead:
    try:
        record = maps.from_map(unpack(raw))
    except maps.FormatError as error:
        return files.GameRead.broken(errors.ReadError(1, offset + 1, str(error)), number, offset)
    return files.GameRead.from_record(record, number, 1, offset)
