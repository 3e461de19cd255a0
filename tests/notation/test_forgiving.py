"""The reader accepts more forms than the writer makes, if only one move can be meant."""

import pytest

from tests.notation.texts import errors_of, game, read, tokens
from tests.support.toy.codec import ToyCodec
from tests.support.toy.game import ToyState
from vanuatu.notation.errors import AmbiguousMove, IllegalMove, NotAMove
from vanuatu.notation.move_reader import read_move

pytestmark = pytest.mark.usefixtures("toy")


def after_draw(number: int, bonus: bool = True) -> ToyState:
    state = ToyState(2)
    state.apply(number)
    state.bonus = [bonus, bonus]
    return state


def meant(text: str, number: int = 3, bonus: bool = True) -> str:
    state = after_draw(number, bonus)
    return ToyCodec().token(state, read_move(ToyCodec(), state, text))


def test_a_canonical_token_is_itself() -> None:
    assert meant("T2") == "T2"
    assert meant("T2@") == "T2@"
    assert meant("p:T2") == "T2"


def test_a_long_form_with_a_bonus_open_means_the_bonus_and_plain_declines_it() -> None:
    assert meant("take 2") == "T2@"
    assert meant("take 2 plain") == "T2"
    assert meant("take 2", bonus=False) == "T2"
    assert meant("take 2 plain", bonus=False) == "T2"


def test_case_and_spaces_are_free_in_long_forms() -> None:
    assert meant("  TAKE   2 ") == "T2@"
    assert meant("t2", bonus=False) == "T2"


def test_short_form_is_accepted_if_one_move_fits() -> None:
    assert meant("take", 1) == "T1@"
    assert meant("t", 1, bonus=False) == "T1"


def test_several_fitting_moves_are_named() -> None:
    with pytest.raises(AmbiguousMove, match=r"take can be T1@, T2@, T3@") as caught:
        meant("take")
    assert caught.value.nearest == ["T1@", "T2@", "T3@"]


def test_illegal_move_error_has_reason_and_legal_moves() -> None:
    with pytest.raises(IllegalMove, match=r"only 1 can be taken \(legal: T1, T1@, H1, …\)") as caught:
        meant("T3", 1)
    assert caught.value.nearest[:2] == ["T1", "T1@"]


def test_unknown_word_is_reported() -> None:
    with pytest.raises(NotAMove, match="no move is written like this"):
        meant("fly")
    with pytest.raises(NotAMove):
        meant("")


def test_seat_must_be_the_seat_to_move() -> None:
    with pytest.raises(IllegalMove, match="it is purple's turn, not teal's"):
        meant("t:T1")
    with pytest.raises(IllegalMove, match="nobody plays blue in this game"):
        meant("b:T1")
    with pytest.raises(IllegalMove, match=r"a draw is missing here\. Expected #draw=…"):
        read_move(ToyCodec(), ToyState(2), "p:T1")


def test_no_move_is_read_after_the_end_of_the_game() -> None:
    state = after_draw(1)
    state.actor = -2
    with pytest.raises(IllegalMove, match="the game is over"):
        read_move(ToyCodec(), state, "T1")


def test_words_of_one_move_are_joined_in_files() -> None:
    assert tokens("1. draw 3 p:take 2 hide 1 *") == ["#draw=3", "T2@", "H1"]
    assert tokens("1. #draw=3 take 2 plain t:Take 2 *") == ["#draw=3", "T2", "T2@"]
    assert tokens("1. #draw=3 take 2! hide 1?? *") == ["#draw=3", "T2@", "H1"]


def test_seat_may_be_capital_or_separate_word() -> None:
    assert tokens("1. draw 3 P:T1 t: T2 #draw=1 p: take 1! t: H1 *") == [
        *["#draw=3", "T1", "T2", "#draw=1", "T1@", "H1"]
    ]
    assert errors_of(game("1. #draw=3 t: T1 *")) == ["f:10:12: t:: it is purple's turn, not teal's"]
    assert len(errors_of(game("1. #draw=3 p: *"))) == 1
    assert len(errors_of(game("1. #draw=3 p: ( T1 ) *"))) == 1


def test_suffixes_of_long_forms_are_kept() -> None:
    [found] = read(game("1. #draw=1 take!? T1?? *"))
    assert [ply.glyphs for ply in found.session.record.plies] == [[], ["!?"], ["??"]]


def test_token_may_end_in_a_question_mark() -> None:
    assert "f:10:17: H?: only 3 can be taken (legal: H1, H2, T1, …)" in errors_of(
        game("1. #draw=3 p:T1 H? *")
    )


def test_round_number_may_be_attached_to_move_or_missing() -> None:
    assert tokens("1.#draw=3 p:T1 1...t:T2 #draw=1 *") == ["#draw=3", "T1", "T2", "#draw=1"]


def test_ambiguity_in_a_file_names_the_moves() -> None:
    assert errors_of(game("1. #draw=2 p:take *")) == ["f:10:12: take: can be T1@, T2@"]
