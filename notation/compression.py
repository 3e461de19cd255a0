"""Compressed files: gzip with Python's own library, Zstandard with the extra `zstd` (or Python 3.14).

Reading recognises the content, writing the ending of the name. Both work piece by piece, so memory stays
small. A file that unpacks to much more than its own size is refused: it is not a file of games.
"""

import gzip
import io
import sys
import zlib
from collections.abc import Callable
from importlib import import_module
from typing import Any, BinaryIO, Final

GZIP: Final = "gz"
ZSTD: Final = "zst"
PACKINGS: Final = (GZIP, ZSTD)

MOST_TIMES: Final = 200  # unpacked bytes for each packed one; games have 3 to 30
FREE: Final = 64 << 20  # unpacked bytes before that limit counts
_PIECE: Final = 1024
_WINDOW: Final = 27  # log2 of the largest window of Zstandard: 128 MB, as the program zstd permits
_MAGIC: Final = {b"\x1f\x8b": GZIP, b"\x28\xb5\x2f\xfd": ZSTD}


class PackingError(OSError):
    """Raised for a compressed file that cannot be read or written; the message is one line."""

    def __init__(self, message: str) -> None:
        super().__init__(None, message)


def packing_of(name: str) -> str:
    """Return `gz` or `zst` from the ending of a file name; empty for other names."""
    ending = name.rpartition(".")[2].lower()
    return ending if ending in PACKINGS else ""


def without_packing(name: str) -> str:
    """Return the name without the ending `.gz` or `.zst`."""
    packing = packing_of(name)
    return name[: -len(packing) - 1] if packing else name


def unpacked(stream: io.BufferedReader) -> io.BufferedReader:
    """Return the stream itself, or its unpacked content if it is compressed."""
    begin = stream.peek(4)[:4]
    for magic, packing in _MAGIC.items():
        if begin.startswith(magic):
            return io.BufferedReader(_Unpacked(stream, packing), 1 << 16)
    return stream


class _Counted(io.RawIOBase):
    """A stream that counts the bytes that are read from it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._read: Callable[[int], bytes] = getattr(stream, "read1", stream.read)
        self.count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        block = self._read(len(buffer))
        buffer[: len(block)] = block
        self.count += len(block)
        return len(block)


class _Unpacked(io.RawIOBase):
    """The unpacked content of a stream. Reading raises PackingError if it is damaged or too large."""

    def __init__(self, stream: io.BufferedReader, packing: str) -> None:
        self._packed = _Counted(stream)
        self._closes = stream.close
        self._content = _gzip(self._packed) if packing == GZIP else _zstd(self._packed)
        self._count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            block = self._content.read1(len(buffer))
        except EOFError:
            raise PackingError("the compressed data ends too early") from None
        except PackingError:
            raise
        except OSError as error:
            if error.errno is not None:
                raise
            raise PackingError(f"the compressed data is damaged ({error})") from None
        except Exception as error:
            if not isinstance(error, zlib.error) and type(error).__name__ != "ZstdError":
                raise
            raise PackingError(f"the compressed data is damaged ({error})") from None
        self._count += len(block)
        if self._count > FREE and self._count > MOST_TIMES * self._packed.count:
            raise PackingError(f"it unpacks to more than {MOST_TIMES} times its size: no file of games")
        buffer[: len(block)] = block
        return len(block)

    def close(self) -> None:
        if not self.closed:
            self._closes()
        super().close()


def _gzip(stream: io.RawIOBase) -> Any:
    return gzip.GzipFile(fileobj=io.BufferedReader(stream), mode="rb")


def _zstd(stream: io.RawIOBase) -> Any:
    library = _zstd_library()
    if library.__name__ == "zstandard":
        return _Frames(library, stream)
    limit = {library.DecompressionParameter.window_log_max: _WINDOW}
    return library.ZstdFile(io.BufferedReader(stream), "rb", options=limit)


class _Frames:
    """Reads frames of Zstandard with the package `zstandard`, and notices an incomplete one.

    Small pieces go in, so that little memory is needed for what comes out.
    """

    def __init__(self, library: Any, stream: io.RawIOBase) -> None:
        self._make = library.ZstdDecompressor(max_window_size=1 << _WINDOW).decompressobj
        self._frame = self._make()
        self._begun = False
        self._stream = stream
        self._waiting = b""  # input behind the end of a frame
        self._ready = b""

    def read1(self, size: int) -> bytes:
        """Return at most `size` bytes; nothing at the end."""
        while not self._ready:
            block = self._waiting or self._stream.read(_PIECE)
            if not block:
                if self._begun:
                    raise EOFError
                return b""
            self._ready, self._waiting = self._frame.decompress(block), b""
            self._begun = True
            if self._frame.eof:
                self._waiting = self._frame.unused_data
                self._frame, self._begun = self._make(), False
        block, self._ready = self._ready[:size], self._ready[size:]
        return block


def _zstd_library() -> Any:
    """Return the module that packs Zstandard. Raise PackingError if there is none."""
    name = "compression.zstd" if sys.version_info >= (3, 14) else "zstandard"
    try:
        return import_module(name)
    except ImportError:
        raise PackingError(
            f"Zstandard needs the package {name.partition('.')[0]}: install the extra `zstd`"
        ) from None


def pack(raw: bytes, packing: str) -> bytes:
    """Return the bytes as a complete compressed piece; such pieces can follow one another in a file."""
    if packing == GZIP:
        return gzip.compress(raw, mtime=0)
    if packing == ZSTD:
        library = _zstd_library()
        if library.__name__ == "zstandard":
            return bytes(library.ZstdCompressor().compress(raw))
        return bytes(library.compress(raw))
    return raw


class Packer(io.BufferedIOBase):
    """A stream that writes compressed bytes to another one, which stays open when this one is closed."""

    def __init__(self, stream: BinaryIO, packing: str) -> None:
        self._stream: Any = stream
        self._writer: Any = None
        if packing == GZIP:
            self._writer = gzip.GzipFile(filename="", fileobj=stream, mode="wb", mtime=0)
        elif packing == ZSTD:
            library = _zstd_library()
            if library.__name__ == "zstandard":
                self._writer = library.ZstdCompressor().stream_writer(stream, closefd=False)
            else:
                self._writer = library.ZstdFile(stream, "wb")

    def writable(self) -> bool:
        return True

    def write(self, raw: Any) -> int:
        return int((self._writer or self._stream).write(raw))

    def close(self) -> None:
        if not self.closed and self._writer is not None:
            self._writer.close()
        super().close()


def check_packing(name: str) -> None:
    """Raise PackingError if files with this ending cannot be packed here."""
    if packing_of(name) == ZSTD:
        _zstd_library()
