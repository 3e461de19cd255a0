"""A course of learning in a folder: games, weights, tests, duels; what is there already is kept."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ai import learned
from ai.learning import fit, samples
from ai.net import Net
from ai.thinking import BotError
from core.game import Game
from notation.errors import Fault
from vanuatu_cli import __version__
from vanuatu_cli.commands.match import match
from vanuatu_cli.errors import InputFault
from vanuatu_cli.io import console
from vanuatu_cli.matches.stats.outcome import outcome_of
from vanuatu_cli.matches.stats.ratings import wilson
from vanuatu_cli.matches.store.resume import scan

# Where the draws of a course begin, so that those of its duels are never those of its games.
COURSE_SEEDS = 10_000_000
DUEL_SEEDS = 5_000_000
# One of so many games is kept back to test on.
TEST_EVERY = 10


class Course:
    """Learning to judge one game, with one number of players and one choice of variants."""

    def __init__(self, folder: Path, game: Game, seed: int, jobs: int, cluster: str | None) -> None:
        self.folder = folder
        self.game = game
        self.seed = seed
        self.jobs = jobs
        self.cluster = cluster
        self.games = folder / "games.msgpack"
        self.weights = folder / learned.name_of(game.players, learned.variants_of(game))
        self.made: dict[str, Any] = {}

    def play(self, games: int, bot: str, stray: float) -> None:
        """The games to learn from: all seats by the same bot, which strays now and then."""
        self.folder.mkdir(parents=True, exist_ok=True)
        spec = f"{bot}{',' if ':' in bot else ':'}stray={stray:g}" if stray else bot
        console.say(f"{games} games of {spec}")
        self._match([spec], games, self.seed * COURSE_SEEDS, self.games)
        self.made |= {"games": games, "bot": spec, "seed": self.seed}

    def fit(self, hidden: int, date: str, more: Sequence[Path]) -> None:
        """The weights, fitted to nine tenths of the games and tested on the last."""
        self.made |= {"more": [path.name for path in more], "version": __version__, "date": date}
        self.made["fit"] = fit.settings()
        if self._are_there(hidden):
            console.say(f"{self.weights} is there")
            return
        figures = learned.figures_for(self.game.name)
        found = self._samples([self.games, *more])
        assert figures is not None
        kept_back = found.game % TEST_EVERY == 0
        train, test = found.only(~kept_back), found.only(kept_back)
        console.say(f"fitting to {len(train)} positions")
        numbers = fit.fit(train, hidden, figures.STAGES, self.seed)
        net = Net(len(figures.OWN), len(figures.TABLE), hidden, figures.STAGES, numbers)
        loss = self._losses(net, test)
        about = {
            "game": self.game.name,
            "players": self.game.players,
            "variants": learned.variants_of(self.game),
            "own": figures.OWN,
            "table": figures.TABLE,
            "hidden": hidden,
            "made": {**self.made, "positions": len(train), "log_loss": loss},
        }
        draft = self.weights.with_suffix(".part")
        draft.write_text(learned.written(about, numbers), encoding="utf-8")
        draft.replace(self.weights)
        self._tell("games not learned from", loss)

    def test(self, path: Path) -> None:
        """How well the weights foretell who wins the games of a file, beside the hand-set judgement."""
        _, net = learned.read_net(str(self.weights))
        self._tell(str(path), self._losses(net, self._samples([path])))

    def duel(self, games: int, bot: str, against: str) -> None:
        """The new weights against another judgement, every seating on the same draws."""
        joint = "," if ":" in bot else ":"
        new, old = (f"{bot}{joint}judge={judge}" for judge in (self.weights, against))
        learned_so, _ = learned.read_net(str(self.weights))
        # Other weights, other games: a duel goes on only where it was begun by the same.
        name = f"duel-{_plain(bot)}-{_plain(against)}-{learned.checksum(learned_so)[:8]}.msgpack"
        console.say(f"{games} games of {new} against {old}")
        self._match([new, old], games, self.seed * COURSE_SEEDS + DUEL_SEEDS, self.folder / name)
        won, decided, lost = result(self.folder / name, new)
        low, high = wilson(won, decided)
        together = f"; {lost} more lost together" if lost else ""
        console.tell(
            f"{new} won {won:g} of {decided} games against {old}:"
            f" {100 * won / max(1, decided):.0f} % ({100 * low:.0f}–{100 * high:.0f}){together}"
        )

    def _match(self, specs: list[str], games: int, seed: int, out: Path) -> None:
        code = match(
            specs,
            games=games,
            players=self.game.players,
            game=self.game.name,
            variant=",".join(self.game.options),
            seed=seed,
            jobs=self.jobs,
            cluster=self.cluster,
            out=str(out),
            resume=out.exists(),
        )
        if code:
            raise SystemExit(code)

    def _samples(self, paths: Iterable[Path]) -> samples.Samples:
        try:
            return samples.samples_of(paths, self.game)
        except samples.NothingToLearn as fault:
            raise InputFault(str(fault)) from None
        except Fault as fault:
            raise InputFault("; ".join([str(fault), *fault.__notes__])) from None

    def _are_there(self, hidden: int) -> bool:
        """Whether the folder has weights that were made just so."""
        try:
            about, _ = learned.read_net(str(self.weights))
        except BotError:
            return False
        made = {name: value for name, value in about["made"].items() if name in self.made}
        return bool(made == self.made and about["hidden"] == hidden)

    def _losses(self, net: Net, test: samples.Samples) -> dict[str, Any]:
        """Log-loss of the winner: by hand, as learned, and where all have the same chance."""
        if not len(test):
            return {}
        return {
            "positions": len(test),
            "hand": round(samples.log_loss(test.shares, test.hand), 4),
            "learned": round(samples.log_loss(test.shares, fit.guessed(net, test)), 4),
        }

    def _tell(self, what: str, loss: dict[str, Any]) -> None:
        if loss:
            console.tell(
                f"{what}: log-loss of the winner {loss['hand']:.3f} by hand,"
                f" {loss['learned']:.3f} as learned ({loss['positions']} positions)"
            )


def result(path: Path, name: str) -> tuple[float, int, int]:
    """How many games a bot has won, shared wins in parts; how many somebody has won, and how many nobody."""
    won, decided, lost = 0.0, 0, 0
    with path.open("rb") as stream:
        for found in scan(stream):
            outcome = outcome_of(found.tags)
            if outcome is not None and outcome.winners:
                decided += 1
                won += sum(outcome.names[seat] == name for seat in outcome.winners) / len(outcome.winners)
            elif outcome is not None:
                lost += 1
    return won, decided, lost


def _plain(spec: str) -> str:
    """A spec as part of a file's name."""
    return "".join(sign if sign.isalnum() else "-" for sign in spec).strip("-")
