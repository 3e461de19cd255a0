"""Why a move is not legal. A move is legal where nothing speaks against it."""

from librt.vecs import vec
from mypy_extensions import i64

from core.game import NATURE, NOT_A_MOVE, NOT_YOUR_TURN, OVER, Refusal
from core.maori.board import around, board_number, distance
from core.maori.choices import boat_goals
from core.maori.layout import (
    CELL,
    DISCOVER,
    EXPLORER,
    FIRST,
    MATRIX,
    O_MUST,
    O_SHIP,
    OPTIONS,
    P_BOAT,
    P_BOTTOM,
    P_FILLED,
    P_LEFT,
    P_RIGHT,
    P_SHELLS,
    P_STORE,
    P_TOP,
    PHASE,
    PLACE,
    PLACES,
    SAIL,
    SEAT,
    SEAT_SIZE,
    START,
    VOYAGE,
    pile_of,
)
from core.maori.matrix import LINES, nth_cell, steps_to, voyage_price
from core.maori.moves import (
    M_BOAT,
    M_EXPLORE,
    M_FIRST,
    M_PASS,
    M_REMOVE,
    M_STORE,
    M_TAKE,
    M_UNSTORE,
    detail_of,
    kind_of,
)
from core.maori.refusals import (
    R_BOAT_BESIDE,
    R_BOAT_FROM,
    R_BOAT_IDLE,
    R_BOAT_PRICE,
    R_BOAT_TILE,
    R_BOAT_WAY,
    R_DRAWN_OUT,
    R_EDGE,
    R_FAR,
    R_MUST_PLACE,
    R_MUST_SAIL,
    R_NO_BOATS,
    R_NO_OWN_TILE,
    R_NO_SPACE,
    R_NO_TILE,
    R_PHASE,
    R_REACH,
    R_STAYS,
    R_STEPS,
    R_STORE_EMPTY,
    R_STORE_FULL,
    R_TAKEN,
    R_TURN,
    R_VOLCANO,
)
from core.maori.standard import VOLCANO
from core.maori.tiles import BOTTOM, CELLS, LEFT, RIGHT, STRIDE, TOP, TileTable


def why_not(v: vec[i64], players: i64, actor: i64, tiles: TileTable, move: i64) -> Refusal | None:
    """What speaks against a move, or None if it is legal."""
    kind = kind_of(move)
    detail = detail_of(move)
    if move < 0 or kind > M_PASS:
        return Refusal(NOT_A_MOVE)
    if actor == OVER or (actor == NATURE) != (kind <= M_FIRST):
        return Refusal(NOT_YOUR_TURN)
    if actor == NATURE:
        return _draw(v, players, tiles, kind, detail)
    seat = SEAT + actor * SEAT_SIZE
    phase = v[PHASE]
    if phase in (START, VOYAGE):
        return _voyage(v, seat, phase, kind, detail)
    if kind == M_BOAT:
        return _boat(v, seat, phase, tiles, detail)
    if phase == SAIL:
        if kind != M_PASS:
            return Refusal(R_PHASE)
        if not v[seat + P_FILLED] >> v[seat + P_BOAT] & 1:
            return Refusal(R_MUST_SAIL)
        return Refusal(NOT_A_MOVE) if detail else None
    if kind == M_TAKE:
        return _take(v, seat, tiles, detail)
    if kind == M_UNSTORE:
        if v[seat + P_STORE] < 0:
            return Refusal(R_STORE_EMPTY)
        return _lay(v, seat, tiles, v[seat + P_STORE], detail)
    if kind == M_EXPLORE:
        return Refusal(R_PHASE)
    if phase == PLACE:
        return Refusal(R_MUST_PLACE)
    if kind == M_STORE:
        if v[seat + P_STORE] >= 0:
            return Refusal(R_STORE_FULL)
        return _reach(v, seat, tiles, detail + 1)
    if kind == M_REMOVE:
        if detail >= CELLS or not v[seat + P_FILLED] >> detail & 1:
            return Refusal(R_NO_OWN_TILE, detail)
        if v[OPTIONS] & O_MUST and v[seat + P_BOAT] == detail:
            return Refusal(R_BOAT_TILE, detail)
        return None
    return Refusal(NOT_A_MOVE) if detail else None


def _draw(v: vec[i64], players: i64, tiles: TileTable, kind: i64, detail: i64) -> Refusal | None:
    if (kind == M_FIRST) != (v[PHASE] == FIRST):
        return Refusal(R_PHASE)
    if kind == M_FIRST:
        return None if detail < players else Refusal(NOT_A_MOVE)
    if detail >= tiles.kinds:
        return Refusal(NOT_A_MOVE)
    if v[pile_of(players) + detail] == 0:
        return Refusal(R_DRAWN_OUT, detail)
    if v[PHASE] == MATRIX and tiles.shape[detail] == VOLCANO:
        return Refusal(R_VOLCANO, 0)
    return None


def _voyage(v: vec[i64], seat: i64, phase: i64, kind: i64, place: i64) -> Refusal | None:
    if kind != M_EXPLORE:
        return Refusal(R_PHASE)
    if place >= PLACES:
        return Refusal(NOT_A_MOVE)
    if phase == VOYAGE:
        steps = steps_to(v, place)
        price = voyage_price(v, seat, steps)
        if price > v[seat + P_SHELLS]:
            return Refusal(R_STEPS, steps, price, v[seat + P_SHELLS])
    return None


def _reach(v: vec[i64], seat: i64, tiles: TileTable, n: i64) -> Refusal | None:
    """Whether the n-th tile from the ship can be had (ruling 3)."""
    if n < 1 or n > 4:
        return Refusal(NOT_A_MOVE)
    at = v[EXPLORER] * 4
    end = at + 4
    there: i64 = 0
    while at < end and there < n:
        kind = v[CELL + LINES[at]]
        if kind >= 0:
            if tiles.shape[kind] == VOLCANO:
                return Refusal(R_VOLCANO, n)
            there += 1
        at += 1
    if there < n:
        return Refusal(R_NO_TILE, n, there)
    if n - 1 > v[seat + P_SHELLS]:
        return Refusal(R_REACH, n, n - 1, v[seat + P_SHELLS])
    return None


def _take(v: vec[i64], seat: i64, tiles: TileTable, detail: i64) -> Refusal | None:
    n = (detail >> 7) + 1
    refused = _reach(v, seat, tiles, n)
    if refused is not None:
        return refused
    return _lay(v, seat, tiles, v[CELL + nth_cell(v, n)], detail & 127)


def _lay(v: vec[i64], seat: i64, tiles: TileTable, kind: i64, detail: i64) -> Refusal | None:
    """Whether a tile may lie on a cell like this: cell << 2 | turns."""
    cell = detail >> 2
    if detail >= CELLS << 2 or not tiles.spaces[board_number(v)] >> cell & 1:
        return Refusal(R_NO_SPACE, cell)
    if v[seat + P_FILLED] >> cell & 1:
        return Refusal(R_TAKEN, cell)
    edges = tiles.edges[(kind << 2) + (detail & 3)]
    if edges < 0:
        return Refusal(R_TURN, kind, 1 if tiles.palms[kind] > 0 else 0)
    boat = v[seat + P_BOAT]
    if boat >= 0 and not around(1 << boat) >> cell & 1:
        return Refusal(R_FAR, cell, boat)
    return misfit(v, seat, tiles, cell, edges)


def misfit(v: vec[i64], seat: i64, tiles: TileTable, cell: i64, edges: i64) -> Refusal | None:
    """The first side of a tile with these open sides that does not fit what lies round a cell (ruling 4)."""
    refused = _side(v, seat, tiles, cell, edges, RIGHT, cell + 1, P_LEFT)
    if refused is None:
        refused = _side(v, seat, tiles, cell, edges, LEFT, cell - 1, P_RIGHT)
    if refused is None:
        refused = _side(v, seat, tiles, cell, edges, TOP, cell - STRIDE, P_BOTTOM)
    if refused is None:
        refused = _side(v, seat, tiles, cell, edges, BOTTOM, cell + STRIDE, P_TOP)
    return refused


def _side(
    v: vec[i64], seat: i64, tiles: TileTable, cell: i64, edges: i64, side: i64, other: i64, open_back: i64
) -> Refusal | None:
    """Whether one side of a tile fits what lies there."""
    if other < 0 or other >= CELLS:
        return None
    open_here = edges & side != 0
    if tiles.land[board_number(v)] >> other & 1:
        return Refusal(R_EDGE, cell, side, 2) if open_here else None
    if not v[seat + P_FILLED] >> other & 1:
        return None
    open_there = v[seat + open_back] >> other & 1 != 0
    if open_here == open_there:
        return None
    return Refusal(R_EDGE, cell, side, 1 if open_there else 0)


def _boat(v: vec[i64], seat: i64, phase: i64, tiles: TileTable, detail: i64) -> Refusal | None:
    """Whether the small ship may go so (ruling 10)."""
    if not v[OPTIONS] & (O_SHIP | O_MUST):
        return Refusal(R_NO_BOATS)
    boat = v[seat + P_BOAT]
    start = detail >> 5
    goal = detail & 31
    if boat < 0:
        return Refusal(R_BOAT_BESIDE)
    if start != boat:
        return Refusal(R_BOAT_FROM, boat)
    if goal >= CELLS or (not v[seat + P_FILLED] >> goal & 1 and goal != boat):
        return Refusal(R_NO_OWN_TILE, goal)
    if goal == boat:
        return Refusal(R_STAYS, boat)
    if phase == SAIL:
        return None
    if phase == PLACE:
        return Refusal(R_MUST_PLACE)
    if phase != DISCOVER:
        return Refusal(R_PHASE)
    steps = distance(v, seat, boat, goal)
    if steps < 0:
        return Refusal(R_BOAT_WAY, boat, goal)
    if steps > v[seat + P_SHELLS]:
        return Refusal(R_BOAT_PRICE, steps, v[seat + P_SHELLS])
    if not boat_goals(v, seat, tiles) >> goal & 1:
        return Refusal(R_BOAT_IDLE, goal)
    return None
