"""A position of Vanuatu as one seat sees it, entry by entry (docs/reference/environments.md has the layout).

Seats are in turn order, beginning with the viewer. Only rest tokens are secret.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.ai.numbering import ObservationWriter, seat_after, turns_after
from vanuatu.core.vanuatu import board, hidden, tables
from vanuatu.core.vanuatu.layout import At, Island, Phase, Seat
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.core.vanuatu.tables import Action, Character, RestToken, Rule, Supply, Tile

_MOST_POINTS: Final[i64] = 150  # larger values are cut off
_MARKET: Final[i64] = 3
_PIPS: Final[i64] = 6
_CELL: Final[i64] = 20  # entries of a cell, besides two for each player
# The maxima of counts that are written together.
_LOADS: Final = vec[i64]([3, 3, 3])
_MARKERS: Final = vec[i64]([5, 5, 5, 5, 5, 5, 5, 5, 5])  # by action, of a seat or neutral
_OCEAN: Final = vec[i64]([1, 3, 3])  # that it is one; fish, treasures
_GOODS: Final = vec[i64]([2, 2, 2])  # of an island
# Of an island: places for huts; drawings, tourists and places for each; waters, whether it is lost.
_PLACES: Final = vec[i64]([3, 3, 3, 5, 5, 5, 1])
_FISH_TILES: Final = vec[i64]([8, 4, 2])  # of a seat, by value
_TREASURES: Final = vec[i64]([4, 4, 2])
_BITS: Final[i64] = 3  # for each of these in `_OCEAN` and `_PLACES`


def observe(state: VanuatuState, seat: i64, halfway: bool, writer: ObservationWriter) -> None:
    """Write all that a seat knows; for seat -1 everything, with seats from purple on."""
    b = state.b
    players = state.players
    viewer = seat
    if seat < 0:
        viewer = 0
    writer.start_part("round")
    writer.one_of(state.round - 1, Rule.ROUNDS)
    writer.start_part("phase")
    writer.one_of(b[At.PHASE], Phase.BEG + 1)
    writer.start_part("planning turn")
    turn: i64 = -1
    if b[At.PHASE] == Phase.PLAN:
        turn = b[At.STEP]
    writer.one_of(turn, Rule.TURNS_OF_PLANNING)
    writer.start_part("choosing a rest token")
    writer.flag(halfway)
    writer.start_part("seat to move")
    writer.one_of(turns_after(viewer, state.actor, players), players)
    writer.start_part("first player")
    writer.one_of(turns_after(viewer, b[At.FIRST], players), players)
    writer.start_part("market")
    writer.count(b[At.MARKET], _MARKET)
    writer.start_part("tourists")
    writer.count(b[At.TOURISTS], 4)
    writer.start_part("flood die")
    writer.count(b[At.DIE], _PIPS)
    writer.start_part("ships")
    i: i64 = 0
    while i < 3:
        writer.one_of(b[At.SHIP + i], Supply.SHIP_KINDS)
        writer.packed(b[At.LOADED + i], 2, _LOADS)
        i += 1
    writer.start_part("piles")
    writer.counts(b, At.SHIP_PILE, tables.SHIP_COUNTS)
    writer.counts(b, At.TOURIST_PILE, tables.TOURIST_TILES)
    i = 0
    while i < 3:
        writer.count(board.reserve(b, i), tables.RESERVE[i])
        i += 1
    writer.count(board.dikes_left(b), Supply.DIKES)
    _tiles(state, writer)
    writer.start_part("neutral markers")
    writer.counts(b, At.NEUTRALS, _MARKERS)
    writer.start_part("two players")
    writer.flags(b[At.CAST], Character.COUNT)
    writer.one_of(b[At.GOVERNED] >> 1, Action.COUNT)
    _rests(state, viewer, seat, halfway, writer)
    _cells(state, viewer, writer)
    writer.start_part("seats")
    led = _led(state)
    i = 0
    while i < players:
        _seat(state, seat_after(viewer, i, players), led, writer)
        i += 1


def _tiles(state: VanuatuState, writer: ObservationWriter) -> None:
    """Write the tiles on offer, and the tiles on the board."""
    b = state.b
    writer.start_part("tiles to place")
    offered: i64 = 0
    if b[At.VISIBLE] >= 0:
        offered |= board.one(b[At.VISIBLE])
    if b[At.VISIBLE + 1] >= 0:
        offered |= board.one(b[At.VISIBLE + 1])
    writer.flags(offered, Tile.COUNT)
    placed: i64 = 0
    i: i64 = 0
    while i < 16:
        tile = b[At.TILE + tables.CELLS[i]]
        if tile >= 0:
            placed |= board.one(tile)
        i += 1
    writer.start_part("tiles on the board")
    writer.flags(placed, Tile.COUNT)


def _rests(state: VanuatuState, viewer: i64, seat: i64, halfway: bool, writer: ObservationWriter) -> None:
    """Write the seats that have rested in this round, in order, and the tokens that each may have taken."""
    tokens = hidden.may_hold(state.b, seat, halfway and seat == state.actor)
    writer.start_part("rests")
    i: i64 = 0
    while i < RestToken.COUNT:
        if i < state.b[At.RESTS]:
            writer.one_of(turns_after(viewer, state.b[At.TAKEN + i] >> 3, state.players), state.players)
            writer.flags(tokens[i], RestToken.COUNT)
        else:
            writer.flags(0, state.players + RestToken.COUNT)
        i += 1


def _cells(state: VanuatuState, viewer: i64, writer: ObservationWriter) -> None:
    b = state.b
    players = state.players
    most_huts = vec[i64]([3] * int(players))
    occupied: i64 = 0
    seat: i64 = 0
    while seat < players:
        occupied |= board.one(b[board.seat_base(seat) + Seat.BOAT])
        seat += 1
    writer.start_part("cells")
    i: i64 = 0
    while i < 16:
        cell = tables.CELLS[i]
        tile = b[At.TILE + cell]
        i += 1
        if writer.measuring:
            tile = 0
        if tile < 0:
            writer.skip(_CELL + 2 * players)
            continue
        if tile >= Tile.ISLANDS or writer.measuring:
            found = b[At.FISH_LEFT + tile] << _BITS | b[At.TREASURE_LEFT + tile] << 2 * _BITS
            writer.packed(1 | found, _BITS, _OCEAN)
            boats: i64 = 0
            turns: i64 = 0
            while (occupied >> cell) & 1 == 1 and turns < players:
                if b[board.seat_base(seat_after(viewer, turns, players)) + Seat.BOAT] == cell:
                    boats |= board.one(turns)
                turns += 1
            writer.flags(boats, players)
        else:
            writer.skip(3 + players)
        if tile < Tile.ISLANDS:
            _island(b, tile, viewer, most_huts, writer)
        else:
            writer.skip(players + 17)


def _island(b: vec[i64], tile: i64, viewer: i64, most_huts: vec[i64], writer: ObservationWriter) -> None:
    """Write what is on an island and its free places."""
    base = Island.BASE + tile * Island.SIZE
    writer.flag(True)
    writer.counts(b, base + Island.GOODS, _GOODS)
    turn = 3 * viewer
    huts = b[base + Island.HUTS]
    writer.packed(huts >> turn | huts << 3 * len(most_huts) - turn, 3, most_huts)
    drawings = b[base + Island.DRAWINGS]
    tourists = b[base + Island.TOURISTS]
    water = b[base + Island.WATER]
    there = drawings << _BITS | tourists << 3 * _BITS | water << 5 * _BITS
    if water >= Rule.SUBMERGED:
        there |= board.one(6 * _BITS)
    else:
        there |= tables.HUT_SITES[tile] - board.huts_on(b, tile)
        there |= tables.DRAWING_SITES[tile] - drawings << 2 * _BITS
        there |= tables.TOURIST_ROOM[tile] - tourists << 4 * _BITS
    writer.packed(there, _BITS, _PLACES)
    writer.flags(b[base + Island.DIKES], 6)


def _led(state: VanuatuState) -> i64:
    """Return the set of actions on which each seat holds the majority, nine bits a seat."""
    led: i64 = 0
    bit: i64 = 1
    action: i64 = 0
    while action < Action.COUNT:
        leader = state.leader(action)
        if leader >= 0:
            led |= bit << Action.COUNT * leader
        bit += bit
        action += 1
    return led


def _seat(state: VanuatuState, seat: i64, led: i64, writer: ObservationWriter) -> None:
    b = state.b
    base = board.seat_base(seat)
    writer.count(b[base + Seat.VATUS], Rule.CONVERSION_VATUS)
    writer.count(b[base + Seat.POINTS], _MOST_POINTS)
    writer.packed(b[base + Seat.FISH], 4, _FISH_TILES)
    writer.packed(b[base + Seat.TREASURE], 4, _TREASURES)
    writer.count(b[base + Seat.HUTS], Supply.HUTS)
    writer.one_of(b[base + Seat.CHARACTER], Character.COUNT)
    writer.flag(b[base + Seat.USED] == 1)
    writer.counts(b, base + Seat.MARKERS, _MARKERS)
    writer.flags(led >> Action.COUNT * seat, Action.COUNT)
