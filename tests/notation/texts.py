"""Texts of toy games and helpers to read them."""

from vanuatu.notation.files import GameRead, read_games
from vanuatu.notation.pvn.writer import write_game

TAGS = """\
[Event "Kitchen table"]
[Site "?"]
[Date "2026.11.18"]
[Round "1"]
[Purple "Ann"]
[Teal "Ben"]
[Result "*"]
[GameType "toy"]

"""


def game(movetext: str, tags: str = TAGS) -> str:
    """A game of two with that movetext."""
    return tags + movetext + "\n"


def read(text: str | bytes) -> list[GameRead]:
    """All games of a text."""
    return list(read_games(text.encode() if isinstance(text, str) else text))


def errors_of(text: str | bytes) -> list[str]:
    """What is wrong with the games of a text, in the words that a person sees."""
    return [found.error.at("f") for found in read(text) if found.error is not None]


def rewritten(text: str | bytes) -> str:
    """The games of a text in canonical form; all of them must be well."""
    return "\n".join(write_game(found.session.record) for found in read(text))


def tokens(movetext: str) -> list[str]:
    """The canonical tokens that the moves of a game are read as."""
    [found] = read(game(movetext))
    return [ply.token for ply in found.session.record.plies]
