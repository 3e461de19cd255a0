"""A position of Vanuatu and the course of the game: phases, turns, rounds, and the rising waters."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from core.game import NATURE, OVER, Refusal, State
from core.rng import Rng
from core.vanuatu.actions import action_moves, bonus_open, earn, packed_tile, perform
from core.vanuatu.board import count_bits, leader, one, open_sides, reserve, seat_base
from core.vanuatu.draws import draw, draws, is_draw, ships_needed, take_draw, ways
from core.vanuatu.layout import (
    ACT,
    CAST,
    CHARACTER,
    DIE,
    FIRST,
    GOVERNED,
    I_CELL,
    I_DIKES,
    I_DRAWINGS,
    I_GOODS,
    I_HUTS,
    I_TOURISTS,
    I_WATER,
    ISLAND,
    ISLAND_SIZE,
    MARKET,
    NEUTRAL,
    NEUTRALS,
    NOCHARACTERS,
    OPTIONS,
    P_CHARACTER,
    P_HUTS,
    P_MARKERS,
    P_POINTS,
    P_REST,
    P_RESTED,
    P_TREASURE,
    P_USED,
    P_VATUS,
    PHASE,
    PLACE,
    PLAN,
    RESTS,
    SEAT,
    SEAT_SIZE,
    SETUP,
    SHIP,
    SHIP_PILE,
    STEP,
    TILE,
    TOURIST_PILE,
    VISIBLE,
    WATERS,
)
from core.vanuatu.moves import (
    M_ACTION,
    M_BEG,
    M_CAST,
    M_CHARACTER,
    M_FIRST,
    M_FLOOD,
    M_GOVERN,
    M_NEUTRALS,
    M_PLACE,
    M_PLAN,
    M_REST,
    M_SHIPS,
    M_START,
    M_TAKE,
    M_TILES,
    M_TOURISTS,
    M_TREASURE,
    NONE,
    detail_of,
    kind_of,
    make,
)
from core.vanuatu.offers import MOST_BEGGED, Offers
from core.vanuatu.placing import fill_islands, place_tile, placements
from core.vanuatu.planning import Planner
from core.vanuatu.refusals import why_not
from core.vanuatu.scoring import all_lost, final_scores, final_winners
from core.vanuatu.tables import (
    ACTIONS,
    BEGGAR,
    CHARACTERS,
    E0,
    EFATE_CELL,
    GOVERNOR,
    HUTS,
    ISLANDS,
    MARKET_START,
    PREACHER,
    REST_BOTH,
    REST_FIRST,
    REST_POINT,
    REST_TOKENS,
    REST_UNSEEN,
    REST_VATU,
    ROUNDS,
    SHIP_COUNTS,
    SHIP_KINDS,
    START_VATUS,
    SUBMERGED,
    TOURIST_TILE_OUT,
    TOURIST_TILES,
)

_LAST_PLACING: Final[i64] = 7
_TURNS_OF_PLANNING: Final[i64] = 3


def start_array(players: i64, options: i64) -> vec[i64]:
    """The array of a game before its first draw."""
    b = vec[i64]([0] * int(SEAT + players * SEAT_SIZE))
    b[OPTIONS] = options
    b[PHASE] = SETUP
    b[STEP] = M_START
    b[MARKET] = MARKET_START
    b[FIRST] = -1
    b[DIE] = -1
    b[GOVERNED] = -1
    b[VISIBLE] = -1
    b[VISIBLE + 1] = -1
    i: i64 = 0
    while i < 3:
        b[SHIP + i] = -1
        i += 1
    i = 0
    while i < SHIP_KINDS:
        b[SHIP_PILE + i] = SHIP_COUNTS[i]
        i += 1
    i = 0
    while i < 5:
        b[TOURIST_PILE + i] = TOURIST_TILES[i] - (1 if TOURIST_TILE_OUT[players] == i else 0)
        i += 1
    i = 0
    while i < 28:
        b[TILE + i] = -1
        i += 1
    seat: i64 = 0
    while seat < players:
        base = seat_base(seat)
        b[base + P_VATUS] = START_VATUS
        b[base + P_HUTS] = HUTS
        b[base + P_CHARACTER] = -1
        b[base + P_REST] = -1
        seat += 1
    place_tile(b, E0, EFATE_CELL)
    return b


@final
class VanuatuState(State):
    """A position: the array `b` (see `layout`), who decides, and the round."""

    def __init__(self, players: i64, b: vec[i64], actor: i64, round: i64) -> None:
        self.players = players
        self.b = b
        self.actor = actor
        self.round = round

    def copy(self) -> "VanuatuState":
        return VanuatuState(self.players, self.b[:], self.actor, self.round)

    def leader(self, action: i64) -> i64:
        """The seat that holds the majority on an action, or -1."""
        return leader(self.b, self.players, action)

    def reserve(self, good: i64) -> i64:
        """Cubes of a good in the reserve."""
        return reserve(self.b, good)

    # Legal moves

    def legal_moves(self) -> vec[i64]:
        if self.actor == OVER:
            return vec[i64]()
        b = self.b
        if self.actor == NATURE:
            return draws(b, self.players, self.round)
        phase = b[PHASE]
        if phase == ACT:
            return self._act_moves()
        if phase == PLAN:
            planner = Planner(Offers(b, self.players, self.actor))
            moves = vec[i64](capacity=48)
            moves = planner.plan_moves(self._planned(), self._markers_to_place(), moves)
            return self._free_moves(moves)
        if phase == CHARACTER:
            return self._character_moves()
        if phase == PLACE:
            return placements(b)
        return self._neutral_moves()

    def is_legal(self, move: i64) -> bool:
        if self.actor == NATURE:
            return is_draw(self.b, self.players, self.round, move)
        if self.actor == OVER or move < 0:
            return False
        kind = kind_of(move)
        if kind == M_PLAN:
            return self._is_plan(move)
        if kind == M_REST and detail_of(move) == REST_UNSEEN:
            return self._is_rest_unseen(move)
        moves = self.legal_moves()
        n = len(moves)
        i: i64 = 0
        while i < n:
            if moves[i] == move:
                return True
            i += 1
        return False

    def _is_plan(self, move: i64) -> bool:
        detail = detail_of(move)
        a = detail >> 4
        second = detail & 15
        if self.b[PHASE] != PLAN or move & 1 != 0 or a >= ACTIONS:
            return False
        planner = Planner(Offers(self.b, self.players, self.actor))
        if self._markers_to_place() == 1:
            return second == NONE and planner.can_plan(self._planned(), a)
        return a <= second and second < ACTIONS and planner.may_plan(self._planned(), a, second)

    def _is_rest_unseen(self, move: i64) -> bool:
        """Whether some rest with the same bonus is legal: its token is not known to the reader."""
        moves = self.legal_moves()
        n = len(moves)
        i: i64 = 0
        while i < n:
            if kind_of(moves[i]) == M_REST and moves[i] & 1 == move & 1:
                return True
            i += 1
        return False

    def refusal(self, move: i64) -> Refusal | None:
        if self.is_legal(move):
            return None
        return why_not(self.b, self.players, self.actor, move)

    def _planned(self) -> i64:
        """The actions on which the actor has markers, a bit each."""
        base = seat_base(self.actor) + P_MARKERS
        planned: i64 = 0
        action: i64 = 0
        while action < ACTIONS:
            if self.b[base + action] > 0:
                planned |= one(action)
            action += 1
        return planned

    def _markers_to_place(self) -> i64:
        return 1 if self.b[STEP] == _TURNS_OF_PLANNING - 1 else 2

    def _neutral_moves(self) -> vec[i64]:
        moves = vec[i64]()
        three = self.actor != self.b[FIRST]
        a: i64 = 0
        while a < ACTIONS:
            b = a
            while b < ACTIONS:
                if not three:
                    moves = append(moves, make(M_NEUTRALS, a << 8 | b << 4 | NONE))
                c = b
                while three and c < ACTIONS:
                    moves = append(moves, make(M_NEUTRALS, a << 8 | b << 4 | c))
                    c += 1
                b += 1
            a += 1
        return moves

    def _character_moves(self) -> vec[i64]:
        """Every character on offer that nobody has; one's own old one goes back afterwards (ruling 4)."""
        b = self.b
        held: i64 = 0
        seat: i64 = 0
        while seat < self.players:
            character = b[seat_base(seat) + P_CHARACTER]
            if character >= 0:
                held |= one(character)
            seat += 1
        moves = vec[i64]()
        character = 0
        while character < CHARACTERS:
            on_offer = self.players > 2 or (b[CAST] >> character) & 1 == 1
            if on_offer and (held >> character) & 1 == 0:
                moves = append(moves, make(M_CHARACTER, character))
            character += 1
        return moves

    def _act_moves(self) -> vec[i64]:
        """Perform, take back, govern, and the free actions (rulings 7, 12, 18 to 20)."""
        b = self.b
        seat = self.actor
        markers = seat_base(seat) + P_MARKERS
        own: i64 = 0
        led: i64 = 0
        action: i64 = 0
        while action < ACTIONS:
            if b[markers + action] > 0:
                own |= one(action)
                if leader(b, self.players, action) == seat:
                    led |= one(action)
            action += 1
        mark: i64 = 0
        open_to_perform = led
        take_back: i64 = 0
        if led == 0:
            take_back = own
            if bonus_open(b, seat, PREACHER):
                mark = 1
                open_to_perform = own
        moves = vec[i64](capacity=24)
        action = 0
        while action < ACTIONS:
            if (open_to_perform >> action) & 1 == 1:
                begin = len(moves)
                moves = action_moves(b, self.players, seat, action, mark, moves)
                if mark == 0 and not _has_plain(moves, begin):
                    take_back |= one(action)
            action += 1
        action = 0
        while action < ACTIONS:
            if (take_back >> action) & 1 == 1:
                moves = append(moves, make(M_TAKE, action))
            action += 1
        if bonus_open(b, seat, GOVERNOR):
            moves = _govern_moves(own, moves)
        return self._free_moves(moves)

    def _free_moves(self, moves: vec[i64]) -> vec[i64]:
        """The Beggar's exchange, and the sale of treasure tiles."""
        base = seat_base(self.actor)
        if bonus_open(self.b, self.actor, BEGGAR):
            n: i64 = 1
            while n <= MOST_BEGGED and n <= self.b[base + P_POINTS]:
                moves = append(moves, make(M_BEG, n))
                n += 1
        treasure = self.b[base + P_TREASURE]
        value: i64 = 1
        while treasure != 0:
            if treasure & 15 != 0:
                moves = append(moves, make(M_TREASURE, value))
            treasure >>= 4
            value += 1
        return moves

    # Playing a move

    def apply(self, move: i64) -> None:
        b = self.b
        kind = kind_of(move)
        detail = detail_of(move)
        if kind >= M_ACTION:
            if kind <= M_REST:
                self._perform(kind - M_ACTION, detail, move & 1 == 1)
            elif kind == M_TAKE:
                b[seat_base(self.actor) + P_MARKERS + detail] = 0
                self._next_to_act()
            elif kind == M_GOVERN:
                self._govern(detail >> 4, detail & 15)
            elif kind == M_BEG:
                base = seat_base(self.actor)
                b[base + P_USED] = 1
                b[base + P_POINTS] -= detail
                earn(b, base, detail)
            else:
                base = seat_base(self.actor)
                b[base + P_TREASURE] -= packed_tile(detail)
                earn(b, base, detail)
        elif kind == M_PLAN:
            self._plan(detail)
        elif kind == M_CHARACTER:
            b[seat_base(self.actor) + P_CHARACTER] = detail
            self._pass_on(PLAN)
        elif kind == M_PLACE:
            self._place(detail >> 5, detail & 31)
        elif kind == M_NEUTRALS:
            self._set_neutrals(detail)
        else:
            take_draw(b, self.players, detail)
            self._after_draw(kind)

    def _perform(self, action: i64, detail: i64, bonus: bool) -> None:
        b = self.b
        base = seat_base(self.actor)
        b[base + P_MARKERS + action] = 0
        perform(b, self.actor, action, detail, bonus)
        if bonus:
            b[base + P_USED] = 1
        if b[DIE] > 0:
            b[DIE] -= 1
            if b[DIE] == 0:
                self._raise_waters()
                if all_lost(b):
                    self.actor = OVER
                    return
        self._next_to_act()

    def _govern(self, source: i64, target: i64) -> None:
        b = self.b
        base = seat_base(self.actor)
        b[base + P_MARKERS + target] += b[base + P_MARKERS + source]
        b[base + P_MARKERS + source] = 0
        b[base + P_USED] = 1
        if self.players == 2:  # only neutral markers make a difference of it (ruling 27)
            b[GOVERNED] = target * 2 + self.actor
        self._next_to_act()

    def _plan(self, detail: i64) -> None:
        b = self.b
        base = seat_base(self.actor) + P_MARKERS
        b[base + (detail >> 4)] += 1
        if detail & 15 != NONE:
            b[base + (detail & 15)] += 1
        following = self._clockwise(self.actor)
        if following == b[FIRST]:
            b[STEP] += 1
            if b[STEP] == _TURNS_OF_PLANNING:
                b[STEP] = 0
                b[PHASE] = ACT
        self.actor = following

    def _set_neutrals(self, detail: i64) -> None:
        b = self.b
        shift: i64 = 8
        while shift >= 0:
            action = (detail >> shift) & 15
            if action != NONE:
                b[NEUTRALS + action] += 1
            shift -= 4
        self._pass_on(CHARACTER)

    def _clockwise(self, seat: i64) -> i64:
        return seat + 1 if seat + 1 < self.players else 0

    def _pass_on(self, following_phase: i64) -> None:
        """On to the next seat, or when all have had their turn, to the next phase."""
        self.actor = self._clockwise(self.actor)
        if self.actor == self.b[FIRST]:
            self.b[PHASE] = following_phase

    def _next_to_act(self) -> None:
        """The next seat with markers; without any the round is over."""
        b = self.b
        seat = self.actor
        i: i64 = 0
        while i < self.players:
            seat = self._clockwise(seat)
            base = seat_base(seat) + P_MARKERS
            action: i64 = 0
            while action < ACTIONS:
                if b[base + action] > 0:
                    self.actor = seat
                    return
                action += 1
            i += 1
        self._end_round()

    # Rounds

    def _end_round(self) -> None:
        """Phase V: rest tokens in turn order; then everything of the round goes (ruling 14)."""
        b = self.b
        first = b[FIRST]
        seat = first
        i: i64 = 0
        while i < self.players:
            base = seat_base(seat)
            token = b[base + P_REST]
            if token == REST_FIRST:
                first = seat
            if token == REST_BOTH or token == REST_POINT:
                b[base + P_POINTS] += 1
            if token == REST_BOTH or token == REST_VATU:
                earn(b, base, 1)
            b[base + P_REST] = -1
            b[base + P_RESTED] = 0
            b[base + P_USED] = 0
            seat = self._clockwise(seat)
            i += 1
        b[FIRST] = first
        b[RESTS] = 0
        b[DIE] = -1
        b[GOVERNED] = -1
        i = 0
        while i < ACTIONS:
            b[NEUTRALS + i] = 0
            i += 1
        if self.round == ROUNDS:
            self.actor = OVER
        else:
            self._begin_round()

    def _begin_round(self) -> None:
        b = self.b
        self.round += 1
        b[MARKET] = MARKET_START
        b[PHASE] = SETUP
        floods = b[OPTIONS] & WATERS != 0 and self.round % 2 == 0
        self._draw_next(M_FLOOD if floods else M_TOURISTS)

    def _draw_next(self, kind: i64) -> None:
        self.b[PHASE] = SETUP
        self.b[STEP] = kind
        self.actor = NATURE

    def _after_draw(self, kind: i64) -> None:
        """Whatever comes after a draw: another one, the placing of tiles, or the choice of characters."""
        b = self.b
        if kind == M_START:
            self._draw_next(M_TILES)
        elif kind == M_FLOOD:
            self._draw_next(M_TOURISTS)
        elif kind == M_FIRST:
            self._cast()
        elif kind == M_CAST:
            self._choose()
        elif kind == M_TILES:
            if self.round == 1:
                self._draw_next(M_SHIPS)
            else:
                self._cast()
        elif self.round == 1:
            self._draw_next(M_TOURISTS if kind == M_SHIPS else M_FIRST)
        elif kind == M_TOURISTS and ships_needed(b) > 0:
            self._draw_next(M_SHIPS)
        else:
            fill_islands(b)
            if self.round <= _LAST_PLACING:
                b[PHASE] = PLACE
                b[STEP] = 0
                self.actor = b[FIRST]
            else:
                self._cast()

    def _place(self, tile: i64, cell: i64) -> None:
        b = self.b
        place_tile(b, tile, cell)
        if b[VISIBLE] == tile:
            b[VISIBLE] = b[VISIBLE + 1]
        b[VISIBLE + 1] = -1
        if b[VISIBLE] >= 0:
            return
        if self.round < _LAST_PLACING:
            self._draw_next(M_TILES)
        else:
            self._cast()

    def _cast(self) -> None:
        if self.players == 2:
            self._draw_next(M_CAST)
        else:
            self._choose()

    def _choose(self) -> None:
        b = self.b
        b[STEP] = 0
        self.actor = b[FIRST]
        if self.players == 2:
            b[PHASE] = NEUTRAL
        elif b[OPTIONS] & NOCHARACTERS != 0:
            b[PHASE] = PLAN
        else:
            b[PHASE] = CHARACTER

    def _raise_waters(self) -> None:
        """Water for every open side; at five an island is gone with all that is on it (ruling 22)."""
        b = self.b
        b[DIE] = -1
        island: i64 = 0
        while island < ISLANDS:
            base = ISLAND + island * ISLAND_SIZE
            if b[base + I_CELL] > 0 and b[base + I_WATER] < SUBMERGED:
                water = b[base + I_WATER] + count_bits(open_sides(b, island))
                b[base + I_WATER] = water if water < SUBMERGED else SUBMERGED
                if water >= SUBMERGED:
                    b[base + I_DRAWINGS] = 0
                    b[base + I_TOURISTS] = 0
                    b[base + I_GOODS] = 0
                    b[base + I_GOODS + 1] = 0
                    b[base + I_GOODS + 2] = 0
                    b[base + I_DIKES] = 0
                    b[base + I_HUTS] = 0
            island += 1

    # Nature and what is hidden

    def weights(self) -> vec[i64]:
        moves = self.legal_moves()
        result = vec[i64]()
        n = len(moves)
        i: i64 = 0
        while i < n:
            result = append(result, ways(self.b, moves[i]))
            i += 1
        return result

    def sample(self, rng: Rng) -> i64:
        return draw(self.b, self.players, self.round, rng)

    def veiled(self, move: i64) -> i64:
        if kind_of(move) == M_REST:
            return make(M_REST, REST_UNSEEN, move & 1)
        return move

    def hide(self, seat: i64, rng: Rng) -> "VanuatuState":
        """Rest tokens of the others drawn anew: who rested before the seat has one of those that were
        gone by then, who rested later one of those that were left (ruling 13)."""
        other = self.copy()
        b = other.b
        if b[RESTS] == 0:
            return other
        base = seat_base(seat)
        before = b[base + P_RESTED]
        seen: i64 = 0
        gone: i64 = 0
        if before > 0:
            seen = one(b[base + P_REST])
            gone = self._tokens_gone(before)
        free = ((1 << REST_TOKENS) - 1) & ~seen
        # The tokens gone before the seat rested, and others for those that nobody has seen.
        i: i64 = 0
        while before > 0 and i < before - 1 - count_bits(gone):
            gone |= one(_pick(free & ~gone, rng))
        later = free & ~gone
        i = 0
        while i < self.players:
            at = seat_base(i)
            if i != seat and b[at + P_REST] >= 0:
                token = _pick(gone if b[at + P_RESTED] < before else later, rng)
                gone &= ~one(token)
                later &= ~one(token)
                b[at + P_REST] = token
            i += 1
        return other

    def _tokens_gone(self, before: i64) -> i64:
        """The tokens known to have been taken by those who rested earlier, a bit each."""
        gone: i64 = 0
        seat: i64 = 0
        while seat < self.players:
            base = seat_base(seat)
            token = self.b[base + P_REST]
            if 0 <= token < REST_TOKENS and self.b[base + P_RESTED] < before:
                gone |= one(token)
            seat += 1
        return gone

    # The end

    def scores(self) -> vec[i64]:
        return final_scores(self.b, self.players)

    def winners(self) -> vec[i64]:
        if self.actor != OVER:
            return vec[i64]()
        return final_winners(self.b, self.players)


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
    while source < ACTIONS:
        target: i64 = 0
        while target < ACTIONS and (own >> source) & 1 == 1:
            if target != source:
                moves = append(moves, make(M_GOVERN, source << 4 | target))
            target += 1
        source += 1
    return moves


def _pick(bits: i64, rng: Rng) -> i64:
    """One of the members of a set, each with the same chance."""
    skip = rng.below(count_bits(bits))
    while skip > 0:
        bits &= bits - 1
        skip -= 1
    member: i64 = 0
    while (bits >> member) & 1 == 0:
        member += 1
    return member
