"""Checks of the arguments that users of the library pass: one error that says what was expected."""

from typing import Final, NoReturn

from vanuatu.core.rng import MOST_SEED

_SHOWN: Final = 60


def shown(value: object) -> str:
    """Return a value for a message, shortened."""
    text = repr(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def refuse(value: object, expected: str) -> NoReturn:
    """Raise TypeError: the value is not what is expected."""
    raise TypeError(f"expected {expected} (got {shown(value)})")


def text(value: object, expected: str) -> str:
    """Return a text. Raise TypeError for anything else."""
    if not isinstance(value, str):
        refuse(value, expected)
    return value


def whole(name: str, value: object, least: int, most: int) -> int:
    """Return a whole number. Raise TypeError or ValueError if it is none, or out of range."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name}: expected a whole number (got {shown(value)})")
    if not least <= value <= most:
        raise ValueError(f"{name}: expected {least} to {most} (got {value})")
    return value


def seed(value: object) -> int:
    """Return a seed. Raise TypeError or ValueError if it is none."""
    return whole("seed", value, 0, MOST_SEED)
