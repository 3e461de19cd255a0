"""The position as a map, the phase, the score items, the tie break, and the end of a game."""

import json

import pytest

from tests.notation.vanuatu.played import (
    ACTING,
    CODEC,
    GAMES,
    LATE,
    PLANNING,
    TWO,
    after,
    position,
    positions,
)
from tests.support.vanuatu.styles import STYLES

OVER = (
    "vanuatu 3; 8 over; first t; market 3; tourists 0; ships kcb kkk cbb / kcb kkc kkc ccb kbb kcc kkb; "
    "board a1:D2(Gkc) a2:E0(Gkcb Bptt D1 T4) a3:S2 a4:E1 b1:C1 b2:S0 b3:S1 b4:E2 b5:F1 c1:A1(Gkb Bp T2) "
    "c2:B1 c3:A2 c4:D1(Gkk) c5:B2 c6:F2 d3:C2; p 3v 10p b2 F12 ^3 B6 @artist; t 9v 10p b2 F1 B6 @guide; "
    "y 2v 31p b2 B8 @buyer"
)


def test_position_is_written_as_documented() -> None:
    view = CODEC.view(after(position(ACTING), "b2-b3 Ba2@ b2-a3@ Fb3@"))
    assert list(view) == [
        "round", "phase", "seat", "first", "market", "tourists", "die", "ships", "visible", "players",
        "neutral", "leaders", "board",
    ]  # fmt: skip
    assert view | {"players": 0, "board": 0, "leaders": 0} == {
        "round": 1,
        "phase": "act",
        "seat": "t",
        "first": "p",
        "market": 3,
        "tourists": 2,
        "die": None,
        "ships": [{"wants": name, "loaded": ""} for name in ("kcb", "kkk", "cbb")],
        "visible": ["A2", "B1"],
        "players": 0,
        "neutral": {},
        "leaders": 0,
        "board": 0,
    }
    assert {view["leaders"][action] for action in "XR"} == {"y"}
    assert list(view["players"]) == ["p", "t", "y"]
    assert list(view["players"]["p"].items()) == [
        ("vatus", 2), ("points", 2), ("boat", "b3"), ("fish", [2]), ("treasures", []), ("huts", 8),
        ("character", "fisherman"), ("used", True), ("markers", {"D": 1}), ("rest", None),
    ]  # fmt: skip
    assert view["players"]["y"]["markers"] == {"X": 2, "D": 1, "R": 1}
    assert list(view["board"]) == ["a2", "a3", "b2", "b3"]
    assert list(view["board"]["a2"].items()) == [
        ("tile", "E0"), ("goods", "kcb"), ("huts", "t"), ("drawings", 0), ("tourists", 0), ("water", 0),
        ("dikes", []), ("submerged", False),
    ]  # fmt: skip
    assert list(view["board"]["b3"].items()) == [("tile", "S1"), ("fish", 1), ("treasure", 0)]


def test_waters_dikes_rests_and_neutral_markers_are_shown() -> None:
    late, two = CODEC.view(position(LATE)), CODEC.view(position(TWO))
    assert late["die"] == 1
    assert CODEC.scene(position(LATE))["islands"]["a2"]["dikes"] == ["a3", "b3"]
    assert late["board"]["c3"] == {
        "tile": "A2", "goods": "", "huts": "", "drawings": 0, "tourists": 0, "water": 5, "dikes": [],
        "submerged": True,
    }  # fmt: skip
    assert (late["players"]["t"]["rest"], late["players"]["y"]["rest"]) == ("b", "f")
    assert late["players"]["t"]["treasures"] == []
    assert two["neutral"] == {"S": 1, "X": 1, "F": 1, "V": 1, "R": 1}
    assert two["players"]["t"]["treasures"] == [2, 3]


def test_before_the_first_draw_there_is_no_boat_and_no_first_player() -> None:
    state = next(positions(3, (), 1, "plain"))
    view = CODEC.view(state)
    assert (view["phase"], view["seat"], view["first"], view["visible"], view["ships"]) == (
        "setup",
        "#",
        None,
        [],
        [],
    )
    assert view["players"]["p"]["boat"] is None


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_the_map_is_plain_json_in_every_position(players: int, options: tuple[str, ...]) -> None:
    phases = set()
    for state in positions(players, options, 2, "settle"):
        view = CODEC.view(state)
        assert json.loads(json.dumps(view)) == view
        assert view["phase"] == CODEC.phase(state)
        phases.add(view["phase"])
    expected = {"setup", "place", "plan", "act", "over"}
    expected |= set() if "nocharacters" in options else {"character"}
    assert phases - {"beg"} == expected | ({"neutral"} if players == 2 else set())
    assert view["seat"] is None


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_the_items_of_a_score_add_up(players: int, options: tuple[str, ...]) -> None:
    for number, style in enumerate(STYLES):
        for state in positions(players, options, number, style):
            sums = [sum(points for _, points in items) for items in CODEC.scoring(state)]
            assert sums == [int(score) for score in state.scores()]


def test_score_lists_its_items() -> None:
    table = CODEC.scoring(position(OVER))
    assert table[0] == [
        ("points", 10),
        ("fish turned into vatus", 0),
        ("first player marker", 0),
        ("vatus, 3 for a point", 2),
        ("treasures twice", 6),
        ("huts and tourists", 12),
    ]
    assert dict(table[1])["fish turned into vatus"] == 5
    assert dict(table[1])["first player marker"] == 3


def test_a_tie_is_decided_by_huts_then_by_vatus_then_shared() -> None:
    state = position(OVER)
    assert [int(score) for score in state.scores()] == [30, 34, 31]
    assert CODEC.tie_rule(state) == ""
    by_huts = position(OVER.replace("2v 31p", "2v 34p"))
    assert CODEC.tie_rule(by_huts) == (
        "teal and yellow have 34 points each; teal has placed the most huts (2)"
    )
    text = OVER.replace("p 3v 10p", "p 3v 14p")
    by_vatus = position(text)
    assert CODEC.tie_rule(by_vatus) == (
        "purple and teal have 34 points each; purple and teal have placed the most huts (2); "
        "purple has the most vatus left (6)"
    )
    shared = position(text.replace("t 9v 10p", "t 5v 13p"))
    assert [int(seat) for seat in shared.winners()] == [0, 1]
    assert CODEC.tie_rule(shared).endswith("purple and teal have 6 vatus left each and share the win")


def test_game_lost_by_all_is_reported() -> None:
    ends = [list(positions(4, ("waters",), seed, "drown"))[-1] for seed in range(3)]
    lost = [state for state in ends if CODEC.termination(state)]
    assert lost
    for state in lost:
        assert CODEC.termination(state) == "submerged"
        assert CODEC.scoring(state) == [[("lost to the waters", 0)]] * 4
        assert CODEC.tie_rule(state) == ""
    assert CODEC.termination(position(PLANNING)) is None
