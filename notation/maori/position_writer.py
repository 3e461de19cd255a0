"""A position as one line (the FEN tag): sections parted by `; `, in one order, empty ones left out.

    maori 3 ship; 4 discover p; opens t; ship n3; matrix E1r M2a W0 V / … / … / …; box I1;
    p 4s a1:E2r b1:EXrr +E3t ~b1; t …

What is in the supply follows: it is what is nowhere else. Its grammar stands in docs/maori.md.
"""

from collections.abc import Iterator

from core.maori.layout import (
    CELL,
    DISCOVER,
    END,
    EXPLORER,
    FIRST,
    HOLE,
    IDLE,
    LAST,
    MATRIX,
    O_ATOLL,
    O_MUST,
    O_SHIP,
    OPENER,
    OPTIONS,
    P_BOAT,
    P_FILLED,
    P_SHELLS,
    P_STORE,
    P_TILE,
    PHASE,
    PLACE,
    REFILL,
    SAIL,
    SEAT,
    SEAT_SIZE,
    START,
    TURN,
    VOYAGE,
)
from core.maori.state import MaoriState
from notation.codec import SEAT_LETTERS
from notation.maori.names import PLACE_NAMES, cell_name, cells, lying
from notation.maori.view import box

OPTION_NAMES = {"ship": O_SHIP, "shipmust": O_MUST, "atoll": O_ATOLL}
# The phases as positions name them.
PHASE_WORDS = {
    "matrix": MATRIX,
    "first": FIRST,
    "start": START,
    "voyage": VOYAGE,
    "discover": DISCOVER,
    "place": PLACE,
    "refill": REFILL,
    "sail": SAIL,
    "over": END,
}
EMPTY = "-"
HOLE_MARK = "*"


def options_of(state: MaoriState) -> tuple[str, ...]:
    """The variants a position is played with, its table of tiles last."""
    names = [name for name, bit in OPTION_NAMES.items() if state.v[OPTIONS] & bit]
    return (*names, state.tiles.key) if state.tiles.key else tuple(names)


def write_position(state: MaoriState) -> str:
    """The one line that stands for this position."""
    v = state.v
    phase = {int(number): word for word, number in PHASE_WORDS.items()}[int(v[PHASE])]
    turn = f"{state.round} {phase}"
    if v[PHASE] > FIRST:
        turn += " " + SEAT_LETTERS[v[TURN]]
    sections = [" ".join(["maori", str(state.players), *options_of(state)]), turn]
    if v[OPENER] >= 0:
        sections.append("opens " + SEAT_LETTERS[v[OPENER]])
    if v[LAST] >= 0:
        sections.append(f"last {v[LAST]}")
    if v[IDLE]:
        sections.append(f"idle {v[IDLE]}")
    if v[EXPLORER] >= 0:
        sections.append("ship " + PLACE_NAMES[v[EXPLORER]])
    sections.append(" ".join(["matrix", *_matrix(state)]))
    gone = box(state)
    if gone:
        sections.append(" ".join(["box", *gone]))
    for seat in range(state.players):
        sections.append(" ".join([SEAT_LETTERS[seat], *_player(state, seat)]))
    return "; ".join(sections)


def _matrix(state: MaoriState) -> Iterator[str]:
    """The tiles row by row; `-` is empty, `*` is filled next."""
    v = state.v
    for cell in range(16):
        kind = v[CELL + cell]
        if kind < 0 and v[PHASE] == MATRIX:
            return
        if cell % 4 == 0 and cell:
            yield "/"
        yield state.tiles.labels[kind] if kind >= 0 else HOLE_MARK if cell == v[HOLE] else EMPTY


def _player(state: MaoriState, seat: int) -> Iterator[str]:
    v = state.v
    block = SEAT + SEAT_SIZE * seat
    yield f"{v[block + P_SHELLS]}s"
    for cell in cells():
        if v[block + P_FILLED] >> cell & 1:
            yield f"{cell_name(cell)}:{lying(state.tiles, v[block + P_TILE + cell])}"
    if v[block + P_STORE] >= 0:
        yield "+" + state.tiles.labels[v[block + P_STORE]]
    if v[block + P_BOAT] >= 0:
        yield "~" + cell_name(v[block + P_BOAT])
