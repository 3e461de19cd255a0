"""The options of a training run, as `vanuatu learn` and `run_training` take them."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import typer

from vanuatu.cli import options as common
from vanuatu.cli.errors import CallFault
from vanuatu.core.rng import MOST_SEED

PACKAGED: Final = "packaged"  # the weights of the package
RESULTS: Final = "results"
_SEARCH: Final = re.compile("search:([1-9][0-9]{0,6})")


@dataclass(frozen=True)
class LearnOptions:
    """What a training run does. Raise CallFault if the options do not fit together."""

    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder of the games and weights.")]
    players: Annotated[int, typer.Option(metavar="N", help="Number of seats.")] = 4
    game: common.GameName = None
    variant: common.Variant = ""
    games: Annotated[int, typer.Option(min=20, metavar="N", help="Number of games to learn from.")] = 1000
    start: Annotated[
        str | None,
        typer.Option(
            metavar="EVAL",
            help="Keep this net and improve its priors in rounds: a weights file, or packaged.",
        ),
    ] = None
    bot: Annotated[str, typer.Option(metavar="SPEC", help="Bot that plays these games.")] = "mcts:32"
    rival: Annotated[
        str, typer.Option(metavar="SPEC", help="Bot that shares the seats with it. [default: none]")
    ] = ""
    stray: Annotated[
        float, typer.Option(min=0, max=1, metavar="PART", help="Share of moves played at random.")
    ] = 0.1
    more: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help="More games to learn from. Repeatable.")
    ] = None
    test: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help="More games to test on. Repeatable.")
    ] = None
    seed: Annotated[
        int, typer.Option(min=0, max=MOST_SEED, metavar="N", help="Seed of the games and the fit.")
    ] = 1
    hidden: Annotated[int, typer.Option(min=0, max=64, metavar="N", help="Number of hidden units.")] = 8
    hold: Annotated[
        float,
        typer.Option(min=0.1, max=1000, metavar="X", help="Regularisation toward the hand-set evaluation."),
    ] = 1.0
    targets: Annotated[
        str | None,
        typer.Option(
            metavar="WHAT",
            help="Fit the net to results, or to searches (search:SIMS). "
            "[default: results; with --start, no fit]",
        ),
    ] = None
    mix: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=1,
            metavar="X",
            help="Mix of targets: 0 = results only, 1 = searches only. [default: 1]",
        ),
    ] = None
    visits: Annotated[
        int, typer.Option(min=0, metavar="N", help="Decisions to search for priors (0 = no priors).")
    ] = 9000
    visit_sims: Annotated[int, typer.Option(min=1, metavar="N", help="Simulations per decision.")] = 1000
    rounds: Annotated[
        int, typer.Option(min=1, max=20, metavar="N", help="Rounds of priors; each uses those before it.")
    ] = 1
    jobs: common.Jobs = 1
    cluster: common.Cluster = None
    tune: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUES",
            help="Compare values of a setting of --duel-bot: c=0.6,0.8 or c=0.4:1.2:0.2. Repeatable.",
        ),
    ] = None
    tune_games: Annotated[int, typer.Option(min=2, metavar="N", help="Most games for each value.")] = 240
    duel: Annotated[int, typer.Option(min=0, metavar="N", help="Games of the final duel (0 = none).")] = 60
    duel_bot: Annotated[str, typer.Option(metavar="SPEC", help="Bot that plays the duel.")] = "mcts:300"
    against: Annotated[
        str | None,
        typer.Option(
            metavar="EVAL",
            help="Evaluation of its opponent: hand, or a weights file. [default: hand, or that of --start]",
        ),
    ] = None
    force: Annotated[bool, typer.Option("--force", help="Replace weights and visits of other settings.")] = (
        False
    )
    date: Annotated[str, typer.Option(metavar="DATE", help="Date written into the weights.")] = "????.??.??"

    def __post_init__(self) -> None:
        for name in (str(self.folder), self.against, self.start):
            if name is not None and "," in name:
                raise CallFault(f"{name}: a comma would end the name in a bot's spec. Choose another name.")
        if self.targets not in (None, RESULTS) and not _SEARCH.fullmatch(self.targets):
            raise CallFault(
                f"--targets: got {self.targets!r}. Expected results or search:SIMS, for example search:500."
            )
        if self.mix is not None and not self.target_sims:
            raise CallFault("--mix goes with --targets search:SIMS")
        if self.more and self.start is not None and self.targets is None:
            raise CallFault(
                "--start keeps the net, so --more teaches nothing. Add --targets, or leave it out."
            )

    @property
    def target_sims(self) -> int:
        """Simulations of the searches whose chances are the net's targets; 0 if there are none."""
        found = _SEARCH.fullmatch(self.targets or "")
        return int(found[1]) if found else 0

    @property
    def mix_of_targets(self) -> float:
        """The weight of searches in the net's targets."""
        return 1.0 if self.mix is None else self.mix
