"""Find why a move is illegal: a code and up to three numbers. The codec puts it into words.

Nothing here decides legality. It runs only after a move has turned out to be illegal.
"""

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.core.game import CHANCE, NOT_A_MOVE, OVER, Refusal
from vanuatu.core.vanuatu import actions, board, codes, draws, placing, shapes
from vanuatu.core.vanuatu.board import leader, seat_base
from vanuatu.core.vanuatu.layout import At, Phase, Seat
from vanuatu.core.vanuatu.moves import Kind, detail_of, kind_of
from vanuatu.core.vanuatu.tables import CHARACTER_ACTION, LETTER_TILES, Action, Character, Tile
from vanuatu.core.vanuatu.why_act import why_impossible
from vanuatu.core.vanuatu.why_plan import why_not_plan


def why_not(b: vec[i64], players: i64, actor: i64, round: i64, move: i64) -> Refusal:
    """Return the reason why a move is illegal."""
    kind = kind_of(move)
    if actor == OVER:
        return Refusal(codes.GAME_OVER)
    if not shapes.is_move(move):
        return Refusal(NOT_A_MOVE)
    if actor == CHANCE:
        return _why_not_drawn(b, round, kind, detail_of(move))
    if kind <= Kind.CAST:
        return Refusal(codes.NOT_A_DRAW_NOW)
    phase = b[At.PHASE]
    detail = detail_of(move)
    if kind == Kind.PLACE and phase == Phase.PLACE:
        return _why_not_place(b, detail >> 5, detail & 31)
    if kind == Kind.CHARACTER and phase == Phase.CHARACTER:
        return _why_not_character(b, players, actor, detail)
    if kind == Kind.NEUTRALS and phase == Phase.NEUTRAL:
        return Refusal(codes.MARKER_COUNT, 2 if actor == b[At.FIRST] else 3)
    if kind == Kind.PLAN and phase == Phase.PLAN:
        return why_not_plan(b, players, actor, detail)
    if kind == Kind.BEG and (phase == Phase.PLAN or phase == Phase.ACT or phase == Phase.BEG):
        return _why_not_beg(b, actor, detail)
    if kind == Kind.TREASURE and (phase == Phase.PLAN or phase == Phase.ACT):
        return Refusal(codes.NO_TREASURE_TILE, detail)
    if phase != Phase.ACT or kind < Kind.ACTION:
        return Refusal(codes.WRONG_PHASE, phase)
    if kind == Kind.TAKE:
        return _why_not_take(b, players, actor, detail)
    if kind == Kind.GOVERN:
        return _why_not_govern(b, actor, detail)
    return _why_not_perform(b, players, actor, kind - Kind.ACTION, detail, move & 1 == 1)


# Draws


def _why_not_drawn(b: vec[i64], round: i64, kind: i64, detail: i64) -> Refusal:
    if kind > Kind.CAST:
        return Refusal(codes.NATURE_FIRST, b[At.STEP])
    if kind != b[At.STEP]:
        return Refusal(codes.WRONG_DRAW, b[At.STEP])
    if kind == Kind.TILES:
        return _why_not_tiles(round, detail >> 4, detail & 15)
    if kind == Kind.SHIPS:
        return _why_not_ships(b, detail)
    if kind == Kind.FIRST:
        return Refusal(codes.NO_SEAT, detail)
    if kind == Kind.CAST:
        return _why_not_cast(b, detail)
    return Refusal(codes.NOT_IN_PILE)


def _why_not_tiles(round: i64, one_tile: i64, other: i64) -> Refusal:
    letter = draws.letters_next(round)
    if _letter_of(one_tile) == letter and _letter_of(other) == letter + 1:
        return Refusal(codes.NOT_IN_PILE)
    return Refusal(codes.TILES_NOT_DUE, letter, letter + 1)


def _letter_of(tile: i64) -> i64:
    """Return the letter of a tile (A is 0), -1 for a tile without one."""
    i: i64 = 0
    while i < 12:
        if LETTER_TILES[i] == tile:
            return i // 2
        i += 1
    return -1


def _why_not_ships(b: vec[i64], detail: i64) -> Refusal:
    needed = draws.ships_needed(b)
    if draws.ships_in(detail) != needed:
        return Refusal(codes.SHIP_COUNT, needed)
    n: i64 = 1
    while draws.ship_ways(b, detail, n) > 0:
        n += 1
    return Refusal(codes.SHIP_NOT_IN_PILE, ((detail >> (12 - 4 * n)) & 15) - 1, n)


def _why_not_cast(b: vec[i64], cast: i64) -> Refusal:
    if board.count_bits(cast) != draws.CAST_SIZE:
        return Refusal(NOT_A_MOVE)
    character: i64 = 0
    while (cast & b[At.CAST]) >> character & 1 == 0:
        character += 1
    return Refusal(codes.CAST_BEFORE, character)


# Phases I to III


def _why_not_place(b: vec[i64], tile: i64, cell: i64) -> Refusal:
    if tile != b[At.VISIBLE] and tile != b[At.VISIBLE + 1]:
        return Refusal(codes.TILE_NOT_VISIBLE, tile)
    if not board.on_board(cell):
        return Refusal(NOT_A_MOVE)
    if (board.filled_cells(b) >> cell) & 1 == 1:
        return Refusal(codes.CELL_FILLED, cell)
    neighbours = board.count_bits(board.spread(board.one(cell)) & board.filled_cells(b))
    if neighbours < 2:
        return Refusal(codes.FEW_NEIGHBOURS, cell, neighbours)
    if placing.legal_cells(b, tile) == 0:
        other = b[At.VISIBLE] + b[At.VISIBLE + 1] - tile
        return Refusal(codes.OTHER_TILE_FIRST, tile, other)
    return Refusal(codes.ISLAND_TOUCHES if tile < Tile.ISLANDS else codes.OCEAN_ALONE, cell)


def _why_not_character(b: vec[i64], players: i64, actor: i64, character: i64) -> Refusal:
    if character >= Character.COUNT:
        return Refusal(NOT_A_MOVE)
    if players == 2 and (b[At.CAST] >> character) & 1 == 0:
        return Refusal(codes.CHARACTER_OFF, character)
    if b[seat_base(actor) + Seat.CHARACTER] == character:
        return Refusal(codes.CHARACTER_OLD, character)
    seat: i64 = 0
    while seat < players:
        if b[seat_base(seat) + Seat.CHARACTER] == character:
            return Refusal(codes.CHARACTER_HELD, character, seat)
        seat += 1
    return Refusal(codes.CHARACTER_OFF, character)


# Phase IV


def _why_not_beg(b: vec[i64], actor: i64, n: i64) -> Refusal:
    base = seat_base(actor)
    if b[base + Seat.CHARACTER] != Character.BEGGAR:
        return Refusal(codes.NOT_CHARACTER, Character.BEGGAR)
    if b[base + Seat.USED] != 0:
        return Refusal(codes.BONUS_USED, Character.BEGGAR)
    if n == 0:
        return Refusal(codes.NOTHING_GIVEN)
    return Refusal(codes.NO_POINTS, b[base + Seat.POINTS], n)


def _why_not_take(b: vec[i64], players: i64, actor: i64, action: i64) -> Refusal:
    if action >= Action.COUNT:
        return Refusal(NOT_A_MOVE)
    markers = seat_base(actor) + Seat.MARKERS
    if b[markers + action] == 0:
        return Refusal(codes.NO_MARKERS, action)
    if leader(b, players, action) == actor:
        return Refusal(codes.CAN_PERFORM, action)
    other: i64 = 0
    while other < Action.COUNT - 1 and (b[markers + other] == 0 or leader(b, players, other) != actor):
        other += 1
    return Refusal(codes.LEADS_ELSEWHERE, action, other)


def _why_not_govern(b: vec[i64], actor: i64, detail: i64) -> Refusal:
    base = seat_base(actor)
    source = detail >> 4
    target = detail & 15
    if b[base + Seat.CHARACTER] != Character.GOVERNOR:
        return Refusal(codes.NOT_CHARACTER, Character.GOVERNOR)
    if b[base + Seat.USED] != 0:
        return Refusal(codes.BONUS_USED, Character.GOVERNOR)
    if source >= Action.COUNT or target >= Action.COUNT:
        return Refusal(NOT_A_MOVE)
    if source == target:
        return Refusal(codes.SAME_ACTION, source)
    return Refusal(codes.NO_MARKERS, source)


def _why_not_perform(b: vec[i64], players: i64, actor: i64, action: i64, detail: i64, bonus: bool) -> Refusal:
    base = seat_base(actor)
    markers = b[base + Seat.MARKERS + action]
    if markers == 0:
        return Refusal(codes.NO_MARKERS, action)
    if leader(b, players, action) != actor:
        preacher = actions.bonus_open(b, actor, Character.PREACHER)
        if not preacher or _leads_anywhere(b, players, actor):
            return _why_no_majority(b, players, actor, action)
        if not bonus:
            return Refusal(codes.PREACHER_ONLY, action)
    elif bonus:
        character = b[base + Seat.CHARACTER]
        if character < 0 or CHARACTER_ACTION[character] != action:
            return Refusal(codes.BONUS_OTHER, action, character)
        if b[base + Seat.USED] != 0:
            return Refusal(codes.BONUS_USED, character)
        if _is_among(actions.action_moves(b, players, actor, action, 0, vec[i64]()), action, detail):
            return Refusal(codes.BONUS_MOOT, character)
    return why_impossible(b, players, actor, action, detail, bonus)


def _leads_anywhere(b: vec[i64], players: i64, actor: i64) -> bool:
    action: i64 = 0
    while action < Action.COUNT:
        if leader(b, players, action) == actor:
            return True
        action += 1
    return False


def _why_no_majority(b: vec[i64], players: i64, actor: i64, action: i64) -> Refusal:
    markers = b[seat_base(actor) + Seat.MARKERS + action]
    best = leader(b, players, action)
    if best >= 0:
        return Refusal(codes.NO_MAJORITY, action, best, b[seat_base(best) + Seat.MARKERS + action] - markers)
    neutral = b[At.NEUTRALS + action]
    if not board.ties_with_neutrals(b, actor, action):
        return Refusal(codes.NEUTRALS_BAR, action, markers, neutral)
    if markers < neutral:
        return Refusal(codes.NEUTRALS_MORE, action, markers, neutral)
    # Otherwise a tie with the neutral markers is enough, so the other seat has as many and is earlier.
    return Refusal(codes.NO_MAJORITY, action, 1 - actor, 0)


def _is_among(moves: vec[i64], action: i64, detail: i64) -> bool:
    """Return whether some of the moves do this, with or without the bonus."""
    n = len(moves)
    i: i64 = 0
    while i < n:
        if kind_of(moves[i]) == Kind.ACTION + action and detail_of(moves[i]) == detail:
            return True
        i += 1
    return False
