"""Printing: data for programs goes to stdout, messages for people to stderr.

All output goes through this module. It removes control sequences from every text, except in `paint`,
which prints the program's own colours.
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

WIDEST: Final = 1000  # columns; a limit for what a terminal or COLUMNS reports


def is_terminal(stream: TextIO) -> bool:
    """Return whether the stream is a terminal; a closed stream is not."""
    try:
        return stream.isatty()
    except ValueError:
        return False


def colour(stream: TextIO | None = None, *, plain: bool = False) -> bool:
    """Return whether to use colour on the stream (default: stdout): on a terminal, never with NO_COLOR."""
    if plain or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return is_terminal(stream or sys.stdout)


def columns(default: int = 80) -> int:
    """Return the width of the output: that of the terminal or COLUMNS, otherwise `default`."""
    return min(WIDEST, shutil.get_terminal_size((default, 24)).columns)


def rows(default: int = 24) -> int:
    """Return the height of the terminal; LINES, which may be out of date, counts only without one."""
    try:
        return os.get_terminal_size(sys.stdout.fileno()).lines
    except (OSError, ValueError):
        return shutil.get_terminal_size((80, default)).lines


def print_message(message: str) -> None:
    """Print a line for a person on stderr. Do nothing if stderr is closed."""
    _print_on_stderr(printable_lines(message).replace("\n", "\\x0a"))


def print_table(text: str) -> None:
    """Print several lines, such as a table, on stderr."""
    _print_on_stderr(printable_lines(text))


def _print_on_stderr(text: str) -> None:
    try:
        print(text, file=sys.stderr, flush=True)
    except (OSError, ValueError):
        pass


def print_data(text: str = "", *, flush: bool = False) -> None:
    """Print the requested data on stdout; `text` may have several lines."""
    print(printable_lines(text), flush=flush)


def ask(question: str) -> str:
    """Print a question and return the line that the user types. Raise EOFError at the end of stdin."""
    from vanuatu.notation.printable import printable

    return input(printable(question))


def paint(text: str, stream: TextIO | None = None) -> None:
    """Print text with the control sequences that `Style` made (default: on stdout)."""
    stream = stream or sys.stdout
    stream.write(text)
    if stream is not sys.stdout or is_terminal(stream):
        stream.flush()


def write_json(value: object) -> None:
    """Print a JSON value as one line on stdout."""
    print(json_text(value))


def json_text(value: object, *, compact: bool = False) -> str:
    """Return a JSON value as one line, with JSON escapes for characters that are not printable."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":") if compact else None)
    return (
        text if text.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)
    )


def games_out() -> BinaryIO:
    """Return the stream for games on stdout: raw bytes, but printable text on a terminal."""
    return _Terminal() if is_terminal(sys.stdout) else sys.stdout.buffer


def on_terminal(raw: bytes) -> bytes:
    """Return a game without control sequences."""
    from vanuatu.notation.printable import printable_lines

    return printable_lines(raw.decode("utf-8", "replace")).encode()


class _Terminal(io.BytesIO):
    """A stream that prints games on a terminal."""

    def write(self, raw: "ReadableBuffer") -> int:
        sys.stdout.flush()
        sys.stdout.buffer.write(on_terminal(bytes(raw)))
        sys.stdout.buffer.flush()
        return len(bytes(raw))


def table(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return rows as aligned columns. A column of numbers is aligned to the right.

    A header may have several lines.
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
