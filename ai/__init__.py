"""Players: bots that choose moves, tell what they think, and play whole games.

>>> import ai, notation
>>> game = notation.new("vanuatu", players=3, seed=7)
>>> bot = ai.bot("mcts:100,seed=3")
>>> game.play(bot.choose(game))
'@…'
>>> ai.play(["greedy", "random", "random"], seed=1)
<Game vanuatu 3p over … moves · "greedy"–"random"–"random">

What is not listed here (`ai.__all__`) is the project's own and may change.
"""

from typing import TYPE_CHECKING, Final

from core.lazy import front_door

if TYPE_CHECKING:
    from ai.asking import Analysis, Considered, Player, bot, play
    from ai.thinking import Bot, BotError

__all__ = ["Analysis", "Bot", "BotError", "Considered", "Player", "bot", "play"]

_DOCUMENTS: Final = {
    "Bot": """A bot, from `ai.bot`.

    - `name`: its spec.
    - `choose(game)`: the token of the move it makes, in a game or a position; this takes as long as it takes.
    - `analyse(game, sims=None, seconds=None)`: what it thinks, an Analysis, after that many simulations or
      seconds, or after as many as the bot is set to.
    - `close()` ends what it holds, such as an outside program; so does the end of a `with` block.

    >>> import ai, notation
    >>> game = notation.new("vanuatu", players=3, seed=7)
    >>> with ai.bot("greedy:seed=1") as bot:
    ...     bot.choose(game) in game.legal()
    True
    """,
    "BotError": """A bot cannot be made or cannot go on; one line that says why.

    >>> import ai
    >>> ai.bot("mcts:sims=many")
    Traceback (most recent call last):
    ai.thinking.BotError: bot 'mcts:sims=many': sims cannot be 'many': it takes a whole number
    """,
}

_HOMES: Final = {
    "Analysis": "ai.asking",
    "Bot": "ai.thinking",
    "BotError": "ai.thinking",
    "Considered": "ai.asking",
    "Player": "ai.asking",
    "bot": "ai.asking",
    "play": "ai.asking",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = front_door(__name__, _HOMES, _DOCUMENTS)
