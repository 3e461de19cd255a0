"""Check the board of a position: tiles, fish, treasures, huts, waters, dikes, boats."""

from vanuatu.core.game import CHANCE
from vanuatu.core.vanuatu import tables
from vanuatu.core.vanuatu.board import count_bits, huts_of, huts_on, one, spread
from vanuatu.core.vanuatu.layout import At, Island, Option, Phase, Seat
from vanuatu.core.vanuatu.moves import Kind
from vanuatu.core.vanuatu.state import VanuatuState
from vanuatu.core.vanuatu.tables import CELLS, EFATE_CELL, START_CELLS, Rule, Supply, Tile
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES, PositionError
from vanuatu.notation.vanuatu import names

Columns = dict[str, int]


def check_board(state: VanuatuState, columns: Columns) -> None:
    """Raise PositionError, with the column of the wrong section or cell, if the board cannot exist."""
    _check_tiles(state, columns)
    for cell in CELLS:
        if state.b[At.TILE + cell] >= 0:
            _check_cell(state, cell, columns.get(names.cell_name(cell), columns["board"]))
    _check_letters(state, columns)
    _check_visitors(state, columns)
    for seat in range(state.players):
        _check_player(state, seat, columns[SEAT_LETTERS[seat]])
    _check_rewards(state, columns)
    dikes = sum(
        int(count_bits(state.b[Island.BASE + Island.SIZE * island + Island.DIKES]))
        for island in range(Tile.ISLANDS)
    )
    if dikes > Supply.DIKES:
        raise PositionError(f"there are only {Supply.DIKES} dikes", columns["board"])


def starting(state: VanuatuState) -> bool:
    """Return whether the starting tiles have yet to be drawn."""
    return state.actor == CHANCE and state.round == 1 and state.b[At.STEP] == Kind.START


def _check_tiles(state: VanuatuState, columns: Columns) -> None:
    b = state.b
    board = columns["board"]
    if b[At.TILE + EFATE_CELL] != Tile.E0:
        raise PositionError("E0 lies on a2", columns.get("a2", board))
    filled = 0
    seen: set[int] = {Tile.E0}
    for cell in CELLS:
        tile = int(b[At.TILE + cell])
        if tile < 0:
            continue
        filled |= 1 << cell
        at = columns.get(names.cell_name(cell), board)
        if tile in seen and cell != EFATE_CELL:
            raise PositionError(f"{names.TILE_NAMES[tile]} lies on two cells", at)
        seen.add(tile)
        if (Tile.S0 <= tile <= Tile.S2) != (cell in START_CELLS):
            raise PositionError("the tiles S0, S1 and S2 lie on a3, b2 and b3", at)
    for start_cell in START_CELLS:
        if (b[At.TILE + start_cell] < 0) != starting(state):
            raise PositionError("the tiles S0, S1 and S2 lie on a3, b2 and b3 once they are drawn", board)
    for cell in CELLS:
        if b[At.TILE + cell] >= 0 and cell != EFATE_CELL and count_bits(spread(one(cell)) & filled) < 2:
            at = columns.get(names.cell_name(cell), board)
            raise PositionError(f"{names.cell_name(cell)} touches fewer than two filled cells", at)
    for place in range(2):
        tile = int(b[At.VISIBLE + place])
        if tile in seen:
            raise PositionError(f"{names.TILE_NAMES[tile]} is there twice", columns["tiles"])
        if tile >= 0:
            seen.add(tile)


def tiles_due(state: VanuatuState) -> tuple[int, int]:
    """Return how many of the twelve lettered tiles are placed and how many visible at this time."""
    visible = sum(1 for place in range(2) if state.b[At.VISIBLE + place] >= 0)
    if state.round == 1:
        waiting = state.actor == CHANCE and state.b[At.STEP] in (Kind.START, Kind.TILES)
        return 0, 0 if waiting else 2
    before = 2 * min(int(state.round) - 2, 6)
    if state.actor >= 0 and state.b[At.PHASE] == Phase.PLACE:
        return (before + 1, 1) if visible == 1 else (before, 2)
    if state.actor == CHANCE and state.b[At.STEP] not in (Kind.TILES, Kind.CAST):
        return before, 2 if state.round < 8 else 0
    placed = min(before + 2, 12)
    drawn = not (state.actor == CHANCE and state.b[At.STEP] == Kind.TILES)
    return placed, 2 if placed < 12 and drawn else 0


def _check_letters(state: VanuatuState, columns: Columns) -> None:
    """Check the letters of the tiles: they come in pairs, and all letters come once before any repeats."""
    b = state.b
    placed, visible = tiles_due(state)
    on_board = {int(b[At.TILE + cell]) for cell in CELLS if b[At.TILE + cell] >= 0}
    shown = {int(b[At.VISIBLE + place]) for place in range(2) if b[At.VISIBLE + place] >= 0}
    if len(shown) != visible:
        if "tiles" not in columns:
            raise PositionError("section `tiles` is missing, e.g. `tiles A2 B1`")
        raise PositionError(f"{visible} tiles are visible at this time", columns["tiles"])
    lettered = len(on_board) - 1 - (0 if starting(state) else 3)
    if lettered != placed:
        message = f"{placed} tiles have been placed at this time, not {lettered}"
        raise PositionError(message, columns["board"])
    for letter in range(6):
        pair = {int(tables.LETTER_TILES[2 * letter]), int(tables.LETTER_TILES[2 * letter + 1])}
        due = sum(1 for turn in range(placed + visible) if turn % 6 == letter)
        there = len(pair & (on_board | shown))
        if there != due:
            at = columns.get("tiles", columns["board"])
            raise PositionError(
                f"{due} tiles of letter {'ABCDEF'[letter]} are out at this time, not {there}", at
            )


def _check_cell(state: VanuatuState, cell: int, at: int) -> None:
    b = state.b
    tile = int(b[At.TILE + cell])
    name = names.TILE_NAMES[tile]
    if tile >= Tile.ISLANDS:
        if (
            b[At.FISH_LEFT + tile] > tables.PRINTED_FISH[tile]
            or b[At.TREASURE_LEFT + tile] > tables.PRINTED_TREASURE[tile]
        ):
            raise PositionError(f"{name} starts with fewer fish or treasures", at)
        return
    base = Island.BASE + Island.SIZE * tile
    water = b[base + Island.WATER]
    used = (
        b[base + Island.HUTS]
        or b[base + Island.DRAWINGS]
        or b[base + Island.TOURISTS]
        or b[base + Island.DIKES]
    )
    if (water or b[base + Island.DIKES]) and not state.b[At.OPTIONS] & Option.WATERS:
        raise PositionError("there are no waters and no dikes in this game", at)
    if water == Rule.SUBMERGED and (used or any(b[base + Island.GOODS + good] for good in range(3))):
        raise PositionError(f"{name} is submerged: nothing is left on it", at)
    for good in range(3):
        if b[base + Island.GOODS + good] > tables.PRINTED_GOODS[3 * tile + good]:
            raise PositionError(f"{name} starts with less {names.GOODS_NAMES[good]}", at)
    for count, most, things in (
        (huts_on(b, tile), tables.HUT_SITES[tile], "huts"),
        (b[base + Island.DRAWINGS], tables.DRAWING_SITES[tile], "drawings"),
        (b[base + Island.TOURISTS], tables.TOURIST_ROOM[tile], "tourists"),
    ):
        if count > most:
            raise PositionError(f"{name} has room for {most} {things}", at)
    for direction in range(6):
        if b[base + Island.DIKES] >> direction & 1:
            faced = cell + tables.DIRECTIONS[direction]
            if faced < 1 or not b[At.OCEANS] >> faced & 1:
                raise PositionError("a dike stands towards an ocean tile that is placed", at)


def _check_visitors(state: VanuatuState, columns: Columns) -> None:
    """Check that all tiles drawn so far brought at least this many tourists."""
    b = state.b
    brought = 0
    for value in range(5):
        left = b[At.TOURIST_PILE + value] + (1 if tables.TOURIST_TILE_OUT[state.players] == value else 0)
        brought += value * int(tables.TOURIST_TILES[value] - left)
    there = b[At.TOURISTS] + sum(
        int(b[Island.BASE + Island.SIZE * i + Island.TOURISTS]) for i in range(Tile.ISLANDS)
    )
    if there > brought:
        raise PositionError(f"only {brought} tourists have arrived so far, not {there}", columns["tourists"])


def _check_player(state: VanuatuState, seat: int, at: int) -> None:
    b = state.b
    base = Seat.BASE + Seat.SIZE * seat
    name = SEAT_NAMES[seat].lower()
    boat = b[base + Seat.BOAT]
    if starting(state):
        if boat:
            raise PositionError("no boat is on the board before the first draw", at)
    elif not boat or not b[At.OCEANS] >> boat & 1:
        raise PositionError(f"the boat of {name} is not on an ocean tile", at)
    if (
        state.players == 2
        and boat
        and b[At.TILE + boat] != Tile.S0
        and boat == b[Seat.BASE + Seat.SIZE * (1 - seat) + Seat.BOAT]
    ):
        raise PositionError("two boats share a cell only where they start", at)
    built = sum(int(huts_of(b, island, seat)) for island in range(Tile.ISLANDS))
    drowned = any(
        b[Island.BASE + Island.SIZE * island + Island.WATER] == Rule.SUBMERGED
        for island in range(Tile.ISLANDS)
    )
    if built + b[base + Seat.HUTS] > Supply.HUTS or (
        built + b[base + Seat.HUTS] < Supply.HUTS and not drowned
    ):
        raise PositionError(f"{name} has {Supply.HUTS} huts, not {built + b[base + Seat.HUTS]}", at)


def _check_rewards(state: VanuatuState, columns: Columns) -> None:
    """Check the rewards of a tile with n tokens left: n + 1 and more, each to one player."""
    b = state.b
    placed = [int(b[At.TILE + cell]) for cell in CELLS if b[At.TILE + cell] >= Tile.ISLANDS]
    for printed, left, held, things in (
        (tables.PRINTED_FISH, At.FISH_LEFT, Seat.FISH, "fish"),
        (tables.PRINTED_TREASURE, At.TREASURE_LEFT, Seat.TREASURE, "treasures"),
    ):
        for value in (1, 2, 3):
            given = sum(1 for tile in placed if b[left + tile] < value <= printed[tile])
            shift = 4 * (value - 1)
            for seat in range(state.players):
                given -= int(b[Seat.BASE + Seat.SIZE * seat + held] >> shift & 15)
                if given < 0:
                    message = f"fewer {things} of {value} have left the board"
                    raise PositionError(message, columns[SEAT_LETTERS[seat]])
