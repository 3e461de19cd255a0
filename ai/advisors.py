"""What the bots know about each game, found by the game's name."""

from ai.advisor import Advisor
from core import games


def advisor_for(game: str) -> Advisor:
    """The advisor of a game, `make_advisor()` of its module `advisor`; without it, one of no knowledge."""
    module = games.part("ai", game, "advisor")
    if module is None:
        return Advisor()
    advisor: Advisor = module.make_advisor()
    return advisor
