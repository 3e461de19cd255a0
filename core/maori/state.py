"""A position of Maori: one array, and what moves do to it."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from core.game import NATURE, OVER, Refusal, State
from core.maori.board import (
    S_EMPTY,
    S_HUT_PALMS,
    S_ITEMS,
    S_LEIS,
    S_PALMS,
    S_SHELLS,
    S_SHIPS,
    board_number,
    clear,
    distance,
    put,
    score_board,
    ships_on,
)
from core.maori.choices import discoveries, sailings, voyages
from core.maori.layout import (
    BANK,
    CELL,
    DISCOVER,
    END,
    EXPLORER,
    FIRST,
    HOLE,
    IDLE,
    IDLE_TURNS,
    LAST,
    MATRIX,
    O_MUST,
    O_SHIP,
    OPENER,
    OPTIONS,
    P_BOAT,
    P_FILLED,
    P_SHELLS,
    P_SHIPS,
    P_STORE,
    P_TILE,
    PHASE,
    PLACE,
    PLACES,
    REFILL,
    SAIL,
    SEAT,
    SEAT_SIZE,
    START,
    SUPPLY,
    TURN,
    VOYAGE,
    pile_of,
)
from core.maori.matrix import nth_cell, steps_to, voyage_price
from core.maori.moves import (
    M_BOAT,
    M_EXPLORE,
    M_FIRST,
    M_REMOVE,
    M_STORE,
    M_TAKE,
    M_TILE,
    M_UNSTORE,
    detail_of,
    kind_of,
    make,
)
from core.maori.reasons import why_not
from core.maori.standard import VOLCANO
from core.maori.tiles import TileTable
from core.rng import Rng


@final
class MaoriState(State):
    """`v` is laid out as `core.maori.layout` says; `tiles` is never changed and shared by copies."""

    def __init__(self, tiles: TileTable, players: i64, actor: i64, round: i64, v: vec[i64]) -> None:
        self.tiles: Final = tiles
        self.players = players
        self.actor = actor
        self.round = round
        self.v = v

    def copy(self) -> "MaoriState":
        return MaoriState(self.tiles, self.players, self.actor, self.round, self.v[:])

    def hide(self, seat: i64, rng: Rng) -> "MaoriState":
        """Everything lies open, and the supply has no order before it is drawn."""
        return self.copy()

    def veiled(self, move: i64) -> i64:
        return move

    # Moves

    def legal_moves(self) -> vec[i64]:
        moves = vec[i64]()
        v = self.v
        phase = v[PHASE]
        seat = SEAT + v[TURN] * SEAT_SIZE
        if phase in (DISCOVER, PLACE):
            return discoveries(v, seat, self.tiles, moves)
        if phase == VOYAGE:
            return voyages(v, seat, moves)
        if phase == SAIL:
            return sailings(v, seat, moves)
        n: i64 = 0
        if phase == START:
            while n < PLACES:
                moves = append(moves, make(M_EXPLORE, n))
                n += 1
        elif phase == FIRST:
            while n < self.players:
                moves = append(moves, make(M_FIRST, n))
                n += 1
        elif phase != END:
            while n < self.tiles.kinds:
                if self._ways(n) > 0:
                    moves = append(moves, make(M_TILE, n))
                n += 1
        return moves

    def is_legal(self, move: i64) -> bool:
        return why_not(self.v, self.players, self.actor, self.tiles, move) is None

    def refusal(self, move: i64) -> Refusal | None:
        return why_not(self.v, self.players, self.actor, self.tiles, move)

    def _ways(self, kind: i64) -> i64:
        """How many tiles of a kind can be drawn: at the start volcanoes are put back."""
        if self.v[PHASE] == MATRIX and self.tiles.shape[kind] == VOLCANO:
            return 0
        return self.v[pile_of(self.players) + kind]

    def weights(self) -> vec[i64]:
        ways = vec[i64]()
        if self.v[PHASE] == FIRST:
            n: i64 = 0
            while n < self.players:
                ways = append(ways, i64(1))
                n += 1
            return ways
        kind: i64 = 0
        while kind < self.tiles.kinds:
            if self._ways(kind) > 0:
                ways = append(ways, self._ways(kind))
            kind += 1
        return ways

    def sample(self, rng: Rng) -> i64:
        v = self.v
        if v[PHASE] == FIRST:
            return make(M_FIRST, rng.below(self.players))
        # A volcano that may not come yet is drawn again, as at the table.
        while True:
            left = rng.below(v[SUPPLY])
            at = pile_of(self.players) - 1
            first = at + 1
            while left >= 0:
                at += 1
                left -= v[at]
            if v[PHASE] == REFILL or self.tiles.shape[at - first] != VOLCANO:
                return make(M_TILE, at - first)

    def apply(self, move: i64) -> None:
        v = self.v
        kind = kind_of(move)
        detail = detail_of(move)
        seat = SEAT + v[TURN] * SEAT_SIZE
        if kind == M_TILE:
            self._draw(detail)
        elif kind == M_EXPLORE:
            self._explore(seat, detail)
        elif kind == M_TAKE:
            tile_kind = self._from_matrix(seat, (detail >> 7) + 1)
            self._lay(seat, detail >> 2 & 31, tile_kind << 2 | detail & 3)
            self._done()
        elif kind == M_STORE:
            v[seat + P_STORE] = self._from_matrix(seat, detail + 1)
            self._done()
        elif kind == M_UNSTORE:
            tile_kind = v[seat + P_STORE]
            v[seat + P_STORE] = -1
            self._lay(seat, detail >> 2, tile_kind << 2 | detail & 3)
            self._done()
        elif kind == M_REMOVE:
            self._remove(seat, detail)
            self._done()
        elif kind == M_BOAT:
            self._boat(seat, detail & 31)
        elif kind == M_FIRST:
            v[TURN] = detail
            v[PHASE] = START
            self.actor = detail
        else:
            if v[PHASE] == DISCOVER:
                v[IDLE] += 1
            self._end_turn()

    def _draw(self, kind: i64) -> None:
        v = self.v
        v[pile_of(self.players) + kind] -= 1
        v[SUPPLY] -= 1
        v[CELL + v[HOLE]] = kind
        if v[PHASE] == REFILL:
            v[HOLE] = -1
            self._after_tile()
            return
        v[HOLE] += 1
        if v[HOLE] == PLACES:
            v[HOLE] = -1
            v[PHASE] = FIRST

    def _pay(self, seat: i64, shells: i64) -> None:
        self.v[seat + P_SHELLS] -= shells
        self.v[BANK] += shells

    def _explore(self, seat: i64, place: i64) -> None:
        v = self.v
        if v[PHASE] == VOYAGE:
            self._pay(seat, voyage_price(v, seat, steps_to(v, place)))
            v[EXPLORER] = place
            v[PHASE] = DISCOVER
            return
        v[EXPLORER] = place
        self._next_seat()
        v[OPENER] = v[TURN]

    def _from_matrix(self, seat: i64, n: i64) -> i64:
        """Take the n-th tile from the ship and pay for those passed over; its kind."""
        v = self.v
        cell = nth_cell(v, n)
        kind = v[CELL + cell]
        self._pay(seat, n - 1)
        v[CELL + cell] = -1
        v[HOLE] = cell
        return kind

    def _lay(self, seat: i64, cell: i64, tile: i64) -> None:
        """Lay a tile: gain its shells and ships, and see whether the board is full."""
        v = self.v
        tiles = self.tiles
        number = board_number(v)
        put(v, seat, tiles, cell, tile)
        v[seat + P_SHIPS] += tiles.ships[tile >> 2]
        if cell == tiles.printed_cell[number]:
            v[seat + P_SHIPS] -= tiles.printed
        shells = tiles.shells[tile >> 2]
        if shells > v[BANK]:
            shells = v[BANK]
        self._pay(seat, -shells)
        if v[OPTIONS] & O_MUST or (v[OPTIONS] & O_SHIP and v[seat + P_BOAT] < 0):
            v[seat + P_BOAT] = cell
        if v[LAST] < 0 and v[seat + P_FILLED] == tiles.spaces[number]:
            v[LAST] = self.players

    def _remove(self, seat: i64, cell: i64) -> None:
        """Take a tile off the board, back into the box."""
        v = self.v
        v[seat + P_SHIPS] -= self.tiles.ships[v[seat + P_TILE + cell] >> 2]
        if cell == self.tiles.printed_cell[board_number(v)]:
            v[seat + P_SHIPS] += self.tiles.printed
        clear(v, seat, cell)
        if v[seat + P_FILLED] == 0:
            v[seat + P_BOAT] = -1

    def _boat(self, seat: i64, goal: i64) -> None:
        v = self.v
        if v[PHASE] == SAIL:
            v[seat + P_BOAT] = goal
            self._end_turn()
            return
        self._pay(seat, distance(v, seat, v[seat + P_BOAT], goal))
        v[seat + P_BOAT] = goal
        v[PHASE] = PLACE

    def _done(self) -> None:
        """Something was done in the second step: fill the hole, then go on."""
        v = self.v
        v[IDLE] = 0
        if v[HOLE] >= 0 and v[SUPPLY] > 0:
            v[PHASE] = REFILL
            self.actor = NATURE
            return
        v[HOLE] = -1
        self._after_tile()

    def _after_tile(self) -> None:
        v = self.v
        seat = SEAT + v[TURN] * SEAT_SIZE
        boat = v[seat + P_BOAT]
        if v[OPTIONS] & O_SHIP and boat >= 0 and v[seat + P_FILLED] & ~(1 << boat):
            v[PHASE] = SAIL
            self.actor = v[TURN]
            return
        self._end_turn()

    def _end_turn(self) -> None:
        v = self.v
        if v[LAST] > 0:
            v[LAST] -= 1
        if v[LAST] == 0 or v[IDLE] >= IDLE_TURNS:
            v[PHASE] = END
            self.actor = OVER
            return
        self._next_seat()
        if v[TURN] == v[OPENER]:
            self.round += 1

    def _next_seat(self) -> None:
        v = self.v
        v[TURN] = v[TURN] + 1 if v[TURN] + 1 < self.players else 0
        v[PHASE] = VOYAGE
        self.actor = v[TURN]

    # Scoring

    def score_items(self) -> vec[i64]:
        """What each seat's score is made of, S_ITEMS numbers a seat."""
        v = self.v
        result = vec[i64]()
        items = vec[i64]([0] * int(S_ITEMS))
        most_ships: i64 = 0
        most_shells: i64 = 0
        n: i64 = 0
        while n < self.players:
            seat = SEAT + n * SEAT_SIZE
            score_board(v, seat, self.tiles, items)
            ships = ships_on(v, seat, self.tiles)
            shells = v[seat + P_SHELLS]
            most_ships = ships if ships > most_ships else most_ships
            most_shells = shells if shells > most_shells else most_shells
            result = append(result, items[S_PALMS])
            result = append(result, items[S_HUT_PALMS])
            result = append(result, items[S_LEIS])
            result = append(result, ships)
            result = append(result, shells)
            result = append(result, items[S_EMPTY])
            n += 1
        at: i64 = 0
        while at < self.players * S_ITEMS:
            if result[at + S_SHIPS] < most_ships:
                result[at + S_SHIPS] = 0
            if result[at + S_SHELLS] < most_shells:
                result[at + S_SHELLS] = 0
            at += S_ITEMS
        return result

    def scores(self) -> vec[i64]:
        items = self.score_items()
        scores = vec[i64]()
        n: i64 = 0
        while n < self.players:
            total: i64 = 0
            at = n * S_ITEMS
            end = at + S_ITEMS
            while at < end:
                total += items[at]
                at += 1
            scores = append(scores, total)
            n += 1
        return scores

    def winners(self) -> vec[i64]:
        """The most points; among those the most shells (they are in the array, scored or not)."""
        winners = vec[i64]()
        if self.actor != OVER:
            return winners
        scores = self.scores()
        best: i64 = -1000000
        n: i64 = 0
        while n < self.players:
            rank = scores[n] * 100 + self.v[SEAT + n * SEAT_SIZE + P_SHELLS]
            best = rank if rank > best else best
            n += 1
        n = 0
        while n < self.players:
            if scores[n] * 100 + self.v[SEAT + n * SEAT_SIZE + P_SHELLS] == best:
                winners = append(winners, n)
            n += 1
        return winners
