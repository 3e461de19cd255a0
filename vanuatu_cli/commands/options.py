"""What several commands share: values for help pages, and how they read the text of an option."""

from typing import Final

from vanuatu.cli.errors import CallFault
from vanuatu.core import games

DEFAULT_GAME: Final = games.DEFAULT
GAMES: Final = " or ".join(games.BUILT_IN)
VARIANTS: Final = "; ".join(f"{name}: {', '.join(games.variants(name))}" for name in games.BUILT_IN)
MOST_JOBS: Final = 256
MOST_PLAYERS: Final = 5
_LONGEST_MOVE: Final = 86400  # seconds


def read_time(text: str, option: str) -> float:
    """Return the seconds in a text such as `1.5s`. Raise CallFault, which names the option."""
    from vanuatu.ai.clocks import ClockError, read_seconds

    try:
        return read_seconds(text)
    except ClockError as fault:
        raise CallFault(f"{option}: {fault}") from None


def read_move_time(text: str) -> float:
    """Return the seconds of `--move-time`. Raise CallFault if they are 0 or more than a day."""
    seconds = read_time(text, "--move-time")
    if not 0 < seconds <= _LONGEST_MOVE:
        raise CallFault(f"--move-time: {text!r} is not above 0 and at most {_LONGEST_MOVE}s")
    return seconds
