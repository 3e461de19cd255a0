"""Maori's moves as dense numbers (docs/reference/environments.md), computed from the parts of a move.

Moves are in their canonical order, kind by kind, then by the fields that `core/maori/moves.py` packs. A cell
is numbered by its rank among the spaces of the board.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.ai.maori import observation
from vanuatu.ai.numbering import MoveTable, Numbering, ObservationWriter, group_of, members_of, starts_of
from vanuatu.core.game import Game, State
from vanuatu.core.maori.game import MaoriGame
from vanuatu.core.maori.layout import Rule
from vanuatu.core.maori.moves import Kind, detail_of, kind_of, make
from vanuatu.core.maori.state import MaoriState

_LINE: Final[i64] = 4  # tiles before the explorer ship
_TURNS: Final[i64] = 4  # ways to lay a tile


@final
class MaoriNumbering(Numbering):
    """The numbers of Maori's moves, on the front or the atoll, with small ships or without."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        assert isinstance(game, MaoriGame)
        tiles = game.tiles
        spaces = tiles.spaces[0]
        if "atoll" in game.options:
            spaces = tiles.spaces[1]
        self._cells = members_of(spaces)
        self._looks = observation.looks_of(tiles)
        cells: i64 = len(self._cells)
        sizes = vec[i64]([0] * int(Kind.COUNT))
        sizes[Kind.TILE] = tiles.kinds
        sizes[Kind.FIRST] = game.players
        self._draw_starts = starts_of(sizes[: Kind.EXPLORE])
        sizes[Kind.EXPLORE] = Rule.PLACES
        if "ship" in game.options or "shipmust" in game.options:
            sizes[Kind.BOAT] = cells * (cells - 1)
        sizes[Kind.TAKE] = _LINE * cells * _TURNS
        sizes[Kind.STORE] = _LINE
        sizes[Kind.UNSTORE] = cells * _TURNS
        sizes[Kind.REMOVE] = cells
        sizes[Kind.PASS] = 1
        self._table = MoveTable(self.moves_by_kind(Kind.EXPLORE, sizes), make(1, 0))
        self.actions = len(self._table.moves)
        self.draws = self._draw_starts[Kind.EXPLORE]
        # Each tile is taken, laid and removed at most once. The number of passes in a row is limited. A turn
        # has at most four steps. Draws: each tile once, and the first player.
        supply: i64 = 0
        kind: i64 = 0
        while kind < tiles.kinds:
            supply += tiles.counts[kind]
            kind += 1
        self.longest = 1 + 4 * (3 * supply + 1) * Rule.IDLE_TURNS
        self.most_draws = supply + 1

    def number(self, move: i64) -> i64:
        kind = kind_of(move)
        if kind < Kind.EXPLORE:
            return self._draw_starts[kind] + detail_of(move)
        return self._table.number(move)

    def move(self, number: i64) -> i64:
        return self._table.moves[number]

    def numbers(self, moves: vec[i64]) -> vec[i64]:
        return self._table.numbers(moves)

    def draw(self, number: i64) -> i64:
        kind = group_of(self._draw_starts, number)
        return make(kind, number - self._draw_starts[kind])

    def observe(self, state: State, seat: i64, halfway: bool, writer: ObservationWriter) -> None:
        assert isinstance(state, MaoriState)
        observation.observe(state, seat, self._cells, self._looks, writer)

    def may_hide(self, state: State) -> bool:
        return False

    def ranked_move(self, kind: i64, rank: i64) -> i64:
        cells: i64 = len(self._cells)
        turns = rank % _TURNS
        laid = rank // _TURNS
        if kind == Kind.TAKE:
            return make(kind, laid // cells << 7 | self._cells[laid % cells] << 2 | turns)
        if kind == Kind.UNSTORE:
            return make(kind, self._cells[laid] << 2 | turns)
        if kind == Kind.BOAT:
            start = rank // (cells - 1)
            goal = rank % (cells - 1)
            if goal >= start:
                goal += 1
            return make(kind, self._cells[start] << 5 | self._cells[goal])
        if kind == Kind.REMOVE:
            return make(kind, self._cells[rank])
        return make(kind, rank)


def make_numbering(game: Game) -> MaoriNumbering:
    return MaoriNumbering(game)
