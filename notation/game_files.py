"""Read games from files and write them, in all three formats."""

import io
from collections.abc import Iterable, Iterator
from os import PathLike, fspath
from types import TracebackType
from typing import BinaryIO

from vanuatu.notation import compression
from vanuatu.notation.formats import FORMATS, PVN, encode_game, format_of, peekable, read_any
from vanuatu.notation.game import Game, session_of

Source = str | PathLike[str] | bytes | BinaryIO


class Games(Iterator[Game]):
    """Iterator over the games of a file, from `vanuatu.read`. Only one game is in memory at a time.

    >>> import vanuatu
    >>> with vanuatu.read("games/three-players.pvn") as games:
    ...     first = next(games)
    """

    def __init__(self, source: Source, strict: bool, only: int) -> None:
        self._name, self._stream, self._owned = _opened(source)
        self._games = read_any(compression.unpacked(peekable(self._stream)), only=only)
        self._strict = strict
        self._count = 0

    def __iter__(self) -> "Games":
        return self

    def __next__(self) -> Game:
        try:
            read = next(self._games)
        except StopIteration:
            self.close()
            raise
        self._count += 1
        if self._strict and read.error is not None:
            self.close()
            read.error.add_note(f"in game {read.number} of {self._name}")
            raise read.error
        return Game(None, read)

    def close(self) -> None:
        """Close the file. This happens automatically after the last game."""
        if self._owned:
            self._stream.close()

    def __enter__(self) -> "Games":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_owned"):
            self.close()

    def __repr__(self) -> str:
        return f"<Games of {self._name}, {self._count} read>"


def read(source: Source, *, strict: bool = False, only: int = 0) -> Games:
    """Return the games of a path, of bytes, or of an open binary file, lazily.

    The format (PVN, NDJSON or msgpack) is detected, and so is compression (gzip, Zstandard). An invalid game
    has its `error` set, and reading continues; with `strict` the error is raised at once. With `only`, return
    just the game of that number, from 1. Raise OSError if a path cannot be read.

    >>> import vanuatu
    >>> for game in vanuatu.read("games/three-players.pvn"):
    ...     print(game.tags["Purple"], game.result, game.winners)
    …
    >>> [broken] = vanuatu.read(b'[Purple "Ann"] 1. oops *')
    >>> broken.error.line, broken.error.column, broken.error.reason
    (1, 1, 'vanuatu is for 2 to 5 players, not 1')
    """
    return Games(source, strict, only)


def write(games: Iterable[Game], target: str | PathLike[str] | BinaryIO, form: str = "") -> int:
    """Write games to a path or an open binary file. Return their number. An invalid game raises its error.

    The format is `pvn`, `ndjson` or `msgpack`. By default the suffix of the path decides, else PVN.
    A path that ends in `.gz` or `.zst` is compressed.

    >>> import vanuatu
    >>> vanuatu.write(vanuatu.read("games/teaching.pvn"), "teaching.msgpack")
    1
    >>> [game] = vanuatu.read("teaching.msgpack")
    >>> game
    <Game …>
    """
    if isinstance(target, (str, PathLike)):
        form = form or format_of(fspath(target)) or PVN
    form = form or PVN
    if form not in FORMATS:
        raise ValueError(f"no form is called {form!r} (there are: {', '.join(FORMATS)})")
    if isinstance(target, (str, PathLike)):
        packing = compression.packing_of(fspath(target))
        compression.check_packing(fspath(target))
        with open(target, "wb") as stream, compression.Packer(stream, packing) as packer:
            return _write_all(games, packer, form)
    return _write_all(games, target, form)


def _write_all(games: Iterable[Game], stream: BinaryIO | compression.Packer, form: str) -> int:
    count = 0
    for game in games:
        stream.write(encode_game(session_of(game).record, form, count == 0))
        count += 1
    return count


def _opened(source: Source) -> tuple[str, BinaryIO, bool]:
    """Return the source's name, its stream, and whether this function opened it."""
    if isinstance(source, bytes):
        return "bytes", io.BytesIO(source), True
    if isinstance(source, (str, PathLike)):
        path = fspath(source)
        if "\n" in path:
            raise ValueError("this is the text of games and not a path: give it as bytes, text.encode()")
        return path, open(path, "rb"), True
    if not hasattr(source, "read") or hasattr(source, "encoding"):
        what = type(source).__name__
        raise TypeError(f"games are read from a path, bytes or a file opened with 'rb', not from {what}")
    return str(getattr(source, "name", "a stream")), source, False
