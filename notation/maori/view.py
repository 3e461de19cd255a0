"""A position as a map for programs, as a row of `replay --state`, and as the scene of a drawing.

Also the end of a game: the items of a score, and the tie-breaks.
"""

from mypy_extensions import i64

from vanuatu.core.game import CHANCE, OVER
from vanuatu.core.maori import board
from vanuatu.core.maori.layout import At, Seat, pile_of
from vanuatu.core.maori.scoring import Item
from vanuatu.core.maori.state import MaoriState
from vanuatu.core.maori.tiles import SHAPES, SIDES, TileTable
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES
from vanuatu.notation.maori.names import PHASE_NAMES, PLACE_NAMES, TURN, cell_name, cells, lying
from vanuatu.notation.maori.view_types import (
    CellRow,
    MaoriView,
    PlayerRow,
    PlayerView,
    Row,
    Scene,
    TileFacts,
)


def view(state: MaoriState) -> MaoriView:
    """Return the position as documented.

    Tiles are labels, with an `r` for each quarter turn. A board lists only cells with tiles. `points` is the
    score if the game ended now.
    """
    b = state.b
    scores = state.scores()
    return {
        "round": int(state.round),
        "phase": phase_name(state),
        "seat": seat_name(state),
        "opener": SEAT_LETTERS[b[At.OPENER]] if b[At.OPENER] >= 0 else None,
        "explorer": PLACE_NAMES[b[At.EXPLORER]] if b[At.EXPLORER] >= 0 else None,
        "matrix": [[_label(state, 4 * row + column) for column in range(4)] for row in range(4)],
        "supply": int(b[At.SUPPLY]),
        "shells": int(b[At.BANK]),
        "last": int(b[At.LAST]) if b[At.LAST] >= 0 else None,
        "idle": int(b[At.IDLE]),
        "players": {
            SEAT_LETTERS[seat]: _player(state, seat, int(scores[seat])) for seat in range(state.players)
        },
        "box": box(state),
    }


def row(state: MaoriState) -> Row:
    """Return the view with the same keys for every position: all seats, boards as lists of records."""
    seen = view(state)
    players: dict[str, PlayerRow | None] = dict.fromkeys(SEAT_LETTERS)
    for seat, player in seen["players"].items():
        cells: list[CellRow] = [{"cell": cell, "tile": tile} for cell, tile in player["board"].items()]
        players[seat] = {
            "points": player["points"],
            "shells": player["shells"],
            "ships": player["ships"],
            "stored": player["stored"],
            "boat": player["boat"],
            "board": cells,
        }
    return {
        "round": seen["round"],
        "phase": seen["phase"],
        "seat": seen["seat"],
        "opener": seen["opener"],
        "explorer": seen["explorer"],
        "matrix": seen["matrix"],
        "supply": seen["supply"],
        "shells": seen["shells"],
        "last": seen["last"],
        "idle": seen["idle"],
        "players": players,
        "box": seen["box"],
    }


def scene(state: MaoriState) -> Scene:
    """Return the view with all other data that a drawing needs."""
    seen, tiles, number = view(state), state.tiles, board.board_number(state.b)
    names = {name for row in seen["matrix"] for name in row if name is not None}
    for player in seen["players"].values():
        names.update(player["board"].values())
        if player["stored"] is not None:
            names.add(player["stored"])
    printed_cell = tiles.printed_cell[number]
    over = state.actor == OVER
    return {
        **seen,
        "winners": [SEAT_LETTERS[int(seat)] for seat in state.winners()] if over else [],
        "tiles": {name: _facts(tiles, name) for name in sorted(names)},
        "incomplete": {
            SEAT_LETTERS[seat]: _named(board.incomplete(state.b, Seat.BASE + Seat.SIZE * seat))
            for seat in range(state.players)
        },
        "land": _named(tiles.land[number]),
        "reef": _named(tiles.reef[number]),
        "printed_ships": int(tiles.printed),
        "printed_cell": cell_name(printed_cell) if printed_cell >= 0 else None,
    }


def holdings(state: MaoriState) -> list[dict[str, int]]:
    """Return the quantities that a seat gains and loses by moves, by seat."""
    b, scores = state.b, state.scores()
    return [
        {
            "points": int(scores[seat]),
            "shells": int(b[Seat.BASE + Seat.SIZE * seat + Seat.SHELLS]),
            "ships": int(b[Seat.BASE + Seat.SIZE * seat + Seat.SHIPS]),
        }
        for seat in range(state.players)
    ]


def _named(bits: i64) -> list[str]:
    """Return the names of a set of cells."""
    return [cell_name(cell) for cell in cells() if bits >> cell & 1]


def _facts(tiles: TileTable, name: str) -> TileFacts:
    """Return the description of a placed tile, from its name."""
    label = name if name in tiles.labels else name.rstrip(TURN)
    kind = tiles.labels.index(label)
    edges = int(tiles.edges[(kind << 2) + len(name) - len(label)])
    return {
        "label": label,
        "shape": SHAPES[tiles.shape[kind]],
        "open": "".join(side for bit, side in enumerate(SIDES) if edges >> bit & 1),
        "palms": int(tiles.palms[kind]),
        "huts": int(tiles.huts[kind]),
        "shells": int(tiles.shells[kind]),
        "ships": int(tiles.ships[kind]),
        "leis": int(tiles.leis[kind]),
    }


def phase_name(state: MaoriState) -> str:
    return PHASE_NAMES[int(state.b[At.PHASE])]


def seat_name(state: MaoriState) -> str | None:
    """Return the letter of the seat to move, `#` for a draw, None when the game is over."""
    if state.actor == OVER:
        return None
    return "#" if state.actor == CHANCE else SEAT_LETTERS[state.actor]


def _label(state: MaoriState, cell: int) -> str | None:
    """Return the tile on a cell of the matrix."""
    kind = state.b[At.CELL + cell]
    return state.tiles.labels[kind] if kind >= 0 else None


def _player(state: MaoriState, seat: int, points: int) -> PlayerView:
    b = state.b
    base = Seat.BASE + Seat.SIZE * seat
    stored, boat = b[base + Seat.STORE], b[base + Seat.BOAT]
    return {
        "points": points,
        "shells": int(b[base + Seat.SHELLS]),
        "ships": int(b[base + Seat.SHIPS]),
        "stored": state.tiles.labels[stored] if stored >= 0 else None,
        "boat": cell_name(boat) if boat >= 0 else None,
        "board": {
            cell_name(cell): lying(state.tiles, b[base + Seat.TILE + cell])
            for cell in cells()
            if b[base + Seat.FILLED] >> cell & 1
        },
    }


def box(state: MaoriState) -> list[str]:
    """Return the tiles removed from boards, in the order of the table: those that are nowhere else."""
    b, tiles = state.b, state.tiles
    gone = [int(tiles.counts[kind] - b[pile_of(state.players) + kind]) for kind in range(tiles.kinds)]
    for cell in range(16):
        if b[At.CELL + cell] >= 0:
            gone[b[At.CELL + cell]] -= 1
    for seat in range(state.players):
        base = Seat.BASE + Seat.SIZE * seat
        if b[base + Seat.STORE] >= 0:
            gone[b[base + Seat.STORE]] -= 1
        for cell in cells():
            if b[base + Seat.FILLED] >> cell & 1:
                gone[b[base + Seat.TILE + cell] >> 2] -= 1
    return [tiles.labels[kind] for kind in range(tiles.kinds) for _ in range(gone[kind])]


_ITEMS = {
    int(Item.PALMS): "palms without a hut",
    int(Item.HUT_PALMS): "palms with a hut",
    int(Item.LEIS): "leis",
    int(Item.SHIPS): "most ships",
    int(Item.SHELLS): "most shells",
    int(Item.EMPTY): "empty spaces",
}


def scoring(state: MaoriState) -> list[list[tuple[str, int]]]:
    """Return the items of each seat's score, also those without points."""
    items = state.score_items()
    return [
        [(name, int(items[seat * Item.COUNT + item])) for item, name in _ITEMS.items()]
        for seat in range(state.players)
    ]


def tie_rule(state: MaoriState) -> str:
    """Return the tie-break between the seats with the most points; empty without a tie."""
    scores = [int(score) for score in state.scores()]
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    winners = [int(seat) for seat in state.winners()]
    if len(best) < 2 or not winners:
        return ""
    if len(winners) == len(best):
        return "equal in points and in shells: the victory is shared"
    shells = int(state.b[Seat.BASE + Seat.SIZE * winners[0] + Seat.SHELLS])
    names = " and ".join(SEAT_NAMES[seat].lower() for seat in winners)
    return f"equal in points: {names} with the most shells ({shells})"
