"""The picture of Vanuatu: the content of each region of the sheet."""

from vanuatu.notation.boards.sheet import Facts, Part, Sheet
from vanuatu.notation.vanuatu import svg_board, svg_layout, svg_panels
from vanuatu.notation.vanuatu.names import ACTION_LETTERS
from vanuatu.notation.vanuatu.svg_marks import marks as _marks
from vanuatu.notation.vanuatu.view_types import Scene
from vanuatu.notation.wording import listed


def sheet(scene: Scene) -> Sheet:
    """Return the sheet for these players."""
    return svg_layout.sheet_of("".join(scene["players"]))


def parts(scene: Scene, names: tuple[str, ...]) -> tuple[Part, ...]:
    """Return the parts: the sea, the offers, the actions, the strip, and each seat."""
    width = round(svg_layout.seat_size(len(scene["players"]))[0], 1)
    seats = [_seat(letter, name, width) for letter, name in zip(scene["players"], names, strict=True)]
    return (
        Part(lambda scene: (scene["islands"], scene["oceans"], _boats(scene)), _show_sea),
        Part(_read_offers, _show_offers),
        Part(_read_actions, _show_actions),
        _strip(names),
        *seats,
    )


def marks(scene: Scene, token: str) -> dict[str, Facts]:
    """Return the content of the regions for marks after a move with its seat."""
    return _marks("".join(scene["players"]), token)


def summary(scene: Scene, names: tuple[str, ...]) -> list[str]:
    """Return the state of the game and of each seat in words."""
    over = scene["phase"] == "over"
    phase = svg_board.PHASES.get(scene["phase"], scene["phase"])
    ended = _ended(scene, names)
    parts = [
        f"Vanuatu, round {scene['round']} of {scene['rounds']}, {phase}: "
        + (svg_panels.result_words(ended) if over else _leaders(scene))
    ]
    for name, (letter, player) in zip(names, scene["players"].items(), strict=True):
        seat_text = svg_panels.seat_word(letter) + (f" ({name})" if name else "")
        turn = ", to move" if scene["seat"] == letter else ""
        now = "" if over else " if the game ended now"
        parts.append(
            f"{seat_text}: {scene['scores'][letter]} points{now}, {player['points']} on the track, "
            f"{player['vatus']} vatus{turn}"
        )
    return parts


def _leaders(scene: Scene) -> str:
    """Return the seats with the highest score now, in words."""
    best = max(scene["scores"].values())
    leading = [svg_panels.seat_word(letter) for letter, score in scene["scores"].items() if score == best]
    return f"{listed(leading)} {'leads' if len(leading) == 1 else 'lead'} with {best} points"


def _ended(scene: Scene, names: tuple[str, ...]) -> tuple[tuple[str, str, int, bool], ...]:
    """Return the seats with names, scores and whether they have won, winners first, then by score."""
    scores, winners = scene["scores"], scene["winners"]
    seats = [
        (letter, name, scores[letter], letter in winners)
        for letter, name in zip(scene["players"], names, strict=True)
    ]
    return tuple(sorted(seats, key=lambda seat: (not seat[3], -seat[2])))


def _strip(names: tuple[str, ...]) -> Part:
    """Return the part of the strip: the characters, at the end the result."""

    def reads(scene: Scene) -> object:
        held = [(player["character"], player["used"]) for player in scene["players"].values()]
        ended = _ended(scene, names) if scene["phase"] == "over" else None
        return scene["phase"], scene["first"], held, scene["on_offer"], ended

    def shows(scene: Scene) -> dict[str, Facts]:
        if scene["phase"] == "over":
            return {"strip": (svg_panels.result, (_ended(scene, names), svg_layout.STRIP[0] - 24))}
        players = scene["players"]
        seats = [
            (letter, players[letter]["character"], players[letter]["used"]) for letter in _turn_order(scene)
        ]
        held = tuple((letter, name, used) for letter, name, used in seats if name is not None)
        played = scene["with_characters"]
        return {"strip": (svg_panels.characters, (held, tuple(scene["on_offer"]), played))}

    return Part(reads, shows)


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
        ground, things = f"ground-{cell}", f"cell-{cell}"
        if cell in oceans:
            place = oceans[cell]
            tile = place["tile"]
            printed = (seas[tile]["fish"], seas[tile]["treasure"])
            facts = (cell, tile, place["fish"], place["treasure"], printed, boats.get(cell, ""))
            found[ground] = (svg_board.ocean_ground, (cell not in boats,))
            found[things] = (svg_board.ocean, facts)
        elif cell in islands:
            found[ground], found[things] = _island(cell, scene)
            faced += [(cell, other) for other in islands[cell]["dikes"]]
        else:
            found[ground] = (svg_board.empty_ground, ())
            found[things] = (svg_board.empty_cell, (cell,))
    if faced:
        found["dikes"] = (svg_board.dikes, (tuple(faced),))
    found["left"] = (svg_board.left_on_sea, (tuple(scene["fish_left"]), tuple(scene["treasures_left"])))
    return found


def _island(cell: str, scene: Scene) -> tuple[Facts, Facts]:
    """Return the ground of an island, and what is on it."""
    there = scene["islands"][cell]
    tile = there["tile"]
    if there["submerged"]:
        return (svg_board.sunk_ground, ()), (svg_board.sunk, (cell, tile))
    land = scene["printed_islands"][tile]
    printed = (land["goods"], land["huts"], land["drawings"], land["tourists"])
    has = (there["goods"], there["huts"], there["drawings"], there["tourists"], there["water"])
    return (svg_board.island_ground, (tile,)), (svg_board.island, (cell, tile, *has, printed))


def _read_offers(scene: Scene) -> object:
    head = (scene["round"], scene["phase"], scene["market"], scene["tourists"], scene["die"])
    return head, scene["visible"], scene["ships"], scene["dikes_left"]


def _show_offers(scene: Scene) -> dict[str, Facts]:
    lands, cubes = scene["printed_islands"], scene["goods"]
    offers = (scene["market"], scene["tourists"], scene["die"], scene["dikes_left"])
    prices = tuple((letter, good["price"], good["points"]) for letter, good in cubes.items())
    points = (*(good["points"] for good in cubes.values()), scene["full_ship"])
    found: dict[str, Facts] = {
        "round": (svg_board.round_sign, (scene["round"], scene["rounds"], scene["phase"])),
        "next": (svg_board.next_tiles, (tuple((tile, tile in lands) for tile in scene["visible"]),)),
        "offers": (svg_board.offers, offers),
        "goods": (svg_board.goods, (prices,)),
    }
    for number, ship in enumerate(scene["ships"]):
        found[f"ship-{number}"] = (svg_board.ship, (ship["wants"], ship["loaded"], number + 1, points))
    return found


def _read_actions(scene: Scene) -> object:
    markers = [player["markers"] for player in scene["players"].values()]
    return scene["first"], scene["leaders"], scene["neutral"], scene["rests_left"], markers


def _show_actions(scene: Scene) -> dict[str, Facts]:
    found: dict[str, Facts] = {"rests": (svg_panels.rests, (scene["rests_left"],))}
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
        first, turn = scene["first"] == letter, scene["seat"] == letter
        ending = (scene["scores"][letter], scene["phase"] == "over", letter in scene["winners"])
        return scene["players"][letter], first, turn, ending

    def shows(scene: Scene) -> dict[str, Facts]:
        player = scene["players"][letter]
        at = f"seat-{letter}-"
        first, turn = scene["first"] == letter, scene["seat"] == letter
        score = (scene["scores"][letter], scene["phase"] == "over", letter in scene["winners"])
        has = (player["vatus"], player["points"], player["huts"], letter, width)
        found: dict[str, Facts] = {
            at + "name": (svg_panels.seat_name, (letter, name, first, turn, score, width)),
            at + "purse": (svg_panels.purse, has),
            at + "fish": (svg_panels.tiles, ("fish", tuple(player["fish"]), width)),
            at + "treasures": (svg_panels.tiles, ("gem", tuple(player["treasures"]), width)),
        }
        if scene["with_characters"]:
            found[at + "character"] = (svg_panels.character, (player["character"] or "", player["used"]))
        if first:
            found[at + "first"] = (svg_panels.first_player, ())
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
