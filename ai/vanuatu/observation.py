"""A position of Vanuatu as one seat sees it, entry by entry (docs/reference/environments.md has the layout).

Seats are in turn order, beginning with the viewer. Only rest tokens are secret.
"""

from typing import Final

from mypy_extensions import i64

from vanuatu.ai.numbering import ObservationWriter, seat_after, turns_after
from vanuatu.core.vanuatu import board, hidden, tables
from vanuatu.core.vanuatu.layout import At, Island, Phase, Seat
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.core.vanuatu.tables import Action, Character, RestToken, Rule, Supply, Tile

_MOST_POINTS: Final[i64] = 150  # larger values are cut off
_MOST_NEUTRALS: Final[i64] = 5
_MARKET: Final[i64] = 3
_PIPS: Final[i64] = 6
_FISH: Final[i64] = 3  # the most on a tile
_ROOM: Final[i64] = 5  # places for tourists on an island
_CELL: Final[i64] = 20  # entries of a cell, besides two for each player


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
        _goods_loaded(b[At.LOADED + i], writer)
        i += 1
    writer.start_part("piles")
    i = 0
    while i < Supply.SHIP_KINDS:
        writer.count(b[At.SHIP_PILE + i], tables.SHIP_COUNTS[i])
        i += 1
    i = 0
    while i < 5:
        writer.count(b[At.TOURIST_PILE + i], tables.TOURIST_TILES[i])
        i += 1
    i = 0
    while i < 3:
        writer.count(board.reserve(b, i), tables.RESERVE[i])
        i += 1
    writer.count(board.dikes_left(b), Supply.DIKES)
    _tiles(state, writer)
    writer.start_part("neutral markers")
    i = 0
    while i < Action.COUNT:
        writer.count(b[At.NEUTRALS + i], _MOST_NEUTRALS)
        i += 1
    writer.start_part("two players")
    writer.flags(b[At.CAST], Character.COUNT)
    writer.one_of(b[At.GOVERNED] >> 1, Action.COUNT)
    _rests(state, viewer, seat, halfway, writer)
    _cells(state, viewer, writer)
    writer.start_part("seats")
    leaders = _leaders(state)
    i = 0
    while i < players:
        _seat(state, seat_after(viewer, i, players), leaders, writer)
        i += 1


def _goods_loaded(packed: i64, writer: ObservationWriter) -> None:
    writer.count(packed & 3, 3)
    writer.count((packed >> 2) & 3, 3)
    writer.count(packed >> 4, 3)


def _tiles(state: VanuatuState, writer: ObservationWriter) -> None:
    """Write the tiles on offer, and the tiles on the board."""
    b = state.b
    writer.start_part("tiles to place")
    i: i64 = 0
    while i < Tile.COUNT:
        writer.flag(b[At.VISIBLE] == i or b[At.VISIBLE + 1] == i)
        i += 1
    placed: i64 = 0
    i = 0
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
    writer.start_part("cells")
    i: i64 = 0
    while i < 16:
        cell = tables.CELLS[i]
        tile = b[At.TILE + cell]
        i += 1
        if tile < 0 and not writer.measuring:
            writer.skip(_CELL + 2 * players)
            continue
        _ocean(state, tile, writer)
        boats: i64 = 0
        turns: i64 = 0
        while turns < players:
            if b[board.seat_base(seat_after(viewer, turns, players)) + Seat.BOAT] == cell:
                boats |= board.one(turns)
            turns += 1
        writer.flags(boats, players)
        _island(state, viewer, tile, writer)


def _ocean(state: VanuatuState, tile: i64, writer: ObservationWriter) -> None:
    ocean = tile >= Tile.ISLANDS
    if not ocean and not writer.measuring:
        writer.skip(3)
        return
    writer.flag(ocean)
    fish: i64 = 0
    treasure: i64 = 0
    if ocean:
        fish = state.b[At.FISH_LEFT + tile]
        treasure = state.b[At.TREASURE_LEFT + tile]
    writer.count(fish, _FISH)
    writer.count(treasure, _FISH)


def _island(state: VanuatuState, viewer: i64, tile: i64, writer: ObservationWriter) -> None:
    """Write what is on an island and its free places; all 0 without an island."""
    b = state.b
    players = state.players
    if writer.measuring:
        tile = 0
    if tile < 0 or tile >= Tile.ISLANDS:
        writer.flags(0, players + 17)
        return
    base = Island.BASE + tile * Island.SIZE
    writer.flag(True)
    good: i64 = 0
    while good < 3:
        writer.count(b[base + Island.GOODS + good], 2)
        good += 1
    turns: i64 = 0
    while turns < players:
        writer.count(board.huts_of(b, tile, seat_after(viewer, turns, players)), 3)
        turns += 1
    lost = b[base + Island.WATER] >= Rule.SUBMERGED
    usable: i64 = 1
    if lost:
        usable = 0
    writer.count(usable * (tables.HUT_SITES[tile] - board.huts_on(b, tile)), 3)
    writer.count(b[base + Island.DRAWINGS], 3)
    writer.count(usable * (tables.DRAWING_SITES[tile] - b[base + Island.DRAWINGS]), 3)
    writer.count(b[base + Island.TOURISTS], _ROOM)
    writer.count(usable * (tables.TOURIST_ROOM[tile] - b[base + Island.TOURISTS]), _ROOM)
    writer.count(b[base + Island.WATER], Rule.SUBMERGED)
    writer.flag(lost)
    writer.flags(b[base + Island.DIKES], 6)


def _leaders(state: VanuatuState) -> i64:
    """Return the seat that holds the majority on each action, plus 1, in four bits each; 0 is nobody."""
    leaders: i64 = 0
    action: i64 = Action.COUNT - 1
    while action >= 0:
        leaders = leaders << 4 | state.leader(action) + 1
        action -= 1
    return leaders


def _seat(state: VanuatuState, seat: i64, leaders: i64, writer: ObservationWriter) -> None:
    b = state.b
    base = board.seat_base(seat)
    writer.count(b[base + Seat.VATUS], Rule.CONVERSION_VATUS)
    writer.count(b[base + Seat.POINTS], _MOST_POINTS)
    _values(b[base + Seat.FISH], 8, writer)
    _values(b[base + Seat.TREASURE], 4, writer)
    writer.count(b[base + Seat.HUTS], Supply.HUTS)
    writer.one_of(b[base + Seat.CHARACTER], Character.COUNT)
    writer.flag(b[base + Seat.USED] == 1)
    action: i64 = 0
    while action < Action.COUNT:
        writer.count(b[base + Seat.MARKERS + action], Supply.MARKERS)
        action += 1
    action = 0
    while action < Action.COUNT:
        writer.flag((leaders >> 4 * action) & 15 == seat + 1)
        action += 1


def _values(packed: i64, ones: i64, writer: ObservationWriter) -> None:
    """Write the tiles of value 1, 2 and 3 in a seat's hand."""
    writer.count(packed & 15, ones)
    writer.count((packed >> 4) & 15, 4)
    writer.count(packed >> 8, 2)
