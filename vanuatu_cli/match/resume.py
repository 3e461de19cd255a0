"""Going on with a match from the games that are there.

A game is known by its number (the tag Round) and its seed, never by where it stands or how many
there are. The file may end in half a game, and games may be missing anywhere. Whatever else a file
holds, it is not ours to touch.
"""

import io
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Final

from vanuatu.cli.errors import InputFault
from vanuatu.cli.files.numbers import whole_number
from vanuatu.cli.files.writing import Draft
from vanuatu.cli.match import game_worker, tasks
from vanuatu.cli.match.outcome import Outcome, outcome_of
from vanuatu.notation import codec, errors, files, formats
from vanuatu.notation.packed import archive, maps, ndjson
from vanuatu.notation.pvn import headers, parser
from vanuatu.notation.record import MAX_GAME


@dataclass(frozen=True)
class Found:
    """A game: its bytes begin at `offset`, in line `line`. `error` says why there are no tags, with
    its line and column before it, and `whole` whether the game has an end."""

    offset: int
    size: int
    line: int
    tags: dict[str, str] = field(default_factory=dict)
    error: errors.ReadError | None = None
    whole: bool = True


def scan(stream: BinaryIO, form: str = "") -> Iterator[Found]:
    """The games of a stream one after another, none of them played; the form is looked at if not given."""
    if not form:
        reader = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(_Raw(stream))
        form = formats.detect_format(reader.peek(64)[:64])
        stream = reader
    if form == formats.NDJSON:
        return _scan_lines(stream)
    if form == formats.MSGPACK:
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
    for piece in files.split_games(stream):
        listener = headers.TagListener()
        line, text = int(piece.line), files.decode_text(piece.raw)
        error = errors.ReadError(line, 1, "a game of that size is no PVN") if piece.too_long else None
        try:
            if not piece.too_long and not parser.parse(text, listener):
                continue
        except parser.ParseError as wrong:
            error = files.error_at(text, wrong.at, wrong.message, line)
        raw = piece.raw.rstrip()
        ended = len(raw) < len(piece.raw) and raw.rsplit(None, 1)[-1:] == [
            listener.tags.get("Result", "").encode()
        ]
        yield Found(int(piece.offset), len(raw) + 1, line, listener.tags, error, ended)


def _scan_lines(stream: BinaryIO) -> Iterator[Found]:
    for line, offset, raw in ndjson.split_lines(stream):
        if raw is None:
            yield Found(offset, 0, line, error=errors.ReadError(line, 1, ndjson.TOO_LONG))
            continue
        tags, error = {}, None
        try:
            tags = _tags(ndjson.parse_json(raw))
        except maps.FormatError as wrong:
            error = errors.ReadError(line, wrong.column, str(wrong))
        yield Found(offset, len(raw), line, tags, error, raw.endswith(b"\n"))


def _scan_packed(stream: BinaryIO) -> Iterator[Found]:
    for number, (offset, raw) in enumerate(archive.split_maps(stream), 1):
        if raw is None:
            yield Found(
                offset,
                0,
                1,
                error=errors.ReadError(1, offset + 1, archive.broken_message(number)),
                whole=False,
            )
            continue
        tags, error = {}, None
        try:
            tags = _tags(archive.unpack(raw))
        except maps.FormatError as wrong:
            error = errors.ReadError(1, offset + 1, str(wrong))
        yield Found(offset, len(raw), 1, tags, error)


def _tags(value: Any) -> dict[str, str]:
    """The tags of a game in machine form; what comes from a file can be anything."""
    pairs = value.get("tags") if isinstance(value, dict) else None
    if not isinstance(pairs, list):
        raise maps.FormatError("no game: it has no tags")
    tags = {}
    for pair in pairs:
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(part, str) for part in pair):
            raise maps.FormatError("its tags are not pairs of name and value")
        tags[pair[0]] = pair[1]
    return tags


_MOST_NUMBER: Final = 10**15
_BLOCK: Final = 1 << 16
_LONGEST_PLAYER: Final = 60


@dataclass(frozen=True)
class Kept:
    """A game of the match that is in the file."""

    offset: int
    size: int
    outcome: Outcome


@dataclass
class Survey:
    """What is in the file: the games by number. `in_order`: nothing but these stands before `end`.

    `half` is what follows: the beginning of the first game that is missing.
    """

    kept: dict[int, Kept]
    in_order: bool
    end: int
    half: bytes = b""

    @property
    def missing(self) -> int:
        """The number of the first game that is missing."""
        return next(number for number in range(1, len(self.kept) + 2) if number not in self.kept)


def first_game(path: Path, form: str) -> tuple[int, int, str] | None:
    """Number, seed and date of the first game in the file, from which the seed of its match follows."""
    try:
        with open(path, "rb") as stream:
            for found in scan(stream, form):
                number = whole_number(found.tags.get("Round", ""), _MOST_NUMBER)
                seed = whole_number(found.tags.get("Seed", ""), _MOST_NUMBER * 10)
                if number and seed is not None:
                    return number, seed, found.tags.get("Date", "")
    except OSError:
        return None
    return None


def survey(path: Path, match: tasks.Match) -> Survey:
    """The games of the match in the file; InputFault, with one line that says why, if it holds anything else.

    A game without a result is one that was left out: it is tried again. At the end there may be half of the
    first game that is missing, if the games before it are in order.
    """
    found_all = Survey({}, in_order=True, end=0)
    last, end = 0, 0
    with open(path, "rb") as stream, open(path, "rb") as between:
        for found in scan(stream, match.form):
            if not _is_blank(between, end, found.offset):
                raise InputFault(f"{path}: there is something between its games: {_REFUSED}")
            if not found.whole or found.error:
                found_all.half = _read_half(between, found, end, path, match, found_all.missing)
                if found_all.half and not found_all.in_order:
                    raise InputFault(
                        f"{path}:{found.line}: half a game behind games out of order: {_REFUSED}"
                    )
                return found_all
            number = _number(found, match, path)
            raw = _read(between, found)
            if match.form != formats.MSGPACK and b"\r" in raw:
                raise InputFault(f"{path}:{found.line}: its lines end in CR: {_REFUSED}")
            outcome = outcome_of(found.tags)
            end = found.offset + found.size
            if number in found_all.kept and raw != _read(between, found_all.kept[number]):
                raise InputFault(
                    f"{path}:{found.line}: game {number} is there twice, and not alike: {_REFUSED}"
                )
            if outcome is None or number in found_all.kept:
                found_all.in_order = False
            else:
                found_all.in_order = found_all.in_order and number > last
                found_all.kept[number] = Kept(found.offset, found.size, outcome)
                found_all.end = end
            last = number
        if not _is_blank(between, end, os.fstat(between.fileno()).st_size):
            raise InputFault(f"{path}: not all of it is games of a match: {_REFUSED}")
    return found_all


_REFUSED: Final = "--resume goes on only in a file that begins as this very match does, or in an empty one"


def _read(stream: BinaryIO, game: Found | Kept) -> bytes:
    """The bytes of a game."""
    stream.seek(game.offset)
    return stream.read(game.size)


def _is_blank(stream: BinaryIO, begin: int, end: int) -> bool:
    """Whether there is nothing but white space from here to there."""
    stream.seek(begin)
    while begin < end:
        block = stream.read(min(_BLOCK, end - begin))
        if block.strip():
            return False
        begin += max(1, len(block))
    return True


def _read_half(
    stream: BinaryIO, found: Found, end: int, path: Path, match: tasks.Match, number: int
) -> bytes:
    """Return the end of the file behind the games, if it can be half of the game of that number.

    InputFault if it cannot. It is proved to be that game when the game is played again. Ignore zeros that a
    power cut has left behind it.
    """
    stream.seek(found.offset)
    half = stream.read(MAX_GAME + 1)
    if not half.strip(b"\0"):
        return b""
    if len(half) > MAX_GAME or not _ours(half.rstrip(b"\0"), match, number):
        what = found.error or "a game without an end, which is none of this match"
        raise InputFault(f"{path}:{found.line}: {what}: {_REFUSED}")
    stream.seek(end)
    return stream.read(found.offset - end) + half


def _ours(half: bytes, match: tasks.Match, number: int) -> bool:
    """Whether half a game begins as the game of that number does."""
    return any(
        _agree(half, begin) and _agree(half[_after(half, begin, b"Seed") :], seed)
        for begin, seed in _beginnings(match, number)
    )


def _agree(one: bytes, other: bytes) -> bool:
    """Whether one begins with the other, or is the beginning of it."""
    return one.startswith(other) or other.startswith(one)


def _after(half: bytes, begin: bytes, name: bytes) -> int:
    """Where a tag stands behind the beginning; the end if it is not there."""
    at = half.find(name, len(begin))
    return at if at >= 0 else len(half)


def _beginnings(match: tasks.Match, number: int) -> Iterator[tuple[bytes, bytes]]:
    """How the game of that number may begin, up to its result, which nobody knows before; and its seed tag.

    How many tags it has in the end, and whether a comment comes before its first move, shows in the
    first bytes of msgpack.
    """
    seed = str(match.seed_of(number)).encode()
    for more in ((), ("Winner",), ("Termination",), ("Termination", "Winner")):
        for before in ([], [""]):
            record = game_worker.session_of(match.task(number)).record
            record.tags |= dict.fromkeys(more, "")
            record.line.before += before
            raw = formats.encode_game(record, match.form, True)
            begin, _, _ = raw.rpartition(b"Result")
            tag = raw[raw.rindex(b"Seed") :]
            yield begin, tag[: tag.index(seed) + len(seed)]


def _number(found: Found, match: tasks.Match, path: Path) -> int:
    """The number of a game that is one of this match."""
    tags = found.tags
    number = whole_number(tags.get("Round", ""), _MOST_NUMBER)
    if not number:
        raise InputFault(f"{path}:{found.line}: a game without a number: {_REFUSED}")
    there = [tags.get(name, "") for name in codec.SEAT_NAMES if name in tags]
    expected = match.names(number)
    if tags.get("GameType") != match.game or tags.get("Variant", "") != ",".join(match.options):
        why = f"it is of {tags.get('GameType')} {tags.get('Variant', '')}".rstrip()
    elif there != expected:
        names = ", ".join(errors.excerpt(name, _LONGEST_PLAYER) for name in there)
        why = f"its players are {names}, not {', '.join(expected)}"
    elif tags.get("Seed") != str(match.seed_of(number)):
        why = f"its seed is {errors.excerpt(tags.get('Seed', 'missing'))}, not {match.seed_of(number)}"
    else:
        return number
    raise InputFault(f"{path}:{found.line}: game {number} is of another match: {why}")


def put_in_order(path: Path, kept: dict[int, Kept], separator: bytes) -> None:
    """Write the file anew with these games alone, in order; it is the old one or the new one, never half."""
    draft = Draft(path)
    try:
        with open(path, "rb") as source:
            for place, number in enumerate(sorted(kept)):
                source.seek(kept[number].offset)
                raw = source.read(kept[number].size)
                draft.stream.write(separator + raw if place else raw)
        draft.stream.flush()
        os.fsync(draft.stream.fileno())
        draft.replace()
    finally:
        draft.drop()
