"""How fast the search is: simulations a second from the start of a game, and the plies they play."""

import time

from ai.advisors import advisor_for
from ai.mcts.search import Search
from core.game import NATURE
from core.games import make_game
from core.rng import Rng

# One search grows for so many simulations before the next one begins, as in a game.
SEARCH_SIMS = 1000
SLICE_SIMS = 10


def search_speed(game: str, players: int, seconds: float) -> tuple[float, float]:
    """Simulations and plies a second, in one thread; each search decides the first move of a new game."""
    advisor = advisor_for(game)
    rng = Rng(1)
    sims = plies = 0
    spent = 0.0
    while spent < seconds:
        state = make_game(game, players).start()
        while state.actor == NATURE:
            state.apply(state.sample(rng))
        search = Search(state, advisor, rng.fork(), 1.0, SEARCH_SIMS)
        began = time.perf_counter()
        while search.sims < SEARCH_SIMS and spent + time.perf_counter() - began < seconds:
            search.run(SLICE_SIMS)
        spent += time.perf_counter() - began
        sims += int(search.sims)
        plies += int(search.plies)
    return sims / spent, plies / spent
