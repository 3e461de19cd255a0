"""A position as the map that `replay --state` prints and that the drawing draws."""

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from core.game import NATURE, OVER
from core.vanuatu.board import huts_of
from core.vanuatu.layout import At, Island, Seat
from core.vanuatu.moves import Kind
from core.vanuatu.state import VanuatuState
from core.vanuatu.tables import CELLS, DIRECTIONS, Action, Rule, Tile
from notation.codec import SEAT_LETTERS
from notation.vanuatu.names import (
    ACTION_LETTERS,
    CHARACTER_NAMES,
    GOODS_LETTERS,
    PHASE_NAMES,
    REST_LETTERS,
    SHIP_NAMES,
    TILE_NAMES,
    cell_name,
    packed_goods,
    packed_values,
)


def view(state: VanuatuState) -> dict[str, Any]:
    """The position; what is in a map of markers or on the board is there, what is not is left out."""
    b = state.b
    die = b[At.DIE]
    players: dict[str, Any] = {}
    for seat in range(state.players):
        players[SEAT_LETTERS[seat]] = _player(b, seat)
    board: dict[str, Any] = {}
    for cell in CELLS:
        if b[At.TILE + cell] >= 0:
            board[cell_name(cell)] = _cell(b, state.players, cell)
    return {
        "round": int(state.round),
        "phase": phase_name(state),
        "seat": seat_name(state.actor),
        "first": SEAT_LETTERS[b[At.FIRST]] if first_known(state) else None,
        "market": int(b[At.MARKET]),
        "tourists": int(b[At.TOURISTS]),
        "die": None if die < 0 else int(die),
        "ships": ships(b),
        "visible": [TILE_NAMES[b[At.VISIBLE + i]] for i in range(2) if b[At.VISIBLE + i] >= 0],
        "players": players,
        "neutral": markers(b, At.NEUTRALS),
        "board": board,
    }


def first_known(state: VanuatuState) -> bool:
    """Whether the first player has been drawn."""
    return state.round > 1 or state.actor != NATURE or state.b[At.STEP] > Kind.FIRST


def phase_name(state: VanuatuState) -> str:
    return "over" if state.actor == OVER else PHASE_NAMES[state.b[At.PHASE]]


def seat_name(actor: i64) -> str | None:
    """The letter of a seat, `#` for nature, None when the game is over."""
    if actor == OVER:
        return None
    return "#" if actor == NATURE else SEAT_LETTERS[actor]


def ships(b: vec[i64]) -> list[dict[str, str]]:
    """The ships on offer, top first, with what each wants and what lies on it."""
    return [
        {"wants": SHIP_NAMES[b[At.SHIP + i]], "loaded": packed_goods(b[At.LOADED + i])}
        for i in range(3)
        if b[At.SHIP + i] >= 0
    ]


def markers(b: vec[i64], start: i64) -> dict[str, int]:
    """The markers of a seat or the neutral ones, by action, in the order of actions."""
    return {ACTION_LETTERS[i]: int(b[start + i]) for i in range(Action.COUNT) if b[start + i]}


def _player(b: vec[i64], seat: i64) -> dict[str, Any]:
    start = Seat.BASE + Seat.SIZE * seat
    character = b[start + Seat.CHARACTER]
    rests = [REST_LETTERS[b[At.TAKEN + i] & 7] for i in range(b[At.RESTS]) if b[At.TAKEN + i] >> 3 == seat]
    boat = b[start + Seat.BOAT]
    return {
        "vatus": int(b[start + Seat.VATUS]),
        "points": int(b[start + Seat.POINTS]),
        "boat": cell_name(boat) if boat else None,
        "fish": packed_values(b[start + Seat.FISH]),
        "treasures": packed_values(b[start + Seat.TREASURE]),
        "huts": int(b[start + Seat.HUTS]),
        "character": None if character < 0 else CHARACTER_NAMES[character],
        "used": bool(b[start + Seat.USED]),
        "markers": markers(b, start + Seat.MARKERS),
        "rest": "".join(rests) or None,
    }


def _cell(b: vec[i64], players: i64, cell: i64) -> dict[str, Any]:
    tile = b[At.TILE + cell]
    if tile >= Tile.ISLANDS:
        return {
            "tile": TILE_NAMES[tile],
            "fish": int(b[At.FISH_LEFT + tile]),
            "treasure": int(b[At.TREASURE_LEFT + tile]),
        }
    start = Island.BASE + Island.SIZE * tile
    return {
        "tile": TILE_NAMES[tile],
        "goods": goods_letters(b, tile),
        "huts": hut_letters(b, players, tile),
        "drawings": int(b[start + Island.DRAWINGS]),
        "tourists": int(b[start + Island.TOURISTS]),
        "water": int(b[start + Island.WATER]),
        "dikes": [cell_name(side) for side in dike_cells(b, tile, cell)],
        "submerged": b[start + Island.WATER] == Rule.SUBMERGED,
    }


def goods_letters(b: vec[i64], island: i64) -> str:
    """The cubes on an island, in the order k, c, b."""
    start = Island.BASE + Island.SIZE * island + Island.GOODS
    return "".join([GOODS_LETTERS[i] * int(b[start + i]) for i in range(3)])


def hut_letters(b: vec[i64], players: i64, island: i64) -> str:
    """The letter of a seat for each hut on an island, in the order of seats."""
    return "".join([SEAT_LETTERS[seat] * int(huts_of(b, island, seat)) for seat in range(players)])


def dike_cells(b: vec[i64], island: i64, cell: i64) -> list[int]:
    """The cells that the dikes of an island face, in the order of cells."""
    bits = b[Island.BASE + Island.SIZE * island + Island.DIKES]
    return [int(cell + DIRECTIONS[i]) for i in range(6) if bits >> i & 1]
