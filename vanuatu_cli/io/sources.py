"""Games from the files that a command names, `-` for stdin, in whichever form they have."""

import contextlib
import io
import sys
from collections.abc import Iterator
from typing import Annotated, Final

import typer

from notation.files import GameRead
from notation.formats import format_of, read_any
from notation.printable import printable
from vanuatu_cli.errors import InputFault

STDIN: Final = "-"

FilesArgument = Annotated[
    list[str], typer.Argument(metavar="FILE", help="Files of games (.pvn, .ndjson, .msgpack); - is stdin.")
]


def games_of(name: str, *, form: str = "", only: int = 0) -> Iterator[GameRead]:
    """The games of a file, lazily; with `only`, just the one of that number.

    The form is taken from the name, or else from how the file begins. InputFault if the file cannot
    be read or holds no games.
    """
    count = 0
    try:
        with opened(name) as stream:
            for read in read_any(stream, form or format_of(name), only):
                count += 1
                yield read
    except OSError as error:
        raise InputFault(f"{label(name)}: {error.strerror or error}") from None
    if count == 0:
        what = f"there is no game {only} in it" if only else "no games in it"
        raise InputFault(f"{label(name)}: {what}")


def label(name: str) -> str:
    """What a file is called in messages, on one line whatever its name."""
    return "stdin" if name == STDIN else printable(name)


@contextlib.contextmanager
def opened(name: str) -> Iterator[io.BufferedReader]:
    """The file, or stdin, to read bytes from."""
    if name != STDIN:
        with open(name, "rb") as stream:
            yield stream
    elif isinstance(sys.stdin.buffer, io.BufferedReader):
        yield sys.stdin.buffer
    else:
        yield io.BufferedReader(io.BytesIO(sys.stdin.buffer.read()))
