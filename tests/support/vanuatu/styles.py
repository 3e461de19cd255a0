"""Random styles of play that bring games to positions that uniform play seldom reaches."""

from collections.abc import Sequence
from random import Random

Style = dict[str, float]

# How much likelier a token becomes by how it begins (the longest fitting beginning counts). Dots
# stand for any character, so that "..-" are sailings; a "@" at the end of a token counts as well.
PLAIN: Style = {}
# The waters come late and meet dikes, so that games under rising waters last.
DIKES: Style = {"#flood=6": 30, "W": 40, "B../": 20, "+B": 8, "-B": 0.1, "Rf": 2}
# The waters come at once and find nothing in their way, one island after the other goes under.
DROWN: Style = {"#flood=1": 10, "B../": 0.05, "W": 0.05, "B": 4, "+B": 3, "T": 4}
# Ships are filled one after the other until the pile turns over and the reserve runs short.
TRADE: Style = {"G": 30, "+G": 8, "+GG": 4, "#flood=6": 9, "V": 3, "+F": 2, "+V": 2, "W": 9, "@buyer": 9}
# Everybody keeps fish and treasures, and plans to sell what comes to more than ten vatus.
HOARD: Style = {"X": 9, "F": 9, "+X": 4, "+F": 4, "V": 0.2, "^": 0.02, "#flood=6": 9, "@beggar": 5, "@1": 0.3}
# Money goes as soon as it comes, so that plans hang on the last vatu.
SPEND: Style = {"..-..": 3, "..-..:": 9, "B": 5, "V": 0.3, "^": 3, "+S": 4, "+B": 3, "+G": 3, "#flood=5": 5}
# Huts, tourists and drawings everywhere.
SETTLE: Style = {
    "B": 9,
    "T": 9,
    "D": 5,
    "+B": 4,
    "+T": 4,
    "+D": 2,
    "+V": 2,
    "@guide": 5,
    "#flood=6": 30,
    "W": 9,
}
# Everybody wants the same action, and the characters that get around majorities.
CROWD: Style = {
    "+FF": 20,
    "+F": 5,
    "+VV": 5,
    "@preacher": 20,
    "@governor": 20,
    "@F-": 5,
    "~FF": 20,
    "+R": 4,
    "R": 4,
}
# The Beggar keeps the exchange for the end of the round, with few points or with many.
BEG: Style = {"@beggar": 40, "@1": 0.05, "@2": 0.05, "@3": 0.05, "@0": 0.05, "R": 3, "D": 3, "#flood=6": 9}
STYLES = {
    "plain": PLAIN,
    "dikes": DIKES,
    "drown": DROWN,
    "trade": TRADE,
    "hoard": HOARD,
    "spend": SPEND,
    "settle": SETTLE,
    "crowd": CROWD,
    "beg": BEG,
}


def fits(beginning: str, token: str) -> bool:
    """Whether a token begins so; dots fit any character."""
    return len(token) >= len(beginning) and all(b in (".", t) for b, t in zip(beginning, token, strict=False))


def weight(style: Style, token: str) -> float:
    fitting = [beginning for beginning in style if fits(beginning, token)]
    return style[max(fitting, key=len)] if fitting else 1.0


def choose(style: Style, tokens: Sequence[str], random: Random) -> str:
    if not style:
        return random.choice(tokens)
    return random.choices(tokens, [weight(style, token) for token in tokens])[0]
