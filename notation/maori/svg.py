"""The picture of Maori: the content of each region of the sheet."""

from functools import partial

from vanuatu.notation.boards.shapes import signed
from vanuatu.notation.boards.sheet import Facts, Part, Sheet
from vanuatu.notation.maori import svg_layout, svg_panels, svg_tiles
from vanuatu.notation.maori.svg_marks import marks
from vanuatu.notation.maori.view_types import Scene
from vanuatu.notation.wording import listed

__all__ = ["marks", "parts", "sheet", "summary"]


def sheet(scene: Scene) -> Sheet:
    """Return the sheet for these players."""
    return svg_layout.sheet_of("".join(scene["players"]))


def parts(scene: Scene, names: tuple[str, ...]) -> tuple[Part, ...]:
    """Return the parts: the matrix with the explorer ship, and each seat with its board."""
    seats = [_seat(letter, name) for letter, name in zip(scene["players"], names, strict=True)]
    return (Part(_read_matrix, partial(_show_matrix, names)), *seats)


def summary(scene: Scene, names: tuple[str, ...]) -> list[str]:
    """Return the state of the game and of each seat in words."""
    over = bool(scene["winners"])
    scores = {letter: player["points"] for letter, player in scene["players"].items()}
    points = max(scores.values())
    best = [svg_panels.seat_word(letter) for letter in scores if scores[letter] == points]
    leading = f"{listed(best)} {'leads' if len(best) == 1 else 'lead'}"
    parts = [
        f"Maori, round {scene['round']}, {svg_panels.PHASES.get(scene['phase'], scene['phase'])}: "
        + f"{_result(scene, names) if over else leading} with {signed(points)} points"
    ]
    for name, (letter, player) in zip(names, scene["players"].items(), strict=True):
        seat_text = svg_panels.seat_word(letter) + (f" ({name})" if name else "")
        turn = ", to move" if scene["seat"] == letter else ""
        now = "" if over else " if the game ended now"
        parts.append(f"{seat_text}: {signed(player['points'])} points{now}, {player['shells']} shells{turn}")
    return parts


def _result(scene: Scene, names: tuple[str, ...]) -> str:
    """Return the winners in words; "" before the end."""
    won = [
        svg_panels.seat_word(letter) + (f" ({name})" if name else "")
        for letter, name in zip(scene["players"], names, strict=True)
        if letter in scene["winners"]
    ]
    return f"{listed(won)} {'wins' if len(won) == 1 else 'share the win'}" if won else ""


def _read_matrix(scene: Scene) -> object:
    left = (scene["supply"], scene["shells"], scene["last"])
    return scene["round"], scene["phase"], left, scene["explorer"], scene["matrix"], scene["winners"]


def _show_matrix(names: tuple[str, ...], scene: Scene) -> dict[str, Facts]:
    head = (scene["supply"], scene["shells"], scene["last"], _result(scene, names))
    found: dict[str, Facts] = {"round": (svg_panels.round_sign, (scene["round"], scene["phase"], *head))}
    for row, labels in enumerate(scene["matrix"]):
        for column, label in enumerate(labels):
            where = f"row {row + 1}, column {column + 1}"
            name = f"matrix-{row}{column}"
            if label is None:
                found[name] = (svg_tiles.empty, (where, "gone", svg_layout.TILE, 0))
            else:
                found[name] = _tile(scene, label, svg_layout.TILE, where, True)
    found["places"] = (svg_panels.places, (scene["explorer"] or "",))
    return found


def _seat(letter: str, name: str) -> Part:
    """Return the part of a seat, with the name of its player."""

    def reads(scene: Scene) -> object:
        opens, turn = scene["opener"] == letter, scene["seat"] == letter
        return scene["players"][letter], scene["incomplete"][letter], opens, turn, scene["winners"]

    def shows(scene: Scene) -> dict[str, Facts]:
        player = scene["players"][letter]
        at = f"seat-{letter}-"
        score = (player["points"], bool(scene["winners"]), letter in scene["winners"])
        opens, turn = scene["opener"] == letter, scene["seat"] == letter
        found: dict[str, Facts] = {
            at + "name": (svg_panels.seat_name, (letter, name, opens, turn, score)),
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
