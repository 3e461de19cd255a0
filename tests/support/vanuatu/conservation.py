"""Invariants of every position of Vanuatu, checked on its view."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests.support.vanuatu.reference.components import (
    LANDS,
    PRINTED_FISH,
    PRINTED_TREASURE,
    RESERVE,
    SHIP_PILE,
)

View = Mapping[str, Any]


def check(view: View) -> None:
    """Nothing is negative, and no component has got lost or come from nowhere."""
    islands = [tile for tile in view["board"].values() if tile["tile"] in LANDS]
    oceans = [tile for tile in view["board"].values() if tile["tile"] not in LANDS]
    check_players(view)
    for island in islands:
        check_island(view, island)
    check_ocean(view, oceans)
    for good, cubes in RESERVE.items():
        used = sum(island["goods"].count(good) for island in islands)
        used += sum(ship["loaded"].count(good) for ship in view["ships"])
        assert used <= cubes, f"more than {cubes} cubes of {good} are in play"
    shown = Counter(ship["wants"] for ship in view["ships"])
    assert shown <= Counter(SHIP_PILE)
    for ship in view["ships"]:
        assert Counter(ship["loaded"]) <= Counter(ship["wants"])
    assert sum(len(island["dikes"]) for island in islands) <= 20
    tiles = [tile["tile"] for tile in view["board"].values()] + view["visible"]
    assert len(tiles) == len(set(tiles))
    assert len(tiles) <= 16
    assert 0 <= view["tourists"] <= 4
    assert 1 <= view["market"] <= 3
    assert view["die"] is None or 1 <= view["die"] <= 6
    assert view["phase"] == "setup" or sum(view["neutral"].values()) in (0, 2, 5)


def check_players(view: View) -> None:
    huts = "".join(tile.get("huts", "") for tile in view["board"].values())
    drowned = any(tile.get("submerged") for tile in view["board"].values())
    for seat, player in view["players"].items():
        assert 0 <= player["vatus"] <= 9
        assert player["points"] >= 0
        assert 0 <= player["huts"] <= 8
        standing = huts.count(seat)
        assert player["huts"] + standing <= 8 if drowned else player["huts"] + standing == 8
        assert sum(player["markers"].values()) <= 5
        assert player["boat"] is None or view["board"][player["boat"]]["tile"] not in LANDS
    tokens = "".join(player["rest"] or "" for player in view["players"].values())
    assert len(tokens) == len(set(tokens))
    names = [player["character"] for player in view["players"].values() if player["character"]]
    assert len(names) == len(set(names))


def check_island(view: View, island: View) -> None:
    land = LANDS[island["tile"]]
    assert len(island["huts"]) <= land.huts
    assert 0 <= island["drawings"] <= land.drawings
    assert 0 <= island["tourists"] <= land.tourists
    assert Counter(island["goods"]) <= Counter(land.goods)
    assert 0 <= island["water"] <= 5
    assert island["submerged"] == (island["water"] == 5)
    for cell in island["dikes"]:
        assert view["board"][cell]["tile"] not in LANDS
    if island["submerged"]:
        left = (island["huts"], island["goods"], island["drawings"], island["tourists"], island["dikes"])
        assert left == ("", "", 0, 0, [])


def check_ocean(view: View, oceans: list[View]) -> None:
    """What has been fished and found is with the players or has been sold, never more than that."""
    for kind, printed, tiles in (("fish", PRINTED_FISH, "fish"), ("treasure", PRINTED_TREASURE, "treasures")):
        taken: Counter[int] = Counter()
        for ocean in oceans:
            assert 0 <= ocean[kind] <= printed[ocean["tile"]]
            taken.update(range(ocean[kind] + 1, printed[ocean["tile"]] + 1))
        held = Counter(value for player in view["players"].values() for value in player[tiles])
        assert held <= taken
