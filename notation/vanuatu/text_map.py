"""The sea of Vanuatu: sixteen hexes in four rows, each row shifted half a cell to the left.

A hex is nine columns wide and shares its sides with its neighbours. It has five lines, or four if the page is
short:

       / \\
     /a2 E0\\
    |kcb PT□|     goods, huts and free hut sites
    |●○  2/5|     drawings and free drawing sites, tourists and room
     \\ ≈≈  /      waters
       \\ /
"""

from typing import Final

from vanuatu.notation.boards.canvas import Canvas, Line, Style, seat_role
from vanuatu.notation.vanuatu.view_types import IslandView, OceanView, Scene

WIDTH: Final = 49
PITCH: Final = 4
LOW_PITCH: Final = 3
ROWS: Final = {"a": range(1, 5), "b": range(1, 6), "c": range(1, 7), "d": range(3, 4)}
CELLS: Final = [f"{row}{number}" for row, numbers in ROWS.items() for number in numbers]
GOODS: Final = "kcb"
GOODS_ROLES: Final = {"k": "kava", "c": "copra", "b": "beef"}


def height(low: bool) -> int:
    return 4 * (LOW_PITCH if low else PITCH) + 2


def sea(scene: Scene, style: Style, low: bool) -> list[Line]:
    """Return the board with everything on it, and a legend in free space of the sea."""
    return _Sea(scene, style, low).lines()


class _Sea:
    def __init__(self, scene: Scene, style: Style, low: bool) -> None:
        self.scene = scene
        self.style = style
        self.low = low
        self.pitch = LOW_PITCH if low else PITCH
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
                self.canvas.put(x + 4, y + 1, cell, "dim")
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
        boats: Line = []
        if cell in self.boats:
            bow, stern = self.style.sign("‹", "<"), self.style.sign("›", ">")
            chips = [(seat_role(letter, chip=True), letter) for letter in self.boats[cell]]
            boats = [("label", bow), *chips, ("label", stern)]
        self._centred(cell, 2, boats if self.low else finds)
        self._centred(cell, 3, finds if self.low else boats)

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
        room = printed["tourists"]
        sites = printed["drawings"] - place["drawings"]
        drawn: Line = [
            ("sand", self.style.sign("●", "*") * place["drawings"]),
            ("label", self.style.sign("○", ".") * sites),
        ]
        people: Line = [("tourist", f"{place['tourists']}/{room}")]
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
        foot = height(self.low) - 1
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
