"""Speed of reading and writing, compared with python-chess: pytest -n 0 tests/bench --benchmark-enable."""

import io
import random
from functools import cache

import chess
import chess.pgn
from pytest_benchmark.fixture import BenchmarkFixture

from tests.cli.game_files import random_game
from vanuatu.notation.files import read_games
from vanuatu.notation.packed.archive import pack, read_archive
from vanuatu.notation.packed.ndjson import read_ndjson, write_ndjson
from vanuatu.notation.pvn.headers import scan_headers
from vanuatu.notation.pvn.writer import write_game
from vanuatu.notation.record import GameRecord

GAMES = 20


@cache
def text() -> str:
    """Random games of four."""
    return "\n".join(random_game(4, seed).text() for seed in range(GAMES))


@cache
def records() -> list[GameRecord]:
    return [read.session.record for read in read_games(text().encode())]


@cache
def chess_text() -> str:
    """Random games of chess of 100 moves each."""
    chance = random.Random(1)
    games = []
    for _ in range(GAMES):
        board = chess.Board()
        while board.ply() < 100 and not board.is_game_over():
            board.push(chance.choice(list(board.legal_moves)))
        games.append(str(chess.pgn.Game.from_board(board)))
    return "\n\n".join(games) + "\n"


def test_reading_with_every_move_verified(benchmark: BenchmarkFixture) -> None:
    raw = text().encode()
    moves = benchmark(lambda: sum(len(read.session.moves) for read in read_games(raw)))
    benchmark.extra_info["moves"] = moves
    assert moves > GAMES * 100


def test_reading_chess_for_comparison(benchmark: BenchmarkFixture) -> None:
    def read() -> int:
        stream = io.StringIO(chess_text())
        moves = 0
        while (game := chess.pgn.read_game(stream)) is not None:
            moves += sum(1 for _ in game.mainline_moves())
        return moves

    benchmark.extra_info["moves"] = moves = benchmark(read)
    assert moves > GAMES * 50


def test_scanning_headers(benchmark: BenchmarkFixture) -> None:
    raw = text().encode() * 20
    benchmark.extra_info["bytes"] = len(raw)
    assert benchmark(lambda: sum(1 for _ in scan_headers(raw))) == 20 * GAMES


def test_scanning_headers_of_chess_for_comparison(benchmark: BenchmarkFixture) -> None:
    def scan() -> int:
        stream = io.StringIO(chess_text() * 20)
        count = 0
        while chess.pgn.read_headers(stream) is not None:
            count += 1
        return count

    benchmark.extra_info["bytes"] = len(chess_text()) * 20
    assert benchmark(scan) == 20 * GAMES


def test_writing(benchmark: BenchmarkFixture) -> None:
    games = records()
    assert benchmark(lambda: "\n".join(write_game(record) for record in games)) == text()


def test_writing_and_reading_ndjson(benchmark: BenchmarkFixture) -> None:
    games = records()

    def round_trip() -> int:
        raw = "".join(write_ndjson(record) for record in games).encode()
        return sum(1 for read in read_ndjson(io.BytesIO(raw)) if read.error is None)

    assert benchmark(round_trip) == GAMES


def test_writing_and_reading_msgpack(benchmark: BenchmarkFixture) -> None:
    games = records()

    def round_trip() -> int:
        raw = b"".join(pack(record) for record in games)
        return sum(1 for read in read_archive(io.BytesIO(raw)) if read.error is None)

    assert benchmark(round_trip) == GAMES
