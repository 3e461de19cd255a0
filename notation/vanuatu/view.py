"""A position as a map for programs, and as a row of `replay --state`.

Also the end of a game: the items of a score, and the tie-breaks.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from vanuatu.core.game import CHANCE, OVER
from vanuatu.core.vanuatu import tables
from vanuatu.core.vanuatu.board import huts_of, leader
from vanuatu.core.vanuatu.layout import At, Island, Option, Seat
from vanuatu.core.vanuatu.moves import Kind
from vanuatu.core.vanuatu.scoring import Item, all_lost, final_scores, huts_placed, last_vatus, score_items
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.core.vanuatu.tables import Action, Rule, Tile
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES
from vanuatu.notation.vanuatu import names
from vanuatu.notation.vanuatu import view_types as types
from vanuatu.notation.vanuatu.names import cell_name
from vanuatu.notation.vanuatu.view_types import View
from vanuatu.notation.wording import amount, listed


def view(state: VanuatuState) -> View:
    """Return the position as documented; maps of markers and of the board omit empty entries."""
    b = state.b
    die = b[At.DIE]
    players: dict[str, types.PlayerView] = {}
    for seat in range(state.players):
        players[SEAT_LETTERS[seat]] = _player(b, seat)
    board: dict[str, types.OceanView | types.IslandView] = {}
    for cell in tables.CELLS:
        if b[At.TILE + cell] >= 0:
            board[cell_name(cell)] = (
                _ocean(b, cell) if b[At.TILE + cell] >= Tile.ISLANDS else _island(b, state.players, cell)
            )
    return {
        "round": int(state.round),
        "phase": phase_name(state),
        "seat": seat_name(state.actor),
        "first": SEAT_LETTERS[b[At.FIRST]] if first_known(state) else None,
        "market": int(b[At.MARKET]),
        "tourists": int(b[At.TOURISTS]),
        "die": None if die < 0 else int(die),
        "ships": ships(b),
        "visible": [names.TILE_NAMES[b[At.VISIBLE + i]] for i in range(2) if b[At.VISIBLE + i] >= 0],
        "players": players,
        "neutral": markers(b, At.NEUTRALS),
        "leaders": leaders(b, state.players),
        "board": board,
    }


def row(state: VanuatuState) -> types.Row:
    """Return the view with the same keys for every position: all seats, all actions, a list of cells."""
    b = state.b
    seen = view(state)
    players: dict[str, types.PlayerView | None] = dict.fromkeys(SEAT_LETTERS)
    for seat in range(state.players):
        player = seen["players"][SEAT_LETTERS[seat]]
        player["markers"] = all_markers(b, Seat.BASE + Seat.SIZE * seat + Seat.MARKERS)
        players[SEAT_LETTERS[seat]] = player
    return {
        "round": seen["round"],
        "phase": seen["phase"],
        "seat": seen["seat"],
        "first": seen["first"],
        "market": seen["market"],
        "tourists": seen["tourists"],
        "die": seen["die"],
        "ships": seen["ships"],
        "visible": seen["visible"],
        "players": players,
        "neutral": all_markers(b, At.NEUTRALS),
        "leaders": {action: seen["leaders"].get(action) for action in names.ACTION_LETTERS},
        "board": [_cell_row(b, state.players, cell) for cell in tables.CELLS if b[At.TILE + cell] >= 0],
    }


def _cell_row(b: vec[i64], players: i64, cell: i64) -> types.CellRow:
    if b[At.TILE + cell] >= Tile.ISLANDS:
        ocean = _ocean(b, cell)
        return {
            "cell": cell_name(cell),
            "tile": ocean["tile"],
            "goods": None,
            "huts": None,
            "drawings": None,
            "tourists": None,
            "water": None,
            "dikes": None,
            "submerged": None,
            "fish": ocean["fish"],
            "treasure": ocean["treasure"],
        }
    island = _island(b, players, cell)
    return {
        "cell": cell_name(cell),
        "tile": island["tile"],
        "goods": island["goods"],
        "huts": island["huts"],
        "drawings": island["drawings"],
        "tourists": island["tourists"],
        "water": island["water"],
        "dikes": island["dikes"],
        "submerged": island["submerged"],
        "fish": None,
        "treasure": None,
    }


def holdings(state: VanuatuState) -> list[dict[str, int]]:
    """Return the quantities that a seat gains and loses by moves, by seat."""
    gained: list[dict[str, int]] = []
    for seat in range(state.players):
        base = Seat.BASE + Seat.SIZE * seat
        gained.append({"points": int(state.b[base + Seat.POINTS]), "vatus": int(state.b[base + Seat.VATUS])})
    return gained


def first_known(state: VanuatuState) -> bool:
    """Return whether the first player has been drawn."""
    return state.round > 1 or state.actor != CHANCE or state.b[At.STEP] > Kind.FIRST


def phase_name(state: VanuatuState) -> str:
    return "over" if state.actor == OVER else names.PHASE_NAMES[state.b[At.PHASE]]


def seat_name(actor: i64) -> str | None:
    """Return the letter of a seat, `#` for chance, None when the game is over."""
    if actor == OVER:
        return None
    return "#" if actor == CHANCE else SEAT_LETTERS[actor]


def ships(b: vec[i64]) -> list[types.ShipView]:
    """Return the ships on offer, top first, with the goods each needs and has."""
    return [
        {"wants": names.SHIP_NAMES[b[At.SHIP + i]], "loaded": names.packed_goods(b[At.LOADED + i])}
        for i in range(3)
        if b[At.SHIP + i] >= 0
    ]


def markers(b: vec[i64], start: i64) -> dict[str, int]:
    """Return the markers of a seat or the neutral ones, by action, in the order of actions."""
    return {names.ACTION_LETTERS[i]: int(b[start + i]) for i in range(Action.COUNT) if b[start + i]}


def all_markers(b: vec[i64], start: i64) -> dict[str, int]:
    """Return the markers of a seat or the neutral ones on all nine actions."""
    return {names.ACTION_LETTERS[i]: int(b[start + i]) for i in range(Action.COUNT)}


def leaders(b: vec[i64], players: i64) -> dict[str, str]:
    """Return the seat with the majority on each action that a seat leads."""
    found: dict[str, str] = {}
    for action in range(Action.COUNT):
        seat = leader(b, players, action)
        if seat >= 0:
            found[names.ACTION_LETTERS[action]] = SEAT_LETTERS[seat]
    return found


def _player(b: vec[i64], seat: i64) -> types.PlayerView:
    base = Seat.BASE + Seat.SIZE * seat
    character = b[base + Seat.CHARACTER]
    rests = [
        names.REST_LETTERS[b[At.TAKEN + i] & 7] for i in range(b[At.RESTS]) if b[At.TAKEN + i] >> 3 == seat
    ]
    boat = b[base + Seat.BOAT]
    return {
        "vatus": int(b[base + Seat.VATUS]),
        "points": int(b[base + Seat.POINTS]),
        "boat": cell_name(boat) if boat else None,
        "fish": names.packed_values(b[base + Seat.FISH]),
        "treasures": names.packed_values(b[base + Seat.TREASURE]),
        "huts": int(b[base + Seat.HUTS]),
        "character": None if character < 0 else names.CHARACTER_NAMES[character],
        "used": bool(b[base + Seat.USED]),
        "markers": markers(b, base + Seat.MARKERS),
        "rest": "".join(rests) or None,
    }


def _ocean(b: vec[i64], cell: i64) -> types.OceanView:
    tile = b[At.TILE + cell]
    return {
        "tile": names.TILE_NAMES[tile],
        "fish": int(b[At.FISH_LEFT + tile]),
        "treasure": int(b[At.TREASURE_LEFT + tile]),
    }


def _island(b: vec[i64], players: i64, cell: i64) -> types.IslandView:
    tile = b[At.TILE + cell]
    base = Island.BASE + Island.SIZE * tile
    return {
        "tile": names.TILE_NAMES[tile],
        "goods": goods_letters(b, tile),
        "huts": hut_letters(b, players, tile),
        "drawings": int(b[base + Island.DRAWINGS]),
        "tourists": int(b[base + Island.TOURISTS]),
        "water": int(b[base + Island.WATER]),
        "dikes": [cell_name(side) for side in dike_cells(b, tile, cell)],
        "submerged": bool(b[base + Island.WATER] == Rule.SUBMERGED),
    }


def goods_letters(b: vec[i64], island: i64) -> str:
    """Return the cubes on an island, in the order k, c, b."""
    base = Island.BASE + Island.SIZE * island + Island.GOODS
    return "".join([names.GOODS_LETTERS[i] * int(b[base + i]) for i in range(3)])


def hut_letters(b: vec[i64], players: i64, island: i64) -> str:
    """Return the letter of a seat for each hut on an island, in the order of seats."""
    return "".join([SEAT_LETTERS[seat] * int(huts_of(b, island, seat)) for seat in range(players)])


def dike_cells(b: vec[i64], island: i64, cell: i64) -> list[int]:
    """Return the cells that the dikes of an island face, in the order of cells."""
    bits = b[Island.BASE + Island.SIZE * island + Island.DIKES]
    return [int(cell + tables.DIRECTIONS[i]) for i in range(6) if bits >> i & 1]


# In the order of the items of the core.
_ITEMS: Final = (
    "points",
    "fish turned into vatus",
    "first player marker",
    "vatus, 3 for a point",
    "treasures twice",
    "huts and tourists",
    "waters",
)


def scoring(state: VanuatuState) -> list[list[tuple[str, int]]]:
    """Return the items of each seat's score; the waters only if they are in the game."""
    if all_lost(state.b):
        return [[("lost to the waters", 0)] for _ in range(state.players)]
    shown = Item.COUNT if state.b[At.OPTIONS] & Option.WATERS else Item.WATERS
    table = []
    for seat in range(state.players):
        items = score_items(state.b, seat)
        table.append([(_ITEMS[i], int(items[i])) for i in range(shown)])
    return table


def tie_rule(state: VanuatuState) -> str:
    """Return the tie-break between the best scores; empty without a tie or before the end."""
    b = state.b
    if state.actor != OVER or all_lost(b):
        return ""
    scores = final_scores(b, state.players)
    best = max(scores)
    tied = [seat for seat in range(state.players) if scores[seat] == best]
    if len(tied) == 1:
        return ""
    names = listed([SEAT_NAMES[seat].lower() for seat in tied])
    huts = [int(huts_placed(b, seat)) for seat in tied]
    ahead = [seat for seat, number in zip(tied, huts, strict=True) if number == max(huts)]
    if len(ahead) == 1:
        winner = SEAT_NAMES[ahead[0]].lower()
        return f"{names} have {best} points each; {winner} has placed the most huts ({max(huts)})"
    vatus = [int(last_vatus(b, seat)) for seat in ahead]
    richest = [seat for seat, number in zip(ahead, vatus, strict=True) if number == max(vatus)]
    leaders = listed([SEAT_NAMES[seat].lower() for seat in ahead])
    same = f"{names} have {best} points each; {leaders} have placed the most huts ({max(huts)})"
    if len(richest) == 1:
        return f"{same}; {SEAT_NAMES[richest[0]].lower()} has the most vatus left ({max(vatus)})"
    shared = listed([SEAT_NAMES[seat].lower() for seat in richest])
    return f"{same}; {shared} have {amount(max(vatus), 'vatu')} left each and share the win"


def termination(state: VanuatuState) -> str | None:
    """Return `submerged` if the waters have ended the game; only then no seat wins.

    Called once for every game. A vec that interpreted code hands to compiled code is never freed, so
    `all_lost(state.b)` would keep each last position in memory.
    """
    return "submerged" if state.actor == OVER and not len(state.winners()) else None
