"""Options that several commands share: their help texts and how their values are read."""

from typing import TYPE_CHECKING, Annotated, Final

import typer

from vanuatu.cli.errors import CallFault
from vanuatu.core import games
from vanuatu.core.rng import MOST_SEED

if TYPE_CHECKING:
    from vanuatu.core.game import Game

DEFAULT_GAME: Final = games.DEFAULT
GAMES: Final = " or ".join(games.BUILT_IN)
VARIANTS: Final = "; ".join(f"{name}: {', '.join(games.variants(name))}" for name in games.BUILT_IN)
MOST_JOBS: Final = 256
MOST_PLAYERS: Final = 5
_LONGEST_MOVE: Final = 86400  # seconds

GameName = Annotated[
    str | None, typer.Option("--game", metavar="NAME", help=f"{GAMES}. [default: {DEFAULT_GAME}]")
]
Variant = Annotated[
    str,
    typer.Option(
        "--variant", metavar="LIST", help=f"Variants, comma-separated ({VARIANTS}).", show_default=False
    ),
]
Jobs = Annotated[
    int, typer.Option("--jobs", min=1, max=MOST_JOBS, metavar="N", help="Number of worker processes.")
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster", metavar="ADDRESS", help="Dask scheduler: tcp://127.0.0.1:PORT or tls://HOST:PORT."
    ),
]
Seed = Annotated[
    int, typer.Option("--seed", metavar="N", min=0, max=MOST_SEED, help="Seed of a bot that names none.")
]
Force = Annotated[bool, typer.Option("--force", help="Replace existing files.")]
Plain = Annotated[bool, typer.Option("--plain", help="Print ASCII without colour.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def split_variant(text: str) -> tuple[str, ...]:
    """Return the variants in a comma-separated text."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


def make_game(name: str | None, players: int, variant: str, *, hint: str = "") -> "Game":
    """Return a game with its variants and the tables of `--tiles`. Raise CallFault if there is none such.

    `hint` ends the message.
    """
    from vanuatu.core.game import GameError
    from vanuatu.notation import extensions

    name = name or DEFAULT_GAME
    options = dict.fromkeys((*split_variant(variant), *extensions.options(name)))
    try:
        return games.make_game(name, players, tuple(options))
    except GameError as error:
        raise CallFault(f"{error}{hint}") from None


def read_time(text: str, option: str) -> float:
    """Return the seconds in a text such as `1.5s`. Raise CallFault, which names the option."""
    from vanuatu.ai.clocks import ClockError, read_seconds

    try:
        return read_seconds(text)
    except ClockError as error:
        raise CallFault(f"{option}: {error}") from None


def read_move_time(text: str) -> float:
    """Return the seconds of `--move-time`. Raise CallFault if they are 0 or more than a day."""
    seconds = read_time(text, "--move-time")
    if not 0 < seconds <= _LONGEST_MOVE:
        raise CallFault(f"--move-time: {text!r} is not above 0 and at most {_LONGEST_MOVE}s")
    return seconds
