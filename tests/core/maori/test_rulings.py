"""The rulings, each by name, in prepared positions."""

import pytest

from tests.support.maori.positions import legal, nature_draws, play, player, position, tokens, why
from vanuatu.core.game import OVER, GameError
from vanuatu.core.maori.game import MaoriGame
from vanuatu.core.maori.tiles import STANDARD
from vanuatu.notation.maori.position_writer import write_position


def test_ruling_1_the_ship_goes_round_the_corner_of_the_matrix_like_any_other_step() -> None:
    at_the_corner = position("0s", ship="n4")
    assert tokens(at_the_corner) == [">e1", ">e2"]
    assert tokens(position("0s", ship="w4")) == [">n1", ">n2"]
    assert tokens(position("2s", ship="e3")) == [">e4", ">s1", ">s2", ">s3"]


def test_ruling_1_the_sixteen_places_go_clockwise_and_face_their_rows() -> None:
    at_s1 = play(position("5s", ship="e4"), ">s1")
    assert legal(play(at_s1, "1=store"), "#tile=E1r")
    assert player(play(at_s1, "1=store"))["stored"] == "E1b"  # the bottom right tile
    assert player(play(position("5s", ship="s4"), ">w1 1=store"))["stored"] == "W0"  # the bottom left tile
    assert player(play(position("5s", ship="n4"), ">e1 4=store"))["stored"] == "W0"  # the top left one


def test_ruling_2_one_step_can_always_be_made_even_without_ships_and_shells() -> None:
    covered = position("0s c2:W0", game="atoll", matrix=MATRIX_WITHOUT_ONE_W0)
    assert player(covered)["ships"] == 0
    assert tokens(covered) == [">n2"]
    assert player(play(covered, ">n2"))["shells"] == 0


def test_ruling_2_steps_beyond_the_ships_cost_a_shell_each() -> None:
    state = position("1s b1:WB")
    assert player(state)["ships"] == 3
    assert tokens(state) == [">n2", ">n3", ">n4", ">e1"]
    assert player(play(state, ">n4"))["shells"] == 1
    assert player(play(state, ">e1"))["shells"] == 0
    assert why(state, ">e2") == "purple cannot do that: 5 steps cost 2 shells, and there is 1 shell"


def test_ruling_2_the_ship_may_go_all_the_way_round() -> None:
    assert player(play(position("20s"), ">n1"))["shells"] == 20 - 14


def test_ruling_3_tiles_passed_over_cost_a_shell_each() -> None:
    state = play(position("2s"), ">n2")
    assert legal(state, "3=store")
    assert (
        why(state, "4=store") == "purple cannot do that: the 4th tile costs 3 shells, and there are 2 shells"
    )
    assert player(play(state, "3=store"))["shells"] == 0


def test_ruling_3_empty_places_cost_nothing() -> None:
    state = play(position("0s", matrix=SPARSE, more=BOX), ">n2")
    assert tokens(state)[0] == "1=a1"
    assert player(play(state, "1=store"))["stored"] == "I2"


def test_ruling_3_a_volcano_stops_the_reach() -> None:
    state = play(position("5s", matrix="W0 E1r I1 E1l / WB V I1 E2l / WS EX I2 EX / W0 E1t IH E1b"), ">n2")
    assert legal(state, "1=store")
    assert not legal(state, "2=store")
    assert why(state, "2=store") == "purple cannot do that: a volcano bars the way to the 2nd tile"
    assert "the 1st tile" in why(play(position("9s", matrix=VOLCANO_FIRST), ">n2"), "1=store")


def test_ruling_4_land_meets_land_and_water_meets_water() -> None:
    state = play(position("5s a1:E2r"), ">n4")  # E1l, E2l, EX, E1b
    assert legal(state, "1=b1")  # open to the left, where E2r is open to the right
    assert legal(state, "4=a2")
    assert not legal(state, "4=b1")
    assert "land meets land" in why(state, "4=b1")
    assert legal(state, "3=b1rr")
    assert not legal(state, "3=b1")
    facing_water = play(position("5s b1:W0", matrix=MATRIX_WITHOUT_ONE_W0), ">n4")
    assert "water meets water" in why(facing_water, "1=c1")


def test_ruling_4_the_land_of_the_board_has_a_coast_where_only_water_fits() -> None:
    state = play(position("5s"), ">n2")  # E1r first
    assert "coast" in why(state, "1=c1")
    assert legal(state, "1=b1")
    assert legal(play(position("5s", game="atoll"), ">n2"), "1=c1")


def test_ruling_4_an_island_open_to_the_edge_may_be_laid_but_is_never_complete() -> None:
    state = play(position("5s"), ">n2")
    assert legal(state, "1=e2")
    assert player(play(state, "1=e2 #tile=W0"))["points"] == -16 + 2 + 5


def test_only_tiles_without_palms_can_be_turned() -> None:
    state = play(position("5s", ship="n1"), ">n2")  # E1r, E2r, EX, E1t
    assert why(state, "1=a1r").endswith("has palms, which stand upright")
    assert all(legal(state, "3=b2" + "r" * turns) for turns in range(4))
    water = play(position("5s", ship="s4"), ">w1")
    assert why(water, "1=a1r").endswith("is the same however it is turned")


def test_ruling_5_a_lei_is_complete_where_two_halves_meet() -> None:
    whole = position("0s a1:ELr b1:ELl", "5s")
    assert player(whole)["points"] == 2 + 10 + 2 - 14


@pytest.mark.parametrize(
    ("board", "points"),
    [
        ("a2:ELr b2:E1l", 2),  # a half against plain land
        ("a2:ELr b2:M2a c2:ELl", 4),  # they do not meet
        ("a2:ELr b2:ELl c2:ELr d2:ELl", 4 + 20),
        ("a2:ELr", 0),  # not complete
    ],
)
def test_ruling_5_a_half_lei_alone_scores_no_points(board: str, points: int) -> None:
    spaces = 16 - (len(board.split()) if points else 0)
    assert player(position(f"0s {board}", "5s"))["points"] == points + 2 - spaces


def test_ruling_6_incomplete_islands_score_no_points_and_count_as_empty() -> None:
    with_ship = position("0s a2:EBr", "5s a2:WB")
    assert player(with_ship)["ships"] == 3  # for moving it counts
    assert player(with_ship)["points"] == -16
    assert player(with_ship, "t")["points"] == 3 + 5 - 15


def test_ruling_6_shells_gained_by_an_incomplete_island_stay() -> None:
    state = play(position("3s", "5s"), ">n2 3=a2 #tile=W0")
    assert player(state)["shells"] == 3 - 2 + 2
    assert player(state, "p")["points"] == 2 - 16


def test_ruling_7_the_atoll_doubles_islands_that_lie_wholly_inside_the_reef() -> None:
    inside = position("0s b2:E2r c2:E2l", "5s", game="atoll")
    assert player(inside)["points"] == 8 - 18
    with_hut = position("0s b3:EH2r c3:E2l", "5s", game="atoll")
    assert player(with_hut)["points"] == 16 + 2 - 18
    half_inside = position("0s a3:E2r b3:E2l", "5s", game="atoll")
    assert player(half_inside)["points"] == 4 + 2 - 18
    lei = position("0s b3:ELr c3:ELl", "5s", game="atoll")
    assert player(lei)["points"] == 4 + 10 + 2 - 18


def test_ruling_7_a_tile_on_the_printed_ships_covers_them_until_it_is_gone() -> None:
    state = play(position("3s", "5s", game="atoll"), ">n3")
    covered = play(state, "1=c2 #tile=W0")
    assert player(covered)["ships"] == 0
    removed = play(covered, ">n4 pass >e1 -c2")
    assert player(removed)["ships"] == 2


def test_ruling_8_an_empty_place_stays_empty_when_the_supply_has_run_out() -> None:
    state = play(position("0s", matrix=SPARSE, more=BOX), ">n2 1=store")
    assert state.actor == 1
    assert not nature_draws(state)


def test_a_taken_tile_is_replaced_at_once_from_the_supply() -> None:
    state = play(position("5s"), ">n2 1=store")
    assert nature_draws(state)
    assert "#tile=V" in tokens(state)


ALMOST_FULL = "5s a1:W0 b1:W0 c1:W0 a2:WB b2:WB c2:WB d2:WB e2:WS a3:WS b3:WS c3:I1 d3:I1 e3:I2 c4:I2 d4:WB"
FEW = "E1r E1r E1l E1l / E2r E2r E2l E2l / E1t E1t E1b E1b / I1 W0 IH IH"


def test_ruling_9_all_other_seats_have_one_more_turn_after_a_board_is_full() -> None:
    state = position("5s", ALMOST_FULL, "5s", turn="9 voyage t", ship="s2", matrix=FEW)
    full = play(state, ">s3 1=e4 #tile=W0")
    assert full.actor == 2
    last = play(full, ">s4 pass")
    assert last.actor == 0
    over = play(last, ">w1 pass")
    assert over.actor == OVER
    assert [int(seat) for seat in over.winners()] == [1]


def test_ruling_9_a_second_full_board_does_not_make_the_game_longer() -> None:
    other = "5s a1:WB b1:WB c1:IB a2:IS b2:I2 c2:EX d2:EXrr"
    state = position(ALMOST_FULL, other, turn="9 voyage p", ship="s2", matrix=FEW)
    assert play(state, ">s3 1=e4 #tile=W0 >s4 pass").actor == OVER


def test_game_ends_after_a_round_without_actions() -> None:
    state = position("0s", "0s", "0s", more="idle 15")
    assert play(state, ">n2 pass").actor == OVER
    assert play(state, ">n2 1=store #tile=W0").actor == 1


def test_ruling_10_the_small_ship_starts_on_the_first_tile_laid() -> None:
    state = play(position("5s", game="ship"), ">n2 1=store #tile=W0")
    assert player(state)["boat"] is None
    laid = play(position("5s", game="ship"), ">n2 1=b2")
    assert player(laid)["boat"] == "b2"


def test_ruling_10_later_tiles_go_next_to_the_small_ship_also_diagonally() -> None:
    state = play(position("5s a1:I1 e3:I1 ~a1", game="ship", matrix=NO_SINGLES), ">n2")
    assert legal(state, "1=b2")
    assert why(state, "1=c2") == "purple cannot do that: c2 is not next to the small ship on a1"


def test_ruling_10_in_variation_1_it_then_moves_to_any_own_tile_or_stays() -> None:
    state = position("5s a1:I1 e3:I1 ~a1", game="ship", matrix=NO_SINGLES)
    laid = play(state, ">n2 1=b2 #tile=W0")
    assert tokens(laid) == ["~a1-b2", "~a1-e3", "pass"]
    stored = play(state, ">n2 1=store #tile=W0")
    assert tokens(stored) == ["~a1-e3", "pass"]
    removed = play(state, ">n2 -e3")
    assert removed.actor == 1  # there is no other tile to go to
    assert play(state, ">n2 pass").actor == 1  # and after doing nothing it does not move


def test_ruling_10_in_variation_1_it_leaves_a_tile_that_is_removed_under_it() -> None:
    state = play(position("5s a1:I1 e3:I1 ~a1", game="ship", matrix=NO_SINGLES), ">n2 -a1")
    assert tokens(state) == ["~a1-e3"]
    assert "empty space" in why(state, "pass")
    last = play(position("5s a1:I1 ~a1", game="ship", matrix=NO_SINGLES), ">n2 -a1")
    assert player(last)["boat"] is None


def test_ruling_10_in_variation_2_the_small_ship_starts_only_on_the_tile_just_laid() -> None:
    state = position("5s a1:I1 e3:I1 ~a1", game="shipmust", matrix=NO_SINGLES)
    laid = play(state, ">n2 1=b2 #tile=W0")
    assert (laid.actor, player(laid)["boat"]) == (1, "b2")
    assert play(state, ">n2 1=store #tile=W0").actor == 1
    assert why(play(state, ">n2"), "-a1") == "purple cannot do that: the small ship stands on a1"
    assert legal(play(state, ">n2"), "-e3")


@pytest.mark.parametrize("variation", ["ship", "shipmust"])
def test_ruling_10_shells_move_it_before_a_tile_is_laid_a_shell_a_step(variation: str) -> None:
    state = play(position("2s a1:I1 b2:I1 c2:I2 ~a1", game=variation, matrix=NO_SINGLES), ">n2")
    moved = play(state, "~a1-c2")
    assert player(moved)["shells"] == 0
    assert legal(moved, "1=d3")
    assert not legal(moved, "pass")
    assert "a tile must be laid now" in why(moved, "1=store")
    poor = play(position("1s a1:I1 b2:I1 c2:I2 ~a1", game=variation, matrix=NO_SINGLES), ">n2")
    assert why(poor, "~a1-c2") == "purple cannot do that: that is 2 steps, a shell each, and there is 1 shell"


def test_ruling_10_shells_move_the_small_ship_over_own_tiles() -> None:
    apart = play(position("9s a1:I1 e3:I1 ~a1", game="ship", matrix=NO_SINGLES), ">n2")
    assert "no own tiles lead" in why(apart, "~a1-e3")
    nothing_fits = "a1:I1 b1:I1 a2:I2 b2:I2 c1:W0 c2:W0 a3:WB b3:WB c3:WB ~c3"
    state = play(position(f"1s {nothing_fits}", game="ship", matrix=ONLY_ENDS), ">n2")
    assert "no tile could be laid" in why(state, "~c3-b2")


def test_shells_come_from_the_supply_as_long_as_it_has_some() -> None:
    state = position(
        "1s", "28s", ship="w4", matrix="WS E1r I1 E1l / WB E2r I1 E2l / WS EX I2 EX / W0 E1t IH E1b"
    )
    assert player(play(state, ">n1 1=a1"))["shells"] == 2  # one was left


def test_the_storage_holds_one_tile() -> None:
    state = play(position("5s +E2r"), ">n2")
    assert "storage" in why(state, "1=store")
    assert legal(state, "store=a1")
    assert player(play(state, "store=a1"))["stored"] is None


def test_a_tile_taken_off_goes_into_the_box() -> None:
    state = play(position("5s a1:E2r"), ">n2 -a1")
    assert state.actor == 1
    assert "box E2r" in write_position(state)


def test_left_neighbour_of_ship_placer_starts() -> None:
    state = MaoriGame(3).start()
    for label in FEW.replace("/", "").split():
        state = play(state, f"#tile={label}")
    state = play(state, "#first=y >e2")
    assert state.actor == 0
    assert state.round == 1


def test_volcanoes_do_not_come_at_the_start() -> None:
    state = MaoriGame(2).start()
    assert "#tile=V" not in tokens(state)
    assert len(state.weights()) == len(tokens(state))


def test_impossible_games_are_refused() -> None:
    for players, options in [(1, ()), (6, ()), (5, ("atoll",)), (2, ("ship", "shipmust")), (2, ("waters",))]:
        with pytest.raises(GameError):
            MaoriGame(players, options)
    assert MaoriGame(2, ("atoll", "ship")).options == ("ship", "atoll")


MATRIX_WITHOUT_ONE_W0 = "E1t E1r I1 E1l / WB E2r I1 E2l / WS EX I2 EX / W0 E1t IH E1b"
VOLCANO_FIRST = "W0 V I1 E1l / WB E1r I1 E2l / WS EX I2 EX / W0 E1t IH E1b"
NO_SINGLES = "W0 E1r W0 E1l / WB E2r WB E2l / WS EX WS EX / W0 E1t W0 E1b"
ONLY_ENDS = "E1r E1r E1l E1l / E2r E2r E2l E2l / E1t E1t E1b E1b / E2t E2t E2b E2b"
SPARSE = "V - - - / - - - - / - - - - / - I2 - V"
# Everything else but the volcanoes has been laid and taken off.
BOX = "box " + " ".join(
    label
    for kind, label in enumerate(STANDARD.labels)
    for _ in range(STANDARD.counts[kind] - (label == "I2"))
    if label != "V"
)
