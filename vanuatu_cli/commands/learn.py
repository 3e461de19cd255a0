"""`vanuatu learn`: train evaluation weights from games that bots play."""

from vanuatu.cli.errors import CallFault, missing_package
from vanuatu.cli.learn.options import LearnOptions
from vanuatu.cli.terminal import console

EXAMPLES = (
    "vanuatu learn four --players 4 --jobs 2",
    "vanuatu learn three --players 3 --variant waters --games 2000 --duel 0",
    "vanuatu learn again --players 4 --start four/4.json --rounds 3 --jobs 2",
    "vanuatu learn four --players 4 --games 600 --targets search:500 --mix 0.8",
    "vanuatu learn four --start packaged --visits 0 --duel 0 --tune c=0.4:1.2:0.2",
    "vanuatu learn two --players 2 --rival mcts:32,eval=hand --hold 10",
    "vanuatu learn four --players 4 --duel 252 --duel-bot mcts:1000",
)


def learn(options: LearnOptions) -> int:
    """Play games, fit weights to them, test the weights on other games, and play a duel.

    To continue after Ctrl-C or a crash, repeat the command. The weights are FOLDER/4.json for four
    players, and so on; `mcts:eval=FOLDER/4.json` is a bot that uses them.

    With `--start`, each round plays its own games with the weights of the round before, searches their
    decisions, and fits the priors to the visits. FOLDER/4-round-1.json and so on are the weights of a round.
    """
    try:
        from vanuatu.cli.learn.training_run import run_training
    except ModuleNotFoundError as missing:
        if missing.name != "numpy":
            raise
        raise CallFault(missing_package("learn", "numpy", "learn")) from None
    try:
        run_training(options)
    except KeyboardInterrupt:
        console.print_message("interrupted. To continue, repeat the command.")
        return 130
    return 0
