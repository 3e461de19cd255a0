"""The rules of the games: integers in packed arrays, no input or output, no text, no clock.

For most purposes use `vanuatu` itself. Use this package for the speed of the bare rules, for example to
train an agent. Here moves are integers, and seats are numbers from 0.

>>> from vanuatu import core
>>> state = core.start("vanuatu", 3)
>>> rng = core.Rng(7)
>>> while state.actor == core.CHANCE:
...     state.apply(state.sample(rng))
>>> state
<VanuatuState of 3 players, round 1, seat 0 to move>
>>> moves = state.legal_moves()
>>> state.apply(moves[0])
"""

from typing import TYPE_CHECKING, Final

from vanuatu.core.lazy import front_door

if TYPE_CHECKING:
    from vanuatu.core import rng
    from vanuatu.core.game import CHANCE, OVER, GameError
    from vanuatu.core.games import start
    from vanuatu.core.public import State

    class Rng(rng.Rng):  # type: ignore[misc]  # the same class, for checkers that do not take i64 for int
        def bits(self) -> int: ...
        def below(self, n: int) -> int: ...
        def fork(self) -> "Rng": ...


__all__ = ["CHANCE", "OVER", "GameError", "Rng", "State", "start"]

_DOCUMENTS: Final = {
    "GameError": """There is no such game: an unknown name or option, or an impossible number of players.

    >>> from vanuatu import core
    >>> core.start("chess", 2)
    Traceback (most recent call last):
    vanuatu.core.game.GameError: …
    """,
    "Rng": """A small generator whose numbers are the same compiled and interpreted, on every machine.

    `below(n)` returns a number from 0 to n - 1, `unit()` one from 0 up to 1, and `fork()` another generator.

    >>> from vanuatu import core
    >>> rng = core.Rng(7)
    >>> rng.below(6), rng.below(6), rng.below(6)
    (4, 4, 1)
    """,
    "State": """A position, in which moves are integers and are made in place.

    - `players`, `round`; `actor` is the seat that decides next, CHANCE before a draw, or OVER.
    - `legal_moves()`, ascending; `is_legal(move)`; `apply(move)` plays a legal move and checks nothing;
      `push(move)` checks, and returns None or a refusal.
    - `sample(rng)` returns a random draw; `weights()` returns in how many ways each draw can occur.
    - `copy()`; `hide(seat, rng)` returns a copy in which everything the seat cannot know is drawn anew.
    - `scores()`, `winners()`, and `returns()`: 1 shared among the winners.

    States are equal when everything in them is, and can be pickled. Results such as `legal_moves()` are
    lists.

    >>> from vanuatu import core
    >>> state = core.start("vanuatu", 2)
    >>> twin = state.copy()
    >>> state.apply(state.sample(core.Rng(1)))
    >>> twin == state, twin.actor == core.CHANCE
    (False, True)
    """,
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = front_door(
        __name__,
        {
            "CHANCE": "vanuatu.core.game",
            "OVER": "vanuatu.core.game",
            "GameError": "vanuatu.core.game",
            "Rng": "vanuatu.core.rng",
            "State": "vanuatu.core.public",
            "start": "vanuatu.core.games",
        },
        _DOCUMENTS,
    )
