"""What stands somewhere, in a sentence: a cell, a tile, an action, a seat or a ship of a drawn position."""

from typing import Final

from vanuatu.core.vanuatu import board, tables
from vanuatu.notation.codec import SEAT_LETTERS, SEAT_NAMES
from vanuatu.notation.vanuatu import markers, names, text
from vanuatu.notation.vanuatu.view_types import IslandView, OceanView, PlayerView, Scene
from vanuatu.notation.wording import amount, listed

_EFATE: Final = "E0"
_GOODS: Final = dict(zip(names.GOODS_LETTERS, names.GOODS_NAMES, strict=True))


def things(scene: Scene) -> list[tuple[str, str]]:
    """Return what can be looked at, with a word for what it is."""
    cells = [(cell, _tile_kind(place["tile"], scene)) for cell, place in scene["board"].items()]
    tiles = [(tile, f"{_tile_kind(tile, scene)} to come") for tile in scene["visible"]]
    actions = [(name, "action") for name in names.ACTION_NAMES]
    seats = [(_seat(letter), "player") for letter in scene["players"]]
    ships = [(f"ship {at}", f"wants {ship['wants']}") for at, ship in enumerate(scene["ships"], 1)]
    return [*cells, *tiles, *actions, *seats, *ships]


def describe(scene: Scene, thing: str, you: str) -> str:
    """Return a sentence about a thing as the seat `you` sees it; "" if there is no such thing."""
    wanted = thing.strip().lower()
    if wanted.upper() in names.TILE_NAMES and (thing.isupper() or not names.cell_number(wanted)):
        return _tile(scene, wanted.upper(), you)  # A1 is a tile, a1 a cell
    if names.cell_number(wanted):
        return _cell(scene, wanted, you)
    action = markers.NAMES.get(thing.strip(), markers.SYNONYMS.get(wanted, wanted))  # S is sail
    if action in names.ACTION_NAMES:
        return _action(scene, names.ACTION_LETTERS[names.ACTION_NAMES.index(action)], you)
    for letter in scene["players"]:
        if wanted in (_seat(letter), letter) or (letter == you and wanted in ("me", "you")):
            return _player(scene, letter)
    kind, _, number = wanted.partition(" ")
    if kind in ("ship", "ships"):
        return _ships(scene, number)
    return _ships(scene, wanted) if wanted in names.SHIP_NAMES else ""


def _cell(scene: Scene, cell: str, you: str) -> str:
    beside = f"; beside {', '.join(_neighbours(cell))}"
    boats = [letter for letter, player in scene["players"].items() if player["boat"] == cell]
    afloat = (
        f"; boats: {', '.join('you' if letter == you else _seat(letter) for letter in boats)}"
        if boats
        else ""
    )
    if cell in scene["islands"]:
        return _island(scene, cell, scene["islands"][cell], you) + beside + "."
    if cell in scene["oceans"]:
        place = scene["oceans"][cell]
        return f"{cell}, ocean tile {place['tile']}: {_finds(place)}{afloat}{beside}."
    filled = [near for near in _neighbours(cell) if near in scene["board"]]
    touches = f"touches {amount(len(filled), 'placed tile')}, and a new tile must touch 2"
    return f"{cell}: no tile yet; {touches}{beside}."


def _island(scene: Scene, cell: str, place: IslandView, you: str) -> str:
    tile = place["tile"]
    name = f"Efate ({tile})" if tile == _EFATE else f"island {tile}"
    if place["submerged"]:
        return f"{cell}, {name}: submerged"
    printed = scene["printed_islands"][tile]
    goods = ", ".join(_GOODS[letter] for letter in place["goods"]) or "no goods left"
    own = place["huts"].count(you)
    whose = f", {'one' if own == 1 else own} yours" if own else ""
    parts = [
        goods,
        f"huts {len(place['huts'])} of {printed['huts']}{whose}",
        f"{place['tourists']} of {printed['tourists']} tourists",
        _drawings(place["drawings"], printed["drawings"]),
    ]
    if place["water"]:
        parts.append(f"{place['water']} of 5 waters")
    if place["dikes"]:
        parts.append(f"dikes towards {', '.join(place['dikes'])}")
    return f"{cell}, {name}: {'; '.join(parts)}"


def _drawings(made: int, sites: int) -> str:
    if sites == 1:
        return "drawing made" if made else "a free drawing site"
    return f"drawings {made} of {sites}"


def _finds(place: OceanView) -> str:
    """Return the fish and treasures, with the value of the next one."""
    found = []
    for word, number in (("fish", place["fish"]), ("treasure", place["treasure"])):
        if number:
            thing = f"{number} fish" if word == "fish" else amount(number, word)
            found.append(f"{thing}, the next one worth {number}")
    return "; ".join(found) or "nothing left" if place["tile"] != "S0" else "no fish and no treasure"


def _tile(scene: Scene, tile: str, you: str) -> str:
    for cell, place in scene["board"].items():
        if place["tile"] == tile:
            return _cell(scene, cell, you)
    if tile not in scene["visible"]:
        return f"{tile} is not on the board, and not one of the next tiles."
    if tile in scene["printed_islands"]:
        printed = scene["printed_islands"][tile]
        goods = ", ".join(_GOODS[letter] for letter in printed["goods"])
        sites = amount(printed["drawings"], "drawing site")
        return (
            f"{tile}, an island to come: {goods}; {amount(printed['huts'], 'hut site')}; {sites}; "
            f"room for {amount(printed['tourists'], 'tourist')}. It must touch two tiles, and no island."
        )
    ocean = scene["printed_oceans"][tile]
    found = [f"{ocean['fish']} fish"] if ocean["fish"] else []
    found += [amount(ocean["treasure"], "treasure")] if ocean["treasure"] else []
    return (
        f"{tile}, an ocean tile to come: {listed(found) or 'empty'}. It must touch two tiles, one an island."
    )


def _action(scene: Scene, action: str, you: str) -> str:
    counts = {letter: scene["players"][letter]["markers"].get(action, 0) for letter in text.turn_order(scene)}
    who = [
        f"{'you' if letter == you else _seat(letter)} {number}" for letter, number in counts.items() if number
    ]
    neutral = scene["neutral"].get(action, 0)
    who += [f"neutral {neutral}"] if neutral else []
    name = markers.NAMES[action]
    if not who:
        return f"{name} ({action}): no markers. `rules {name}` explains it."
    leader = scene["leaders"].get(action)
    leads = "you lead" if leader == you else f"{_seat(leader)} leads" if leader else "nobody leads"
    return f"{name} ({action}): {', '.join(who)}; {leads}. `rules {name}` explains it."


def _player(scene: Scene, letter: str) -> str:
    player: PlayerView = scene["players"][letter]
    bonus = "used" if player["used"] else "not used"
    parts = [f"the {player['character']}, bonus {bonus}"] if player["character"] else []
    parts += [f"boat on {player['boat']}"] if player["boat"] else []
    parts += [amount(player["vatus"], "vatu"), amount(player["points"], "point")]
    parts += [f"{amount(player['huts'], 'hut')} left", *text.belongings(player)]
    placed = [f"{markers.NAMES[action]} {number}" for action, number in player["markers"].items()]
    parts += [f"markers: {', '.join(placed)}"] if placed else []
    return f"{_seat(letter)}: {'; '.join(parts)}."


def _ships(scene: Scene, which: str) -> str:
    """Return a ship by its number from the top or by its goods, or all ships."""
    told = []
    for at, ship in enumerate(scene["ships"], 1):
        if which in ("", str(at), ship["wants"]):
            loaded = [_GOODS[letter] for letter in ship["loaded"]]
            wants = [_GOODS[letter] for letter in ship["wants"]]
            told.append(
                f"Ship {at} takes {listed(wants)}" + (f"; loaded: {listed(loaded)}" if loaded else "")
            )
    pays = "The first ship that wants a cube takes it: kava 1 point, copra 3, beef 5; 2 more for a full ship."
    return f"{'. '.join(told)}. {pays}" if told else ""


def _neighbours(cell: str) -> list[str]:
    number = names.cell_number(cell)
    near = [board.neighbour(number, direction) for direction in range(len(tables.DIRECTIONS))]
    return sorted(names.cell_name(other) for other in near if other)


def _who(letter: str, you: str) -> str:
    return "you" if letter == you else _seat(letter)


def _seat(letter: str) -> str:
    return SEAT_NAMES[SEAT_LETTERS.index(letter)].lower()


def _tile_kind(tile: str, scene: Scene) -> str:
    return f"{'island' if tile in scene['printed_islands'] else 'ocean'} {tile}"
