"""The time of a bot of its own, at the end of its spec.

`mcts@10s+0.1s` has a clock: 10 seconds for the game, and 0.1 seconds more for each move. `mcts@1s/move` has
one second for each move. A bot without a time of its own has that of the match.
"""

import re
from dataclasses import dataclass
from typing import Final

from vanuatu.ai import specs
from vanuatu.ai.bot import Limit
from vanuatu.ai.clocks import Clock, ClockError, TimeControl, read_control, read_seconds
from vanuatu.cli.errors import CallFault

_PER_MOVE: Final = "/move"
_LONGEST_MOVE: Final = 86400.0  # seconds
_NUMBER: Final = re.compile(r"[\d.]")


@dataclass(frozen=True)
class BotTime:
    """A clock, or a time for each move; 0 for none."""

    control: TimeControl | None = None
    move_time: float = 0.0

    def clock(self) -> Clock | None:
        """Return a new clock for a game; None without one."""
        return Clock(self.control) if self.control is not None else None

    def limit(self, sims: int) -> Limit:
        """Return the limit of each move without a clock."""
        return Limit(seconds=self.move_time) if self.move_time else Limit(sims=sims)

    def words(self) -> str:
        """Return the clock as `newgame` has it; empty without one."""
        parts = (self.control.base, self.control.increment) if self.control is not None else ()
        return "+".join(f"{seconds:g}" for seconds in parts if seconds)


def split_time(spec: str) -> tuple[str, str]:
    """Return a spec without its time, and the time; empty if it has none.

    Only a part that begins like a number is a time: the command of a program may contain other `@`.
    Raise CallFault for a built-in bot with an unreadable time.
    """
    bare, at, text = spec.rpartition("@")
    if not (at and bare.strip() and _NUMBER.match(text)):
        return spec, ""
    try:
        read_time(text)
    except ClockError as error:
        if specs.is_external_spec(spec) or "=" in spec:  # a host, or the name of a file
            return spec, ""
        raise CallFault(f"{spec!r}: {error}") from None
    return bare.strip(), text.strip()


def read_time(text: str) -> BotTime:
    """Read `10s+0.1s` or `1s/move`. Raise ClockError if it is neither."""
    text = text.strip()
    if not text.endswith(_PER_MOVE):
        return BotTime(read_control(text))
    seconds = read_seconds(text.removesuffix(_PER_MOVE).strip())
    if not 0 < seconds <= _LONGEST_MOVE:
        raise ClockError(f"{text!r} is not above 0 and at most {_LONGEST_MOVE:g}s")
    return BotTime(move_time=seconds)


def time_of(text: str, clock: tuple[float, float] | None, move_time: float) -> BotTime:
    """Return the time of a bot: its own, or that of the match."""
    if text:
        return read_time(text)
    return BotTime(TimeControl(*clock) if clock else None, move_time)
