"""A position as the map that `replay --state` prints and that the drawing draws."""

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from core.game import NATURE, OVER
from core.vanuatu.board import huts_of
from core.vanuatu.layout import (
    DIE,
    FIRST,
    FISH_LEFT,
    I_DIKES,
    I_DRAWINGS,
    I_GOODS,
    I_TOURISTS,
    I_WATER,
    ISLAND,
    ISLAND_SIZE,
    LOADED,
    MARKET,
    NEUTRALS,
    P_BOAT,
    P_CHARACTER,
    P_FISH,
    P_HUTS,
    P_MARKERS,
    P_POINTS,
    P_TREASURE,
    P_USED,
    P_VATUS,
    PHASE,
    RESTS,
    SEAT,
    SEAT_SIZE,
    SHIP,
    STEP,
    TAKEN,
    TILE,
    TOURISTS,
    TREASURE_LEFT,
    VISIBLE,
)
from core.vanuatu.moves import M_FIRST
from core.vanuatu.state import VanuatuState
from core.vanuatu.tables import ACTIONS, CELLS, DIRECTIONS, ISLANDS, SUBMERGED
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
    die = b[DIE]
    players: dict[str, Any] = {}
    for seat in range(state.players):
        players[SEAT_LETTERS[seat]] = _player(b, seat)
    board: dict[str, Any] = {}
    for cell in CELLS:
        if b[TILE + cell] >= 0:
            board[cell_name(cell)] = _cell(b, state.players, cell)
    return {
        "round": int(state.round),
        "phase": phase_name(state),
        "seat": seat_name(state.actor),
        "first": SEAT_LETTERS[b[FIRST]] if first_known(state) else None,
        "market": int(b[MARKET]),
        "tourists": int(b[TOURISTS]),
        "die": None if die < 0 else int(die),
        "ships": ships(b),
        "visible": [TILE_NAMES[b[VISIBLE + i]] for i in range(2) if b[VISIBLE + i] >= 0],
        "players": players,
        "neutral": markers(b, NEUTRALS),
        "board": board,
    }


def first_known(state: VanuatuState) -> bool:
    """Whether the first player has been drawn."""
    return state.round > 1 or state.actor != NATURE or state.b[STEP] > M_FIRST


def phase_name(state: VanuatuState) -> str:
    return "over" if state.actor == OVER else PHASE_NAMES[state.b[PHASE]]


def seat_name(actor: i64) -> str | None:
    """The letter of a seat, `#` for nature, None when the game is over."""
    if actor == OVER:
        return None
    return "#" if actor == NATURE else SEAT_LETTERS[actor]


def ships(b: vec[i64]) -> list[dict[str, str]]:
    """The ships on offer, top first, with what each wants and what lies on it."""
    return [
        {"wants": SHIP_NAMES[b[SHIP + i]], "loaded": packed_goods(b[LOADED + i])}
        for i in range(3)
        if b[SHIP + i] >= 0
    ]


def markers(b: vec[i64], start: i64) -> dict[str, int]:
    """The markers of a seat or the neutral ones, by action, in the order of actions."""
    return {ACTION_LETTERS[i]: int(b[start + i]) for i in range(ACTIONS) if b[start + i]}


def _player(b: vec[i64], seat: i64) -> dict[str, Any]:
    start = SEAT + SEAT_SIZE * seat
    character = b[start + P_CHARACTER]
    rests = [REST_LETTERS[b[TAKEN + i] & 7] for i in range(b[RESTS]) if b[TAKEN + i] >> 3 == seat]
    boat = b[start + P_BOAT]
    return {
        "vatus": int(b[start + P_VATUS]),
        "points": int(b[start + P_POINTS]),
        "boat": cell_name(boat) if boat else None,
        "fish": packed_values(b[start + P_FISH]),
        "treasures": packed_values(b[start + P_TREASURE]),
        "huts": int(b[start + P_HUTS]),
        "character": None if character < 0 else CHARACTER_NAMES[character],
        "used": bool(b[start + P_USED]),
        "markers": markers(b, start + P_MARKERS),
        "rest": "".join(rests) or None,
    }


def _cell(b: vec[i64], players: i64, cell: i64) -> dict[str, Any]:
    tile = b[TILE + cell]
    if tile >= ISLANDS:
        return {
            "tile": TILE_NAMES[tile],
            "fish": int(b[FISH_LEFT + tile]),
            "treasure": int(b[TREASURE_LEFT + tile]),
        }
    start = ISLAND + ISLAND_SIZE * tile
    return {
        "tile": TILE_NAMES[tile],
        "goods": goods_letters(b, tile),
        "huts": hut_letters(b, players, tile),
        "drawings": int(b[start + I_DRAWINGS]),
        "tourists": int(b[start + I_TOURISTS]),
        "water": int(b[start + I_WATER]),
        "dikes": [cell_name(side) for side in dike_cells(b, tile, cell)],
        "submerged": b[start + I_WATER] == SUBMERGED,
    }


def goods_letters(b: vec[i64], island: i64) -> str:
    """The cubes on an island, in the order k, c, b."""
    start = ISLAND + ISLAND_SIZE * island + I_GOODS
    return "".join([GOODS_LETTERS[i] * int(b[start + i]) for i in range(3)])


def hut_letters(b: vec[i64], players: i64, island: i64) -> str:
    """The letter of a seat for each hut on an island, in the order of seats."""
    return "".join([SEAT_LETTERS[seat] * int(huts_of(b, island, seat)) for seat in range(players)])


def dike_cells(b: vec[i64], island: i64, cell: i64) -> list[int]:
    """The cells that the dikes of an island face, in the order of cells."""
    bits = b[ISLAND + ISLAND_SIZE * island + I_DIKES]
    return [int(cell + DIRECTIONS[i]) for i in range(6) if bits >> i & 1]
