"""A position of Maori: one array, and what moves do to it."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from core.game import NATURE, OVER, Refusal, State
from core.maori.board import Item, board_number, clear, distance, put, score_board, ships_on
from core.maori.layout import At, Option, Phase, Rule, Seat, pile_of
from core.maori.legal import discoveries, sailings, voyages
from core.maori.matrix import nth_cell, steps_to, voyage_price
from core.maori.moves import Kind, detail_of, kind_of, make
from core.maori.tables import Shape
from core.maori.tiles import TileTable, table_of
from core.maori.why import why_not
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

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, MaoriState)
            and self.tiles.key == other.tiles.key
            and (self.players, self.actor, self.round) == (other.players, other.actor, other.round)
            and list(self.v) == list(other.v)
        )

    def __reduce__(self) -> tuple[object, ...]:
        return position_of, (self.tiles.key, self.players, self.actor, self.round, list(self.v))

    def hide(self, seat: i64, rng: Rng) -> "MaoriState":
        """Everything lies open, and the supply has no order before it is drawn."""
        return self.copy()

    def veiled(self, move: i64) -> i64:
        return move

    # Moves

    @property
    def game(self) -> str:
        return "maori"

    def legal_moves(self) -> vec[i64]:
        moves = vec[i64]()
        v = self.v
        phase = v[At.PHASE]
        seat = Seat.BASE + v[At.TURN] * Seat.SIZE
        if phase in (Phase.DISCOVER, Phase.PLACE):
            return discoveries(v, seat, self.tiles, moves)
        if phase == Phase.VOYAGE:
            return voyages(v, seat, moves)
        if phase == Phase.SAIL:
            return sailings(v, seat, moves)
        n: i64 = 0
        if phase == Phase.START:
            while n < Rule.PLACES:
                moves = append(moves, make(Kind.EXPLORE, n))
                n += 1
        elif phase == Phase.FIRST:
            while n < self.players:
                moves = append(moves, make(Kind.FIRST, n))
                n += 1
        elif phase != Phase.END:
            while n < self.tiles.kinds:
                if self._ways(n) > 0:
                    moves = append(moves, make(Kind.TILE, n))
                n += 1
        return moves

    def is_legal(self, move: i64) -> bool:
        return why_not(self.v, self.players, self.actor, self.tiles, move) is None

    def refusal(self, move: i64) -> Refusal | None:
        return why_not(self.v, self.players, self.actor, self.tiles, move)

    def _ways(self, kind: i64) -> i64:
        """How many tiles of a kind can be drawn: at the start volcanoes are put back."""
        if self.v[At.PHASE] == Phase.MATRIX and self.tiles.shape[kind] == Shape.VOLCANO:
            return 0
        return self.v[pile_of(self.players) + kind]

    def weights(self) -> vec[i64]:
        ways = vec[i64]()
        if self.v[At.PHASE] == Phase.FIRST:
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
        if v[At.PHASE] == Phase.FIRST:
            return make(Kind.FIRST, rng.below(self.players))
        # A volcano that may not come yet is drawn again, as at the table.
        while True:
            left = rng.below(v[At.SUPPLY])
            at = pile_of(self.players) - 1
            first = at + 1
            while left >= 0:
                at += 1
                left -= v[at]
            if v[At.PHASE] == Phase.REFILL or self.tiles.shape[at - first] != Shape.VOLCANO:
                return make(Kind.TILE, at - first)

    def apply(self, move: i64) -> None:
        v = self.v
        kind = kind_of(move)
        detail = detail_of(move)
        seat = Seat.BASE + v[At.TURN] * Seat.SIZE
        if kind == Kind.TILE:
            self._draw(detail)
        elif kind == Kind.EXPLORE:
            self._explore(seat, detail)
        elif kind == Kind.TAKE:
            tile_kind = self._from_matrix(seat, (detail >> 7) + 1)
            self._lay(seat, detail >> 2 & 31, tile_kind << 2 | detail & 3)
            self._done()
        elif kind == Kind.STORE:
            v[seat + Seat.STORE] = self._from_matrix(seat, detail + 1)
            self._done()
        elif kind == Kind.UNSTORE:
            tile_kind = v[seat + Seat.STORE]
            v[seat + Seat.STORE] = -1
            self._lay(seat, detail >> 2, tile_kind << 2 | detail & 3)
            self._done()
        elif kind == Kind.REMOVE:
            self._remove(seat, detail)
            self._done()
        elif kind == Kind.BOAT:
            self._boat(seat, detail & 31)
        elif kind == Kind.FIRST:
            v[At.TURN] = detail
            v[At.PHASE] = Phase.START
            self.actor = detail
        else:
            if v[At.PHASE] == Phase.DISCOVER:
                v[At.IDLE] += 1
            self._end_turn()

    def _draw(self, kind: i64) -> None:
        v = self.v
        v[pile_of(self.players) + kind] -= 1
        v[At.SUPPLY] -= 1
        v[At.CELL + v[At.HOLE]] = kind
        if v[At.PHASE] == Phase.REFILL:
            v[At.HOLE] = -1
            self._after_tile()
            return
        v[At.HOLE] += 1
        if v[At.HOLE] == Rule.PLACES:
            v[At.HOLE] = -1
            v[At.PHASE] = Phase.FIRST

    def _pay(self, seat: i64, shells: i64) -> None:
        self.v[seat + Seat.SHELLS] -= shells
        self.v[At.BANK] += shells

    def _explore(self, seat: i64, place: i64) -> None:
        v = self.v
        if v[At.PHASE] == Phase.VOYAGE:
            self._pay(seat, voyage_price(v, seat, steps_to(v, place)))
            v[At.EXPLORER] = place
            v[At.PHASE] = Phase.DISCOVER
            return
        v[At.EXPLORER] = place
        self._next_seat()
        v[At.OPENER] = v[At.TURN]

    def _from_matrix(self, seat: i64, n: i64) -> i64:
        """Take the n-th tile from the ship and pay for those passed over; its kind."""
        v = self.v
        cell = nth_cell(v, n)
        kind = v[At.CELL + cell]
        self._pay(seat, n - 1)
        v[At.CELL + cell] = -1
        v[At.HOLE] = cell
        return kind

    def _lay(self, seat: i64, cell: i64, tile: i64) -> None:
        """Lay a tile: gain its shells and ships, and see whether the board is full."""
        v = self.v
        tiles = self.tiles
        number = board_number(v)
        put(v, seat, tiles, cell, tile)
        v[seat + Seat.SHIPS] += tiles.ships[tile >> 2]
        if cell == tiles.printed_cell[number]:
            v[seat + Seat.SHIPS] -= tiles.printed
        shells = tiles.shells[tile >> 2]
        if shells > v[At.BANK]:
            shells = v[At.BANK]
        self._pay(seat, -shells)
        if v[At.OPTIONS] & Option.MUST or (v[At.OPTIONS] & Option.SHIP and v[seat + Seat.BOAT] < 0):
            v[seat + Seat.BOAT] = cell
        if v[At.LAST] < 0 and v[seat + Seat.FILLED] == tiles.spaces[number]:
            v[At.LAST] = self.players

    def _remove(self, seat: i64, cell: i64) -> None:
        """Take a tile off the board, back into the box."""
        v = self.v
        v[seat + Seat.SHIPS] -= self.tiles.ships[v[seat + Seat.TILE + cell] >> 2]
        if cell == self.tiles.printed_cell[board_number(v)]:
            v[seat + Seat.SHIPS] += self.tiles.printed
        clear(v, seat, cell)
        if v[seat + Seat.FILLED] == 0:
            v[seat + Seat.BOAT] = -1

    def _boat(self, seat: i64, goal: i64) -> None:
        v = self.v
        if v[At.PHASE] == Phase.SAIL:
            v[seat + Seat.BOAT] = goal
            self._end_turn()
            return
        self._pay(seat, distance(v, seat, v[seat + Seat.BOAT], goal))
        v[seat + Seat.BOAT] = goal
        v[At.PHASE] = Phase.PLACE

    def _done(self) -> None:
        """Something was done in the second step: fill the hole, then go on."""
        v = self.v
        v[At.IDLE] = 0
        if v[At.HOLE] >= 0 and v[At.SUPPLY] > 0:
            v[At.PHASE] = Phase.REFILL
            self.actor = NATURE
            return
        v[At.HOLE] = -1
        self._after_tile()

    def _after_tile(self) -> None:
        v = self.v
        seat = Seat.BASE + v[At.TURN] * Seat.SIZE
        boat = v[seat + Seat.BOAT]
        if v[At.OPTIONS] & Option.SHIP and boat >= 0 and v[seat + Seat.FILLED] & ~(1 << boat):
            v[At.PHASE] = Phase.SAIL
            self.actor = v[At.TURN]
            return
        self._end_turn()

    def _end_turn(self) -> None:
        v = self.v
        if v[At.LAST] > 0:
            v[At.LAST] -= 1
        if v[At.LAST] == 0 or v[At.IDLE] >= Rule.IDLE_TURNS:
            v[At.PHASE] = Phase.END
            self.actor = OVER
            return
        self._next_seat()
        if v[At.TURN] == v[At.OPENER]:
            self.round += 1

    def _next_seat(self) -> None:
        v = self.v
        v[At.TURN] = v[At.TURN] + 1 if v[At.TURN] + 1 < self.players else 0
        v[At.PHASE] = Phase.VOYAGE
        self.actor = v[At.TURN]

    # Scoring

    def score_items(self) -> vec[i64]:
        """What each seat's score is made of, Item.COUNT numbers a seat."""
        v = self.v
        result = vec[i64]()
        items = vec[i64]([0] * int(Item.COUNT))
        most_ships: i64 = 0
        most_shells: i64 = 0
        n: i64 = 0
        while n < self.players:
            seat = Seat.BASE + n * Seat.SIZE
            score_board(v, seat, self.tiles, items)
            ships = ships_on(v, seat, self.tiles)
            shells = v[seat + Seat.SHELLS]
            most_ships = ships if ships > most_ships else most_ships
            most_shells = shells if shells > most_shells else most_shells
            result = append(result, items[Item.PALMS])
            result = append(result, items[Item.HUT_PALMS])
            result = append(result, items[Item.LEIS])
            result = append(result, ships)
            result = append(result, shells)
            result = append(result, items[Item.EMPTY])
            n += 1
        at: i64 = 0
        while at < self.players * Item.COUNT:
            if result[at + Item.SHIPS] < most_ships:
                result[at + Item.SHIPS] = 0
            if result[at + Item.SHELLS] < most_shells:
                result[at + Item.SHELLS] = 0
            at += Item.COUNT
        return result

    def scores(self) -> vec[i64]:
        items = self.score_items()
        scores = vec[i64]()
        n: i64 = 0
        while n < self.players:
            total: i64 = 0
            at = n * Item.COUNT
            end = at + Item.COUNT
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
            rank = scores[n] * 100 + self.v[Seat.BASE + n * Seat.SIZE + Seat.SHELLS]
            best = rank if rank > best else best
            n += 1
        n = 0
        while n < self.players:
            if scores[n] * 100 + self.v[Seat.BASE + n * Seat.SIZE + Seat.SHELLS] == best:
                winners = append(winners, n)
            n += 1
        return winners


def position_of(tiles: str, players: int, actor: int, round: int, numbers: list[int]) -> MaoriState:
    """The position whose array holds these numbers, with the tiles of that key; for pickles."""
    return MaoriState(table_of(tiles), players, actor, round, vec[i64](numbers))
