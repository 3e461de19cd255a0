"""Legal moves of a seat: the lists in canonical order, and the test of one move.

Both agree on every number, except that the test also accepts a rest with an unseen token. Frequent kinds of
moves have their own test; for the others the test searches the list.
"""

from librt.vecs import append, vec
from mypy_extensions import i64

from vanuatu.core.vanuatu import actions, placing
from vanuatu.core.vanuatu.board import leads, one, seat_base
from vanuatu.core.vanuatu.layout import At, Phase, Seat
from vanuatu.core.vanuatu.moves import NONE, Kind, detail_of, kind_of, make
from vanuatu.core.vanuatu.offers import Offers
from vanuatu.core.vanuatu.planning import Planner
from vanuatu.core.vanuatu.tables import MOST_BEGGED, Action, Character, RestToken, Rule


def legal_moves(b: vec[i64], players: i64, actor: i64) -> vec[i64]:
    """Return all legal moves of the seat, ascending."""
    phase = b[At.PHASE]
    if phase == Phase.ACT:
        return act_moves(b, players, actor)
    if phase == Phase.PLAN:
        return plan_moves(b, players, actor)
    if phase == Phase.CHARACTER:
        return character_moves(b, players)
    if phase == Phase.PLACE:
        return placing.placements(b)
    if phase == Phase.BEG:
        return beg_moves(b, actor)
    return neutral_moves(b, actor)


def is_legal(b: vec[i64], players: i64, actor: i64, move: i64) -> bool:
    """Return whether the move is legal, or could be legal as a rest with an unseen token."""
    kind = kind_of(move)
    if kind == Kind.PLAN:
        return _is_plan(b, players, actor, move)
    if kind == Kind.CHARACTER:
        return _is_character(b, players, move)
    if kind >= Kind.ACTION and kind <= Kind.TAKE:
        return b[At.PHASE] == Phase.ACT and _is_act(b, players, actor, move)
    return _is_listed(legal_moves(b, players, actor), move)


def _is_listed(moves: vec[i64], move: i64) -> bool:
    n = len(moves)
    i: i64 = 0
    while i < n:
        if moves[i] == move:
            return True
        i += 1
    return False


def _is_act(b: vec[i64], players: i64, seat: i64, move: i64) -> bool:
    """Return whether the seat may perform an action in this way, or withdraw a marker."""
    kind = kind_of(move)
    detail = detail_of(move)
    withdrawn = kind == Kind.TAKE
    action = kind - Kind.ACTION
    if withdrawn:
        action = detail
        if move & 1 == 1 or action >= Action.COUNT:
            return False
    if b[seat_base(seat) + Seat.MARKERS + action] == 0:
        return False
    preached: i64 = 0
    if not leads(b, players, seat, action):
        if _leads_anywhere(b, players, seat):
            return False
        if withdrawn:
            return True
        if not actions.bonus_open(b, seat, Character.PREACHER):
            return False
        preached = 1
    moves = actions.action_moves(b, players, seat, action, preached, vec[i64](capacity=24))
    if withdrawn:
        return not _has_plain(moves, 0)
    if kind == Kind.REST and detail == RestToken.UNSEEN:
        return len(moves) > 0 and moves[0] & 1 == move & 1
    return _is_listed(moves, move)


def _leads_anywhere(b: vec[i64], players: i64, seat: i64) -> bool:
    """Return whether the seat holds a majority."""
    action: i64 = 0
    while action < Action.COUNT:
        if b[seat_base(seat) + Seat.MARKERS + action] > 0 and leads(b, players, seat, action):
            return True
        action += 1
    return False


def _is_character(b: vec[i64], players: i64, move: i64) -> bool:
    character = detail_of(move)
    if b[At.PHASE] != Phase.CHARACTER or move & 1 != 0 or character >= Character.COUNT:
        return False
    return (_free_characters(b, players) >> character) & 1 == 1


def _is_plan(b: vec[i64], players: i64, seat: i64, move: i64) -> bool:
    first = detail_of(move) >> 4
    second = detail_of(move) & 15
    if b[At.PHASE] != Phase.PLAN or move & 1 != 0 or first >= Action.COUNT:
        return False
    planner = Planner(Offers(b, players, seat))
    planned = planned_actions(b, seat)
    if markers_to_place(b) == 1:
        return second == NONE and planner.can_plan(planned, first)
    return first <= second and second < Action.COUNT and planner.may_plan(planned, first, second)


def planned_actions(b: vec[i64], seat: i64) -> i64:
    """Return the set of actions on which the seat has markers."""
    base = seat_base(seat) + Seat.MARKERS
    planned: i64 = 0
    action: i64 = 0
    while action < Action.COUNT:
        if b[base + action] > 0:
            planned |= one(action)
        action += 1
    return planned


def markers_to_place(b: vec[i64]) -> i64:
    """Return the number of markers that a seat places in the current turn of planning."""
    if b[At.STEP] == Rule.TURNS_OF_PLANNING - 1:
        return 1
    return 2


def plan_moves(b: vec[i64], players: i64, seat: i64) -> vec[i64]:
    """List every plan that ruling 5 allows, and the free actions."""
    moves = vec[i64](capacity=48)
    planner = Planner(Offers(b, players, seat))
    moves = planner.plan_moves(planned_actions(b, seat), markers_to_place(b), moves)
    return free_moves(b, seat, moves)


def neutral_moves(b: vec[i64], seat: i64) -> vec[i64]:
    """List the neutral markers: two for the first player, three for the other, on any actions (ruling 26)."""
    moves = vec[i64]()
    three = seat != b[At.FIRST]
    a: i64 = 0
    while a < Action.COUNT:
        second = a
        while second < Action.COUNT:
            pair = a << 8 | second << 4
            if not three:
                moves = append(moves, make(Kind.NEUTRALS, pair | NONE))
            third = second
            while three and third < Action.COUNT:
                moves = append(moves, make(Kind.NEUTRALS, pair | third))
                third += 1
            second += 1
        a += 1
    return moves


def character_moves(b: vec[i64], players: i64) -> vec[i64]:
    """List the free characters on offer; the seat's old one returns afterwards (ruling 4)."""
    free = _free_characters(b, players)
    moves = vec[i64]()
    character: i64 = 0
    while character < Character.COUNT:
        if (free >> character) & 1 == 1:
            moves = append(moves, make(Kind.CHARACTER, character))
        character += 1
    return moves


def _free_characters(b: vec[i64], players: i64) -> i64:
    """Return the set of characters that may be chosen."""
    free = one(Character.COUNT) - 1
    if players == 2:
        free = b[At.CAST]
    seat: i64 = 0
    while seat < players:
        character = b[seat_base(seat) + Seat.CHARACTER]
        if character >= 0:
            free &= ~one(character)
        seat += 1
    return free


def act_moves(b: vec[i64], players: i64, seat: i64) -> vec[i64]:
    """List the moves to perform, withdraw and govern, and the free actions (rulings 7, 12, 18 to 20)."""
    markers = seat_base(seat) + Seat.MARKERS
    planned: i64 = 0
    leading: i64 = 0
    action: i64 = 0
    while action < Action.COUNT:
        if b[markers + action] > 0:
            planned |= one(action)
            if leads(b, players, seat, action):
                leading |= one(action)
        action += 1
    preached: i64 = 0
    open_to_perform = leading
    withdrawable: i64 = 0
    if leading == 0:
        withdrawable = planned
        if actions.bonus_open(b, seat, Character.PREACHER):
            preached = 1
            open_to_perform = planned
    moves = vec[i64](capacity=24)
    action = 0
    while open_to_perform >> action != 0:
        if (open_to_perform >> action) & 1 == 1:
            begin = len(moves)
            moves = actions.action_moves(b, players, seat, action, preached, moves)
            if preached == 0 and not _has_plain(moves, begin):
                withdrawable |= one(action)
        action += 1
    action = 0
    while withdrawable >> action != 0:
        if (withdrawable >> action) & 1 == 1:
            moves = append(moves, make(Kind.TAKE, action))
        action += 1
    if actions.bonus_open(b, seat, Character.GOVERNOR):
        moves = _govern_moves(planned, moves)
    return free_moves(b, seat, moves)


def free_moves(b: vec[i64], seat: i64, moves: vec[i64]) -> vec[i64]:
    """List the Beggar's exchanges and the sales of treasure tiles."""
    base = seat_base(seat)
    if actions.bonus_open(b, seat, Character.BEGGAR):
        moves = _exchanges(b, seat, 1, moves)
    treasure = b[base + Seat.TREASURE]
    value: i64 = 1
    while treasure != 0:
        if treasure & 15 != 0:
            moves = append(moves, make(Kind.TREASURE, value))
        treasure >>= 4
        value += 1
    return moves


def may_beg(b: vec[i64], seat: i64) -> bool:
    """Return whether the seat decides about the Beggar's exchange at the end of the round (ruling 20)."""
    return actions.bonus_open(b, seat, Character.BEGGAR) and b[seat_base(seat) + Seat.POINTS] > 0


def beg_moves(b: vec[i64], seat: i64) -> vec[i64]:
    """List the choices at the end of a round: keep the points, or exchange some for vatus."""
    return _exchanges(b, seat, 0, vec[i64]())


def _exchanges(b: vec[i64], seat: i64, least: i64, moves: vec[i64]) -> vec[i64]:
    """List the exchanges of `least` points or more that the seat can pay."""
    n = least
    while n <= MOST_BEGGED and n <= b[seat_base(seat) + Seat.POINTS]:
        moves = append(moves, make(Kind.BEG, n))
        n += 1
    return moves


def _has_plain(moves: vec[i64], begin: i64) -> bool:
    """Return whether one of the moves from an index on claims no bonus."""
    n = len(moves)
    i = begin
    while i < n:
        if moves[i] & 1 == 0:
            return True
        i += 1
    return False


def _govern_moves(planned: i64, moves: vec[i64]) -> vec[i64]:
    source: i64 = 0
    while source < Action.COUNT:
        target: i64 = 0
        while target < Action.COUNT and (planned >> source) & 1 == 1:
            if target != source:
                moves = append(moves, make(Kind.GOVERN, source << 4 | target))
            target += 1
        source += 1
    return moves
