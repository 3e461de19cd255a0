"""Rulings 15 to 20: every character, its bonus, and when it cannot be claimed.

The boats stand on b2 beside Efate (a2); b3 next to it has a fish and two treasures.
"""

import pytest

from tests.support.vanuatu.scene import scene
from vanuatu.core.vanuatu import codes


def test_the_artist_scores_five_points_for_a_drawing_instead_of_three() -> None:
    assert scene("1 act p", p="+D @artist").tokens == {"Da2", "Da2@"}
    claimed = scene("1 act p", p="+D @artist", t="+R").play("Da2@")
    assert (claimed.purse("p"), claimed.player("p")["used"]) == ((3, 5), True)
    declined = scene("1 act p", p="+D @artist", t="+R").play("Da2")
    assert (declined.purse("p"), declined.player("p")["used"]) == ((3, 3), False)


def test_ruling_20_the_beggar_exchanges_one_to_three_points_once_a_round() -> None:
    begging = scene("1 act p", p="0v 7p +R @beggar")
    assert begging.starting("@") == {"@1", "@2", "@3"}
    begging.play("@3")
    assert (begging.seat, begging.purse("p")) == ("p", (3, 4))
    assert begging.why("@1") == codes.BONUS_USED


def test_ruling_20_the_beggar_never_goes_below_zero_points() -> None:
    begging = scene("1 act p", p="0v 2p +R @beggar")
    assert begging.starting("@") == {"@1", "@2"}
    assert begging.why("@3") == codes.NO_POINTS
    assert scene("1 act p", p="0v 0p +R @beggar").starting("@") == set()
    assert scene("1 act p", p="0v 2p +R @guide").why("@1") == codes.NOT_CHARACTER


def test_ruling_20_begging_may_bring_ten_vatus_and_so_five_points() -> None:
    assert scene("1 act p", p="8v 2p +R @beggar").play("@2").purse("p") == (0, 5)


def test_ruling_20_the_beggar_decides_once_more_when_the_last_marker_has_gone() -> None:
    ending = scene("1 act p", p="0v 7p +D @beggar").play("Da2")
    assert (ending.view["phase"], ending.seat) == ("beg", "p")
    assert ending.tokens == {"@0", "@1", "@2", "@3"}
    ending.play("@2")
    assert (ending.seat, ending.purse("p")) == ("#", (2, 8))


def test_ruling_20_keeping_the_points_is_a_decision_too() -> None:
    ending = scene("1 act p", p="0v 7p +D @beggar").play("Da2 @0")
    assert (ending.seat, ending.purse("p"), ending.view["round"]) == ("#", (0, 10), 2)


def test_ruling_20_the_beggar_decides_after_the_effects_of_rest_tokens() -> None:
    resting = scene("1 act p", p="8v 0p +R @beggar", t="+R").play("Rb Rf")
    assert (resting.seat, resting.purse("p"), resting.view["first"]) == ("p", (9, 1), "t")
    assert resting.tokens == {"@0", "@1"}
    assert resting.player("p")["rest"] is None
    assert resting.play("@1").purse("p") == (0, 5)


@pytest.mark.parametrize("hand", ["0p +R @beggar", "7p +R @beggar*", "7p +R @guide"])
def test_ruling_20_without_points_or_beggar_or_after_an_exchange_there_is_no_decision(hand: str) -> None:
    assert scene("1 act p", p=hand).play("Rf").seat == "#"


def test_ruling_20_the_beggar_may_beg_again_in_the_next_round_only() -> None:
    ending = scene("1 act p", p="0v 7p +R @beggar").play("@1 Rf")
    assert (ending.seat, ending.player("p")["used"]) == ("#", False)
    later = scene("1 act p", p="0v 7p +R @beggar").play("Rf @1")
    assert (later.seat, later.player("p")["used"]) == ("#", False)


def test_ruling_20_in_the_last_round_two_points_turn_eight_vatus_into_five_points() -> None:
    ending = scene("8 act p", p="8v 20p +R @beggar", t="+R").play("Rf Rp")
    assert (ending.seat, ending.view["phase"], ending.scores[0]) == ("p", "beg", 20 + 3 + 2)
    ending.play("@2")
    assert (ending.seat, ending.purse("p"), ending.scores[0]) == (None, (0, 23), 18 + 5 + 3)


def test_ruling_20_there_is_no_exchange_after_the_waters_have_ended_the_game() -> None:
    flooded = {"a2": "W4", "b1": "W5", "b4": "W5"}
    ending = scene("4 act p", p="7p b3 +F @beggar", on=flooded, waters=True, die="1").play("Fb3")
    assert (ending.seat, ending.winners) == (None, [])


def test_ruling_20_only_the_exchange_is_decided_when_the_round_ends() -> None:
    ending = scene("1 beg p", p="2p ^1 @beggar")
    assert ending.tokens == {"@0", "@1", "@2"}
    assert ending.why("@3") == codes.NO_POINTS
    assert ending.why("^1") == codes.WRONG_PHASE
    assert ending.why("Da2") == codes.WRONG_PHASE
    assert scene("1 act p", p="2p +R @beggar").why("@0") == codes.NOTHING_GIVEN
    assert scene("1 act p", p="2p +R @beggar*").why("@0") == codes.BONUS_USED
    assert scene("1 act p", p="2p +R @guide").why("@0") == codes.NOT_CHARACTER


def test_the_builder_pays_one_vatu_for_a_hut() -> None:
    building = scene("1 act p", p="3v +B @builder", t="+R")
    assert building.tokens == {"Ba2", "Ba2@"}
    building.play("Ba2@")
    assert (building.purse("p"), building.tile("a2")["huts"]) == ((2, 0), "p")
    assert scene("1 act p", p="0v +B @builder").why("Ba2@") == codes.NO_MONEY


def test_ruling_15_a_builder_without_a_hut_has_no_bonus() -> None:
    building = scene("1 act p", p="1v +B @builder", waters=True)
    assert {"Wa2/b2", "Ba2@"} <= building.tokens
    assert building.why("Wa2/b2@") == codes.BONUS_MOOT
    assert "Ba2/b2@" in scene("1 act p", p="2v +B @builder", waters=True).tokens
    assert building.why("Ba2/b2@") == codes.NO_MONEY


def test_ruling_17_the_buyer_exports_a_second_cube_from_the_reserve_for_free() -> None:
    buying = scene("1 act p", p="3v +G @buyer", ships="kkc kcb ccb").play("Ga2k@")
    assert buying.purse("p") == (2, 2)
    assert [ship["loaded"] for ship in buying.view["ships"]] == ["kk", "", ""]
    assert buying.tile("a2")["goods"] == "cb"


def test_ruling_17_the_second_cube_goes_to_the_next_ship_that_wants_it_and_may_complete_it() -> None:
    buying = scene("1 act p", p="3v +G @buyer", ships="kcb kkk:kk ccb").play("Ga2k@")
    assert [ship["loaded"] for ship in buying.view["ships"]] == ["k", "kkk", ""]
    assert buying.purse("p") == (2, 1 + 1 + 2)


def test_ruling_17_a_second_cube_that_no_ship_wants_is_lost() -> None:
    buying = scene("1 act p", p="3v +G @buyer", ships="kcb:c kkk kkc").play("Ga2b@")
    assert buying.purse("p") == (0, 5)
    assert [ship["loaded"] for ship in buying.view["ships"]] == ["cb", "", ""]


def test_ruling_15_the_buyer_needs_a_second_cube_in_the_reserve() -> None:
    # Beef: four on ships, one on Efate and one on b1 are all there are.
    goods = {"a2": "Gkcb", "b1": "Gkb"}
    buying = scene("2 act p", p="3v +G @buyer", ships="cbb:b kbb:bb kcb:b", on=goods)
    assert "Ga2b" in buying.tokens
    assert buying.why("Ga2b@") == codes.BONUS_MOOT
    more = scene("2 act p", p="3v +G @buyer", ships="cbb:b kbb:b kcb:b", on=goods)
    assert "Ga2b@" in more.tokens


def test_ruling_16_the_diver_gains_the_value_of_the_treasure_in_vatus() -> None:
    diving = scene("1 act p", p="b3 +X @diver").play("Xb3@")
    assert (diving.purse("p"), diving.player("p")["treasures"]) == ((5, 0), [2])
    assert scene("1 act p", p="b3 9v +X @diver").play("Xb3@").purse("p") == (1, 5)


def test_ruling_16_the_fisherman_gains_the_value_of_the_fish_in_points() -> None:
    fishing = scene("2 act p", p="a1 +F @fisherman").play("Fa1@")
    assert (fishing.purse("p"), fishing.player("p")["fish"]) == ((3, 3), [3])
    assert scene("2 act p", p="a1 +F @fisherman").play("Fa1").purse("p") == (3, 0)


def test_ruling_19_the_governor_moves_all_own_markers_of_an_action_to_any_other() -> None:
    governing = scene("1 act p", p="+FFD @governor", t="+R")
    moves = governing.starting("@")
    assert moves == {f"@F-{other}" for other in "SBXVGDTR"} | {f"@D-{other}" for other in "SBXFVGTR"}
    governing.play("@F-D")
    assert governing.player("p")["markers"] == {"D": 3}
    assert (governing.seat, governing.player("p")["used"]) == ("t", True)


def test_ruling_19_the_governor_may_move_markers_to_an_action_that_cannot_be_performed() -> None:
    governing = scene("1 act p", p="0v +R @governor", t="+R").play("@R-X")
    assert governing.play("Rf").tokens == {"-X"}


def test_ruling_19_the_governor_moves_markers_once_a_round_and_only_own_ones() -> None:
    governing = scene("1 act p", p="+FD @governor", t="+R").play("@F-D Rf")
    assert governing.why("@D-F") == codes.BONUS_USED
    fresh = scene("1 act p", p="+F @governor", t="+R")
    assert fresh.why("@D-F") == codes.NO_MARKERS
    assert scene("1 act p", p="+F @guide", t="+R").why("@F-D") == codes.NOT_CHARACTER


def test_ruling_19_governing_and_withdrawing_do_not_count_for_the_die() -> None:
    governing = scene("2 act p", waters=True, die="2", p="+FD @governor", t="+X")
    assert governing.play("@F-D").view["die"] == 2
    assert governing.play("-X").view["die"] == 2
    assert governing.play("Da2").view["die"] is None


def test_ruling_13_a_governor_who_rests_again_holds_two_tokens() -> None:
    resting = scene("1 act p", p="+RD @governor", t="+T").play("Rb Ta2 @D-R")
    assert resting.tokens == {"Rf", "Rp", "Rv"}
    assert resting.player("p")["rest"] == "b"
    resting.play("Rv")
    assert resting.view["round"] == 2
    assert resting.purse("p") == (3 + 2, 1)


def test_the_guide_scores_two_points_for_each_drawing_on_the_island() -> None:
    touring = scene("8 act p", p="b3 +T @guide", on={"b4": "D2", "a2": "D1"}, tourists=1)
    assert touring.tokens == {"Tb4", "Tb4@", "Ta2", "Ta2@"} | touring.starting("Tc")
    assert touring.play("Tb4@").purse("p") == (3, 4)


def test_ruling_15_the_guide_has_no_bonus_on_an_island_without_drawings() -> None:
    touring = scene("1 act p", p="+T @guide")
    assert touring.tokens == {"Ta2"}
    assert touring.why("Ta2@") == codes.BONUS_MOOT


def test_ruling_9_on_the_navigators_free_trip_only_the_last_cell_matters() -> None:
    sailing = scene("1 act p", p="1v +S @navigator", t="+R")
    assert sailing.tokens == {"b2-b3", "b2-b3@", "b2-a3@", "b2-b2@"}
    sailing.play("b2-a3@")
    assert (sailing.purse("p"), sailing.player("p")["boat"]) == ((1, 0), "a3")


def test_ruling_18_without_any_majority_the_preacher_performs_one_planned_action() -> None:
    preaching = scene("1 act p", p="3v +DBF @preacher", t="+DDBB", y="+FF")
    assert preaching.tokens == {"Da2@", "Ba2@", "-D", "-B", "-F"}
    preaching.play("Da2@")
    assert (preaching.purse("p"), preaching.player("p")["used"]) == ((3, 3), True)
    assert preaching.player("p")["markers"] == {"B": 1, "F": 1}


def test_ruling_18_the_preacher_pays_for_sailing_and_names_the_length() -> None:
    preaching = scene("1 act p", p="3v +S @preacher", t="+SS")
    assert preaching.starting("b2") == {"b2-b3@", "b2-a3@", "b2-b2:2@", "b2-b3:3@"}
    assert preaching.play("b2-a3@").purse("p") == (1, 0)


def test_ruling_18_the_preacher_may_rest_and_sell_too() -> None:
    preaching = scene("1 act p", p="F1 +RV @preacher", t="+RRVV", on={"a2": "Bp"})
    assert preaching.tokens == {"Rf@", "Rb@", "Rp@", "Rv@", "V1@", "-R", "-V"}


def test_ruling_18_with_a_majority_anywhere_the_preacher_is_like_everybody_else() -> None:
    preaching = scene("1 act p", p="+DR @preacher", t="+DD")
    assert preaching.tokens == {"Rf", "Rb", "Rp", "Rv"}
    assert preaching.why("Da2@") == codes.NO_MAJORITY
    assert preaching.why("Da2") == codes.NO_MAJORITY


def test_ruling_18_the_preacher_does_it_once_a_round_and_marks_it() -> None:
    preaching = scene("1 act p", p="+DT @preacher", t="+DDTTR")
    assert preaching.why("Da2") == codes.PREACHER_ONLY
    preaching.play("Da2@ Ta2")
    assert preaching.tokens == {"Ta2"}
    assert scene("1 act p", p="+D @preacher*", t="+DD").tokens == {"-D"}


def test_the_vendor_sells_without_an_own_hut_beside_the_boat() -> None:
    selling = scene("1 act p", p="0v F12 +V @vendor", t="+R")
    assert selling.tokens == {"V1@", "V2@", "V12@", "-V"}
    assert selling.play("V12@").purse("p") == (9, 0)


def test_ruling_15_the_vendor_beside_an_own_hut_has_no_bonus() -> None:
    selling = scene("1 act p", p="0v F1 +V @vendor", t="+R", on={"a2": "Bp"})
    assert selling.tokens == {"V1"}
    assert selling.why("V1@") == codes.BONUS_MOOT


@pytest.mark.parametrize(
    ("hand", "token"),
    [
        ("+D @artist*", "Da2@"),
        ("2v +B @builder*", "Ba2@"),
        ("+G @buyer*", "Ga2k@"),
        ("b3 +X @diver*", "Xb3@"),
        ("b3 +F @fisherman*", "Fb3@"),
        ("+S @navigator*", "b2-b3@"),
        ("F1 +V @vendor*", "V1@"),
    ],
)
def test_a_bonus_can_be_used_once_a_round(hand: str, token: str) -> None:
    assert scene("1 act p", p=hand, t="+R").why(token) == codes.BONUS_USED


def test_a_bonus_belongs_to_its_own_action_only() -> None:
    assert scene("1 act p", p="+D @buyer").why("Da2@") == codes.BONUS_OTHER
    assert scene("1 act p", p="+D").why("Da2@") == codes.BONUS_OTHER


def test_used_bonuses_come_back_with_the_next_round() -> None:
    ended = scene("1 act p", p="+D @artist", t="@guide", y="@buyer").play("Da2@ #tourists=2")
    assert not ended.player("p")["used"]
