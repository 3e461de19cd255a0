"""Speed of Maori's core: pytest -n 0 tests/bench --benchmark-enable."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from vanuatu.ai.maori.advisor import MaoriAdvisor
from vanuatu.ai.mcts.search import Search
from vanuatu.core.game import CHANCE, State, play_out
from vanuatu.core.games import make_game
from vanuatu.core.rng import Rng


def in_progress(players: int, plies: int) -> State:
    """A position of a game that a sensible player has played so far."""
    state = make_game("maori", players).start()
    rng = Rng(3)
    advisor = MaoriAdvisor()
    for _ in range(plies):
        state.apply(state.sample(rng) if state.actor == CHANCE else advisor.playout(state, rng))
    return state


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_random_game_of_maori(benchmark: BenchmarkFixture, players: int) -> None:
    game = make_game("maori", players)
    rng = Rng(1)
    assert benchmark(lambda: play_out(game.start(), rng)) > 50


def test_a_hundred_lists_of_legal_moves_of_maori(benchmark: BenchmarkFixture) -> None:
    states = [in_progress(4, plies) for plies in range(30, 130)]
    assert benchmark(lambda: sum(len(state.legal_moves()) for state in states)) >= 100


def test_a_copy_of_maori(benchmark: BenchmarkFixture) -> None:
    state = in_progress(5, 100)
    assert benchmark(state.copy).actor == state.actor


def test_fifty_simulations_of_maori(benchmark: BenchmarkFixture) -> None:
    state = in_progress(4, 60)

    def search() -> int:
        found = Search(state, MaoriAdvisor(), Rng(1), 1.0, 10_000)
        found.run(50)
        return int(found.sims)

    assert benchmark(search) == 50
