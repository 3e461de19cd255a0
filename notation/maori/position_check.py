"""Check whether a position can exist: every piece is in a legal place, and the turns are in order.

The check finds errors in the line of a position. It does not check whether a game can reach the position. The
reader has already counted the tiles.
"""

from vanuatu.core.maori import board, why
from vanuatu.core.maori.layout import At, Option, Phase, Rule, Seat
from vanuatu.core.maori.state import MaoriState
from vanuatu.core.maori.tables import Shape
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES, PositionError
from vanuatu.notation.maori import names


def check_position(state: MaoriState, columns: dict[str, int]) -> None:
    """Raise PositionError, at the column of the wrong section, if the position cannot exist."""
    try:
        _check_matrix(state)
        for seat in range(state.players):
            _check_player(state, seat)
        _check_shells(state)
        _check_turn(state)
    except _Impossible as error:
        raise PositionError(str(error), columns.get(error.section, 1)) from None


class _Impossible(Exception):
    def __init__(self, section: str, message: str) -> None:
        super().__init__(message)
        self.section = section


def _check_matrix(state: MaoriState) -> None:
    b, tiles = state.b, state.tiles
    there = [int(b[At.CELL + cell]) for cell in range(16) if b[At.CELL + cell] >= 0]
    if b[At.PHASE] <= Phase.START and any(tiles.shape[kind] == Shape.VOLCANO for kind in there):
        raise _Impossible("matrix", "the matrix begins without volcanoes")
    if b[At.PHASE] == Phase.MATRIX:
        if len(there) == 16:
            raise _Impossible("matrix", "the matrix is full already")
        return
    if b[At.PHASE] == Phase.REFILL and (b[At.HOLE] < 0 or b[At.SUPPLY] == 0):
        raise _Impossible("matrix", "a gap that is filled next is marked *, and tiles are left to fill it")
    gaps = 16 - len(there) - (1 if b[At.HOLE] >= 0 else 0)
    if gaps and b[At.SUPPLY] > 0:
        raise _Impossible(
            "matrix", f"a place of the matrix is empty while {b[At.SUPPLY]} tiles are in the supply"
        )


def _check_player(state: MaoriState, seat: int) -> None:
    b, tiles = state.b, state.tiles
    letter = SEAT_LETTERS[seat]
    base = Seat.BASE + Seat.SIZE * seat
    number = board.board_number(b)
    filled = int(b[base + Seat.FILLED])
    ships = (
        0 if tiles.printed_cell[number] >= 0 and filled >> tiles.printed_cell[number] & 1 else tiles.printed
    )
    for cell in names.cells():
        if not filled >> cell & 1:
            continue
        tile = int(b[base + Seat.TILE + cell])
        if not tiles.spaces[number] >> cell & 1:
            raise _Impossible(letter, f"{names.cell_name(cell)} is no space of the board")
        if tiles.shape[tile >> 2] == Shape.VOLCANO:
            raise _Impossible(letter, "a volcano cannot be taken")
        wrong = why.misfit(b, base, tiles, cell, tiles.edges[tile])
        if wrong is not None:
            side = names.SIDE_NAMES[int(wrong.b)]
            raise _Impossible(letter, f"land and water meet at the {side} side of {names.cell_name(cell)}")
        ships += tiles.ships[tile >> 2]
    b[base + Seat.SHIPS] = ships
    stored = b[base + Seat.STORE]
    if stored >= 0 and tiles.shape[stored] == Shape.VOLCANO:
        raise _Impossible(letter, "a volcano cannot be taken")
    _check_boat(state, seat)
    if b[At.PHASE] <= Phase.START and (filled or stored >= 0 or b[base + Seat.SHELLS] != Rule.START_SHELLS):
        raise _Impossible(letter, f"everybody begins with {Rule.START_SHELLS} shells and an empty board")


def _check_boat(state: MaoriState, seat: int) -> None:
    b = state.b
    letter = SEAT_LETTERS[seat]
    base = Seat.BASE + Seat.SIZE * seat
    boat, filled = b[base + Seat.BOAT], b[base + Seat.FILLED]
    if not b[At.OPTIONS] & (Option.SHIP | Option.MUST):
        if boat >= 0:
            raise _Impossible(letter, "this game is played without small ships")
        return
    if boat < 0:
        if filled:
            raise _Impossible(letter, f"{SEAT_NAMES[seat].lower()}'s small ship is missing, as in ~a1")
        return
    removed = (
        b[At.OPTIONS] & Option.SHIP
        and seat == b[At.TURN]
        and b[At.PHASE] in (Phase.SAIL, Phase.REFILL)
        and filled
    )
    if not filled >> boat & 1 and not removed:
        raise _Impossible(letter, f"no tile lies on {names.cell_name(boat)}, under the small ship")
    if not state.tiles.spaces[board.board_number(b)] >> boat & 1:
        raise _Impossible(letter, f"{names.cell_name(boat)} is no space of the board")


def _check_shells(state: MaoriState) -> None:
    if state.b[At.BANK] < 0:
        raise _Impossible("p", f"there are {Rule.SHELLS} shells, and the players have more")


def _check_turn(state: MaoriState) -> None:
    b = state.b
    phase = b[At.PHASE]
    if phase <= Phase.START:
        if b[At.OPENER] >= 0 or b[At.EXPLORER] >= 0 or b[At.LAST] >= 0 or b[At.IDLE] or state.round > 1:
            raise _Impossible("turn", "the game has not begun, so nobody opens and the ship is nowhere")
        return
    if b[At.OPENER] < 0:
        raise _Impossible("turn", "who opens each round is missing, as in `opens t`")
    if b[At.EXPLORER] < 0:
        raise _Impossible("turn", "the place of the explorer ship is missing, as in `ship n1`")
    spaces = state.tiles.spaces[board.board_number(b)]
    full = any(b[Seat.BASE + Seat.SIZE * seat + Seat.FILLED] == spaces for seat in range(state.players))
    if full != (b[At.LAST] >= 0):
        raise _Impossible("turn", "`last` tells the turns left once a board is full, and only then")
    if (phase == Phase.END) != (b[At.LAST] == 0 or b[At.IDLE] == Rule.IDLE_TURNS):
        raise _Impossible("turn", "the game is over when no turns are left, and only then")
    boat = b[Seat.BASE + Seat.SIZE * b[At.TURN] + Seat.BOAT]
    if phase == Phase.SAIL and (not b[At.OPTIONS] & Option.SHIP or boat < 0 or not len(state.legal_moves())):
        raise _Impossible("turn", "there is no small ship that could move")
    if phase == Phase.PLACE and (boat < 0 or not len(state.legal_moves())):
        raise _Impossible("turn", "a tile must be laid, and none can be")
    if phase in (Phase.SAIL, Phase.REFILL) and b[At.IDLE]:
        raise _Impossible("turn", "something was done in this turn, so none was idle")
