"""Resume a match from the games in its file.

A game is identified by its number (the tag Round) and its seed, not by its place in the file. The file may
end in a partial game, and any games may be missing. A file with anything else is left unchanged.
"""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Final

from vanuatu.cli.errors import InputFault
from vanuatu.cli.files.inputs import whole_number
from vanuatu.cli.files.writing import Draft
from vanuatu.cli.match import game_worker, tasks
from vanuatu.cli.match.outcome import Outcome, outcome_of
from vanuatu.notation import codec, errors, files, formats
from vanuatu.notation.packed import archive, maps, ndjson
from vanuatu.notation.pvn import headers, parser, splitter
from vanuatu.notation.record import MAX_GAME, with_seat


@dataclass(frozen=True)
class Found:
    """A game that begins at byte `offset`, in line `line`. If its tags are invalid, `error` has the reason
    with its line and column. `whole` is whether the game is complete.
    """

    offset: int
    size: int
    line: int
    tags: dict[str, str] = field(default_factory=dict)
    error: errors.ReadError | None = None
    whole: bool = True
    tokens: list[str] = field(default_factory=list)  # the moves as they are written, if they were asked for


def scan(stream: BinaryIO, form: str = "", *, tokens: bool = False) -> Iterator[Found]:
    """Yield the games of a stream without playing their moves. Without a format, detect it."""
    if not form:
        stream = reader = formats.peekable(stream)
        form = formats.detect_format(reader.peek(64)[:64])
    if form == formats.NDJSON:
        return _scan_lines(stream, tokens)
    if form == formats.MSGPACK:
        return _scan_packed(stream, tokens)
    return _scan_pvn(stream, tokens)


def _scan_pvn(stream: BinaryIO, tokens: bool) -> Iterator[Found]:
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
        moves = _tokens_of_pvn(piece, text) if tokens and error is None else []
        yield Found(int(piece.offset), len(raw) + 1, line, listener.tags, error, ended, moves)


def _scan_lines(stream: BinaryIO, tokens: bool) -> Iterator[Found]:
    for line, offset, raw in ndjson.split_lines(stream):
        if raw is None:
            yield Found(offset, 0, line, error=errors.ReadError(line, 1, ndjson.TOO_LONG))
            continue
        tags, error = {}, None
        value: Any = None
        try:
            value = ndjson.parse_json(raw)
            tags = _tags(value)
        except maps.FormatError as wrong:
            error = errors.ReadError(line, wrong.column, str(wrong))
        moves = _tokens_of_map(value) if tokens and error is None else []
        yield Found(offset, len(raw), line, tags, error, raw.endswith(b"\n"), moves)


def _scan_packed(stream: BinaryIO, tokens: bool) -> Iterator[Found]:
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
        value: Any = None
        try:
            value = archive.unpack(raw)
            tags = _tags(value)
        except maps.FormatError as wrong:
            error = errors.ReadError(1, offset + 1, str(wrong))
        moves = _tokens_of_map(value) if tokens and error is None else []
        yield Found(offset, len(raw), 1, tags, error, tokens=moves)


_ANNOTATED: Final = re.compile(r"[{;(%$!?]")


def _tokens_of_pvn(piece: splitter.Piece, text: str) -> list[str]:
    """Return the moves of a game in canonical PVN. A game with comments or variations is read whole."""
    movetext = text[text.rfind("]\n") + 2 :]
    if _ANNOTATED.search(movetext):
        read = files.GameRead.from_piece(piece)
        if read is None or read.error is not None:
            return movetext.split()
        return [with_seat(ply) for ply in read.session.record.plies]
    return [word for word in movetext.split() if not word.endswith(".")][:-1]


def _tokens_of_map(value: Any) -> list[str]:
    """Return the moves of a game in a binary or JSON format; the value is untrusted."""
    found = []
    moves = value.get("moves")
    for move in moves if isinstance(moves, list) else ():
        seat = token = None
        if isinstance(move, dict):
            seat, token = move.get("seat"), move.get("token")
        elif isinstance(move, list) and len(move) > 2:
            seat, token = move[1], move[2]
        found.append(str(token) if seat == maps.DRAWN else f"{seat}:{token}")
    return found


def _tags(value: Any) -> dict[str, str]:
    """Return the tags of a game in a binary or JSON format; the value is untrusted."""
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
class FinishedGame:
    """A game of the match that is in the file."""

    offset: int
    size: int
    outcome: Outcome


@dataclass
class Survey:
    """The games in the file, by number. `in_order`: only these games, in order, come before `end`.

    `half` is the rest: the beginning of the first missing game.
    """

    finished: dict[int, FinishedGame]
    in_order: bool
    end: int
    half: bytes = b""

    @property
    def missing(self) -> int:
        """The number of the first missing game."""
        return next(number for number in range(1, len(self.finished) + 2) if number not in self.finished)


def first_game(path: Path, form: str) -> tuple[int, int, str] | None:
    """Return number, seed and date of the first game in the file. The seed of its match follows from them.

    A device or a pipe has no first game, and may never end.
    """
    if not path.is_file():
        return None
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
    """Return the games of the match in the file. Raise InputFault if the file has anything else.

    A game without a result was left out, and is played again. If the games before it are in order, the file
    may end with a part of the first missing game.
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
            if number in found_all.finished and raw != _read(between, found_all.finished[number]):
                raise InputFault(
                    f"{path}:{found.line}: game {number} is there twice, and not alike: {_REFUSED}"
                )
            if outcome is None or number in found_all.finished:
                found_all.in_order = False
            else:
                found_all.in_order = found_all.in_order and number > last
                found_all.finished[number] = FinishedGame(found.offset, found.size, outcome)
                found_all.end = end
            last = number
        if not _is_blank(between, end, os.fstat(between.fileno()).st_size):
            raise InputFault(f"{path}: not all of it is games of a match: {_REFUSED}")
    return found_all


_REFUSED: Final = "--resume goes on only in a file that begins as this very match does, or in an empty one"


def _read(stream: BinaryIO, game: Found | FinishedGame) -> bytes:
    """Return the bytes of a game."""
    stream.seek(game.offset)
    return stream.read(game.size)


def _is_blank(stream: BinaryIO, begin: int, end: int) -> bool:
    """Return whether there is only white space in that range."""
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
    """Return the end of the file behind the games, if the rest can be a part of the game of that number.

    Otherwise raise InputFault. The proof comes later, when the game is played again. Ignore zeros that a
    power cut has left at the end.
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
    """Return whether a partial game begins as the game of that number does."""
    return any(
        _agree(half, begin) and _agree(half[_after(half, begin, b"Seed") :], seed)
        for begin, seed in _beginnings(match, number)
    )


def _agree(one: bytes, other: bytes) -> bool:
    """Return whether one is a prefix of the other."""
    return one.startswith(other) or other.startswith(one)


def _after(half: bytes, begin: bytes, name: bytes) -> int:
    """Return the offset of a tag after the beginning; the end if the tag is missing."""
    at = half.find(name, len(begin))
    return at if at >= 0 else len(half)


def _beginnings(match: tasks.Match, number: int) -> Iterator[tuple[bytes, bytes]]:
    """Yield the possible beginnings of that game up to its result, each with its seed tag.

    In msgpack, the first bytes depend on the number of tags and on a comment before the first move.
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
    """Return the number of a game. Raise InputFault if it is not a game of this match."""
    tags = found.tags
    number = whole_number(tags.get("Round", ""), _MOST_NUMBER)
    if not number:
        raise InputFault(f"{path}:{found.line}: a game without a number: {_REFUSED}")
    players = [tags.get(name, "") for name in codec.SEAT_NAMES if name in tags]
    expected = match.names(number)
    if tags.get("GameType") != match.game or tags.get("Variant", "") != ",".join(match.options):
        why = f"it is of {tags.get('GameType')} {tags.get('Variant', '')}".rstrip()
    elif players != expected:
        names = ", ".join(errors.excerpt(name, _LONGEST_PLAYER) for name in players)
        why = f"its players are {names}, not {', '.join(expected)}"
    elif tags.get("Seed") != str(match.seed_of(number)):
        why = f"its seed is {errors.excerpt(tags.get('Seed', 'missing'))}, not {match.seed_of(number)}"
    else:
        return number
    raise InputFault(f"{path}:{found.line}: game {number} is of another match: {why}")


def put_in_order(path: Path, finished: dict[int, FinishedGame], separator: bytes) -> None:
    """Rewrite the file with these games alone, in order. The file is replaced atomically."""
    draft = Draft(path)
    try:
        with open(path, "rb") as source:
            for place, number in enumerate(sorted(finished)):
                source.seek(finished[number].offset)
                raw = source.read(finished[number].size)
                draft.stream.write(separator + raw if place else raw)
        draft.stream.flush()
        os.fsync(draft.stream.fileno())
        draft.replace()
    finally:
        draft.drop()
