"""What a move does, costs and gains, in words."""

from vanuatu.core.maori import board, matrix
from vanuatu.core.maori.layout import At, Phase, Seat
from vanuatu.core.maori.moves import Kind, detail_of, kind_of
from vanuatu.core.maori.state import MaoriState
from vanuatu.notation.codec import SEAT_NAMES
from vanuatu.notation.maori.names import ORDINALS, PLACE_NAMES, cell_name, open_sides, tile_words
from vanuatu.notation.wording import amount


def words(state: MaoriState, move: int) -> str:
    """Return a legal move in words; `state` is the position before it."""
    b, tiles = state.b, state.tiles
    kind, detail = int(kind_of(move)), int(detail_of(move))
    base = int(Seat.BASE + Seat.SIZE * b[At.TURN])
    if kind == Kind.TILE:
        where = "into the gap" if b[At.PHASE] == Phase.REFILL else "into the matrix"
        return f"{tile_words(tiles, detail << 2)} comes {where}"
    if kind == Kind.FIRST:
        return f"{SEAT_NAMES[detail].lower()} places the explorer ship, and the next to the left begins"
    if kind == Kind.EXPLORE:
        return _voyage_words(state, base, detail)
    if kind == Kind.BOAT:
        return _boat_words(state, base, detail)
    if kind == Kind.TAKE:
        n = (detail >> 7) + 1
        tile = int(b[At.CELL + matrix.nth_cell(b, n)]) << 2 | detail & 3
        return f"lay the {ORDINALS[n - 1]} tile, {_laid(state, base, tile, detail >> 2 & 31, n - 1)}"
    if kind == Kind.STORE:
        tile = int(b[At.CELL + matrix.nth_cell(b, detail + 1)]) << 2
        price = f" for {amount(detail, 'shell')}" if detail else ""
        return f"store the {ORDINALS[detail]} tile, {tile_words(tiles, tile)}{price}"
    if kind == Kind.UNSTORE:
        tile = int(b[base + Seat.STORE]) << 2 | detail & 3
        return f"lay the stored tile, {_laid(state, base, tile, detail >> 2, 0)}"
    if kind == Kind.REMOVE:
        tile = int(b[base + Seat.TILE + detail])
        return f"take {tile_words(tiles, tile & ~3)} off {cell_name(detail)}"
    if b[At.PHASE] == Phase.SAIL:
        return f"leave the small ship on {cell_name(b[base + Seat.BOAT])}"
    return "do nothing"


def _voyage_words(state: MaoriState, base: int, place: int) -> str:
    b = state.b
    name = PLACE_NAMES[place]
    if b[At.PHASE] == Phase.START:
        return f"place the explorer ship at {name}, before {_before(state, place)}"
    steps = matrix.steps_to(b, place)
    price = int(matrix.voyage_price(b, base, steps))
    paid = f" for {amount(price, 'shell')}" if price else ""
    return f"{amount(int(steps), 'step')} to {name}{paid}, before {_before(state, place)}"


def _before(state: MaoriState, place: int) -> str:
    """Return the labels of the tiles before a place, the nearest first."""
    labels = state.tiles.labels
    kinds = [state.b[At.CELL + matrix.LINES[4 * place + depth]] for depth in range(4)]
    return " ".join([labels[kind] for kind in kinds if kind >= 0]) or "no tiles"


def _boat_words(state: MaoriState, base: int, detail: int) -> str:
    b = state.b
    text = f"move the small ship to {cell_name(detail & 31)}"
    if b[At.PHASE] != Phase.DISCOVER:
        return text
    steps = int(board.distance(b, base, b[base + Seat.BOAT], detail & 31))
    return f"{text} for {amount(steps, 'shell')}, then lay a tile"


def _laid(state: MaoriState, base: int, tile: int, cell: int, price: int) -> str:
    """Return a tile, its new place, its price and its gains."""
    tiles, b = state.tiles, state.b
    text = f"{tile_words(tiles, tile & ~3)}, on {cell_name(cell)}"
    if tile & 3:
        text += f" turned to be open to the {' and '.join(open_sides(tiles, tile))}"
    if price:
        text += f" for {amount(price, 'shell')}"
    gained = min(int(tiles.shells[tile >> 2]), int(b[At.BANK]) + price)
    brings = [f"gains {amount(gained, 'shell')}"] if gained else []
    if cell == tiles.printed_cell[board.board_number(b)]:
        brings.append(f"covers {amount(int(tiles.printed), 'ship')}")
    return ", ".join([text, *brings, *_completed(state, base, tile, cell)])


def _completed(state: MaoriState, base: int, tile: int, cell: int) -> list[str]:
    """Return whether the tile completes an island of several tiles, and whether the board is then full."""
    b, tiles = state.b[:], state.tiles
    board.put(b, base, tiles, cell, tile)
    follows = []
    if tiles.edges[tile] and not board.incomplete(b, base) >> cell & 1:
        follows.append("completes an island")
    if b[base + Seat.FILLED] == tiles.spaces[board.board_number(b)]:
        follows.append("fills the board")
    return follows
