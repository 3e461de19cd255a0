"""Vanuatu's moves as dense numbers (docs/reference/environments.md), computed from the parts of a move.

Moves are in their canonical order, kind by kind, then by the fields that `core/vanuatu/moves.py` packs. A
rest has a number for each token, and one more for its veil, the unseen token.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from vanuatu.ai.numbering import MoveTable, Numbering, ObservationWriter, group_of, members_of, starts_of
from vanuatu.ai.vanuatu import observation
from vanuatu.core.game import Game, State
from vanuatu.core.rng import Rng
from vanuatu.core.vanuatu import hidden
from vanuatu.core.vanuatu.board import count_bits, neighbour, one, seat_base
from vanuatu.core.vanuatu.layout import At, Seat
from vanuatu.core.vanuatu.moves import NONE, Kind, detail_of, kind_of, make
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.core.vanuatu.tables import (
    BOARD,
    EFATE_CELL,
    LETTER_TILES,
    MOST_BEGGED,
    START_CELLS,
    Action,
    Character,
    RestToken,
    Rule,
    Supply,
    Tile,
)

_OCEANS: Final[i64] = BOARD & ~(1 << EFATE_CELL)  # possible cells of a boat
_STARTS: Final[i64] = one(START_CELLS[0]) | one(START_CELLS[1]) | one(START_CELLS[2])
_ISLANDS: Final[i64] = BOARD & ~_STARTS  # possible cells of an island
_FREE: Final[i64] = _ISLANDS & _OCEANS  # possible cells of a tile
_OCEAN_CELLS: Final = members_of(_OCEANS)
_ISLAND_CELLS: Final = members_of(_ISLANDS)
_FREE_CELLS: Final = members_of(_FREE)

_TRIPS: Final[i64] = 7  # to one cell: free; by 1, 2, 3 cells, each without and with the bonus
_FISH: Final[i64] = 9 * 5 * 3 - 1  # up to eight tiles of 1, four of 2, two of 3; at least one
_SHIPS_AFTER: Final[i64] = 1 + Supply.SHIP_KINDS  # second ships: none, or one with no or one third
_SHIPS_FROM: Final[i64] = 1 + Supply.SHIP_KINDS * _SHIPS_AFTER  # draws that begin with one ship
_CASTS: Final[i64] = 462  # five characters of eleven


@final
class VanuatuNumbering(Numbering):
    """The numbers of Vanuatu's moves, for two players or more, with the rising waters or without."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        two = game.players == 2
        waters = "waters" in game.options
        players: i64 = game.players
        self._sides = _sides(waters)  # the start of each island cell's sides
        sides = self._sides[len(_ISLAND_CELLS)]
        sizes = vec[i64]([0] * int(Kind.COUNT))
        sizes[Kind.START] = 6
        sizes[Kind.TILES] = 12
        sizes[Kind.SHIPS] = Supply.SHIP_KINDS * _SHIPS_FROM
        sizes[Kind.TOURISTS] = 5
        sizes[Kind.FIRST] = players
        if waters:
            sizes[Kind.FLOOD] = 6
        if two:
            sizes[Kind.CAST] = _CASTS
        self._draw_starts = starts_of(sizes[: Kind.PLACE])
        if two:
            sizes[Kind.NEUTRALS] = _pairs_and_triples(0)
        sizes[Kind.PLACE] = 12 * len(_FREE_CELLS)
        sizes[Kind.CHARACTER] = Character.COUNT
        sizes[Kind.PLAN] = _plans_before(Action.COUNT)
        sizes[Kind.SAIL] = _TRIPS * len(_OCEAN_CELLS)
        sizes[Kind.BUILD] = 2 * len(_ISLAND_CELLS) + 4 * sides
        sizes[Kind.EXPLORE] = 2 * len(_OCEAN_CELLS)
        sizes[Kind.FISH] = 2 * len(_OCEAN_CELLS)
        sizes[Kind.SELL] = 2 * _FISH
        sizes[Kind.BUY] = 6 * len(_ISLAND_CELLS)
        sizes[Kind.DRAW] = 2 * len(_ISLAND_CELLS)
        sizes[Kind.TRANSPORT] = 2 * len(_ISLAND_CELLS)
        sizes[Kind.REST] = 2 * (RestToken.COUNT + 1)
        sizes[Kind.TAKE] = Action.COUNT
        sizes[Kind.GOVERN] = Action.COUNT * (Action.COUNT - 1)
        sizes[Kind.BEG] = MOST_BEGGED + 1
        sizes[Kind.TREASURE] = 3
        self._table = MoveTable(self.moves_by_kind(Kind.PLACE, sizes), make(1, 0))
        self.actions = len(self._table.moves)
        self.draws = self._draw_starts[Kind.PLACE]
        # Steps per round: two tiles; neutral markers, a character, three plans and five actions of each seat;
        # second steps of rests, the Governor's move and the Beggar's exchange. Per game: ten sales of
        # treasures.
        self.longest = Rule.ROUNDS * (2 + players * (1 + 1 + 3 + 5) + RestToken.COUNT + 2) + 10
        # Draws per round: the die, ships, tourists, tiles, characters on offer. At the start: tiles and first
        # player.
        self.most_draws = Rule.ROUNDS * 5 + 2

    def number(self, move: i64) -> i64:
        kind = kind_of(move)
        if kind < Kind.PLACE:
            return self._draw_starts[kind] + _draw_rank(kind, detail_of(move))
        return self._table.number(move)

    def move(self, number: i64) -> i64:
        return self._table.moves[number]

    def numbers(self, moves: vec[i64]) -> vec[i64]:
        return self._table.numbers(moves)

    def draw(self, number: i64) -> i64:
        kind = group_of(self._draw_starts, number)
        return make(kind, _ranked_draw(kind, number - self._draw_starts[kind]))

    def observe(self, state: State, seat: i64, halfway: bool, writer: ObservationWriter) -> None:
        assert isinstance(state, VanuatuState)
        observation.observe(state, seat, halfway, writer)

    def may_hide(self, state: State) -> bool:
        assert isinstance(state, VanuatuState)
        return state.b[seat_base(state.actor) + Seat.MARKERS + Action.REST] > 0

    def is_veil(self, move: i64) -> bool:
        return kind_of(move) == Kind.REST and detail_of(move) == RestToken.UNSEEN

    def secret(self, state: State, i: i64, veil: i64) -> i64:
        assert isinstance(state, VanuatuState)
        return make(Kind.REST, state.b[At.TAKEN + i] & 7, veil & 1)

    def hide(self, state: State, seat: i64, halfway: bool, rng: Rng) -> State:
        assert isinstance(state, VanuatuState)
        other = state.copy()
        hidden.redraw_rest_tokens(other.b, seat, rng, halfway and seat == state.actor)
        return other

    def seen(self, state: State, seat: i64) -> State:
        assert isinstance(state, VanuatuState)
        other = state.copy()
        i: i64 = 0
        while i < other.b[At.RESTS]:
            if other.b[At.TAKEN + i] >> 3 != seat:
                other.b[At.TAKEN + i] |= 7
                other.b[At.TAKEN + i] -= 7 - RestToken.UNSEEN
            i += 1
        return other

    def known(self, state: State, seat: i64, halfway: bool) -> str:
        assert isinstance(state, VanuatuState)
        rests: list[str] = []
        for tokens in hidden.may_hold(state.b, seat, halfway and seat == state.actor):
            letters = ""
            for token in members_of(tokens):
                letters += "fbpv"[token]
            rests.append(letters)
        return "/".join(rests)

    def ranked_move(self, kind: i64, rank: i64) -> i64:
        bonus = rank & 1
        half = rank >> 1
        if kind == Kind.PLAN:
            first: i64 = 0
            while _plans_before(first + 1) <= rank:
                first += 1
            second = first + rank - _plans_before(first)
            if second == Action.COUNT:
                second = NONE
            return make(kind, first << 4 | second)
        if kind == Kind.SAIL:
            trip = rank % _TRIPS + 1
            return make(kind, _OCEAN_CELLS[rank // _TRIPS] << 2 | trip >> 1, trip & 1)
        if kind == Kind.SELL:
            half += 1
            return make(kind, half % 9 | half // 9 % 5 << 4 | half // 45 << 8, bonus)
        if kind == Kind.BUILD:
            return make(kind, self._ranked_build(half), bonus)
        if kind == Kind.EXPLORE or kind == Kind.FISH:
            return make(kind, _OCEAN_CELLS[half], bonus)
        if kind == Kind.BUY:
            return make(kind, _ISLAND_CELLS[half // 3] << 2 | half % 3, bonus)
        if kind == Kind.DRAW or kind == Kind.TRANSPORT:
            return make(kind, _ISLAND_CELLS[half], bonus)
        if kind == Kind.REST:
            return make(kind, half, bonus)
        if kind == Kind.PLACE:
            cells: i64 = len(_FREE_CELLS)
            return make(kind, _ranked_tile(rank // cells) << 5 | _FREE_CELLS[rank % cells])
        if kind == Kind.GOVERN:
            source = rank // (Action.COUNT - 1)
            goal = rank % (Action.COUNT - 1)
            if goal >= source:
                goal += 1
            return make(kind, source << 4 | goal)
        if kind == Kind.NEUTRALS:
            return make(kind, _ranked_neutrals(rank))
        if kind == Kind.TREASURE:
            return make(kind, rank + 1)
        return make(kind, rank)

    # Building. For each cell: dikes alone, the hut alone, the hut with a dike.

    def _ranked_build(self, rank: i64) -> i64:
        at: i64 = 0
        while at + 1 + 2 * self._sides[at + 1] <= rank:
            at += 1
        rank -= at + 2 * self._sides[at]
        sides = self._sides[at + 1] - self._sides[at]
        cell = _ISLAND_CELLS[at]
        if rank < sides:
            return cell << 6 | members_of(_faced_by(cell))[rank]
        if rank == sides:
            return cell << 6 | 1 << 5
        return cell << 6 | 1 << 5 | members_of(_faced_by(cell))[rank - sides - 1]


def make_numbering(game: Game) -> VanuatuNumbering:
    return VanuatuNumbering(game)


def _faced_by(cell: i64) -> i64:
    """Return the cells beside an island's cell that can be ocean."""
    cells: i64 = 0
    i: i64 = 0
    while i < 6:
        there = neighbour(cell, i)
        if there > 0:
            cells |= one(there)
        i += 1
    return cells & _OCEANS


def _sides(waters: bool) -> vec[i64]:
    """Return the start of each island cell's sides when all are numbered, and at the end their total."""
    sizes = vec[i64]()
    for cell in _ISLAND_CELLS:
        sizes = append(sizes, count_bits(_faced_by(cell)) if waters else 0)
    return starts_of(sizes)


def _ranked_tile(rank: i64) -> i64:
    if rank < Tile.ISLANDS - 1:
        return rank + Tile.A1
    return rank - (Tile.ISLANDS - 1) + Tile.B1


# Plans. For each first action: the second one, which may be the same, or none.


def _plans_before(first: i64) -> i64:
    return first * (2 * Action.COUNT + 3 - first) // 2


# Neutral markers. For each pair of actions: a third one, or none.


def _pairs_and_triples(first: i64) -> i64:
    """Return how many begin with this action or a later one."""
    left = Action.COUNT - first
    return left * (left + 1) * (left + 5) // 6


def _from_second(second: i64) -> i64:
    """Return how many with one first action have this second one or a later one."""
    left = Action.COUNT - second
    return left * (left + 3) // 2


def _ranked_neutrals(rank: i64) -> i64:
    first: i64 = 0
    while _pairs_and_triples(0) - _pairs_and_triples(first + 1) <= rank:
        first += 1
    rank -= _pairs_and_triples(0) - _pairs_and_triples(first)
    second = first
    while _from_second(first) - _from_second(second + 1) <= rank:
        second += 1
    third = second + rank - (_from_second(first) - _from_second(second))
    if third == Action.COUNT:
        third = NONE
    return first << 8 | second << 4 | third


# Draws


def _draw_rank(kind: i64, detail: i64) -> i64:
    """Return the rank of a draw within its kind."""
    if kind == Kind.TILES:
        i: i64 = 0
        while LETTER_TILES[i] != detail >> 4:
            i += 1
        return (i & ~3) + 2 * (i & 1) + _of_letter(detail & 15)
    if kind == Kind.SHIPS:
        rank = ((detail >> 8) - 1) * _SHIPS_FROM
        second = (detail >> 4) & 15
        third = detail & 15
        if second > 0:
            rank += 1 + (second - 1) * _SHIPS_AFTER
        return rank + third
    if kind == Kind.FLOOD:
        return detail - 1
    if kind == Kind.CAST:
        rank = 0
        cast = members_of(detail)
        chosen: i64 = 0
        while chosen < len(cast):
            rank += _ways(cast[chosen], chosen + 1)
            chosen += 1
        return rank
    return detail  # an order of starting tiles, a number of tourists, a seat


def _ranked_draw(kind: i64, rank: i64) -> i64:
    if kind == Kind.TILES:
        pair = 4 * (rank // 4)
        return LETTER_TILES[pair + (rank >> 1 & 1)] << 4 | LETTER_TILES[pair + 2 + (rank & 1)]
    if kind == Kind.SHIPS:
        detail = (rank // _SHIPS_FROM + 1) << 8
        rank %= _SHIPS_FROM
        if rank == 0:
            return detail
        rank -= 1
        return detail | (rank // _SHIPS_AFTER + 1) << 4 | rank % _SHIPS_AFTER
    if kind == Kind.FLOOD:
        return rank + 1
    if kind == Kind.CAST:
        cast: i64 = 0
        chosen: i64 = 5
        character: i64 = Character.COUNT - 1
        while chosen > 0:
            if _ways(character, chosen) <= rank:
                rank -= _ways(character, chosen)
                cast |= one(character)
                chosen -= 1
            character -= 1
        return cast
    return rank


def _of_letter(tile: i64) -> i64:
    """Return 0 or 1: which of the two tiles of its letter it is."""
    i: i64 = 0
    while LETTER_TILES[i] != tile:
        i += 1
    return i & 1


def _ways(n: i64, k: i64) -> i64:
    """Return the number of ways to choose k of n things."""
    ways: i64 = 1
    i: i64 = 0
    while i < k:
        ways = ways * (n - i) // (i + 1)
        i += 1
    return ways
