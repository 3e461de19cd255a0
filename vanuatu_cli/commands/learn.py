"""`vanuatu learn`: weights for the judgement of searching bots, out of games that they play."""

from pathlib import Path
from typing import Annotated

import typer

from vanuatu.cli.errors import CallFault, missing_package
from vanuatu.cli.options import DEFAULT_GAME, GAMES, VARIANTS
from vanuatu.cli.terminal import console
from vanuatu.core import games as all_games
from vanuatu.core.game import GameError
from vanuatu.core.rng import MOST_SEED

EXAMPLES = (
    "vanuatu learn four --players 4 --jobs 2",
    "vanuatu learn three --players 3 --variant waters --games 2000 --duel 0",
    "vanuatu learn again --bot mcts:32,eval=four/4.json --against four/4.json",
    "vanuatu learn two --players 2 --rival mcts:32,eval=hand --hold 10",
    "vanuatu learn four --players 4 --duel 252 --duel-bot mcts:1000",
)


def learn(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where games and weights go, and stay.")],
    players: Annotated[int, typer.Option(metavar="N", help="Seats.")] = 4,
    game: Annotated[str, typer.Option(metavar="NAME", help=f"{GAMES}.")] = DEFAULT_GAME,
    variant: Annotated[
        str, typer.Option(metavar="LIST", help=f"What departs from the base game ({VARIANTS}), with commas.")
    ] = "",
    games: Annotated[int, typer.Option(min=20, metavar="N", help="How many games to learn from.")] = 1000,
    bot: Annotated[str, typer.Option(metavar="SPEC", help="Who plays them.")] = "mcts:32",
    rival: Annotated[
        str, typer.Option(metavar="SPEC", help="Who shares the seats with it; by default it plays alone.")
    ] = "",
    stray: Annotated[
        float, typer.Option(min=0, max=1, metavar="PART", help="So many of the moves are made at random.")
    ] = 0.1,
    more: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help="Learn from these games too.")
    ] = None,
    test: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help="Test on these games too, which must be others.")
    ] = None,
    seed: Annotated[
        int, typer.Option(min=0, max=MOST_SEED, metavar="N", help="The same seed, the same weights.")
    ] = 1,
    hidden: Annotated[int, typer.Option(min=0, max=64, metavar="N", help="Hidden units.")] = 8,
    hold: Annotated[
        float,
        typer.Option(min=0.1, max=1000, metavar="X", help="How near the fit stays to judging by hand."),
    ] = 1.0,
    visits: Annotated[
        int, typer.Option(min=0, metavar="N", help="Decisions searched to learn priors from; 0: no priors.")
    ] = 9000,
    visit_sims: Annotated[int, typer.Option(min=1, metavar="N", help="Simulations of each of them.")] = 1000,
    jobs: Annotated[int, typer.Option(min=1, max=256, metavar="N", help="Processes to play in.")] = 1,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on a Dask scheduler; see vanuatu match.")
    ] = None,
    duel: Annotated[
        int, typer.Option(min=0, metavar="N", help="Games of the duel at the end; 0: none.")
    ] = 60,
    duel_bot: Annotated[str, typer.Option(metavar="SPEC", help="Who plays the duel.")] = "mcts:300",
    against: Annotated[
        str,
        typer.Option(metavar="JUDGE", help="The other judgement in the duel: hand, or a file of weights."),
    ] = "hand",
    force: Annotated[
        bool, typer.Option("--force", help="Replace weights and visits of other settings.")
    ] = False,
    date: Annotated[str, typer.Option(metavar="DATE", help="The date that the weights tell.")] = "????.??.??",
) -> int:
    """Play games, fit weights to how they end, test them on games not seen, and let them play a duel.

    What is done already is not done again: after Ctrl-C or a crash the same call goes on. The weights are
    FOLDER/4.json for four players, and so on; `mcts:eval=FOLDER/4.json` is a bot that goes by them.
    """
    try:
        kind = all_games.make_game(game, players, tuple(filter(None, variant.split(","))))
    except GameError as error:
        raise CallFault(str(error)) from None
    if "," in str(folder) or "," in against:
        raise CallFault("a comma in the name of a folder or file would end the name in the spec of a bot")
    try:
        from vanuatu.cli.learn.training_run import TrainingRun
    except ModuleNotFoundError as missing:
        if missing.name != "numpy":
            raise
        raise CallFault(missing_package("learn", "numpy", "learn")) from None
    run = TrainingRun(folder, kind, seed, jobs, cluster, force)
    try:
        run.play(games, bot, stray, rival)
        run.fit(hidden, date, more or [], hold)
        if visits:
            run.fit_priors(visits, visit_sims)
        for path in test or []:
            run.test(path)
        if duel:
            run.duel(duel, duel_bot, against)
    except KeyboardInterrupt:
        console.say("interrupted: the same call goes on")
        return 130
    return 0
