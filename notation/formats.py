"""The three formats of saved games, and how to detect them."""

import io
from collections.abc import Callable, Iterator
from typing import BinaryIO, Final

from vanuatu.notation import compression
from vanuatu.notation.files import GameRead, read_games
from vanuatu.notation.packed import archive, ndjson, sizes
from vanuatu.notation.pvn.writer import write_game
from vanuatu.notation.record import GameRecord

PVN: Final = "pvn"
NDJSON: Final = "ndjson"
MSGPACK: Final = "msgpack"
FORMATS: Final = (PVN, NDJSON, MSGPACK)

_READERS: Final = {PVN: read_games, NDJSON: ndjson.read_ndjson, MSGPACK: archive.read_archive}


def format_of(name: str) -> str:
    """Return the format of a file name's suffix, or an empty text. `.gz` and `.zst` may follow it."""
    name = compression.without_packing(name)
    ending = name.rpartition(".")[2].lower()
    return ending if ending in FORMATS and ending != name.lower() else ""


def detect_format(beginning: bytes) -> str:
    """Return the format of a file that begins with these bytes."""
    if beginning and sizes.is_map(beginning[0]):
        return MSGPACK
    text = beginning.removeprefix(b"\xef\xbb\xbf").lstrip()
    return NDJSON if text.startswith(b"{") and text[1:].lstrip().startswith(b'"') else PVN


def read_any(stream: io.BufferedReader, form: str = "", only: int = 0) -> Iterator[GameRead]:
    """Yield the games of a stream in any format, detected unless `format` is given.

    With `only`, yield just the game of that number.
    """
    return _READERS[form or detect_format(stream.peek(64)[:64])](stream, only)


def encode_game(record: GameRecord, form: str, first: bool) -> bytes:
    """Return the bytes to write for a game; in PVN an empty line separates games."""
    if form == MSGPACK:
        return archive.pack(record)
    if form == NDJSON:
        return ndjson.write_ndjson(record).encode("utf-8", "replace")
    return (("" if first else "\n") + write_game(record)).encode()


class _Raw(io.RawIOBase):
    """Adapter of any stream for a buffer; closing the buffer leaves the stream open."""

    def __init__(self, stream: BinaryIO) -> None:
        self._read: Callable[[int], bytes] = getattr(stream, "read1", stream.read)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # a buffer is always given as one
        block = self._read(len(buffer))
        buffer[: len(block)] = block
        return len(block)


def peekable(stream: BinaryIO) -> io.BufferedReader:
    """Return the stream itself if it can peek, else a buffer around it."""
    if isinstance(stream, io.BufferedReader):
        return stream
    return io.BufferedReader(_Raw(stream), 1 << 16)
