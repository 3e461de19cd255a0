"""What there is to choose from: games and their variants, as help pages say it, and processes."""

from vanuatu.core import games

DEFAULT_GAME = games.names()[0]
GAMES = " or ".join(games.names())
VARIANTS = "; ".join(f"{name}: {', '.join(games.variants(name))}" for name in games.names())
MOST_JOBS = 256
