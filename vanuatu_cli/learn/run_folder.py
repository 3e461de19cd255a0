"""The folder of a training run: its files, seeds and matches. Files that exist already are reused."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vanuatu.ai import weight_files
from vanuatu.ai.bot import Bot, BotError
from vanuatu.ai.mcts.bot import MctsBot, Settings
from vanuatu.ai.specs import SEARCHING, is_external_spec, make_bot
from vanuatu.cli.errors import CallFault, InputFault
from vanuatu.cli.files import writing
from vanuatu.cli.match import runner
from vanuatu.cli.match.options import MatchOptions
from vanuatu.core.game import Game
from vanuatu.core.rng import MOST_SEED

# Seeds of training runs begin here; duels and searches use other seeds than games.
RUN_SEEDS = 10_000_000
TARGET_SEEDS = 2_500_000
TUNE_SEEDS = 4_800_000
DUEL_SEEDS = 5_000_000
VISIT_SEEDS = 7_000_000
ROUND_SEEDS = 100_000  # from one round to the next
# One game of this many is set aside for testing.
TEST_EVERY = 10


@dataclass(frozen=True)
class RunFolder:
    """The folder of a training run, and what all its steps have in common."""

    place: Path
    game: Game
    seed: int
    jobs: int = 1
    cluster: str | None = None
    force: bool = False

    @property
    def weights(self) -> Path:
        """The weights file that the run makes."""
        return self.place / weight_files.file_name(
            self.game.players, weight_files.weighted_variants(self.game)
        )

    def create(self) -> None:
        """Create the folder. Raise InputFault if that fails."""
        try:
            self.place.mkdir(exist_ok=True)
        except OSError as fault:
            raise InputFault(f"{self.place}: {fault.strerror or fault}") from None

    def run_seed(self, offset: int = 0) -> int:
        """Return a seed of the run, for its games, searches or duels."""
        return (self.seed * RUN_SEEDS + offset) % (MOST_SEED + 1)

    def write(self, path: Path, text: str, *, replace: bool) -> None:
        """Write a weights file. With `replace`, an old file is ours or is not needed any more."""
        refuse_link(path)
        with writing.SafeFile(str(path), complete=True, force=replace) as file:
            file.stream.write(text.encode())
            file.keep()
        weight_files.read_weights.cache_clear()

    def match(
        self, specs: list[str], games: int, seed: int, out: Path, *, difference: float | None = None
    ) -> runner.MatchRunner:
        """Play the games of a match that its file does not have yet.

        With a difference in points, stop when the better of the two bots is known.
        """
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
            until_significant=difference is not None,
            difference=difference,
        )
        return runner.run_match(options)


def own_metadata(path: Path) -> Mapping[str, Any] | None:
    """Return the metadata of a weights file; None if the file is not byte for byte our own."""
    try:
        about = weight_files.read_weights(str(path)).about
        raw = path.read_bytes()
    except (BotError, OSError):
        return None
    own = json.dumps({**about, "sha256": weight_files.checksum(about)}, indent=1) + "\n"
    return about if raw == own.encode() and not path.is_symlink() else None


def refuse_link(place: Path) -> None:
    """Raise CallFault if the name in the folder is a link: nothing is written through links."""
    if place.is_symlink():
        raise CallFault(f"{place} is a link. Use another folder.")


def bot_here(spec: str) -> Bot | None:
    """Return the bot of a spec; None for an external one. Raise CallFault if there is none."""
    try:
        return None if is_external_spec(spec) else make_bot(spec, seed=0)
    except BotError as error:
        raise CallFault(str(error)) from None


def search_settings(spec: str) -> Settings:
    """Return the settings of a searching bot, for searches that are not its own; `mcts` for other bots."""
    bot = bot_here(spec)
    return bot.settings if isinstance(bot, MctsBot) else SEARCHING["mcts"]


def evaluation_used(game: Game, name: str, spec: str) -> dict[str, str]:
    """Return the evaluation that a bot uses, since `mcts:32` alone does not tell which weights it had."""
    bot = bot_here(spec)
    if not isinstance(bot, MctsBot):
        return {}
    weights = weight_files.weights_for(game, bot.settings.evaluation)
    return {name: weight_files.HAND if weights is None else weights_id(weights)}


def weights_id(weights: weight_files.Weights) -> str:
    """Return a short id of the weights: the start of their checksum."""
    return weight_files.checksum(weights.about)[:8]


def with_setting(spec: str, setting: str) -> str:
    """Return the spec with one more setting."""
    return f"{spec}{',' if ':' in spec else ':'}{setting}"


def file_part(spec: str) -> str:
    """Return a spec as part of a file name."""
    return "".join(sign if sign.isalnum() else "-" for sign in spec).strip("-")
