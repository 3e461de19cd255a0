"""Draws: the possible results, their weights, and their effect.

Tiles are drawn on demand, uniformly from the remaining supply.
"""

from librt.vecs import append, vec
from mypy_extensions import i64

from vanuatu.core.maori.layout import At, Phase, pile_of
from vanuatu.core.maori.moves import Kind, detail_of, kind_of, make
from vanuatu.core.maori.tables import Shape
from vanuatu.core.maori.tiles import TileTable
from vanuatu.core.rng import Rng


def legal_draws(b: vec[i64], players: i64, tiles: TileTable) -> vec[i64]:
    """Return all draws that are possible now, ascending."""
    drawing_seats = b[At.PHASE] == Phase.FIRST
    kind: i64 = Kind.FIRST if drawing_seats else Kind.TILE
    end: i64 = players if drawing_seats else tiles.kinds
    moves = vec[i64]()
    i: i64 = 0
    while i < end:
        if ways(b, players, tiles, make(kind, i)) > 0:
            moves = append(moves, make(kind, i))
        i += 1
    return moves


def ways(b: vec[i64], players: i64, tiles: TileTable, move: i64) -> i64:
    """Return the number of ways of a draw: none for a volcano while the matrix is filled at the start."""
    if kind_of(move) == Kind.FIRST:
        return 1
    kind = detail_of(move)
    if b[At.PHASE] == Phase.MATRIX and tiles.shape[kind] == Shape.VOLCANO:
        return 0
    return b[pile_of(players) + kind]


def sample(b: vec[i64], players: i64, tiles: TileTable, rng: Rng) -> i64:
    """Return a random draw, each with its probability."""
    if b[At.PHASE] == Phase.FIRST:
        return make(Kind.FIRST, rng.below(players))
    # A volcano that may not come yet is drawn again, as at the table.
    while True:
        left = rng.below(b[At.SUPPLY])
        at = pile_of(players) - 1
        first = at + 1
        while left >= 0:
            at += 1
            left -= b[at]
        if b[At.PHASE] == Phase.REFILL or tiles.shape[at - first] != Shape.VOLCANO:
            return make(Kind.TILE, at - first)


def is_legal(b: vec[i64], players: i64, tiles: TileTable, move: i64) -> bool:
    """Return whether the draw is possible now."""
    detail = detail_of(move)
    if b[At.PHASE] == Phase.FIRST:
        return kind_of(move) == Kind.FIRST and detail < players
    return kind_of(move) == Kind.TILE and detail < tiles.kinds and ways(b, players, tiles, move) > 0


def apply(b: vec[i64], players: i64, move: i64) -> None:
    """Apply a draw; the caller sets the phase."""
    detail = detail_of(move)
    if kind_of(move) == Kind.FIRST:
        b[At.TURN] = detail
        return
    b[pile_of(players) + detail] -= 1
    b[At.SUPPLY] -= 1
    b[At.CELL + b[At.HOLE]] = detail
