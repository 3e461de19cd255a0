"""Comment commands of a move: `[%eval 0.61,0.20,0.19]`, `[%loss 2.4]`."""

import re
from typing import Final

from vanuatu.notation.record import Ply

_EVAL: Final = re.compile(r"\[%eval ((?:[01](?:\.\d{1,6})?)(?:,[01](?:\.\d{1,6})?)*)\]")
_LOSS: Final = re.compile(r"\[%loss ([-−]?\d{1,6}(?:\.\d{1,6})?)")


def eval_of(ply: Ply) -> float | None:
    """Return the win chance of the seat that moved, after its move; None if no comment has it."""
    for comment in ply.comments:
        found = _EVAL.search(comment)
        if found is not None and ply.seat >= 0:
            chances = found[1].split(",")
            return float(chances[ply.seat]) if ply.seat < len(chances) else None
    return None


def loss_of(ply: Ply) -> float | None:
    """Return the points that the move lost; None if no comment has them."""
    for comment in ply.comments:
        found = _LOSS.search(comment)
        if found is not None:
            return float(found[1].replace("−", "-"))
    return None
