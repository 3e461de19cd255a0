"""A clock per seat: a time for the game, and an increment per move (`10s+0.1s`)."""

import math
import re
from dataclasses import dataclass

_UNITS = {"ms": 0.001, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0, "": 1.0}
_TIME = re.compile(r"(\d+(?:\.\d+)?|\.\d+)(ms|s|min|m|h|)")
_MOVES_AHEAD = 25  # a bot spreads its remaining time over this many moves
_SPARE = 0.8  # the usable part: pipes and busy machines need time too


class ClockError(ValueError):
    """An invalid time. The message is one line."""


@dataclass(frozen=True)
class TimeControl:
    """Seconds for the game, and the increment per move in seconds."""

    base: float
    increment: float = 0.0


def read_control(text: str) -> TimeControl:
    """Read `10s`, `10s+0.1s`, `2m+1s` or `90+5`. Raise ClockError if the text is invalid."""
    base, plus, increment = text.replace(" ", "").partition("+")
    control = TimeControl(read_seconds(base), read_seconds(increment) if plus else 0.0)
    if control.base + control.increment <= 0:
        raise ClockError(f"{text!r} leaves no time at all")
    return control


def read_seconds(text: str) -> float:
    """Return the seconds of a duration such as `1.5s`, `300ms` or `2m`."""
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
        """Return the time for the next move."""
        return max(0.001, min(self.left / _MOVES_AHEAD + self._increment, self.left * _SPARE))

    def spend(self, seconds: float) -> bool:
        """Subtract the time of a move, then add the increment; return False if the time was exceeded."""
        self.left -= seconds
        if self.left < 0:
            return False
        self.left += self._increment
        return True


def clock_text(seconds: float) -> str:
    """Return the time as `[%clk …]` has it: 0:01:30.5."""
    tenths = round(max(0.0, seconds) * 10)
    whole, tenth = divmod(tenths, 10)
    text = f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{text}.{tenth}" if tenth else text
