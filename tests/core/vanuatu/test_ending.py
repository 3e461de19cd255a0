"""Ruling 25: final scoring and winners."""

from typing import Unpack

import pytest

from tests.support.vanuatu.scene import Scene, Setting, scene


def end(**hands: Unpack[Setting]) -> Scene:
    """The end of round 8: purple takes the vatu of resting and holds the first player marker no more."""
    setting: Setting = {"p": "0v", "t": "0v", "first": "y", **hands, "y": "0v +R"}
    return scene("8 act y", **setting).play("Rp")


def test_ruling_25_without_anything_only_the_first_player_marker_counts() -> None:
    assert end().scores == [0, 0, 1 + 3]


def test_ruling_25_the_rest_tokens_of_the_last_round_count_the_first_player_marker_too() -> None:
    game = scene("8 act p", first="p", p="0v +D", t="0v +R", y="0v +R").play("Da2 Rf Rb")
    assert game.scores == [3, 3, 1]
    assert game.view["first"] == "t"


def test_ruling_25_fish_tiles_bring_vatus_and_vatus_a_point_for_every_three() -> None:
    assert end(p="2v F1").scores[0] == 1
    assert end(p="2v").scores[0] == 0
    assert end(p="8v").scores[0] == 2


def test_ruling_25_ten_vatus_from_fish_are_still_five_points() -> None:
    # 8 and 4 are 12: five points and two vatus.
    assert end(p="8v F13").scores[0] == 5
    assert end(p="9v F112233").scores[0] == 10 + 0


def test_ruling_25_treasures_count_twice_their_value() -> None:
    assert end(p="0v ^113").scores[0] == 10


def test_ruling_25_the_rulebooks_example_two_huts_and_four_tourists_are_sixteen_points() -> None:
    assert end(on={"a2": "Bppt T4"}).scores[:2] == [16, 8]


def test_ruling_25_points_of_the_game_count() -> None:
    assert end(p="0v 41p").scores[0] == 41


def test_ruling_25_the_final_position_has_the_players_pieces() -> None:
    game = end(p="8v F13 ^2")
    assert game.seat is None
    assert game.purse("p") == (8, 0)
    assert game.player("p")["fish"] == [1, 3]
    assert game.view["round"] == 8


def test_ruling_25_most_points_win() -> None:
    game = end(p="0v 20p", t="0v 21p")
    assert game.winners == ["t"]
    assert list(game.core.returns()) == [0.0, 1.0, 0.0]


@pytest.mark.parametrize(
    ("hands", "winners"),
    [
        ({"p": "0v 20p", "t": "0v 20p", "on": {"a2": "Bpp", "b4": "Bt"}}, ["p"]),
        ({"p": "0v 20p", "t": "2v 20p", "on": {"a2": "Bp", "b4": "Bt"}}, ["t"]),
        ({"p": "0v F2 20p", "t": "1v 20p", "on": {"a2": "Bp", "b4": "Bt"}}, ["p"]),
        ({"p": "1v 20p", "t": "0v 20p", "on": {"a2": "Bp", "b4": "Btt"}}, ["t"]),
        ({"p": "1v 20p", "t": "1v 20p"}, ["p", "t"]),
    ],
    ids=["most huts", "then most vatus", "vatus from fish", "huts before vatus", "shared"],
)
def test_ruling_25_ties_go_by_huts_then_vatus_and_are_then_shared(hands: Setting, winners: list[str]) -> None:
    game = end(**hands)
    assert game.scores[0] == game.scores[1]
    assert game.winners == winners


def test_ruling_25_a_shared_win_is_shared() -> None:
    assert list(end(p="1v 20p", t="1v 20p").core.returns()) == [0.5, 0.5, 0.0]


def test_ruling_25_a_hut_that_drowned_decides_a_tie() -> None:
    game = end(p="0v 20p B6", t="0v 20p", on={"b4": "W5", "a2": "Bt"}, waters=True)
    assert game.scores[:2] == [20, 20]
    assert game.winners == ["p"]


def test_before_the_end_the_scores_are_as_if_the_game_ended_now() -> None:
    game = scene("4 act p", p="3v 5p F1 ^2 +R", on={"a2": "Bp T2"})
    assert game.scores[0] == 5 + 1 + 3 + 4 + 4
    assert game.winners == []
