"""The three forms of games in files, and the games in a file without their moves."""

from notation.record import GameRecord
from notation.writer import write_game

FORMS = ("pvn", "ndjson", "msgpack")


def encode(record: GameRecord, form: str) -> bytes:
    """The whole game as it stands in a file."""
    return write_game(record).encode()
