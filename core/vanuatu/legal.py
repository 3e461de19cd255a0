"""What a seat may choose in phases II to IV, as lists of moves in ascending order."""

from librt.vecs import append, vec
from mypy_extensions import i64

from core.vanuatu import Action, At, Character, Kind, Rule, Seat, make
from core.vanuatu.actions import action_moves, bonus_open
from core.vanuatu.board import leader, one, seat_base
from core.vanuatu.moves import NONE
from core.vanuatu.offers import Offers
from core.vanuatu.planning import Planner
from core.vanuatu.tables import MOST_BEGGED


def planned_actions(b: vec[i64], seat: i64) -> i64:
    """The actions on which the seat has markers, a bit each."""
    base = seat_base(seat) + Seat.MARKERS
    planned: i64 = 0
    action: i64 = 0
    while action < Action.COUNT:
        if b[base + action] > 0:
            planned |= one(action)
        action += 1
    return planned


def markers_to_place(b: vec[i64]) -> i64:
    """How many markers a seat places in the present turn of planning."""
    return 1 if b[At.STEP] == Rule.TURNS_OF_PLANNING - 1 else 2


def plan_moves(b: vec[i64], players: i64, seat: i64) -> vec[i64]:
    """Every plan that ruling 5 allows, and the free actions."""
    moves = vec[i64](capacity=48)
    planner = Planner(Offers(b, players, seat))
    moves = planner.plan_moves(planned_actions(b, seat), markers_to_place(b), moves)
    return free_moves(b, seat, moves)


def neutral_moves(b: vec[i64], seat: i64) -> vec[i64]:
    """Two markers for the first player, three for the other, on any actions (ruling 26)."""
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
    """Every character on offer that nobody has; one's own old one goes back afterwards (ruling 4)."""
    held: i64 = 0
    seat: i64 = 0
    while seat < players:
        character = b[seat_base(seat) + Seat.CHARACTER]
        if character >= 0:
            held |= one(character)
        seat += 1
    moves = vec[i64]()
    character = 0
    while character < Character.COUNT:
        on_offer = players > 2 or (b[At.CAST] >> character) & 1 == 1
        if on_offer and (held >> character) & 1 == 0:
            moves = append(moves, make(Kind.CHARACTER, character))
        character += 1
    return moves


def act_moves(b: vec[i64], players: i64, seat: i64) -> vec[i64]:
    """Perform, take back, govern, and the free actions (rulings 7, 12, 18 to 20)."""
    markers = seat_base(seat) + Seat.MARKERS
    own: i64 = 0
    led: i64 = 0
    action: i64 = 0
    while action < Action.COUNT:
        if b[markers + action] > 0:
            own |= one(action)
            if leader(b, players, action) == seat:
                led |= one(action)
        action += 1
    mark: i64 = 0
    open_to_perform = led
    take_back: i64 = 0
    if led == 0:
        take_back = own
        if bonus_open(b, seat, Character.PREACHER):
            mark = 1
            open_to_perform = own
    moves = vec[i64](capacity=24)
    action = 0
    while action < Action.COUNT:
        if (open_to_perform >> action) & 1 == 1:
            begin = len(moves)
            moves = action_moves(b, players, seat, action, mark, moves)
            if mark == 0 and not _has_plain(moves, begin):
                take_back |= one(action)
        action += 1
    action = 0
    while action < Action.COUNT:
        if (take_back >> action) & 1 == 1:
            moves = append(moves, make(Kind.TAKE, action))
        action += 1
    if bonus_open(b, seat, Character.GOVERNOR):
        moves = _govern_moves(own, moves)
    return free_moves(b, seat, moves)


def free_moves(b: vec[i64], seat: i64, moves: vec[i64]) -> vec[i64]:
    """The Beggar's exchange, and the sale of treasure tiles."""
    base = seat_base(seat)
    if bonus_open(b, seat, Character.BEGGAR):
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
    """Whether the seat decides about the Beggar's exchange when the round ends (ruling 20)."""
    return bonus_open(b, seat, Character.BEGGAR) and b[seat_base(seat) + Seat.POINTS] > 0


def beg_moves(b: vec[i64], seat: i64) -> vec[i64]:
    """At the end of a round: keep the points, or give some of them for vatus."""
    return _exchanges(b, seat, 0, vec[i64]())


def _exchanges(b: vec[i64], seat: i64, least: i64, moves: vec[i64]) -> vec[i64]:
    """The exchanges of so many points or more that the seat has the points for."""
    n = least
    while n <= MOST_BEGGED and n <= b[seat_base(seat) + Seat.POINTS]:
        moves = append(moves, make(Kind.BEG, n))
        n += 1
    return moves


def _has_plain(moves: vec[i64], begin: i64) -> bool:
    """Whether one of the moves from here on claims no bonus."""
    n = len(moves)
    i = begin
    while i < n:
        if moves[i] & 1 == 0:
            return True
        i += 1
    return False


def _govern_moves(own: i64, moves: vec[i64]) -> vec[i64]:
    source: i64 = 0
    while source < Action.COUNT:
        target: i64 = 0
        while target < Action.COUNT and (own >> source) & 1 == 1:
            if target != source:
                moves = append(moves, make(Kind.GOVERN, source << 4 | target))
            target += 1
        source += 1
    return moves
