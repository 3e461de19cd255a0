"""Policy iteration: rounds that start from weights that exist.

Each round plays games of its own with the weights of the round before, searches their decisions with these
weights, and fits the priors to the visits. If there are targets for a net, it first fits a new net to the
games. The folder keeps the weights of every round; round 0 is the start.
"""

import os
from hashlib import sha256
from pathlib import Path
from typing import Any

from vanuatu import __version__
from vanuatu.ai import weight_files
from vanuatu.ai.bot import BotError
from vanuatu.cli.errors import CallFault
from vanuatu.cli.files import writing
from vanuatu.cli.learn.net_training import NET_RESULTS, learn_net, net_settings, play_games
from vanuatu.cli.learn.options import PACKAGED, LearnOptions
from vanuatu.cli.learn.prior_training import fit_to_visits, prior_settings, search_visits, text_with_priors
from vanuatu.cli.learn.run_folder import ROUND_SEEDS, RunFolder, own_metadata, refuse_link, weights_id
from vanuatu.cli.terminal import console

# Metadata of nets and priors that are results, not settings.
_RESULTS = {*NET_RESULTS, "cross_entropy", "first_move", "looks"}


def round_file(run: RunFolder, number: int) -> Path:
    """Return the weights file of a round; round 0 is the start."""
    return run.weights.with_name(f"{run.weights.stem}-round-{number}.json")


def improve_weights(run: RunFolder, options: LearnOptions, start: str) -> None:
    """Do the rounds that the folder does not have yet. The weights of the run are those of the last round."""
    _check_weights(run)
    _copy_start(run, start)
    rounds = options.rounds if options.visits or options.targets else 0
    for number in range(1, rounds + 1):
        _do_round(run, options, number)
    whole = round_file(run, rounds).read_text(encoding="utf-8")
    if not run.weights.exists() or run.weights.read_text(encoding="utf-8") != whole:
        run.write(run.weights, whole, replace=True)


def _check_weights(run: RunFolder) -> None:
    """Raise CallFault if the folder has weights that are not those of one of its rounds."""
    refuse_link(run.weights)
    if not os.path.lexists(run.weights) or run.force:
        return
    raw = run.weights.read_bytes()
    rounds = run.place.glob(f"{run.weights.stem}-round-*.json")
    if all(path.read_bytes() != raw for path in rounds):
        raise writing.exists(str(run.weights))


def _copy_start(run: RunFolder, start: str) -> None:
    """Copy the weights of the start into the folder. Raise CallFault if they are not for this game."""
    evaluation = "" if start == PACKAGED else start
    place = weight_files.weights_path(run.game, evaluation)
    if place is None:
        raise CallFault(f"--start {start}: there are no weights. Expected {PACKAGED} or a weights file.")
    try:
        weight_files.weights_for(run.game, evaluation)
    except BotError as error:
        raise CallFault(f"--start: {error}") from None
    copy = round_file(run, 0)
    refuse_link(copy)
    whole = place.read_text(encoding="utf-8")
    if os.path.lexists(copy) and copy.read_text(encoding="utf-8") == whole:
        return
    run.write(copy, whole, replace=run.force)


def _do_round(run: RunFolder, options: LearnOptions, number: int) -> None:
    """Play the games of a round, and fit what the options ask for: a net, priors, or both."""
    before, after = round_file(run, number - 1), round_file(run, number)
    weights = weight_files.read_weights(str(before))
    # Other weights would play other games, though their file has the same name.
    games = run.place / f"games-{number}-{weights_id(weights)}.msgpack"
    console.print_message(f"round {number} of {options.rounds}, from {before}")
    seed = run.run_seed((number - 1) * ROUND_SEEDS)
    made: dict[str, Any] = {"start": weights_id(weights), "round": number}
    made |= play_games(run, options, games, seed, before)
    made |= {"version": __version__, "date": options.date}
    made["net"] = _net_metadata(weights) if options.targets is None else net_settings(options)
    wanted = {**made, "priors": prior_settings(options)} if options.visits else made
    if _is_done(run, after, wanted):
        return
    if options.targets is not None:
        place = (
            after if not options.visits else run.weights.with_name(f"{run.weights.stem}-net-{number}.json")
        )
        _fit_net(run, options, games, before, place, number, made)
        before, weights = place, weight_files.read_weights(str(place))
        made = dict(weights.about["made"])
    if options.visits:
        _fit_priors(run, options, games, before, after, number, made)


def _is_done(run: RunFolder, place: Path, wanted: dict[str, Any]) -> bool:
    """Return whether a weights file has these settings. Raise CallFault if it is not to be replaced."""
    about = own_metadata(place)
    if about is not None and _settings(about["made"]) == _settings(wanted):
        console.print_message(f"{place} is there")
        return True
    if os.path.lexists(place) and not run.force:
        raise writing.exists(str(place))
    return False


def _fit_net(
    run: RunFolder,
    options: LearnOptions,
    games: Path,
    before: Path,
    place: Path,
    number: int,
    made: dict[str, Any],
) -> None:
    """Fit a net to the games of a round; keep the priors of the round before."""
    if _is_done(run, place, made):
        return
    priors = weight_files.read_weights(str(before)).priors
    net = learn_net(run, options, games, run.place / f"targets-{number}.msgpack", before, number)
    about = {**net.about, "made": {**made, "net": {**made["net"], **net.results}}}
    kept = priors.numbers if priors is not None else ()
    run.write(place, weight_files.file_text(about, net.numbers, kept), replace=run.force)
    net.print_quality()


def _fit_priors(
    run: RunFolder,
    options: LearnOptions,
    games: Path,
    before: Path,
    after: Path,
    number: int,
    made: dict[str, Any],
) -> None:
    """Search decisions of the games of a round, and fit the priors to the visits."""
    move_features = weight_files.move_features_for(run.game.name)
    if move_features is None:
        raise CallFault(f"{run.game.name} has no terms that priors could weigh. Add --visits 0.")
    weights = weight_files.read_weights(str(before))
    place = run.place / f"visits-{number}.msgpack"
    digest = sha256(games.read_bytes()).hexdigest()
    found = search_visits(
        run, options, before, games, place, number, with_priors=weights.priors is not None, digest=digest
    )
    first = move_features.hand_set() if weights.priors is None else weights.priors.numbers
    numbers, quality = fit_to_visits(found, first, number, "before")
    made = {**made, "priors": {**prior_settings(options), **quality}}
    run.write(after, text_with_priors(weights, made, numbers), replace=run.force)


def _net_metadata(weights: weight_files.Weights) -> dict[str, Any]:
    """Return how the net of the weights was made."""
    made = weights.about["made"]
    net: dict[str, Any] = made.get("net", made)
    return {name: value for name, value in net.items() if name != "priors"}


def _settings(made: dict[str, Any]) -> dict[str, Any]:
    """Return the metadata of a round without its results."""
    return {
        name: {key: part for key, part in value.items() if key not in _RESULTS}
        if isinstance(value, dict)
        else value
        for name, value in made.items()
    }
