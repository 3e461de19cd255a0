"""Places in a game as people write them: `5.12` is the position after ply 12 of round 5."""

from typing import Final

from vanuatu.notation.errors import excerpt
from vanuatu.notation.session import Session

_MOST_DIGITS: Final = 5


class NoSuchPly(IndexError):
    """The game has no such ply."""


def ply_at(session: Session, address: str) -> int:
    """Return the number of plies before the position at an address: `5.12`; `5` is the start of round 5.

    Raise ValueError if it is not an address, NoSuchPly if the game has no such round or ply.
    """
    round_text, _, ply_text = address.partition(".")
    ply_text = ply_text or "0"
    for text in (round_text, ply_text):
        if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS):
            raise ValueError(f"{excerpt(address)}: expected ROUND.PLY, for example 5.12")
    round, number = int(round_text), int(ply_text)
    plies = session.record.plies
    before = sum(1 for ply in plies if ply.round < round)
    inside = sum(1 for ply in plies if ply.round == round)
    if inside == 0 and round not in (session.start.round, session.state.round):
        last = session.state.round
        raise NoSuchPly(f"{excerpt(address)}: the game has rounds {session.start.round} to {last}")
    if number > inside:
        raise NoSuchPly(f"{excerpt(address)}: round {round} has {inside} plies")
    return before + number
