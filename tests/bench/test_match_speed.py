"""Cost of a match game compared with a bare playout: `-n 0 --benchmark-enable`."""

from itertools import count

from pytest_benchmark.fixture import BenchmarkFixture

from vanuatu.cli.match.game_worker import play
from vanuatu.cli.match.tasks import Match, seatings
from vanuatu.core.game import play_out
from vanuatu.core.games import make_game
from vanuatu.core.rng import Rng

MATCH = Match("vanuatu", (), ("random",), tuple(seatings(["random"], 4)), seed=1, games=10**9)


def test_a_bare_playout(benchmark: BenchmarkFixture) -> None:
    game, seeds = make_game("vanuatu", 4), count()
    assert benchmark(lambda: play_out(game.start(), Rng(next(seeds)))) > 100


def test_a_game_of_random_bots_in_a_match(benchmark: BenchmarkFixture) -> None:
    numbers = count(1)
    assert benchmark(lambda: play(MATCH.task(next(numbers))).game)
