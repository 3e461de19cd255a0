"""Draws, and rulings 1 to 4: the phases before planning."""

from fractions import Fraction

from tests.support.vanuatu.scene import LAYOUT, new, scene
from tests.support.vanuatu.side_by_side import CODEC
from vanuatu.core.vanuatu import codes

# Round 7 with d3 and c6 left, which only ocean tiles surround; c6 touches c5 and b5.
TWO_HOLES = (
    "a2:E0 a3:S1 b2:S0 b3:S2 c1:A1 a4:A2 c4:D1 b1:D2 a1:B1 b4:B2 b5:C1 c2:C2 c3:E1 c5:F1",
    "a2:E0 a3:S1 b2:S0 b3:S2 c1:A1 a4:A2 c4:D1 c5:D2 a1:B1 b4:B2 b5:C1 c2:C2 c3:E1 b1:F1",
)


def test_the_setup_draws_start_tiles_then_tiles_ships_tourists_and_first_player() -> None:
    begun = new(4)
    assert len(begun.tokens) == 6
    begun.play("#start=201")
    assert begun.view["board"].keys() == {"a2", "a3", "b2", "b3"}
    assert [begun.player(seat)["boat"] for seat in "ptyo"] == ["b2"] * 4
    assert begun.tokens == {"#tiles=A1,B1", "#tiles=A1,B2", "#tiles=A2,B1", "#tiles=A2,B2"}
    begun.play("#tiles=A2,B1")
    assert begun.chance("#ships=kcb,kcb,kkk") == Fraction(2 * 1 * 1, 10 * 9 * 8)
    begun.play("#ships=kcb,kkk,cbb")
    assert begun.chance("#tourists=1") == Fraction(2, 8)
    assert begun.chance("#tourists=2") == Fraction(2, 8)
    assert begun.chance("#tourists=4") == Fraction(1, 8)
    begun.play("#tourists=2")
    assert begun.chance("#first=o") == Fraction(1, 4)
    begun.play("#first=t")
    assert begun.seat == "t"
    assert begun.view["phase"] == "character"


def test_everybody_starts_with_three_vatus_eight_huts_and_no_points() -> None:
    begun = new(5).play("#start=012")
    for seat in "ptyob":
        player = begun.player(seat)
        assert (player["vatus"], player["points"], player["huts"], player["boat"]) == (3, 0, 8, "a3")
    assert begun.tile("a2")["goods"] == "kcb"
    assert begun.tile("b2") == {"tile": "S1", "fish": 2, "treasure": 0}
    assert begun.tile("b3") == {"tile": "S2", "fish": 1, "treasure": 2}


def test_the_tourist_tile_that_is_left_out_depends_on_the_number_of_players() -> None:
    drawn = "#start=012 #tiles=A1,B1 #ships=kcb,kkk,cbb"
    assert "#tourists=4" not in new(2).play(drawn).tokens
    assert "#tourists=4" not in new(3).play(drawn).tokens
    assert new(4).play(drawn).chance("#tourists=2") == Fraction(2, 8)
    assert "#tourists=0" not in new(5).play(drawn).tokens
    assert new(5).play(drawn).chance("#tourists=2") == Fraction(3, 8)


def test_the_second_draw_of_a_letter_is_its_other_tile() -> None:
    assert scene("2 setup tiles", tiles="").tokens == {
        f"#tiles={c},{d}" for c in ("C1", "C2") for d in ("D1", "D2")
    }
    assert scene("4 setup tiles", tiles="").tokens == {"#tiles=A2,B1"}


def test_the_die_is_thrown_first_in_even_rounds_with_rising_waters() -> None:
    waters = scene("1 act p", waters=True, p="+R").play("Rp")
    assert waters.tokens == {f"#flood={pips}" for pips in range(1, 7)}
    waters.play("#flood=4")
    assert waters.view["die"] == 4
    assert waters.starting("#tourists") == waters.tokens
    assert scene("1 act p", p="+R").play("Rp").starting("#tourists")
    assert scene("2 act p", waters=True, p="+R").play("Rp").starting("#tourists")


def test_an_empty_draw_is_left_out() -> None:
    last = scene("7 act p", layout=LAYOUT[8], tiles="", p="+R")
    last.play("Rp #tourists=0")
    assert (last.view["phase"], last.seat) == ("plan", "p")


def test_a_position_has_either_a_draw_or_a_decision() -> None:
    acting = scene("1 act p", p="+R")
    assert acting.why("#tourists=2") == codes.NOT_A_DRAW_NOW
    acting.play("Rp")
    assert acting.why("#flood=3") == codes.WRONG_DRAW
    assert acting.why("#tourists=4") == codes.NOT_IN_PILE
    assert acting.why("+F") == codes.NATURE_FIRST


def test_ruling_1_islands_do_not_touch_and_an_ocean_tile_touches_an_island() -> None:
    placing = scene("2 place p", layout=LAYOUT[1], tiles="A1 B2")
    assert placing.tokens == {"A1=b4", "A1=c3", "B2=a1"}
    assert placing.why("A1=a1") == codes.ISLAND_TOUCHES
    assert placing.why("B2=c3") == codes.OCEAN_ALONE
    assert placing.why("B2=a4") == codes.FEW_NEIGHBOURS
    assert placing.why("B2=a2") == codes.CELL_FILLED
    assert placing.why("C1=a1") == codes.TILE_NOT_VISIBLE


def test_ruling_1_both_tiles_are_placed_in_either_order_and_the_second_counts_the_first() -> None:
    placing = scene("2 place t", first="t", layout=LAYOUT[1], tiles="A1 B2").play("A1=b4")
    assert (placing.seat, placing.view["visible"]) == ("t", ["B2"])
    assert placing.tokens == {"B2=a1", "B2=a4", "B2=c4"}
    placing.play("B2=a4")
    assert placing.seat == "#"


def test_ruling_1_if_one_of_the_two_has_a_legal_cell_a_legal_placement_must_be_made() -> None:
    placing = scene("7 place p", layout=TWO_HOLES[1], tiles="E2 F2")
    assert placing.tokens == {"E2=c6", "F2=c6"}
    assert placing.why("E2=d3") == codes.OCEAN_ALONE


def test_ruling_1_if_neither_has_a_legal_cell_either_may_touch_any_two_tiles() -> None:
    placing = scene("7 place p", layout=TWO_HOLES[0], tiles="E2 F2")
    assert placing.tokens == {"E2=c6", "E2=d3", "F2=c6", "F2=d3"}
    assert placing.play("F2=d3").tokens == {"E2=c6"}


def test_ruling_1_submerged_islands_still_count_as_islands() -> None:
    placing = scene("7 place p", layout=TWO_HOLES[1], tiles="E2 F2", waters=True, on={"c5": "W5"})
    assert placing.tokens == {"E2=c6", "F2=c6"}


def test_ruling_1_new_ocean_tiles_bring_their_fish_and_treasures() -> None:
    placing = scene("4 place p", layout=LAYOUT[3], tiles="E2 F1").play("F1=c4 E2=a4")
    assert placing.tile("c4") == {"tile": "F1", "fish": 1, "treasure": 3}
    assert placing.tile("a4") == {"tile": "E2", "fish": 2, "treasure": 0}


def test_ruling_2_only_an_island_without_any_goods_is_filled_again() -> None:
    filled = scene("3 act p", p="+R", on={"a2": "", "b1": "Gb", "b4": ""})
    filled.play("Rp #tourists=0")
    assert [filled.tile(cell)["goods"] for cell in ("a2", "b1", "b4")] == ["kcb", "b", "kk"]


def test_ruling_2_islands_are_filled_as_far_as_the_reserve_has_cubes() -> None:
    # Beef: five on ships, one on b1, none left for Efate.
    beefless = scene("2 act p", p="+R", ships="cbb:bb kbb:bb kcb:b", on={"a2": ""})
    beefless.play("Rp #tourists=0")
    assert beefless.tile("a2")["goods"] == "kc"


def test_ruling_2_the_first_cell_gets_the_last_cube() -> None:
    # Kava: six on ships, two on b4, one on c3; the last one goes to a2, and b1 gets beef only.
    on = {"a2": "", "b1": "", "b4": "Gkk", "c3": "Gk", "c6": "Gc"}
    ending = scene(
        "7 act p", layout=LAYOUT[8], tiles="", p="+R", ships="kkk:kk kkc:kk kkc:kk", tourists=0, on=on
    )
    assert ending.reference.table.reserve("k") == 1
    ending.play("Rp #tourists=0")
    assert [ending.tile(cell)["goods"] for cell in ("a2", "b1")] == ["kcb", "b"]


def test_ruling_2_a_placed_island_is_filled_at_once_from_the_supply() -> None:
    placing = scene("2 place p", layout=LAYOUT[1], tiles="A1 B2", ships="cbb:bb kbb:bb kcb:b")
    assert placing.play("A1=b4").tile("b4")["goods"] == "k"


def test_ruling_2_cubes_on_a_filled_ship_are_used_until_it_is_replaced() -> None:
    ending = scene("1 act p", p="+R", ships="cbb:cbb kbb:bb kcb:b", on={"a2": ""})
    assert ending.reference.table.reserve("b") == 1
    ending.play("Rp #tourists=0")
    assert ending.tile("a2")["goods"] == ""
    ending.play("#ships=kkk")
    assert ending.tile("a2")["goods"] == "kcb"
    assert ending.reference.table.reserve("b") == 2


def test_ruling_3_filled_ships_are_replaced_and_the_others_move_up_in_order() -> None:
    ending = scene("1 act p", p="+R", ships="kcb:kcb kkk:k cbb:cbb").play("Rp #tourists=0 #ships=kkc,kbb")
    assert ending.view["ships"] == [
        {"wants": "kkk", "loaded": "k"},
        {"wants": "kkc", "loaded": ""},
        {"wants": "kbb", "loaded": ""},
    ]


def test_ruling_3_a_ship_filled_in_phase_iv_stays_until_the_next_round() -> None:
    ending = scene("1 act p", p="+G", t="+R", ships="kkk:kk kcb cbb").play("Ga2k")
    assert ending.view["ships"][0] == {"wants": "kkk", "loaded": "kkk"}


def test_ruling_3_the_discards_so_far_become_the_pile_when_its_last_ship_is_drawn() -> None:
    ending = scene("1 act p", p="+R", ships="kcb:kcb kkk:kkk cbb", pile="kkc").play("Rp #tourists=0")
    # The last one of the pile first, then one of the seven that were discarded by then: kkk was not.
    assert {token[:10] for token in ending.tokens} == {"#ships=kkc"}
    assert ending.chance("#ships=kkc,kcb") == Fraction(2, 7)
    assert ending.chance("#ships=kkc,kcc") == Fraction(1, 7)
    assert not ending.tokens & {"#ships=kkc,cbb", "#ships=kkc,kkk"}
    ending.play("#ships=kkc,kcb")
    assert [ship["wants"] for ship in ending.view["ships"]] == ["cbb", "kkc", "kcb"]
    assert " / kcb kkc ccb kbb kcc kkb;" in CODEC.write_position(ending.core)


def test_ruling_3_a_lower_filled_ship_cannot_come_back_for_an_upper_one() -> None:
    ending = scene("2 act p", p="+R", ships="kcb:kcb cbb:cbb kkk", pile="kcc").play("Rp #tourists=0")
    assert ending.starting("#ships=kcc,") == ending.tokens
    assert "#ships=kcc,cbb" not in ending.tokens
    assert "#ships=kcc,kcb" in ending.tokens, "the upper one was discarded before the pile was renewed"
    assert ending.why("#ships=kcc,cbb") == codes.SHIP_NOT_IN_PILE
    assert ending.why("#ships=kkk,kcc") == codes.SHIP_NOT_IN_PILE
    assert ending.why("#ships=kcc") == codes.SHIP_COUNT


def test_ruling_3_with_three_filled_ships_each_is_discarded_when_its_turn_comes() -> None:
    ending = scene("1 act p", p="+R", ships="kkk:kkk cbb:cbb ccb:ccb", pile="kcb").play("Rp #tourists=0")
    assert ending.chance("#ships=kcb,kkk,kcb") == Fraction(1, 7 * 6)
    assert not [token for token in ending.tokens if "cbb" in token or "ccb" in token]


def test_ruling_3_a_position_without_a_pile_draws_from_the_discards() -> None:
    ending = scene("1 act p", p="+R", ships="kkk:kkk cbb:cbb ccb", pile="").play("Rp #tourists=0")
    assert ending.chance("#ships=kkk,kcb") == Fraction(1 * 2, 8 * 7)
    assert not [token for token in ending.tokens if "cbb" in token]


def test_ruling_3_a_ship_discarded_after_the_pile_was_renewed_waits_for_the_next_pile() -> None:
    ending = scene("1 act p", p="+R", ships="kkk:kkk cbb ccb", pile="kcc").play("Rp #tourists=0 #ships=kcc")
    assert " / kcb kcb kkc kkc kbb kkb kkk;" in CODEC.write_position(ending.core)


def test_a_new_round_starts_with_the_market_at_three_and_new_tourists() -> None:
    ending = scene("1 act p", p="+R", market="1", tourists=1).play("Rp #tourists=2")
    assert (ending.view["market"], ending.view["tourists"]) == (3, 2)


def test_ruling_4_characters_change_and_the_old_one_returns_after_the_choice() -> None:
    choosing = scene("2 character p", p="@builder", t="@guide", y="@vendor")
    free = {"artist", "beggar", "buyer", "diver", "fisherman", "governor", "navigator", "preacher"}
    assert choosing.tokens == {f"@{name}" for name in free}
    assert choosing.why("@builder") == codes.CHARACTER_OLD
    assert choosing.why("@guide") == codes.CHARACTER_HELD
    choosing.play("@artist")
    assert "@builder" in choosing.tokens
    assert choosing.why("@artist") == codes.CHARACTER_HELD
    assert choosing.why("@guide") == codes.CHARACTER_OLD
    choosing.play("@builder @guide")
    assert [choosing.player(seat)["character"] for seat in "pty"] == ["artist", "builder", "guide"]


def test_without_characters_planning_follows_the_setup() -> None:
    begun = new(3, "nocharacters")
    begun.play("#start=012 #tiles=A1,B1 #ships=kcb,kkk,cbb #tourists=2 #first=y")
    assert (begun.view["phase"], begun.seat) == ("plan", "y")
    assert begun.why("@builder") == codes.WRONG_PHASE
