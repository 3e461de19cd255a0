"""What commands share about where they print: programs read stdout, people read stderr."""

import json
import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import TextIO


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


def unicode_ok(stream: TextIO | None = None, *, plain: bool = False) -> bool:
    """Whether that stream (stdout unless said) can carry the board's signs."""
    encoding = (getattr(stream or sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
    return not plain and encoding.startswith(("utf8", "utf16", "utf32"))


def columns(default: int = 80) -> int:
    """The width to print for: the terminal's, or COLUMNS, or `default` where there is neither."""
    return shutil.get_terminal_size((default, 24)).columns


def say(message: str) -> None:
    """A line for a person, on stderr; where stderr is gone there is nobody to tell."""
    try:
        print(message, file=sys.stderr, flush=True)
    except (OSError, ValueError):
        pass


def write_json(value: object) -> None:
    """One JSON value on a line of stdout."""
    print(json.dumps(value, ensure_ascii=False))


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
