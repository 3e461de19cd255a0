"""A position of Maori: one array, and the effects of moves on it."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from vanuatu.core.game import CHANCE, OVER, Refusal, State
from vanuatu.core.maori import board, draws, legal, matrix
from vanuatu.core.maori.layout import At, Option, Phase, Rule, Seat
from vanuatu.core.maori.moves import Kind, detail_of, kind_of
from vanuatu.core.maori.scoring import final_scores, final_winners, score_items
from vanuatu.core.maori.tiles import TileTable, table_of
from vanuatu.core.maori.why import why_not
from vanuatu.core.rng import Rng


@mypyc_attr(free_list_len=1)
@final
class MaoriState(State):
    """`vanuatu.core.maori.layout` describes `b`; `tiles` never changes and is shared by copies."""

    def __init__(self, tiles: TileTable, players: i64, actor: i64, round: i64, b: vec[i64]) -> None:
        self.tiles: Final = tiles
        self.players = players
        self.actor = actor
        self.round = round
        self.b = b

    def copy(self) -> "MaoriState":
        return MaoriState(self.tiles, self.players, self.actor, self.round, self.b[:])

    @property
    def game(self) -> str:
        return "maori"

    # Legal moves

    def legal_moves(self) -> vec[i64]:
        if self.actor == OVER:
            return vec[i64]()
        if self.actor == CHANCE:
            return draws.legal_draws(self.b, self.players, self.tiles)
        return legal.legal_moves(self.b, self.actor, self.tiles)

    def is_legal(self, move: i64) -> bool:
        if self.actor == OVER or move < 0:
            return False
        if self.actor == CHANCE:
            return draws.is_legal(self.b, self.players, self.tiles, move)
        return legal.is_legal(self.b, self.actor, self.tiles, move)

    def refusal(self, move: i64) -> Refusal | None:
        if self.is_legal(move):
            return None
        return why_not(self.b, self.players, self.actor, self.tiles, move)

    # Playing a move

    def apply(self, move: i64) -> None:
        b = self.b
        kind = kind_of(move)
        detail = detail_of(move)
        base = Seat.BASE + b[At.TURN] * Seat.SIZE
        if kind <= Kind.FIRST:
            self._draw(move)
        elif kind == Kind.EXPLORE:
            self._explore(base, detail)
        elif kind == Kind.TAKE:
            tile_kind = self._from_matrix(base, (detail >> 7) + 1)
            self._lay(base, detail >> 2 & 31, tile_kind << 2 | detail & 3)
            self._done()
        elif kind == Kind.STORE:
            b[base + Seat.STORE] = self._from_matrix(base, detail + 1)
            self._done()
        elif kind == Kind.UNSTORE:
            tile_kind = b[base + Seat.STORE]
            b[base + Seat.STORE] = -1
            self._lay(base, detail >> 2, tile_kind << 2 | detail & 3)
            self._done()
        elif kind == Kind.REMOVE:
            self._remove(base, detail)
            self._done()
        elif kind == Kind.BOAT:
            self._boat(base, detail & 31)
        else:
            if b[At.PHASE] == Phase.DISCOVER:
                b[At.IDLE] += 1
            self._end_turn()

    def _draw(self, move: i64) -> None:
        """Apply a draw and continue: with another draw, the first turn, or the current turn."""
        b = self.b
        draws.apply(b, self.players, move)
        if b[At.PHASE] == Phase.FIRST:
            b[At.PHASE] = Phase.START
            self.actor = b[At.TURN]
        elif b[At.PHASE] == Phase.REFILL:
            b[At.HOLE] = -1
            self._after_tile()
        else:
            b[At.HOLE] += 1
            if b[At.HOLE] == Rule.PLACES:
                b[At.HOLE] = -1
                b[At.PHASE] = Phase.FIRST

    def _pay(self, base: i64, shells: i64) -> None:
        self.b[base + Seat.SHELLS] -= shells
        self.b[At.BANK] += shells

    def _explore(self, base: i64, place: i64) -> None:
        b = self.b
        if b[At.PHASE] == Phase.VOYAGE:
            self._pay(base, matrix.voyage_price(b, base, matrix.steps_to(b, place)))
            b[At.EXPLORER] = place
            b[At.PHASE] = Phase.DISCOVER
            return
        b[At.EXPLORER] = place
        self._next_seat()
        b[At.OPENER] = b[At.TURN]

    def _from_matrix(self, base: i64, n: i64) -> i64:
        """Take the n-th tile from the ship and pay for those passed over. Return its kind."""
        b = self.b
        cell = matrix.nth_cell(b, n)
        kind = b[At.CELL + cell]
        self._pay(base, n - 1)
        b[At.CELL + cell] = -1
        b[At.HOLE] = cell
        return kind

    def _lay(self, base: i64, cell: i64, tile: i64) -> None:
        """Place a tile: gain its shells and ships, and check whether the board is full."""
        b = self.b
        tiles = self.tiles
        number = board.board_number(b)
        board.put(b, base, tiles, cell, tile)
        b[base + Seat.SHIPS] += tiles.ships[tile >> 2]
        if cell == tiles.printed_cell[number]:
            b[base + Seat.SHIPS] -= tiles.printed
        shells = tiles.shells[tile >> 2]
        if shells > b[At.BANK]:
            shells = b[At.BANK]
        self._pay(base, -shells)
        if b[At.OPTIONS] & Option.MUST or (b[At.OPTIONS] & Option.SHIP and b[base + Seat.BOAT] < 0):
            b[base + Seat.BOAT] = cell
        if b[At.LAST] < 0 and b[base + Seat.FILLED] == tiles.spaces[number]:
            b[At.LAST] = self.players

    def _remove(self, base: i64, cell: i64) -> None:
        """Remove a tile from the board, back into the box."""
        b = self.b
        b[base + Seat.SHIPS] -= self.tiles.ships[b[base + Seat.TILE + cell] >> 2]
        if cell == self.tiles.printed_cell[board.board_number(b)]:
            b[base + Seat.SHIPS] += self.tiles.printed
        board.clear(b, base, cell)
        if b[base + Seat.FILLED] == 0:
            b[base + Seat.BOAT] = -1

    def _boat(self, base: i64, goal: i64) -> None:
        b = self.b
        if b[At.PHASE] == Phase.SAIL:
            b[base + Seat.BOAT] = goal
            self._end_turn()
            return
        self._pay(base, board.distance(b, base, b[base + Seat.BOAT], goal))
        b[base + Seat.BOAT] = goal
        b[At.PHASE] = Phase.PLACE

    def _done(self) -> None:
        """Finish a second step that changed something: refill the gap, then continue."""
        b = self.b
        b[At.IDLE] = 0
        if b[At.HOLE] >= 0 and b[At.SUPPLY] > 0:
            b[At.PHASE] = Phase.REFILL
            self.actor = CHANCE
            return
        b[At.HOLE] = -1
        self._after_tile()

    def _after_tile(self) -> None:
        b = self.b
        base = Seat.BASE + b[At.TURN] * Seat.SIZE
        boat = b[base + Seat.BOAT]
        if b[At.OPTIONS] & Option.SHIP and boat >= 0 and b[base + Seat.FILLED] & ~(1 << boat):
            b[At.PHASE] = Phase.SAIL
            self.actor = b[At.TURN]
            return
        self._end_turn()

    def _end_turn(self) -> None:
        b = self.b
        if b[At.LAST] > 0:
            b[At.LAST] -= 1
        if b[At.LAST] == 0 or b[At.IDLE] >= Rule.IDLE_TURNS:
            b[At.PHASE] = Phase.END
            self.actor = OVER
            return
        self._next_seat()
        if b[At.TURN] == b[At.OPENER]:
            self.round += 1

    def _next_seat(self) -> None:
        b = self.b
        b[At.TURN] += 1
        if b[At.TURN] == self.players:
            b[At.TURN] = 0
        b[At.PHASE] = Phase.VOYAGE
        self.actor = b[At.TURN]

    # Draws and hidden information

    def weights(self) -> vec[i64]:
        moves = self.legal_moves()
        result = vec[i64]()
        n = len(moves)
        i: i64 = 0
        while i < n:
            result = append(result, draws.ways(self.b, self.players, self.tiles, moves[i]))
            i += 1
        return result

    def sample(self, rng: Rng) -> i64:
        return draws.sample(self.b, self.players, self.tiles, rng)

    def seen_by_others(self, move: i64) -> i64:
        return move

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, MaoriState)
            and self.tiles.key == other.tiles.key
            and (self.players, self.actor, self.round) == (other.players, other.actor, other.round)
            and list(self.b) == list(other.b)
        )

    def __reduce__(self) -> tuple[object, ...]:
        return position_of, (self.tiles.key, self.players, self.actor, self.round, list(self.b))

    def public_moves_are_certain(self) -> bool:
        return True

    def hide(self, seat: i64, rng: Rng) -> "MaoriState":
        """Return a copy: nothing is hidden, and the supply has no order before it is drawn."""
        return self.copy()

    # The end

    def score_items(self) -> vec[i64]:
        """Return the items of each seat's score, `Item.COUNT` numbers a seat (see `scoring`)."""
        return score_items(self.b, self.players, self.tiles)

    def scores(self) -> vec[i64]:
        return final_scores(self.b, self.players, self.tiles)

    def winners(self) -> vec[i64]:
        if self.actor != OVER:
            return vec[i64]()
        return final_winners(self.b, self.players, self.tiles)


def position_of(tiles: str, players: int, actor: int, round: int, numbers: list[int]) -> MaoriState:
    """Return the position with this array and the tiles of that key; for pickles."""
    return MaoriState(table_of(tiles), players, actor, round, vec[i64](numbers))
