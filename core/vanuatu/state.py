"""A position of Vanuatu and the course of the game: phases, turns, rounds, and the rising waters."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from vanuatu.core.game import CHANCE, OVER, Refusal, State
from vanuatu.core.rng import Rng
from vanuatu.core.vanuatu import board, draws, legal, scoring, why
from vanuatu.core.vanuatu.actions import perform
from vanuatu.core.vanuatu.board import seat_base
from vanuatu.core.vanuatu.hidden import redraw_rest_tokens
from vanuatu.core.vanuatu.layout import At, Option, Phase, Seat
from vanuatu.core.vanuatu.moves import NONE, Kind, detail_of, kind_of, make
from vanuatu.core.vanuatu.placing import fill_islands, place_tile
from vanuatu.core.vanuatu.purse import earn, packed_tile
from vanuatu.core.vanuatu.tables import Action, RestToken, Rule
from vanuatu.core.vanuatu.waters import raise_waters

_LAST_PLACING: Final[i64] = 7


@mypyc_attr(free_list_len=1)
@final
class VanuatuState(State):
    """A position: the array `b` (see `layout`), the actor, and the round."""

    def __init__(self, players: i64, b: vec[i64], actor: i64, round: i64) -> None:
        self.players = players
        self.b = b
        self.actor = actor
        self.round = round

    def copy(self) -> "VanuatuState":
        return VanuatuState(self.players, self.b[:], self.actor, self.round)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, VanuatuState)
            and (self.players, self.actor, self.round) == (other.players, other.actor, other.round)
            and list(self.b) == list(other.b)
        )

    def __reduce__(self) -> tuple[object, ...]:
        return position_of, (self.players, list(self.b), self.actor, self.round)

    def leader(self, action: i64) -> i64:
        """Return the seat that holds the majority on an action, or -1."""
        return board.leader(self.b, self.players, action)

    def reserve(self, good: i64) -> i64:
        """Return the number of cubes of a good in the reserve."""
        return board.reserve(self.b, good)

    # Legal moves

    @property
    def game(self) -> str:
        return "vanuatu"

    def legal_moves(self) -> vec[i64]:
        if self.actor == OVER:
            return vec[i64]()
        if self.actor == CHANCE:
            return draws.legal_draws(self.b, self.players, self.round)
        return legal.legal_moves(self.b, self.players, self.actor)

    def is_legal(self, move: i64) -> bool:
        if self.actor == OVER or move < 0:
            return False
        if self.actor == CHANCE:
            return draws.is_legal(self.b, self.players, self.round, move)
        return legal.is_legal(self.b, self.players, self.actor, move)

    def refusal(self, move: i64) -> Refusal | None:
        if self.is_legal(move):
            return None
        return why.why_not(self.b, self.players, self.actor, self.round, move)

    # Playing a move

    def apply(self, move: i64) -> None:
        b = self.b
        kind = kind_of(move)
        detail = detail_of(move)
        if kind >= Kind.ACTION:
            if kind <= Kind.REST:
                self._perform(kind - Kind.ACTION, detail, move & 1 == 1)
            elif kind == Kind.TAKE:
                b[seat_base(self.actor) + Seat.MARKERS + detail] = 0
                self._next_to_act()
            elif kind == Kind.GOVERN:
                self._govern(detail >> 4, detail & 15)
            elif kind == Kind.BEG:
                self._beg(detail)
            else:
                base = seat_base(self.actor)
                b[base + Seat.TREASURE] -= packed_tile(detail)
                earn(b, base, detail)
        elif kind == Kind.PLAN:
            self._plan(detail)
        elif kind == Kind.CHARACTER:
            b[seat_base(self.actor) + Seat.CHARACTER] = detail
            self._pass_on(Phase.PLAN)
        elif kind == Kind.PLACE:
            self._place(detail >> 5, detail & 31)
        elif kind == Kind.NEUTRALS:
            self._set_neutrals(detail)
        else:
            draws.apply(b, self.players, detail)
            self._after_draw(kind)

    def _perform(self, action: i64, detail: i64, bonus: bool) -> None:
        b = self.b
        base = seat_base(self.actor)
        b[base + Seat.MARKERS + action] = 0
        perform(b, self.actor, action, detail, bonus)
        if bonus:
            b[base + Seat.USED] = 1
        if b[At.DIE] > 0:
            b[At.DIE] -= 1
            if b[At.DIE] == 0:
                raise_waters(b)
                if scoring.all_lost(b):
                    self.actor = OVER
                    return
        self._next_to_act()

    def _govern(self, source: i64, target: i64) -> None:
        b = self.b
        base = seat_base(self.actor)
        b[base + Seat.MARKERS + target] += b[base + Seat.MARKERS + source]
        b[base + Seat.MARKERS + source] = 0
        b[base + Seat.USED] = 1
        if self.players == 2:  # the rule depends only on neutral markers (ruling 27)
            b[At.GOVERNED] = target * 2 + self.actor
        self._next_to_act()

    def _beg(self, points: i64) -> None:
        """Exchange points for vatus; the decision at the end of a round ends the round."""
        b = self.b
        base = seat_base(self.actor)
        b[base + Seat.POINTS] -= points
        earn(b, base, points)
        if b[At.PHASE] == Phase.BEG:
            self._round_over()
        else:
            b[base + Seat.USED] = 1

    def _plan(self, detail: i64) -> None:
        b = self.b
        base = seat_base(self.actor) + Seat.MARKERS
        b[base + (detail >> 4)] += 1
        if detail & 15 != NONE:
            b[base + (detail & 15)] += 1
        following = self._clockwise(self.actor)
        if following == b[At.FIRST]:
            b[At.STEP] += 1
            if b[At.STEP] == Rule.TURNS_OF_PLANNING:
                b[At.STEP] = 0
                b[At.PHASE] = Phase.ACT
        self.actor = following

    def _set_neutrals(self, detail: i64) -> None:
        b = self.b
        shift: i64 = 8
        while shift >= 0:
            action = (detail >> shift) & 15
            if action != NONE:
                b[At.NEUTRALS + action] += 1
            shift -= 4
        self._pass_on(Phase.CHARACTER)

    def _clockwise(self, seat: i64) -> i64:
        if seat + 1 < self.players:
            return seat + 1
        return 0

    def _pass_on(self, following_phase: i64) -> None:
        """Continue with the next seat, or with the next phase after all seats."""
        self.actor = self._clockwise(self.actor)
        if self.actor == self.b[At.FIRST]:
            self.b[At.PHASE] = following_phase

    def _next_to_act(self) -> None:
        """Continue with the next seat that has markers; without any, end the round."""
        b = self.b
        seat = self.actor
        i: i64 = 0
        while i < self.players:
            seat = self._clockwise(seat)
            base = seat_base(seat) + Seat.MARKERS
            action: i64 = 0
            while action < Action.COUNT:
                if b[base + action] > 0:
                    self.actor = seat
                    return
                action += 1
            i += 1
        self._end_round()

    # Rounds

    def _end_round(self) -> None:
        """Phase V: apply rest tokens in turn order, then clear the round (ruling 14).

        Only the Beggar may still have a decision; no two seats hold the same character (ruling 20).
        """
        b = self.b
        first = b[At.FIRST]
        seat = first
        begging: i64 = -1
        i: i64 = 0
        while i < self.players:
            if self._resolve_rests(seat):
                first = seat
            if legal.may_beg(b, seat):
                begging = seat
            seat = self._clockwise(seat)
            i += 1
        i = 0
        while i < RestToken.COUNT:
            b[At.TAKEN + i] = -1
            i += 1
        b[At.FIRST] = first
        b[At.RESTS] = 0
        b[At.DIE] = -1
        b[At.GOVERNED] = -1
        i = 0
        while i < Action.COUNT:
            b[At.NEUTRALS + i] = 0
            i += 1
        if begging >= 0:
            b[At.PHASE] = Phase.BEG
            self.actor = begging
        else:
            self._round_over()

    def _round_over(self) -> None:
        """Reset the bonuses and begin the next round, or end the game."""
        seat: i64 = 0
        while seat < self.players:
            self.b[seat_base(seat) + Seat.USED] = 0
            seat += 1
        if self.round == Rule.ROUNDS:
            self.b[At.PHASE] = Phase.ACT  # as at the end of every game
            self.actor = OVER
        else:
            self._begin_round()

    def _resolve_rests(self, seat: i64) -> bool:
        """Give a seat the effects of its rest tokens. Return whether it gets the first player marker."""
        b = self.b
        base = seat_base(seat)
        first = False
        i: i64 = 0
        while i < b[At.RESTS]:
            if b[At.TAKEN + i] >> 3 == seat:
                token = b[At.TAKEN + i] & 7
                if token == RestToken.FIRST:
                    first = True
                if token == RestToken.BOTH or token == RestToken.POINT:
                    b[base + Seat.POINTS] += 1
                if token == RestToken.BOTH or token == RestToken.VATU:
                    earn(b, base, 1)
            i += 1
        return first

    def _begin_round(self) -> None:
        b = self.b
        self.round += 1
        b[At.MARKET] = Rule.MARKET_START
        b[At.PHASE] = Phase.SETUP
        floods = b[At.OPTIONS] & Option.WATERS != 0 and self.round % 2 == 0
        self._draw_next(Kind.FLOOD if floods else Kind.TOURISTS)

    def _draw_next(self, kind: i64) -> None:
        self.b[At.PHASE] = Phase.SETUP
        self.b[At.STEP] = kind
        self.actor = CHANCE

    def _after_draw(self, kind: i64) -> None:
        """Continue after a draw: with another draw, the tiles, or the choice of characters."""
        b = self.b
        if kind == Kind.START:
            self._draw_next(Kind.TILES)
        elif kind == Kind.FLOOD:
            self._draw_next(Kind.TOURISTS)
        elif kind == Kind.FIRST:
            self._cast()
        elif kind == Kind.CAST:
            self._choose()
        elif kind == Kind.TILES:
            if self.round == 1:
                self._draw_next(Kind.SHIPS)
            else:
                self._cast()
        elif self.round == 1:
            self._draw_next(Kind.TOURISTS if kind == Kind.SHIPS else Kind.FIRST)
        elif kind == Kind.TOURISTS and draws.ships_needed(b) > 0:
            self._draw_next(Kind.SHIPS)
        else:
            fill_islands(b)
            if self.round <= _LAST_PLACING:
                b[At.PHASE] = Phase.PLACE
                b[At.STEP] = 0
                self.actor = b[At.FIRST]
            else:
                self._cast()

    def _place(self, tile: i64, cell: i64) -> None:
        b = self.b
        place_tile(b, tile, cell)
        if b[At.VISIBLE] == tile:
            b[At.VISIBLE] = b[At.VISIBLE + 1]
        b[At.VISIBLE + 1] = -1
        if b[At.VISIBLE] >= 0:
            return
        if self.round < _LAST_PLACING:
            self._draw_next(Kind.TILES)
        else:
            self._cast()

    def _cast(self) -> None:
        if self.players == 2:
            self._draw_next(Kind.CAST)
        else:
            self._choose()

    def _choose(self) -> None:
        b = self.b
        b[At.STEP] = 0
        self.actor = b[At.FIRST]
        if self.players == 2:
            b[At.PHASE] = Phase.NEUTRAL
        elif b[At.OPTIONS] & Option.NOCHARACTERS != 0:
            b[At.PHASE] = Phase.PLAN
        else:
            b[At.PHASE] = Phase.CHARACTER

    # Draws and hidden information

    def weights(self) -> vec[i64]:
        moves = self.legal_moves()
        result = vec[i64]()
        n = len(moves)
        i: i64 = 0
        while i < n:
            result = append(result, draws.ways(self.b, moves[i]))
            i += 1
        return result

    def sample(self, rng: Rng) -> i64:
        return draws.sample(self.b, self.players, self.round, rng)

    def seen_by_others(self, move: i64) -> i64:
        if kind_of(move) == Kind.REST:
            return make(Kind.REST, RestToken.UNSEEN, move & 1)
        return move

    def revealed(self) -> bool:
        return self.actor == OVER or self.b[At.PHASE] == Phase.BEG

    def public_moves_are_certain(self) -> bool:
        return self.b[At.PHASE] != Phase.BEG  # how many points can be given depends on secret rest tokens

    def hide(self, seat: i64, rng: Rng) -> "VanuatuState":
        other = self.copy()
        redraw_rest_tokens(other.b, seat, rng)
        return other

    # The end

    def scores(self) -> vec[i64]:
        return scoring.final_scores(self.b, self.players)

    def winners(self) -> vec[i64]:
        if self.actor != OVER:
            return vec[i64]()
        return scoring.final_winners(self.b, self.players)


def position_of(players: int, numbers: list[int], actor: int, round: int) -> VanuatuState:
    """Return the position with this array; for interpreted code and for pickles."""
    return VanuatuState(players, vec[i64](numbers), actor, round)
