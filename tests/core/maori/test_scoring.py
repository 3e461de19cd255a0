"""The final scoring: the rulebook's example, majorities and ties, item by item."""

from tests.support.maori.positions import MATRIX, position
from vanuatu.notation.maori.view import scoring, tie_rule

# 14 tiles of which two are left over from islands never completed: 16 in all.
EXAMPLE = (
    "3s a1:WS b1:E1t c1:E1t a2:EH2r b2:M2a c2:E2l d2:ELr e2:ELl "
    "a3:EBr b3:EBl c3:E2b d3:W0 e3:IB c4:E3t d4:WB e4:WB"
)
FEW = "E1r E1r E1l E1l / E2r E2r E1b E1b / EX EX WS WS / I1 W0 IH IH"


def test_the_scoring_example_of_the_rulebook_gives_37_points() -> None:
    state = position(EXAMPLE, "4s", turn="16 over t", more="last 0", matrix=FEW)
    assert scoring(state)[0] == [
        ("palms without a hut", 10),
        ("palms with a hut", 12),
        ("leis", 10),
        ("most ships", 7),
        ("most shells", 0),
        ("empty spaces", -2),
    ]
    assert list(state.scores()) == [37, 4 - 16]
    assert list(state.winners()) == [0]
    assert tie_rule(state) == ""


def test_tied_seats_score_all_points_for_most_ships_or_shells() -> None:
    state = position("4s a1:WB", "4s a1:WB", "3s b1:W0", matrix=MATRIX.replace("W0", "E2l", 1))
    assert [dict(items)["most ships"] for items in scoring(state)] == [3, 3, 0]
    assert [dict(items)["most shells"] for items in scoring(state)] == [4, 4, 0]


def test_a_second_hut_makes_palms_no_dearer() -> None:
    state = position("0s a2:EH2r b2:EH1l", "5s")
    assert dict(scoring(state)[0])["palms with a hut"] == 6


def test_the_items_add_up_to_the_score() -> None:
    state = position(EXAMPLE, "4s a1:WB +E2l", turn="16 over t", more="last 0", matrix=FEW)
    assert [sum(points for _, points in items) for items in scoring(state)] == list(state.scores())


def test_more_shells_break_tie_although_they_score_nothing() -> None:
    state = position("1s a1:I2", "0s b1:I2", "2s", turn="9 over t", more="idle 16")
    assert list(state.scores()) == [2 + 2 - 15, 2 + 2 - 15, 2 + 2 - 16]
    assert list(state.winners()) == [0]
    assert tie_rule(state) == "equal in points: purple with the most shells (1)"


def test_equal_points_and_shells_share_the_victory() -> None:
    state = position("1s a1:I2", "1s b1:I2", "0s", turn="9 over t", more="idle 16")
    assert list(state.winners()) == [0, 1]
    assert list(state.returns()) == [0.5, 0.5, 0.0]
    assert tie_rule(state) == "equal in points and in shells: the victory is shared"


def test_there_is_no_winner_before_the_end() -> None:
    assert list(position("5s a1:I1", "0s").winners()) == []
