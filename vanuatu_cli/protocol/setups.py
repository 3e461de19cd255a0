"""Every way in which a game can be set up: numbers of players and variants."""

from collections.abc import Iterator
from itertools import combinations

from core.game import Game, GameError
from core.games import make_game, variants

MOST_PLAYERS = 5


def every_setup(name: str) -> Iterator[Game]:
    """The game of that name with every number of players and every variant, the base game first."""
    known = variants(name)
    for size in range(len(known) + 1):
        for options in combinations(known, size):
            for players in range(2, MOST_PLAYERS + 1):
                try:
                    yield make_game(name, players, options)
                except GameError:
                    continue  # variants that exclude one another, or that number of players
