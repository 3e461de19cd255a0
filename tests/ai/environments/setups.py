"""Games for the environment tests: every number of players, every variant."""

from itertools import combinations

import pytest

from vanuatu.ai.environments.episode import Episode, new_episode
from vanuatu.ai.numbering import Numbering, numbering_for
from vanuatu.core import games
from vanuatu.core.game import CHANCE, OVER, GameError
from vanuatu.core.games import make_game
from vanuatu.core.rng import Rng

Setup = tuple[str, int, tuple[str, ...]]


def _all() -> list[Setup]:
    found: list[Setup] = []
    for name in ("vanuatu", "maori"):
        variants = games.variants(name)
        for players in range(2, 6):
            for count in range(len(variants) + 1):
                for chosen in combinations(variants, count):
                    try:
                        make_game(name, players, chosen)
                    except GameError:
                        continue  # variants that exclude each other, or that number of players
                    found.append((name, players, chosen))
    return found


ALL = _all()
SOME: list[Setup] = [
    ("vanuatu", 2, ("waters",)),
    ("vanuatu", 5, ()),
    ("maori", 2, ("ship",)),
    ("maori", 4, ("shipmust", "atoll")),
]


def named(setup: Setup) -> str:
    """`vanuatu-4-waters`."""
    name, players, variants = setup
    return "-".join([name, str(players), *variants])


some = pytest.mark.parametrize("setup", SOME, ids=named)
every = pytest.mark.parametrize("setup", ALL, ids=named)


def numbering(setup: Setup) -> Numbering:
    name, players, variants = setup
    return numbering_for(make_game(name, players, variants))


def called(setup: Setup) -> str:
    """The game as OpenSpiel calls it: `vanuatu(players=4,waters=true)`."""
    name, players, variants = setup
    return f"{name}(players={players}{''.join(f',{variant}=true' for variant in variants)})"


def step(episode: Episode, rng: Rng, resting: bool = False) -> None:
    """A step at random; with `resting` to rest is what seats like best."""
    if episode.actor == CHANCE:
        episode.play(episode.numbering.number(episode.state.sample(rng)))
        return
    legal = episode.legal()
    if resting:
        liked = [number for number in legal if "R" in episode.token(number)]
        legal = liked or legal
    episode.play(legal[rng.below(len(legal))])


def played(setup: Setup, seed: int, resting: bool = False) -> list[Episode]:
    """A game at random, as it stood before each step and in the end."""
    episode, rng = new_episode(numbering(setup)), Rng(seed)
    stations = [episode.copy()]
    while episode.actor != OVER:
        step(episode, rng, resting)
        stations.append(episode.copy())
    return stations
