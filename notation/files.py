"""Read the games of PVN one by one. An invalid game does not stop the reading."""

import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Final

from vanuatu.notation.errors import NotationError, ReadError
from vanuatu.notation.pvn import parser, writer
from vanuatu.notation.pvn.builder import GameBuilder
from vanuatu.notation.pvn.splitter import Piece, Splitter
from vanuatu.notation.record import MAX_GAME, GameRecord
from vanuatu.notation.session import Session

Source = str | Path | bytes | BinaryIO

MOST_ERRORS_IN_A_ROW: Final = 1000

_UNDECODED: Final = re.compile("[\udc80-\udcff]+")


class GameRead:
    """The result of reading one game, with its number, line and offset in the file.

    An invalid game has an `error`, any other a `session`. A `note` reports a harmless irregularity.
    `differences` lists end-of-game tags that contradict the moves.
    """

    def __init__(self, number: int, line: int, offset: int = 0) -> None:
        self.number = number
        self.line = line
        self.offset = offset
        self.error: ReadError | None = None
        self.note: ReadError | None = None
        self.differences: list[ReadError] = []
        self.tags: dict[str, str] = {}  # of an invalid game, up to the error
        self._session: Session | None = None

    @property
    def session(self) -> Session:
        """The game, ready to step through or play on. Raises its error if it is invalid."""
        if self._session is None:
            raise self.error or ReadError(self.line, 1, "not read")
        return self._session

    @classmethod
    def broken(cls, error: ReadError, number: int, offset: int = 0) -> "GameRead":
        """Return the result for a game that could not be read."""
        read = cls(number, error.line, offset)
        read.error = error
        return read

    @classmethod
    def of_session(cls, session: Session, number: int) -> "GameRead":
        """Return the result for a game that was not read from a file."""
        read = cls(number, 1)
        read._session = session
        return read

    @classmethod
    def from_record(cls, record: GameRecord, number: int, line: int, offset: int = 0) -> "GameRead":
        """Verify a game from NDJSON or msgpack by playing its moves."""
        read = cls(number, line, offset)
        builder = GameBuilder()
        try:
            writer.emit(record, builder)
            read._session = builder.session()
            read.differences = [ReadError(line, 1, message) for _, message in builder.differences()]
        except parser.ParseError as error:
            read.error = ReadError(line, 1, error.message, error.cause)
            read.tags = record.tags
        return read

    @classmethod
    def from_piece(cls, piece: Piece) -> "GameRead | None":
        """Read and play the game in one piece of a file; None if it contains none."""
        read = cls(int(piece.number), int(piece.line), int(piece.offset))
        if piece.too_long:
            read.error = ReadError(read.line, 1, f"a game of more than {MAX_GAME >> 20} MB: this is no PVN")
            return read
        text = decode_text(piece.raw)
        builder = GameBuilder()
        try:
            if not parser.parse(text, builder):
                return None
            read._session = builder.session()
            read.differences = [
                error_at(text, at, message, read.line) for at, message in builder.differences()
            ]
        except parser.ParseError as error:
            read.error = error_at(text, error.at, error.message, read.line, error.cause)
            read.tags = builder.record.tags
        if "\ufffd" in text or not piece.raw.isascii():
            read.note = _encoding_note(piece.raw, read.line)
        return read


def read_games(source: Source, only: int = 0) -> Iterator[GameRead]:
    """Return the games of PVN from a path, a binary stream, or bytes.

    With `only`, yield just the game of that number and skip those before it unread. Raise OSError if the path
    cannot be read. Invalid content raises nothing.
    """
    return until_too_many_errors(_read_pieces(source, only))


def until_too_many_errors(games: Iterator[GameRead]) -> Iterator[GameRead]:
    """Yield the games, but stop after a thousand invalid ones in a row: that is not a games file."""
    broken = 0
    for read in games:
        broken = broken + 1 if read.error is not None else 0
        yield read
        if broken == MOST_ERRORS_IN_A_ROW:
            message = f"{MOST_ERRORS_IN_A_ROW} broken games in a row: the rest is not read"
            yield GameRead.broken(ReadError(read.line, 1, message), read.number + 1)
            return


def _read_pieces(source: Source, only: int) -> Iterator[GameRead]:
    for piece in split_games(source):
        if only and piece.number != only:
            continue
        read = GameRead.from_piece(piece)
        if read is not None:
            yield read
        if only:
            return


def split_games(source: Source) -> Iterator[Piece]:
    """Yield the bytes of each game. Memory use does not depend on the file size."""
    if isinstance(source, (str, Path)):
        with open(source, "rb") as opened:
            yield from split_games(opened)
        return
    stream = io.BytesIO(source) if isinstance(source, bytes) else source
    arrived: Callable[[int], bytes] = getattr(stream, "read1", stream.read)

    def read(size: int) -> bytes:
        return arrived(size)  # interpreted, so that Ctrl-C takes effect between blocks of an endless file

    splitter = Splitter(read)
    piece = splitter.next()
    while piece is not None:
        yield piece
        piece = splitter.next()


def decode_text(raw: bytes) -> str:
    """Decode the bytes as UTF-8, or as Windows-1252 where they are not valid UTF-8."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return _UNDECODED.sub(_old_western, raw.decode("utf-8", "surrogateescape"))


def _old_western(run: re.Match[str]) -> str:
    return run.group().encode("utf-8", "surrogateescape").decode("cp1252", "replace")


def error_at(
    text: str, at: int, message: str, first_line: int, cause: NotationError | None = None
) -> ReadError:
    """Return an error at a place in a game whose first line number is known."""
    column = at - text.rfind("\n", 0, at)
    return ReadError(first_line + text.count("\n", 0, at), column, message, cause)


def _encoding_note(raw: bytes, line: int) -> ReadError | None:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        column = error.start - before.rfind(b"\n")
        return ReadError(line + before.count(b"\n"), column, f"byte 0x{raw[error.start]:02x} is not UTF-8")
    return None
