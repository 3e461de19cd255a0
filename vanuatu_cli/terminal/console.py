"""What commands share about where they print: programs read stdout, people read stderr.

Whatever is printed goes through here, and nothing that goes through here steers a terminal, except for
what `paint` gets: that is for the program's own colours.
"""

import io
import json
import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, BinaryIO, Final, TextIO

from vanuatu.notation.printable import printable_lines

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

WIDEST: Final = 1000  # columns; nothing is drawn wider, whatever a terminal or COLUMNS says


def is_terminal(stream: TextIO) -> bool:
    """Whether a person sits at that stream; a stream that is closed has nobody."""
    try:
        return stream.isatty()
    except ValueError:
        return False


def colour(stream: TextIO | None = None, *, plain: bool = False) -> bool:
    """Whether colour may be used there (stdout unless said): on a terminal, never with NO_COLOR."""
    if plain or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return is_terminal(stream or sys.stdout)


def columns(default: int = 80) -> int:
    """The width to print for: the terminal's, or COLUMNS, or `default` where there is neither."""
    return min(WIDEST, shutil.get_terminal_size((default, 24)).columns)


def say(message: str) -> None:
    """A line for a person, on stderr; where stderr is gone there is nobody to tell."""
    _say(printable_lines(message).replace("\n", "\\x0a"))


def say_lines(text: str) -> None:
    """The same with several lines, such as a table."""
    _say(printable_lines(text))


def _say(text: str) -> None:
    try:
        print(text, file=sys.stderr, flush=True)
    except (OSError, ValueError):
        pass


def tell(text: str = "", *, flush: bool = False) -> None:
    """What was asked for, on stdout; a line or several."""
    print(printable_lines(text), flush=flush)


def ask(question: str) -> str:
    """What a person types after the question; EOFError if nobody does."""
    from vanuatu.notation.printable import printable

    return input(printable(question))


def paint(text: str, stream: TextIO | None = None) -> None:
    """Text with control sequences, on stdout unless said: `Style` has made them, and nobody's file."""
    stream = stream or sys.stdout
    stream.write(text)
    if stream is not sys.stdout or is_terminal(stream):
        stream.flush()


def write_json(value: object) -> None:
    """One JSON value on a line of stdout."""
    print(json_text(value))


def json_text(value: object, *, compact: bool = False) -> str:
    """A JSON value on one line; what does not print is written in JSON's own escapes, and means the same."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":") if compact else None)
    return (
        text if text.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)
    )


def games_out() -> BinaryIO:
    """Where games go on stdout: as they are, for programs; to a person's terminal like all other text."""
    return _Terminal() if is_terminal(sys.stdout) else sys.stdout.buffer


def on_terminal(raw: bytes) -> bytes:
    """A game as a terminal may get it."""
    from vanuatu.notation.printable import printable_lines

    return printable_lines(raw.decode("utf-8", "replace")).encode()


class _Terminal(io.BytesIO):
    """A terminal that takes the bytes of games."""

    def write(self, raw: "ReadableBuffer") -> int:
        sys.stdout.flush()
        sys.stdout.buffer.write(on_terminal(bytes(raw)))
        sys.stdout.buffer.flush()
        return len(bytes(raw))


def table(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Columns lined up; a column whose cells are all numbers stands to the right.

    A header may have several lines; the last one stands over the column.
    """
    heads = [header.split("\n") for header in headers]
    height = max(map(len, heads))
    cells = [[([""] * height + head)[line - height] for head in heads] for line in range(height)]
    cells += [list(row) for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(headers))]
    right = [all(_numeric(row[column]) for row in cells[height:]) for column in range(len(headers))]
    lines = []
    for row in cells:
        placed = [
            text.rjust(width) if to_right else text.ljust(width)
            for text, width, to_right in zip(row, widths, right, strict=True)
        ]
        lines.append("  ".join(placed).rstrip())
    return "\n".join(lines)


def _numeric(text: str) -> bool:
    return text == "" or text.lstrip("+-−±")[:1].isdigit()
