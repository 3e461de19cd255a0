"""The options of `vanuatu play`, and what they exclude."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from vanuatu.cli import options as common
from vanuatu.cli.errors import CallFault
from vanuatu.core.rng import MOST_SEED

TYPED = "typed"
_DRAWS = ("random", TYPED)


@dataclass(frozen=True)
class PlayOptions:
    """The options of a game at the prompt. Raise CallFault if they do not fit together."""

    players: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=2,
            max=common.MOST_PLAYERS,
            help="Number of players. [default: 4, or the setting]",
        ),
    ] = None
    seat: Annotated[
        list[str] | None,
        typer.Option(metavar="SEAT", help="Seat of a person (teal, blue=Bob), or none. Repeatable."),
    ] = None
    bot: Annotated[
        list[str] | None, typer.Option(metavar="SPEC", help="Bot for all other seats, or repeated, one each.")
    ] = None
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, max=MOST_SEED, help="Seed of draws and bots. [default: random]"),
    ] = None
    variant: common.Variant = ""
    game: Annotated[str, typer.Option(metavar="NAME", help=f"Game: {common.GAMES}.")] = common.DEFAULT_GAME
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the game to this file after every move.")
    ] = None
    source: Annotated[
        str | None,
        typer.Option("--from", metavar="FILE|FEN", help="Resume a saved game, or begin at a position."),
    ] = None
    at: Annotated[str | None, typer.Option(metavar="ROUND.PLY", help="Position in the game of --from.")] = (
        None
    )
    tutorial: Annotated[bool, typer.Option("--tutorial", help="Learn the game in two rounds.")] = False
    draws: Annotated[
        str, typer.Option(metavar="HOW", help="random, or typed: you type the draws of a real table.")
    ] = "random"
    daily: Annotated[bool, typer.Option("--daily", help="Play the game of the day; one attempt counts.")] = (
        False
    )
    plain: common.Plain = False
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="With piped moves: continue after an illegal move.")
    ] = False
    force: Annotated[bool, typer.Option("--force", help="With --save: replace an existing file.")] = False

    def __post_init__(self) -> None:
        if self.draws not in _DRAWS:
            raise CallFault(f"--draws: no such way (got {self.draws!r}). Expected {' or '.join(_DRAWS)}.")
        if self.draws_typed and (self.tutorial or self.daily or self.source is not None):
            raise CallFault("--draws typed is for new games. A saved game keeps its own way.")
        table: dict[str, object] = {"--players": self.players, "--variant": self.variant}
        rest = {
            "--seat": self.seat,
            "--bot": self.bot,
            "--seed": self.seed,
            "--save": self.save,
            "--from": self.source,
            "--at": self.at,
        }
        if self.tutorial:
            _exclude("--tutorial", {**table, **rest}, "the lesson is a game of its own")
        elif self.daily:
            _exclude("--daily", {**table, **rest}, "the date determines the game")
        elif self.source is not None:
            _exclude("--from", table, "the game that is resumed determines them")
        if self.force and self.save is None:
            raise CallFault("--force goes with --save")
        if self.at is not None and self.source is None:
            raise CallFault("--at needs --from: it names the round and ply in the game of --from")

    @property
    def draws_typed(self) -> bool:
        """Whether a person types the draws."""
        return self.draws == TYPED

    @property
    def names_a_table(self) -> bool:
        """Whether the options ask for a certain game, so that no unfinished game is offered."""
        wanted = (self.players, self.seat, self.bot, self.variant, self.save, self.source, self.draws_typed)
        return self.seed is not None or any(wanted)


def _exclude(option: str, others: dict[str, object], why: str) -> None:
    """Raise CallFault if one of the other options was given as well."""
    given = [name for name, value in others.items() if value not in (None, "", [])]
    if given:
        names = " and ".join(given)
        raise CallFault(f"{option} excludes {names}: {why}. Leave out {names}.")
