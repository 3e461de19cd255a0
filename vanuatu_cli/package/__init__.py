"""Vanuatu, the board game: games and positions as text, bots, matches; and Maori, a second game.

>>> import vanuatu
>>> for game in vanuatu.read("games/teaching.pvn"):
...     print(game.tags["Purple"], game.result, game.winners)
...     for step in game.steps()[:2]:
...         print(step.round, step.seat, step.token, step.words)
Ann …
1 # #start=201 …
1 # #tiles=A2,B1 …
>>> game = vanuatu.new("vanuatu", players=3, seed=7)
>>> bot = vanuatu.bot("mcts:100,seed=3")
>>> game.play(bot.choose(game))
'@…'
>>> vanuatu.play(["greedy", "random", "random"], seed=1)
<Game vanuatu 3p over … moves · "greedy"–"random"–"random">

The names in `vanuatu.__all__` are the library; all others may change. For the bare rules, in which moves are
integers, see `vanuatu.core`.
"""

from typing import TYPE_CHECKING, Final

from vanuatu.core.lazy import front_door

if TYPE_CHECKING:
    from vanuatu.ai import environments as env
    from vanuatu.ai.api import Analysis, Considered, bot, play
    from vanuatu.ai.bot import Bot, BotError
    from vanuatu.ai.external.imported import Player
    from vanuatu.cli.match.api import Forfeited, MatchResult, Ratings, match, rate
    from vanuatu.cli.match.ratings import StandingsRow
    from vanuatu.cli.protocol.api import serve
    from vanuatu.cli.report.api import ActionCounts, SeatCounts, Statistics, stats
    from vanuatu.cli.review.api import Review, ReviewedSeat, review, rollout
    from vanuatu.notation.codec import PositionError
    from vanuatu.notation.errors import (
        AmbiguousMove,
        IllegalMove,
        MoveError,
        NotAMove,
        NotationError,
        ReadError,
    )
    from vanuatu.notation.gain import Gain
    from vanuatu.notation.game import Game, new
    from vanuatu.notation.game_files import Games, read, write
    from vanuatu.notation.maori.view_types import MaoriView
    from vanuatu.notation.move import Move
    from vanuatu.notation.positions import Position, position
    from vanuatu.notation.steps import Step
    from vanuatu.notation.tables import table
    from vanuatu.notation.tags import TagError
    from vanuatu.notation.vanuatu.view_types import View

__version__ = "0.1.0"

__all__ = [
    "ActionCounts",
    "AmbiguousMove",
    "Analysis",
    "Bot",
    "BotError",
    "Considered",
    "Forfeited",
    "Gain",
    "Game",
    "Games",
    "IllegalMove",
    "MaoriView",
    "MatchResult",
    "Move",
    "MoveError",
    "NotAMove",
    "NotationError",
    "Player",
    "Position",
    "PositionError",
    "Ratings",
    "ReadError",
    "Review",
    "ReviewedSeat",
    "SeatCounts",
    "StandingsRow",
    "Statistics",
    "Step",
    "TagError",
    "View",
    "bot",
    "env",
    "match",
    "new",
    "play",
    "position",
    "rate",
    "read",
    "review",
    "rollout",
    "serve",
    "stats",
    "table",
    "write",
]

_DOCUMENTS: Final = {
    "Bot": """A bot, from `vanuatu.bot`.

    - `name`: its spec.
    - `choose(game)`: the token of the move it makes, in a game or a position; this takes as long as it takes.
    - `analyse(game, sims=None, seconds=None)`: what it thinks, an Analysis, after that many simulations or
      seconds, or after as many as the bot is set to.
    - `close()` ends what it holds, such as an external program; so does the end of a `with` block.

    >>> import vanuatu
    >>> game = vanuatu.new("vanuatu", players=3, seed=7)
    >>> with vanuatu.bot("greedy:seed=1") as bot:
    ...     bot.choose(game) in game.legal()
    True
    """,
    "BotError": """A bot cannot be made or cannot go on; one line that says why.

    >>> import vanuatu
    >>> vanuatu.bot("mcts:sims=many")
    Traceback (most recent call last):
    vanuatu.ai.bot.BotError: bot 'mcts:sims=many': sims cannot be 'many': it takes a whole number
    """,
    "PositionError": """A text that is no position, or one that cannot exist; `reason`, and `column` from 1.

    >>> import vanuatu
    >>> try:
    ...     vanuatu.position("vanuatu 9")
    ... except vanuatu.PositionError as error:
    ...     print(error.column, error.reason)
    9 the round and the phase are missing after the first `;`
    """,
    "Step": """One move of a game, from `game.steps()`.

    - `number` from 1, `round`, `seat` (a letter, `#` for chance), `token`: known at once.
    - `move`: what it does, a `Move` with kind, action, cell, markers, bonus.
    - `gain`: what the seat gets by it, a `Gain` with points, vatus, goods, score.
    - `words`, `legal`, `phase`, and `position` and `after`, the positions before and after it: found when
      asked for, and quickest in the order of the moves.
    - `comments`, `glyphs`, and `variations`, each a list of steps.

    >>> import vanuatu
    >>> [game] = vanuatu.read("games/teaching.pvn")
    >>> step = game.steps()[5]
    >>> step
    <Step 6, round 1: p:@fisherman>
    >>> step.phase, len(step.legal), step.after.seat
    ('character', 11, 't')
    """,
}

_HOMES: Final = {
    "ActionCounts": "vanuatu.cli.report.api",
    "AmbiguousMove": "vanuatu.notation.errors",
    "Analysis": "vanuatu.ai.api",
    "Bot": "vanuatu.ai.bot",
    "BotError": "vanuatu.ai.bot",
    "Considered": "vanuatu.ai.api",
    "Forfeited": "vanuatu.cli.match.api",
    "Gain": "vanuatu.notation.gain",
    "Game": "vanuatu.notation.game",
    "Games": "vanuatu.notation.game_files",
    "IllegalMove": "vanuatu.notation.errors",
    "MaoriView": "vanuatu.notation.maori.view_types",
    "MatchResult": "vanuatu.cli.match.api",
    "Move": "vanuatu.notation.move",
    "MoveError": "vanuatu.notation.errors",
    "NotAMove": "vanuatu.notation.errors",
    "NotationError": "vanuatu.notation.errors",
    "Player": "vanuatu.ai.external.imported",
    "Position": "vanuatu.notation.positions",
    "PositionError": "vanuatu.notation.codec",
    "Ratings": "vanuatu.cli.match.api",
    "ReadError": "vanuatu.notation.errors",
    "Review": "vanuatu.cli.review.api",
    "ReviewedSeat": "vanuatu.cli.review.api",
    "SeatCounts": "vanuatu.cli.report.api",
    "StandingsRow": "vanuatu.cli.match.ratings",
    "Statistics": "vanuatu.cli.report.api",
    "Step": "vanuatu.notation.steps",
    "TagError": "vanuatu.notation.tags",
    "View": "vanuatu.notation.vanuatu.view_types",
    "bot": "vanuatu.ai.api",
    "match": "vanuatu.cli.match.api",
    "new": "vanuatu.notation.game",
    "play": "vanuatu.ai.api",
    "position": "vanuatu.notation.positions",
    "rate": "vanuatu.cli.match.api",
    "read": "vanuatu.notation.game_files",
    "review": "vanuatu.cli.review.api",
    "rollout": "vanuatu.cli.review.api",
    "serve": "vanuatu.cli.protocol.api",
    "stats": "vanuatu.cli.report.api",
    "table": "vanuatu.notation.tables",
    "write": "vanuatu.notation.game_files",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = front_door(__name__, _HOMES, _DOCUMENTS, {"env": "vanuatu.ai.environments"})
