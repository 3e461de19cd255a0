"""Speed and size of pages: pytest -n 0 tests/bench --benchmark-enable."""

import io
from functools import cache

from pytest_benchmark.fixture import BenchmarkFixture

from tests.cli.game_files import random_game
from vanuatu.cli.replay.page import GamesPage
from vanuatu.notation.files import GameRead, read_games

GAMES = 5


@cache
def games() -> list[GameRead]:
    """Random games of four, as they are read."""
    text = "\n".join(random_game(4, seed).text() for seed in range(GAMES))
    return list(read_games(io.BytesIO(text.encode())))


def whole_page() -> bytes:
    written = io.BytesIO()
    page = GamesPage(written, "games")
    for game in games():
        page.show(game, "")
    page.end()
    return written.getvalue()


def test_making_a_page(benchmark: BenchmarkFixture) -> None:
    games()
    page = benchmark(whole_page)
    benchmark.extra_info["games"] = GAMES
    benchmark.extra_info["plies"] = sum(len(game.session.moves) for game in games())
    benchmark.extra_info["bytes"] = len(page)
