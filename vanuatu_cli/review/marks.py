"""Marks of moves, accuracy and skill words: what a loss of points or of win chance is called.

The thresholds were fitted once on bots of known strength: see docs/lab/reviews.md, which has the tables.
"""

import math
from typing import Final

from vanuatu.ai.mcts.evaluation import Difference

# A move gets a mark if it certainly loses at least this many points or this win chance.
MARKS: Final = (("??", 5.0, 0.2), ("?", 2.5, 0.08), ("?!", 1.2, 0.04))
SURE: Final = 2.0  # a loss is certain beyond this many standard deviations
MISTAKE: Final = 0.08  # the win chance at which the coach speaks
# Losing this many points per move divides the accuracy by e.
SCALE: Final = 1.0
# For each skill word the most points that are lost per move.
SKILLS: Final = (
    ("expert", 0.0),
    ("strong", 0.08),
    ("good", 0.19),
    ("fair", 0.35),
    ("weak", 0.55),
    ("beginner", math.inf),
)


def is_certain(loss: float, sd: float) -> bool:
    """Return whether a loss exceeds its uncertainty."""
    return loss > SURE * sd


def glyph_of(points: float, points_sd: float, win: float, win_sd: float) -> str:
    """Return the mark of a move that lost this, by points or by win chance, whichever is worse."""
    for glyph, least_points, least_win in MARKS:
        by_points = points >= least_points and is_certain(points, points_sd)
        if by_points or (win >= least_win and is_certain(win, win_sd)):
            return glyph
    return ""


def is_close(difference: Difference) -> bool:
    """Return whether a loss is so near to the smallest mark, in points, that more searches can decide."""
    _, points, _ = MARKS[-1]
    return abs(difference.points - points) < difference.points_sd


def accuracy_of(points_a_move: float) -> float:
    """Return the accuracy, from 0 to 100, of a player who loses this many points per move."""
    return round(100.0 * math.exp(-max(0.0, points_a_move) / SCALE), 1)


def skill_of(points_a_move: float) -> str:
    """Return the skill word for a player who loses this many points per move."""
    return next(word for word, most in SKILLS if points_a_move <= most)
