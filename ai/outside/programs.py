"""How programs from outside are named: `cmd:./mybot --fast`, or with a name of one's own, `mine=cmd:./mybot`.

Such a spec counts only where a person has typed it. What comes out of a file must never start a program:
`names_program` tells the two apart.
"""

import os
import re
from typing import Final

from notation.printable import printable

PREFIX: Final = "cmd:"
LONGEST_NAME: Final = 60

_SPEC: Final = re.compile(r"\s*(?:([^:=]*)=)?cmd:(.*)", re.DOTALL)


def names_program(spec: str) -> bool:
    """Whether the spec stands for a program to be started, with a name of its own or without."""
    return _SPEC.fullmatch(spec) is not None


def split_spec(spec: str) -> tuple[str | None, str]:
    """The name that a spec gives the program (None if none), and its command line."""
    found = _SPEC.fullmatch(spec)
    if found is None:
        raise ValueError(f"{spec!r} names no program")
    name = found[1]
    return name.strip() if name is not None else None, found[2]


def tidy_name(text: str) -> str:
    """A name that a program gives itself, fit for tags and tables; empty if nothing is left of it.

    It cannot be taken for the spec of a program later.
    """
    name = printable(" ".join(text.split())).replace(PREFIX, "cmd ")
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def plain_name(command: str) -> str:
    """What a program is called that gives itself no name: its file, without the folders."""
    return tidy_name(os.path.basename(command)) or "program"
