"""The picture of Vanuatu: the content of each region of the sheet."""

from vanuatu.notation.boards.sheet import Facts, Part, Sheet
from vanuatu.notation.vanuatu import svg_board, svg_layout, svg_panels
from vanuatu.notation.vanuatu.names import ACTION_LETTERS
from vanuatu.notation.vanuatu.svg_marks import marks as _marks
from vanuatu.notation.vanuatu.view_types import Scene


def sheet(scene: Scene) -> Sheet:
    """Return the sheet for these players."""
    return svg_layout.sheet_of("".join(scene["players"]))


def parts(scene: Scene, names: tuple[str, ...]) -> tuple[Part, ...]:
    """Return the parts: the sea, the offers, the actions, and each seat."""
    width = round(svg_layout.seat_size(len(scene["players"]))[0], 1)
    seats = [_seat(letter, name, width) for letter, name in zip(scene["players"], names, strict=True)]
    return (
        Part(lambda scene: (scene["islands"], scene["oceans"], _boats(scene)), _show_sea),
        Part(_read_offers, _show_offers),
        Part(_read_actions, _show_actions),
        *seats,
    )


def marks(scene: Scene, token: str) -> dict[str, Facts]:
    """Return the content of the regions for marks after a move with its seat."""
    return _marks("".join(scene["players"]), token)


def summary(scene: Scene, names: tuple[str, ...]) -> str:
    """Return the state of the game and of each seat in words."""
    phase = svg_board.PHASES.get(scene["phase"], scene["phase"])
    parts = [f"Vanuatu, round {scene['round']} of {scene['rounds']}, {phase}"]
    for name, (letter, player) in zip(names, scene["players"].items(), strict=True):
        seat_text = svg_panels.seat_word(letter) + (f" ({name})" if name else "")
        turn = ", to move" if scene["seat"] == letter else ""
        parts.append(f"{seat_text}: {player['points']} points, {player['vatus']} vatus{turn}")
    return ". ".join(parts) + "."


def _boats(scene: Scene) -> dict[str, str]:
    """Return the letters of the boats, by cell."""
    boats: dict[str, str] = {}
    for letter, player in scene["players"].items():
        at = player["boat"]
        if at is not None:
            boats[at] = boats.get(at, "") + letter
    return boats


def _show_sea(scene: Scene) -> dict[str, Facts]:
    found: dict[str, Facts] = {}
    boats = _boats(scene)
    islands, oceans, seas = scene["islands"], scene["oceans"], scene["printed_oceans"]
    faced: list[tuple[str, str]] = []
    for cell in svg_layout.CELLS:
        if cell in oceans:
            place = oceans[cell]
            tile = place["tile"]
            printed = (seas[tile]["fish"], seas[tile]["treasure"])
            facts = (cell, tile, place["fish"], place["treasure"], printed, boats.get(cell, ""))
            found["cell-" + cell] = (svg_board.ocean, facts)
        elif cell in islands:
            found["cell-" + cell] = _island(cell, scene)
            faced += [(cell, other) for other in islands[cell]["dikes"]]
        else:
            found["cell-" + cell] = (svg_board.empty_cell, (cell,))
    if faced:
        found["dikes"] = (svg_board.dikes, (tuple(faced),))
    return found


def _island(cell: str, scene: Scene) -> Facts:
    there = scene["islands"][cell]
    tile = there["tile"]
    if there["submerged"]:
        return svg_board.sunk, (cell, tile)
    land = scene["printed_islands"][tile]
    printed = (land["goods"], land["huts"], land["drawings"], land["tourists"])
    has = (there["goods"], there["huts"], there["drawings"], there["tourists"], there["water"])
    return svg_board.island, (cell, tile, *has, printed)


def _read_offers(scene: Scene) -> object:
    head = (scene["round"], scene["phase"], scene["market"], scene["tourists"], scene["die"])
    return head, scene["visible"], scene["ships"]


def _show_offers(scene: Scene) -> dict[str, Facts]:
    lands = scene["printed_islands"]
    found: dict[str, Facts] = {
        "round": (svg_board.round_sign, (scene["round"], scene["rounds"], scene["phase"])),
        "next": (svg_board.next_tiles, (tuple((tile, tile in lands) for tile in scene["visible"]),)),
        "offers": (svg_board.offers, (scene["market"], scene["tourists"], scene["die"])),
    }
    for number, ship in enumerate(scene["ships"]):
        found[f"ship-{number}"] = (svg_board.ship, (ship["wants"], ship["loaded"], number + 1))
    return found


def _read_actions(scene: Scene) -> object:
    markers = [player["markers"] for player in scene["players"].values()]
    return scene["first"], scene["leaders"], scene["neutral"], markers


def _show_actions(scene: Scene) -> dict[str, Facts]:
    found: dict[str, Facts] = {}
    neutral, leaders = scene["neutral"], scene["leaders"]
    placed = [(seat, scene["players"][seat]["markers"]) for seat in _turn_order(scene)]
    for number, letter in enumerate(ACTION_LETTERS):
        markers = sorted([(seat, on[letter]) for seat, on in placed if letter in on], key=_fewer)
        if letter in neutral:
            markers.append(("n", neutral[letter]))
        found["action-" + letter] = (
            svg_panels.action,
            (number, letter, tuple(markers), leaders.get(letter, "")),
        )
    return found


def _seat(letter: str, name: str, width: float) -> Part:
    """Return the part of a seat, with its player's name cut to the width of the panel."""

    def reads(scene: Scene) -> object:
        return scene["players"][letter], scene["first"] == letter, scene["seat"] == letter

    def shows(scene: Scene) -> dict[str, Facts]:
        player = scene["players"][letter]
        at = f"seat-{letter}-"
        first, turn = scene["first"] == letter, scene["seat"] == letter
        found: dict[str, Facts] = {
            at + "name": (svg_panels.seat_name, (letter, name, first, turn, width)),
            at + "character": (svg_panels.character, (player["character"] or "", player["used"])),
            at + "purse": (svg_panels.purse, (player["vatus"], player["points"], player["huts"], letter)),
            at + "fish": (svg_panels.tiles, ("fish", tuple(player["fish"]), width)),
            at + "treasures": (svg_panels.tiles, ("gem", tuple(player["treasures"]), width)),
        }
        if player["rest"]:
            found[at + "rest"] = (svg_panels.rest, (player["rest"],))
        return found

    return Part(reads, shows)


def _turn_order(scene: Scene) -> list[str]:
    """Return the seats' letters from the first player on."""
    letters = list(scene["players"])
    at = letters.index(scene["first"]) if scene["first"] is not None else 0
    return letters[at:] + letters[:at]


def _fewer(pair: tuple[str, int]) -> int:
    return -pair[1]
