"""Games in a file as far as a match and ratings look at them: their tags, and where they stand."""

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from notation.errors import Fault
from notation.files import decoded, fault_at, split_games
from notation.formats import MSGPACK, NDJSON, sniffed
from notation.packed.archive import broken_here, split_maps, unpack
from notation.packed.maps import MachineError
from notation.packed.ndjson import TOO_LONG, parse_json, split_lines
from notation.pvn.headers import TagListener
from notation.pvn.parser import Misreading, parse


@dataclass(frozen=True)
class Found:
    """A game: its bytes begin at `offset`, in line `line`. `fault` says why there are no tags, with
    its line and column before it, and `whole` whether the game has an end."""

    offset: int
    size: int
    line: int
    tags: dict[str, str] = field(default_factory=dict)
    fault: Fault | None = None
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
        line, text = int(piece.line), decoded(piece.raw)
        fault = Fault(line, 1, "a game of that size is no PVN") if piece.too_long else None
        try:
            if not piece.too_long and not parse(text, listener):
                continue
        except Misreading as error:
            fault = fault_at(text, error.at, error.message, line)
        raw = piece.raw.rstrip()
        ended = len(raw) < len(piece.raw) and raw.rsplit(None, 1)[-1:] == [
            listener.tags.get("Result", "").encode()
        ]
        yield Found(int(piece.offset), len(raw) + 1, line, listener.tags, fault, ended)


def _scan_lines(stream: BinaryIO) -> Iterator[Found]:
    for line, offset, raw in split_lines(stream):
        if raw is None:
            yield Found(offset, 0, line, fault=Fault(line, 1, TOO_LONG))
            continue
        tags, fault = {}, None
        try:
            tags = _tags(parse_json(raw))
        except MachineError as error:
            fault = Fault(line, error.column, str(error))
        yield Found(offset, len(raw), line, tags, fault, raw.endswith(b"\n"))


def _scan_packed(stream: BinaryIO) -> Iterator[Found]:
    for number, (offset, raw) in enumerate(split_maps(stream), 1):
        if raw is None:
            yield Found(offset, 0, 1, fault=Fault(1, offset + 1, broken_here(number)), whole=False)
            continue
        tags, fault = {}, None
        try:
            tags = _tags(unpack(raw))
        except MachineError as error:
            fault = Fault(1, offset + 1, str(error))
        yield Found(offset, len(raw), 1, tags, fault)


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
