"""The types of the results of `view.py`: the documented view, and the scene of a drawing."""

from typing import TypedDict


class PlayerView(TypedDict):
    """The data of a seat; `board` has the placed tiles by cell."""

    points: int
    shells: int
    ships: int
    stored: str | None
    boat: str | None
    board: dict[str, str]


class MaoriView(TypedDict):
    """Everything on the table of Maori by name, as `vanuatu show --json` prints it.

    >>> from typing import cast
    >>> import vanuatu
    >>> position = vanuatu.new("maori", players=2, seed=1).end
    >>> cast(vanuatu.MaoriView, position.view())["players"]["p"]["shells"]
    …
    """

    round: int
    phase: str
    seat: str | None
    opener: str | None
    explorer: str | None
    matrix: list[list[str | None]]
    supply: int
    shells: int
    last: int | None
    idle: int
    players: dict[str, PlayerView]
    box: list[str]


class TileFacts(TypedDict):
    """A placed tile.

    `shape` is end, middle, island, water or volcano. `open` are its open sides, letters of `rltb`. The other
    fields are the symbols on it.
    """

    label: str
    shape: str
    open: str
    palms: int
    huts: int
    shells: int
    ships: int
    leis: int


class Scene(MaoriView):
    """The view with all other data that a drawing needs, so that it needs no rules.

    `winners` are those of a finished game. `tiles` describes every tile in the view, by its name there.
    `incomplete` are the cells of each seat's incomplete islands. `land` and `reef` are cells of the boards.
    `printed_ships` is the number of ships printed on each board, and `printed_cell` their cell (None: beside
    the board).
    """

    winners: list[str]
    tiles: dict[str, TileFacts]
    incomplete: dict[str, list[str]]
    land: list[str]
    reef: list[str]
    printed_ships: int
    printed_cell: str | None


class CellRow(TypedDict):
    """A tile on a board."""

    cell: str
    tile: str


class PlayerRow(TypedDict):
    """The data of a seat, with its board as a list of records."""

    points: int
    shells: int
    ships: int
    stored: str | None
    boat: str | None
    board: list[CellRow]


class Row(TypedDict):
    """The view as a row of a table: `replay --state` prints it. Every position has the same keys."""

    round: int
    phase: str
    seat: str | None
    opener: str | None
    explorer: str | None
    matrix: list[list[str | None]]
    supply: int
    shells: int
    last: int | None
    idle: int
    players: dict[str, PlayerRow | None]
    box: list[str]
