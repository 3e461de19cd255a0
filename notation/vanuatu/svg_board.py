"""The things on the sea: tiles with their contents, ships, and the offers of each round."""

from typing import Final

from vanuatu.notation.boards.shapes import ring, sign, text, title
from vanuatu.notation.vanuatu.names import GOODS_LETTERS, GOODS_NAMES
from vanuatu.notation.vanuatu.svg_layout import RADIUS, SHIP_SIZE, centre, corners, hexagon

GOODS: Final = dict(zip(GOODS_LETTERS, GOODS_NAMES, strict=True))
PHASES: Final = {
    "setup": "set-up",
    "place": "placing tiles",
    "neutral": "neutral markers",
    "character": "characters",
    "plan": "planning",
    "act": "acting",
    "beg": "begging",
    "over": "the end",
}
# The shore of an island, within a hex of radius 66.
_SHORE: Final = (
    "M-8-55C14-60 30-40 44-27 54-8 50 14 42 28 26 42 10 57-8 54-28 48-42 36-47 20"
    "-52-2-49-18-40-34-30-44-22-52-8-55z"
)
_GREEN: Final = (
    "M-7-48C12-52 27-35 39-23 47-7 44 11 37 24 23 36 9 49-7 47-25 42-37 31-41 17"
    "-45-2-43-16-35-29-26-38-19-45-7-48z"
)
_TURNS: Final = {"E0": 0, "A1": 60, "A2": 180, "D1": 240, "D2": 120}


def empty_ground() -> str:
    """Return the outline of a cell without a tile."""
    return f'<path class="faint" stroke-width="1.2" stroke-dasharray="4 5" d="{hexagon(RADIUS - 3)}"/>'


def empty_cell(cell: str) -> str:
    """Return the name of a cell without a tile."""
    return title(f"{cell}: empty") + text(0, 6, cell, 18, "dim m")


def ocean_ground(calm: bool) -> str:
    """Return the water of an ocean tile; without boats and tokens it has room for waves."""
    waves = sign("swell", 0, 28) if calm else ""
    return f'<path class="sea" d="{hexagon(RADIUS - 1)}"/>{waves}'


def ocean(cell: str, tile: str, fish: int, treasure: int, printed: tuple[int, int], boats: str) -> str:
    """Return the remaining fish and treasures of an ocean tile, and boats."""
    crowded = len(boats) > _ONE_ROW
    parts = [
        title(f"{cell}, ocean {tile}: {_found(fish, treasure)}{_boats_said(boats)}"),
        _name(cell, tile),
        _finds(fish, treasure, printed, -21 if crowded else -14 if boats else -2, crowded),
    ]
    if boats:
        parts.append(_fleet(boats, 24 if sum(printed) else 12))
    return "".join(parts)


def _finds(fish: int, treasure: int, printed: tuple[int, int], y: float, small: bool) -> str:
    """Return the remaining tokens in a row, and a dot for each one taken."""
    spots = ["fish"] * fish + [""] * (printed[0] - fish) + ["gem"] * treasure + [""] * (printed[1] - treasure)
    step, scale = (24, 0.78) if len(spots) > 3 or small else (30, 1)
    x = -step * (len(spots) - 1) / 2
    parts = []
    for name in spots:
        dot = f'<circle class="deep" cx="{x:g}" cy="{y:g}" r="2.5"/>'
        parts.append(sign(name, x, y, "", scale) if name else dot)
        x += step
    return "".join(parts)


_ONE_ROW: Final = 3  # boats


def _fleet(boats: str, y: float) -> str:
    """Return boats side by side; four or five in two rows, smaller."""
    if len(boats) > _ONE_ROW:
        return _boats(boats[:3], y - 17, 0.72, 31) + _boats(boats[3:], y + 11, 0.72, 31)
    return _boats(boats, y, 1.1, 35)


def _boats(boats: str, y: float, scale: float, step: float) -> str:
    x = -step * (len(boats) - 1) / 2
    parts = []
    for letter in boats:
        parts.append(sign("boat", x, y, letter, scale))
        parts.append(
            text(x, round(y - 2.4 * scale, 1), letter, round(13 * scale**0.5, 1), f"on-{letter} m w tag")
        )
        x += step
    return "".join(parts)


def island_ground(tile: str) -> str:
    """Return an island in the sea."""
    turn = _TURNS.get(tile, 0)
    turned = f' transform="rotate({turn})"' if turn else ""
    return (
        f'<path class="sea" d="{hexagon(RADIUS - 1)}"/>'
        f'<g{turned}><path class="sand" d="{_SHORE}"/><path class="land" d="{_GREEN}"/></g>'
    )


def island(
    cell: str,
    tile: str,
    goods: str,
    huts: str,
    drawings: int,
    tourists: int,
    water: int,
    printed: tuple[str, int, int, int],
) -> str:
    """Return what is on an island: cubes and drawings, huts, tourists, waters."""
    all_goods, sites, blanks, room = printed
    free = sites - len(huts)
    said = (
        f"{cell}, island {tile}: goods {_goods_words(goods)}; "
        f"huts {huts or 'none'}, {free} free; drawings {drawings} of {blanks}; tourists {tourists} of {room}"
        + (f"; water {water}" if water else "")
    )
    return "".join(
        [
            title(said),
            _name(cell, tile),
            _goods(all_goods, goods),
            _drawings(blanks, drawings),
            _huts(huts, sites),
            _tourists(tourists, room, water),
        ]
    )


def sunk_ground() -> str:
    """Return a submerged island."""
    waves = (
        f'<path class="ripple" stroke-width="2" d="M-40 {y}q10-8 20 0t20 0 20 0 20 0"/>'
        for y in (-18, -4, 38)
    )
    return f'<path class="sunk" d="{hexagon(RADIUS - 1)}"/>{"".join(waves)}'


def sunk(cell: str, tile: str) -> str:
    """Return the name of a submerged island."""
    words = text(0, 23, "submerged", 18, "on-sunk m")
    return title(f"{cell}, island {tile}: submerged") + _name(cell, tile, "on-sunk", "on-sunk") + words


def dikes(faced: tuple[tuple[str, str], ...]) -> str:
    """Return dikes on sides of islands: cells with the cells that they face."""
    return "".join(title(f"dike on {cell} towards {other}") + _dike(cell, other) for cell, other in faced)


def _dike(cell: str, other: str) -> str:
    """Return a dike on the inner side of a hex, towards another one."""
    (x, y), (to_x, to_y) = centre(cell), centre(other)
    inner = corners(RADIUS - 1.5)
    side = sorted(inner, key=lambda corner: (x + corner[0] - to_x) ** 2 + (y + corner[1] - to_y) ** 2)[:2]
    (a, b), (c, d) = side
    return f'<path class="wall" stroke-width="5" d="M{x + a:.1f} {y + b:.1f}L{x + c:.1f} {y + d:.1f}"/>'


def _name(cell: str, tile: str, ink: str = "ink", label: str = "label") -> str:
    return text(-2, -33, cell, 18, f"{ink} w e") + text(3, -33, tile, 18, label)


def _goods(printed: str, there: str) -> str:
    """Return cubes with their letters, and empty places for those taken."""
    parts = []
    left = there
    for at, good in enumerate(printed):
        x = (-37 if len(printed) > 2 else -32) + 20 * at
        if good in left:
            left = left.replace(good, "", 1)
            name = GOODS[good]
            parts.append(sign("cube", x, -18, name) + text(x - 2, -11, good, 14, f"on-{name} m w tag"))
        else:
            parts.append(sign("room", x, -18))
    return "".join(parts)


def _drawings(blanks: int, drawn: int) -> str:
    step = 19 if blanks < 3 else 16
    last = 39 if blanks < 3 else 42
    return "".join(
        sign("drawing" if at < drawn else "blank", last - step * (blanks - 1 - at), -17, "", 0.85)
        for at in range(blanks)
    )


def _huts(huts: str, sites: int) -> str:
    step = 31
    first = -step * (sites - 1) / 2
    parts = []
    for at in range(sites):
        x = first + step * at
        if at < len(huts):
            letter = huts[at]
            parts.append(sign("hut", x, 9, letter) + text(x, 11, letter.upper(), 14, f"on-{letter} m w tag"))
        else:
            parts.append(sign("site", x, 9))
    return "".join(parts)


def _tourists(there: int, room: int, water: int) -> str:
    """Return the tourists of the room for them, and the waters, between the dikes."""
    x = -31 if water else -18
    parts = [
        sign("folk", x, 34, "folk", 0.8),
        text(x + 6, 40, f"{there}/{room}", 18, "ink w"),
    ]
    if water:
        parts += [sign("wave", 15, 34, "wave", 0.75), text(22, 40, f"{water}", 18, "ink w")]
    return "".join(parts)


# What is on offer


_SHORT: Final = 10  # letters beside the first row of cells


def round_sign(round: int, rounds: int, phase: str) -> str:
    """Return the state of the game."""
    words = PHASES.get(phase, phase)
    return (
        title(f"Round {round} of {rounds}, {words}")
        + text(0, 0, f"Round {round}", 22, "ink w")
        + text(0, 22, f"of {rounds}", 18, "dim")
        + "".join(
            text(0, 45 + 20 * at, word, 18, "ink")
            for at, word in enumerate(words.split() if len(words) > _SHORT else [words])
        )
    )


def next_tiles(tiles: tuple[tuple[str, bool], ...]) -> str:
    """Return the tiles to come, with whether each is an island."""
    if not tiles:
        return title("No tiles to come")
    parts = [
        title("To come: " + ", ".join(f"{'island' if land else 'ocean'} {tile}" for tile, land in tiles)),
        text(50, 0, "to come", 18, "dim m"),
    ]
    for at, (tile, land) in enumerate(tiles):
        x = 26 + 50 * at
        parts.append(
            f'<path class="{"land" if land else "sea"}" transform="translate({x} 33)" d="{hexagon(25)}"/>'
        )
        parts.append(text(x, 39, tile, 18, "ink m w"))
    return "".join(parts)


def offers(market: int, tourists: int, die: int | None, dikes: int | None) -> str:
    """Return the price of fish, the waiting tourists, the flood die, and the dikes left."""
    said = [f"Fish sells for {market}", f"{tourists} tourists wait"]
    rows = [("fish", "", f"{market}", "a fish"), ("folk", "folk", f"{tourists}", "waiting")]
    if die is not None:
        said.append(f"the waters rise in {die} actions")
        rows.append(("wave", "wave", f"{die}", "to the flood"))
    if dikes is not None:
        said.append(f"{dikes} dikes left")
        rows.append(("dike", "", f"{dikes}", "dikes left"))
    parts = [title("; ".join(said))]
    for at, (name, classes, number, words) in enumerate(rows):
        y = 14 + 28 * at
        parts.append(sign(name, 14, y, classes))
        parts.append(text(34, y + 6, number, 18, "lit w" if name == "wave" else "ink w"))
        parts.append(text(66 if name == "dike" else 53, y + 6, words, 18, "dim"))
    return "".join(parts)


def left_on_sea(fish: tuple[int, ...], treasures: tuple[int, ...]) -> str:
    """Return how many fish and treasures of each value can still be taken from the board."""
    said = f"On the board: fish {counted(fish) or 'none'}; treasures {counted(treasures) or 'none'}"
    parts = [title(said)]
    for x, name, values in ((12.0, "fish", fish), (174.0, "gem", treasures)):
        parts.append(sign(name, x, -5, "", 0.8))
        parts.append(text(x + 16, 0, counted(values) or "–", 18, "ink" if values else "dim"))
    return "".join(parts)


def counted(values: tuple[int, ...]) -> str:
    """Return the values, the highest first; many of them as numbers of each: 2×3 8×1."""
    if len(values) <= _LISTED:
        return " ".join(map(str, values))
    return " ".join(f"{values.count(value)}×{value}" for value in sorted(set(values), reverse=True))


_LISTED: Final = 6


def ship(wants: str, loaded: str, number: int, points: tuple[int, int, int, int]) -> str:
    """Return a ship: loaded cubes, and the letters of those it still needs, with their points."""
    width, _ = SHIP_SIZE
    worth = dict(zip(GOODS, points, strict=False))
    said = f"Ship {number}: wants {_goods_words(wants)}; loaded {_goods_words(loaded)}"
    parts = [
        title(f"{said}; {points[-1]} more points when full"),
        '<path class="wood" d="M58 2h3v44h-3z"/>'
        '<path class="foam out" d="M55 4Q22 14 24 38H55zM64 4Q100 14 98 38H64z"/>'
        '<path class="hull out" d="M4 44H118Q112 74 96 76H28Q10 74 4 44z"/>',
        text(40, 35, f"+{points[-1]}", 18, "on-foam w m"),
    ]
    left = loaded
    for at, good in enumerate(wants):
        x = width / 2 - 31 + 31 * at
        name = GOODS[good]
        if good in left:
            left = left.replace(good, "", 1)
            parts.append(sign("cube", x, 59, name, 1.3) + text(x - 2.7, 67, good, 18, f"on-{name} m w"))
        else:
            parts.append(f'<circle class="hold out" cx="{x:g}" cy="60" r="11"/>')
            parts.append(text(x, 66, good, 18, "on-hold m w"))
            parts.append(text(x, 95, f"+{worth[good]}", 18, "ink m"))
    return "".join(parts)


def goods(prices: tuple[tuple[str, int, int], ...]) -> str:
    """Return the price of each good, and its points on a ship."""
    said = ", ".join(f"{GOODS[good]} costs {price} and gives {points}" for good, price, points in prices)
    parts = [title(f"Goods: {said} on a ship")]
    for at, (good, price, points) in enumerate(prices):
        x = 10 + 116.0 * at
        name = GOODS[good]
        parts.append(sign("cube", x, -5, name) + text(x - 2, 2, good, 14, f"on-{name} m w tag"))
        parts.append(sign("coin", x + 27, -5, "", 0.8) + text(x + 37, 1.5, f"{price}", 18, "ink w"))
        parts.append(sign("point", x + 62, -5, "", 0.8) + text(x + 72, 1.5, f"{points}", 18, "ink w"))
    return "".join(parts)


def mark_cells(sailed: tuple[str, str] | None, ringed: tuple[str, ...], boxes: tuple[str, ...]) -> str:
    """Return the marks of the last move on the board: an arrow for a sail, otherwise rings."""
    parts = []
    for cell in ringed:
        x, y = centre(cell)
        path = f'transform="translate({x:g} {y:g})" d="{hexagon(RADIUS - 2)}"'
        parts.append(
            f'<path class="halo" stroke-width="6" {path}/><path class="glow" stroke-width="3" {path}/>'
        )
    if sailed is not None:
        parts.append(_arrow(*sailed))
    for name in boxes:
        parts.append(ring(*_BOXES[name]))
    return "".join(parts)


_BOXES: Final = {
    "next": (592, 6, 106, 80),
    "ships": (298, 344, 402, 108),
    "offers": (8, 353, 166, 58),
    "die": (8, 411, 166, 30),
}


def _arrow(start: str, goal: str) -> str:
    """Return an arrow from one cell to another, bent; a loop if the boat returns to its start."""
    (x, y), (to_x, to_y) = centre(start), centre(goal)
    if start == goal:
        loop = f"M{x - 14:g} {y + 40:g}c-46-30-26-86 14-80s56 46 20 76"
        return _stroke(loop) + _head(x + 20, y + 36, -0.75, 0.66)
    dx, dy = to_x - x, to_y - y
    length = (dx * dx + dy * dy) ** 0.5
    dx, dy = dx / length, dy / length
    x, y, to_x, to_y = x + 34 * dx, y + 34 * dy, to_x - 40 * dx, to_y - 40 * dy
    away = (1 if dy > 0 else -1) * (1 if dx * dy < 0 else -1)  # from the names of the cells
    bend = 0.16 * away * length
    mid_x, mid_y = (x + to_x) / 2 + bend * dy, (y + to_y) / 2 - bend * dx
    end_x, end_y = to_x - mid_x, to_y - mid_y
    size = (end_x * end_x + end_y * end_y) ** 0.5
    path = f"M{x:.1f} {y:.1f}Q{mid_x:.1f} {mid_y:.1f} {to_x:.1f} {to_y:.1f}"
    return _stroke(path) + _head(to_x, to_y, end_x / size, end_y / size)


def _stroke(path: str) -> str:
    return f'<path class="halo" stroke-width="9" d="{path}"/><path class="glow" stroke-width="5" d="{path}"/>'


def _head(x: float, y: float, dx: float, dy: float) -> str:
    """Return the point of an arrow in the direction (dx, dy)."""
    tip_x, tip_y = x + 13 * dx, y + 13 * dy
    a = (x - 5 * dx - 11 * dy, y - 5 * dy + 11 * dx)
    b = (x - 5 * dx + 11 * dy, y - 5 * dy - 11 * dx)
    return f'<path class="lit" d="M{tip_x:.1f} {tip_y:.1f} {a[0]:.1f} {a[1]:.1f} {b[0]:.1f} {b[1]:.1f}z"/>'


def _found(fish: int, treasure: int) -> str:
    return f"fish {fish}, treasure {treasure}"


def _boats_said(boats: str) -> str:
    return f"; boats {' '.join(boats)}" if boats else ""


def _goods_words(goods: str) -> str:
    return ", ".join(GOODS[good] for good in goods) or "none"
