"""A position as one line (the FEN tag): sections parted by `; `, in one order, empty ones left out.

    maori 3 ship; 4 discover p; opens t; ship n3; matrix E1r M2a W0 V / … / … / …; box I1;
    p 4s a1:E2r b1:EXrr +E3t ~b1; t …

What is in the supply follows: it is what is nowhere else. Its grammar stands in docs/maori.md.
"""

from collections.abc import Iterator

from core.maori.layout import At, Option, Phase, Seat
from core.maori.state import MaoriState
from notation.codec import SEAT_LETTERS
from notation.maori.names import PLACE_NAMES, cell_name, cells, lying
from notation.maori.view import box

OPTION_NAMES = {"ship": Option.SHIP, "shipmust": Option.MUST, "atoll": Option.ATOLL}
# The phases as positions name them.
PHASE_WORDS = {
    "matrix": Phase.MATRIX,
    "first": Phase.FIRST,
    "start": Phase.START,
    "voyage": Phase.VOYAGE,
    "discover": Phase.DISCOVER,
    "place": Phase.PLACE,
    "refill": Phase.REFILL,
    "sail": Phase.SAIL,
    "over": Phase.END,
}
EMPTY = "-"
HOLE_MARK = "*"


def options_of(state: MaoriState) -> tuple[str, ...]:
    """The variants a position is played with, its table of tiles last."""
    names = [name for name, bit in OPTION_NAMES.items() if state.v[At.OPTIONS] & bit]
    return (*names, state.tiles.key) if state.tiles.key else tuple(names)


def write_position(state: MaoriState) -> str:
    """The one line that stands for this position."""
    v = state.v
    phase = {int(number): word for word, number in PHASE_WORDS.items()}[int(v[At.PHASE])]
    turn = f"{state.round} {phase}"
    if v[At.PHASE] > Phase.FIRST:
        turn += " " + SEAT_LETTERS[v[At.TURN]]
    sections = [" ".join(["maori", str(state.players), *options_of(state)]), turn]
    if v[At.OPENER] >= 0:
        sections.append("opens " + SEAT_LETTERS[v[At.OPENER]])
    if v[At.LAST] >= 0:
        sections.append(f"last {v[At.LAST]}")
    if v[At.IDLE]:
        sections.append(f"idle {v[At.IDLE]}")
    if v[At.EXPLORER] >= 0:
        sections.append("ship " + PLACE_NAMES[v[At.EXPLORER]])
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
        kind = v[At.CELL + cell]
        if kind < 0 and v[At.PHASE] == Phase.MATRIX:
            return
        if cell % 4 == 0 and cell:
            yield "/"
        yield state.tiles.labels[kind] if kind >= 0 else HOLE_MARK if cell == v[At.HOLE] else EMPTY


def _player(state: MaoriState, seat: int) -> Iterator[str]:
    v = state.v
    block = Seat.BASE + Seat.SIZE * seat
    yield f"{v[block + Seat.SHELLS]}s"
    for cell in cells():
        if v[block + Seat.FILLED] >> cell & 1:
            yield f"{cell_name(cell)}:{lying(state.tiles, v[block + Seat.TILE + cell])}"
    if v[block + Seat.STORE] >= 0:
        yield "+" + state.tiles.labels[v[block + Seat.STORE]]
    if v[block + Seat.BOAT] >= 0:
        yield "~" + cell_name(v[block + Seat.BOAT])
