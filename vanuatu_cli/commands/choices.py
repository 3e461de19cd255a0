"""What help pages say there is to choose from: the games that are registered, and the variants of each."""

from core import games

DEFAULT_GAME = games.names()[0]
GAMES = " or ".join(games.names())
VARIANTS = "; ".join(f"{name}: {', '.join(games.variants(name))}" for name in games.names())
