"""Which numbers are moves at all, in some position: cells are on the board, actions are among the nine …

Reasons and words are found for these; any other number is simply not a move.
"""

from typing import Final

from mypy_extensions import i64

from core.vanuatu.board import on_board
from core.vanuatu.moves import (
    KINDS,
    M_ACTION,
    M_BUILD,
    M_BUY,
    M_CAST,
    M_CHARACTER,
    M_FIRST,
    M_FLOOD,
    M_GOVERN,
    M_NEUTRALS,
    M_PLACE,
    M_PLAN,
    M_REST,
    M_SAIL,
    M_SELL,
    M_SHIPS,
    M_START,
    M_TAKE,
    M_TILES,
    M_TOURISTS,
    NONE,
    detail_of,
    kind_of,
)
from core.vanuatu.tables import ACTIONS, CHARACTERS, REST_UNSEEN, SHIP_KINDS, TILES

_ORDERS: Final[i64] = 6
_SEATS: Final[i64] = 5
_GOODS: Final[i64] = 3


def is_move(move: i64) -> bool:
    """Whether the number stands for a move that could be legal somewhere."""
    kind = kind_of(move)
    if move < 0 or kind >= KINDS:
        return False
    detail = detail_of(move)
    if kind <= M_CAST:
        return move & 1 == 0 and _is_draw(kind, detail)
    if kind < M_ACTION or kind > M_REST:
        return move & 1 == 0 and _is_choice(kind, detail)
    return _is_action(kind, detail)


def _is_draw(kind: i64, detail: i64) -> bool:
    if kind == M_START:
        return detail < _ORDERS
    if kind == M_TILES:
        return detail >> 4 < TILES
    if kind == M_SHIPS:
        first, second, third = detail >> 8, (detail >> 4) & 15, detail & 15
        if first == 0 or (second == 0 and third != 0):
            return False
        return first <= SHIP_KINDS and second <= SHIP_KINDS and third <= SHIP_KINDS
    if kind == M_TOURISTS or kind == M_FIRST:
        return detail < _SEATS
    if kind == M_FLOOD:
        return 1 <= detail <= 6
    return detail < 1 << CHARACTERS


def _is_choice(kind: i64, detail: i64) -> bool:
    first, second, third = detail >> 8, (detail >> 4) & 15, detail & 15
    if kind == M_PLACE:
        return detail >> 5 < TILES and on_board(detail & 31)
    if kind == M_CHARACTER:
        return detail < CHARACTERS
    if kind == M_NEUTRALS:
        ordered = first <= second and (second <= third or third == NONE)
        return ordered and second < ACTIONS and (third < ACTIONS or third == NONE)
    if kind == M_PLAN:
        return first == 0 and second < ACTIONS and (second <= third < ACTIONS or third == NONE)
    if kind == M_TAKE:
        return detail < ACTIONS
    if kind == M_GOVERN:
        return first == 0 and second < ACTIONS and third < ACTIONS
    # Points begged, or the value of a treasure.
    return 1 <= detail <= 3


def _is_action(kind: i64, detail: i64) -> bool:
    if kind == M_SAIL:
        return on_board(detail >> 2)
    if kind == M_BUILD:
        faced = detail & 31
        if faced == 0:
            return on_board(detail >> 6) and (detail >> 5) & 1 == 1
        return on_board(detail >> 6) and on_board(faced)
    if kind == M_BUY:
        return on_board(detail >> 2) and detail & 3 < _GOODS
    if kind == M_SELL:
        return 0 < detail < 1 << 12
    if kind == M_REST:
        return detail <= REST_UNSEEN
    return on_board(detail)
