"""Test whether a number is a move in some position: its cells are on the board, its action exists …

These numbers have reasons and words; any other number is not a move.
"""

from typing import Final

from mypy_extensions import i64

from vanuatu.core.vanuatu import board
from vanuatu.core.vanuatu.moves import NONE, Kind, detail_of, kind_of
from vanuatu.core.vanuatu.tables import MOST_BEGGED, Action, Character, RestToken, Supply, Tile

_ORDERS: Final[i64] = 6
_SEATS: Final[i64] = 5
_GOODS: Final[i64] = 3


def is_move(move: i64) -> bool:
    """Return whether the number is a move that could be legal in some position."""
    kind = kind_of(move)
    if move < 0 or kind >= Kind.COUNT:
        return False
    detail = detail_of(move)
    if kind <= Kind.CAST:
        return move & 1 == 0 and _is_draw(kind, detail)
    if kind < Kind.ACTION or kind > Kind.REST:
        return move & 1 == 0 and _is_choice(kind, detail)
    return _is_action(kind, detail)


def _is_draw(kind: i64, detail: i64) -> bool:
    if kind == Kind.START:
        return detail < _ORDERS
    if kind == Kind.TILES:
        return detail >> 4 < Tile.COUNT
    if kind == Kind.SHIPS:
        first, second, third = detail >> 8, (detail >> 4) & 15, detail & 15
        if first == 0 or (second == 0 and third != 0):
            return False
        return first <= Supply.SHIP_KINDS and second <= Supply.SHIP_KINDS and third <= Supply.SHIP_KINDS
    if kind == Kind.TOURISTS or kind == Kind.FIRST:
        return detail < _SEATS
    if kind == Kind.FLOOD:
        return 1 <= detail <= 6
    return detail < 1 << Character.COUNT


def _is_choice(kind: i64, detail: i64) -> bool:
    first, second, third = detail >> 8, (detail >> 4) & 15, detail & 15
    if kind == Kind.PLACE:
        return detail >> 5 < Tile.COUNT and board.on_board(detail & 31)
    if kind == Kind.CHARACTER:
        return detail < Character.COUNT
    if kind == Kind.NEUTRALS:
        ordered = first <= second and (second <= third or third == NONE)
        return ordered and second < Action.COUNT and (third < Action.COUNT or third == NONE)
    if kind == Kind.PLAN:
        return first == 0 and second < Action.COUNT and (second <= third < Action.COUNT or third == NONE)
    if kind == Kind.TAKE:
        return detail < Action.COUNT
    if kind == Kind.GOVERN:
        return first == 0 and second < Action.COUNT and third < Action.COUNT
    if kind == Kind.BEG:
        return detail <= MOST_BEGGED
    return 1 <= detail <= 3  # the value of a treasure


def _is_action(kind: i64, detail: i64) -> bool:
    if kind == Kind.SAIL:
        return board.on_board(detail >> 2)
    if kind == Kind.BUILD:
        faced = detail & 31
        if faced == 0:
            return board.on_board(detail >> 6) and (detail >> 5) & 1 == 1
        return board.on_board(detail >> 6) and board.on_board(faced)
    if kind == Kind.BUY:
        return board.on_board(detail >> 2) and detail & 3 < _GOODS
    if kind == Kind.SELL:
        return 0 < detail < 1 << 12
    if kind == Kind.REST:
        return detail <= RestToken.UNSEEN
    return board.on_board(detail)
