"""The net of a training run: play games, fit the weights to their results, and test them."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from vanuatu import __version__
from vanuatu.ai import weight_files
from vanuatu.ai.learning import fit, samples
from vanuatu.ai.mcts.bot import MctsBot
from vanuatu.ai.net import Net
from vanuatu.cli.errors import InputFault
from vanuatu.cli.files import writing
from vanuatu.cli.learn.options import LearnOptions
from vanuatu.cli.learn.run_folder import (
    TEST_EVERY,
    RunFolder,
    bot_here,
    evaluation_used,
    own_metadata,
    with_setting,
)
from vanuatu.cli.match import report
from vanuatu.cli.terminal import console
from vanuatu.notation.errors import ReadError

# Metadata of weights that are results, not settings.
_RESULTS = {"positions", "log_loss", "priors"}


def play_games(
    run: RunFolder, options: LearnOptions, out: Path, seed: int, weights: Path | None = None
) -> dict[str, Any]:
    """Play the games to learn from; return their metadata.

    One bot plays all seats, or shares them with a rival. With `weights`, a searching bot uses them unless its
    spec names an evaluation.
    """
    named = [_with_stray(spec, options.stray) for spec in (options.bot, options.rival) if spec]
    specs = [_with_weights(named[0], weights), *named[1:]]
    console.print_message(f"{options.games} games of {' and '.join(specs)}")
    standings = run.match(specs, options.games, seed, out).standings
    console.print_table(report.as_text(standings, seats=False))
    made = {"games": options.games, "bot": named[0], "seed": run.seed}
    made |= evaluation_used(run.game, "judged", specs[0])
    if options.rival:
        made |= {"rival": specs[1], **evaluation_used(run.game, "rival_judged", specs[1])}
    return made


def _with_stray(spec: str, stray: float) -> str:
    return with_setting(spec, f"stray={stray:g}") if stray else spec


def _with_weights(spec: str, weights: Path | None) -> str:
    bot = bot_here(spec)
    if weights is None or not isinstance(bot, MctsBot) or bot.settings.evaluation:
        return spec
    return with_setting(spec, f"eval={weights}")


def fit_net(run: RunFolder, options: LearnOptions, games: Path, made: dict[str, Any]) -> None:
    """Fit the weights to 90 % of the games and test them on the rest."""
    more = options.more or []
    made = {**made, "more": [path.name for path in more], "version": __version__, "date": options.date}
    made["fit"] = fit.settings(options.hold)
    if _is_fitted(run, options.hidden, made):
        console.print_message(f"{run.weights} is there")
        return
    if os.path.lexists(run.weights) and not run.force:
        raise writing.exists(str(run.weights))
    features = weight_files.position_features_for(run.game.name)
    found = read_samples(run, [games, *more])
    assert features is not None
    kept_back = found.game % TEST_EVERY == 0
    train, test = found.select(~kept_back), found.select(kept_back)
    console.print_message(f"fitting to {len(train)} positions")
    numbers = fit.fit(train, options.hidden, features.STAGES, run.seed, options.hold)
    sizes = len(features.SEAT_FEATURES), len(features.TABLE_FEATURES)
    net = Net(*sizes, options.hidden, features.STAGES, numbers)
    loss = _losses(net, test)
    about = {
        "game": run.game.name,
        "players": run.game.players,
        "variants": weight_files.weighted_variants(run.game),
        "own": features.SEAT_FEATURES,
        "table": features.TABLE_FEATURES,
        "hidden": options.hidden,
        "made": {**made, "positions": len(train), "log_loss": loss},
    }
    run.write(run.weights, weight_files.file_text(about, numbers), replace=run.force)
    _print_loss("games not learned from", loss)


def test_net(run: RunFolder, path: Path) -> None:
    """Compare how well the learned and the hand-set evaluation predict the winners of a file's games."""
    net = weight_files.read_weights(str(run.weights)).net
    _print_loss(str(path), _losses(net, read_samples(run, [path])))


def read_samples(run: RunFolder, paths: Iterable[Path]) -> samples.Samples:
    """Return the positions of the games in these files. Raise InputFault if they cannot be learned from."""
    try:
        return samples.samples_of(paths, run.game)
    except samples.NoTrainingData as fault:
        raise InputFault(str(fault)) from None
    except ReadError as fault:
        raise InputFault("; ".join([str(fault), *fault.__notes__])) from None


def _is_fitted(run: RunFolder, hidden: int, made: dict[str, Any]) -> bool:
    """Return whether the folder has weights with exactly these settings."""
    about = own_metadata(run.weights)
    if about is None:
        return False
    settings = {name: value for name, value in about["made"].items() if name not in _RESULTS}
    return bool(settings == made and about["hidden"] == hidden)


def _losses(net: Net, test: samples.Samples) -> dict[str, Any]:
    """Return the log-loss of the winner: hand-set, learned, and with equal chances."""
    if not len(test):
        return {}
    return {
        "positions": len(test),
        "hand": round(samples.log_loss(test.shares, test.hand_shares), 4),
        "learned": round(samples.log_loss(test.shares, fit.predicted_shares(net, test)), 4),
    }


def _print_loss(what: str, loss: dict[str, Any]) -> None:
    if loss:
        console.print_data(
            f"{what}: log-loss of the winner {loss['hand']:.3f} by hand,"
            f" {loss['learned']:.3f} as learned ({loss['positions']} positions)"
        )
