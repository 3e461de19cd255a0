"""The figures that are counted of Vanuatu: their indices in the sums."""

from typing import Final

from mypy_extensions import i64


class SeatFigure:
    """The figures of a seat. Each of the first seven is the first of nine, one per action."""

    MARKERS: Final[i64] = 8  # placed on the action
    PLANNED: Final[i64] = 17  # rounds in which it was planned, with however many markers
    LED: Final[i64] = 26  # rounds in which the seat led it after planning
    PERFORMED: Final[i64] = 35
    TAKEN: Final[i64] = 44  # how often its markers were withdrawn
    POINTS: Final[i64] = 53  # points on the track from the action
    VATUS: Final[i64] = 62  # vatus from the action, minus its cost
    PART: Final[i64] = 71  # the parts of the score: see ScorePart
    SHIPS: Final[i64] = 84  # filled
    HUTS: Final[i64] = 85  # built
    DIKES: Final[i64] = 86
    TREASURES: Final[i64] = 87  # sold
    BONUSES: Final[i64] = 88  # of characters, used
    GOVERNED: Final[i64] = 89  # markers moved by the Governor
    BEGGED: Final[i64] = 90  # exchanges of the Beggar
    BEGGED_POINTS: Final[i64] = 91
    BEGGED_LATE: Final[i64] = 92  # exchanges when the last marker of the round had gone
    SIZE: Final[i64] = 93


class ScorePart:
    """The parts of a final score; they add up to it."""

    FISH: Final[i64] = 0
    TREASURES: Final[i64] = 1
    DRAWINGS: Final[i64] = 2
    GOODS: Final[i64] = 3
    SHIPS: Final[i64] = 4
    TOURISTS: Final[i64] = 5
    HUTS: Final[i64] = 6
    RESTS: Final[i64] = 7
    FIRST: Final[i64] = 8
    VATUS: Final[i64] = 9
    BEGGING: Final[i64] = 10
    WATERS: Final[i64] = 11
    BEFORE: Final[i64] = 12  # points at the start of a game from a position
    SIZE: Final[i64] = 13


class ActionFigure:
    """The figures of an action, of all counted seats; the kinds are those of quotients in `Sums`."""

    LED: Final[i64] = 0
    PLANNED: Final[i64] = 1
    TAKEN: Final[i64] = 2
    USED: Final[i64] = 3  # performed or taken
    SIZE: Final[i64] = 4
    LED_KIND: Final[i64] = 0  # led of planned
    TAKEN_KIND: Final[i64] = 1  # taken of used


class CharacterFigure:
    """The figures of a character."""

    OFFERED: Final[i64] = 0  # choices at which it could be taken
    CHOSEN: Final[i64] = 1
    FIRST_OFFERED: Final[i64] = 2  # the same of the first choice of each round
    FIRST_CHOSEN: Final[i64] = 3
    ROUNDS: Final[i64] = 4  # rounds with it that were played to their end
    GAIN: Final[i64] = 5  # by how much scores rose in those rounds
    SQUARES: Final[i64] = 6
    BONUSES: Final[i64] = 7
    SIZE: Final[i64] = 8
    CHOSEN_KIND: Final[i64] = 0  # of quotients in `Sums`: chosen of offered
    FIRST_KIND: Final[i64] = 1  # the same of first choices
    GAIN_KIND: Final[i64] = 2  # gain by round
    BONUS_KIND: Final[i64] = 3  # bonuses of chosen
    KINDS: Final[i64] = 4


class RoundFigure:
    """The figures of a round, by its number: up to DROWNED per game, from SEATS on per counted seat."""

    GAMES: Final[i64] = 0  # games in which the round was completed
    LAST_PERFORMED: Final[i64] = 1  # its last marker was used for an action
    LAST_TAKEN: Final[i64] = 2  # its last marker was withdrawn
    MOVED_FIRST: Final[i64] = 3  # the first player marker changed hands
    DICE: Final[i64] = 4  # rounds with a flood die
    ROSE: Final[i64] = 5  # … in which the waters rose
    DROWNED: Final[i64] = 6  # games that the waters ended
    SEATS: Final[i64] = 7
    PERFORMED: Final[i64] = 8
    TAKEN: Final[i64] = 9
    SHIPS: Final[i64] = 10
    GAINS: Final[i64] = 11  # seats of rounds that the waters did not end
    GAIN: Final[i64] = 12  # by how much their scores rose
    SQUARES: Final[i64] = 13
    SIZE: Final[i64] = 14


class OpeningFigure:
    """The figures of a character or a plan of the first round."""

    SEATS: Final[i64] = 0
    WINS: Final[i64] = 1  # in parts of SHARES
    EVEN: Final[i64] = 2
    SCORED: Final[i64] = 3
    SCORE: Final[i64] = 4
    SQUARES: Final[i64] = 5
    SIZE: Final[i64] = 6
