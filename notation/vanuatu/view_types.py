"""The types of what `view.py` makes of a position: the documented view, and the scene that is drawn."""

from typing import TypedDict, final


class ShipView(TypedDict):
    """A ship on offer: the goods it wants, and those of them that are loaded."""

    wants: str
    loaded: str


class PlayerView(TypedDict):
    """What a seat has. `huts` are those left in supply, `rest` the letters of the rest tokens taken."""

    vatus: int
    points: int
    boat: str | None
    fish: list[int]
    treasures: list[int]
    huts: int
    character: str | None
    used: bool
    markers: dict[str, int]
    rest: str | None


class CellView(TypedDict):
    """What every cell with a tile has."""

    tile: str


@final
class OceanView(CellView):
    """An ocean tile with the fish and treasures left on it."""

    fish: int
    treasure: int


@final
class IslandView(CellView):
    """An island with what lies and stands on it."""

    goods: str
    huts: str
    drawings: int
    tourists: int
    water: int
    dikes: list[str]
    submerged: bool


class View(TypedDict):
    """The position as `replay --state` and `show --json` print it: docs/reference/notation.md."""

    round: int
    phase: str
    seat: str | None
    first: str | None
    market: int
    tourists: int
    die: int | None
    ships: list[ShipView]
    visible: list[str]
    players: dict[str, PlayerView]
    neutral: dict[str, int]
    board: dict[str, OceanView | IslandView]


class PrintedOcean(TypedDict):
    """How many fish and treasures a tile begins with."""

    fish: int
    treasure: int


class PrintedIsland(TypedDict):
    """The goods an island brings, and the room on it for huts, drawings and tourists."""

    goods: str
    huts: int
    drawings: int
    tourists: int


class Scene(View):
    """The view, and all else that a drawing needs: then it has to know no rules.

    `leaders` are the seats that hold the majority, by action; `islands` and `oceans` are on the board,
    by cell; `printed_islands` and `printed_oceans` tell what is printed on the tiles there and on the
    visible ones, by tile.
    """

    rounds: int
    leaders: dict[str, str]
    islands: dict[str, IslandView]
    oceans: dict[str, OceanView]
    printed_islands: dict[str, PrintedIsland]
    printed_oceans: dict[str, PrintedOcean]
