"""Each kind of invalid text gives one line with its place, and later games are read."""

import pytest

from tests.notation.texts import TAGS, errors_of, game, read

pytestmark = pytest.mark.usefixtures("toy")

GOOD = game("1. #draw=3 p:T1 t:T2 *")


@pytest.mark.parametrize(
    ("movetext", "printed"),
    [
        ("1. #draw=3 p:T4 *", "10:12: p:T4: no move is written like this (legal: T1, T2, T3, …)"),
        ("1. #draw=1\np:T3@! *", "11:1: p:T3@!: only 1 can be taken (legal: T1@, T1, H1, …)"),
        ("1. #draw=3 t:T1 *", "10:12: t:T1: it is purple's turn, not teal's"),
        ("2. #draw=3 *", "10:1: 2. stands here, but it is round 1"),
        ("1. #draw=3", "11:1: the moves end without a result (* if the game is unfinished)"),
        ("1. #draw=3 ( #draw=2 *", "10:22: a result within a variation, which is not closed"),
        ("1. #draw=3 ( #draw=2", "11:1: the game ends within a variation: a ) is missing"),
        ("1. #draw=3 ) *", "10:12: this ) closes no variation"),
        ("( #draw=3 ) *", "10:1: a variation replaces the move before it, and there is none"),
        ("1. #draw=3 ( ( #draw=1 ) ) *", "10:14: a variation replaces the move before it, and there is none"),
        ("1. #draw=3 {never closed *", "10:12: this comment is not closed"),
        ("1. #draw=3 } *", "10:12: this } closes no comment"),
        ("1. #draw=3 $256 *", "10:12: a glyph is $0 to $255"),
        ("1. #draw=3 $ *", "10:12: a glyph is $0 to $255"),
        ("$1 1. #draw=3 *", "10:1: $1 stands before any move"),
        ("! *", "10:1: ! stands before any move"),
        ("* 1. #draw=3", "10:3: only comments can follow the result; a game begins with its tags"),
        ("1,2,3", "10:1: 1,2,3 is not a result. Expected one score a seat, like 41,37,44"),
        ("99999999. *", "10:1: no round has such a number"),
        ("1. #draw=3 \x00 *", "10:12: a NUL byte: this is not text"),
        ("1. #draw=3 p:\x1b[2J *", "10:12: p:\\x1b[2J: no move is written like this (legal: T2, T2@, H2, …)"),
    ],
)
def test_invalid_movetext(movetext: str, printed: str) -> None:
    broken = game(movetext)
    assert errors_of(broken) == ["f:" + printed]


@pytest.mark.parametrize(
    ("line", "instead", "printed"),
    [
        ('[Round "1"]', '[Round "1', '4:1: the tag Round is cut off: it should end with "]'),
        ('[Round "1"]', '[Round "1"', '4:1: the tag Round is cut off: it should end with "]'),
        ('[Round "1"]', "[Roun", '4:1: a tag should read [Name "value"]'),
        ('[Round "1"]', "[]", '4:1: a tag should read [Name "value"]'),
        ('[Round "1"]', '[Site "2"]', "4:1: the tag Site stands twice"),
        ('[Round "1"]', '[Round "\x07"]', "4:9: the tag Round holds a control character"),
        ('[Purple "Ann"]\n', "", "5:1: there is a tag for Teal but none for Purple"),
        ('[Purple "Ann"]\n[Teal "Ben"]\n', "", '1:1: no players: add [Purple "…"], [Teal "…"] and so on'),
        ('"toy"', '"chess"', "8:1: no game is called 'chess' (there are: vanuatu, maori, toy)"),
        (
            '"toy"]',
            '"toy"]\n[SetUp "1"]',
            "9:1: SetUp says that the game starts from a position, but there is no FEN",
        ),
        ('"toy"]', '"toy"]\n[FEN "1 2"]', "9:1: the position, at its column 1: 2 words, not 5"),
        ('"toy"]', '"toy"]\n[FEN "1 -1 0 0,0,0 @@@"]', "9:1: the position has 3 players, the tags name 2"),
    ],
)
def test_invalid_tags(line: str, instead: str, printed: str) -> None:
    assert errors_of(GOOD.replace(line, instead)) == ["f:" + printed]


def test_reader_continues_at_next_game_and_reports_all_invalid_ones() -> None:
    broken = game("1. #draw=9 *")
    text = "\n".join([GOOD, broken, GOOD, broken, GOOD])
    found = read(text)
    assert [game.number for game in found if game.error is None] == [1, 3, 5]
    assert [error.split(":")[1] for error in errors_of(text)] == ["21", "43"]


def test_a_comment_that_is_not_closed_ends_at_the_next_tags() -> None:
    text = game("1. #draw=3 {never closed *") + "\n" + game("1. #draw=3 {closed} *")
    assert [found.error is None for found in read(text)] == [False, True]
    assert errors_of(text) == ["f:10:12: this comment is not closed"]


def test_words_without_tags_are_no_game_but_those_after_them_are() -> None:
    text = "once upon a time\n\n" + GOOD
    assert errors_of(text) == ['f:1:1: no tags: a game begins with lines like [Event "…"]']
    assert len(read(text)) == 2


def test_variations_are_nested_a_hundred_deep_and_no_more() -> None:
    deep = "1. #draw=3" + " ( #draw=2" * 101 + " )" * 101 + " *"
    [printed] = errors_of(game(deep))
    assert printed.endswith("variations are nested more than 100 deep")


def test_a_million_brackets_raise_one_line_error() -> None:
    assert len(errors_of(game("1. #draw=3" + " (" * 1_000_000))) == 1


def test_the_end_of_a_game_is_compared_with_the_moves() -> None:
    over = "1. #draw=3 p:T1 t:T2\n2. #draw=3 p:T1 t:T2\n3. #draw=3 p:T1 t:T2"
    right = TAGS.replace('"*"', '"3,6"').replace('"toy"]', '"toy"]\n[Winner "Teal"]')

    def printed(tags: str, movetext: str) -> list[str]:
        [found] = read(tags + movetext)
        assert found.error is None
        return [difference.at("f") for difference in found.differences]

    assert printed(right, over + " 3,6\n") == []
    assert printed(right, over + " *\n") == ["f:13:22: the moves end with *, but they make 3,6"]
    assert printed(right.replace("3,6", "4,6"), over + " 4,6\n") == [
        'f:7:1: Result is "4,6", but the moves make it "3,6"'
    ]
    assert printed(right.replace('Teal"]', 'Purple"]'), over + " 3,6\n") == [
        'f:9:1: Winner is "Purple", but the moves make it "Teal"'
    ]
    assert printed(TAGS.replace('"*"', '"3,6"'), over + " 3,6\n") == [
        'f:1:1: Winner is missing: the moves make it "Teal"'
    ]
    ended = right.replace("[Winner", '[Termination "abandoned"]\n[Winner')
    assert printed(ended, over + " 3,6\n") == ['f:9:1: Termination is "abandoned", but the moves give none']
    abandoned = TAGS.replace('"toy"]', '"toy"]\n[Termination "abandoned"]')
    assert printed(abandoned, "1. #draw=1 *\n") == []
    assert printed(abandoned.replace("abandoned", "boredom"), "1. #draw=1 *\n") == [
        'f:9:1: Termination is "boredom", but the moves give none'
    ]


def test_file_ending_inside_move_is_reported() -> None:
    assert errors_of(game("1. #dra")) == ["f:10:4: #dra: the file ends inside a move"]
    assert errors_of(game("1. #dra *"))[0].startswith("f:10:4: #dra: no move is written like this")
