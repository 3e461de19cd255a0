"""Rulings 21 to 24: the die, the waters, dikes, and submerged islands.

In round 2 the board is Efate (a2), the ocean tiles a3, b2, b3 and a1 around it, and the island b1
beside a1 and b2.
"""

from typing import Unpack

from tests.support.vanuatu.scene import Scene, Setting, scene
from vanuatu.core.vanuatu import codes
from vanuatu.core.vanuatu.board import dikes_left
from vanuatu.core.vanuatu.state import VanuatuState

# Every side of every island towards an ocean tile of the full board has a dike but that of a2 to b2.
ALL_BUT_ONE = {
    "a2": "Gkcb /a1 /a3 /b3",
    "b1": "Gkb /a1 /b2 /c1 /c2",
    "b4": "Gkk /a3 /a4 /b3 /b5 /c4 /c5",
    "c3": "Gkc /b2 /b3 /c2 /c4 /d3",
    "c6": "Gkc /b5 /c5",
}


def flood(turn: str = "2 act p", **setting: Unpack[Setting]) -> Scene:
    """A position with rising waters."""
    setting["waters"] = True
    return scene(turn, **setting)


def waters(at: Scene) -> dict[str, int]:
    return {cell: tile["water"] for cell, tile in at.view["board"].items() if "water" in tile}


def test_ruling_21_every_performed_action_counts_the_die_down() -> None:
    game = flood(die="3", p="+RD", t="+X", y="+T")
    assert game.play("Rf").view["die"] == 2
    assert game.play("-X").view["die"] == 2
    assert game.play("Ta2").view["die"] == 1
    assert waters(game) == {"a2": 0, "b1": 0}


def test_ruling_21_selling_a_treasure_and_begging_do_not_count() -> None:
    game = flood(die="1", p="5p ^2 +R @beggar").play("^2 @2")
    assert game.view["die"] == 1


def test_ruling_21_at_zero_the_waters_rise_at_once_and_the_die_is_done() -> None:
    game = flood(die="1", p="+RD", t="+DD").play("Rf")
    assert (game.view["die"], game.seat) == (None, "t")
    assert waters(game) == {"a2": 4, "b1": 2}
    game.play("Db1 Da2")
    assert waters(game) == {"a2": 4, "b1": 2}


def test_ruling_21_if_the_round_ends_first_the_waters_do_not_rise() -> None:
    game = flood(die="2", p="+R").play("Rf")
    assert game.view["round"] == 3
    assert (game.view["die"], waters(game)) == (None, {"a2": 0, "b1": 0})


def test_ruling_21_with_the_last_action_of_the_round_the_waters_rise_before_it_ends() -> None:
    assert waters(flood(die="1", p="+R").play("Rf")) == {"a2": 4, "b1": 2}


def test_ruling_22_the_rulebooks_dike_example() -> None:
    # The die shows 1. Two sides of b1 border the ocean and only one of them has a dike.
    game = flood(die="1", p="+R", t="+R", on={"b1": "Gkb /b2", "a2": "Gkcb /a1 /a3 /b2 /b3"}).play("Rf")
    assert waters(game) == {"a2": 0, "b1": 1}


def test_ruling_22_only_placed_ocean_tiles_bring_water() -> None:
    # b1 borders c1 and c2 as well, where nothing lies yet, and the board's edge.
    assert waters(flood(die="1", p="+R").play("Rf"))["b1"] == 2


def test_ruling_22_at_five_waters_island_is_submerged_with_everything_on_it() -> None:
    land = {"a2": "Gkc Bpt D1 T3 W4 /a1"}
    game = flood(die="1", p="+RD", t="F1 +V", y="+DD", on=land, tourists=1).play("Rf")
    assert game.tile("a2") == {
        "tile": "E0",
        "goods": "",
        "huts": "",
        "drawings": 0,
        "tourists": 0,
        "water": 5,
        "dikes": [],
        "submerged": True,
    }
    assert [game.player(seat)["huts"] for seat in "pt"] == [7, 7]
    assert game.why("V1") == codes.NO_OWN_HUT
    game.play("-V")
    assert game.tokens == {"Db1"}


def test_ruling_22_a_submerged_island_cannot_be_used_and_takes_no_more_water() -> None:
    game = flood(die="1", p="+D", t="+B", y="+R", on={"a2": "W5"})
    assert game.why("Da2") == codes.UNDER_WATER
    assert game.tokens == {"Db1"}
    game.play("Db1")
    assert waters(game) == {"a2": 5, "b1": 2}
    assert game.why("Ba2") == codes.UNDER_WATER
    assert game.why("Wa2/b2") == codes.UNDER_WATER


def test_ruling_22_a_submerged_island_is_not_filled_with_goods_again() -> None:
    game = flood(die="3", p="+R", on={"a2": "W5"}).play("Rf #tourists=0")
    assert game.tile("a2")["goods"] == ""


def test_ruling_22_its_cubes_go_back_to_the_reserve() -> None:
    game = flood(die="1", p="+R", t="+R", on={"a2": "Gkcb W4"})
    before = game.reference.table.reserve("b")
    assert game.play("Rf").reference.table.reserve("b") == before + 1


def test_ruling_22_with_three_submerged_islands_everybody_loses_at_once() -> None:
    under = {"b4": "W5", "c3": "W5", "a2": "Gk Bp W4"}
    game = flood("8 act p", die="1", p="50p +RD", t="+R", on=under).play("Rf")
    assert game.seat is None
    assert game.view["phase"] == "over"
    assert (game.scores, game.winners) == ([0, 0, 0], [])
    assert list(game.core.returns()) == [0.0, 0.0, 0.0]


def test_ruling_22_two_submerged_islands_are_not_the_end() -> None:
    game = flood(
        "8 act p", die="1", p="50p +RD", t="+R", on={"b4": "W5", "a2": "Gk W4", "c3": "Gk /b2"}
    ).play("Rf")
    assert game.seat == "t"
    assert waters(game) == {"a2": 5, "b1": 4, "b4": 5, "c3": 4, "c6": 2}


def test_ruling_23_dike_costs_a_vatu_and_faces_a_placed_ocean_tile() -> None:
    building = flood(die="3", p="1v +B", t="+R")
    assert building.tokens == {"Wa2/a1", "Wa2/a3", "Wa2/b2", "Wa2/b3", "Wb1/a1", "Wb1/b2"}
    assert building.why("Wb1/c2") == codes.NO_DIKE_SIDE
    building.play("Wb1/a1")
    assert (building.purse("p"), building.tile("b1")["dikes"]) == ((0, 0), ["a1"])


def test_ruling_23_a_side_holds_one_dike() -> None:
    building = flood(die="3", p="9v +B", on={"a2": "Gkcb /b2"})
    assert building.why("Wa2/b2") == codes.NO_DIKE_SIDE
    assert "Wa2/b3" in building.tokens


def test_ruling_23_hut_and_dike_are_built_together_on_the_same_island() -> None:
    building = flood(die="3", p="4v +B", t="+R")
    assert {"Ba2", "Ba2/b3", "Bb1/a1", "Wa2/b3"} <= building.tokens
    building.play("Ba2/b3")
    assert building.purse("p") == (0, 0)
    assert (building.tile("a2")["huts"], building.tile("a2")["dikes"]) == ("p", ["b3"])
    assert flood(die="3", p="3v +B").why("Ba2/b3") == codes.NO_MONEY


def test_ruling_23_the_island_of_the_dike_is_beside_the_boat_but_its_side_need_not_be() -> None:
    building = flood(die="3", p="a3 1v +B")
    assert "Wa2/a1" in building.tokens
    assert building.why("Wb1/a1") == codes.NOT_BESIDE


def test_ruling_23_there_are_twenty_dikes() -> None:
    building = flood("8 act p", die="3", p="9v +B", on=ALL_BUT_ONE)
    assert sum(len(tile.get("dikes", [])) for tile in building.view["board"].values()) == 20
    assert building.why("Wa2/b2") == codes.NO_DIKES


def test_ruling_23_the_dikes_of_a_submerged_island_can_be_built_again() -> None:
    sinking = {**ALL_BUT_ONE, "a2": "Gkcb W4 /a1 /a3 /b3"}
    game = flood("8 act p", die="1", p="+R", t="+R", on=sinking).play("Rf")
    assert isinstance(game.core, VanuatuState)
    assert dikes_left(game.core.b) == game.reference.table.dikes_left() == 3


def test_ruling_24_a_hut_on_a_wet_island_costs_one_three_five_or_seven_points() -> None:
    for water, penalty in enumerate((0, 1, 3, 5, 7)):
        wet = {"a2": f"Bpp W{water}" if water else "Bpp"}
        game = flood("8 act p", first="y", p="0v 30p +R", on=wet).play("Rp")
        assert game.scores[0] == 31 - 2 * penalty


def test_without_rising_waters_there_is_no_die() -> None:
    assert scene("2 act p", p="+R", t="+R").play("Rf").view["die"] is None
