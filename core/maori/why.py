"""Why a move is not legal. A move is legal where nothing speaks against it."""

from librt.vecs import vec
from mypy_extensions import i64

from core.game import NATURE, NOT_A_MOVE, NOT_YOUR_TURN, OVER, Refusal
from core.maori import codes
from core.maori.board import around, board_number, distance
from core.maori.layout import At, Option, Phase, Rule, Seat, pile_of
from core.maori.legal import boat_goals
from core.maori.matrix import LINES, nth_cell, steps_to, voyage_price
from core.maori.moves import Kind, detail_of, kind_of
from core.maori.tables import Shape
from core.maori.tiles import Grid, Side, TileTable


def why_not(v: vec[i64], players: i64, actor: i64, tiles: TileTable, move: i64) -> Refusal | None:
    """What speaks against a move, or None if it is legal."""
    kind = kind_of(move)
    detail = detail_of(move)
    if move < 0 or kind > Kind.PASS:
        return Refusal(NOT_A_MOVE)
    if actor == OVER or (actor == NATURE) != (kind <= Kind.FIRST):
        return Refusal(NOT_YOUR_TURN)
    if actor == NATURE:
        return _draw(v, players, tiles, kind, detail)
    seat = Seat.BASE + actor * Seat.SIZE
    phase = v[At.PHASE]
    if phase in (Phase.START, Phase.VOYAGE):
        return _voyage(v, seat, phase, kind, detail)
    if kind == Kind.BOAT:
        return _boat(v, seat, phase, tiles, detail)
    if phase == Phase.SAIL:
        if kind != Kind.PASS:
            return Refusal(codes.PHASE)
        if not v[seat + Seat.FILLED] >> v[seat + Seat.BOAT] & 1:
            return Refusal(codes.MUST_SAIL)
        return Refusal(NOT_A_MOVE) if detail else None
    if kind == Kind.TAKE:
        return _take(v, seat, tiles, detail)
    if kind == Kind.UNSTORE:
        if v[seat + Seat.STORE] < 0:
            return Refusal(codes.STORE_EMPTY)
        return _lay(v, seat, tiles, v[seat + Seat.STORE], detail)
    if kind == Kind.EXPLORE:
        return Refusal(codes.PHASE)
    if phase == Phase.PLACE:
        return Refusal(codes.MUST_PLACE)
    if kind == Kind.STORE:
        if v[seat + Seat.STORE] >= 0:
            return Refusal(codes.STORE_FULL)
        return _reach(v, seat, tiles, detail + 1)
    if kind == Kind.REMOVE:
        if detail >= Grid.COUNT or not v[seat + Seat.FILLED] >> detail & 1:
            return Refusal(codes.NO_OWN_TILE, detail)
        if v[At.OPTIONS] & Option.MUST and v[seat + Seat.BOAT] == detail:
            return Refusal(codes.BOAT_TILE, detail)
        return None
    return Refusal(NOT_A_MOVE) if detail else None


def _draw(v: vec[i64], players: i64, tiles: TileTable, kind: i64, detail: i64) -> Refusal | None:
    if (kind == Kind.FIRST) != (v[At.PHASE] == Phase.FIRST):
        return Refusal(codes.PHASE)
    if kind == Kind.FIRST:
        return None if detail < players else Refusal(NOT_A_MOVE)
    if detail >= tiles.kinds:
        return Refusal(NOT_A_MOVE)
    if v[pile_of(players) + detail] == 0:
        return Refusal(codes.DRAWN_OUT, detail)
    if v[At.PHASE] == Phase.MATRIX and tiles.shape[detail] == Shape.VOLCANO:
        return Refusal(codes.VOLCANO, 0)
    return None


def _voyage(v: vec[i64], seat: i64, phase: i64, kind: i64, place: i64) -> Refusal | None:
    if kind != Kind.EXPLORE:
        return Refusal(codes.PHASE)
    if place >= Rule.PLACES:
        return Refusal(NOT_A_MOVE)
    if phase == Phase.VOYAGE:
        steps = steps_to(v, place)
        price = voyage_price(v, seat, steps)
        if price > v[seat + Seat.SHELLS]:
            return Refusal(codes.STEPS, steps, price, v[seat + Seat.SHELLS])
    return None


def _reach(v: vec[i64], seat: i64, tiles: TileTable, n: i64) -> Refusal | None:
    """Whether the n-th tile from the ship can be had (ruling 3)."""
    if n < 1 or n > 4:
        return Refusal(NOT_A_MOVE)
    at = v[At.EXPLORER] * 4
    end = at + 4
    there: i64 = 0
    while at < end and there < n:
        kind = v[At.CELL + LINES[at]]
        if kind >= 0:
            if tiles.shape[kind] == Shape.VOLCANO:
                return Refusal(codes.VOLCANO, n)
            there += 1
        at += 1
    if there < n:
        return Refusal(codes.NO_TILE, n, there)
    if n - 1 > v[seat + Seat.SHELLS]:
        return Refusal(codes.REACH, n, n - 1, v[seat + Seat.SHELLS])
    return None


def _take(v: vec[i64], seat: i64, tiles: TileTable, detail: i64) -> Refusal | None:
    n = (detail >> 7) + 1
    refused = _reach(v, seat, tiles, n)
    if refused is not None:
        return refused
    return _lay(v, seat, tiles, v[At.CELL + nth_cell(v, n)], detail & 127)


def _lay(v: vec[i64], seat: i64, tiles: TileTable, kind: i64, detail: i64) -> Refusal | None:
    """Whether a tile may lie on a cell like this: cell << 2 | turns."""
    cell = detail >> 2
    if detail >= Grid.COUNT << 2 or not tiles.spaces[board_number(v)] >> cell & 1:
        return Refusal(codes.NO_SPACE, cell)
    if v[seat + Seat.FILLED] >> cell & 1:
        return Refusal(codes.TAKEN, cell)
    edges = tiles.edges[(kind << 2) + (detail & 3)]
    if edges < 0:
        return Refusal(codes.TURN, kind, 1 if tiles.palms[kind] > 0 else 0)
    boat = v[seat + Seat.BOAT]
    if boat >= 0 and not around(1 << boat) >> cell & 1:
        return Refusal(codes.FAR, cell, boat)
    return misfit(v, seat, tiles, cell, edges)


def misfit(v: vec[i64], seat: i64, tiles: TileTable, cell: i64, edges: i64) -> Refusal | None:
    """The first side of a tile with these open sides that does not fit what lies round a cell (ruling 4)."""
    refused = _side(v, seat, tiles, cell, edges, Side.RIGHT, cell + 1, Seat.LEFT)
    if refused is None:
        refused = _side(v, seat, tiles, cell, edges, Side.LEFT, cell - 1, Seat.RIGHT)
    if refused is None:
        refused = _side(v, seat, tiles, cell, edges, Side.TOP, cell - Grid.STRIDE, Seat.BOTTOM)
    if refused is None:
        refused = _side(v, seat, tiles, cell, edges, Side.BOTTOM, cell + Grid.STRIDE, Seat.TOP)
    return refused


def _side(
    v: vec[i64], seat: i64, tiles: TileTable, cell: i64, edges: i64, side: i64, other: i64, open_back: i64
) -> Refusal | None:
    """Whether one side of a tile fits what lies there."""
    if other < 0 or other >= Grid.COUNT:
        return None
    open_here = edges & side != 0
    if tiles.land[board_number(v)] >> other & 1:
        return Refusal(codes.EDGE, cell, side, 2) if open_here else None
    if not v[seat + Seat.FILLED] >> other & 1:
        return None
    open_there = v[seat + open_back] >> other & 1 != 0
    if open_here == open_there:
        return None
    return Refusal(codes.EDGE, cell, side, 1 if open_there else 0)


def _boat(v: vec[i64], seat: i64, phase: i64, tiles: TileTable, detail: i64) -> Refusal | None:
    """Whether the small ship may go so (ruling 10)."""
    if not v[At.OPTIONS] & (Option.SHIP | Option.MUST):
        return Refusal(codes.NO_BOATS)
    boat = v[seat + Seat.BOAT]
    start = detail >> 5
    goal = detail & 31
    if boat < 0:
        return Refusal(codes.BOAT_BESIDE)
    if start != boat:
        return Refusal(codes.BOAT_FROM, boat)
    if goal >= Grid.COUNT or (not v[seat + Seat.FILLED] >> goal & 1 and goal != boat):
        return Refusal(codes.NO_OWN_TILE, goal)
    if goal == boat:
        return Refusal(codes.STAYS, boat)
    if phase == Phase.SAIL:
        return None
    if phase == Phase.PLACE:
        return Refusal(codes.MUST_PLACE)
    if phase != Phase.DISCOVER:
        return Refusal(codes.PHASE)
    steps = distance(v, seat, boat, goal)
    if steps < 0:
        return Refusal(codes.BOAT_WAY, boat, goal)
    if steps > v[seat + Seat.SHELLS]:
        return Refusal(codes.BOAT_PRICE, steps, v[seat + Seat.SHELLS])
    if not boat_goals(v, seat, tiles) >> goal & 1:
        return Refusal(codes.BOAT_IDLE, goal)
    return None
