"""A training run: the steps of `vanuatu learn`, in order. Steps that the folder has already are skipped."""

import os

from vanuatu.ai import weight_files
from vanuatu.cli import options as common
from vanuatu.cli.files import writing
from vanuatu.cli.learn.duels import play_duel
from vanuatu.cli.learn.net_training import fit_net, play_games, test_net
from vanuatu.cli.learn.options import LearnOptions
from vanuatu.cli.learn.policy_iteration import improve_weights, round_file
from vanuatu.cli.learn.prior_training import fit_priors
from vanuatu.cli.learn.run_folder import RunFolder, own_metadata
from vanuatu.cli.learn.tuning import read_tunings, tune


def run_training(options: LearnOptions) -> None:
    """Do all steps of a training run that its folder does not have yet."""
    game = common.make_game(options.game, options.players, options.variant)
    run = RunFolder(options.folder, game, options.seed, options.jobs, options.cluster, options.force)
    tunings = read_tunings(options)
    run.create()
    against = options.against or weight_files.HAND
    if options.start is None:
        _train_anew(run, options)
    else:
        improve_weights(run, options, options.start)
        against = options.against or str(round_file(run, 0))
    for path in options.test or []:
        test_net(run, path)
    if tunings:
        tune(run, options, tunings)
    if options.duel:
        play_duel(run, options.duel, options.duel_bot, against)


def _train_anew(run: RunFolder, options: LearnOptions) -> None:
    """Play games, fit a net to their results, and fit priors in rounds on the same games."""
    if os.path.lexists(run.weights) and own_metadata(run.weights) is None and not run.force:
        raise writing.exists(str(run.weights))
    games = run.place / "games.msgpack"
    made = play_games(run, options, games, run.run_seed())
    fit_net(run, options, games, made)
    if options.visits:
        for number in range(1, options.rounds + 1):
            fit_priors(run, options, games, number)
