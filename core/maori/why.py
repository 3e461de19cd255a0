"""Find why a move is illegal: a code and up to three numbers. The codec puts it into words.

Nothing here decides legality. It runs only after a move has turned out to be illegal.
"""

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.core.game import CHANCE, NOT_A_MOVE, NOT_YOUR_TURN, OVER, Refusal
from vanuatu.core.maori import board, codes, matrix
from vanuatu.core.maori.layout import At, Option, Phase, Rule, Seat, pile_of
from vanuatu.core.maori.moves import Kind, detail_of, kind_of
from vanuatu.core.maori.tables import Shape
from vanuatu.core.maori.tiles import Grid, Side, TileTable


def why_not(b: vec[i64], players: i64, actor: i64, tiles: TileTable, move: i64) -> Refusal:
    """Return the reason why a move is illegal."""
    kind = kind_of(move)
    detail = detail_of(move)
    if move < 0 or kind > Kind.PASS:
        return Refusal(NOT_A_MOVE)
    if actor == OVER or (actor == CHANCE) != (kind <= Kind.FIRST):
        return Refusal(NOT_YOUR_TURN)
    if actor == CHANCE:
        return _why_not_draw(b, players, tiles, kind, detail)
    base = Seat.BASE + actor * Seat.SIZE
    phase = b[At.PHASE]
    if phase == Phase.START or phase == Phase.VOYAGE:
        return _why_not_voyage(b, base, kind, detail)
    if kind == Kind.BOAT:
        return _why_not_boat(b, base, phase, detail)
    if phase == Phase.SAIL:
        if kind != Kind.PASS:
            return Refusal(codes.PHASE)
        stands = b[base + Seat.FILLED] >> b[base + Seat.BOAT] & 1 == 1
        return Refusal(NOT_A_MOVE) if stands else Refusal(codes.MUST_SAIL)
    if kind == Kind.TAKE:
        return _why_not_take(b, base, tiles, detail)
    if kind == Kind.UNSTORE:
        if b[base + Seat.STORE] < 0:
            return Refusal(codes.STORE_EMPTY)
        return _why_not_lay(b, base, tiles, b[base + Seat.STORE], detail)
    if kind == Kind.EXPLORE:
        return Refusal(codes.PHASE)
    if phase == Phase.PLACE:
        return Refusal(codes.MUST_PLACE)
    if kind == Kind.STORE:
        if b[base + Seat.STORE] >= 0:
            return Refusal(codes.STORE_FULL)
        return _out_of_reach(b, base, tiles, detail + 1) or Refusal(NOT_A_MOVE)
    if kind == Kind.REMOVE:
        has_tile = detail < Grid.COUNT and b[base + Seat.FILLED] >> detail & 1 == 1
        return Refusal(codes.BOAT_TILE if has_tile else codes.NO_OWN_TILE, detail)
    return Refusal(NOT_A_MOVE)


def _why_not_draw(b: vec[i64], players: i64, tiles: TileTable, kind: i64, detail: i64) -> Refusal:
    if (kind == Kind.FIRST) != (b[At.PHASE] == Phase.FIRST):
        return Refusal(codes.PHASE)
    if kind == Kind.FIRST or detail >= tiles.kinds:
        return Refusal(NOT_A_MOVE)
    if b[pile_of(players) + detail] == 0:
        return Refusal(codes.DRAWN_OUT, detail)
    return Refusal(codes.VOLCANO, 0)


def _why_not_voyage(b: vec[i64], base: i64, kind: i64, place: i64) -> Refusal:
    if kind != Kind.EXPLORE:
        return Refusal(codes.PHASE)
    if place >= Rule.PLACES:
        return Refusal(NOT_A_MOVE)
    steps = matrix.steps_to(b, place)
    return Refusal(codes.STEPS, steps, matrix.voyage_price(b, base, steps), b[base + Seat.SHELLS])


def _out_of_reach(b: vec[i64], base: i64, tiles: TileTable, n: i64) -> Refusal | None:
    """Return why the seat cannot take the n-th tile from the ship, or None (ruling 3)."""
    if n < 1 or n > 4:
        return Refusal(NOT_A_MOVE)
    at = b[At.EXPLORER] * 4
    end = at + 4
    there: i64 = 0
    while at < end and there < n:
        kind = b[At.CELL + matrix.LINES[at]]
        if kind >= 0:
            if tiles.shape[kind] == Shape.VOLCANO:
                return Refusal(codes.VOLCANO, n)
            there += 1
        at += 1
    if there < n:
        return Refusal(codes.NO_TILE, n, there)
    if n - 1 > b[base + Seat.SHELLS]:
        return Refusal(codes.REACH, n, n - 1, b[base + Seat.SHELLS])
    return None


def _why_not_take(b: vec[i64], base: i64, tiles: TileTable, detail: i64) -> Refusal:
    n = (detail >> 7) + 1
    refused = _out_of_reach(b, base, tiles, n)
    if refused is not None:
        return refused
    return _why_not_lay(b, base, tiles, b[At.CELL + matrix.nth_cell(b, n)], detail & 127)


def _why_not_lay(b: vec[i64], base: i64, tiles: TileTable, kind: i64, detail: i64) -> Refusal:
    """Return why a tile may not be placed on a cell like this: cell << 2 | turns."""
    cell = detail >> 2
    if detail >= Grid.COUNT << 2 or not tiles.spaces[board.board_number(b)] >> cell & 1:
        return Refusal(codes.NO_SPACE, cell)
    if b[base + Seat.FILLED] >> cell & 1:
        return Refusal(codes.TAKEN, cell)
    edges = tiles.edges[(kind << 2) + (detail & 3)]
    if edges < 0:
        return Refusal(codes.TURN, kind, 1 if tiles.palms[kind] > 0 else 0)
    boat = b[base + Seat.BOAT]
    if boat >= 0 and not board.around(1 << boat) >> cell & 1:
        return Refusal(codes.FAR, cell, boat)
    return misfit(b, base, tiles, cell, edges) or Refusal(NOT_A_MOVE)


def misfit(b: vec[i64], base: i64, tiles: TileTable, cell: i64, edges: i64) -> Refusal | None:
    """Return the first of these open sides that does not fit the surroundings of a cell (ruling 4)."""
    refused = _side(b, base, tiles, cell, edges, Side.RIGHT, cell + 1, Seat.LEFT)
    if refused is None:
        refused = _side(b, base, tiles, cell, edges, Side.LEFT, cell - 1, Seat.RIGHT)
    if refused is None:
        refused = _side(b, base, tiles, cell, edges, Side.TOP, cell - Grid.STRIDE, Seat.BOTTOM)
    if refused is None:
        refused = _side(b, base, tiles, cell, edges, Side.BOTTOM, cell + Grid.STRIDE, Seat.TOP)
    return refused


def _side(
    b: vec[i64], base: i64, tiles: TileTable, cell: i64, edges: i64, side: i64, other: i64, open_back: i64
) -> Refusal | None:
    """Return why one side of a tile does not fit its neighbour."""
    if other < 0 or other >= Grid.COUNT:
        return None
    open_here = edges & side != 0
    if tiles.land[board.board_number(b)] >> other & 1:
        return Refusal(codes.EDGE, cell, side, 2) if open_here else None
    if not b[base + Seat.FILLED] >> other & 1:
        return None
    open_there = b[base + open_back] >> other & 1 != 0
    if open_here == open_there:
        return None
    return Refusal(codes.EDGE, cell, side, 1 if open_there else 0)


def _why_not_boat(b: vec[i64], base: i64, phase: i64, detail: i64) -> Refusal:
    """Return why the small ship may not make this trip (ruling 10)."""
    if not b[At.OPTIONS] & (Option.SHIP | Option.MUST):
        return Refusal(codes.NO_BOATS)
    boat = b[base + Seat.BOAT]
    start = detail >> 5
    goal = detail & 31
    if boat < 0:
        return Refusal(codes.BOAT_BESIDE)
    if start != boat:
        return Refusal(codes.BOAT_FROM, boat)
    if goal >= Grid.COUNT or (not b[base + Seat.FILLED] >> goal & 1 and goal != boat):
        return Refusal(codes.NO_OWN_TILE, goal)
    if goal == boat:
        return Refusal(codes.STAYS, boat)
    if phase == Phase.PLACE:
        return Refusal(codes.MUST_PLACE)
    steps = board.distance(b, base, boat, goal)
    if steps < 0:
        return Refusal(codes.BOAT_WAY, boat, goal)
    if steps > b[base + Seat.SHELLS]:
        return Refusal(codes.BOAT_PRICE, steps, b[base + Seat.SHELLS])
    return Refusal(codes.BOAT_IDLE, goal)
