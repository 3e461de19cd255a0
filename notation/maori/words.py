"""What a move does, costs and gains, in words."""

from core.maori.board import board_number, distance, incomplete, put
from core.maori.layout import At, Phase, Seat
from core.maori.matrix import LINES, nth_cell, steps_to, voyage_price
from core.maori.moves import Kind, detail_of, kind_of
from core.maori.state import MaoriState
from notation.codec import SEAT_NAMES
from notation.maori.names import ORDINALS, PLACE_NAMES, amount, cell_name, open_sides, tile_words


def words(state: MaoriState, move: int) -> str:
    """A legal move in words; `state` is before it."""
    v, tiles = state.v, state.tiles
    kind, detail = int(kind_of(move)), int(detail_of(move))
    seat = int(Seat.BASE + Seat.SIZE * v[At.TURN])
    if kind == Kind.TILE:
        where = "into the gap" if v[At.PHASE] == Phase.REFILL else "into the matrix"
        return f"{tile_words(tiles, detail << 2)} comes {where}"
    if kind == Kind.FIRST:
        return f"{SEAT_NAMES[detail].lower()} places the explorer ship, and the next to the left begins"
    if kind == Kind.EXPLORE:
        return _voyage_words(state, seat, detail)
    if kind == Kind.BOAT:
        return _boat_words(state, seat, detail)
    if kind == Kind.TAKE:
        n = (detail >> 7) + 1
        tile = int(v[At.CELL + nth_cell(v, n)]) << 2 | detail & 3
        return f"lay the {ORDINALS[n - 1]} tile, {_laid(state, seat, tile, detail >> 2 & 31, n - 1)}"
    if kind == Kind.STORE:
        tile = int(v[At.CELL + nth_cell(v, detail + 1)]) << 2
        price = f" for {amount(detail, 'shell')}" if detail else ""
        return f"store the {ORDINALS[detail]} tile, {tile_words(tiles, tile)}{price}"
    if kind == Kind.UNSTORE:
        tile = int(v[seat + Seat.STORE]) << 2 | detail & 3
        return f"lay the stored tile, {_laid(state, seat, tile, detail >> 2, 0)}"
    if kind == Kind.REMOVE:
        tile = int(v[seat + Seat.TILE + detail])
        return f"take {tile_words(tiles, tile & ~3)} off {cell_name(detail)}"
    if v[At.PHASE] == Phase.SAIL:
        return f"leave the small ship on {cell_name(v[seat + Seat.BOAT])}"
    return "do nothing"


def _voyage_words(state: MaoriState, seat: int, place: int) -> str:
    v = state.v
    name = PLACE_NAMES[place]
    if v[At.PHASE] == Phase.START:
        return f"place the explorer ship at {name}, before {_before(state, place)}"
    steps = steps_to(v, place)
    price = int(voyage_price(v, seat, steps))
    paid = f" for {amount(price, 'shell')}" if price else ""
    return f"{amount(int(steps), 'step')} to {name}{paid}, before {_before(state, place)}"


def _before(state: MaoriState, place: int) -> str:
    """The labels of the tiles before a place, the nearest first."""
    labels = state.tiles.labels
    kinds = [state.v[At.CELL + LINES[4 * place + depth]] for depth in range(4)]
    return " ".join([labels[kind] for kind in kinds if kind >= 0]) or "no tiles"


def _boat_words(state: MaoriState, seat: int, detail: int) -> str:
    v = state.v
    text = f"move the small ship to {cell_name(detail & 31)}"
    if v[At.PHASE] != Phase.DISCOVER:
        return text
    steps = int(distance(v, seat, v[seat + Seat.BOAT], detail & 31))
    return f"{text} for {amount(steps, 'shell')}, then lay a tile"


def _laid(state: MaoriState, seat: int, tile: int, cell: int, price: int) -> str:
    """A tile, where it comes to lie, what it costs and what it brings."""
    tiles, v = state.tiles, state.v
    text = f"{tile_words(tiles, tile & ~3)}, on {cell_name(cell)}"
    if tile & 3:
        text += f" turned to be open to the {' and '.join(open_sides(tiles, tile))}"
    if price:
        text += f" for {amount(price, 'shell')}"
    gained = min(int(tiles.shells[tile >> 2]), int(v[At.BANK]) + price)
    brings = [f"gains {amount(gained, 'shell')}"] if gained else []
    if cell == tiles.printed_cell[board_number(v)]:
        brings.append(f"covers {amount(int(tiles.printed), 'ship')}")
    return ", ".join([text, *brings, *_completed(state, seat, tile, cell)])


def _completed(state: MaoriState, seat: int, tile: int, cell: int) -> list[str]:
    """Whether the tile completes an island of several tiles, and whether the board is full then."""
    v, tiles = state.v[:], state.tiles
    put(v, seat, tiles, cell, tile)
    said = []
    if tiles.edges[tile] and not incomplete(v, seat) >> cell & 1:
        said.append("completes an island")
    if v[seat + Seat.FILLED] == tiles.spaces[board_number(v)]:
        said.append("fills the board")
    return said
