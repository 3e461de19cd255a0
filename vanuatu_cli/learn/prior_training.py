"""The priors of a training run: search decisions of its games, and fit the priors to the visits."""

from functools import partial
from pathlib import Path
from typing import Any

from vanuatu.ai import weight_files
from vanuatu.ai.learning import samples, visits
from vanuatu.cli.errors import InputFault
from vanuatu.cli.files import writing
from vanuatu.cli.learn import searches
from vanuatu.cli.learn.options import LearnOptions
from vanuatu.cli.learn.run_folder import (
    ROUND_SEEDS,
    TEST_EVERY,
    VISIT_SEEDS,
    RunFolder,
    search_settings,
)
from vanuatu.cli.terminal import console


def fit_priors(run: RunFolder, options: LearnOptions, games: Path, number: int = 1) -> None:
    """Fit the priors to the visits of searches, in some decisions of the games.

    Round 1 searches with the hand-set priors, each later one with those of the round before and in
    decisions of its own.
    """
    move_features = weight_files.move_features_for(run.game.name)
    if move_features is None:
        console.print_message(f"{run.game.name} has no terms that priors could weigh")
        return
    weights = weight_files.read_weights(str(run.weights))
    made = prior_settings(options)
    before = weights.about["made"].get("priors", {})
    is_ours = {name: before.get(name) for name in made} == made
    done = before.get("rounds", 1) if is_ours else 0
    if done >= number:
        console.print_message(f"{run.weights} has its priors{_of_round(number)}")
        return
    if before and not is_ours and not run.force:
        raise writing.exists(str(run.weights))
    start = move_features.hand_set()
    if number > 1:
        assert weights.priors is not None  # of the round before
        start = weights.priors.numbers
        made["rounds"] = number
    place = run.place / ("visits.msgpack" if number == 1 else f"visits-{number}.msgpack")
    found = search_visits(run, options, run.weights, games, place, number, with_priors=number > 1)
    numbers, quality = fit_to_visits(found, start, number, "by hand" if number == 1 else "before")
    made = {**weights.about["made"], "priors": {**made, **quality}}
    run.write(run.weights, text_with_priors(weights, made, numbers), replace=True)


def text_with_priors(weights: weight_files.Weights, made: dict[str, Any], priors: list[int]) -> str:
    """Return the text of a weights file with this net, other priors, and how they were made."""
    about = {name: weights.about[name] for name in weights.about if name not in ("terms", "priors")}
    net = [int(weight) for weight in weights.net.weights]
    return weight_files.file_text({**about, "made": made}, net, priors)


def prior_settings(options: LearnOptions) -> dict[str, Any]:
    """Return the settings of a round of priors, for the metadata of weights files."""
    made = {"decisions": options.visits, "sims": options.visit_sims, "fit": visits.fit_settings()}
    search = searches.constants(search_settings(options.bot))
    return {**made, "search": search} if search else made


def search_visits(
    run: RunFolder,
    options: LearnOptions,
    place_of_weights: Path,
    games: Path,
    place: Path,
    number: int,
    *,
    with_priors: bool,
    digest: str = "",
) -> visits.Decisions:
    """Search decisions of the games with these weights; return the decisions with their visits.

    `digest` is that of the games, if nothing else tells whether the searches in the folder belong to them.
    """
    move_features = weight_files.move_features_for(run.game.name)
    assert move_features is not None
    weights = weight_files.read_weights(str(place_of_weights))
    moves = [list(session.moves) for session in samples.sessions_of(games, run.game)]
    count = -(-options.visits // len(moves))
    searcher = searches.Searcher(
        kind=(run.game.name, run.game.players, run.game.options),
        weights=place_of_weights.read_bytes(),
        with_priors=with_priors,
        settings=search_settings(options.bot),
        count=count,
        sims=options.visit_sims,
    )
    head = [weights.about["weights"], count, options.visit_sims, run.seed]
    if with_priors:
        head.append(weights.about["priors"])
    if digest:
        head.append(digest)
    if changed := searches.constants(searcher.settings):
        head.append(changed)
    begin = VISIT_SEEDS + (number - 1) * ROUND_SEEDS
    tasks = [
        searches.SearchTask(number=i, moves=game, seed=run.run_seed(begin + i))
        for i, game in enumerate(moves)
    ]
    console.print_message(f"searches in {count} decisions of each of {len(moves)} games")
    file = searches.SearchFile(place, head, searches.are_visits)
    searched = searches.run_searches(run, file, partial(searches.search_decisions, searcher), tasks)
    found = visits.decisions_of(run.game, move_features, samples.sessions_of(games, run.game), searched)
    if not len(found):
        raise InputFault("the games hold no decision to learn from")
    return found


def fit_to_visits(
    found: visits.Decisions, start: list[int], number: int, name: str
) -> tuple[list[int], dict[str, Any]]:
    """Return priors fitted to 90 % of the games, and how well they predict the visits in the rest."""
    kept_back = found.game % TEST_EVERY == 0
    train, test = found.select(~kept_back), found.select(kept_back)
    console.print_message(f"fitting priors{_of_round(number)} to {len(train)} decisions")
    numbers = visits.fit(train, start)
    quality = _compare(test, start, numbers, name) if len(test) else {}
    return numbers, {**quality, "looks": len(train)}


def _compare(test: visits.Decisions, start: list[int], numbers: list[int], name: str) -> dict[str, Any]:
    """Compare how well the priors from which the fit began and the learned ones predict visits."""
    (old, old_first), (new, new_first) = (visits.prediction_quality(test, each) for each in (start, numbers))
    console.print_data(
        f"visits in games not learned from: cross-entropy {old:.3f} {name}, {new:.3f} as learned,"
        f" entropy {visits.entropy(test):.3f};"
        f" the same first move {100 * old_first:.0f} %, {100 * new_first:.0f} % ({len(test)} decisions)"
    )
    key = "hand" if name == "by hand" else name
    return {
        "cross_entropy": {"decisions": len(test), key: round(old, 4), "learned": round(new, 4)},
        "first_move": {key: round(old_first, 4), "learned": round(new_first, 4)},
    }


def _of_round(number: int) -> str:
    """Return words that name a round of priors, if it is not the first."""
    return f" of round {number}" if number > 1 else ""
