"""Games in a file as far as a match and ratings look at them: their tags, and where they stand."""

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO

import msgpack

from notation.files import decoded, split_games
from notation.formats import MSGPACK, NDJSON, sniffed
from notation.packed.maps import MachineError
from notation.packed.ndjson import MAX_LINE, parse_json
from notation.packed.sizes import BAD, MORE, measure
from notation.pvn.headers import TagListener
from notation.pvn.parser import Misreading, parse

_BLOCK = 1 << 18
_MOST_PACKED = 8 << 20


@dataclass(frozen=True)
class Found:
    """A game: its bytes begin at `offset`, in line `line`. `fault` says why there are no tags, and
    `whole` whether it has an end."""

    offset: int
    size: int
    line: int
    tags: dict[str, str] = field(default_factory=dict)
    fault: str = ""
    whole: bool = True


def scan(stream: BinaryIO, form: str = "") -> Iterator[Found]:
    """The games of a stream one after another, none of them played; the form is looked at if not given."""
    if not form:
        reader = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(_Raw(stream))
        form = sniffed(reader.peek(64)[:64])
        stream = reader
    if form == NDJSON:
        return _scan_lines(stream)
    if form == MSGPACK:
        return _scan_packed(stream)
    return _scan_pvn(stream)


class _Raw(io.RawIOBase):
    """A stream that cannot be peeked into, made one that can."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        block = self._stream.read(len(buffer))
        buffer[: len(block)] = block
        return len(block)


def _scan_pvn(stream: BinaryIO) -> Iterator[Found]:
    for piece in split_games(stream):
        listener = TagListener()
        fault = "a game of that size is no PVN" if piece.too_long else ""
        try:
            if not piece.too_long and not parse(decoded(piece.raw), listener):
                continue
        except Misreading as error:
            fault = error.message
        raw = piece.raw.rstrip()
        ended = len(raw) < len(piece.raw) and raw.rsplit(None, 1)[-1:] == [
            listener.tags.get("Result", "").encode()
        ]
        yield Found(int(piece.offset), len(raw) + 1, int(piece.line), listener.tags, fault, ended)


def _scan_lines(stream: BinaryIO) -> Iterator[Found]:
    offset = 0
    line = 0
    while raw := stream.readline(MAX_LINE + 1):
        line += 1
        begin, offset = offset, offset + len(raw)
        if len(raw) > MAX_LINE and not raw.endswith(b"\n"):
            while raw and not raw.endswith(b"\n"):
                raw = stream.readline(MAX_LINE)
                offset += len(raw)
            yield Found(begin, offset - begin, line, fault="a line of that length is no game")
        elif raw.strip():
            try:
                tags, fault = _tags(parse_json(raw)), ""
            except MachineError as error:
                tags, fault = {}, str(error)
            yield Found(begin, len(raw), line, tags, fault, raw.endswith(b"\n"))


def _scan_packed(stream: BinaryIO) -> Iterator[Found]:
    buffer, at, offset = b"", 0, 0  # the buffer begins at `offset` of the stream
    while True:
        end = int(measure(buffer, at))
        if end == MORE:
            block = stream.read(_BLOCK) if len(buffer) - at <= _MOST_PACKED else b""
            if block:
                buffer, at, offset = buffer[at:] + block, 0, offset + at
                continue
            if at < len(buffer):
                fault = "the archive breaks off"
                yield Found(offset + at, len(buffer) - at, 1, fault=fault, whole=False)
            return
        if end == BAD:
            yield Found(offset + at, 0, 1, fault="this is no msgpack of games", whole=False)
            return
        try:
            tags, fault = _tags(msgpack.unpackb(buffer[at:end], raw=False)), ""
        except ValueError as error:
            tags, fault = {}, str(error)
        yield Found(offset + at, end - at, 1, tags, fault)
        at = end


def _tags(value: Any) -> dict[str, str]:
    """The tags of a game in machine form; what comes from a file can be anything."""
    pairs = value.get("tags") if isinstance(value, dict) else None
    if not isinstance(pairs, list):
        raise MachineError("no game: it has no tags")
    tags = {}
    for pair in pairs:
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(part, str) for part in pair):
            raise MachineError("its tags are not pairs of name and value")
        tags[pair[0]] = pair[1]
    return tags
