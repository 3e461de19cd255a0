"""The drawing of Maori: the matrix with the explorer ship, the data beside it, and the boards.

The matrix and the boards are side by side as far as the page is wide enough. A tile takes six columns
and two lines: its label above, its symbols below, and arrows at its open sides.

    E2r   M2u ^
     ♣♣▸   ♣♣ v

On a page too small for that, a tile takes nine columns and one line: `E2r ♣♣▸`.
"""

from dataclasses import dataclass
from typing import Final

from vanuatu.notation.boards.canvas import Canvas, Line, Style, cut, seat_role
from vanuatu.notation.boards.text import Page
from vanuatu.notation.maori.names import PLACE_NAMES
from vanuatu.notation.maori.view_types import Scene, TileFacts
from vanuatu.notation.wording import amount

COLUMNS: Final = "abcde"
ROWS: Final = "1234"
_WIDE: Final = 6
_HIGH: Final = 2
_FLAT: Final = 9  # columns of a tile on one line
_MARGIN: Final = 3
_GAP: Final = 2
_LEGEND: Final = 4  # lines
_LONGEST: Final = 72  # a line of text
MATRIX_WIDTH: Final = 2 * _MARGIN + 4 * _WIDE
BOARD_WIDTH: Final = 2 + 5 * _WIDE
_ISLAND_ROLE: Final = "on-island"
_OPEN_ROLE: Final = "on-land"
_WATER_ROLE: Final = "on-ocean"
_FIRE_ROLE: Final = "on-mark"
_PHASES: Final = {
    "setup": "set-up",
    "voyage": "the explorer ship moves",
    "discover": "discovering",
    "sail": "the small ship moves",
    "over": "the end",
}


@dataclass(frozen=True)
class _Signs:
    """The characters for the symbols on tiles."""

    palm: str
    hut: str
    shell: str
    ship: str
    lei: str
    left: str
    right: str
    top: str
    bottom: str
    land: str
    reef: str
    fire: str

    @classmethod
    def of(cls, style: Style) -> "_Signs":
        return cls(
            palm=style.sign("♣", "Y"),
            hut=style.sign("∩", "n"),
            shell=style.sign("○", "o"),
            ship=style.sign("△", "A"),
            lei=style.sign("∞", "8"),
            left=style.sign("◂", "<"),
            right=style.sign("▸", ">"),
            top=style.sign("▴", "^"),
            bottom=style.sign("▾", "v"),
            land=style.sign("▒", "#"),
            reef=style.sign("°", "'"),
            fire=style.sign("▲", "*"),
        )


def picture(scene: Scene, page: Page) -> list[Line]:
    """Return the whole position for the width of the page; with few lines, some boards as a line each."""
    players = len(scene["players"])
    lines = _picture(scene, page, players)
    if page.height is None or len(lines) <= page.height:
        return lines
    if page.width < MATRIX_WIDTH + _GAP + BOARD_WIDTH:
        return _flat(scene, page)  # no board fits beside the matrix
    for boards in range(players - 1, 0, -1):
        lines = _picture(scene, page, boards)
        if len(lines) <= page.height:
            break
    return lines


def _picture(scene: Scene, page: Page, shown: int) -> list[Line]:
    """Draw this many of the boards in full, beginning with the seat whose turn it is."""
    signs = _Signs.of(page.style)
    matrix = _matrix(scene, signs)
    heading = _heading(scene, page.style, signs)
    letters = list(scene["players"])
    own = letters.index(_letter_of_board(scene, page))
    seats = sorted((own + n) % len(letters) for n in range(shown))
    boards = [_board(scene, seat, page, signs) for seat in seats]
    rest = [_summary(scene, seat, page, signs) for seat in range(len(letters)) if seat not in seats]
    columns = max(1, (page.width + _GAP) // (BOARD_WIDTH + _GAP))
    if rest:
        blocks = _grid([matrix, *boards], min(columns, 3))
        return _cut([*_row(heading[:3]), *blocks, *rest], page.width)
    if columns == 1:
        blocks = _grid([_row(heading[:3]), matrix, *boards, heading[-_LEGEND:]], 1)
        return _cut(blocks, page.width)
    if columns == 2 or len(boards) > 4:
        return _grid([matrix, heading, *boards], min(columns, 3))
    return _grid([matrix, *boards[:2], heading, *boards[2:]], 3)


def _letter_of_board(scene: Scene, page: Page) -> str:
    """Return the seat whose board is drawn first: the viewer's, else the one that is to move."""
    letters = list(scene["players"])
    if page.viewer is not None:
        return letters[page.viewer]
    return scene["seat"] if scene["seat"] in letters else letters[0]


def _flat(scene: Scene, page: Page) -> list[Line]:
    """Return the matrix and one board with a tile on one line each, and a line for each player."""
    signs = _Signs.of(page.style)
    own = _letter_of_board(scene, page)
    canvas = Canvas(page.width)
    canvas.put_line(
        0, 0, [span for line in _heading(scene, page.style, signs)[:3] for span in [*line, ("", "  ")]]
    )
    y = _flat_matrix(canvas, 1, scene, signs)
    player = scene["players"][own]
    for column, letter in enumerate(COLUMNS):
        canvas.put(2 + column * _FLAT + 2, y, letter, "dim")
    for row, digit in enumerate(ROWS, 1):
        canvas.put(0, y + row, digit, "dim")
        for column, letter in enumerate(COLUMNS):
            cell, x = letter + digit, 2 + column * _FLAT
            if cell in player["board"]:
                tile = scene["tiles"][player["board"][cell]]
                _flat_tile(canvas, x, y + row, tile, signs, complete=cell not in scene["incomplete"][own])
            elif cell in scene["land"]:
                canvas.put(x, y + row, signs.land * (_FLAT - 1), "edge")
            else:
                ships = signs.ship * scene["printed_ships"] if cell == scene["printed_cell"] else ""
                reef = signs.reef if cell in scene["reef"] else ""
                canvas.put(x, y + row, f"{cell}{reef} {ships}", "dim")
            if player["boat"] == cell:
                canvas.put(x + _FLAT - 1, y + row, own, seat_role(own, chip=True))
    canvas.paste(0, y + 5, [_summary(scene, seat, page, signs) for seat in range(len(scene["players"]))])
    return canvas.lines()


def _flat_matrix(canvas: Canvas, y: int, scene: Scene, signs: _Signs) -> int:
    """Draw the matrix with a tile on one line. Return the line below it."""
    for number, name in enumerate(PLACE_NAMES):
        side, i = name[0], number % 4
        if side in "ns":
            x = 3 + (i if side == "n" else 3 - i) * _FLAT + 2
            at = y if side == "n" else y + 5
        else:
            x = 0 if side == "w" else 3 + 4 * _FLAT
            at = y + 1 + (i if side == "e" else 3 - i)
        here = scene["explorer"] == name
        pointer = {"n": signs.bottom, "s": signs.top, "e": signs.left, "w": signs.right}[side]
        text = signs.ship + pointer if here and side == "w" else name + signs.ship + pointer if here else name
        canvas.put(x, at, text, "token" if here else "dim")
    for row in range(4):
        for column in range(4):
            label = scene["matrix"][row][column]
            if label is None:
                canvas.put(3 + column * _FLAT, y + 1 + row, "-", "dim")
            else:
                _flat_tile(
                    canvas, 3 + column * _FLAT, y + 1 + row, scene["tiles"][label], signs, complete=True
                )
    return y + 6


def _flat_tile(canvas: Canvas, x: int, y: int, tile: TileFacts, signs: _Signs, complete: bool) -> None:
    """Draw a placed tile on one line: its label, its symbols, and arrows at its open sides."""
    canvas.ground(x, y, _FLAT - 1, _tile_ground(tile, complete))
    at = canvas.put(x, y, tile["label"], "name")
    at = _symbols(canvas, max(at, x + 3), y, tile, signs)
    for side, sign in (("l", signs.left), ("r", signs.right), ("t", signs.top), ("b", signs.bottom)):
        if side in tile["open"]:
            at = canvas.put(at, y, sign, "strong")


def status(scene: Scene) -> list[tuple[str, str]]:
    """Return the data of the toolbar besides round, phase and seat."""
    pairs = [("ship", scene["explorer"] or "-"), ("supply", f"{scene['supply']} tiles")]
    if scene["last"] is not None:
        pairs.append(("turns left", str(scene["last"])))
    return pairs


def _grid(blocks: list[list[Line]], columns: int) -> list[Line]:
    """Arrange blocks beside and below one another, with an empty line between the rows."""
    canvas = Canvas(max(columns * (BOARD_WIDTH + _GAP), _LONGEST))
    y = 0
    for at in range(0, len(blocks), columns):
        row = blocks[at : at + columns]
        for column, block in enumerate(row):
            canvas.paste(column * (BOARD_WIDTH + _GAP), y, block)
        y += max(len(block) for block in row) + 1
    lines = canvas.lines()
    while not lines[-1]:
        lines.pop()
    return lines


def _cut(lines: list[Line], width: int) -> list[Line]:
    """Return the lines, cut to the width."""
    canvas = Canvas(width)
    canvas.paste(0, 0, lines)
    return canvas.lines()


def _row(lines: list[Line]) -> list[Line]:
    """Join the lines into one."""
    return [[span for line in lines for span in [*line, ("", "  ")]]]


# The matrix


def _matrix(scene: Scene, signs: _Signs) -> list[Line]:
    canvas = Canvas(MATRIX_WIDTH)
    for number, name in enumerate(PLACE_NAMES):
        side, i = name[0], number % 4
        if side in "ns":
            column = i if side == "n" else 3 - i
            x = _MARGIN + column * _WIDE + 1
            y = 0 if side == "n" else 1 + 4 * _HIGH
        else:
            row = i if side == "e" else 3 - i
            x = 0 if side == "w" else _MARGIN + 4 * _WIDE
            y = 1 + row * _HIGH
        here = scene["explorer"] == name
        canvas.put(x, y, name, "token" if here else "dim")
        if here:
            pointer = {"n": signs.bottom, "s": signs.top, "e": signs.left, "w": signs.right}[side]
            aside, down = (0, 1) if side in "ew" else (2, 0)
            canvas.put(x + aside, y + down, signs.ship + pointer, "strong")
    for row in range(4):
        for column in range(4):
            label = scene["matrix"][row][column]
            x, y = _MARGIN + column * _WIDE, 1 + row * _HIGH
            if label is None:
                canvas.put(x + 1, y, "-", "dim")
            else:
                _tile(canvas, x, y, scene["tiles"][label], signs, complete=True)
    return canvas.lines()


def _tile(canvas: Canvas, x: int, y: int, tile: TileFacts, signs: _Signs, complete: bool) -> None:
    """Draw a placed tile."""
    ground = _tile_ground(tile, complete)
    canvas.ground(x, y, _WIDE - 1, ground)
    canvas.ground(x, y + 1, _WIDE - 1, ground)
    canvas.put(x, y, tile["label"], "name")
    _symbols(canvas, x + 1, y + 1, tile, signs)
    for side, sign, dx, dy in (
        ("l", signs.left, 0, 1),
        ("r", signs.right, 4, 1),
        ("t", signs.top, 4, 0),
        ("b", signs.bottom, 4, 1),
    ):
        if side in tile["open"]:
            canvas.put(x + dx, y + dy, sign, "strong")


def _tile_ground(tile: TileFacts, complete: bool) -> str:
    if tile["shape"] in ("water", "volcano"):
        return _WATER_ROLE if tile["shape"] == "water" else _FIRE_ROLE
    return _ISLAND_ROLE if complete else _OPEN_ROLE


def _symbols(canvas: Canvas, x: int, y: int, tile: TileFacts, signs: _Signs) -> int:
    """Write the symbols on a tile. Return the x after them."""
    for sign, count, role in (
        (signs.fire, 3 if tile["shape"] == "volcano" else 0, "bad"),
        (signs.palm, tile["palms"], "palm"),
        (signs.hut, tile["huts"], "treasure"),
        (signs.shell, tile["shells"], "sand"),
        (signs.ship, tile["ships"], "name"),
        (signs.lei, tile["leis"], "tourist"),
    ):
        x = canvas.put(x, y, sign * count, role)
    return x


# Beside the matrix


def _heading(scene: Scene, style: Style, signs: _Signs) -> list[Line]:
    phase = _PHASES.get(scene["phase"], scene["phase"])
    legend = (
        f"{signs.palm} palm   {signs.hut} hut   {signs.lei} half a lei",
        f"{signs.shell} shell  {signs.ship} ship",
        f"{signs.left}{signs.right}{signs.top}{signs.bottom} the land goes on",
        "brown: not complete yet" if style.colours else "",
    )
    assert len(legend) == _LEGEND
    return [
        [("strong", f"Round {scene['round']}"), ("", f", {phase}")],
        _supply(scene),
        [("bad", f"last turns: {scene['last']}")] if scene["last"] is not None else [],
        *[[("dim", row)] for row in legend],
    ]


def _supply(scene: Scene) -> Line:
    return [("", "supply "), ("strong", f"{scene['supply']}"), ("", f" tiles, {scene['shells']} shells")]


# The boards


def _summary(scene: Scene, seat: int, page: Page, signs: _Signs) -> Line:
    """Draw a player without the board, on a line."""
    letter = list(scene["players"])[seat]
    player = scene["players"][letter]
    turn = page.style.sign("▸", ">") if scene["seat"] == letter else " "
    name = cut(page.names[seat], 17 if page.width >= _LONGEST else 11, page.style)
    return [
        ("good", turn),
        (seat_role(letter, chip=True), letter),
        ("strong", f" {name:<{18 if page.width >= _LONGEST else 12}}{player['points']:>4} points"),
        ("", f"  {player['shells']} {signs.shell}  {player['ships']} {signs.ship}"),
        ("", f"  stored {player['stored'] or '-':<4}  {amount(len(player['board']), 'tile')}"),
    ]


def _board(scene: Scene, seat: int, page: Page, signs: _Signs) -> list[Line]:
    """Draw a player's board with a heading: player, shells, ships, storage, points so far."""
    letter = list(scene["players"])[seat]
    player = scene["players"][letter]
    broken = scene["incomplete"][letter]
    canvas = Canvas(BOARD_WIDTH)
    turn = page.style.sign("▸", ">") if scene["seat"] == letter else " "
    x = canvas.put(0, 0, turn, "good")
    x = canvas.put(x, 0, letter, seat_role(letter, chip=True))
    canvas.put(x + 1, 0, cut(page.names[seat], 17, page.style), "strong")
    canvas.put(BOARD_WIDTH - 11, 0, f"{player['points']:>4} points", "strong")
    x = canvas.put(2, 1, f"{player['shells']} {signs.shell}  {player['ships']} {signs.ship}  stored ", "")
    canvas.put(x, 1, player["stored"] or "-", "strong" if player["stored"] else "dim")
    for column, column_letter in enumerate(COLUMNS):
        canvas.put(2 + column * _WIDE + 1, 2, column_letter, "dim")
    for row, digit in enumerate(ROWS):
        canvas.put(0, 3 + row * _HIGH, digit, "dim")
        for column, column_letter in enumerate(COLUMNS):
            name = column_letter + digit
            x, y = 2 + column * _WIDE, 3 + row * _HIGH
            if name in player["board"]:
                tile = scene["tiles"][player["board"][name]]
                _tile(canvas, x, y, tile, signs, complete=name not in broken)
            elif name in scene["land"]:
                canvas.put(x, y, signs.land * 5, "edge")
                canvas.put(x, y + 1, signs.land * 5, "edge")
            else:
                canvas.put(x + 1, y, name, "dim")
                if name in scene["reef"]:
                    canvas.put(x + 3, y, signs.reef, "dim")
                if name == scene["printed_cell"]:
                    canvas.put(x + 1, y + 1, signs.ship * scene["printed_ships"], "dim")
            if player["boat"] == name:
                canvas.put(x + _WIDE - 1, y, letter, seat_role(letter, chip=True))
    return canvas.lines()
