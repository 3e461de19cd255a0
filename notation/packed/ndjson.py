"""Games as NDJSON: one complete game for each line."""

import json
from collections.abc import Iterator
from typing import BinaryIO, Final

from vanuatu.notation import errors, files
from vanuatu.notation.packed.maps import FormatError, Value, as_map, from_map, unique_fields
from vanuatu.notation.record import MAX_GAME, MAX_TEXT, MAX_VALUES, GameRecord

_PARTINGS: Final = (b"[", b"{", b",")  # for the one before each value


TOO_LONG: Final = f"a line of more than {MAX_GAME >> 20} MB: this is no game"


def write_ndjson(record: GameRecord) -> str:
    """Return the game as one line, with its line end."""
    return json.dumps(as_map(record), ensure_ascii=False, separators=(",", ":")) + "\n"


def read_ndjson(stream: BinaryIO, only: int = 0) -> Iterator[files.GameRead]:
    """Yield the games of NDJSON, each verified; an invalid line does not stop the reading.

    With `only`, yield just the game of that number.
    """
    return files.until_too_many_errors(_read_lines(stream, only))


def _read_lines(stream: BinaryIO, only: int) -> Iterator[files.GameRead]:
    number = 0
    for line, _, raw in split_lines(stream):
        number += 1
        if only and number != only:
            continue
        if raw is None:
            yield files.GameRead.broken(errors.ReadError(line, 1, TOO_LONG), number)
        else:
            yield _read_line(raw, number, line)
        if only:
            return


def _read_line(raw: bytes, number: int, line: int) -> files.GameRead:
    try:
        record = from_map(parse_json(raw))
    except FormatError as error:
        return files.GameRead.broken(errors.ReadError(line, error.column, str(error)), number)
    return files.GameRead.from_record(record, number, line)


def parse_json(raw: bytes) -> Value:
    """Return one line of JSON. Raise FormatError, with the column, if invalid or too large for a game."""
    # The limit of characters in comments and tags is also the limit of their number.
    if sum(raw.count(sign) for sign in _PARTINGS) > MAX_VALUES + MAX_TEXT:
        raise FormatError(f"no JSON of a game: it holds more than {MAX_VALUES:,} values")
    try:
        return json.loads(raw.decode("utf-8-sig"), object_pairs_hook=unique_fields)
    except UnicodeDecodeError as error:
        raise FormatError(f"byte {error.start + 1} of the line is not UTF-8", error.start + 1) from None
    except json.JSONDecodeError as error:
        raise FormatError(f"no JSON: {error.msg.removesuffix(' at')}", error.colno) from None
    except FormatError:
        raise
    except ValueError:
        raise FormatError("no JSON of a game: a number of thousands of digits") from None
    except RecursionError:
        raise FormatError("no JSON of a game: brackets within brackets without end") from None


def split_lines(stream: BinaryIO) -> Iterator[tuple[int, int, bytes | None]]:
    """Yield the non-empty lines: number, offset in the stream, bytes; None for a line that is too long."""
    number, offset = 0, 0
    while raw := stream.readline(MAX_GAME + 1):
        number += 1
        begin, offset = offset, offset + len(raw)
        if len(raw) > MAX_GAME:
            yield number, begin, None
            while raw and not raw.endswith(b"\n"):
                raw = stream.readline(MAX_GAME)
                offset += len(raw)
        elif raw.strip():
            yield number, begin, raw
