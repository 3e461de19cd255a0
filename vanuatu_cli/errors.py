"""Errors of input and usage. `app.run` prints them as one line and gives each its exit code."""

import re
from collections.abc import Iterator
from contextlib import contextmanager


def missing_package(what: str, package: str, extra: str) -> str:
    """Return the message for a feature whose optional package is not installed."""
    install = f"pip install '.[{extra}]' in the project's folder"
    return f"{what} needs {package}, which is not installed. Try: {install}"


class InputFault(Exception):
    """Bad input: invalid notation, an illegal move, an unreadable file. Exit code 1.

    The message is one line, and all that the user sees.
    """


class CallFault(Exception):
    """Wrong usage: the value of an option, an unknown bot, a missing game. Exit code 2."""


@contextmanager
def raised_as_value_errors() -> Iterator[None]:
    """In the library, errors of commands are ValueErrors. They name arguments (`move_time`), not options."""
    try:
        yield
    except (CallFault, InputFault) as fault:
        raise ValueError(re.sub(r"--([a-z][a-z-]*)", _argument, str(fault))) from None


def _argument(option: "re.Match[str]") -> str:
    return option[1].replace("-", "_")
