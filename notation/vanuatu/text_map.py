"""The sea of Vanuatu: sixteen hexes in four rows, each row shifted half a cell to the left.

A hex is nine columns wide and shares its sides with its neighbours. It has five lines, four if the page is
short, and two without slanted sides if the page is very short:

       / \\
     /a2 E0\\
    |kcb PT□|     goods, huts and free hut sites
    |●○  2/5|     drawings and free drawing sites, tourists and room
     \\ ≈≈  /      waters
       \\ /
"""

from typing import Final

from vanuatu.notation.boards.canvas import Canvas, Line, Style, seat_role, width_of
from vanuatu.notation.vanuatu.view_types import IslandView, OceanView, PrintedIsland, Scene

WIDTH: Final = 49
FULL: Final = 4  # lines from one row of hexes to the next
LOW: Final = 3
COMPACT: Final = 2
ROWS: Final = {"a": range(1, 5), "b": range(1, 6), "c": range(1, 7), "d": range(3, 4)}
CELLS: Final = [f"{row}{number}" for row, numbers in ROWS.items() for number in numbers]
GOODS: Final = "kcb"
GOODS_ROLES: Final = {"k": "kava", "c": "copra", "b": "beef"}


def sea(scene: Scene, style: Style, pitch: int) -> list[Line]:
    """Return the board with everything on it, and a legend in free space of the sea."""
    return _CompactSea(scene, style, pitch).lines() if pitch == COMPACT else _Sea(scene, style, pitch).lines()


class _Sea:
    def __init__(self, scene: Scene, style: Style, pitch: int) -> None:
        self.scene = scene
        self.style = style
        self.low = pitch < FULL
        self.pitch = pitch
        self.canvas = Canvas(WIDTH)
        self.boats: dict[str, str] = {}
        for letter, player in scene["players"].items():
            if player["boat"]:
                self.boats[player["boat"]] = self.boats.get(player["boat"], "") + letter

    def lines(self) -> list[Line]:
        islands, oceans = self.scene["islands"], self.scene["oceans"]
        for cell in CELLS:
            self._outline(cell)
        for cell in CELLS:
            if cell in islands:
                self._island(cell, islands[cell])
            elif cell in oceans:
                self._ocean(cell, oceans[cell])
            else:
                x, y = self._at(cell)
                self.canvas.put(x + 4, y + (self.pitch > COMPACT), cell, "dim")
        for cell, place in islands.items():
            for faced in place["dikes"]:
                self._dike(cell, faced)
        self._legend()
        return self.canvas.lines()

    def _at(self, cell: str) -> tuple[int, int]:
        """Return the corner of the box around a hex."""
        row = "abcd".index(cell[0])
        return 4 * (2 - row) + 8 * (int(cell[1]) - 1), row * self.pitch

    def _outline(self, cell: str) -> None:
        x, y = self._at(cell)
        up, down, wall = (self.style.sign(*pair) for pair in (("╱", "/"), ("╲", "\\"), ("│", "|")))
        put, foot = self.canvas.put, y + self.pitch
        for inset, at in ((3, y), (1, y + 1)):
            put(x + inset, at, up, "edge")
            put(x + 8 - inset, at, down, "edge")
        for at in range(y + 2, foot):
            put(x, at, wall, "edge")
            put(x + 8, at, wall, "edge")
        for inset, at in ((1, foot), (3, foot + 1)):
            put(x + inset, at, down, "edge")
            put(x + 8 - inset, at, up, "edge")

    def _ground(self, cell: str, role: str) -> None:
        x, y = self._at(cell)
        foot = y + self.pitch
        for inset, at in ((4, y), (2, y + 1), (2, foot), (4, foot + 1)):
            self.canvas.ground(x + inset, at, 9 - 2 * inset, role)
        for at in range(y + 2, foot):
            self.canvas.ground(x + 1, at, 7, role)

    def _centred(self, cell: str, row: int, line: Line) -> None:
        """Write in the middle of a line of a hex; row 1 is the first with space."""
        x, y = self._at(cell)
        length = sum(len(text) for _, text in line)
        self.canvas.put_line(x + 1 + (7 - length) // 2, y + row, line)

    def _name(self, cell: str, tile: str) -> None:
        self._centred(cell, 1, [("name", cell), ("label", f" {tile}")])

    def _ocean(self, cell: str, place: OceanView) -> None:
        self._ground(cell, "on-ocean")
        self._name(cell, place["tile"])
        fish = self.style.sign("∝", "f") * place["fish"]
        treasure = self.style.sign("◆", "$") * place["treasure"]
        gap = " " if fish and treasure else ""
        finds: Line = [("fish", fish), ("", gap), ("treasure", treasure)]
        boats = self._boats(cell)
        self._centred(cell, 2, boats if self.low else finds)
        self._centred(cell, 3, finds if self.low else boats)

    def _boats(self, cell: str) -> Line:
        if cell not in self.boats:
            return []
        bow, stern = self.style.sign("‹", "<"), self.style.sign("›", ">")
        chips = [(seat_role(letter, chip=True), letter) for letter in self.boats[cell]]
        return [("label", bow), *chips, ("label", stern)]

    def _island(self, cell: str, place: IslandView) -> None:
        printed = self.scene["printed_islands"][place["tile"]]
        wave = self.style.sign("≈", "~")
        if place["submerged"]:
            self._ground(cell, "on-sunk")
            self._name(cell, place["tile"])
            self._centred(cell, 2, [("water", wave * 7)])
            self._centred(cell, 3, [("water", "sunk" if self.low else " sunk ")])
            return
        self._ground(cell, "on-island")
        drawn = self._drawings(place, printed)
        people: Line = [("tourist", f"{place['tourists']}/{printed['tourists']}")]
        water: Line = [("water", wave * place["water"])]
        goods = self._goods(printed["goods"], place["goods"])
        self._centred(cell, 2, [*goods, ("", " "), *self._huts(printed["huts"], place["huts"])])
        if self.low:
            afloat: Line = [("water", f"{wave}{place['water']}")] if place["water"] else []
            self._centred(cell, 1, [("name", cell), *drawn])
            self._centred(cell, 3, people + afloat)
        else:
            self._name(cell, place["tile"])
            pad = " " * (7 - 3 - sum(len(text) for _, text in drawn))
            self._centred(cell, 3, [*drawn, ("", pad), *people])
            self._centred(cell, 4, water)

    def _drawings(self, place: IslandView, printed: PrintedIsland) -> Line:
        return [
            ("sand", self.style.sign("●", "*") * place["drawings"]),
            ("label", self.style.sign("○", ".") * (printed["drawings"] - place["drawings"])),
        ]

    def _goods(self, printed: str, left: str) -> Line:
        """Return the goods there, and a dot for each printed cube that is missing."""
        line: Line = []
        for letter in GOODS:
            there = left.count(letter)
            line.append((f"cube-{GOODS_ROLES[letter]}", letter * there))
            line.append(("label", self.style.sign("·", "-") * (printed.count(letter) - there)))
        return line

    def _huts(self, sites: int, huts: str) -> Line:
        free = sites - len(huts)
        return [(seat_role(letter, chip=True), letter.upper()) for letter in huts] + [
            ("label", self.style.sign("□", "_") * free)
        ]

    def _dike(self, cell: str, faced: str) -> None:
        """Draw a dike on the side of an island towards another cell."""
        x, y = self._at(cell)
        across, below = self._at(faced)
        foot = y + self.pitch
        if below == y:
            side = [(x + 8 if across > x else x, at) for at in range(y + 2, foot)]
        else:
            inner, outer = (5, 7) if across > x else (3, 1)
            tip, shoulder = (y, y + 1) if below < y else (foot + 1, foot)
            side = [(x + inner, tip), (x + outer, shoulder)]
        for at_x, at_y in side:
            self.canvas.put(at_x, at_y, self.style.sign("█", "#"), "dike")

    def _legend(self) -> None:
        """Write the legend at the bottom right, and the signs of the waters at the bottom left."""
        sign = self.style.sign
        foot = 4 * self.pitch + 1
        for at, row in enumerate(
            (
                f"{sign('‹p›', '<p>')} boat  PT{sign('□', '_')} huts, sites",
                f" {sign('∝', 'f')}  fish  {sign('◆', '$')} treasure",
                f"{sign('●○', '*.')}  drawings  2/5 tourists",
            )
        ):
            self.canvas.put(WIDTH - 26, foot - 2 + at, row, "dim")
        if any(place["water"] or place["dikes"] for place in self.scene["islands"].values()):
            self.canvas.put(1, foot - 1, f"{sign('≈', '~')} water", "dim")
            self.canvas.put(1, foot, f"{sign('█', '#')} dike", "dim")


class _CompactSea(_Sea):
    """The sea in eight lines: a hex is two lines between upright sides, and rows stagger as bricks do.

    The waters and dikes of all islands are in the free space at the bottom.
    """

    def _outline(self, cell: str) -> None:
        x, y = self._at(cell)
        for at in (y, y + 1):
            for side in (x, x + 8):
                self.canvas.put(side, at, self.style.sign("│", "|"), "edge")

    def _ground(self, cell: str, role: str) -> None:
        x, y = self._at(cell)
        for at in (y, y + 1):
            self.canvas.ground(x + 1, at, 7, role)

    def _centred(self, cell: str, row: int, line: Line) -> None:
        super()._centred(cell, row - 1, line)

    def _ocean(self, cell: str, place: OceanView) -> None:
        self._ground(cell, "on-ocean")
        finds: Line = [("name", cell), ("", " ")]
        for role, sign, number in (
            ("fish", self.style.sign("∝", "f"), place["fish"]),
            ("treasure", self.style.sign("◆", "$"), place["treasure"]),
        ):
            finds += [(role, f"{sign}{number}")] if number else []
        self._centred(cell, 1, finds)
        self._centred(cell, 2, self._boats(cell))

    def _island(self, cell: str, place: IslandView) -> None:
        printed = self.scene["printed_islands"][place["tile"]]
        if place["submerged"]:
            self._ground(cell, "on-sunk")
            self._centred(cell, 1, [("name", cell)])
            self._centred(cell, 2, [("water", "sunk")])
            return
        self._ground(cell, "on-island")
        drawn = self._drawings(place, printed)
        people: Line = [("tourist", f"{place['tourists']}/{printed['tourists']}")]
        things = self._goods(printed["goods"], place["goods"]) + self._huts(printed["huts"], place["huts"])
        first: Line = [("name", cell), *drawn]
        if width_of(first + people) > 7:
            self._centred(cell, 1, first)
            self._centred(cell, 2, [*things, *people])
        else:
            gap = " " if width_of(first + people) < 7 else ""
            self._centred(cell, 1, [*first, ("", gap), *people])
            self._centred(cell, 2, things)

    def _dike(self, cell: str, faced: str) -> None:
        """Do nothing: the line of the waters has the dikes."""

    def _legend(self) -> None:
        sign = self.style.sign
        y = 3 * self.pitch
        wet = [
            f"{cell} {sign('≈', '~')}{place['water']}"
            + (f"{sign('█', '#')}{len(place['dikes'])}" if place["dikes"] else "")
            for cell, place in self.scene["islands"].items()
            if not place["submerged"] and (place["water"] or place["dikes"])
        ]
        if wet:
            rows = ["waters, dikes: " + " ".join(wet[:1]), " ".join(wet[1:])]
        else:
            rows = [
                f"{sign('‹p›', '<p>')}boat {sign('∝', 'f')}fish {sign('◆', '$')}treasure",
                f"PT{sign('□', '_')}huts {sign('●○', '*.')}drawn 2/5 tourists",
            ]
        for at, row in enumerate(rows):
            self.canvas.put(21, y + at, row, "dim")
