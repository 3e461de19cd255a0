"""Output is canonical, and canonical text is unchanged byte for byte."""

import pytest

from tests.notation.texts import TAGS, game, read, rewritten
from vanuatu.notation.pvn.writer import write_game

pytestmark = pytest.mark.usefixtures("toy")

MOVES = "1. #draw=3 p:T1 t:T2"


@pytest.mark.parametrize(
    "movetext",
    [
        "*",
        f"{MOVES} *",
        f"{MOVES}\n2. #draw=1 p:T1@ t:H1\n3. #draw=1 *",
        "{before all moves}\n1. #draw=3 p:T1 {after one} {and again} *",
        "1. #draw=3 p:T1! t:T2!? $14 $0 {said after the glyphs} *",
        f"{MOVES} ; to the end of the line\n*",
        f"{MOVES}\n% an escape  line {{ as it stands\n*",
        "1. #draw=3 p:T1 ( p:T2 t:H1 ) t:T2 ( t:T3 ) ( t:H1 {why not} ) {after both} *",
        "1. #draw=3 p:T1 ( p:T2 ( p:T3 t:T1 ( t:T2 ) ) t:T2 ) t:T2 *",
        "1. #draw=3 p:T1 ( {first a word} p:T2 t:T1 2. #draw=1 ) t:T2\n2. #draw=2 *",
        "1. #draw=3 p:T1 {} t:T2 {;no remark} {%no escape} {{no brace} *",
        f"{MOVES} * {{behind the result}} ; and more",
        "1. #draw=3 p:T1 {[%clk 0:01:30] [%eval 0.61,0.39]} *",
        "1. #draw=3 p:T1 {nothing breaks here:\u00a0so} *",
    ],
)
def test_canonical_text_is_unchanged(movetext: str) -> None:
    assert rewritten(game(movetext)) == game(movetext)


def test_a_round_starts_a_new_line_and_tokens_fill_lines_of_79() -> None:
    words = " ".join(["word"] * 40)
    text = rewritten(game(f"1. #draw=3 {{{words}}} p:T1 t:T2 2. #draw=1 *"))
    lines = text.split("\n\n")[1].splitlines()
    assert lines == [
        "1. #draw=3 {word" + " word" * 12,
        "word" + " word" * 14 + " word",
        "word" + " word" * 9 + " word} p:T1 t:T2",
        "2. #draw=1 *",
    ]
    assert max(map(len, lines)) == 79


def test_word_longer_than_line_gets_own_line() -> None:
    long = "x" * 100
    text = rewritten(game(f"1. #draw=3 {{{long}}} p:T1 *"))
    assert text.endswith(f"\n1. #draw=3\n{{{long}}}\np:T1 *\n")


def test_runs_of_white_space_in_a_comment_are_one_space() -> None:
    assert "{one two three}" in rewritten(game("1. #draw=3 {  one\r\n\ttwo   three } *"))


def test_glyphs_precede_comments() -> None:
    assert "p:T1! $3 {said} t:T2" in rewritten(game("1. #draw=3 p:T1 {said} ! $003 t:T2 *"))


def test_a_suffix_after_another_becomes_a_glyph() -> None:
    assert "p:T1! $2 *" in rewritten(game("1. #draw=3 p:T1! ? *"))


def test_games_are_parted_by_an_empty_line() -> None:
    two = game(f"{MOVES} *") + "\n" + game("*")
    assert rewritten(two) == two
    assert rewritten(two.replace("\n\n", "\n")) == two


def test_the_roster_is_always_written_and_other_tags_come_last_in_order() -> None:
    text = '[Zeta "z"]\n[Alpha "a"]\n[Teal "B"]\n[Purple "A"]\n[GameType "toy"]\n[Seed "7"]\n\n*\n'
    assert rewritten(text) == (
        '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[Purple "A"]\n[Teal "B"]\n'
        '[Result "*"]\n[GameType "toy"]\n[Seed "7"]\n[Alpha "a"]\n[Zeta "z"]\n\n*\n'
    )


def test_quotes_and_backslashes_in_tags_are_escaped() -> None:
    text = TAGS.replace('"Ann"', r'"A \"n\" n\\"') + "*\n"
    assert read(text)[0].session.record.tags["Purple"] == 'A "n" n\\'
    assert rewritten(text) == text


def test_a_second_writing_equals_the_first() -> None:
    sloppy = (
        "; a remark before everything\n%and an escape\n"
        + TAGS.replace("]\n", "]\r\n").replace('[Round "1"]', '  [ Round   "1" ] ')
        + "{x}1.#draw=3(#draw=2 {y})T1 ?! take 2 2...draw 2 p:T1!;z\n*;end"
    )
    once = rewritten(sloppy)
    assert rewritten(once) == once
    assert "{x}" in once
    assert "; a remark before everything" in once
    assert "p:T1?! t:T2@" in once


def test_comments_before_the_tags_move_before_the_first_move() -> None:
    assert rewritten("{hello}\n" + game("*")) == game("{hello} *")


def test_a_round_number_is_written_where_the_round_begins_also_in_the_middle_of_one() -> None:
    position = TAGS.replace("\n\n", '\n[SetUp "1"]\n[FEN "2 1 3 4,0 @-"]\n\n')
    assert rewritten(position + "t:T1 #draw=2 *") == position + "2. t:T1\n3. #draw=2 *\n"


def test_deep_variations_are_written_without_recursion() -> None:
    deep = "1. #draw=3" + " ( #draw=2" * 100 + " )" * 100 + " *"
    once = rewritten(game(deep))
    assert rewritten(once) == once
    assert once.count("(") == 100


def test_writing_does_not_need_the_game() -> None:
    [found] = read(game(f"{MOVES} *"))
    found.session.record.tags["GameType"] = "unheard of"
    assert '[GameType "unheard of"]' in write_game(found.session.record)
