"""Read the tags of every game in a file, and where each game begins, without reading its moves."""

from collections.abc import Iterator
from typing import final

from mypy_extensions import i64

from vanuatu.notation import errors, files, record
from vanuatu.notation.pvn import parser


@final
class Header:
    """A game's tags, its number from 1, and its start: offset in bytes, line from 1.

    Unreadable tags are missing, and `error` is the reason.
    """

    def __init__(self, number: int, offset: int, line: int) -> None:
        self.number = number
        self.offset = offset
        self.line = line
        self.tags: dict[str, str] = {}
        self.error: errors.ReadError | None = None


@final
class TagListener(parser.Listener):
    """Collects the tags and stops before the moves."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self._allowance = record.Allowance()

    def tag(self, name: str, value: str, at: i64) -> None:
        if self._allowance.spent(len(name) + len(value)):
            raise parser.ParseError(at, record.TOO_MUCH)
        self.tags[name] = value

    def movetext(self, at: i64) -> bool:
        return False


def scan_headers(source: files.Source) -> Iterator[Header]:
    """Yield the headers of PVN, one in memory at a time. Raise OSError if a path cannot be read."""
    for piece in files.split_games(source):
        listener = TagListener()
        text = files.decode_text(piece.raw)
        header = Header(int(piece.number), int(piece.offset), int(piece.line))
        header.tags = listener.tags
        try:
            if not parser.parse(text, listener):
                continue
        except parser.ParseError as error:
            header.error = files.error_at(text, error.at, error.message, header.line)
        yield header
