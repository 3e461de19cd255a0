"""Weights files that go to the workers of a cluster with their tasks, since those need not have them."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from vanuatu.ai import weight_files
from vanuatu.ai.mcts.bot import MctsBot
from vanuatu.ai.specs import BUILT_IN, make_bot

T = TypeVar("T")
D = TypeVar("D")


def weights_of(specs: Iterable[str]) -> dict[str, bytes]:
    """Return the weights files that bots name, and their content. Raise BotError if there is no such bot."""
    found: dict[str, bytes] = {}
    for spec in specs:
        bot = make_bot(spec, seed=0) if spec.partition(":")[0] in BUILT_IN else None
        if isinstance(bot, MctsBot) and bot.settings.evaluation not in ("", weight_files.HAND):
            place = bot.settings.evaluation
            found |= dict.fromkeys((place, str(Path(place))), Path(place).read_bytes())
    return found


def with_weights(weights: dict[str, bytes], process: Callable[[list[T]], list[D]], tasks: list[T]) -> list[D]:
    """Process tasks on a machine that need not have the weights files."""
    for place, raw in weights.items():
        weight_files.keep_sent(place, raw)
    return process(tasks)
