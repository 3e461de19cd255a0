"""The game of the day: one game a date, the same for everybody, with one attempt that counts.

The date (UTC) is the seed: 2026-11-20 is seed 20261120. The counted attempt is the file of that date in the
folder of saved games.
"""

import time
from pathlib import Path
from typing import Final

from vanuatu.cli.history import saves
from vanuatu.core import games

TAG: Final = "Daily"
EVENT: Final = "Game of the day"
PLAYERS: Final = 4
BOT: Final = "medium"
# Commands that would change the attempt, or take advice, before the game is over.
CLOSED: Final = frozenset(
    [
        "undo",
        "redo",
        "seat",
        "bots",
        "hint",
        "eval",
        "odds",
        "coach",
        "review",
        "save",
        "compare",
        "rename",
        "train",
    ]
)
CLOSED_AFTERWARDS: Final = frozenset(["undo", "redo", "seat", "bots"])


def today() -> str:
    """Return the date of the game of the day."""
    return time.strftime("%Y-%m-%d", time.gmtime())


def seed_of(date: str) -> int:
    """Return the seed of a date: its digits."""
    return int(date.replace("-", ""))


def path_of(game: str, date: str) -> Path:
    """Return the file of the counted attempt."""
    word = "" if game == games.DEFAULT else f"{game}-"
    return saves.games_folder() / f"daily-{word}{date}.pvn"


def tags_of(date: str) -> dict[str, str]:
    """Return the tags of the game of a date."""
    return {"Event": EVENT, TAG: date, "Date": date.replace("-", ".")}


def share_line(game: str, date: str, scores: list[int], winners: list[int], seat: int) -> str:
    """Return the line to share: the date, the score, the rank, and how to play the same game."""
    mine = scores[seat]
    rank = 1 + sum(
        other != seat and (other in winners, score) > (seat in winners, mine)
        for other, score in enumerate(scores)
    )
    order = "–".join(str(score) for score in sorted(scores, reverse=True))
    which = "" if game == games.DEFAULT else f" --game {game}"
    return (
        f"{game.capitalize()} {date}: {mine} point{'' if mine == 1 else 's'}, rank {rank} of {len(scores)} "
        f"({order}). vanuatu play --seed {seed_of(date)}{which}"
    )
