"""Rulings 26 to 28: the official variant for two players."""

from fractions import Fraction
from typing import Unpack

import pytest

from tests.support.vanuatu.scene import Scene, Setting, new, scene
from vanuatu.core.game import GameError
from vanuatu.core.games import make_game
from vanuatu.core.vanuatu import codes

CAST = "artist beggar builder buyer diver"
BEGUN = "#start=012 #tiles=A1,B1 #ships=kcb,kkk,cbb #tourists=2 #first=t"


def duel(turn: str, **setting: Unpack[Setting]) -> Scene:
    """A position of two players."""
    duel: Setting = {"players": 2, "cast": "artist beggar builder governor navigator", **setting}
    return scene(turn, **duel)


def test_ruling_26_two_players_always_play_with_characters() -> None:
    with pytest.raises(GameError):
        make_game("vanuatu", 2, ("nocharacters",))


def test_ruling_26_five_of_eleven_characters_are_drawn_before_the_neutral_markers() -> None:
    game = new(2).play(BEGUN)
    assert len(game.tokens) == 462
    assert game.chance("#cast=artist,beggar,builder,buyer,diver") == Fraction(1, 462)
    game.play("#cast=artist,beggar,builder,buyer,diver")
    assert (game.view["phase"], game.seat) == ("neutral", "t")


def test_ruling_26_first_player_places_two_neutral_markers_and_second_player_three() -> None:
    game = new(2).play(BEGUN).play("#cast=artist,beggar,builder,buyer,diver")
    assert len(game.tokens) == 45
    assert {"~SS", "~SF", "~RR"} <= game.tokens
    assert game.why("~SSR") == codes.MARKER_COUNT
    game.play("~SF")
    assert game.seat == "p"
    assert len(game.tokens) == 165
    assert game.why("~SF") == codes.MARKER_COUNT
    game.play("~SSR")
    assert game.view["neutral"] == {"S": 3, "F": 1, "R": 1}
    assert (game.view["phase"], game.seat) == ("character", "t")


def test_ruling_26_only_characters_on_offer_can_be_chosen() -> None:
    game = new(2).play(BEGUN).play("#cast=artist,beggar,builder,buyer,diver ~SF ~SSR")
    assert game.tokens == {"@artist", "@beggar", "@builder", "@buyer", "@diver"}
    assert game.why("@guide") == codes.CHARACTER_OFF
    game.play("@artist")
    assert game.tokens == {"@beggar", "@builder", "@buyer", "@diver"}
    assert game.why("@artist") == codes.CHARACTER_HELD


def test_ruling_26_the_next_five_are_drawn_from_the_six_that_were_not_on_offer() -> None:
    fresh = {"fisherman", "governor", "guide", "navigator", "preacher", "vendor"}
    game = duel("2 setup cast", cast=CAST, tiles="C2 D1", p="@artist", t="@beggar")
    assert len(game.tokens) == 6
    for token in game.tokens:
        assert set(token.removeprefix("#cast=").split(",")) < fresh


def test_ruling_27_a_seat_needs_more_markers_than_the_neutral_ones() -> None:
    barred = duel("1 act p", neutral="DDSSS", p="+DD @navigator", t="+R @artist")
    assert barred.tokens == {"-D"}
    assert barred.why("Da2") == codes.NEUTRALS_BAR
    leading = duel("1 act p", neutral="DDSSS", p="+DDD @navigator", t="+R @artist")
    assert leading.tokens == {"Da2"}


def test_ruling_27_as_many_are_enough_for_the_character_of_the_action() -> None:
    assert duel("1 act p", neutral="DDSSS", p="+DD @artist", t="@builder").tokens == {"Da2", "Da2@"}
    used = duel("1 act p", neutral="DDSSS", p="+DD @artist*", t="@builder")
    assert used.tokens == {"Da2"}
    assert duel("1 act p", neutral="DDSSS", p="+D @artist", t="@builder").tokens == {"-D"}


def test_ruling_27_as_many_are_enough_where_the_governor_moved_markers_this_round() -> None:
    game = duel("1 act p", neutral="DDSSS", p="+FF @governor", t="+RR @builder").play("@F-D Rb")
    assert game.tokens == {"Da2"}
    assert game.view["neutral"] == {"S": 3, "D": 2}


def test_ruling_27_the_other_player_must_still_be_outnumbered() -> None:
    game = duel("1 act t", first="p", neutral="DDSSS", p="+DD @navigator", t="+DD @artist")
    assert game.tokens == {"-D"}


def test_ruling_27_neutral_markers_stay_until_the_round_ends() -> None:
    game = duel("1 act p", neutral="DDSSS", p="+R @navigator", t="+RR @artist").play("-R")
    assert game.view["neutral"] == {"S": 3, "D": 2}
    game.play("Rf")
    assert (game.view["round"], game.view["neutral"]) == (2, {})


def test_ruling_18_neutral_markers_do_not_stand_in_the_preachers_way() -> None:
    cast = "artist beggar builder governor preacher"
    game = duel("1 act p", cast=cast, neutral="DDDSS", p="+D @preacher", t="+RR @artist")
    assert game.tokens == {"Da2@", "-D"}
    assert game.play("Da2@").purse("p") == (3, 3)


def test_ruling_28_a_boat_may_not_end_its_move_on_the_other_boats_cell() -> None:
    sailing = duel("1 act p", neutral="DDDDD", p="b2 3v +S @artist", t="b3 @builder")
    assert sailing.tokens == {"b2-a3", "b2-b2:2"}
    assert sailing.why("b2-b3") == codes.BOAT_THERE


def test_ruling_28_both_boats_start_on_the_same_cell_and_never_share_one_again() -> None:
    sailing = duel("1 act p", neutral="DDDDD", p="b2 3v +S @artist", t="b2 @builder")
    assert "b2-b2:2" not in sailing.tokens
    assert sailing.why("b2-b2:2") == codes.BOAT_THERE


def test_ruling_28_holds_for_the_navigators_free_trip_and_for_planning() -> None:
    sailing = duel("1 act p", neutral="DDDDD", p="b2 0v +S @navigator", t="b3 @builder")
    assert sailing.tokens == {"b2-a3@", "b2-b2@", "-S"}
    planning = duel("1 plan1 p", neutral="DDDDD", p="b2 1v @artist", t="b3 @builder")
    assert not {token for token in planning.tokens if "S" in token}
