"""The layout of the sheet of Vanuatu: the sea, the actions beside it, the seats below."""

from functools import cache
from math import sqrt
from typing import Final

from vanuatu.notation.boards import shapes, sheet
from vanuatu.notation.vanuatu.names import ACTION_LETTERS

RADIUS: Final = 66.0
WIDE: Final = RADIUS * sqrt(3)
CELLS: Final = tuple(
    f"{row}{number}"
    for row, numbers in (("a", range(1, 5)), ("b", range(1, 6)), ("c", range(1, 7)), ("d", (3,)))
    for number in numbers
)
BOARD: Final = (706.0, 500.0)
ACTIONS: Final = (300.0, 500.0)
STRIP: Final = (BOARD[0] + ACTIONS[0] + sheet.MARGIN, 40.0)  # the characters, at the end the result
ACTION_NAMES: Final = (
    "sail", "build", "explore", "fish", "sell fish", "buy goods", "draw", "transport", "rest",
)  # fmt: skip
ROW: Final = 46.0  # of an action
SEAT_HEIGHT: Final = 192.0
WIDE_SEAT: Final = 320.0  # from which a seat has room for words
WIDTH: Final = STRIP[0] + 2 * sheet.MARGIN
HEIGHT: Final = BOARD[1] + STRIP[1] + SEAT_HEIGHT + 4 * sheet.MARGIN
ROUND: Final = (14.0, 34.0)
NEXT: Final = (594.0, 24.0)
OFFERS: Final = (16.0, 356.0)
LEFT: Final = (16.0, 485.0)
SHIPS: Final = ((306.0, 350.0), (440.0, 350.0), (574.0, 350.0))
GOODS: Final = (348.0, 485.0)
SHIP_SIZE: Final = (122.0, 86.0)


def centre(cell: str) -> tuple[float, float]:
    """Return the middle of a cell on its panel: each row is shifted half a cell."""
    row, number = "abcd".index(cell[0]), int(cell[1])
    x = sheet.MARGIN + WIDE / 2 + WIDE * (number - 1) + WIDE / 2 * (2 - row)
    return round(x, 1), sheet.MARGIN + RADIUS + 1.5 * RADIUS * row


def corners(radius: float) -> list[tuple[float, float]]:
    """Return the corners of a hex around (0, 0), from the top clockwise."""
    half = radius * sqrt(3) / 2
    return [
        (0, -radius),
        (half, -radius / 2),
        (half, radius / 2),
        (0, radius),
        (-half, radius / 2),
        (-half, -radius / 2),
    ]


@cache
def hexagon(radius: float) -> str:
    """Return the outline of a hex, as the data of a path."""
    return "M" + " ".join(f"{x:.1f} {y:.1f}" for x, y in corners(radius)) + "z"


def seat_size(players: int) -> tuple[float, float]:
    """Return a seat's panel: one for each player, side by side."""
    return (WIDTH - sheet.MARGIN * (players + 1)) / players, SEAT_HEIGHT


@cache
def sheet_of(letters: str) -> sheet.Sheet:
    """Return the sheet for the seats with these letters."""
    width, height = seat_size(len(letters))
    below = BOARD[1] + STRIP[1] + 3 * sheet.MARGIN
    seats = [
        sheet.Panel(
            f"seat-{letter}",
            "Seat",
            round(sheet.MARGIN + (width + sheet.MARGIN) * at, 1),
            below,
            round(width, 1),
            height,
            shapes.card(round(width, 1), height),
            _seat_regions(letter, width),
        )
        for at, letter in enumerate(letters)
    ]
    return sheet.Sheet(WIDTH, HEIGHT, (_board(), _actions(), _strip(), *seats))


def _board() -> sheet.Panel:
    regions = [
        *(sheet.Region(f"ground-{cell}", *centre(cell)) for cell in CELLS),
        sheet.Region("mark-board", 0, 0),  # below all that it could hide
        *(sheet.Region(f"cell-{cell}", *centre(cell)) for cell in CELLS),
        sheet.Region("dikes", 0, 0),
        sheet.Region("round", *ROUND),
        sheet.Region("next", *NEXT),
        sheet.Region("offers", *OFFERS),
        sheet.Region("left", *LEFT),
        *(sheet.Region(f"ship-{at}", *place) for at, place in enumerate(SHIPS)),
        sheet.Region("goods", *GOODS),
    ]
    return sheet.Panel(
        "board", "The sea", sheet.MARGIN, sheet.MARGIN, *BOARD, shapes.card(*BOARD), tuple(regions)
    )


def _actions() -> sheet.Panel:
    frame = shapes.card(*ACTIONS) + shapes.text(16, 30, "Actions", 18, "ink w")
    frame += "".join(
        f'<path class="line" stroke-width="1" d="M12 {44 + ROW * at:g}H288"/>'
        for at in range(len(ACTION_LETTERS) + 1)
    )
    regions = [
        sheet.Region("mark-actions", 0, 0),
        *(
            sheet.Region(f"action-{letter}", 12, round(44 + ROW * at))
            for at, letter in enumerate(ACTION_LETTERS)
        ),
        sheet.Region("rests", 16, round(44 + ROW * len(ACTION_LETTERS) + 22)),
    ]
    x = sheet.MARGIN * 2 + BOARD[0]
    return sheet.Panel("actions", "Actions", x, sheet.MARGIN, *ACTIONS, frame, tuple(regions))


def _strip() -> sheet.Panel:
    y = BOARD[1] + 2 * sheet.MARGIN
    regions = (sheet.Region("strip", 12, 0),)
    return sheet.Panel(
        "strip", "Characters and result", sheet.MARGIN, y, *STRIP, shapes.card(*STRIP), regions
    )


def _seat_regions(letter: str, width: float) -> tuple[sheet.Region, ...]:
    places = {
        "name": (12, 12),
        "character": (12, 66),
        "first": (width - 28, 66),
        "purse": (12, 96),
        "fish": (12, 124),
        "treasures": (12, 148),
        "rest": (12, 173),
    }
    regions = [sheet.Region(f"seat-{letter}-{name}", round(x, 1), y) for name, (x, y) in places.items()]
    return (sheet.Region(f"mark-{letter}", 0, 0), *regions)
