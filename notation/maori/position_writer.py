"""A position as one line (the FEN tag): sections separated by `; `, in a fixed order, without empty ones.

    maori 3 ship; 4 discover p; opens t; ship n3; matrix E1r M2a W0 V / … / … / …; box I1;
    p 4s a1:E2r b1:EXrr +E3t ~b1; t …

The supply is not written: it is all tiles that are nowhere else. For the grammar see docs/reference/maori.md.
"""

from collections.abc import Iterator

from vanuatu.core.maori.layout import At, Option, Phase, Seat
from vanuatu.core.maori.state import MaoriState
from vanuatu.notation.codec import SEAT_LETTERS
from vanuatu.notation.maori import view
from vanuatu.notation.maori.names import PLACE_NAMES, cell_name, cells, lying

OPTION_NAMES = {"ship": Option.SHIP, "shipmust": Option.MUST, "atoll": Option.ATOLL}
# The phases in positions.
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
    """Return the variants of a position, its table of tiles last."""
    names = [name for name, bit in OPTION_NAMES.items() if state.b[At.OPTIONS] & bit]
    return (*names, state.tiles.key) if state.tiles.key else tuple(names)


def write_position(state: MaoriState) -> str:
    """Return the line of this position."""
    b = state.b
    phase = {int(number): word for word, number in PHASE_WORDS.items()}[int(b[At.PHASE])]
    turn = f"{state.round} {phase}"
    if b[At.PHASE] > Phase.FIRST:
        turn += " " + SEAT_LETTERS[b[At.TURN]]
    sections = [" ".join(["maori", str(state.players), *options_of(state)]), turn]
    if b[At.OPENER] >= 0:
        sections.append("opens " + SEAT_LETTERS[b[At.OPENER]])
    if b[At.LAST] >= 0:
        sections.append(f"last {b[At.LAST]}")
    if b[At.IDLE]:
        sections.append(f"idle {b[At.IDLE]}")
    if b[At.EXPLORER] >= 0:
        sections.append("ship " + PLACE_NAMES[b[At.EXPLORER]])
    sections.append(" ".join(["matrix", *_matrix(state)]))
    gone = view.box(state)
    if gone:
        sections.append(" ".join(["box", *gone]))
    for seat in range(state.players):
        sections.append(" ".join([SEAT_LETTERS[seat], *_player(state, seat)]))
    return "; ".join(sections)


def _matrix(state: MaoriState) -> Iterator[str]:
    """Yield the tiles row by row; `-` is empty, `*` is filled next."""
    b = state.b
    for cell in range(16):
        kind = b[At.CELL + cell]
        if kind < 0 and b[At.PHASE] == Phase.MATRIX:
            return
        if cell % 4 == 0 and cell:
            yield "/"
        yield state.tiles.labels[kind] if kind >= 0 else HOLE_MARK if cell == b[At.HOLE] else EMPTY


def _player(state: MaoriState, seat: int) -> Iterator[str]:
    b = state.b
    base = Seat.BASE + Seat.SIZE * seat
    yield f"{b[base + Seat.SHELLS]}s"
    for cell in cells():
        if b[base + Seat.FILLED] >> cell & 1:
            yield f"{cell_name(cell)}:{lying(state.tiles, b[base + Seat.TILE + cell])}"
    if b[base + Seat.STORE] >= 0:
        yield "+" + state.tiles.labels[b[base + Seat.STORE]]
    if b[base + Seat.BOAT] >= 0:
        yield "~" + cell_name(b[base + Seat.BOAT])
