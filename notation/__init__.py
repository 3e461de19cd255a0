"""Games and positions as text: what a program needs to read, walk, play and write them.

>>> import notation
>>> for game in notation.read("games/teaching.pvn"):
...     print(game.tags["Purple"], game.result, game.winners)
...     for step in game.steps()[:2]:
...         print(step.round, step.seat, step.token, step.words)
Ann …
1 # #start=201 …
1 # #tiles=A2,B1 …
>>> game = notation.new("vanuatu", players=4, seed=7)
>>> game.play(game.legal()[0])
'@artist'

What is not listed here (`notation.__all__`) is the project's own and may change.
"""

from typing import TYPE_CHECKING, Final

from core.lazy import front_door

if TYPE_CHECKING:
    from notation.codec import PositionError
    from notation.errors import AmbiguousMove, Fault, IllegalMove, MoveError, NotAMove, NotationError
    from notation.game import Game, new
    from notation.game_files import Games, read, write
    from notation.positions import Position, position
    from notation.steps import Step
    from notation.tags import TagError

__all__ = [
    "AmbiguousMove",
    "Fault",
    "Game",
    "Games",
    "IllegalMove",
    "MoveError",
    "NotAMove",
    "NotationError",
    "Position",
    "PositionError",
    "Step",
    "TagError",
    "new",
    "position",
    "read",
    "write",
]

_DOCUMENTS: Final = {
    "PositionError": """A text that is no position, or one that cannot exist; `reason`, and `column` from 1.

    >>> import notation
    >>> try:
    ...     notation.position("vanuatu 9")
    ... except notation.PositionError as error:
    ...     print(error.column, error.reason)
    9 the round and the phase are missing after the first `;`
    """,
    "Step": """One move of a game, from `game.steps()`.

    - `number` from 1, `round`, `seat` (a letter, `#` for nature), `token`: known at once.
    - `words`, `legal`, `phase`, and `position` and `after`, the positions before and after it: found when
      asked for, and quickest in the order of the moves.
    - `comments`, `glyphs`, and `variations`, each a list of steps.

    >>> import notation
    >>> [game] = notation.read("games/teaching.pvn")
    >>> step = game.steps()[5]
    >>> step
    <Step 6, round 1: p:@fisherman>
    >>> step.phase, len(step.legal), step.after.seat
    ('character', 11, 't')
    """,
}

_HOMES: Final = {
    "AmbiguousMove": "notation.errors",
    "Fault": "notation.errors",
    "Game": "notation.game",
    "Games": "notation.game_files",
    "IllegalMove": "notation.errors",
    "MoveError": "notation.errors",
    "NotAMove": "notation.errors",
    "NotationError": "notation.errors",
    "Position": "notation.positions",
    "PositionError": "notation.codec",
    "Step": "notation.steps",
    "TagError": "notation.tags",
    "new": "notation.game",
    "position": "notation.positions",
    "read": "notation.game_files",
    "write": "notation.game_files",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = front_door(__name__, _HOMES, _DOCUMENTS)
