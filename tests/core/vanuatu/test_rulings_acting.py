"""Rulings 7 to 14: performing actions, withdrawing markers, and the end of the round.

The boats stand on b2 beside Efate (a2); a3 is an ocean tile with two fish, b3 one with a fish and
two treasures. A boat sails from b2 over b3 to a3; all three are beside Efate.
"""

import pytest

from tests.support.vanuatu.scene import LAYOUT, scene
from vanuatu.core.vanuatu import codes


def test_ruling_7_with_a_majority_the_action_is_performed_and_all_its_markers_come_back() -> None:
    drawing = scene("1 act p", p="+BDD", t="+D")
    assert drawing.tokens == {"Da2", "Ba2"}
    drawing.play("Da2")
    assert drawing.purse("p") == (3, 3)
    assert drawing.player("p")["markers"] == {"B": 1}
    assert drawing.tile("a2")["drawings"] == 1
    assert drawing.seat == "t"


def test_ruling_7_an_action_that_can_be_performed_cannot_be_withdrawn_from() -> None:
    drawing = scene("1 act p", p="+D")
    assert drawing.why("-D") == codes.CAN_PERFORM
    assert drawing.why("-F") == codes.NO_MARKERS


def test_ruling_7_markers_of_an_action_that_cannot_be_performed_must_be_withdrawn() -> None:
    fishing = scene("1 act p", p="+FF", t="+R")
    assert fishing.tokens == {"-F"}
    fishing.play("-F")
    assert (fishing.player("p")["markers"], fishing.seat) == ({}, "t")


def test_ruling_7_sailing_that_can_be_paid_for_is_not_to_be_passed_over() -> None:
    assert scene("1 act p", p="+S").why("-S") == codes.CAN_PERFORM
    assert scene("1 act p", p="0v +S").tokens == {"-S"}


def test_ruling_7_a_seat_without_majority_withdraws_the_markers_of_one_action() -> None:
    outnumbered = scene("1 act p", p="+DFF", t="+DDFFF")
    assert outnumbered.tokens == {"-D", "-F"}
    outnumbered.play("-F")
    assert outnumbered.player("p")["markers"] == {"D": 1}


def test_ruling_7_a_majority_elsewhere_must_be_used_first() -> None:
    leading = scene("1 act p", p="+DR", t="+DD")
    assert leading.why("-D") == codes.LEADS_ELSEWHERE
    assert leading.starting("-") == set()


def test_ruling_7_markers_of_an_action_that_needs_the_bonus_may_be_withdrawn() -> None:
    vendor = scene("1 act p", p="F2 +V @vendor")
    assert vendor.tokens == {"V2@", "-V"}
    navigator = scene("1 act p", p="0v +S @navigator")
    assert navigator.tokens == {"b2-a3@", "b2-b2@", "b2-b3@", "-S"}
    builder = scene("1 act p", p="2v +B @builder")
    assert builder.tokens == {"Ba2@", "-B"}


def test_ruling_7_markers_of_an_action_that_needs_a_treasure_sale_may_be_withdrawn() -> None:
    poor = scene("1 act p", p="0v ^3 +B")
    assert poor.tokens == {"-B", "^3"}
    poor.play("^3")
    assert poor.tokens == {"Ba2"}


def test_ruling_7_no_seat_passes_with_markers_and_seats_without_are_skipped() -> None:
    game = scene("1 act p", p="+DR", t="", y="+RR").play("Da2")
    assert game.seat == "y"
    game.play("Rf")
    assert game.seat == "p"
    game.play("Rb")
    assert game.view["round"] == 2


def test_ruling_8_the_majority_of_the_rulebooks_picture() -> None:
    # Purple has two markers on fishing, yellow and teal have one each.
    fishing = scene("1 act p", p="a3 +FF", t="a3 +F", y="a3 +F", on={"a3": "F2"})
    assert fishing.tokens == {"Fa3"}
    fishing.play("Fa3")
    assert fishing.tokens == {"Fa3"}
    fishing.play("Fa3")
    assert (fishing.seat, fishing.tokens) == ("y", {"-F"})


def test_ruling_8_most_markers_lead_regardless_of_turn_order() -> None:
    fishing = scene("1 act t", p="a3 +FF", t="a3 +F", y="a3 +F", first="t")
    assert fishing.tokens == {"-F"}
    assert fishing.why("Fa3") == codes.NO_MAJORITY


def test_ruling_8_among_equals_the_earliest_in_turn_order_leads() -> None:
    drawing = scene("3 act y", first="y", p="+D", t="+D", y="+R")
    drawing.play("Rf")
    assert drawing.tokens == {"Da2", "Db1"}
    later = scene("3 act p", first="t", p="+D", t="+D", y="")
    assert later.why("Da2") == codes.NO_MAJORITY


def test_ruling_9_sailing_one_to_three_ocean_tiles_costs_one_vatu_each() -> None:
    sailing = scene("2 act p", p="a1 2v +S", on={"a1": ""})
    assert sailing.tokens == {"a1-b2", "a1-a1:2", "a1-b3"}
    sailing.play("a1-b3")
    assert (sailing.purse("p"), sailing.player("p")["boat"]) == ((0, 0), "b3")


def test_ruling_9_a_longer_way_round_is_legal_if_it_is_paid_for() -> None:
    sailing = scene("1 act p", p="3v +S")
    ways = {"b2-b3", "b2-b3:3", "b2-a3", "b2-b2:2"}
    assert ways == sailing.tokens
    assert sailing.play("b2-b3:3").purse("p") == (0, 0)
    assert scene("1 act p", p="3v +S").play("b2-b2:2").purse("p") == (1, 0)


def test_ruling_9_the_boat_goes_neither_onto_land_nor_off_the_tiles_nor_beyond_three() -> None:
    sailing = scene("8 act p", p="9v a1 +S")
    assert sailing.why("a1-a2") == codes.NOT_OCEAN
    assert sailing.why("a1-c5") == codes.TOO_FAR
    assert scene("1 act p", p="9v +S").why("b2-c3") == codes.NOT_OCEAN
    assert scene("1 act p", p="1v +S").why("b2-b2:2") == codes.NO_MONEY
    assert scene("1 act p", p="9v +S").why("b2-b2:1") == codes.WRONG_LENGTH


def test_ruling_10_any_selection_of_fish_is_sold_at_the_present_price() -> None:
    market = scene("1 act p", p="0v F112 +V", on={"a2": "Bp"})
    assert market.tokens == {"V1", "V2", "V11", "V12", "V112"}
    market.play("V12")
    assert (market.purse("p"), market.player("p")["fish"]) == ((9, 0), [1])


def test_ruling_10_after_a_sale_the_price_falls_by_one_but_not_below_one() -> None:
    market = scene("1 act p", p="F11 +V", t="F1 +V", y="0v F12 +V", on={"a2": "Bpty"})
    market.play("V11")
    assert market.view["market"] == 2
    market.play("V1")
    assert market.view["market"] == 1
    market.play("V12")
    assert market.view["market"] == 3 or market.view["round"] == 1
    assert market.purse("y") == (3, 0)
    assert scene("1 act p", p="F1 +V", t="+R", market="1", on={"a2": "Bp"}).play("V1").view["market"] == 1


def test_ten_vatus_become_five_points_at_once_as_in_the_rulebooks_example() -> None:
    # Three vatus and three fish at three each are twelve: two vatus and five points.
    market = scene("1 act p", p="3v F111 +V", on={"a2": "Bp"}).play("V111")
    assert market.purse("p") == (2, 5)
    assert scene("1 act p", p="9v F223 +V", on={"a2": "Bp"}).play("V223").purse("p") == (0, 15)


def test_selling_needs_an_own_hut_beside_the_boat() -> None:
    assert scene("1 act p", p="F1 +V", on={"a2": "Bt"}).why("V1") == codes.NO_OWN_HUT
    assert scene("1 act p", p="+V", on={"a2": "Bp"}).why("V1") == codes.NO_FISH_TILES
    assert scene("1 act p", p="F1 +V", on={"a2": "Bp"}).why("V2") == codes.NOT_THOSE_FISH


def test_goods_are_paid_for_and_go_to_the_topmost_ship_that_wants_them() -> None:
    buying = scene("1 act p", p="6v +G", ships="kcb:c kkk ccb").play("Ga2c")
    assert buying.purse("p") == (4, 3)
    assert [ship["loaded"] for ship in buying.view["ships"]] == ["c", "", "c"]
    assert scene("1 act p", p="6v +G").play("Ga2b").purse("p") == (3, 5)
    assert scene("1 act p", p="6v +G").play("Ga2k").purse("p") == (5, 1)


def test_the_last_good_of_a_ship_scores_two_points_more() -> None:
    assert scene("1 act p", p="3v +G", ships="kcb:kc kkk cbb").play("Ga2b").purse("p") == (0, 7)


def test_ruling_11_goods_that_no_ship_wants_are_lost_after_they_were_paid_for() -> None:
    buying = scene("1 act p", p="3v +G", ships="kkk kkc kkc").play("Ga2b")
    assert (buying.purse("p"), buying.tile("a2")["goods"]) == ((0, 0), "kc")
    assert [ship["loaded"] for ship in buying.view["ships"]] == ["", "", ""]


def test_goods_need_money_a_cube_and_an_island_beside_the_boat() -> None:
    buying = scene("2 act p", p="a3 2v +G", on={"a2": "Gkb"})
    assert buying.tokens == {"Ga2k"}
    assert buying.why("Ga2b") == codes.NO_MONEY
    assert buying.why("Ga2c") == codes.NO_GOODS
    assert buying.why("Gb1k") == codes.NOT_BESIDE
    assert buying.why("Ga1k") == codes.NO_ISLAND


def test_a_hut_costs_three_vatus_and_needs_a_site_and_a_hut_in_supply() -> None:
    building = scene("1 act p", p="4v +B", on={"a2": "Bpt"}).play("Ba2")
    assert (building.purse("p"), building.tile("a2")["huts"]) == ((1, 0), "ppt")
    assert building.player("p")["huts"] == 6
    assert scene("1 act p", p="9v +B", on={"a2": "Btty"}).why("Ba2") == codes.NO_SITE
    assert scene("1 act p", p="2v +B").why("Ba2") == codes.NO_MONEY
    assert scene("1 act p", p="9v +B").why("Wa2/b2") == codes.NO_WATERS
    huts = {"a2": "Bpp", "b1": "Bppp", "b4": "Bpp", "c3": "Bp"}
    built = scene("8 act p", p="9v +B", on=huts)
    assert built.why("Ba2") == codes.NO_HUTS


def test_fishing_and_exploring_take_a_tile_of_as_many_as_there_are_tokens() -> None:
    fishing = scene("2 act p", p="a1 +F", t="a1 +F", on={"a1": "F3"}).play("Fa1")
    assert (fishing.player("p")["fish"], fishing.tile("a1")["fish"]) == ([3], 2)
    fishing.play("Fa1")
    assert fishing.player("t")["fish"] == [2]
    exploring = scene("1 act p", p="b3 ^1 +X").play("Xb3")
    assert (exploring.player("p")["treasures"], exploring.tile("b3")["treasure"]) == ([1, 2], 1)
    assert scene("1 act p", p="b2 +F").why("Fb2") == codes.NO_FISH_LEFT
    assert scene("1 act p", p="b2 +X").why("Xb3") == codes.BOAT_ELSEWHERE
    assert scene("1 act p", p="a3 +X").why("Xa3") == codes.NO_TREASURE_LEFT


def test_a_drawing_scores_three_points_as_long_as_there_is_a_site() -> None:
    drawing = scene("1 act p", p="+D", t="+D").play("Da2")
    assert drawing.purse("p") == (3, 3)
    assert drawing.why("Da2") == codes.ALL_DRAWN


def test_transporting_a_tourist_brings_a_vatu_for_each_hut_of_any_colour() -> None:
    touring = scene("1 act p", p="+T", t="+T", y="+T", on={"a2": "Btty"}, tourists=2).play("Ta2")
    assert (touring.purse("p"), touring.tile("a2")["tourists"], touring.view["tourists"]) == ((6, 0), 1, 1)
    touring.play("Ta2")
    assert touring.why("Ta2") == codes.NO_TOURISTS
    full = scene("8 act p", p="b3 +T", on={"b4": "T3", "a2": "T5"}, tourists=1)
    assert full.why("Tb4") == codes.NO_ROOM


def test_ruling_12_selling_a_treasure_does_not_end_the_turn() -> None:
    selling = scene("1 act p", p="0v ^1223 +R")
    assert selling.starting("^") == {"^1", "^2", "^3"}
    selling.play("^2 ^2")
    assert (selling.seat, selling.purse("p"), selling.player("p")["treasures"]) == ("p", (4, 0), [1, 3])
    assert scene("1 act p", p="8v ^3 +R").play("^3").purse("p") == (1, 5)


def test_ruling_12_no_treasure_is_sold_in_another_turn_or_phase() -> None:
    waiting = scene("1 act p", p="+R", t="^3 +R")
    assert waiting.why("^3") == codes.NO_TREASURE_TILE
    choosing = scene("2 character p", p="^3 @beggar", t="@vendor", y="@guide")
    assert choosing.why("^3") == codes.WRONG_PHASE
    assert choosing.why("@1") == codes.WRONG_PHASE


def test_ruling_13_resting_takes_one_of_the_tokens_that_are_left() -> None:
    resting = scene("1 act p", p="+R", t="+R", y="+R")
    assert resting.tokens == {"Rf", "Rb", "Rp", "Rv"}
    resting.play("Rb")
    assert resting.tokens == {"Rf", "Rp", "Rv"}
    assert resting.why("Rb") == codes.TOKEN_GONE
    resting.play("Rf")
    assert resting.tokens == {"Rp", "Rv"}


def test_ruling_13_with_no_token_left_the_action_cannot_be_performed() -> None:
    resting = scene("1 act p", players=5, p="+R", t="+R", y="+R", o="+R", b="+R").play("Rf Rb Rp Rv")
    assert (resting.seat, resting.tokens) == ("b", {"-R"})
    assert resting.why("Rf") == codes.NO_TOKENS


@pytest.mark.parametrize(("token", "purse"), [("f", (3, 0)), ("b", (4, 1)), ("p", (3, 1)), ("v", (4, 0))])
def test_ruling_14_rest_tokens_are_resolved_in_phase_v_and_given_back(
    token: str, purse: tuple[int, int]
) -> None:
    resting = scene("1 act p", p="+R", t="+D").play(f"R{token}")
    assert (resting.purse("p"), resting.player("p")["rest"]) == ((3, 0), token)
    resting.play("Da2")
    assert (resting.purse("p"), resting.player("p")["rest"]) == (purse, None)


def test_ruling_14_the_first_player_marker_moves_at_the_end_of_phase_v() -> None:
    resting = scene("1 act p", p="+D", t="+R", y="+R").play("Da2 Rf")
    assert resting.view["first"] == "p"
    resting.play("Rp")
    assert resting.view["first"] == "t"
    resting.play("#tourists=2")
    assert resting.seat == "t"


def test_ruling_14_a_vatu_from_resting_is_converted_like_any_other() -> None:
    assert scene("1 act p", p="9v +R").play("Rv").purse("p") == (0, 5)


def test_only_the_planner_in_the_lead_may_perform_an_action() -> None:
    acting = scene("2 act p", layout=LAYOUT[2], p="+R", t="+D")
    assert acting.why("Da2") == codes.NO_MARKERS
    assert acting.why("Da2@") == codes.NO_MARKERS
    assert acting.why("+D") == codes.WRONG_PHASE
    assert acting.why("A1=a1") == codes.WRONG_PHASE
    assert acting.why("@guide") == codes.WRONG_PHASE
    assert acting.why("~SS") == codes.WRONG_PHASE


def test_after_the_end_no_move_is_legal() -> None:
    over = scene("8 act p", p="+R").play("Rf")
    assert (over.seat, over.tokens) == (None, set())
    assert over.why("Rf") == codes.GAME_OVER
