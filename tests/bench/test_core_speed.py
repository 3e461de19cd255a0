"""Speed of the core, compared with python-chess: pytest -n 0 tests/bench --benchmark-enable."""

import random

import chess
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from vanuatu.core.game import CHANCE, State, play_out
from vanuatu.core.games import make_game
from vanuatu.core.rng import Rng
from vanuatu.notation.codec import codec_for

PLAYERS = (2, 3, 4, 5)


def in_phase(phase: str, players: int, wanted: int) -> list[State]:
    """Positions of random games in which a seat decides in this phase."""
    codec = codec_for("vanuatu")
    rng = Rng(7)
    found: list[State] = []
    state: State = make_game("vanuatu", players).start()
    while len(found) < wanted:
        if state.actor == CHANCE:
            state.apply(state.sample(rng))
            continue
        if codec.phase(state) == phase:
            found.append(state.copy())
        moves = state.legal_moves()
        if len(moves) == 0:
            state = make_game("vanuatu", players).start()
        else:
            state.apply(moves[rng.below(len(moves))])
    return found


@pytest.mark.parametrize("players", PLAYERS)
def test_a_random_game(benchmark: BenchmarkFixture, players: int) -> None:
    game = make_game("vanuatu", players)
    rng = Rng(1)
    assert benchmark(lambda: play_out(game.start(), rng)) > 100


def test_a_random_game_of_chess_for_comparison(benchmark: BenchmarkFixture) -> None:
    """100 moves, each from the list of legal moves."""
    rng = random.Random(1)

    def play() -> int:
        board = chess.Board()
        for _ in range(100):
            moves = list(board.legal_moves)
            if not moves:
                board = chess.Board()
                continue
            board.push(rng.choice(moves))
        return board.ply()

    assert benchmark(play) > 0


@pytest.mark.parametrize("phase", ["plan", "act"])
def test_a_hundred_lists_of_legal_moves(benchmark: BenchmarkFixture, phase: str) -> None:
    states = in_phase(phase, 4, 100)
    assert benchmark(lambda: sum(len(state.legal_moves()) for state in states)) >= 100


def test_a_copy(benchmark: BenchmarkFixture) -> None:
    state = in_phase("act", 5, 50)[-1]
    assert benchmark(state.copy).actor == state.actor
