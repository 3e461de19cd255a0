"""Why a move is not legal, as a value: a code and up to three figures. The codec finds the words.

Nothing here decides legality; it is asked only after a move has turned out not to be legal.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from core.game import NATURE, NOT_A_MOVE, OVER, Refusal
from core.vanuatu.actions import action_moves, bonus_open, rest_tokens_out
from core.vanuatu.board import (
    barred,
    count_bits,
    dikes_left,
    filled_cells,
    huts_on,
    island_at,
    leader,
    on_board,
    one,
    seat_base,
    side_is_open,
    spread,
)
from core.vanuatu.layout import (
    ACT,
    CHARACTER,
    FIRST,
    I_DRAWINGS,
    I_GOODS,
    I_TOURISTS,
    ISLAND,
    ISLAND_SIZE,
    NEUTRAL,
    NEUTRALS,
    OCEANS,
    OPTIONS,
    P_BOAT,
    P_CHARACTER,
    P_FISH,
    P_HUTS,
    P_MARKERS,
    P_POINTS,
    P_USED,
    P_VATUS,
    PHASE,
    PLACE,
    PLAN,
    RESTS,
    STEP,
    TILE,
    TOURISTS,
    VISIBLE,
    WATERS,
)
from core.vanuatu.moves import (
    KINDS,
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
    NONE,
    detail_of,
    kind_of,
)
from core.vanuatu.offers import Offers
from core.vanuatu.placing import legal_cells
from core.vanuatu.planning import Planner
from core.vanuatu.tables import (
    ACTIONS,
    BEGGAR,
    BUILD,
    BUILDER,
    BUILDER_PRICE,
    BUY,
    CHARACTER_ACTION,
    CHARACTERS,
    DIKE_PRICE,
    DRAW,
    DRAWING_SITES,
    EXPLORE,
    FISH,
    GOODS_PRICE,
    GOVERNOR,
    HUT_PRICE,
    HUT_SITES,
    ISLANDS,
    PREACHER,
    REST_TOKENS,
    SAIL,
    SELL,
    TOURIST_ROOM,
    TRANSPORT,
    VENDOR,
)

# Codes; in brackets what a, b, c hold. Codes 0 and 1 are those of every game (`core.game`).
GAME_OVER: Final[i64] = 2
NATURE_FIRST: Final[i64] = 3  # a seat moves while something is to be drawn (kind of draw)
NOT_NATURE: Final[i64] = 4  # a draw while a seat is to decide
WRONG_DRAW: Final[i64] = 5  # (kind of draw that is due)
NOT_IN_PILE: Final[i64] = 6  # that cannot be drawn any more
WRONG_PHASE: Final[i64] = 7  # (phase it is)

TILE_NOT_VISIBLE: Final[i64] = 10  # (tile)
CELL_FILLED: Final[i64] = 11  # (cell)
FEW_NEIGHBOURS: Final[i64] = 12  # (cell, filled neighbours)
OTHER_TILE_FIRST: Final[i64] = 13  # (tile, the other tile, which has a legal cell)
ISLAND_TOUCHES: Final[i64] = 14  # (cell): an island beside an island
OCEAN_ALONE: Final[i64] = 15  # (cell): an ocean beside no island
CHARACTER_HELD: Final[i64] = 16  # (character, seat)
CHARACTER_OLD: Final[i64] = 17  # (character): one's own of the round before
CHARACTER_OFF: Final[i64] = 18  # (character): not on offer
MARKER_COUNT: Final[i64] = 19  # (markers to place)

PLAN_FISH: Final[i64] = 30  # (action): no fish tile, and fishing is not planned
PLAN_FISHING: Final[i64] = 31  # (action): fishing is planned, but no fish within reach
PLAN_HUT: Final[i64] = 32  # (action, 1 if sailing is planned): no own hut there, none planned
PLAN_SAIL: Final[i64] = 33  # (action): nothing for it here, and sailing is not planned
PLAN_NOWHERE: Final[i64] = 34  # (action): nothing for it within reach
PLAN_TOURISTS: Final[i64] = 35  # no tourists left this round
PLAN_HUTS: Final[i64] = 36  # no huts left in supply
PLAN_MONEY: Final[i64] = 37  # (action, has, needs)
PLAN_MONEY_SAIL: Final[i64] = 38  # (action, vatus that sailing would leave, needs)
PLAN_CONVERSION: Final[i64] = 39  # (action): no order of the planned actions leaves enough money

NO_MARKERS: Final[i64] = 50  # (action)
NO_MAJORITY: Final[i64] = 51  # (action, who leads, by how many markers; 0: by turn order)
NEUTRALS_BAR: Final[i64] = 52  # (action, own markers, neutral markers)
PREACHER_ONLY: Final[i64] = 53  # (action): without the majority only as the Preacher's bonus
CAN_PERFORM: Final[i64] = 54  # (action): taking back what can be performed
LEADS_ELSEWHERE: Final[i64] = 55  # (action, action where the seat holds the majority)
BONUS_OTHER: Final[i64] = 56  # (action, own character or -1): that character has no bonus there
BONUS_USED: Final[i64] = 57  # (character)
BONUS_MOOT: Final[i64] = 58  # (character): the bonus would change nothing
NOT_CHARACTER: Final[i64] = 59  # (character needed)
SAME_ACTION: Final[i64] = 60  # (action)

NO_MONEY: Final[i64] = 70  # (has, needs)
NOT_OCEAN: Final[i64] = 71  # (cell)
TOO_FAR: Final[i64] = 72  # (cell)
WRONG_LENGTH: Final[i64] = 73  # (cell, length)
BOAT_THERE: Final[i64] = 74  # (cell): the other boat, with two players
NO_ISLAND: Final[i64] = 75  # (cell)
UNDER_WATER: Final[i64] = 76  # (cell)
NOT_BESIDE: Final[i64] = 77  # (cell of the island, cell of the boat)
NO_SITE: Final[i64] = 78  # (cell)
NO_HUTS: Final[i64] = 79
NO_WATERS: Final[i64] = 80  # dikes without the rising waters
NO_DIKE_SIDE: Final[i64] = 81  # (cell, cell faced): no open side there
NO_DIKES: Final[i64] = 82
BOAT_ELSEWHERE: Final[i64] = 83  # (cell named, cell of the boat)
NO_TREASURE_LEFT: Final[i64] = 84  # (cell)
NO_FISH_LEFT: Final[i64] = 85  # (cell)
NO_FISH_TILES: Final[i64] = 86
NOT_THOSE_FISH: Final[i64] = 87
NO_OWN_HUT: Final[i64] = 88  # (cell of the boat)
NO_GOODS: Final[i64] = 89  # (cell, good)
ALL_DRAWN: Final[i64] = 90  # (cell)
NO_TOURISTS: Final[i64] = 91
NO_ROOM: Final[i64] = 92  # (cell)
NO_TOKENS: Final[i64] = 93
TOKEN_GONE: Final[i64] = 94  # (token)
NO_POINTS: Final[i64] = 95  # (has, needs)
NO_TREASURE_TILE: Final[i64] = 96  # (value)


def why_not(b: vec[i64], players: i64, actor: i64, move: i64) -> Refusal:
    """The reason against a move that is not legal."""
    kind = kind_of(move)
    if actor == OVER:
        return Refusal(GAME_OVER)
    if move < 0 or kind >= KINDS:
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
        return _why_not_plan(b, players, actor, detail)
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


def _why_not_plan(b: vec[i64], players: i64, actor: i64, detail: i64) -> Refusal:
    to_place: i64 = 1 if b[STEP] == 2 else 2
    first = detail >> 4
    second = detail & 15
    if (second == NONE) != (to_place == 1):
        return Refusal(MARKER_COUNT, to_place)
    if first >= ACTIONS or (second != NONE and (second >= ACTIONS or second < first)):
        return Refusal(NOT_A_MOVE)
    planned: i64 = 0
    action: i64 = 0
    while action < ACTIONS:
        if b[seat_base(actor) + P_MARKERS + action] > 0:
            planned |= one(action)
        action += 1
    planner = Planner(Offers(b, players, actor))
    if second == NONE:
        return _why_not_planned(planner, planned, first)
    if planner.can_plan(planned, first):
        return _why_not_planned(planner, planned | one(first), second)
    if planner.can_plan(planned, second):
        return _why_not_planned(planner, planned | one(second), first)
    return _why_not_planned(planner, planned, first)


def _why_not_planned(planner: Planner, planned: i64, action: i64) -> Refusal:
    o = planner.offers
    sailing = (planned >> SAIL) & 1 == 1
    if action == TRANSPORT and o.b[TOURISTS] == 0:
        return Refusal(PLAN_TOURISTS)
    if action == BUILD and o.huts == 0:
        return Refusal(PLAN_HUTS)
    if not planner.imaginable(planned, action, sailing):
        if action == SELL:
            if o.fish == 0 and (planned >> FISH) & 1 == 0:
                return Refusal(PLAN_FISH, action)
            if o.fish == 0 and not planner.imaginable(planned, FISH, sailing):
                return Refusal(PLAN_FISHING, action)
            return Refusal(PLAN_HUT, action, 1 if sailing else 0)
        if not sailing and planner.imaginable(planned, action, True):
            return Refusal(PLAN_SAIL, action)
        return Refusal(PLAN_NOWHERE, action)
    price = _cheapest(o, action)
    if action == SAIL:
        return Refusal(PLAN_MONEY, action, o.liquid, 1 if o.after1 != 0 else 2)
    if o.liquid < price:
        return Refusal(PLAN_MONEY, action, o.liquid, price)
    if sailing and not planner.imaginable(planned, action, False):
        return Refusal(PLAN_MONEY_SAIL, action, o.liquid - 1 if o.liquid > 0 else 0, price)
    return Refusal(PLAN_CONVERSION, action)


def _cheapest(o: Offers, action: i64) -> i64:
    """What the action costs at least, wherever the boat may be."""
    if action == BUILD:
        return DIKE_PRICE if o.by_dike != 0 else o.hut_price
    if action == BUY:
        if o.by_kava != 0:
            return GOODS_PRICE[0]
        return GOODS_PRICE[1] if o.by_copra != 0 else GOODS_PRICE[2]
    if action == SELL and o.by_own_hut == 0 and o.character != VENDOR:
        return o.hut_price
    return 0


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
    return _why_impossible(b, players, actor, action, detail, bonus)


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


def _why_impossible(b: vec[i64], players: i64, actor: i64, action: i64, detail: i64, bonus: bool) -> Refusal:
    """What stands in the way of an action when the majority does not."""
    base = seat_base(actor)
    boat = b[base + P_BOAT]
    if action == SAIL:
        return _why_not_sail(b, players, actor, detail >> 2, detail & 3)
    if action == BUILD:
        return _why_not_build(b, actor, detail, bonus)
    if action == EXPLORE or action == FISH:
        if detail != boat:
            return Refusal(BOAT_ELSEWHERE, detail, boat)
        return Refusal(NO_TREASURE_LEFT if action == EXPLORE else NO_FISH_LEFT, boat)
    if action == SELL:
        fish = b[base + P_FISH]
        if fish == 0:
            return Refusal(NO_FISH_TILES)
        if detail & 15 > fish & 15 or (detail >> 4) & 15 > (fish >> 4) & 15 or detail >> 8 > fish >> 8:
            return Refusal(NOT_THOSE_FISH)
        return Refusal(NO_OWN_HUT, boat)
    if action == BUY or action == DRAW or action == TRANSPORT:
        return _why_not_on_island(b, actor, action, detail)
    if b[RESTS] == REST_TOKENS:
        return Refusal(NO_TOKENS)
    if detail < REST_TOKENS and (rest_tokens_out(b, players) >> detail) & 1 == 1:
        return Refusal(TOKEN_GONE, detail)
    return Refusal(NOT_A_MOVE)


def _why_not_sail(b: vec[i64], players: i64, actor: i64, cell: i64, length: i64) -> Refusal:
    base = seat_base(actor)
    oceans = b[OCEANS]
    if not on_board(cell) or (oceans >> cell) & 1 == 0:
        return Refusal(NOT_OCEAN, cell)
    reached = one(b[base + P_BOAT])
    anyhow: i64 = 0
    exactly: i64 = 0
    step: i64 = 1
    while step <= 3:
        reached = spread(reached) & oceans
        anyhow |= reached
        if step == length:
            exactly = reached
        step += 1
    if (anyhow >> cell) & 1 == 0:
        return Refusal(TOO_FAR, cell)
    if (barred(b, players, actor) >> cell) & 1 == 1:
        return Refusal(BOAT_THERE, cell)
    if (exactly >> cell) & 1 == 0:
        return Refusal(WRONG_LENGTH, cell, length)
    return Refusal(NO_MONEY, b[base + P_VATUS], length)


def _why_not_beside(b: vec[i64], boat: i64, cell: i64) -> Refusal | None:
    """Whatever keeps a boat from dealing with an island at all."""
    tile: i64 = b[TILE + cell] if on_board(cell) else -1
    if tile < 0 or tile >= ISLANDS:
        return Refusal(NO_ISLAND, cell)
    if island_at(b, cell) < 0:
        return Refusal(UNDER_WATER, cell)
    if (spread(one(cell)) >> boat) & 1 == 0:
        return Refusal(NOT_BESIDE, cell, boat)
    return None


def _why_not_build(b: vec[i64], actor: i64, detail: i64, bonus: bool) -> Refusal:
    base = seat_base(actor)
    cell = detail >> 6
    away = _why_not_beside(b, b[base + P_BOAT], cell)
    if away is not None:
        return away
    island = b[TILE + cell]
    faced = detail & 31
    price: i64 = 0
    if (detail >> 5) & 1 == 1:
        if huts_on(b, island) >= HUT_SITES[island]:
            return Refusal(NO_SITE, cell)
        if b[base + P_HUTS] == 0:
            return Refusal(NO_HUTS)
        builder = bonus and b[base + P_CHARACTER] == BUILDER
        price = BUILDER_PRICE if builder else HUT_PRICE
    if faced != 0:
        if b[OPTIONS] & WATERS == 0:
            return Refusal(NO_WATERS)
        if not side_is_open(b, island, faced):
            return Refusal(NO_DIKE_SIDE, cell, faced)
        if dikes_left(b) == 0:
            return Refusal(NO_DIKES)
        price += DIKE_PRICE
    return Refusal(NO_MONEY, b[base + P_VATUS], price)


def _why_not_on_island(b: vec[i64], actor: i64, action: i64, detail: i64) -> Refusal:
    base = seat_base(actor)
    cell = detail >> 2 if action == BUY else detail
    if action == TRANSPORT and b[TOURISTS] == 0:
        return Refusal(NO_TOURISTS)
    away = _why_not_beside(b, b[base + P_BOAT], cell)
    if away is not None:
        return away
    island = b[TILE + cell]
    at = ISLAND + island * ISLAND_SIZE
    if action == DRAW and b[at + I_DRAWINGS] >= DRAWING_SITES[island]:
        return Refusal(ALL_DRAWN, cell)
    if action == TRANSPORT and b[at + I_TOURISTS] >= TOURIST_ROOM[island]:
        return Refusal(NO_ROOM, cell)
    if action == BUY:
        good = detail & 3
        if good > 2:
            return Refusal(NOT_A_MOVE)
        if b[at + I_GOODS + good] == 0:
            return Refusal(NO_GOODS, cell, good)
        return Refusal(NO_MONEY, b[base + P_VATUS], GOODS_PRICE[good])
    return Refusal(NOT_A_MOVE)
