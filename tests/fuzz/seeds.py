"""Start inputs of the fuzzers: games and positions of every number of players and many variants."""

from functools import cache

from tests.fuzz.checks import POSITIONS, PROTOCOL
from vanuatu.core.games import make_game
from vanuatu.core.rng import Rng
from vanuatu.notation.codec import SEAT_LETTERS
from vanuatu.notation.formats import FORMATS, encode_game
from vanuatu.notation.session import Session

VARIANTS = {
    "vanuatu": [(2, ()), (3, ()), (2, ("waters",)), (4, ("waters",)), (5, ("nocharacters", "waters"))],
    "maori": [(2, ()), (3, ("ship",)), (4, ("shipmust",)), (2, ("ship",)), (5, ())],
}
_SAID = [
    "said",
    "; to the end",
    "% an escape",
    "[%clk 0:01:02] (so) it [goes]",
    "é \u202e \U0001f600",
    "{braces",
]


def played(name: str, players: int, options: tuple[str, ...], seed: int, plies: int) -> Session:
    """A game by chance, with something said here and there and a variation now and then."""
    rng = Rng(seed)
    session = Session.new(make_game(name, players, options), tags={"EventDate": "2026", "Seed": str(seed)})
    session.draw(rng)
    while not session.over and session.ply < plies:
        moves = session.state.legal_moves()
        session.push(int(moves[rng.below(len(moves))]))
        if rng.below(5) == 0:
            session.record.plies[-1].noted().comments.append(_SAID[int(rng.below(len(_SAID)))])
        if rng.below(9) == 0:
            session.record.plies[-1].noted().glyphs.append(["!", "?!", "$14"][int(rng.below(3))])
        session.draw(rng)
    session.finish("" if rng.below(2) else "abandoned")
    return session


@cache
def seeds(kind: str) -> tuple[bytes, ...]:
    """The first inputs of a kind."""
    if kind in POSITIONS:
        return tuple(_positions(kind))
    if kind == PROTOCOL:
        return tuple(_conversations())
    assert kind in FORMATS
    found = []
    for name, variants in VARIANTS.items():
        for number, (players, options) in enumerate(variants):
            for plies in (0, 15, 40):
                session = played(name, players, options, number, plies)
                found.append(encode_game(session.record, kind, True))
            if session.over:
                continue
            later = Session.new(session.game, start=session.state, tags={"Event": "From a position"})
            found.append(encode_game(later.record, kind, True))
    return tuple(found)


def _conversations() -> list[bytes]:
    """Return games as lines to a bot: from the start, from a position, and with a result."""
    found = []
    for name, variants in VARIANTS.items():
        for number, (players, options) in enumerate(variants):
            session = played(name, players, options, 40 + number, 30)
            seat = int(session.state.actor)
            variant = f" variant={','.join(options)}" if options else ""
            lines = [
                "pvn 1",
                f"newgame {name} players={players}{variant} seat={SEAT_LETTERS[seat]} clock=10+0.1",
                f"position moves {' '.join(session.tokens(seat))}",
                "go sims 5",
                "stop",
                f"position fen {session.codec.write_position(session.state)}",
                "go time 0.1",
                "result 41,37,44 winner=y",
            ]
            found.append("\n".join(lines).encode())
    return found


def _positions(name: str) -> list[bytes]:
    found = []
    for number, (players, options) in enumerate(VARIANTS[name]):
        session = played(name, players, options, 70 + number, 400)
        for ply in range(0, session.ply + 1, 7):
            found.append(session.codec.write_position(session.at(ply)).encode())
    return found
