"""What a move gives the seat that makes it."""

from typing import Any, NamedTuple

from vanuatu.core.game import State
from vanuatu.notation.codec import Codec


class Gain(NamedTuple):
    """What a move gives the seat that makes it, from `step.gain` or `position.gain`. Losses are negative.

    - `points`: points on the track; in Maori, the change of `score`.
    - `vatus`: the money of Vanuatu.
    - `goods`: what else the seat gains or loses, by name: `fish`, `fish_value`, `treasures`,
      `treasure_value`, `huts` (on the board); in Maori `shells`, `ships`, `tiles`. Only what changes.
    - `score`: the change of the score that the seat would have if the game ended now.

    The draws after the move do not count. A draw gives nobody anything.

    >>> import vanuatu
    >>> game = vanuatu.new("vanuatu", players=3, seed=7)
    >>> game.end.gain("@artist")
    Gain(points=0, vatus=0, goods={}, score=0)
    >>> [played] = vanuatu.read("games/three-players.pvn")
    >>> [step.gain for step in played.steps() if step.move.kind == "fish"][0]
    Gain(points=1, vatus=1, goods={'fish': 1, 'fish_value': 1}, score=2)
    """

    points: int = 0
    vatus: int = 0
    goods: dict[str, int] = {}  # noqa: RUF012  # never changed: each gain has its own
    score: int = 0


def gain_of(codec: Codec, state: State, move: int) -> Gain:
    """Return what a legal move gives the seat to move."""
    after = state.copy()
    after.apply(move)
    return gain_between(codec, state, after, int(state.actor))


def gain_between(codec: Codec, before: State, after: State, seat: int) -> Gain:
    """Return how the holdings of a seat differ; nothing for chance."""
    if seat < 0:
        return Gain()
    # Any: a codec that is not compiled overrides these, which a typed access does not see.
    dynamic: Any = codec
    facts: tuple[str, ...] = dynamic.seat_facts

    def change(name: str) -> int:
        if name not in facts:
            return 0
        number = facts.index(name)
        was, now = codec.fact(before, seat, number), codec.fact(after, seat, number)
        return now - was if isinstance(now, int) and isinstance(was, int) else 0

    score = change("score")
    goods = {name: difference for name in dynamic.goods if (difference := change(name))}
    return Gain(
        points=change("points") if "points" in facts else score,
        vatus=change("vatus"),
        goods=goods,
        score=score,
    )
