"""Write chosen games in order: to stdout, to a file, or split over several files."""

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Any, Final, Protocol

from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import several, writing
from vanuatu.notation import compression, fields, formats
from vanuatu.notation.codec import SEAT_NAMES
from vanuatu.notation.errors import excerpt
from vanuatu.notation.files import GameRead
from vanuatu.notation.record import ROSTER_HEAD
from vanuatu.notation.tags import AFTER_RESULT

MOST_FILES: Final = 200  # of --split-by: all of them are open at the same time

_TAGS: Final = frozenset((*ROSTER_HEAD, *SEAT_NAMES, "Result", *AFTER_RESULT))


class SortKey:
    """The value of a game by which it is sorted or split: a field such as `rounds`, or a tag."""

    def __init__(self, option: str, name: str) -> None:
        self._option = option
        self._name = name
        self._field = fields.GAME_FIELDS.get(name)
        self._known = self._field is not None or name in _TAGS
        self._games = 0

    def of(self, read: GameRead) -> Any:
        """Return the value of a game."""
        self._games += 1
        tags = read.session.record.tags
        if self._field is not None:
            return self._field.value(fields.Scope(tags, read.number, read.session))
        self._known = self._known or self._name in tags
        return tags.get(self._name, "")

    def check(self) -> None:
        """Raise CallFault if there were games, and the name is neither a field nor a tag of one of them."""
        if self._games and not self._known:
            close = get_close_matches(self._name, [*fields.GAME_FIELDS, *_TAGS], 1)
            known = f"Did you mean {close[0]}?" if close else "Fields are: " + ", ".join(fields.GAME_FIELDS)
            raise CallFault(f"{self._option} {excerpt(self._name)}: no game has this tag or field. {known}")


def in_order(reads: Iterable[GameRead], name: str, form: str) -> Iterator[tuple[bytes, GameRead | None]]:
    """Yield the games as bytes, sorted by a field or tag; `-` before the name reverses the order.

    The games wait in a file, only their keys in memory. Games with the same key keep their order.
    """
    key = SortKey("--sort", name.removeprefix("-"))
    places: list[tuple[tuple[int, Any], int, int]] = []
    with several.spool() as waiting:
        offset = 0
        for read in reads:
            raw = formats.encode_game(read.session.record, form, True)
            waiting.write(raw)
            places.append((_sortable(key.of(read)), offset, len(raw)))
            offset += len(raw)
        key.check()
        places.sort(key=lambda place: place[0], reverse=name.startswith("-"))
        for _, begin, size in places:
            waiting.seek(begin)
            yield waiting.read(size), None


def _sortable(value: Any) -> tuple[int, Any]:
    """Return a value that can be compared with all others: numbers, texts, then unknown ones."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 16:
        value = int(value)
    if isinstance(value, int | float):
        return 0, value
    if isinstance(value, str) and value and not value.startswith("?"):
        return 1, value
    return (2, "") if value is None or isinstance(value, str) else (1, str(value))


class GameSink(Protocol):
    """Takes games one after another."""

    def write(self, raw: bytes, read: GameRead | None) -> None: ...

    def close(self) -> None: ...


class StreamSink:
    """Writes all games to one stream."""

    def __init__(self, stream: Any, form: str) -> None:
        self._stream = stream
        self._form = form
        self._first = True

    def write(self, raw: bytes, read: GameRead | None) -> None:
        """Write a game; in PVN an empty line separates two games."""
        between = b"" if self._first or self._form != formats.PVN else b"\n"
        self._first = False
        writing.write_whole(self._stream, between + raw)

    def close(self) -> None:
        """Do nothing: the stream belongs to the caller."""


class _File(StreamSink):
    """Writes games to one of several files."""

    def __init__(self, draft: writing.Draft, name: str, form: str) -> None:
        self._draft = draft
        self._packer = compression.Packer(draft.stream, compression.packing_of(name))
        super().__init__(self._packer, form)

    def close(self) -> None:
        """Complete the file."""
        self._packer.close()
        self._draft.finish()


class CountedSink:
    """Begins a new file after a number of games: `games-1.pvn`, `games-2.pvn`."""

    def __init__(self, files: several.SafeFiles, name: str, form: str, size: int) -> None:
        self._files = files
        self._name = name
        self._form = form
        self._size = size
        self._count = 0
        self._file: _File | None = None

    def write(self, raw: bytes, read: GameRead | None) -> None:
        """Write a game to the current file or a new one."""
        if self._count % self._size == 0:
            self.close()
            name = part_name(self._name, str(self._count // self._size + 1))
            self._file = _File(self._files.open(name), name, self._form)
        assert self._file is not None
        self._file.write(raw, read)
        self._count += 1

    def close(self) -> None:
        """Complete the current file."""
        if self._file is not None:
            self._file.close()


class ValueSink:
    """Writes a file for each value of a field or tag: `games-waters.pvn`."""

    def __init__(self, files: several.SafeFiles, name: str, form: str, by: str) -> None:
        self._files = files
        self._name = name
        self._form = form
        self._by = by
        self._key = SortKey("--split-by", by)
        self._open: dict[str, _File] = {}
        self._names: set[str] = set()

    def write(self, raw: bytes, read: GameRead | None) -> None:
        """Write a game to the file of its value."""
        assert read is not None
        value = str(self._key.of(read))
        file = self._open.get(value)
        if file is None:
            if len(self._open) >= MOST_FILES:
                raise InputFault(
                    f"--split-by {excerpt(self._by)}: more than {MOST_FILES} values, so too many files"
                )
            name = self._new_name(value)
            file = self._open[value] = _File(self._files.open(name), name, self._form)
        file.write(raw, read)

    def _new_name(self, value: str) -> str:
        word = _UNSAFE.sub("-", value)[:60].strip("-.") or "none"
        name, number = part_name(self._name, word), 1
        while name.lower() in self._names:
            number += 1
            name = part_name(self._name, f"{word}-{number}")
        self._names.add(name.lower())
        return name

    def close(self) -> None:
        """Complete all files. Raise CallFault if no game has the tag or field."""
        self._key.check()
        for file in self._open.values():
            file.close()


_UNSAFE: Final = re.compile(r"[^A-Za-z0-9._]+")


def part_name(name: str, part: str) -> str:
    """Return the name of a part of a file: `games-2.pvn.gz`."""
    plain = compression.without_packing(name)
    stem, _, ending = plain.rpartition(".")
    return f"{stem}-{part}.{ending}{name[len(plain) :]}"


def copy(games: Iterable[tuple[bytes, GameRead | None]], sink: GameSink, limit: int) -> int:
    """Write the games, at most `limit` of them (0: all). Return their number."""
    count = 0
    for raw, read in games:
        sink.write(raw, read)
        count += 1
        if count == limit:
            break
    sink.close()
    return count
