"""What lies on the table: values that never change, so that a position is copied by naming it."""

from collections.abc import Mapping
from typing import NamedTuple

from tests.support.vanuatu.reference.components import ACTIONS, GOODS, LANDS, NEIGHBOURS, RESERVE, Land
from vanuatu.core.vanuatu import tables


class Ocean(NamedTuple):
    tile: str
    fish: int
    treasure: int


class Island(NamedTuple):
    tile: str
    goods: str = ""
    huts: str = ""
    drawings: int = 0
    tourists: int = 0
    water: int = 0
    dikes: frozenset[str] = frozenset()

    @property
    def submerged(self) -> bool:
        return self.water == tables.Rule.SUBMERGED

    @property
    def land(self) -> Land:
        return LANDS[self.tile]


class Ship(NamedTuple):
    wants: str
    loaded: str = ""

    def still_wanted(self, good: str) -> bool:
        return self.loaded.count(good) < self.wants.count(good)

    @property
    def filled(self) -> bool:
        return len(self.loaded) == len(self.wants)


class Player(NamedTuple):
    """Fish and treasures are strings of their values, markers and rest tokens of their letters.

    Only the Governor, who moves markers back to resting, ever holds two rest tokens.
    """

    huts: int
    vatus: int = tables.Supply.START_VATUS
    points: int = 0
    boat: str = ""
    fish: str = ""
    treasures: str = ""
    character: str = ""
    used: bool = False
    markers: str = ""
    rest: str = ""

    def earns(self, vatus: int, points: int = 0) -> "Player":
        """Every 10 vatus become 5 points at once."""
        tens, left = divmod(self.vatus + vatus, tables.Rule.CONVERSION_VATUS)
        points += self.points + tens * tables.Rule.CONVERSION_POINTS
        return self._replace(vatus=left, points=points)

    def pays(self, vatus: int) -> "Player":
        assert 0 <= vatus <= self.vatus
        return self._replace(vatus=self.vatus - vatus)


class Table(NamedTuple):
    """What actions are performed on."""

    players: Mapping[str, Player]
    board: Mapping[str, Ocean | Island]
    ships: tuple[Ship, ...] = ()
    market: int = tables.Rule.MARKET_START
    tourists: int = 0
    waters: bool = False

    def with_player(self, seat: str, player: Player) -> "Table":
        return self._replace(players={**self.players, seat: player})

    def with_tile(self, cell: str, tile: Ocean | Island) -> "Table":
        return self._replace(board={**self.board, cell: tile})

    def ocean(self, cell: str) -> Ocean | None:
        tile = self.board.get(cell)
        return tile if isinstance(tile, Ocean) else None

    def islands(self) -> list[tuple[str, Island]]:
        """All islands, submerged ones too, in the order of cells."""
        return [(cell, tile) for cell, tile in sorted(self.board.items()) if isinstance(tile, Island)]

    def beside(self, boat: str) -> list[tuple[str, Island]]:
        """The islands that a boat can use from its cell."""
        around = NEIGHBOURS[boat]
        return [(cell, island) for cell, island in self.islands() if cell in around and not island.submerged]

    def reserve(self, good: str) -> int:
        """Cubes that lie on no island and on no ship, filled or not (ruling 2)."""
        on_islands = sum(island.goods.count(good) for _, island in self.islands())
        return RESERVE[good] - on_islands - sum(ship.loaded.count(good) for ship in self.ships)

    def dikes_left(self) -> int:
        return tables.Supply.DIKES - sum(len(island.dikes) for _, island in self.islands())

    def rest_tokens(self) -> str:
        taken = "".join(player.rest for player in self.players.values())
        return "".join(token for token in "fbpv" if token not in taken)


def in_order(goods: str) -> str:
    """Goods as they are written: kava, copra, beef."""
    return "".join(sorted(goods, key=GOODS.index))


def in_action_order(markers: str) -> str:
    return "".join(sorted(markers, key=ACTIONS.index))
