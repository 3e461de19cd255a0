"""Typer's texts in the program's own words: help, and errors in a command line as one line each."""

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import partial
from typing import Any, Final

from typer import TyperException

from vanuatu.notation.printable import printable

_EXTRA: Final = re.compile(r"unexpected extra argument\(?s?\)? \((.*)\)", re.DOTALL)
_LONGEST: Final = 60  # characters of a text that a message repeats


def use_plain_help(command: Any) -> Any:
    """Return the command with a help page without Python's names of types and with ranges like `2–5`."""
    for parameter in command.params:
        parameter.get_help_record = partial(_help_record, parameter.get_help_record)
        if parameter.param_type_name == "argument":
            name = parameter.metavar + ("..." if parameter.nargs != 1 else "")
            parameter.get_usage_pieces = partial(_usage_pieces, name if parameter.required else f"[{name}]")
    return command


def _help_record(
    typers_record: Callable[[Any], tuple[str, str] | None], context: Any
) -> tuple[str, str] | None:
    record = typers_record(context)
    if record is None:
        return None
    text = re.sub(r"([\d.]+)<=x<=([\d.]+)", r"\1–\2", record[1])
    text = re.sub(r"x>=([\d.]+)", r"\1 or more", text)
    return re.sub(r" <.*>$", "", record[0]), re.sub(r"\] +\[", "; ", text)


def _usage_pieces(name: str, context: Any) -> list[str]:
    return [name]


def usage_message(fault: TyperException, command: str, renamed: Mapping[str, str]) -> str:
    """Return one line: the option or argument, what is wrong with it, and what is expected.

    `renamed` maps old options of the command to the new ones.
    """
    kind = type(fault).__name__
    help_page = f"see vanuatu {command} --help"
    if kind == "NoSuchOption":
        option = str(getattr(fault, "option_name", ""))
        if option in renamed:
            return f"{quoted(option)}: this option is now {renamed[option]} ({help_page})"
        near = alternatives(getattr(fault, "possibilities", None) or ())
        return f"{quoted(option)}: no such option; {near or help_page}"
    if kind == "BadOptionUsage":
        wrong = "a value is missing" if "requires" in fault.message else "this option takes no value"
        return f"{getattr(fault, 'option_name', '')}: {wrong} ({help_page})"
    parameter = getattr(fault, "param", None)
    if kind == "MissingParameter" and parameter is not None:
        return f"{_name(parameter)} is missing ({help_page})"
    if parameter is not None:
        return f"{_name(parameter)}: {_wrong_value(fault, parameter)}"
    extra = _EXTRA.search(fault.message)
    if extra is not None:
        return f"{quoted(extra[1])}: unexpected argument ({help_page})"
    return f"{fault.format_message().rstrip('.')} ({help_page})"


def unknown_command(name: str, commands: Iterable[str]) -> str:
    """Return what to print for a command that does not exist."""
    near = alternatives(get_close_matches(name, list(commands)))
    return f"{quoted(name)}: no such command; {near or 'see vanuatu --help'}"


def alternatives(names: Iterable[str]) -> str:
    """Return `did you mean a, b or c?`, or an empty text without names."""
    found = list(names)
    if not found:
        return ""
    return f"did you mean {' or '.join(filter(None, [', '.join(found[:-1]), found[-1]]))}?"


def quoted(text: str) -> str:
    """Return the user's text on one line, cut if it is long, and in quotes unless it is an option."""
    short = printable(text, _LONGEST)
    return short if short.startswith("-") else f"'{short}'"


def _name(parameter: Any) -> str:
    """Return what the user types: the long option, or the argument as the help page shows it."""
    options = [option for option in parameter.opts if option.startswith("-")]
    return str(options[0] if options else parameter.metavar or parameter.name)


def _wrong_value(fault: TyperException, parameter: Any) -> str:
    """Return what is wrong with the value of a parameter."""
    # Any, because typer checks values with pydantic, which the program itself does not need.
    cause: Any = fault.__cause__
    found = cause.errors()[0] if hasattr(cause, "errors") else {}
    if "input" not in found:
        return fault.message.rstrip(".")
    value = str(found["input"])
    limits = _limits(parameter)
    if not found["type"].endswith(("_parsing", "_type", "_from_float", "_size")):
        return f"{printable(value, _LONGEST)} is out of range{limits}"
    whole = found["type"].startswith("int") and re.fullmatch(r"[+-]?\d*\.\d+", value)
    return f"{quoted(value)} is not a {'whole ' if whole else ''}number{limits}"


def _limits(parameter: Any) -> str:
    """Return the range of a number, like ` (2–5)`, or an empty text."""
    info = parameter.type_descriptor.parameter_info
    low, high = info.min, info.max
    if low is None and high is None:
        return ""
    if high is None:
        return f" ({low} or more)"
    return f" ({low}–{high})" if low is not None else f" (at most {high})"
