"""The picture of Vanuatu: what each region of the sheet shows in a scene."""

from notation.pictures.sheet import Facts, Sheet
from notation.pictures.vanuatu import board, panels
from notation.pictures.vanuatu.layout import CELLS, seat_size, sheet_of
from notation.pictures.vanuatu.marks import marks as _marks
from notation.vanuatu.names import ACTION_LETTERS
from notation.vanuatu.view_types import PlayerView, Scene


def sheet(scene: Scene) -> Sheet:
    """The sheet for these players."""
    return sheet_of("".join(scene["players"]))


def shown(scene: Scene, names: tuple[str, ...]) -> dict[str, Facts]:
    """What each region shows."""
    found: dict[str, Facts] = {}
    _show_sea(scene, found)
    _show_offers(scene, found)
    players = scene["players"]
    order = _turn_order(scene)
    neutral, leaders = scene["neutral"], scene["leaders"]
    for number, letter in enumerate(ACTION_LETTERS):
        present = [(seat, players[seat]["markers"].get(letter, 0)) for seat in order]
        markers = sorted([pair for pair in present if pair[1]], key=_fewer)
        if letter in neutral:
            markers.append(("n", neutral[letter]))
        found["action-" + letter] = (panels.action, (number, letter, tuple(markers), leaders.get(letter, "")))
    width = round(seat_size(len(players))[0], 1)
    for name, (letter, player) in zip(names, players.items(), strict=True):
        _show_seat(scene, found, letter, player, name, width)
    return found


def marks(scene: Scene, token: str) -> dict[str, Facts]:
    """What the regions for marks show after a move, written with its seat."""
    return _marks("".join(scene["players"]), token)


def summary(scene: Scene, names: tuple[str, ...]) -> str:
    """Where the game stands and what everybody has."""
    phase = board.PHASES.get(scene["phase"], scene["phase"])
    told = [f"Vanuatu, round {scene['round']} of {scene['rounds']}, {phase}"]
    for name, (letter, player) in zip(names, scene["players"].items(), strict=True):
        who = panels.seat_word(letter) + (f" ({name})" if name else "")
        turn = ", to move" if scene["seat"] == letter else ""
        told.append(f"{who}: {player['points']} points, {player['vatus']} vatus{turn}")
    return ". ".join(told) + "."


def _show_sea(scene: Scene, found: dict[str, Facts]) -> None:
    boats: dict[str, str] = {}
    for letter, player in scene["players"].items():
        at = player["boat"]
        if at is not None:
            boats[at] = boats.get(at, "") + letter
    islands, oceans = scene["islands"], scene["oceans"]
    seas = scene["printed_oceans"]
    faced: list[tuple[str, str]] = []
    for cell in CELLS:
        if cell in oceans:
            place = oceans[cell]
            tile = place["tile"]
            printed = (seas[tile]["fish"], seas[tile]["treasure"])
            facts = (cell, tile, place["fish"], place["treasure"], printed, boats.get(cell, ""))
            found["cell-" + cell] = (board.ocean, facts)
        elif cell in islands:
            found["cell-" + cell] = _island(cell, scene)
            faced += [(cell, other) for other in islands[cell]["dikes"]]
        else:
            found["cell-" + cell] = (board.empty_cell, (cell,))
    if faced:
        found["dikes"] = (board.dikes, (tuple(faced),))


def _island(cell: str, scene: Scene) -> Facts:
    there = scene["islands"][cell]
    tile = there["tile"]
    if there["submerged"]:
        return board.sunk, (cell, tile)
    land = scene["printed_islands"][tile]
    printed = (land["goods"], land["huts"], land["drawings"], land["tourists"])
    has = (there["goods"], there["huts"], there["drawings"], there["tourists"], there["water"])
    return board.island, (cell, tile, *has, printed)


def _show_offers(scene: Scene, found: dict[str, Facts]) -> None:
    found["round"] = (board.round_sign, (scene["round"], scene["rounds"], scene["phase"]))
    lands = scene["printed_islands"]
    found["next"] = (board.next_tiles, (tuple((tile, tile in lands) for tile in scene["visible"]),))
    found["offers"] = (board.offers, (scene["market"], scene["tourists"], scene["die"]))
    for number, ship in enumerate(scene["ships"]):
        found[f"ship-{number}"] = (board.ship, (ship["wants"], ship["loaded"], number + 1))


def _show_seat(
    scene: Scene, found: dict[str, Facts], letter: str, player: PlayerView, name: str, width: float
) -> None:
    at = f"seat-{letter}-"
    first, turn = scene["first"] == letter, scene["seat"] == letter
    found[at + "name"] = (panels.seat_name, (letter, name, first, turn, width))
    found[at + "character"] = (panels.character, (player["character"] or "", player["used"]))
    found[at + "purse"] = (panels.purse, (player["vatus"], player["points"], player["huts"], letter))
    found[at + "fish"] = (panels.tiles, ("fish", tuple(player["fish"]), width))
    found[at + "treasures"] = (panels.tiles, ("gem", tuple(player["treasures"]), width))
    if player["rest"]:
        found[at + "rest"] = (panels.rest, (player["rest"],))


def _turn_order(scene: Scene) -> list[str]:
    """The seats' letters from the first player on."""
    letters = list(scene["players"])
    at = letters.index(scene["first"]) if scene["first"] is not None else 0
    return letters[at:] + letters[:at]


def _fewer(pair: tuple[str, int]) -> int:
    return -pair[1]
