"""Moves in words: descriptions, and the many ways to write a move."""

import pytest

from tests.notation.vanuatu.played import (
    ACTING,
    CODEC,
    GAMES,
    LATE,
    PLACING,
    PLANNING,
    TWO,
    after,
    position,
    positions,
)
from tests.support.vanuatu.styles import STYLES
from vanuatu.notation.errors import AmbiguousMove, IllegalMove, NotAMove
from vanuatu.notation.move_reader import Spellings, read_move

TEAL_ACTING = ACTING.replace("act p", "act t")
YELLOW_ACTING = ACTING.replace("act p", "act y").replace("+SFFFD", "+FFFD")
AT_FISH = ACTING.replace("3v 0p b2 B8 @fisherman", "3v 0p b3 B8 @fisherman")
SELLING = ACTING.replace("p 3v 0p b2 B8 @fisherman +SFFFD", "p 3v 0p b2 F112 B7 @vendor +VV").replace(
    "(Gkcb)", "(Gkcb Bp)"
).replace("a3:S2(F1 X2)", "a3:S2(X2)").replace("b3:S1(F2)", "b3:S1")  # fmt: skip
FAR_SELLING = SELLING.replace("(Gkcb Bp)", "(Gkcb)").replace("B7 @vendor", "B8 @vendor")
BUYING = TEAL_ACTING.replace("@builder +BBGTT", "@buyer +GG").replace("ships kcb ", "ships kcb:kc ")
PREACHING = ACTING.replace("@fisherman +SFFFD", "@preacher +S").replace("+SXXDR", "+SSXDR")


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_every_legal_move_reads_back_from_its_words(players: int, options: tuple[str, ...]) -> None:
    for number, style in enumerate(STYLES):
        for ply, state in enumerate(positions(players, options, 100 + number, style)):
            moves = [int(move) for move in state.legal_moves()]
            printed = [CODEC.words(state, move) for move in moves]
            assert len({words.lower() for words in printed}) == len(printed)
            if ply % 7 == number % 7 and len(moves) < 100:
                known = Spellings(CODEC, state)
                assert [known.fitting(words) for words in printed] == [[move] for move in moves]


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_every_spelling_means_its_move_or_leaves_the_choice_open(
    players: int, options: tuple[str, ...]
) -> None:
    for ply, state in enumerate(positions(players, options, 3, "plain")):
        if ply % 11:
            continue
        known = Spellings(CODEC, state)
        for move in list(state.legal_moves())[:40]:
            for form in CODEC.spellings(state, int(move)):
                assert form == " ".join(form.lower().split())
                assert move in known.fitting(form), form


WORDS = [
    (PLANNING, "+SF", "plan to sail and to fish"),
    (PLANNING, "+BB", "plan to build with two markers"),
    (PLACING, "A2=c3", "place A2 (island) on c3"),
    (PLACING, "B1=a1", "place B1 (ocean, fish 1, treasure 3) on a1"),
    (ACTING, "b2-b3", "sail to b3 for 1 vatu"),
    (ACTING, "b2-b2:2", "sail around and back to b2 for 2 vatus"),
    (YELLOW_ACTING, "b2-a3@", "sail to a3 for free (Navigator)"),
    (TEAL_ACTING, "Ba2", "build a hut on a2 for 3 vatus"),
    (TEAL_ACTING, "Ba2@", "build a hut on a2 for 1 vatu (Builder)"),
    (TEAL_ACTING, "Ga2b", "buy beef on a2 for 3 vatus, for 5 points on the ship kcb"),
    (BUYING, "Ga2b", "buy beef on a2 for 3 vatus, for 7 points on the ship kcb (2 of them since it is full)"),
    (BUYING, "Ga2k@", "buy kava on a2 for 1 vatu, for 1 point on the ship kkk, and a second one free, "
     "for 1 point on the ship kkk (Buyer)"),
    (BUYING, "Ga2c@", "buy copra on a2 for 2 vatus, for 3 points on the ship cbb, and a second one free, "
     "lost, because no ship wants it (Buyer)"),
    (TEAL_ACTING, "Ta2", "bring a tourist to a2, where no hut pays for it"),
    (ACTING, "Da2", "make a drawing on a2 for 3 points"),
    (AT_FISH, "Fb3", "fish on b3 for a fish of 2"),
    (AT_FISH, "Fb3@", "fish on b3 for a fish of 2 and 2 points (Fisherman)"),
    (SELLING, "V1", "sell fish of 1 at 3 for 3 vatus"),
    (SELLING, "V112", "sell fish of 1, 1 and 2 at 3 for 12 vatus (15 in all become 5 points and 5 vatus)"),
    (FAR_SELLING, "V12@", "sell fish of 1 and 2 at 3 for 9 vatus (12 in all become 5 points and 2 vatus) "
     "(Vendor)"),
    (PREACHING, "b2-b3@", "sail to b3 for 1 vatu without the majority (Preacher)"),
    (PREACHING, "-S", "withdraw 1 marker from sail"),
    (LATE, "b3-c4", "sail to c4 for 1 vatu; then the waters rise"),
    (TWO, "Dc3@", "make a drawing on c3 for 5 points (Artist)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "token", "words"), WORDS, ids=[case[2] for case in WORDS])
def test_a_move_in_words(text: str, token: str, words: str) -> None:
    state = position(text)
    move = CODEC.parse(state, token)
    assert state.is_legal(move)
    assert CODEC.words(state, move) == words


def test_free_actions_in_words() -> None:
    state = after(position(TWO), "Dc3")
    assert CODEC.words(state, CODEC.parse(state, "^3")) == "sell a treasure of 3 for 3 vatus"
    beggar = position(
        CODEC.write_position(state).replace("@navigator", "@beggar").replace("vendor", "beggar")
    )
    assert CODEC.words(beggar, CODEC.parse(beggar, "@2")) == "give 2 points for 2 vatus (Beggar)"


def test_the_governor_in_words() -> None:
    state = position(ACTING.replace("@fisherman", "@governor"))
    assert CODEC.words(state, CODEC.parse(state, "@F-D")) == "move 3 markers from fish to draw (Governor)"


def test_draws_in_words() -> None:
    printed = []
    for state in positions(2, ("waters",), 1, "trade"):
        if state.actor == -1:
            printed.append(CODEC.words(state, int(state.legal_moves()[0])))
    for beginning in (
        "the tiles to start with are S0 on a3, S1 on b2 and S2 on b3",
        "the next tiles are A1 (island) and B1 (ocean, fish 1, treasure 3)",
        "the ships kcb, kcb and kkc arrive",
        "no tourists arrive",
        "purple is the first player",
        "the characters on offer are artist, beggar, builder, buyer and diver",
        "the die shows 1: the waters rise after 1 action",
    ):
        assert any(words.startswith(beginning) for words in printed), beginning


MEANT = [
    (ACTING, "draw", "Da2"),
    (ACTING, "D", "Da2"),
    (ACTING, "draw a2", "Da2"),
    (ACTING, "Sail to B3", "b2-b3"),
    (ACTING, "sail b3", "b2-b3"),
    (ACTING, "b3", "b2-b3"),
    (ACTING, "b2 b3", "b2-b3"),
    (ACTING, "b3 3", "b2-b3:3"),
    (ACTING, "b3:3", "b2-b3:3"),
    (ACTING, "b2-b3:1", "b2-b3"),
    (ACTING, "b2", "b2-b2:2"),
    (ACTING, "withdraw fish", "-F"),
    (ACTING, "take back fish", "-F"),
    (ACTING, "take back", "-F"),
    (AT_FISH, "fish", "Fb3@"),
    (AT_FISH, "fish plain", "Fb3"),
    (AT_FISH, "F", "Fb3@"),
    (AT_FISH, "fish b3 plain", "Fb3"),
    (AT_FISH, "fish bonus", "Fb3@"),
    (YELLOW_ACTING, "a3", "b2-a3@"),
    (YELLOW_ACTING, "a3 plain", "b2-a3"),
    (YELLOW_ACTING, "sail b3 3", "b2-b3:3"),
    (TEAL_ACTING, "build", "Ba2@"),
    (TEAL_ACTING, "build a2 plain", "Ba2"),
    (TEAL_ACTING, "buy kava", "Ga2k"),
    (TEAL_ACTING, "g a2 b", "Ga2b"),
    (TEAL_ACTING, "transport", "Ta2"),
    (TEAL_ACTING, "tourist to a2", "Ta2"),
    (SELLING, "sell all", "V112"),
    (SELLING, "sell 1 2", "V12"),
    (SELLING, "sell 1,1", "V11"),
    (SELLING, "v2", "V2"),
    (FAR_SELLING, "sell all", "V112@"),
    (PLANNING, "plan fish sail", "+SF"),
    (PLANNING, "+FS", "+SF"),
    (PLANNING, "fish and sail", "+SF"),
    (PLANNING, "sf", "+SF"),
    (PLANNING, "draw draw", "+DD"),
    (PLANNING, "draw twice", "+DD"),
    (PLACING, "a2 c3", "A2=c3"),
    (PLACING, "place B1 on a1", "B1=a1"),
    (LATE.replace("+SBXD", "+RRRR").replace(" Rb1", "").replace("Rf2", "Rf1"), "rest both", "Rb"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "form", "token"), MEANT, ids=[f"{case[1]} is {case[2]}" for case in MEANT])
def test_other_form_means_the_token(text: str, form: str, token: str) -> None:
    state = position(text)
    assert CODEC.token(state, read_move(CODEC, state, form)) == token


def test_ambiguous_form_lists_matching_moves() -> None:
    with pytest.raises(AmbiguousMove) as caught:
        read_move(CODEC, position(SELLING), "sell")
    assert caught.value.nearest == ["V1", "V11", "V2", "V12", "V112"]
    with pytest.raises(AmbiguousMove) as caught:
        read_move(CODEC, position(TEAL_ACTING), "buy")
    assert caught.value.nearest == ["Ga2k", "Ga2c", "Ga2b"]


WHY = [
    (PLANNING, "sell", "purple cannot plan to sell: no fish, and fishing is not planned"),
    (PLANNING, "plan sell and rest", "purple cannot plan to sell: no fish, and fishing is not planned"),
    (PLANNING, "+RV", "purple cannot plan to sell: no fish, and fishing is not planned"),
    (PLANNING, "+vr", "purple cannot plan to sell: no fish, and fishing is not planned"),
    (ACTING, "fb2", "there are no fish on b2"),
    (ACTING, "-d", "purple leads draw and can perform it"),
    (SELLING, "v32", "purple does not have those fish"),
    (ACTING, "fish", "there are no fish on b2"),
    (ACTING, "explore", "purple has no markers on explore"),
    (ACTING, "sail c3", "no tile lies on c3 yet"),
    (ACTING, "b3 2", "b3 cannot be reached in 2 cells"),
    (ACTING, "a2", "a2 is not an ocean tile"),
    (ACTING, "take back draw", "purple leads draw and can perform it"),
    (YELLOW_ACTING, "take build", "yellow has no markers on build"),
    (TEAL_ACTING, "build b1", "there is no island on b1"),
    (TEAL_ACTING, "dike a2 b2", "dikes are only built with rising waters"),
    (TEAL_ACTING.replace("(Gkcb)", "(Gkc)"), "buy beef", "no beef is left on a2"),
    (SELLING, "sell 3", "purple does not have those fish"),
    (FAR_SELLING, "sell all plain", "purple has no hut beside b2"),
    (PLACING, "A2 on a1", "an island on a1 would touch another island"),
    (PLANNING.replace("plan1", "character"), "take the builder", "teal has the Builder"),
    (
        PLANNING.replace("plan1", "character"),
        "plan",
        "that is for another phase: purple chooses a character now",
    ),
    (PLANNING, "plan", "purple places 2 markers now"),
    (PLANNING, "take back", "that is for another phase: purple plans now"),
    (PLACING, "beg", "that is for another phase: yellow places a tile now"),
]


@pytest.mark.parametrize(("text", "form", "reason"), WHY, ids=[case[1] for case in WHY])
def test_a_long_form_that_is_not_legal_has_its_reason(text: str, form: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        read_move(CODEC, position(text), form)
    assert str(caught.value).startswith(reason)


@pytest.mark.parametrize(
    ("text", "form", "token"),
    [(AT_FISH, "fish 12", "Fb3"), (SELLING, "sell 1 please", "V1"), (ACTING, "sail slowly to b3", "b2-b3")],
)
def test_a_form_with_a_word_too_many_names_the_move_it_may_mean(text: str, form: str, token: str) -> None:
    with pytest.raises(NotAMove, match=f"not understood; did you mean {token}?"):
        read_move(CODEC, position(text), form)


@pytest.mark.parametrize("form", ["swim", "@", "", "?", "é", "dance about"])
def test_unknown_words_are_refused(form: str) -> None:
    with pytest.raises(NotAMove):
        read_move(CODEC, position(PLANNING), form)
