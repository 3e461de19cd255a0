"""A position of Vanuatu as one seat sees it, entry by entry (docs/environments.md has the layout).

Seats stand in the order of turns, the one that looks first. Everything lies open but the rest tokens.
"""

from typing import Final

from mypy_extensions import i64

from vanuatu.ai.numbering import Sight, seat_after, turns_after
from vanuatu.core.vanuatu import (
    Action,
    At,
    Character,
    Island,
    Phase,
    RestToken,
    Rule,
    Seat,
    Supply,
    Tile,
    board,
    hidden,
    tables,
)
from vanuatu.core.vanuatu.state import VanuatuState

_MOST_POINTS: Final[i64] = 150  # more are cut off
_MOST_NEUTRALS: Final[i64] = 5
_MARKET: Final[i64] = 3
_PIPS: Final[i64] = 6
_FISH: Final[i64] = 3  # the most on a tile
_ROOM: Final[i64] = 5  # for tourists on an island


def observe(state: VanuatuState, seat: i64, halfway: bool, sight: Sight) -> None:
    """All that a seat knows; for seat -1 all that there is to know, seats from purple on."""
    b = state.b
    players = state.players
    viewer = seat
    if seat < 0:
        viewer = 0
    sight.part("round")
    sight.one_of(state.round - 1, Rule.ROUNDS)
    sight.part("phase")
    sight.one_of(b[At.PHASE], Phase.BEG + 1)
    sight.part("planning turn")
    turn: i64 = -1
    if b[At.PHASE] == Phase.PLAN:
        turn = b[At.STEP]
    sight.one_of(turn, Rule.TURNS_OF_PLANNING)
    sight.part("choosing a rest token")
    sight.flag(halfway)
    sight.part("seat to move")
    sight.one_of(turns_after(viewer, state.actor, players), players)
    sight.part("first player")
    sight.one_of(turns_after(viewer, b[At.FIRST], players), players)
    sight.part("market")
    sight.count(b[At.MARKET], _MARKET)
    sight.part("tourists")
    sight.count(b[At.TOURISTS], 4)
    sight.part("flood die")
    sight.count(b[At.DIE], _PIPS)
    sight.part("ships")
    i: i64 = 0
    while i < 3:
        sight.one_of(b[At.SHIP + i], Supply.SHIP_KINDS)
        _goods_loaded(b[At.LOADED + i], sight)
        i += 1
    sight.part("piles")
    i = 0
    while i < Supply.SHIP_KINDS:
        sight.count(b[At.SHIP_PILE + i], tables.SHIP_COUNTS[i])
        i += 1
    i = 0
    while i < 5:
        sight.count(b[At.TOURIST_PILE + i], tables.TOURIST_TILES[i])
        i += 1
    i = 0
    while i < 3:
        sight.count(board.reserve(b, i), tables.RESERVE[i])
        i += 1
    sight.count(board.dikes_left(b), Supply.DIKES)
    _tiles(state, sight)
    sight.part("neutral markers")
    i = 0
    while i < Action.COUNT:
        sight.count(b[At.NEUTRALS + i], _MOST_NEUTRALS)
        i += 1
    sight.part("two players")
    sight.flags(b[At.CAST], Character.COUNT)
    sight.one_of(b[At.GOVERNED] >> 1, Action.COUNT)
    _rests(state, viewer, seat, halfway, sight)
    _cells(state, viewer, sight)
    sight.part("seats")
    i = 0
    while i < players:
        _seat(state, seat_after(viewer, i, players), sight)
        i += 1


def _goods_loaded(packed: i64, sight: Sight) -> None:
    sight.count(packed & 3, 3)
    sight.count((packed >> 2) & 3, 3)
    sight.count(packed >> 4, 3)


def _tiles(state: VanuatuState, sight: Sight) -> None:
    """Which tiles lie face up to be placed, and which are on the board."""
    b = state.b
    sight.part("tiles to place")
    i: i64 = 0
    while i < Tile.COUNT:
        sight.flag(b[At.VISIBLE] == i or b[At.VISIBLE + 1] == i)
        i += 1
    placed: i64 = 0
    i = 0
    while i < 16:
        tile = b[At.TILE + tables.CELLS[i]]
        if tile >= 0:
            placed |= board.one(tile)
        i += 1
    sight.part("tiles on the board")
    sight.flags(placed, Tile.COUNT)


def _rests(state: VanuatuState, viewer: i64, seat: i64, halfway: bool, sight: Sight) -> None:
    """Who has rested in this round, one after another, and which tokens each may have taken."""
    tokens = hidden.may_hold(state.b, seat, halfway and seat == state.actor)
    sight.part("rests")
    i: i64 = 0
    while i < RestToken.COUNT:
        if i < state.b[At.RESTS]:
            sight.one_of(turns_after(viewer, state.b[At.TAKEN + i] >> 3, state.players), state.players)
            sight.flags(tokens[i], RestToken.COUNT)
        else:
            sight.flags(0, state.players + RestToken.COUNT)
        i += 1


def _cells(state: VanuatuState, viewer: i64, sight: Sight) -> None:
    b = state.b
    players = state.players
    sight.part("cells")
    i: i64 = 0
    while i < 16:
        cell = tables.CELLS[i]
        tile = b[At.TILE + cell]
        _ocean(state, tile, sight)
        turns: i64 = 0
        while turns < players:
            seat = seat_after(viewer, turns, players)
            sight.flag(b[board.seat_base(seat) + Seat.BOAT] == cell)
            turns += 1
        _island(state, viewer, tile, sight)
        i += 1


def _ocean(state: VanuatuState, tile: i64, sight: Sight) -> None:
    ocean = tile >= Tile.ISLANDS
    sight.flag(ocean)
    fish: i64 = 0
    treasure: i64 = 0
    if ocean:
        fish = state.b[At.FISH_LEFT + tile]
        treasure = state.b[At.TREASURE_LEFT + tile]
    sight.count(fish, _FISH)
    sight.count(treasure, _FISH)


def _island(state: VanuatuState, viewer: i64, tile: i64, sight: Sight) -> None:
    """What is on an island, and what there is room for; all 0 where none is."""
    b = state.b
    players = state.players
    if sight.measuring:
        tile = 0
    if tile < 0 or tile >= Tile.ISLANDS:
        sight.flags(0, players + 17)
        return
    base = Island.BASE + tile * Island.SIZE
    sight.flag(True)
    good: i64 = 0
    while good < 3:
        sight.count(b[base + Island.GOODS + good], 2)
        good += 1
    turns: i64 = 0
    while turns < players:
        sight.count(board.huts_of(b, tile, seat_after(viewer, turns, players)), 3)
        turns += 1
    lost = b[base + Island.WATER] >= Rule.SUBMERGED
    usable: i64 = 1
    if lost:
        usable = 0
    sight.count(usable * (tables.HUT_SITES[tile] - board.huts_on(b, tile)), 3)
    sight.count(b[base + Island.DRAWINGS], 3)
    sight.count(usable * (tables.DRAWING_SITES[tile] - b[base + Island.DRAWINGS]), 3)
    sight.count(b[base + Island.TOURISTS], _ROOM)
    sight.count(usable * (tables.TOURIST_ROOM[tile] - b[base + Island.TOURISTS]), _ROOM)
    sight.count(b[base + Island.WATER], Rule.SUBMERGED)
    sight.flag(lost)
    sight.flags(b[base + Island.DIKES], 6)


def _seat(state: VanuatuState, seat: i64, sight: Sight) -> None:
    b = state.b
    base = board.seat_base(seat)
    sight.count(b[base + Seat.VATUS], Rule.CONVERSION_VATUS)
    sight.count(b[base + Seat.POINTS], _MOST_POINTS)
    _values(b[base + Seat.FISH], 8, sight)
    _values(b[base + Seat.TREASURE], 4, sight)
    sight.count(b[base + Seat.HUTS], Supply.HUTS)
    sight.one_of(b[base + Seat.CHARACTER], Character.COUNT)
    sight.flag(b[base + Seat.USED] == 1)
    action: i64 = 0
    while action < Action.COUNT:
        sight.count(b[base + Seat.MARKERS + action], Supply.MARKERS)
        action += 1
    action = 0
    while action < Action.COUNT:
        sight.flag(state.leader(action) == seat)
        action += 1


def _values(packed: i64, ones: i64, sight: Sight) -> None:
    """Tiles of value 1, 2 and 3 in a seat's hand."""
    sight.count(packed & 15, ones)
    sight.count((packed >> 4) & 15, 4)
    sight.count(packed >> 8, 2)
