"""Moves as structured data, and the facts of a seat or of the table, for tables and expressions."""

from typing import Final

from mypy_extensions import i64

from vanuatu.core.maori import matrix
from vanuatu.core.maori.layout import At, Seat
from vanuatu.core.maori.moves import Kind, detail_of, kind_of
from vanuatu.core.maori.state import MaoriState
from vanuatu.notation.maori import tokens
from vanuatu.notation.maori.names import PLACE_NAMES, cell_name, lying
from vanuatu.notation.move import Move

KINDS: Final = ("tile", "first", "explore", "boat", "take", "store", "unstore", "remove", "pass")

# The facts of a seat. Their order is the number that `fact` takes.
SEAT_FACTS: Final = ("points", "shells", "ships", "tiles", "stored", "boat", "score")
GOODS: Final = ("shells", "ships", "tiles")
TABLE_FACTS: Final = ("supply", "bank", "explorer")
# The items of `scoring`.
SCORE_PARTS: Final = ("palms", "hut_palms", "leis", "ships", "shells", "empty")


def describe(state: MaoriState, move: i64) -> Move:
    """Return a legal move as structured data. `item` is the tile, with an r for each quarter turn."""
    kind = kind_of(move)
    detail = detail_of(move)
    name = KINDS[kind]
    if kind == Kind.EXPLORE:
        return Move(name, cell=PLACE_NAMES[detail])
    if kind == Kind.BOAT:
        return Move(name, cell=cell_name(detail & 31), origin=cell_name(detail >> 5))
    base = Seat.BASE + Seat.SIZE * state.b[At.TURN]
    if kind == Kind.REMOVE:
        laid = state.b[base + Seat.TILE + detail]
        return Move(name, cell=cell_name(detail), item=lying(state.tiles, laid))
    if kind == Kind.STORE:
        return Move(name, item=lying(state.tiles, _nth(state, detail) << 2), number=int(detail) + 1)
    if kind == Kind.TAKE:
        taken = lying(state.tiles, _nth(state, detail >> 7) << 2 | detail & 3)
        return Move(name, cell=cell_name(detail >> 2 & 31), item=taken, number=int(detail >> 7) + 1)
    if kind == Kind.UNSTORE:
        stored = state.b[base + Seat.STORE]
        return Move(name, cell=cell_name(detail >> 2), item=lying(state.tiles, stored << 2 | detail & 3))
    if kind == Kind.PASS:
        return Move(name)
    return Move(name, item=tokens.tokens_of(state.tiles).spelling[move].partition("=")[2])


def _nth(state: MaoriState, n: i64) -> i64:
    """Return the kind of the tile that is number n from the ship; 0 is the nearest."""
    return state.b[At.CELL + matrix.nth_cell(state.b, n + 1)]


def fact(state: MaoriState, seat: i64, number: i64) -> int | str | None:
    """Return a fact of a seat; `number` counts `SEAT_FACTS`."""
    b = state.b
    base = Seat.BASE + Seat.SIZE * seat
    if number == 1:
        return int(b[base + Seat.SHELLS])
    if number == 2:
        return int(b[base + Seat.SHIPS])
    if number == 3:
        count, filled = 0, b[base + Seat.FILLED]
        while filled:
            filled &= filled - 1
            count += 1
        return count
    if number == 4:
        return state.tiles.labels[b[base + Seat.STORE]] if b[base + Seat.STORE] >= 0 else None
    if number == 5:
        return cell_name(b[base + Seat.BOAT]) if b[base + Seat.BOAT] >= 0 else None
    return int(state.scores()[seat])


def table_fact(state: MaoriState, number: i64) -> int | str | None:
    """Return a fact of the table; `number` counts `TABLE_FACTS`."""
    b = state.b
    if number == 0:
        return int(b[At.SUPPLY])
    if number == 1:
        return int(b[At.BANK])
    return PLACE_NAMES[b[At.EXPLORER]] if b[At.EXPLORER] >= 0 else None
