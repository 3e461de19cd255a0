"""A position as the map that `replay --state` prints and that the drawing draws."""

from typing import Any

from core.game import NATURE, OVER
from core.maori.layout import (
    BANK,
    CELL,
    EXPLORER,
    IDLE,
    LAST,
    OPENER,
    P_BOAT,
    P_FILLED,
    P_SHELLS,
    P_SHIPS,
    P_STORE,
    P_TILE,
    PHASE,
    SEAT,
    SEAT_SIZE,
    SUPPLY,
    pile_of,
)
from core.maori.state import MaoriState
from notation.codec import SEAT_LETTERS
from notation.maori.names import PHASE_NAMES, PLACE_NAMES, cell_name, cells, lying


def view(state: MaoriState) -> dict[str, Any]:
    """The position. Tiles stand by their labels, an `r` behind them for each quarter turn; on a board
    only cells with tiles are there. `points` is what the game would give if it ended here."""
    v = state.v
    scores = state.scores()
    return {
        "round": int(state.round),
        "phase": phase_name(state),
        "seat": seat_name(state),
        "opener": SEAT_LETTERS[v[OPENER]] if v[OPENER] >= 0 else None,
        "explorer": PLACE_NAMES[v[EXPLORER]] if v[EXPLORER] >= 0 else None,
        "matrix": [[_label(state, 4 * row + column) for column in range(4)] for row in range(4)],
        "supply": int(v[SUPPLY]),
        "shells": int(v[BANK]),
        "last": int(v[LAST]) if v[LAST] >= 0 else None,
        "idle": int(v[IDLE]),
        "players": {
            SEAT_LETTERS[seat]: _player(state, seat, int(scores[seat])) for seat in range(state.players)
        },
        "box": box(state),
    }


def phase_name(state: MaoriState) -> str:
    return PHASE_NAMES[int(state.v[PHASE])]


def seat_name(state: MaoriState) -> str | None:
    """The letter of the seat that decides, `#` for nature, None when the game is over."""
    if state.actor == OVER:
        return None
    return "#" if state.actor == NATURE else SEAT_LETTERS[state.actor]


def _label(state: MaoriState, cell: int) -> str | None:
    """The tile on a cell of the matrix."""
    kind = state.v[CELL + cell]
    return state.tiles.labels[kind] if kind >= 0 else None


def _player(state: MaoriState, seat: int, points: int) -> dict[str, Any]:
    v = state.v
    block = SEAT + SEAT_SIZE * seat
    stored, boat = v[block + P_STORE], v[block + P_BOAT]
    return {
        "points": points,
        "shells": int(v[block + P_SHELLS]),
        "ships": int(v[block + P_SHIPS]),
        "stored": state.tiles.labels[stored] if stored >= 0 else None,
        "boat": cell_name(boat) if boat >= 0 else None,
        "board": {
            cell_name(cell): lying(state.tiles, v[block + P_TILE + cell])
            for cell in cells()
            if v[block + P_FILLED] >> cell & 1
        },
    }


def box(state: MaoriState) -> list[str]:
    """The tiles that were taken off boards, in the order of the table: those that are nowhere else."""
    v, tiles = state.v, state.tiles
    gone = [int(tiles.counts[kind] - v[pile_of(state.players) + kind]) for kind in range(tiles.kinds)]
    for cell in range(16):
        if v[CELL + cell] >= 0:
            gone[v[CELL + cell]] -= 1
    for seat in range(state.players):
        block = SEAT + SEAT_SIZE * seat
        if v[block + P_STORE] >= 0:
            gone[v[block + P_STORE]] -= 1
        for cell in cells():
            if v[block + P_FILLED] >> cell & 1:
                gone[v[block + P_TILE + cell] >> 2] -= 1
    return [tiles.labels[kind] for kind in range(tiles.kinds) for _ in range(gone[kind])]
