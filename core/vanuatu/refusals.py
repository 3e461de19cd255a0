"""Why a move is not legal, as a value: a code and up to three figures. The codec finds the words.

Nothing here decides legality; it is asked only after a move has turned out not to be legal.
"""

from librt.vecs import vec
from mypy_extensions import i64

from core.game import NATURE, NOT_A_MOVE, OVER, Refusal
from core.vanuatu.actions import action_moves, bonus_open
from core.vanuatu.board import (
    count_bits,
    filled_cells,
    leader,
    on_board,
    one,
    seat_base,
    spread,
)
from core.vanuatu.layout import (
    ACT,
    CHARACTER,
    FIRST,
    NEUTRAL,
    NEUTRALS,
    P_CHARACTER,
    P_MARKERS,
    P_POINTS,
    P_USED,
    PHASE,
    PLACE,
    PLAN,
    STEP,
    VISIBLE,
)
from core.vanuatu.moves import (
    M_ACTION,
    M_BEG,
    M_CAST,
    M_CHARACTER,
    M_GOVERN,
    M_NEUTRALS,
    M_PLACE,
    M_PLAN,
    M_TAKE,
    M_TREASURE,
    detail_of,
    kind_of,
)
from core.vanuatu.placing import legal_cells
from core.vanuatu.refusal_codes import (
    BONUS_MOOT,
    BONUS_OTHER,
    BONUS_USED,
    CAN_PERFORM,
    CELL_FILLED,
    CHARACTER_HELD,
    CHARACTER_OFF,
    CHARACTER_OLD,
    FEW_NEIGHBOURS,
    GAME_OVER,
    ISLAND_TOUCHES,
    LEADS_ELSEWHERE,
    MARKER_COUNT,
    NATURE_FIRST,
    NEUTRALS_BAR,
    NO_MAJORITY,
    NO_MARKERS,
    NO_POINTS,
    NO_TREASURE_TILE,
    NOT_CHARACTER,
    NOT_IN_PILE,
    NOT_NATURE,
    OCEAN_ALONE,
    OTHER_TILE_FIRST,
    PREACHER_ONLY,
    SAME_ACTION,
    TILE_NOT_VISIBLE,
    WRONG_DRAW,
    WRONG_PHASE,
)
from core.vanuatu.refusals_act import why_impossible
from core.vanuatu.refusals_plan import why_not_plan
from core.vanuatu.shapes import is_move
from core.vanuatu.tables import (
    ACTIONS,
    BEGGAR,
    CHARACTER_ACTION,
    CHARACTERS,
    GOVERNOR,
    ISLANDS,
    PREACHER,
)


def why_not(b: vec[i64], players: i64, actor: i64, move: i64) -> Refusal:
    """The reason against a move that is not legal."""
    kind = kind_of(move)
    if actor == OVER:
        return Refusal(GAME_OVER)
    if not is_move(move):
        return Refusal(NOT_A_MOVE)
    if actor == NATURE:
        if kind > M_CAST:
            return Refusal(NATURE_FIRST, b[STEP])
        return Refusal(NOT_IN_PILE) if kind == b[STEP] else Refusal(WRONG_DRAW, b[STEP])
    if kind <= M_CAST:
        return Refusal(NOT_NATURE)
    phase = b[PHASE]
    detail = detail_of(move)
    if kind == M_PLACE and phase == PLACE:
        return _why_not_place(b, detail >> 5, detail & 31)
    if kind == M_CHARACTER and phase == CHARACTER:
        return _why_not_character(b, players, actor, detail)
    if kind == M_NEUTRALS and phase == NEUTRAL:
        return Refusal(MARKER_COUNT, 2 if actor == b[FIRST] else 3)
    if kind == M_PLAN and phase == PLAN:
        return why_not_plan(b, players, actor, detail)
    if kind == M_BEG and (phase == PLAN or phase == ACT):
        return _why_not_beg(b, actor, detail)
    if kind == M_TREASURE and (phase == PLAN or phase == ACT):
        return Refusal(NO_TREASURE_TILE, detail)
    if phase != ACT or kind < M_ACTION:
        return Refusal(WRONG_PHASE, phase)
    if kind == M_TAKE:
        return _why_not_take(b, players, actor, detail)
    if kind == M_GOVERN:
        return _why_not_govern(b, actor, detail)
    return _why_not_perform(b, players, actor, kind - M_ACTION, detail, move & 1 == 1)


# Phases I to III


def _why_not_place(b: vec[i64], tile: i64, cell: i64) -> Refusal:
    if tile != b[VISIBLE] and tile != b[VISIBLE + 1]:
        return Refusal(TILE_NOT_VISIBLE, tile)
    if not on_board(cell):
        return Refusal(NOT_A_MOVE)
    if (filled_cells(b) >> cell) & 1 == 1:
        return Refusal(CELL_FILLED, cell)
    neighbours = count_bits(spread(one(cell)) & filled_cells(b))
    if neighbours < 2:
        return Refusal(FEW_NEIGHBOURS, cell, neighbours)
    if legal_cells(b, tile) == 0:
        other = b[VISIBLE] + b[VISIBLE + 1] - tile
        return Refusal(OTHER_TILE_FIRST, tile, other)
    return Refusal(ISLAND_TOUCHES if tile < ISLANDS else OCEAN_ALONE, cell)


def _why_not_character(b: vec[i64], players: i64, actor: i64, character: i64) -> Refusal:
    if character >= CHARACTERS:
        return Refusal(NOT_A_MOVE)
    if b[seat_base(actor) + P_CHARACTER] == character:
        return Refusal(CHARACTER_OLD, character)
    seat: i64 = 0
    while seat < players:
        if b[seat_base(seat) + P_CHARACTER] == character:
            return Refusal(CHARACTER_HELD, character, seat)
        seat += 1
    return Refusal(CHARACTER_OFF, character)


# Phase IV


def _why_not_beg(b: vec[i64], actor: i64, n: i64) -> Refusal:
    base = seat_base(actor)
    if b[base + P_CHARACTER] != BEGGAR:
        return Refusal(NOT_CHARACTER, BEGGAR)
    if b[base + P_USED] != 0:
        return Refusal(BONUS_USED, BEGGAR)
    if n < 1 or n > 3:
        return Refusal(NOT_A_MOVE)
    return Refusal(NO_POINTS, b[base + P_POINTS], n)


def _why_not_take(b: vec[i64], players: i64, actor: i64, action: i64) -> Refusal:
    if action >= ACTIONS:
        return Refusal(NOT_A_MOVE)
    markers = seat_base(actor) + P_MARKERS
    if b[markers + action] == 0:
        return Refusal(NO_MARKERS, action)
    if leader(b, players, action) == actor:
        return Refusal(CAN_PERFORM, action)
    other: i64 = 0
    while other < ACTIONS - 1 and (b[markers + other] == 0 or leader(b, players, other) != actor):
        other += 1
    return Refusal(LEADS_ELSEWHERE, action, other)


def _why_not_govern(b: vec[i64], actor: i64, detail: i64) -> Refusal:
    base = seat_base(actor)
    source = detail >> 4
    target = detail & 15
    if b[base + P_CHARACTER] != GOVERNOR:
        return Refusal(NOT_CHARACTER, GOVERNOR)
    if b[base + P_USED] != 0:
        return Refusal(BONUS_USED, GOVERNOR)
    if source >= ACTIONS or target >= ACTIONS:
        return Refusal(NOT_A_MOVE)
    if source == target:
        return Refusal(SAME_ACTION, source)
    return Refusal(NO_MARKERS, source)


def _why_not_perform(b: vec[i64], players: i64, actor: i64, action: i64, detail: i64, bonus: bool) -> Refusal:
    base = seat_base(actor)
    own = b[base + P_MARKERS + action]
    if own == 0:
        return Refusal(NO_MARKERS, action)
    if leader(b, players, action) != actor:
        by_preacher = bonus_open(b, actor, PREACHER) and not _leads_anywhere(b, players, actor)
        if not by_preacher:
            return _why_no_majority(b, players, action, own)
        if not bonus:
            return Refusal(PREACHER_ONLY, action)
    elif bonus:
        character = b[base + P_CHARACTER]
        if character < 0 or CHARACTER_ACTION[character] != action:
            return Refusal(BONUS_OTHER, action, character)
        if b[base + P_USED] != 0:
            return Refusal(BONUS_USED, character)
        if _is_among(action_moves(b, players, actor, action, 0, vec[i64]()), action, detail):
            return Refusal(BONUS_MOOT, character)
    return why_impossible(b, players, actor, action, detail, bonus)


def _leads_anywhere(b: vec[i64], players: i64, actor: i64) -> bool:
    action: i64 = 0
    while action < ACTIONS:
        if leader(b, players, action) == actor:
            return True
        action += 1
    return False


def _why_no_majority(b: vec[i64], players: i64, action: i64, own: i64) -> Refusal:
    who = leader(b, players, action)
    if who >= 0:
        return Refusal(NO_MAJORITY, action, who, b[seat_base(who) + P_MARKERS + action] - own)
    return Refusal(NEUTRALS_BAR, action, own, b[NEUTRALS + action])


def _is_among(moves: vec[i64], action: i64, detail: i64) -> bool:
    """Whether some of the moves do this, with or without the bonus."""
    n = len(moves)
    i: i64 = 0
    while i < n:
        if kind_of(moves[i]) == M_ACTION + action and detail_of(moves[i]) == detail:
            return True
        i += 1
    return False
