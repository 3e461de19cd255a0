"""Maori a second time: slow and obvious, plain objects, moves as tokens.

Written from the rulebook and the rulings; shares with the core only the table of tiles and boards.
Cells are pairs (column, row) counted from 0 at the top left.
"""

from collections import Counter
from dataclasses import dataclass, field, replace

from vanuatu.core.maori import tables
from vanuatu.core.maori.tiles import STANDARD, TileTable

SIDES = {"right": (1, 0), "bottom": (0, 1), "left": (-1, 0), "top": (0, -1)}  # in the order of quarter turns
OPPOSITE = {"right": "left", "left": "right", "top": "bottom", "bottom": "top"}
PLACES = [side + number for side in "nesw" for number in "1234"]
LETTERS = "ptyob"

Cell = tuple[int, int]


@dataclass(frozen=True)
class Tile:
    label: str
    shape: int
    open: frozenset[str]
    palms: int
    huts: int
    shells: int
    ships: int
    leis: int
    turns: int = 0

    def turned(self) -> "Tile":
        """After a quarter turn to the right."""
        order = list(SIDES)
        sides = frozenset(order[(order.index(side) + 1) % 4] for side in self.open)
        return replace(self, open=sides, turns=self.turns + 1)

    def ways(self) -> list["Tile"]:
        """All ways it may lie that differ."""
        ways = [self]
        if self.palms == 0:
            tile = self
            for _ in range(3):
                tile = tile.turned()
                if tile.open not in [way.open for way in ways]:
                    ways.append(tile)
        return ways


def all_tiles(table: TileTable) -> list[Tile]:
    """Every tile in the bag, in the order of the table."""
    tiles = []
    for label, shape, palms, huts, shells, ships, leis, counts in table.rows:
        for way, count in enumerate(counts):
            name, sides = label, frozenset[str]()
            if shape == tables.Shape.END:
                side = ["right", "left", "top", "bottom"][way]
                sides = frozenset([side])
                name += side[0] if palms else ""
            elif shape == tables.Shape.MIDDLE:
                sides = frozenset(["right", "left"] if way == 0 else ["top", "bottom"])
                name += ["a", "u"][way] if palms else ""
            tiles += [Tile(name, shape, sides, palms, huts, shells, ships, leis)] * count
    return tiles


def cell_name(cell: Cell) -> str:
    return "abcde"[cell[0]] + str(cell[1] + 1)


@dataclass
class Player:
    shells: int = 5
    stored: Tile | None = None
    boat: Cell | None = None
    board: dict[Cell, Tile] = field(default_factory=dict)


class Table:
    """A game in progress."""

    def __init__(self, players: int, options: tuple[str, ...] = (), table: TileTable = STANDARD) -> None:
        self.options = options
        self.rows = table.atoll if "atoll" in options else table.front
        self.printed = table.printed
        self.players = [Player() for _ in range(players)]
        self.supply = Counter(all_tiles(table))
        self.order = list(dict.fromkeys(all_tiles(table)))
        self.matrix: dict[Cell, Tile | None] = {(x, y): None for y in range(4) for x in range(4)}
        self.hole: Cell | None = (0, 0)
        self.box: list[Tile] = []
        self.bank = 30 - 5 * players
        self.phase = "matrix"
        self.round = 1
        self.turn = 0
        self.opener: int | None = None
        self.ship: int | None = None
        self.last: int | None = None
        self.idle = 0

    # The boards

    def mark(self, cell: Cell) -> str:
        """What is printed there; nothing outside the board."""
        x, y = cell
        return self.rows[y][x] if 0 <= x < 5 and 0 <= y < 4 else ""

    def spaces(self) -> list[Cell]:
        return [(x, y) for y in range(4) for x in range(5) if self.mark((x, y)) != "#"]

    def fits(self, player: Player, cell: Cell, tile: Tile) -> bool:
        if cell in player.board or self.mark(cell) in ("#", ""):
            return False
        for side, (dx, dy) in SIDES.items():
            other = (cell[0] + dx, cell[1] + dy)
            if other in player.board:
                if (OPPOSITE[side] in player.board[other].open) != (side in tile.open):
                    return False
            elif self.mark(other) == "#" and side in tile.open:
                return False
        return True

    def ships_of(self, player: Player, board: dict[Cell, Tile]) -> int:
        printed = [cell for cell in self.spaces() if self.mark(cell) == "s"]
        seen = self.printed if not printed or printed[0] not in board else 0
        return seen + sum(tile.ships for tile in board.values())

    # The matrix

    def line(self) -> list[Cell]:
        """The four cells before the explorer ship, the nearest first."""
        assert self.ship is not None
        side, i = "nesw"[self.ship // 4], self.ship % 4
        if side == "n":
            return [(i, y) for y in range(4)]
        if side == "e":
            return [(x, i) for x in (3, 2, 1, 0)]
        if side == "s":
            return [(3 - i, y) for y in (3, 2, 1, 0)]
        return [(x, 3 - i) for x in range(4)]

    def in_reach(self, shells: int) -> list[Cell]:
        """The tiles that can be taken, in order; each but the first costs a shell more."""
        cells: list[Cell] = []
        for cell in self.line():
            tile = self.matrix[cell]
            if tile is None:
                continue
            if tile.shape == tables.Shape.VOLCANO or len(cells) > shells:
                break
            cells.append(cell)
        return cells

    # Legal moves, as tokens

    def legal(self) -> list[str]:
        if self.phase in ("matrix", "refill"):
            drawn = [tile for tile in self.order if self.supply[tile]]
            if self.phase == "matrix":
                drawn = [tile for tile in drawn if tile.shape != tables.Shape.VOLCANO]
            return [f"#tile={tile.label}" for tile in drawn]
        if self.phase == "first":
            return [f"#first={LETTERS[seat]}" for seat in range(len(self.players))]
        if self.phase == "start":
            return [f">{name}" for name in PLACES]
        if self.phase == "over":
            return []
        player = self.players[self.turn]
        if self.phase == "voyage":
            return [f">{name}" for name in PLACES if self.voyage_price(player, name) <= player.shells]
        if self.phase == "sail":
            assert player.boat is not None
            moves = [
                f"~{cell_name(player.boat)}-{cell_name(c)}" for c in self.own(player) if c != player.boat
            ]
            return moves + (["pass"] if player.boat in player.board else [])
        return self.discoveries(player)

    def own(self, player: Player) -> list[Cell]:
        return [cell for cell in self.spaces() if cell in player.board]

    def voyage_price(self, player: Player, name: str) -> int:
        assert self.ship is not None
        steps, place = 1, (self.ship + 1) % 16
        while PLACES[place] != name:
            place = (place + 1) % 16
            steps += 1
        return max(0, steps - max(1, self.ships_of(player, player.board)))

    def placings(self, player: Player, shells: int, boat: Cell | None) -> tuple[list[str], list[str]]:
        """Tokens for tiles of the matrix and for the stored one."""
        spaces = [cell for cell in self.spaces() if boat is None or touching(boat, cell)]
        taken = []
        for n, source in enumerate(self.in_reach(shells)):
            tile = self.matrix[source]
            assert tile is not None
            taken += [f"{n + 1}={where}" for where in self.layings(player, tile, spaces)]
        stored = []
        if player.stored is not None:
            stored = [f"store={where}" for where in self.layings(player, player.stored, spaces)]
        return taken, stored

    def layings(self, player: Player, tile: Tile, spaces: list[Cell]) -> list[str]:
        return [
            cell_name(cell) + "r" * way.turns
            for cell in spaces
            for way in tile.ways()
            if self.fits(player, cell, way)
        ]

    def discoveries(self, player: Player) -> list[str]:
        taken, stored = self.placings(player, player.shells, player.boat)
        if self.phase == "place":
            return taken + stored
        trips = []
        if player.boat is not None:
            for goal, steps in walks(player.boat, set(player.board)).items():
                left = player.shells - steps
                if goal != player.boat and left >= 0 and any(self.placings(player, left, goal)):
                    trips.append((goal[1], goal[0], f"~{cell_name(player.boat)}-{cell_name(goal)}"))
        stores = []
        if player.stored is None:
            stores = [f"{n + 1}=store" for n in range(len(self.in_reach(player.shells)))]
        removals = [
            f"-{cell_name(cell)}"
            for cell in self.own(player)
            if not ("shipmust" in self.options and cell == player.boat)
        ]
        return [token for _, _, token in sorted(trips)] + taken + stores + stored + removals + ["pass"]

    # Playing

    def play(self, token: str) -> None:
        player = self.players[self.turn]
        if token.startswith("#tile="):
            self.drawn(token[6:])
        elif token.startswith("#first="):
            self.turn = LETTERS.index(token[7:])
            self.phase = "start"
        elif token.startswith(">"):
            if self.phase == "start":
                self.next_seat()
                self.opener = self.turn
            else:
                self.pay(player, self.voyage_price(player, token[1:]))
                self.phase = "discover"
            self.ship = PLACES.index(token[1:])
        elif token.startswith("~"):
            goal = cell_of(token[4:])
            if self.phase == "sail":
                player.boat = goal
                self.end_turn()
            else:
                assert player.boat is not None
                self.pay(player, walks(player.boat, set(player.board))[goal])
                player.boat = goal
                self.phase = "place"
        elif token == "pass":
            self.idle += 1 if self.phase == "discover" else 0
            self.end_turn()
        else:
            self.idle = 0
            self.discover(player, token)

    def discover(self, player: Player, token: str) -> None:
        if token.startswith("-"):
            self.box.append(player.board.pop(cell_of(token[1:])))
            if not player.board:
                player.boat = None
        else:
            source, goal = token.split("=")
            if source == "store":
                tile = player.stored
                player.stored = None
            else:
                n = int(source)
                self.hole = self.in_reach(player.shells)[n - 1]
                tile = self.matrix[self.hole]
                self.matrix[self.hole] = None
                self.pay(player, n - 1)
            assert tile is not None
            if goal == "store":
                player.stored = tile
            else:
                for _ in range(len(goal) - 2):
                    tile = tile.turned()
                self.lay(player, cell_of(goal[:2]), tile)
        if self.hole is not None and self.supply.total():
            self.phase = "refill"
        else:
            self.hole = None
            self.after_tile()

    def lay(self, player: Player, cell: Cell, tile: Tile) -> None:
        player.board[cell] = tile
        self.pay(player, -min(tile.shells, self.bank))
        if "shipmust" in self.options or ("ship" in self.options and player.boat is None):
            player.boat = cell
        if self.last is None and len(player.board) == len(self.spaces()):
            self.last = len(self.players)

    def pay(self, player: Player, shells: int) -> None:
        player.shells -= shells
        self.bank += shells

    def drawn(self, label: str) -> None:
        assert self.hole is not None
        tile = next(tile for tile in self.supply if tile.label == label)
        self.supply[tile] -= 1
        self.matrix[self.hole] = tile
        if self.phase == "refill":
            self.hole = None
            self.after_tile()
            return
        holes = [cell for cell, there in self.matrix.items() if there is None]
        self.hole = holes[0] if holes else None
        if not holes:
            self.phase = "first"

    def after_tile(self) -> None:
        player = self.players[self.turn]
        others = [cell for cell in player.board if cell != player.boat]
        if "ship" in self.options and player.boat is not None and others:
            self.phase = "sail"
        else:
            self.end_turn()

    def end_turn(self) -> None:
        if self.last is not None:
            self.last -= 1
        if self.last == 0 or self.idle == 16:
            self.phase = "over"
            return
        self.next_seat()
        if self.turn == self.opener:
            self.round += 1

    def next_seat(self) -> None:
        self.turn = (self.turn + 1) % len(self.players)
        self.phase = "voyage"

    # Scoring

    def items(self) -> list[list[int]]:
        """For each player: palms without and with huts, leis, ships, shells, empty spaces."""
        boards = [self.kept(player) for player in self.players]
        ships = [self.ships_of(player, board) for player, board in zip(self.players, boards, strict=True)]
        shells = [player.shells for player in self.players]
        result = []
        for seat, board in enumerate(boards):
            plain, hutted, leis = self.palms_and_leis(board)
            result.append(
                [
                    plain,
                    hutted,
                    leis,
                    ships[seat] if ships[seat] == max(ships) else 0,
                    shells[seat] if shells[seat] == max(shells) else 0,
                    len(board) - len(self.spaces()),
                ]
            )
        return result

    def kept(self, player: Player) -> dict[Cell, Tile]:
        """The board without its incomplete islands."""
        gone: set[Cell] = set()
        for cell in player.board:
            group = island(player.board, cell)
            if any(
                neighbour not in player.board
                for member in group
                for neighbour in beyond(player.board, member)
            ):
                gone |= group
        return {cell: tile for cell, tile in player.board.items() if cell not in gone}

    def palms_and_leis(self, board: dict[Cell, Tile]) -> tuple[int, int, int]:
        plain = hutted = leis = 0
        groups = {min(group): group for group in (island(board, cell) for cell in board)}
        for group in groups.values():
            palms = sum(board[cell].palms for cell in group)
            if all(self.mark(cell) in ("r", "s") for cell in group):
                palms *= 2
            if any(board[cell].huts for cell in group):
                hutted += 2 * palms
            else:
                plain += palms
            for cell in group:
                # A half lies at the open side; the right and the bottom one are counted for the pair.
                for neighbour in beyond(board, cell):
                    if neighbour > cell and board[cell].leis and board[neighbour].leis:
                        leis += 10
        return plain, hutted, leis

    def scores(self) -> list[int]:
        return [sum(items) for items in self.items()]

    def winners(self) -> list[int]:
        if self.phase != "over":
            return []
        ranks = [(points, player.shells) for points, player in zip(self.scores(), self.players, strict=True)]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]


def cell_of(name: str) -> Cell:
    return "abcde".index(name[0]), int(name[1]) - 1


def touching(one: Cell, other: Cell) -> bool:
    """Next to each other, also diagonally, or the same."""
    return abs(one[0] - other[0]) <= 1 and abs(one[1] - other[1]) <= 1


def walks(start: Cell, board: set[Cell]) -> dict[Cell, int]:
    """How many steps over tiles it takes to each tile that can be reached."""
    steps = {start: 0}
    frontier = [start]
    while frontier:
        here = frontier.pop(0)
        for cell in board:
            if touching(here, cell) and cell not in steps:
                steps[cell] = steps[here] + 1
                frontier.append(cell)
    return steps


def beyond(board: dict[Cell, Tile], cell: Cell) -> list[Cell]:
    """The cells that the land of a tile goes on to."""
    return [(cell[0] + SIDES[side][0], cell[1] + SIDES[side][1]) for side in board[cell].open]


def island(board: dict[Cell, Tile], cell: Cell) -> set[Cell]:
    """All tiles whose land hangs together with this one."""
    group = {cell}
    open_ends = [cell]
    while open_ends:
        for neighbour in beyond(board, open_ends.pop()):
            if neighbour in board and neighbour not in group:
                group.add(neighbour)
                open_ends.append(neighbour)
    return group
