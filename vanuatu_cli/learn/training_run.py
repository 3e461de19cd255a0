"""A training run in a folder: games, weights, tests, duels. Files that exist already are reused."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any

import msgpack

from vanuatu import __version__
from vanuatu.ai import weight_files
from vanuatu.ai.bot import BotError
from vanuatu.ai.learning import fit, samples, visits
from vanuatu.ai.mcts.bot import MctsBot
from vanuatu.ai.net import Net
from vanuatu.ai.specs import canonical_spec, is_external_spec, make_bot
from vanuatu.cli import options as common
from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import writing
from vanuatu.cli.learn import visit_searches
from vanuatu.cli.learn.options import LearnOptions
from vanuatu.cli.learn.visit_searches import SearchResult, SearchTask
from vanuatu.cli.match import game_output, ratings, report, resume, runner
from vanuatu.cli.match.options import MatchOptions
from vanuatu.cli.match.outcome import outcome_of
from vanuatu.cli.terminal import console
from vanuatu.cli.terminal.progress import Progress
from vanuatu.cli.workers import pools
from vanuatu.core.game import Game
from vanuatu.core.rng import MOST_SEED
from vanuatu.notation.errors import ReadError

# Seeds of training runs begin here; duels use other seeds than games.
RUN_SEEDS = 10_000_000
DUEL_SEEDS = 5_000_000
VISIT_SEEDS = 7_000_000
ROUND_SEEDS = 100_000  # from one round of priors to the next
# One game of this many is set aside for testing.
TEST_EVERY = 10


def run_training(options: LearnOptions) -> None:
    """Do all steps of a training run that its folder does not have yet."""
    game = common.make_game(options.game, options.players, options.variant)
    run = TrainingRun(options.folder, game, options.seed, options.jobs, options.cluster, options.force)
    run.play(options.games, options.bot, options.stray, options.rival)
    run.fit(options.hidden, options.date, options.more or [], options.hold)
    if options.visits:
        for number in range(1, options.rounds + 1):
            run.fit_priors(options.visits, options.visit_sims, number)
    for path in options.test or []:
        run.test(path)
    if options.duel:
        run.duel(options.duel, options.duel_bot, options.against)


class TrainingRun:
    """Train an evaluation for one game, one number of players and one set of variants."""

    def __init__(
        self, folder: Path, game: Game, seed: int, jobs: int, cluster: str | None, force: bool = False
    ) -> None:
        self.folder = folder
        self.force = force
        self.game = game
        self.seed = seed
        self.jobs = jobs
        self.cluster = cluster
        self.games = folder / "games.msgpack"
        self.weights = folder / weight_files.file_name(game.players, weight_files.weighted_variants(game))
        self.made: dict[str, Any] = {}

    def play(self, games: int, bot: str, stray: float, rival: str = "") -> None:
        """Play the games to learn from. One bot plays all seats, or shares them with a rival."""
        self._make_folder()
        if not (self.force or self._about() is not None or not os.path.lexists(self.weights)):
            raise writing.exists(str(self.weights))
        specs = [
            f"{name}{_separator(name)}stray={stray:g}" if stray else name for name in (bot, rival) if name
        ]
        console.print_message(f"{games} games of {' and '.join(specs)}")
        self._match(specs, games, _run_seed(self.seed), self.games)
        self.made |= {
            "games": games,
            "bot": specs[0],
            "seed": self.seed,
            **self._evaluation_used("judged", specs[0]),
        }
        if rival:
            self.made |= {"rival": specs[1], **self._evaluation_used("rival_judged", specs[1])}

    def _evaluation_used(self, name: str, spec: str) -> dict[str, str]:
        """Return the evaluation that a bot uses, since `mcts:32` alone does not tell which weights it had."""
        bot = None if is_external_spec(spec) else make_bot(spec, seed=0)
        if not isinstance(bot, MctsBot):
            return {}
        weights = weight_files.weights_for(self.game, bot.settings.evaluation)
        return {name: weight_files.HAND if weights is None else _weights_id(weights)}

    def fit(self, hidden: int, date: str, more: Sequence[Path], regularisation: float = 1.0) -> None:
        """Fit the weights to 90 % of the games and test them on the rest."""
        self.made |= {"more": [path.name for path in more], "version": __version__, "date": date}
        self.made["fit"] = fit.settings(regularisation)
        if self._is_fitted(hidden):
            console.print_message(f"{self.weights} is there")
            return
        if os.path.lexists(self.weights) and not self.force:
            raise writing.exists(str(self.weights))
        features = weight_files.position_features_for(self.game.name)
        found = self._samples([self.games, *more])
        assert features is not None
        kept_back = found.game % TEST_EVERY == 0
        train, test = found.select(~kept_back), found.select(kept_back)
        console.print_message(f"fitting to {len(train)} positions")
        numbers = fit.fit(train, hidden, features.STAGES, self.seed, regularisation)
        net = Net(len(features.SEAT_FEATURES), len(features.TABLE_FEATURES), hidden, features.STAGES, numbers)
        loss = self._losses(net, test)
        about = {
            "game": self.game.name,
            "players": self.game.players,
            "variants": weight_files.weighted_variants(self.game),
            "own": features.SEAT_FEATURES,
            "table": features.TABLE_FEATURES,
            "hidden": hidden,
            "made": {**self.made, "positions": len(train), "log_loss": loss},
        }
        self._write(weight_files.file_text(about, numbers), replace=self.force)
        self._print_loss("games not learned from", loss)

    def fit_priors(self, decisions: int, sims: int, number: int = 1) -> None:
        """Fit the priors to the visits of searches, in that number of decisions of the games.

        Round 1 searches with the hand-set priors, each later one with those of the round before and in
        decisions of its own.
        """
        move_features = weight_files.move_features_for(self.game.name)
        if move_features is None:
            console.print_message(f"{self.game.name} has no terms that priors could weigh")
            return
        weights = weight_files.read_weights(str(self.weights))
        made = {"decisions": decisions, "sims": sims, "fit": visits.settings()}
        before = weights.about["made"].get("priors", {})
        is_ours = {name: before.get(name) for name in made} == made
        done = before.get("rounds", 1) if is_ours else 0
        if done >= number:
            console.print_message(f"{self.weights} has its priors{_of_round(number)}")
            return
        if before and not is_ours and not self.force:
            raise writing.exists(str(self.weights))
        start = move_features.hand_set()
        if number > 1:
            assert weights.priors is not None  # of the round before
            start = weights.priors.numbers
            made["rounds"] = number
        games = [list(session.moves) for session in samples.sessions_of(self.games, self.game)]
        visit_counts = self._search_visits(weights, games, -(-decisions // len(games)), sims, number)
        sessions = samples.sessions_of(self.games, self.game)
        found = visits.decisions_of(self.game, move_features, sessions, visit_counts)
        if not len(found):
            raise InputFault("the games hold no decision to learn from")
        kept_back = found.game % TEST_EVERY == 0
        train, test = found.select(~kept_back), found.select(kept_back)
        console.print_message(f"fitting priors{_of_round(number)} to {len(train)} decisions")
        numbers = visits.fit(train, start)
        if len(test):
            made |= self._compare(test, start, numbers, "by hand" if number == 1 else "before")
        about = {name: weights.about[name] for name in weights.about if name not in ("terms", "priors")}
        about["made"] = {**about["made"], "priors": {**made, "looks": len(train)}}
        self._write(
            weight_files.file_text(about, [int(weight) for weight in weights.net.weights], numbers),
            replace=True,
        )

    def _search_visits(
        self, weights: weight_files.Weights, games: list[list[int]], count: int, sims: int, number: int
    ) -> list[list[visits.SearchedDecision]]:
        """Return the visits in that number of decisions of each game; reuse the searches in the folder."""
        head = [weights.about["weights"], count, sims, self.seed]
        place = self.folder / "visits.msgpack"
        if number > 1:
            head.append(weights.about["priors"])
            place = self.folder / f"visits-{number}.msgpack"
        done, out = self._open_visits(place, head, len(games))
        console.print_message(f"searches in {count} decisions of each of {len(games)} games")
        begin = VISIT_SEEDS + (number - 1) * ROUND_SEEDS
        seeds = [_run_seed(self.seed, begin + i) for i in range(len(games))]
        rest = range(len(done), len(games))
        with ExitStack() as stack:
            stack.callback(out.close)
            kind = (self.game.name, self.game.players, self.game.options)
            tasks = [SearchTask(number=i, moves=games[i], seed=seeds[i]) for i in rest]
            search = partial(visit_searches.search_games, kind, str(self.weights), number > 1, count, sims)
            if self.jobs == 1:
                found: Iterator[SearchResult] = (search([task])[0] for task in tasks)
            else:
                pool = pools.LocalPool[SearchTask, SearchResult](self.jobs, search)
                found = pools.run(tasks, len(tasks), pool, visit_searches.no_result)
            found = stack.enter_context(closing(found))  # type: ignore[type-var]  # both are generators
            progress = Progress(len(games), len(done))
            stack.callback(progress.close)
            for result in found:
                with out.interrupts:
                    done.append(result.decisions)
                    records = done[-1:] if len(done) > 1 else [head, *done]
                    out.write(b"".join(map(msgpack.packb, records)))
                progress.game()
        return done

    def _open_visits(
        self, place: Path, head: list[Any], games: int
    ) -> tuple[list[list[visits.SearchedDecision]], game_output.GameOutput]:
        """Return the visits in the folder, and the file opened for appending the others.

        Raise CallFault if the file has anything that this run did not write.
        """
        _refuse_link(place)
        descriptor = game_output.open_again(place)
        try:
            with open(descriptor, "rb", closefd=False) as stream:
                raw = stream.read()
            done, end = visit_searches.read_visits(raw, head)
            if end < 0 or len(done) > games or (len(done) == games and end < len(raw)):
                if not self.force:
                    raise writing.exists(str(place))
                os.ftruncate(descriptor, 0)
                raw, done, end = b"", [], 0
            os.lseek(descriptor, end, os.SEEK_SET)
        except BaseException:
            os.close(descriptor)
            raise
        return done, game_output.GameOutput(descriptor, str(place), b"", games=len(done), half=raw[end:])

    def _compare(
        self, test: visits.Decisions, start: list[int], numbers: list[int], name: str
    ) -> dict[str, Any]:
        """Compare how well the priors from which the fit began and the learned ones predict visits."""
        (old, old_first), (new, new_first) = (
            visits.prediction_quality(test, each) for each in (start, numbers)
        )
        console.print_data(
            f"visits in games not learned from: cross-entropy {old:.3f} {name}, {new:.3f} as learned;"
            f" the same first move {100 * old_first:.0f} %, {100 * new_first:.0f} % ({len(test)} decisions)"
        )
        key = "hand" if name == "by hand" else name
        return {
            "cross_entropy": {"decisions": len(test), key: round(old, 4), "learned": round(new, 4)},
            "first_move": {key: round(old_first, 4), "learned": round(new_first, 4)},
        }

    def _make_folder(self) -> None:
        """Create the folder of the run. Raise InputFault if that fails."""
        try:
            self.folder.mkdir(exist_ok=True)
        except OSError as fault:
            raise InputFault(f"{self.folder}: {fault.strerror or fault}") from None

    def _write(self, text: str, *, replace: bool) -> None:
        """Write the weights. With `replace`, an old file is ours or is not needed any more."""
        _refuse_link(self.weights)
        with writing.SafeFile(str(self.weights), complete=True, force=replace) as file:
            file.stream.write(text.encode())
            file.keep()
        weight_files.read_weights.cache_clear()

    def test(self, path: Path) -> None:
        """Compare how well the learned and the hand-set evaluation predict the winners of a file's games."""
        net = weight_files.read_weights(str(self.weights)).net
        self._print_loss(str(path), self._losses(net, self._samples([path])))

    def duel(self, games: int, bot: str, against: str) -> None:
        """Play the new weights against another evaluation, with every seating on the same draws."""
        new, old = (
            canonical_spec(f"{bot}{_separator(bot)}eval={evaluation}")
            for evaluation in (self.weights, against)
        )
        weights = weight_files.read_weights(str(self.weights))
        # A duel is resumed only with the weights it began with, because other weights play other games.
        name = f"duel-{_file_part(bot)}-{_file_part(against)}-{_weights_id(weights)}.msgpack"
        console.print_message(f"{games} games of {new} against {old}")
        self._match([new, old], games, _run_seed(self.seed, DUEL_SEEDS), self.folder / name)
        won, decided, lost = duel_result(self.folder / name, new)
        low, high = ratings.wilson(won, decided)
        together = f"; {lost} more lost together" if lost else ""
        console.print_data(
            f"{new} won {won:g} of {decided} games against {old}:"
            f" {100 * won / max(1, decided):.0f} % ({100 * low:.0f}–{100 * high:.0f}){together}"
        )

    def _match(self, specs: list[str], games: int, seed: int, out: Path) -> None:
        options = MatchOptions(
            bots=specs,
            games=games,
            players=self.game.players,
            game=self.game.name,
            variant=",".join(self.game.options),
            seed=seed,
            jobs=self.jobs,
            cluster=self.cluster,
            out=str(out),
            resume=os.path.lexists(out),
        )
        standings = runner.run_match(options).standings
        console.print_table(report.as_text(standings, seats=False))

    def _samples(self, paths: Iterable[Path]) -> samples.Samples:
        try:
            return samples.samples_of(paths, self.game)
        except samples.NoTrainingData as fault:
            raise InputFault(str(fault)) from None
        except ReadError as fault:
            raise InputFault("; ".join([str(fault), *fault.__notes__])) from None

    def _is_fitted(self, hidden: int) -> bool:
        """Return whether the folder has weights with exactly these settings."""
        about = self._about()
        if about is None:
            return False
        made = {name: value for name, value in about["made"].items() if name in self.made}
        return bool(made == self.made and about["hidden"] == hidden)

    def _about(self) -> Mapping[str, Any] | None:
        """Return the metadata of the weights in the folder, if the file is byte for byte our own."""
        try:
            about = weight_files.read_weights(str(self.weights)).about
            raw = self.weights.read_bytes()
        except (BotError, OSError):
            return None
        own = json.dumps({**about, "sha256": weight_files.checksum(about)}, indent=1) + "\n"
        return about if raw == own.encode() and not self.weights.is_symlink() else None

    def _losses(self, net: Net, test: samples.Samples) -> dict[str, Any]:
        """Return the log-loss of the winner: hand-set, learned, and with equal chances."""
        if not len(test):
            return {}
        return {
            "positions": len(test),
            "hand": round(samples.log_loss(test.shares, test.hand_shares), 4),
            "learned": round(samples.log_loss(test.shares, fit.predicted_shares(net, test)), 4),
        }

    def _print_loss(self, what: str, loss: dict[str, Any]) -> None:
        if loss:
            console.print_data(
                f"{what}: log-loss of the winner {loss['hand']:.3f} by hand,"
                f" {loss['learned']:.3f} as learned ({loss['positions']} positions)"
            )


def _run_seed(seed: int, offset: int = 0) -> int:
    """Return a seed of a training run, for its games, searches or duels."""
    return (seed * RUN_SEEDS + offset) % (MOST_SEED + 1)


def duel_result(path: Path, name: str) -> tuple[float, int, int]:
    """Return a bot's wins (a shared win is a fraction), games with a winner, and games without one."""
    won, decided, lost = 0.0, 0, 0
    with path.open("rb") as stream:
        for found in resume.scan(stream):
            outcome = outcome_of(found.tags)
            if outcome is not None and outcome.winners:
                decided += 1
                won += sum(outcome.names[seat] == name for seat in outcome.winners) / len(outcome.winners)
            elif outcome is not None:
                lost += 1
    return won, decided, lost


def _of_round(number: int) -> str:
    """Return words that name a round of priors, if it is not the first."""
    return f" of round {number}" if number > 1 else ""


def _refuse_link(place: Path) -> None:
    """Raise CallFault if the name in the folder is a link: nothing is written through links."""
    if place.is_symlink():
        raise CallFault(f"{place} is a link. Use another folder.")


def _weights_id(weights: weight_files.Weights) -> str:
    """Return a short id of the weights: the start of their checksum."""
    return weight_files.checksum(weights.about)[:8]


def _separator(spec: str) -> str:
    """Return the separator before one more setting of a bot."""
    return "," if ":" in spec else ":"


def _file_part(spec: str) -> str:
    """Return a spec as part of a file name."""
    return "".join(sign if sign.isalnum() else "-" for sign in spec).strip("-")
