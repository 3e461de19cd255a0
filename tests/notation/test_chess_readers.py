"""python-chess, a reader of another notation, finds the same games and tags in our files."""

import io
from pathlib import Path

import chess.pgn

from vanuatu.notation.files import read_games
from vanuatu.notation.pvn.headers import scan_headers
from vanuatu.notation.pvn.writer import write_game

GAMES = sorted((Path(__file__).parents[2] / "games").glob("*.pvn"))


def all_games() -> str:
    """The games people can learn from, one after the other in canonical form."""
    return "\n".join(write_game(read.session.record) for path in GAMES for read in read_games(path))


def test_read_headers_finds_the_same_tags() -> None:
    text = all_games()
    ours = [header.tags for header in scan_headers(text.encode())]
    stream = io.StringIO(text)
    theirs = []
    while (headers := chess.pgn.read_headers(stream)) is not None:
        theirs.append({name: unescaped(value) for name, value in headers.items()})
    assert len(GAMES) > 0
    assert theirs == ours


def unescaped(value: str) -> str:
    """Return a tag's value unescaped; python-chess does not unescape it."""
    return value.replace('\\"', '"').replace("\\\\", "\\")


def test_skip_game_finds_the_same_number_of_games() -> None:
    text = all_games()
    stream = io.StringIO(text)
    count = 0
    while chess.pgn.skip_game(stream):
        count += 1
    assert count == len(list(read_games(text.encode()))) > 0
