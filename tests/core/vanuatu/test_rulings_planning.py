"""Rulings 5 and 6: which actions can be planned.

The boats stand on b2, an ocean tile without fish or treasure. From there they sail over b3, which has
fish and treasure, to a3, which has fish. All three are beside Efate (a2).
"""

from typing import Unpack

import pytest

from tests.support.vanuatu.scene import Scene, Setting, scene
from vanuatu.core.vanuatu import codes

# Round 2 with the second island on b4, beside a3 and b3 but not beside b2.
B4 = "a2:E0 a3:S1 b2:S0 b3:S2 a1:B2 b4:A1"


def planning(hand: str, planned: str = "", **setting: Unpack[Setting]) -> Scene:
    """Purple plans in round 1 with this hand, after these actions (two or four markers)."""
    turn = 1 + len(planned) // 2
    others = {1: "", 2: "+RR", 3: "+RRRR"}[turn]
    setting.update({"p": f"{hand} +{planned}" if planned else hand, "t": others, "y": others})
    return scene(f"1 plan{turn} p", **setting)


def can_plan(action: str, position: Scene) -> bool:
    """Whether one more marker could go to the action, alone or together with one on resting."""
    return bool({f"+{action}", f"+{action}R"} & position.tokens)


def test_ruling_6_resting_can_always_be_planned() -> None:
    penniless = planning("0v b2", on={"a2": "", "b3": ""}, tourists=0)
    assert "+RR" in penniless.tokens
    assert "+R" in planning("0v", "RRRR").tokens


def test_markers_are_placed_two_then_two_then_one() -> None:
    position = planning("3v")
    assert position.why("+D") == codes.MARKER_COUNT
    position.play("+DD +RR +RR")
    assert position.why("+R") == codes.MARKER_COUNT
    position.play("+DR +RR +RR")
    assert position.why("+DD") == codes.MARKER_COUNT
    position.play("+R +R +R")
    assert position.view["phase"] == "act"
    assert position.player("p")["markers"] == {"D": 3, "R": 2}


def test_ruling_5_selling_needs_fish_or_planned_fishing() -> None:
    at_the_fish = planning("3v a3", on={"a2": "Bp"})
    assert at_the_fish.why("+VV") == codes.PLAN_FISH
    assert at_the_fish.why("+VR") == codes.PLAN_FISH
    assert "+FV" in at_the_fish.tokens
    assert "+V" in planning("3v a3", "FRRR", on={"a2": "Bp"}).tokens


def test_ruling_5_fishing_away_from_the_fish_needs_sailing_planned_too() -> None:
    away = planning("3v b2", on={"a2": "Bp"})
    assert away.why("+FR") == codes.PLAN_SAIL
    assert "+SF" in away.tokens
    assert away.why("+FV") == codes.PLAN_SAIL
    assert planning("3v b2", "SR", on={"a2": "Bp"}).starting("+FV") == {"+FV"}


def test_ruling_5_selling_needs_a_hut_of_ones_own_or_building_planned() -> None:
    homeless = planning("3v a3 F2", on={"a2": "Gkcb Bt"})
    assert homeless.why("+VR") == codes.PLAN_HUT
    assert "+BV" in homeless.tokens
    assert not can_plan("V", planning("2v a3 F2", on={"a2": "Gkcb Bt"}))
    assert can_plan("V", planning("0v a3 F2", on={"a2": "Gkcb Bp"}))


def test_ruling_5_the_fish_must_be_caught_where_they_can_be_sold() -> None:
    # The hut on b1 is beside b2; the fish are on a3, and one sails only once.
    apart = scene(
        "3 plan2 p", p="9v b2 +SF", t="+RR", y="+RR", on={"b1": "Gkb Bp", "a1": "", "b3": "", "c2": ""}
    )
    assert apart.why("+VV") == codes.PLAN_FISH_APART
    assert "+BV" in apart.tokens


def test_ruling_5_money_counts_exactly_sailing_would_leave_two_vatus_and_a_hut_costs_three() -> None:
    full = {"a2": "Gkcb Bttt"}
    three = scene("2 plan1 p", p="3v b2", layout=B4, on=full)
    assert three.why("+SB") == codes.PLAN_MONEY_SAIL
    four = scene("2 plan1 p", p="4v b2", layout=B4, on=full)
    assert "+SB" in four.tokens


def test_ruling_5_two_actions_that_cannot_both_be_paid_for_can_both_be_planned() -> None:
    # Each of them can be performed from the present position.
    assert {"+SB", "+SG", "+BG"} <= planning("3v").tokens


def test_ruling_5_too_much_money_can_make_a_later_action_impossible() -> None:
    home = {"a2": "Gkcb Bp"}
    # A fish of 3 at a price of 3 brings nine: with one vatu that is ten, and they become points.
    assert not can_plan("B", planning("1v a3 F3", "VR", on=home))
    assert planning("1v a3 F3", "VR", on=home).why("+BR") == codes.PLAN_CONVERSION
    assert can_plan("B", planning("0v a3 F3", "VR", on=home))
    assert can_plan("B", planning("1v a3 F13", "VR", on=home))
    assert can_plan("B", planning("1v a3 F3", "VR", on=home, market="2"))


def test_ruling_5_treasures_may_be_sold_in_between() -> None:
    home = {"a2": "Gkcb Bp"}
    assert not can_plan("B", planning("0v ^2"))
    assert can_plan("B", planning("0v ^3"))
    assert can_plan("B", planning("1v ^2"))
    # Selling the treasure first turns ten into twelve; then there are two, and a hut costs three.
    assert not can_plan("B", planning("1v a3 F3 ^1", "VR", on=home))
    assert can_plan("B", planning("2v a3 F3 ^2", "VR", on=home))


def test_ruling_5_a_treasure_that_is_to_be_found_can_be_sold_too() -> None:
    assert not can_plan("B", planning("0v b3", "XR"))
    assert can_plan("B", planning("1v b3", "XR"))


def test_ruling_5_the_beggars_exchange_counts_unless_it_has_been_made() -> None:
    assert can_plan("B", planning("0v 3p @beggar"))
    assert not can_plan("B", planning("0v 2p @beggar"))
    assert not can_plan("B", planning("0v 3p @beggar*"))
    assert not can_plan("B", planning("0v 3p @guide"))
    # A drawing brings the points that the Beggar gives away.
    assert can_plan("B", planning("0v 0p @beggar", "DR"))
    assert not can_plan("B", planning("0v 0p @buyer", "DR"))


@pytest.mark.parametrize(
    ("hand", "planned", "action"),
    [
        ("1v @builder", "", "B"),
        ("0v @navigator", "", "S"),
        ("0v F1 @vendor", "", "V"),
        ("0v b3 @diver", "XR", "B"),
        ("0v b2 @navigator", "SR", "F"),
    ],
)
def test_ruling_5_bonuses_count_unless_they_are_used(hand: str, planned: str, action: str) -> None:
    assert can_plan(action, planning(hand, planned))
    assert not can_plan(action, planning(f"{hand}*", planned))


def test_ruling_5_governor_and_preacher_play_no_part_in_planning() -> None:
    for character in ("governor", "preacher"):
        assert planning(f"1v @{character}").tokens == planning(f"1v @{character}*").tokens


def test_ruling_5_either_order_of_two_markers_will_do() -> None:
    home = {"a2": "Gkcb Bp"}
    assert "+BV" in planning("0v a3 F1", on=home).tokens
    assert not can_plan("B", planning("0v a3 F1", on=home))
    assert "+ST" in planning("0v", on=home).tokens
    assert not can_plan("S", planning("0v"))


def test_ruling_5_each_planned_action_is_performed_once() -> None:
    # At a price of 1 the fish of 2 brings two vatus; a second one would pay for the hut.
    home = {"a2": "Gkcb Bp"}
    position = planning("0v a3", "FFVR", on=home, market="1")
    assert not can_plan("B", position)
    assert can_plan("B", planning("0v a3 F1", "FFVR", on=home, market="1"))


def test_ruling_5_only_some_of_the_planned_actions_need_to_be_performed() -> None:
    # After a hut nothing would be left for goods, but nobody has to build first.
    assert can_plan("G", planning("3v", "BBRR"))


def test_ruling_5_planning_assumes_that_no_other_seat_acts() -> None:
    position = scene("1 plan3 y", tourists=1, p="+TTRRR", t="+TTRRR", y="+RRRR")
    assert "+T" in position.tokens
    nobody = scene("1 plan3 y", tourists=0, p="+RRRRR", t="+RRRRR", y="+RRRR")
    assert nobody.why("+T") == codes.PLAN_TOURISTS


def test_ruling_5_majorities_do_not_matter() -> None:
    position = scene("1 plan3 y", p="+DDDDD", t="+DDDDD", y="+RRRR")
    assert "+D" in position.tokens


def test_ruling_5_the_die_plays_no_part() -> None:
    on = {"a2": "Gkcb Bp W4"}
    position = scene("2 plan1 p", p="0v a3 F1", layout=B4, on=on, waters=True, die="1")
    assert {"+FV", "+VD", "+DT"} <= position.tokens


def test_ruling_5_actions_without_remaining_pieces_cannot_be_planned() -> None:
    bare = planning("9v", on={"a2": "Bttt D1 T1", "a3": "", "b3": ""}, tourists=2)
    assert {action for action in "SBXFVGDTR" if can_plan(action, bare)} == {"S", "T", "R"}
    assert bare.why("+DR") == codes.PLAN_NOWHERE
    assert bare.why("+SX") == codes.PLAN_NOWHERE
    assert bare.why("+GR") == codes.PLAN_NOWHERE
    assert planning("9v B7", on={"a2": "Gkcb Bp"}).why("+VV") == codes.PLAN_FISH
    assert planning("0v").why("+GR") == codes.PLAN_MONEY
    assert planning("0v").why("+BR") == codes.PLAN_MONEY


def test_ruling_5_with_rising_waters_a_dike_is_enough_to_plan_building() -> None:
    full = {"a2": "Gkcb Btt D1"}
    assert can_plan("B", scene("2 plan1 p", p="1v b2", layout=B4, on=full, waters=True))
    assert not can_plan("B", scene("2 plan1 p", p="0v b2", layout=B4, on=full, waters=True))


def test_ruling_5_a_submerged_island_cannot_be_used() -> None:
    position = scene("2 plan1 p", p="0v b2", layout=B4, on={"a2": "W5"}, waters=True)
    assert not {action for action in "BGDT" if can_plan(action, position)}


def test_ruling_12_treasures_are_sold_and_points_exchanged_on_ones_turn_to_plan() -> None:
    position = planning("0v 5p ^13 @beggar")
    assert position.starting("^", "@") == {"^1", "^3", "@1", "@2", "@3"}
    position.play("^3")
    assert (position.seat, position.purse("p")) == ("p", (3, 5))
    position.play("@2")
    assert (position.seat, position.purse("p")) == ("p", (5, 3))
    assert position.why("@1") == codes.BONUS_USED
    assert position.why("^3") == codes.NO_TREASURE_TILE
