"""Moves as structured data, and the facts of a seat or of the table, for tables and expressions."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.core.vanuatu import purse
from vanuatu.core.vanuatu.board import leader
from vanuatu.core.vanuatu.layout import At, Seat
from vanuatu.core.vanuatu.moves import NONE, Kind, bonus_of, detail_of, kind_of
from vanuatu.core.vanuatu.scoring import final_scores
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.core.vanuatu.tables import Action, Supply
from vanuatu.notation.move import Move
from vanuatu.notation.vanuatu import names, tokens
from vanuatu.notation.vanuatu.names import ACTION_LETTERS, cell_name

KINDS: Final = (
    *names.SETUP_STEPS, "place", "neutral", "character", "plan", *names.ACTION_NAMES,
    "withdraw", "govern", "beg", "treasure",
)  # fmt: skip

# The facts of a seat. Their order is the number that `fact` takes.
SEAT_FACTS: Final = (
    "points", "vatus", "huts", "huts_left", "fish", "fish_value", "treasures", "treasure_value",
    "markers", "character", "boat", "score",
)  # fmt: skip
GOODS: Final = ("fish", "fish_value", "treasures", "treasure_value", "huts")
TABLE_FACTS: Final = ("market", "tourists", "die", "first")
# The items of `scoring`.
SCORE_PARTS: Final = ("points", "fish", "first", "vatus", "treasures", "huts", "waters")

_known: dict[int, Move] = {}  # moves whose data does not depend on the position


def describe(state: VanuatuState, move: i64) -> Move:
    """Return a legal move as structured data."""
    kind = kind_of(move)
    if kind < Kind.SAIL:
        known = _known.get(move)
        if known is None:
            known = _known[move] = _without_markers(state, move)
        return known
    seat = Seat.BASE + Seat.SIZE * state.actor
    detail = detail_of(move)
    if kind <= Kind.REST:
        action = kind - Kind.ACTION
        markers = int(state.b[seat + Seat.MARKERS + action])
        letter = ACTION_LETTERS[action]
        bonus = bonus_of(move) == 1
        if kind == Kind.SAIL:
            origin = cell_name(state.b[seat + Seat.BOAT])
            length = int(detail & 3) if detail & 3 else None
            return Move(
                KINDS[kind], letter, cell_name(detail >> 2), markers, bonus, origin, None, None, length
            )
        return _action(kind, detail, letter, markers, bonus)
    if kind == Kind.TAKE or kind == Kind.GOVERN:
        action = detail if kind == Kind.TAKE else detail >> 4
        item = ACTION_LETTERS[detail & 15] if kind == Kind.GOVERN else None
        markers = int(state.b[seat + Seat.MARKERS + action])
        return Move(KINDS[kind], ACTION_LETTERS[action], None, markers, kind == Kind.GOVERN, item=item)
    return Move(KINDS[kind], bonus=kind == Kind.BEG and detail > 0, number=int(detail))


def _action(kind: i64, detail: i64, letter: str, markers: int, bonus: bool) -> Move:
    """Return an action other than a sail."""
    name = KINDS[kind]
    if kind == Kind.BUILD:
        facing = cell_name(detail & 31) if detail & 31 else None
        built = "dike" if not detail >> 5 & 1 else "hut" if facing is None else "hut and dike"
        return Move(name, letter, cell_name(detail >> 6), markers, bonus, None, facing, built)
    if kind == Kind.BUY:
        good = names.GOODS_LETTERS[detail & 3]
        return Move(name, letter, cell_name(detail >> 2), markers, bonus, None, None, good)
    if kind == Kind.SELL:
        values = "".join([str(value) for value in names.packed_values(detail)])
        return Move(name, letter, None, markers, bonus, None, None, values)
    if kind == Kind.REST:
        return Move(name, letter, None, markers, bonus, None, None, names.REST_LETTERS[detail])
    return Move(name, letter, cell_name(detail), markers, bonus)


def _without_markers(state: VanuatuState, move: i64) -> Move:
    """Return a draw, a placed tile, a character or a plan."""
    kind = kind_of(move)
    detail = detail_of(move)
    name = KINDS[kind]
    if kind == Kind.PLACE:
        return Move(name, cell=cell_name(detail & 31), item=names.TILE_NAMES[detail >> 5])
    if kind == Kind.CHARACTER:
        return Move(name, item=names.CHARACTER_NAMES[detail])
    if kind == Kind.PLAN:
        chosen = [detail >> 4, detail & 15]
    elif kind == Kind.NEUTRALS:
        chosen = [detail >> 8, detail >> 4 & 15, detail & 15]
    else:
        number = int(detail) if kind == Kind.TOURISTS or kind == Kind.FLOOD else None
        return Move(name, item=tokens.token(state.b, state.actor, move).partition("=")[2], number=number)
    letters = "".join([ACTION_LETTERS[action] for action in chosen if action != NONE])
    return Move(name, letters, None, len(letters))


def fact(state: VanuatuState, seat: i64, number: i64) -> int | str | None:
    """Return a fact of a seat; `number` counts `SEAT_FACTS`."""
    b = state.b
    base = Seat.BASE + Seat.SIZE * seat
    if number == 0:
        return int(b[base + Seat.POINTS])
    if number == 1:
        return int(b[base + Seat.VATUS])
    if number == 2:
        return int(Supply.HUTS - b[base + Seat.HUTS])
    if number == 3:
        return int(b[base + Seat.HUTS])
    if number == 4 or number == 6:
        packed = b[base + (Seat.FISH if number == 4 else Seat.TREASURE)]
        return int((packed & 15) + (packed >> 4 & 15) + (packed >> 8 & 15))
    if number == 5:
        return int(purse.packed_value(b[base + Seat.FISH]))
    if number == 7:
        return int(purse.packed_value(b[base + Seat.TREASURE]))
    if number == 8:
        return _markers(b, base)
    if number == 9:
        character = b[base + Seat.CHARACTER]
        return names.CHARACTER_NAMES[character] if character >= 0 else None
    if number == 10:
        boat = b[base + Seat.BOAT]
        return cell_name(boat) if boat else None
    return int(final_scores(b, state.players)[seat])


def _markers(b: vec[i64], base: i64) -> int:
    total: i64 = 0
    action: i64 = 0
    while action < Action.COUNT:
        total += b[base + Seat.MARKERS + action]
        action += 1
    return total


def table_fact(state: VanuatuState, number: i64) -> int | str | None:
    """Return a fact of the table; `number` counts `TABLE_FACTS`. The first player is a seat's number."""
    b = state.b
    if number == 0:
        return int(b[At.MARKET])
    if number == 1:
        return int(b[At.TOURISTS])
    if number == 2:
        return int(b[At.DIE]) if b[At.DIE] >= 0 else None
    return int(b[At.FIRST])


def leader_of(state: VanuatuState, action: str) -> int:
    """Return the seat that leads an action, given by its letter; -1 if there is none."""
    number: i64 = ACTION_LETTERS.find(action)
    return int(leader(state.b, state.players, number)) if number >= 0 and len(action) == 1 else -1
