"""The picture of Maori: the content of each region of the sheet."""

from vanuatu.notation.boards.sheet import Facts, Part, Sheet
from vanuatu.notation.maori import svg_layout, svg_panels, svg_tiles
from vanuatu.notation.maori.svg_marks import marks
from vanuatu.notation.maori.view_types import Scene

__all__ = ["marks", "parts", "sheet", "summary"]


def sheet(scene: Scene) -> Sheet:
    """Return the sheet for these players."""
    return svg_layout.sheet_of("".join(scene["players"]))


def parts(scene: Scene, names: tuple[str, ...]) -> tuple[Part, ...]:
    """Return the parts: the matrix with the explorer ship, and each seat with its board."""
    seats = [_seat(letter, name) for letter, name in zip(scene["players"], names, strict=True)]
    return (Part(_read_matrix, _show_matrix), *seats)


def summary(scene: Scene, names: tuple[str, ...]) -> str:
    """Return the state of the game and of each seat in words."""
    parts = [f"Maori, round {scene['round']}, {svg_panels.PHASES.get(scene['phase'], scene['phase'])}"]
    for name, (letter, player) in zip(names, scene["players"].items(), strict=True):
        seat_text = svg_panels.seat_word(letter) + (f" ({name})" if name else "")
        turn = ", to move" if scene["seat"] == letter else ""
        parts.append(f"{seat_text}: {player['points']} points, {player['shells']} shells{turn}")
    return ". ".join(parts) + "."


def _read_matrix(scene: Scene) -> object:
    left = (scene["supply"], scene["shells"], scene["last"])
    return scene["round"], scene["phase"], left, scene["explorer"], scene["matrix"]


def _show_matrix(scene: Scene) -> dict[str, Facts]:
    left = (scene["supply"], scene["shells"], scene["last"])
    found: dict[str, Facts] = {"round": (svg_panels.round_sign, (scene["round"], scene["phase"], *left))}
    for row, labels in enumerate(scene["matrix"]):
        for column, label in enumerate(labels):
            where = f"row {row + 1}, column {column + 1}"
            name = f"matrix-{row}{column}"
            if label is None:
                found[name] = (svg_tiles.empty, (where, "gone", svg_layout.TILE, 0))
            else:
                found[name] = _tile(scene, label, svg_layout.TILE, where, True)
    if scene["explorer"] is not None:
        found["explorer"] = (svg_panels.explorer, (scene["explorer"],))
    return found


def _seat(letter: str, name: str) -> Part:
    """Return the part of a seat, with the name of its player."""

    def reads(scene: Scene) -> object:
        opens, turn = scene["opener"] == letter, scene["seat"] == letter
        return scene["players"][letter], scene["incomplete"][letter], opens, turn

    def shows(scene: Scene) -> dict[str, Facts]:
        player = scene["players"][letter]
        at = f"seat-{letter}-"
        opens, turn = scene["opener"] == letter, scene["seat"] == letter
        found: dict[str, Facts] = {
            at + "name": (svg_panels.seat_name, (letter, name, opens, turn, player["points"])),
            at + "purse": (svg_panels.purse, (player["shells"], player["ships"], player["stored"] or "")),
        }
        for cell in svg_layout.CELLS:
            found[at + cell] = _cell(scene, letter, cell)
        if player["boat"]:
            found[at + "boat"] = (svg_panels.small_ship, (letter, player["boat"]))
        return found

    return Part(reads, shows)


def _cell(scene: Scene, letter: str, cell: str) -> Facts:
    """Return a space of a board: its tile, or its print."""
    board = scene["players"][letter]["board"]
    if cell in board:
        return _tile(scene, board[cell], svg_layout.SMALL, cell, cell not in scene["incomplete"][letter])
    kind = "land" if cell in scene["land"] else "reef" if cell in scene["reef"] else "space"
    ships = scene["printed_ships"] if cell == scene["printed_cell"] else 0
    return svg_tiles.empty, (cell, kind, svg_layout.SMALL, ships)


def _tile(scene: Scene, lying: str, size: float, where: str, complete: bool) -> Facts:
    fact = scene["tiles"][lying]
    symbols = (fact["palms"], fact["huts"], fact["shells"], fact["ships"], fact["leis"])
    return svg_tiles.tile, (fact["label"], fact["shape"], fact["open"], symbols, size, where, complete)
