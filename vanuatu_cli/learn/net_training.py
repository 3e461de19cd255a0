"""The net of a training run: play games, fit the weights to their results, and test them."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from vanuatu import __version__
from vanuatu.ai import weight_files
from vanuatu.ai.learning import fit, samples, targets
from vanuatu.ai.mcts.bot import MctsBot
from vanuatu.ai.net import Net
from vanuatu.cli.errors import InputFault
from vanuatu.cli.files import writing
from vanuatu.cli.learn import searches
from vanuatu.cli.learn.options import LearnOptions
from vanuatu.cli.learn.run_folder import (
    ROUND_SEEDS,
    TARGET_SEEDS,
    TEST_EVERY,
    RunFolder,
    bot_here,
    evaluation_used,
    own_metadata,
    search_settings,
    weights_id,
    with_setting,
)
from vanuatu.cli.match import report
from vanuatu.cli.terminal import console
from vanuatu.notation.errors import ReadError

# Metadata of a net that are results, not settings.
NET_RESULTS = {"positions", "log_loss", "search_loss"}


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
    """Fit the weights of the run to games, unless the folder has them."""
    settings = net_settings(options)
    evaluation = search_settings(options.bot).evaluation
    found = weight_files.weights_path(run.game, evaluation)
    fits = {"more": settings.pop("more"), "version": __version__, "date": options.date, **settings}
    made = {**made, **fits}
    if options.target_sims:
        used = weight_files.weights_for(run.game, evaluation)
        made["targets"]["judged"] = weight_files.HAND if used is None else weights_id(used)
    if _is_fitted(run, options.hidden, made):
        console.print_message(f"{run.weights} is there")
        return
    if os.path.lexists(run.weights) and not run.force:
        raise writing.exists(str(run.weights))
    net = learn_net(run, options, games, run.place / "targets.msgpack", found)
    about = {**net.about, "made": {**made, **net.results}}
    run.write(run.weights, weight_files.file_text(about, net.numbers), replace=run.force)
    net.print_quality()


def net_settings(options: LearnOptions) -> dict[str, Any]:
    """Return the settings of the fit of a net, for the metadata of weights files."""
    made: dict[str, Any] = {"more": [path.name for path in options.more or []]}
    made["fit"] = fit.settings(options.hold)
    if options.target_sims:
        made["targets"] = {"search": options.target_sims, "mix": options.mix_of_targets}
        if changed := searches.constants(search_settings(options.bot)):
            made["targets"]["constants"] = changed
    return made


@dataclass
class LearnedNet:
    """A net fitted to games: the metadata of its weights file, its weights, and how good it is."""

    about: dict[str, Any]
    numbers: list[int]
    results: dict[str, Any]

    def print_quality(self) -> None:
        """Print how well the net predicts what it has not learned from."""
        _print_loss("games not learned from", self.results["log_loss"])
        loss = self.results.get("search_loss")
        if loss:
            console.print_data(
                f"searches in games not learned from: cross-entropy {loss['hand']:.3f} by hand,"
                f" {loss['learned']:.3f} as learned, entropy {loss['entropy']:.3f}"
            )


def learn_net(
    run: RunFolder, options: LearnOptions, games: Path, place: Path, weights: Path | None, number: int = 1
) -> LearnedNet:
    """Fit a net to 90 % of the games and test it on the rest.

    `weights` are those of the searches for its targets; None for the hand-set evaluation. `place` is the file
    of these searches.
    """
    features = weight_files.position_features_for(run.game.name)
    paths = [games, *(options.more or [])]
    found = read_samples(run, paths)
    assert features is not None
    kept_back = found.game % TEST_EVERY == 0
    train, test = found.select(~kept_back), found.select(kept_back)
    searched = None
    if options.target_sims:
        searched = targets.searched_samples(
            found, _search_targets(run, options, paths, place, weights, number)
        )
        train = targets.mixed(train, searched.select(~kept_back), options.mix_of_targets)
    console.print_message(f"fitting to {len(train)} positions")
    numbers = fit.fit(train, options.hidden, features.STAGES, run.seed, options.hold)
    sizes = len(features.SEAT_FEATURES), len(features.TABLE_FEATURES)
    net = Net(*sizes, options.hidden, features.STAGES, numbers)
    about = {
        "game": run.game.name,
        "players": run.game.players,
        "variants": weight_files.weighted_variants(run.game),
        "own": features.SEAT_FEATURES,
        "table": features.TABLE_FEATURES,
        "hidden": options.hidden,
    }
    results = {"positions": len(train), "log_loss": _losses(net, test)}
    if searched is not None and len(test):
        results["search_loss"] = _search_losses(net, searched.select(kept_back))
    return LearnedNet(about, numbers, results)


def _search_targets(
    run: RunFolder, options: LearnOptions, paths: list[Path], place: Path, weights: Path | None, number: int
) -> list[targets.SearchedPosition]:
    """Return what searches find in the positions between rounds of all games."""
    begin = TARGET_SEEDS + (number - 1) * ROUND_SEEDS
    tasks = [
        searches.PositionsTask(
            i, [session.codec.write_position(state) for state in states], run.run_seed(begin + i)
        )
        for i, (session, states) in enumerate(samples.games_to_learn_from(paths, run.game))
    ]
    searcher = searches.Searcher(
        kind=(run.game.name, run.game.players, run.game.options),
        weights=weights.read_bytes() if weights is not None else b"",
        settings=search_settings(options.bot),
        sims=options.target_sims,
    )
    positions = "\n".join(text for task in tasks for text in task.positions)
    digests = [sha256(each).hexdigest() for each in (positions.encode(), searcher.weights)]
    head = ["targets", *digests, searcher.sims, run.seed, searches.constants(searcher.settings)]
    count = sum(len(task.positions) for task in tasks)
    console.print_message(f"searches in {count} positions of {len(tasks)} games")
    file = searches.SearchFile(place, head, searches.are_targets)
    found = searches.run_searches(run, file, partial(searches.search_positions, searcher), tasks)
    return [position for record in found for position in record]


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
    settings = {name: value for name, value in about["made"].items() if name not in {*NET_RESULTS, "priors"}}
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


def _search_losses(net: Net, test: samples.Samples) -> dict[str, float]:
    """Return the cross-entropy with the chances of searches: hand-set, learned, and the least possible."""
    guesses = {"hand": test.hand_shares, "learned": fit.predicted_shares(net, test), "entropy": test.shares}
    return {name: round(samples.log_loss(test.shares, guess), 4) for name, guess in guesses.items()}


def _print_loss(what: str, loss: dict[str, Any]) -> None:
    if loss:
        console.print_data(
            f"{what}: log-loss of the winner {loss['hand']:.3f} by hand,"
            f" {loss['learned']:.3f} as learned ({loss['positions']} positions)"
        )
