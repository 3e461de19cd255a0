"""Games as NDJSON: a game a line, each line whole."""

import json
from collections.abc import Iterator
from typing import BinaryIO, Final

from notation.errors import Fault, shown
from notation.files import GameRead, patiently
from notation.packed.maps import MachineError, Value, as_map, from_map
from notation.record import GameRecord

MAX_LINE: Final = 4 << 20


def write_ndjson(record: GameRecord) -> str:
    """The game as one line, with its line end."""
    return json.dumps(as_map(record), ensure_ascii=False, separators=(",", ":")) + "\n"


def read_ndjson(stream: BinaryIO, only: int = 0) -> Iterator[GameRead]:
    """The games of NDJSON, lazily, each verified; a broken line does not stop those after it.

    With `only`, just the game of that number.
    """
    return patiently(_read_lines(stream, only))


def _read_lines(stream: BinaryIO, only: int) -> Iterator[GameRead]:
    number = 0
    for line, raw in _lines(stream):
        if raw is not None and not raw.strip():
            continue
        number += 1
        if only and number != only:
            continue
        if raw is None:
            message = f"a line of more than {MAX_LINE >> 20} MB: this is no game"
            yield GameRead.broken(Fault(line, 1, message), number)
        else:
            yield _read_line(raw, number, line)
        if only:
            return


def _read_line(raw: bytes, number: int, line: int) -> GameRead:
    try:
        record = from_map(parse_json(raw))
    except MachineError as error:
        return GameRead.broken(Fault(line, 1, str(error)), number)
    return GameRead.from_record(record, number, line)


def parse_json(raw: bytes) -> Value:
    """One line of JSON; MachineError if it is none."""
    try:
        return json.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise MachineError(f"byte {error.start + 1} of the line is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise MachineError(f"no JSON: {error.msg} at column {error.colno}") from None
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits; brackets within brackets
        raise MachineError(f"no JSON of a game: {shown(str(error))}") from None


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """The lines with their numbers; of one that is too long nothing is kept, and it comes as None."""
    number = 0
    while raw := stream.readline(MAX_LINE + 1):
        number += 1
        if len(raw) <= MAX_LINE:
            yield number, raw
            continue
        while raw and not raw.endswith(b"\n"):
            raw = stream.readline(MAX_LINE)
        yield number, None
