"""Moves as integers: a kind, a detail, and whether the move claims the character's bonus.

    move = kind << 17 | detail << 1 | bonus

The kinds are in the canonical order of moves. The content of `detail`:

    START      index of the order of S tiles on a3 b2 b3: 012 021 102 120 201 210
    TILES      tile << 4 | tile
    SHIPS      up to three of (kind + 1), first one highest: a << 8 | b << 4 | c, 0 for none
    TOURISTS   value;   FIRST  seat;   FLOOD  pips;   CAST  a bit for each character
    PLACE      tile << 5 | cell
    NEUTRALS   action << 8 | action << 4 | action, ascending; the third is 15 when there are two
    CHARACTER  character
    PLAN       action << 4 | action, ascending; the second is 15 when there is one
    SAIL       cell << 2 | length; length 0 is the Navigator's free trip (always with bonus)
    BUILD      island's cell << 6 | hut << 5 | cell the dike faces, 0 for no dike
    EXPLORE, FISH  the boat's cell
    SELL       how many tiles of value 1, 2, 3: n1 | n2 << 4 | n3 << 8
    BUY        cell << 2 | good
    DRAW, TRANSPORT  cell
    REST       token
    TAKE       action;  GOVERN  from << 4 | to;  TREASURE  value
    BEG        points given for vatus; 0 keeps them, at the end of a round
"""

from typing import Final, final

from mypy_extensions import i64


@final
class Kind:
    """The kinds of moves, in canonical order."""

    START: Final[i64] = 0
    TILES: Final[i64] = 1
    SHIPS: Final[i64] = 2
    TOURISTS: Final[i64] = 3
    FIRST: Final[i64] = 4
    FLOOD: Final[i64] = 5
    CAST: Final[i64] = 6
    PLACE: Final[i64] = 7
    NEUTRALS: Final[i64] = 8
    CHARACTER: Final[i64] = 9
    PLAN: Final[i64] = 10
    # The nine actions, in the order of `tables`: kind - Kind.ACTION is the action.
    ACTION: Final[i64] = 11
    SAIL: Final[i64] = 11
    BUILD: Final[i64] = 12
    EXPLORE: Final[i64] = 13
    FISH: Final[i64] = 14
    SELL: Final[i64] = 15
    BUY: Final[i64] = 16
    DRAW: Final[i64] = 17
    TRANSPORT: Final[i64] = 18
    REST: Final[i64] = 19
    TAKE: Final[i64] = 20
    GOVERN: Final[i64] = 21
    BEG: Final[i64] = 22
    TREASURE: Final[i64] = 23
    COUNT: Final[i64] = 24


NONE: Final[i64] = 15
BONUS: Final[i64] = 1


def make(kind: i64, detail: i64, bonus: i64 = 0) -> i64:
    return kind << 17 | detail << 1 | bonus


def kind_of(move: i64) -> i64:
    return move >> 17


def detail_of(move: i64) -> i64:
    return (move >> 1) & 0xFFFF


def bonus_of(move: i64) -> i64:
    return move & 1
