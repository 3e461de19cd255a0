"""Moves as tokens and back."""

import pytest

from tests.notation.vanuatu.played import (
    ACTING,
    CODEC,
    GAMES,
    LATE,
    PLANNING,
    TWO,
    after,
    legal,
    position,
    positions,
)
from tests.support.vanuatu.styles import STYLES
from vanuatu.core.vanuatu.moves import Kind, make
from vanuatu.core.vanuatu.tables import RestToken


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_every_legal_move_matches_its_token(players: int, options: tuple[str, ...]) -> None:
    for seed, style in enumerate(STYLES):
        for state in positions(players, options, seed, style):
            for move in state.legal_moves():
                token = CODEC.token(state, int(move))
                assert CODEC.parse(state, token) == move, token


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_no_two_legal_moves_share_a_token(players: int, options: tuple[str, ...]) -> None:
    for state in positions(players, options, 7, "plain"):
        tokens = legal(state)
        assert len(set(tokens)) == len(tokens)


def test_a_sail_names_its_length_only_where_it_is_not_the_shortest() -> None:
    yellow = position(ACTING.replace("act p", "act y").replace("+SFFFD", "+FFFD"))
    sails = [token for token in legal(yellow) if token[2:3] == "-"]
    assert sails == ["b2-a3@", "b2-a3", "b2-b2@", "b2-b2:2", "b2-b3@", "b2-b3", "b2-b3:3"]


def test_a_sail_without_a_length_is_the_shortest_one() -> None:
    state = position(ACTING)
    assert CODEC.parse(state, "b2-a3") == CODEC.parse(state, "b2-a3:2")
    assert CODEC.parse(state, "b2-b3") == CODEC.parse(state, "b2-b3:1")
    assert CODEC.token(state, CODEC.parse(state, "b2-b3:1")) == "b2-b3"
    assert CODEC.token(state, CODEC.parse(state, "b2-b2:2")) == "b2-b2:2"


def test_the_same_token_is_a_free_trip_for_the_navigator_and_paid_for_by_the_preacher() -> None:
    navigator = after(position(TWO), "Dc3")
    preacher = position(CODEC.write_position(navigator).replace("@navigator", "@preacher"))
    assert (navigator.actor, preacher.actor) == (1, 1)
    free, paid = CODEC.parse(navigator, "a1-b2@"), CODEC.parse(preacher, "a1-b2@")
    assert CODEC.words(navigator, free) == "sail to b2 for free (Navigator)"
    assert CODEC.words(preacher, paid) == "sail to b2 for 1 vatu without the majority (Preacher)"
    assert CODEC.token(preacher, paid) == "a1-b2@"
    assert CODEC.token(preacher, CODEC.parse(preacher, "a1-a1:2@")) == "a1-a1:2@"


def test_sail_from_a_cell_without_the_boat_is_an_illegal_move() -> None:
    state = position(ACTING)
    move = CODEC.parse(state, "b3-b2")
    assert move >= 0
    assert not state.is_legal(move)


def test_a_rest_that_was_not_seen_is_written_with_a_question_mark() -> None:
    state = position(LATE.replace("+SBXD", "+SBXR").replace(" Rb1", "").replace("Rf2", "Rf1"))
    assert {"Rb", "Rp", "Rv"} <= set(legal(state))
    for token in ("Rb", "Rp", "Rv"):
        assert CODEC.token(state, int(state.seen_by_others(CODEC.parse(state, token)))) == "R?"
    assert CODEC.parse(state, "R?") == make(Kind.REST, RestToken.UNSEEN)


@pytest.mark.parametrize(
    "text",
    ["", "x", "+VF", "+fv", "V21", "V4", "V1111111111", "Fb3!", "Fb9", "b2-c9", "b2-c3:4", "@nobody", "@F-F",
     "Wa2/c3", "B2=e1", "S0=a1", "~S", "~SSSS", "#flood=7", "#ships=", "#first=x", "#cast=artist", "Ga2x",
     "R", "p:Fb3", " Fb3", "Fb3@@", "é", "+" * 5000],
)  # fmt: skip
def test_invalid_token_matches_no_move(text: str) -> None:
    assert CODEC.parse(position(PLANNING), text) == -1
