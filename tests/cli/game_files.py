"""Game files for the tests of commands."""

from pathlib import Path

from vanuatu.core.games import make_game
from vanuatu.core.rng import Rng
from vanuatu.notation.session import Session


def random_game(players: int, seed: int, plies: int = 10_000) -> Session:
    """Return a game of random moves, finished or broken off after this many plies."""
    rng = Rng(seed)
    session = Session.new(make_game("vanuatu", players), tags={"Event": "Random", "Seed": str(seed)})
    session.draw(rng)
    while not session.over and session.ply < plies:
        moves = session.state.legal_moves()
        session.push(int(moves[rng.below(len(moves))]))
        session.draw(rng)
    session.finish()
    return session


def write_games(path: Path, count: int) -> str:
    """Write a file of `count` unfinished games; return its text."""
    text = "\n".join(random_game(3, seed, 20).text() for seed in range(count))
    path.write_text(text, encoding="utf-8")
    return text
