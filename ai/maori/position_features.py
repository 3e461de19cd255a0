"""Features of a position at the start of a round for learned evaluations: integers, per seat and for the
table.

Training and play use the same function. Weights files contain the names and order of the features, and a file
for other features is refused. So after adding a feature, train again.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.ai.maori.action_values import turns_left
from vanuatu.core.game import State
from vanuatu.core.maori import board, scoring
from vanuatu.core.maori.layout import At, Seat
from vanuatu.core.maori.state import MaoriState
from vanuatu.core.maori.tiles import Grid, TileTable


@final
class SeatFeature:
    """Features of a seat."""

    ONE: Final[i64] = 0
    DONE: Final[i64] = 1  # points of complete islands
    EMPTY: Final[i64] = 2  # spaces without a tile
    SHELLS: Final[i64] = 3
    SHELL_LEAD: Final[i64] = 4  # before the best other, from -3 to 3
    MOST_SHELLS: Final[i64] = 5  # points for the majorities as they are now
    SHIPS: Final[i64] = 6
    SHIP_LEAD: Final[i64] = 7
    MOST_SHIPS: Final[i64] = 8
    OPEN_TILES: Final[i64] = 9  # of islands that are not complete, with their contents
    OPEN_PALMS: Final[i64] = 10
    OPEN_HUTS: Final[i64] = 11
    OPEN_LEIS: Final[i64] = 12
    OPEN_REEF: Final[i64] = 13
    ENDS: Final[i64] = 14  # sides that want land and can still get it
    DEAD: Final[i64] = 15  # sides that can never get it
    CROWDED: Final[i64] = 16  # spaces that two sides want
    STORED: Final[i64] = 17
    TURN: Final[i64] = 18
    ROOM: Final[i64] = 19  # empty spaces around the small ship
    COUNT: Final[i64] = 20


@final
class TableFeature:
    """Features of the table."""

    BANK: Final[i64] = 0
    SUPPLY: Final[i64] = 1
    TURNS: Final[i64] = 2
    COUNT: Final[i64] = 3


# The names of the features in weights files.
SEAT_FEATURES: Final = (
    "one done empty shells shell_lead most_shells ships ship_lead most_ships open_tiles open_palms open_huts"
    " open_leis open_reef ends dead crowded stored turn room"
).split()
TABLE_FEATURES: Final = ("bank supply turns").split()
SHARED_VARIANTS: Final[tuple[str, ...]] = ()  # no variant uses the weights of the base game
STAGES: Final = 6  # sets of weights: from few turns left for each seat to many

_STAGE_TURNS: Final = vec[i64]([1, 3, 5, 8, 11])  # the most turns left in each but the last
_MOST_LEAD: Final[i64] = 3


@final
class FeatureVector:
    """The features of one position: `fill` writes those of all seats to `values`, then those of the table."""

    def __init__(self) -> None:
        self.values = vec[i64]([0] * 8)
        self.players: i64 = 0

    def fill(self, b: vec[i64], players: i64, tiles: TileTable) -> None:
        if players != self.players:
            self.players = players
            self.values = vec[i64]([0] * int(players * SeatFeature.COUNT + TableFeature.COUNT))
        values = self.values
        items = scoring.score_items(b, players, tiles)
        spaces = tiles.spaces[board.board_number(b)]
        table = players * SeatFeature.COUNT
        values[table + TableFeature.BANK] = b[At.BANK]
        values[table + TableFeature.SUPPLY] = b[At.SUPPLY]
        values[table + TableFeature.TURNS] = turns_left(b, players, spaces, b[At.TURN])
        seat: i64 = 0
        while seat < players:
            at = seat * SeatFeature.COUNT
            scored = seat * scoring.Item.COUNT
            values[at + SeatFeature.ONE] = 1
            values[at + SeatFeature.DONE] = (
                items[scored + scoring.Item.PALMS]
                + items[scored + scoring.Item.HUT_PALMS]
                + items[scored + scoring.Item.LEIS]
            )
            values[at + SeatFeature.MOST_SHELLS] = items[scored + scoring.Item.SHELLS]
            values[at + SeatFeature.MOST_SHIPS] = items[scored + scoring.Item.SHIPS]
            turn = seat - b[At.OPENER]
            if turn < 0:
                turn += players
            values[at + SeatFeature.TURN] = turn
            self._fill_leads(b, players, seat, at)
            self._fill_board(b, tiles, Seat.BASE + seat * Seat.SIZE, at, spaces)
            seat += 1

    def _fill_leads(self, b: vec[i64], players: i64, seat: i64, at: i64) -> None:
        values = self.values
        base = Seat.BASE + seat * Seat.SIZE
        shells: i64 = 0
        ships: i64 = 0
        other: i64 = 0
        while other < players:
            if other != seat:
                there = Seat.BASE + other * Seat.SIZE
                if b[there + Seat.SHELLS] > shells:
                    shells = b[there + Seat.SHELLS]
                if b[there + Seat.SHIPS] > ships:
                    ships = b[there + Seat.SHIPS]
            other += 1
        values[at + SeatFeature.SHELLS] = b[base + Seat.SHELLS]
        values[at + SeatFeature.SHELL_LEAD] = within(b[base + Seat.SHELLS] - shells)
        values[at + SeatFeature.SHIPS] = b[base + Seat.SHIPS]
        values[at + SeatFeature.SHIP_LEAD] = within(b[base + Seat.SHIPS] - ships)
        values[at + SeatFeature.STORED] = 0
        if b[base + Seat.STORE] >= 0:
            values[at + SeatFeature.STORED] = 1

    def _fill_board(self, b: vec[i64], tiles: TileTable, base: i64, at: i64, spaces: i64) -> None:
        """Add the unfinished islands that want land, and the spaces for it."""
        values = self.values
        empty = spaces & ~b[base + Seat.FILLED]
        unfinished = board.incomplete(b, base)
        reef = tiles.reef[board.board_number(b)]
        values[at + SeatFeature.EMPTY] = count(empty)
        values[at + SeatFeature.OPEN_TILES] = count(unfinished)
        values[at + SeatFeature.OPEN_REEF] = count(unfinished & reef)
        palms: i64 = 0
        huts: i64 = 0
        leis: i64 = 0
        cell: i64 = 0
        while cell < Grid.COUNT:
            if unfinished >> cell & 1:
                kind = b[base + Seat.TILE + cell] >> 2
                palms += tiles.palms[kind]
                huts += tiles.huts[kind]
                leis += tiles.leis[kind]
            cell += 1
        values[at + SeatFeature.OPEN_PALMS] = palms
        values[at + SeatFeature.OPEN_HUTS] = huts
        values[at + SeatFeature.OPEN_LEIS] = leis
        right = (b[base + Seat.RIGHT] & ~(b[base + Seat.LEFT] >> 1)) << 1
        left = (b[base + Seat.LEFT] & ~(b[base + Seat.RIGHT] << 1)) >> 1
        top = (b[base + Seat.TOP] & ~(b[base + Seat.BOTTOM] << Grid.STRIDE)) >> Grid.STRIDE
        bottom = (b[base + Seat.BOTTOM] & ~(b[base + Seat.TOP] >> Grid.STRIDE)) << Grid.STRIDE
        values[at + SeatFeature.ENDS] = count(right & empty) + count(left & empty) + count(top & empty)
        values[at + SeatFeature.ENDS] += count(bottom & empty)
        values[at + SeatFeature.DEAD] = wanted(b, base) - values[at + SeatFeature.ENDS]
        crowded = (right & left) | (right & top) | (right & bottom) | (left & top) | (left & bottom)
        values[at + SeatFeature.CROWDED] = count((crowded | (top & bottom)) & empty)
        values[at + SeatFeature.ROOM] = 0
        if b[base + Seat.BOAT] >= 0:
            values[at + SeatFeature.ROOM] = count(board.around(1 << b[base + Seat.BOAT]) & empty)


def wanted(b: vec[i64], base: i64) -> i64:
    """Return how many sides of tiles want land and have none, also at the board's edge."""
    right, left = b[base + Seat.RIGHT], b[base + Seat.LEFT]
    top, bottom = b[base + Seat.TOP], b[base + Seat.BOTTOM]
    sides = count(right & ~(left >> 1)) + count(left & ~(right << 1))
    return sides + count(top & ~(bottom << Grid.STRIDE)) + count(bottom & ~(top >> Grid.STRIDE))


def within(lead: i64) -> i64:
    """Return a lead, limited to the range that matters."""
    if lead > _MOST_LEAD:
        return _MOST_LEAD
    if lead < -_MOST_LEAD:
        return -_MOST_LEAD
    return lead


def count(cells: i64) -> i64:
    """Return the number of bits in a set, including bits that are not cells."""
    n: i64 = 0
    while cells != 0:
        cells &= cells - 1
        n += 1
    return n


def features_of(state: State) -> list[int]:
    """Return the features of a position for training: those of all seats, then the table's."""
    assert isinstance(state, MaoriState)
    vector = FeatureVector()
    vector.fill(state.b, state.players, state.tiles)
    return [int(value) for value in vector.values]


def stage(state: State) -> i64:
    """Return the set of weights for a position, by the turns left for each seat, about."""
    assert isinstance(state, MaoriState)
    return part_of(turns_of(state))


def turns_of(state: MaoriState) -> i64:
    """Return about how many turns each seat has left."""
    b = state.b
    return turns_left(b, state.players, state.tiles.spaces[board.board_number(b)], b[At.TURN])


def part_of(turns: i64) -> i64:
    """Return the part of the game for this number of turns left; 0 is the end."""
    part: i64 = 0
    while part < len(_STAGE_TURNS) and turns > _STAGE_TURNS[part]:
        part += 1
    return part
