"""The picture of Maori: what each region of the sheet shows in a scene."""

from notation.maori.view_types import PlayerView, Scene
from notation.pictures.maori import panels, tiles
from notation.pictures.maori.layout import COLUMNS, ROWS, SMALL, TILE, sheet_of
from notation.pictures.maori.marks import marks
from notation.pictures.sheet import Facts, Sheet

__all__ = ["marks", "sheet", "shown", "summary"]


def sheet(scene: Scene) -> Sheet:
    """The sheet for these players."""
    return sheet_of("".join(scene["players"]))


def shown(scene: Scene, names: tuple[str, ...]) -> dict[str, Facts]:
    """What each region shows."""
    left = (scene["supply"], scene["shells"], scene["last"])
    found: dict[str, Facts] = {"round": (panels.round_sign, (scene["round"], scene["phase"], *left))}
    for row, labels in enumerate(scene["matrix"]):
        for column, label in enumerate(labels):
            where = f"row {row + 1}, column {column + 1}"
            name = f"matrix-{row}{column}"
            if label is None:
                found[name] = (tiles.empty, (where, "gone", TILE, 0))
            else:
                found[name] = _tile(scene, label, TILE, where, True)
    if scene["explorer"] is not None:
        found["explorer"] = (panels.explorer, (scene["explorer"],))
    for name, (letter, player) in zip(names, scene["players"].items(), strict=True):
        _show_seat(scene, found, letter, player, name)
    return found


def summary(scene: Scene, names: tuple[str, ...]) -> str:
    """Where the game stands and what everybody has."""
    told = [f"Maori, round {scene['round']}, {panels.PHASES.get(scene['phase'], scene['phase'])}"]
    for name, (letter, player) in zip(names, scene["players"].items(), strict=True):
        who = panels.seat_word(letter) + (f" ({name})" if name else "")
        turn = ", to move" if scene["seat"] == letter else ""
        told.append(f"{who}: {player['points']} points, {player['shells']} shells{turn}")
    return ". ".join(told) + "."


def _show_seat(scene: Scene, found: dict[str, Facts], letter: str, player: PlayerView, name: str) -> None:
    at = f"seat-{letter}-"
    opens, turn = scene["opener"] == letter, scene["seat"] == letter
    found[at + "name"] = (panels.seat_name, (letter, name, opens, turn, player["points"]))
    found[at + "purse"] = (panels.purse, (player["shells"], player["ships"], player["stored"] or ""))
    board, broken = player["board"], scene["incomplete"][letter]
    land, reef, printed = scene["land"], scene["reef"], scene["printed_cell"]
    for row in ROWS:
        for column in COLUMNS:
            cell = column + row
            if cell in board:
                found[at + cell] = _tile(scene, board[cell], SMALL, cell, cell not in broken)
            else:
                kind = "land" if cell in land else "reef" if cell in reef else "space"
                ships = scene["printed_ships"] if cell == printed else 0
                found[at + cell] = (tiles.empty, (cell, kind, SMALL, ships))
    if player["boat"]:
        found[at + "boat"] = (panels.small_ship, (letter, player["boat"]))


def _tile(scene: Scene, lying: str, size: float, where: str, complete: bool) -> Facts:
    fact = scene["tiles"][lying]
    symbols = (fact["palms"], fact["huts"], fact["shells"], fact["ships"], fact["leis"])
    return tiles.tile, (fact["label"], fact["shape"], fact["open"], symbols, size, where, complete)
