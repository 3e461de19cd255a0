"""The three forms in which games are kept, and which of them a file has."""

import io
from collections.abc import Iterator
from typing import Final

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
    """The form that a file's name says it has, empty if it says none."""
    ending = name.rpartition(".")[2].lower()
    return ending if ending in FORMATS and ending != name.lower() else ""


def detect_format(beginning: bytes) -> str:
    """The form of which a file begins like that."""
    if beginning and sizes.is_map(beginning[0]):
        return MSGPACK
    text = beginning.removeprefix(b"\xef\xbb\xbf").lstrip()
    return NDJSON if text.startswith(b"{") and text[1:].lstrip().startswith(b'"') else PVN


def read_any(stream: io.BufferedReader, form: str = "", only: int = 0) -> Iterator[GameRead]:
    """The games of a stream in whichever form, lazily; it is looked at if the form is not given.

    With `only`, just the game of that number.
    """
    return _READERS[form or detect_format(stream.peek(64)[:64])](stream, only)


def encode_game(record: GameRecord, form: str, first: bool) -> bytes:
    """The bytes to write for a game; between two games of PVN goes an empty line."""
    if form == MSGPACK:
        return archive.pack(record)
    if form == NDJSON:
        return ndjson.write_ndjson(record).encode("utf-8", "replace")
    return (("" if first else "\n") + write_game(record)).encode()
