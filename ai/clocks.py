"""A clock for each seat: so much for the game, and so much more with every move (`10s+0.1s`)."""

import math
import re
from dataclasses import dataclass

_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0, "": 1.0}
_TIME = re.compile(r"(\d+(?:\.\d+)?|\.\d+)(ms|s|min|m|h|)")
_MOVES_AHEAD = 25  # over how many moves a bot is told to spread what it has left
_SPARE = 0.8  # never all of it: pipes and busy machines cost time too


class ClockError(ValueError):
    """A time that cannot be read; one line that says why."""


@dataclass(frozen=True)
class TimeControl:
    """Seconds for the game and seconds more with every move."""

    base: float
    increment: float = 0.0


def read_control(text: str) -> TimeControl:
    """`10s`, `10s+0.1s`, `2m+1s`, `90+5`; ClockError if it is none."""
    base, plus, increment = text.replace(" ", "").partition("+")
    control = TimeControl(read_seconds(base), read_seconds(increment) if plus else 0.0)
    if control.base + control.increment <= 0:
        raise ClockError(f"{text!r} leaves no time at all")
    return control


def read_seconds(text: str) -> float:
    """A length of time such as `1.5s`, `300ms` or `2m`, in seconds."""
    found = _TIME.fullmatch(text)
    if found is None:
        raise ClockError(f"{text!r} is not a time (as in 10s, 0.1s, 2m or 10s+0.1s)")
    seconds = float(found[1]) * _UNITS[found[2]]
    if not math.isfinite(seconds) or seconds > 30 * 86400:
        raise ClockError(f"{text!r} is too long")
    return seconds


class Clock:
    """The clock of one seat."""

    def __init__(self, control: TimeControl) -> None:
        self.left = control.base + control.increment
        self._increment = control.increment

    def allowance(self) -> float:
        """How long to think about the next move."""
        return max(0.001, min(self.left / _MOVES_AHEAD + self._increment, self.left * _SPARE))

    def spend(self, seconds: float) -> bool:
        """Take the time of a move; whether it was there to take. What a move adds comes after it."""
        self.left -= seconds
        if self.left < 0:
            return False
        self.left += self._increment
        return True


def clock_text(seconds: float) -> str:
    """What a clock shows, as `[%clk …]` has it: 0:01:30.5."""
    tenths = round(max(0.0, seconds) * 10)
    whole, tenth = divmod(tenths, 10)
    text = f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{text}.{tenth}" if tenth else text
