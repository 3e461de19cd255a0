"""The drawing of Maori: the matrix with the explorer ship, what lies beside it, and the boards.

The matrix and the boards stand next to each other as far as the page is wide. A tile takes six columns
and two lines: its label above, what is printed on it below, and arrows where its land goes on.

    E2r   M2u ^
     ♣♣▸   ♣♣ v
"""

from dataclasses import dataclass
from typing import Any, Final

from core.game import State
from core.maori.board import board_number, incomplete
from core.maori.layout import Seat
from core.maori.state import MaoriState
from core.maori.tables import Shape
from core.maori.tiles import Grid, Side, TileTable
from notation.maori.names import PLACE_NAMES, cell_number
from vanuatu_cli.drawing import Page
from vanuatu_cli.drawing.canvas import Canvas, Line
from vanuatu_cli.drawing.style import Style, seat_role

GAINS: Final = (("points", "points"), ("shells", "shells"), ("ships", "ships"))
_WIDE: Final = 6
_HIGH: Final = 2
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
    """The characters for what tiles show."""

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


def picture(view: dict[str, Any], state: State, page: Page) -> list[Line]:
    """The whole position, for the width of the page; where lines are scarce, some boards as a line each."""
    assert isinstance(state, MaoriState)
    lines = _picture(view, state, page, state.players)
    if page.height is None or len(lines) <= page.height:
        return lines
    for boards in range(int(state.players) - 1, 0, -1):
        lines = _picture(view, state, page, boards)
        if len(lines) <= page.height:
            return lines
    return lines[1 : page.height + 1]  # without the heading, and what has room


def _picture(view: dict[str, Any], state: MaoriState, page: Page, shown: int) -> list[Line]:
    """With the boards of so many players, first of all of the one whose turn it is."""
    signs = _Signs.of(page.style)
    matrix = _matrix(view, state.tiles, signs)
    heading = _heading(view, page.style, signs)
    letters = list(view["players"])
    own = letters.index(view["seat"]) if view["seat"] in letters else 0
    seats = sorted((own + n) % len(letters) for n in range(shown))
    boards = [_board(view, state, seat, page, signs) for seat in seats]
    rest = [_summary(view, seat, page, signs) for seat in range(len(letters)) if seat not in seats]
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


def status(view: dict[str, Any]) -> list[tuple[str, str]]:
    """What the toolbar tells besides round, phase and seat."""
    told = [("ship", view["explorer"] or "-"), ("supply", f"{view['supply']} tiles")]
    if view["last"] is not None:
        told.append(("turns left", str(view["last"])))
    return told


def _grid(blocks: list[list[Line]], columns: int) -> list[Line]:
    """Blocks beside and below one another, an empty line between the rows."""
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
    """Lines as far as they have room."""
    canvas = Canvas(width)
    canvas.paste(0, 0, lines)
    return canvas.lines()


def _row(lines: list[Line]) -> list[Line]:
    """Lines as one."""
    return [[span for line in lines for span in [*line, ("", "  ")]]]


# The matrix


def _matrix(view: dict[str, Any], tiles: TileTable, signs: _Signs) -> list[Line]:
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
        here = view["explorer"] == name
        canvas.put(x, y, name, "token" if here else "dim")
        if here:
            pointer = {"n": signs.bottom, "s": signs.top, "e": signs.left, "w": signs.right}[side]
            aside, down = (0, 1) if side in "ew" else (2, 0)
            canvas.put(x + aside, y + down, signs.ship + pointer, "strong")
    for row in range(4):
        for column in range(4):
            label = view["matrix"][row][column]
            x, y = _MARGIN + column * _WIDE, 1 + row * _HIGH
            if label is None:
                canvas.put(x + 1, y, "-", "dim")
            else:
                _tile(canvas, x, y, tiles, label, signs, complete=True)
    return canvas.lines()


def _tile(
    canvas: Canvas, x: int, y: int, tiles: TileTable, lying: str, signs: _Signs, complete: bool
) -> None:
    """A tile by its label as it lies."""
    label = lying if lying in tiles.labels else lying.rstrip("r")
    kind = tiles.labels.index(label)
    edges = tiles.edges[(kind << 2) + len(lying) - len(label)]
    shape = tiles.shape[kind]
    role = _ISLAND_ROLE if complete else _OPEN_ROLE
    if shape in (Shape.WATER, Shape.VOLCANO):
        role = _WATER_ROLE if shape == Shape.WATER else _FIRE_ROLE
    canvas.ground(x, y, _WIDE - 1, role)
    canvas.ground(x, y + 1, _WIDE - 1, role)
    canvas.put(x, y, label, "name")
    if shape == Shape.VOLCANO:
        canvas.put(x + 1, y + 1, signs.fire * 3, "bad")
    at = x + 1
    for sign, count, of in (
        (signs.palm, tiles.palms[kind], "good"),
        (signs.hut, tiles.huts[kind], "dike"),
        (signs.shell, tiles.shells[kind], "sand"),
        (signs.ship, tiles.ships[kind], "name"),
        (signs.lei, tiles.leis[kind], "tourist"),
    ):
        at = canvas.put(at, y + 1, sign * int(count), of)
    for side, sign, dx, dy in (
        (Side.LEFT, signs.left, 0, 1),
        (Side.RIGHT, signs.right, 4, 1),
        (Side.TOP, signs.top, 4, 0),
        (Side.BOTTOM, signs.bottom, 4, 1),
    ):
        if edges & side:
            canvas.put(x + dx, y + dy, sign, "strong")


# Beside the matrix


def _heading(view: dict[str, Any], style: Style, signs: _Signs) -> list[Line]:
    phase = _PHASES.get(view["phase"], view["phase"])
    legend = (
        f"{signs.palm} palm   {signs.hut} hut   {signs.lei} half a lei",
        f"{signs.shell} shell  {signs.ship} ship",
        f"{signs.left}{signs.right}{signs.top}{signs.bottom} the land goes on",
        "brown: not complete yet" if style.colours else "",
    )
    assert len(legend) == _LEGEND
    return [
        [("strong", f"Round {view['round']}"), ("", f", {phase}")],
        _supply(view),
        [("bad", f"last turns: {view['last']}")] if view["last"] is not None else [],
        *[[("dim", row)] for row in legend],
    ]


def _supply(view: dict[str, Any]) -> Line:
    return [("", "supply "), ("strong", f"{view['supply']}"), ("", f" tiles, {view['shells']} shells")]


# The boards


def _summary(view: dict[str, Any], seat: int, page: Page, signs: _Signs) -> Line:
    """A player without the board, on a line."""
    letter = list(view["players"])[seat]
    player = view["players"][letter]
    turn = page.style.sign("▸", ">") if view["seat"] == letter else " "
    return [
        ("good", turn),
        (seat_role(letter, chip=True), letter),
        ("strong", f" {page.names[seat][:17]:<18}{player['points']:>4} points"),
        ("", f"  {player['shells']} {signs.shell}  {player['ships']} {signs.ship}"),
        ("", f"  stored {player['stored'] or '-'}  {len(player['board'])} tiles"),
    ]


def _board(view: dict[str, Any], state: MaoriState, seat: int, page: Page, signs: _Signs) -> list[Line]:
    """A player's board with a heading: who it is, shells, ships, storage, points so far."""
    letter = list(view["players"])[seat]
    player = view["players"][letter]
    tiles = state.tiles
    number = board_number(state.v)
    broken = incomplete(state.v, Seat.BASE + Seat.SIZE * seat)
    canvas = Canvas(BOARD_WIDTH)
    turn = page.style.sign("▸", ">") if view["seat"] == letter else " "
    x = canvas.put(0, 0, turn, "good")
    x = canvas.put(x, 0, letter, seat_role(letter, chip=True))
    canvas.put(x + 1, 0, page.names[seat][:17], "strong")
    canvas.put(BOARD_WIDTH - 11, 0, f"{player['points']:>4} points", "strong")
    x = canvas.put(2, 1, f"{player['shells']} {signs.shell}  {player['ships']} {signs.ship}  stored ", "")
    canvas.put(x, 1, player["stored"] or "-", "name" if player["stored"] else "dim")
    for column in range(Grid.COLUMNS):
        canvas.put(2 + column * _WIDE + 1, 2, "abcde"[column], "dim")
    for row in range(Grid.ROWS):
        canvas.put(0, 3 + row * _HIGH, str(row + 1), "dim")
        for column in range(Grid.COLUMNS):
            name = "abcde"[column] + str(row + 1)
            x, y = 2 + column * _WIDE, 3 + row * _HIGH
            cell = cell_number(name)
            if name in player["board"]:
                _tile(canvas, x, y, tiles, player["board"][name], signs, complete=not broken >> cell & 1)
            elif tiles.land[number] >> cell & 1:
                canvas.put(x, y, signs.land * 5, "edge")
                canvas.put(x, y + 1, signs.land * 5, "edge")
            else:
                canvas.put(x + 1, y, name, "dim")
                if tiles.reef[number] >> cell & 1:
                    canvas.put(x + 3, y, signs.reef, "water")
                if cell == tiles.printed_cell[number]:
                    canvas.put(x + 1, y + 1, signs.ship * int(tiles.printed), "dim")
            if player["boat"] == name:
                canvas.put(x + _WIDE - 1, y, letter, seat_role(letter, chip=True))
    return canvas.lines()
