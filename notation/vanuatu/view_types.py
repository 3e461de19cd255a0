"""The types of the results of `view.py` and `scene.py`: the documented view, and the scene of a drawing."""

from typing import TypedDict, final


class ShipView(TypedDict):
    """A ship on offer: the goods it needs, and the loaded ones."""

    wants: str
    loaded: str


class PlayerView(TypedDict):
    """The data of a seat. `huts` are those left in supply, `rest` the letters of the rest tokens taken."""

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
    """The data common to all cells with a tile."""

    tile: str


@final
class OceanView(CellView):
    """An ocean tile with the fish and treasures left on it."""

    fish: int
    treasure: int


@final
class IslandView(CellView):
    """An island with everything on it."""

    goods: str
    huts: str
    drawings: int
    tourists: int
    water: int
    dikes: list[str]
    submerged: bool


class View(TypedDict):
    """Everything on the table of Vanuatu by name, as `vanuatu show --json` prints it.

    `players` and `leaders` are by letter: `leaders` has the seat with the majority on each action that a seat
    leads. The page of the notation has all fields.

    >>> import vanuatu
    >>> [game] = vanuatu.read("games/three-players.pvn")
    >>> view: vanuatu.View = game.at("3.20").view()
    >>> view["round"], view["players"]["y"]["vatus"], view["leaders"]
    (3, …, {…})
    """

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
    leaders: dict[str, str]
    board: dict[str, OceanView | IslandView]


class PrintedOcean(TypedDict):
    """The initial fish and treasures of a tile."""

    fish: int
    treasure: int


class PrintedIsland(TypedDict):
    """The goods of an island, and its room for huts, drawings and tourists."""

    goods: str
    huts: int
    drawings: int
    tourists: int


class GoodsFacts(TypedDict):
    """What a cube costs, and its points on a ship."""

    price: int
    points: int


class Scene(View):
    """The view with all other data that a drawing needs, so that it needs no rules.

    `scores` are those of the end, or as if the game ended now; `lost` means that the waters have won.
    `on_offer` are the characters to choose from.
    `rests_left` has the letters of the rest tokens left. `fish_left` and `treasures_left` are the values that
    can still be taken from the board. `islands` and `oceans` are those on the board, by cell.
    `printed_islands` and `printed_oceans` are the prints of these tiles and of the visible ones, by tile.
    """

    rounds: int
    scores: dict[str, int]
    winners: list[str]
    lost: bool
    with_characters: bool
    on_offer: list[str]
    rests_left: str
    dikes_left: int | None  # None without the rising waters
    fish_left: list[int]
    treasures_left: list[int]
    goods: dict[str, GoodsFacts]
    full_ship: int  # points for filling a ship
    islands: dict[str, IslandView]
    oceans: dict[str, OceanView]
    printed_islands: dict[str, PrintedIsland]
    printed_oceans: dict[str, PrintedOcean]


class CellRow(TypedDict):
    """A cell with a tile, with the keys of islands and of oceans; None where a key does not apply."""

    cell: str
    tile: str
    goods: str | None
    huts: str | None
    drawings: int | None
    tourists: int | None
    water: int | None
    dikes: list[str] | None
    submerged: bool | None
    fish: int | None
    treasure: int | None


class Row(TypedDict):
    """The view as a row of a table: `replay --state` prints it. Every position has the same keys."""

    round: int
    phase: str
    seat: str | None
    first: str | None
    market: int
    tourists: int
    die: int | None
    ships: list[ShipView]
    visible: list[str]
    players: dict[str, PlayerView | None]
    neutral: dict[str, int]
    leaders: dict[str, str | None]
    board: list[CellRow]
