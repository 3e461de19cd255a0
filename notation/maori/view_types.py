"""The types of what `view.py` makes of a position: the documented view, and the scene that is drawn."""

from typing import TypedDict


class PlayerView(TypedDict):
    """What a seat has; `board` holds the tiles by cell, as they lie."""

    points: int
    shells: int
    ships: int
    stored: str | None
    boat: str | None
    board: dict[str, str]


class View(TypedDict):
    """The position as `replay --state` and `show --json` print it: docs/reference/maori.md."""

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
    """A tile as it lies: `shape` is end, middle, island, water or volcano; `open` are the sides where its
    land goes on, letters of `rltb`; the rest are the symbols on it."""

    label: str
    shape: str
    open: str
    palms: int
    huts: int
    shells: int
    ships: int
    leis: int


class Scene(View):
    """The view, and all else that a drawing needs: then it has to know no rules.

    `tiles` describes every tile that the view names, by that name; `incomplete` are the cells of each
    seat's incomplete islands; `land` and `reef` cells of the boards; `printed_ships` how many are printed
    on each board, and `printed_cell` where (None: beside it).
    """

    tiles: dict[str, TileFacts]
    incomplete: dict[str, list[str]]
    land: list[str]
    reef: list[str]
    printed_ships: int
    printed_cell: str | None
